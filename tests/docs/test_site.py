"""The documentation site in several languages: its switch, its folders, its spaces."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dvergar.core.languages import FALLBACK, LANGUAGES, NARROW
from dvergar.core.registry import games, make_game
from tools import pages, site
from tools.game_pages import HEADS
from tools.pages import environment
from tools.site import spaced

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def switch() -> list[dict[str, Any]]:
    """The entries of the language switch in the header."""
    settings = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))
    entries: list[dict[str, Any]] = settings["project"]["extra"]["alternate"]
    return entries


def menu() -> Iterator[str]:
    """All pages in the order of the menu."""
    site = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))

    def pages(part: Any) -> Iterator[str]:
        if isinstance(part, str):
            yield part
            return
        for each in part.values() if isinstance(part, dict) else part:
            yield from pages(each)

    yield from pages(site["project"]["nav"])


def test_the_switch_has_every_language_and_leads_to_a_page() -> None:
    assert {entry["lang"] for entry in switch()} >= set(LANGUAGES)
    for entry in switch():
        page = (DOCS / entry["link"]).with_suffix(".md")
        assert page.is_file(), page
        assert page.parent.name == (DOCS if entry["lang"] == FALLBACK else page.parent).name


@pytest.mark.parametrize("lang", sorted(entry["lang"] for entry in switch()))
def test_every_language_has_a_page_for_each_game_and_for_the_command_line(lang: str) -> None:
    folder = DOCS if lang == FALLBACK else DOCS / lang
    marks = "\n".join(page.read_text("utf-8") for page in folder.rglob("*.md"))
    assert f"<!-- commands: {lang} -->" in marks
    for slug in games():
        assert f"<!-- about: {slug} {lang} -->" in marks
    assert len(HEADS[lang]) == len(HEADS[FALLBACK])


def test_every_language_has_the_same_pages_for_players() -> None:
    """In the same order in the menu, with as many headings each."""
    folders = [entry["lang"] for entry in switch() if entry["lang"] != FALLBACK]
    pages = {lang: [page for page in menu() if page.startswith(f"{lang}/")] for lang in folders}
    for lang, listed in pages.items():
        found = {page.relative_to(DOCS).as_posix() for page in (DOCS / lang).rglob("*.md")}
        assert set(listed) == found, lang
    parts = [
        [(DOCS / page).read_text("utf-8").count("\n#") for page in listed]
        for listed in pages.values()
    ]
    assert all(part == parts[0] for part in parts), dict(zip(pages, parts, strict=True))


@pytest.mark.parametrize("built", [False, True])
def test_play_now_leads_to_the_games_where_they_are_built(
    built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games_there, made = tmp_path / "tab", tmp_path / "pages"
    if built:
        games_there.mkdir()
        (games_there / "index.html").write_text("the games")
    for module in (pages, site):
        monkeypatch.setattr(module, "TAB", games_there)
    monkeypatch.setattr(site, "PAGES", made)
    site.prepare()
    target = "tab/index.html" if built else "play-without-a-server.md"
    assert (made / target).is_file()
    for page, link in (("index.md", target), ("play.md", target), ("fr/jouer.md", f"../{target}")):
        assert f"]({link}){{ .md-button" in (made / page).read_text("utf-8")


def test_pages_of_a_language_get_its_narrow_spaces_outside_code_and_links() -> None:
    page = (
        "« Prêt ? » `a : b` ![Non !](c ?) [Oui !](d ?) <i title='e : f'>\n```sh\ng : h\n```\n16 %"
    )
    shown = (
        "«_Prêt_?_» `a : b` ![Non_!](c ?) [Oui_!](d ?) <i title='e : f'>\n```sh\ng : h\n```\n16_%"
    )
    assert spaced(page, "fr") == shown.replace("_", NARROW)
    assert spaced(page, "en") == page


@pytest.mark.parametrize("slug", sorted(games()))
def test_the_page_of_environments_says_what_the_engine_says(slug: str) -> None:
    game = games()[slug]
    text = environment(game)
    assert f"-v{game.rules_version} " in text
    assert f"Discrete({make_game(slug, {}).move_count})" in text
    assert all(f"`{option.name}`" in text for option in game.options)
    assert f"<!-- environments: {slug} -->" in (DOCS / "environments.md").read_text("utf-8")
