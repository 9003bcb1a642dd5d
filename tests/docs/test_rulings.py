"""Rulings can be followed: every citation leads to one, and every one is there for a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from tests.tables import INFOS
from tools.pages import with_marks_filled

ROOT = Path(__file__).parents[2]
OURS = [info for info in INFOS if info.rulings().chapters]
READ = {".py", ".md", ".toml", ".html"}

ID = r"(?:[A-Z]\d{1,2}|\d[a-z]?\.\d{1,2})"
SPOKEN = re.compile(rf"\b(?:rulings?|[Ss]ee|[Vv]oir) ({ID}(?:(?:, | and ){ID})*)")
LINKED = re.compile(r"(\w+)\.md#ruling-([\w.]+)")
SENTENCE = re.compile(r"\S.*[.!?»”)]$")

each_game = pytest.mark.parametrize("info", OURS, ids=lambda info: info.slug)


def texts_about(info: GameInfo) -> Iterator[tuple[str, str]]:
    """The files that speak of one game: its code, its tests, and its page of rulings."""
    folders = [ROOT / "src/dvergar/games" / info.slug, ROOT / "tests/games" / info.slug]
    files = [path for folder in folders for path in sorted(folder.rglob("*"))]
    for path in files:
        if path.suffix in READ:
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def bare(info: GameInfo) -> re.Pattern[str]:
    """A ruling cited by its id alone: a letter of this game's rulings and a number.

    Boards of Caverna have spaces called D3 and E2; its rulings have other letters.
    """
    letters = {id[0] for id in info.rulings().ids() if id[0].isalpha()}
    return re.compile(rf"(?<![\w%])([{''.join(sorted(letters))}]\d{{1,2}})(?![\w%])")


def test_every_game_of_ours_has_rulings() -> None:
    assert {info.slug for info in OURS} == {"caverna", "cave_vs_cave", "my_gold_mine"}


@each_game
def test_what_a_rule_cites_is_a_ruling(info: GameInfo) -> None:
    known = set(info.rulings().ids())
    lost = {rule.id: id for rule in info.rulebook() for id in rule.rulings if id not in known}
    assert lost == {}


@each_game
def test_every_ruling_is_cited_by_a_rule_or_says_why_not(info: GameInfo) -> None:
    cited = {id for rule in info.rulebook() for id in rule.rulings}
    for ruling in info.rulings():
        if ruling.uncited:
            assert ruling.id not in cited, f"{ruling.id} is cited and says it is not"
            assert all(SENTENCE.match(ruling.uncited[lang]) for lang in LANGUAGES), ruling.id
        else:
            assert ruling.id in cited, f"no rule cites {ruling.id}"


@each_game
def test_what_code_tests_and_rulings_of_a_game_cite_is_a_ruling(info: GameInfo) -> None:
    known = set(info.rulings().ids())
    for name, text in texts_about(info):
        cited = {id for found in SPOKEN.findall(text) for id in re.findall(ID, found)}
        cited |= set(bare(info).findall(text))
        assert cited <= known, name


def test_links_of_the_pages_lead_to_rulings() -> None:
    rulings = {info.slug: set(info.rulings().ids()) for info in OURS}
    found = 0
    for page in (ROOT / "docs").rglob("*.md"):
        for slug, id in LINKED.findall(page.read_text("utf-8")):
            assert id in rulings[slug], f"{page.name}: {slug} has no ruling {id}"
            found += 1
    assert found > 0


@each_game
def test_a_ruling_asks_and_answers_in_both_languages(info: GameInfo) -> None:
    ids = info.rulings().ids()
    assert len(ids) == len(set(ids))
    for ruling in info.rulings():
        assert ruling.source
        for lang in LANGUAGES:
            assert re.search(r"\?$", ruling.question(lang)), f"{ruling.id} in {lang} asks nothing"
            assert SENTENCE.match(ruling.answer(lang)), f"{ruling.id} in {lang} answers nothing"
        assert ruling.question("en") != ruling.question("fr"), ruling.id


@each_game
def test_numbers_are_the_same_in_every_language(info: GameInfo) -> None:
    for ruling in info.rulings():
        english, *others = (sorted(re.findall(r"\d+", ruling.answer(lang))) for lang in LANGUAGES)
        assert all(other == english for other in others), ruling.id


@each_game
def test_an_option_that_a_ruling_names_is_an_option_of_the_game(info: GameInfo) -> None:
    options = {option.name for option in info.options}
    assert {one.option for one in info.rulings() if one.option} <= options


@each_game
def test_the_page_of_rulings_has_every_ruling_with_its_anchor(info: GameInfo) -> None:
    page = (ROOT / "docs/rulings" / f"{info.slug}.md").read_text("utf-8")
    shown = with_marks_filled(page)
    for ruling in info.rulings():
        assert f"{{ #{ruling.anchor} }}" in shown
        assert ruling.answer("en") in shown
    for rule in info.rulebook():
        assert not rule.rulings or f"`{rule.id}`" in shown
