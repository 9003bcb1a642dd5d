"""Templates and style sheets are kept fit for reading: short lines, short files, all in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dvergar.core.registry import games, info
from tests.web.players import Program
from tools.assets import used_icons

SOURCES = Path(__file__).parents[4] / "src" / "dvergar"
LONGEST_LINE = 200
LONGEST_SHEET = 600
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ANYTHING_AFTER_HAS = re.compile(r":has\([^{};]*\)[^,{};]*[\s>+~]\*")


def named(file: Path) -> str:
    return str(file.relative_to(SOURCES))


def files(ending: str) -> list[Path]:
    """All of our own files with this ending, not those that come from packages."""
    found = [file for file in SOURCES.rglob(f"*{ending}") if "built" not in file.parts]
    assert found, f"no file ends with {ending}"
    return sorted(found)


@pytest.mark.parametrize("file", files(".html") + files(".css"), ids=named)
def test_no_line_is_too_long_for_a_diff(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    long = {number: len(line) for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE}
    assert not long, f"lines over {LONGEST_LINE} characters: {long}"


@pytest.mark.parametrize("file", files(".css"), ids=named)
def test_a_style_sheet_has_one_subject(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= LONGEST_SHEET


@pytest.mark.parametrize("file", files(".css"), ids=named)
def test_only_named_things_hang_on_what_another_has(file: Path) -> None:
    """One bare `*` behind a :has() lets every change of a table restyle all that is in it."""
    assert not ANYTHING_AFTER_HAS.findall(COMMENT.sub("", file.read_text("utf-8")))


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.style_sheets()])
def test_a_table_links_all_style_sheets_and_scripts_of_its_game_in_order(
    slug: str, program: Program
) -> None:
    program.open(["me", "me"], slug)
    page = program.http.get(f"/table/{program.table}").text
    wanted = [*info(slug).style_sheets(), *info(slug).scripts()]
    places = [page.find(f"/static/games/{slug}/{name}") for name in wanted]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.style_sheets()])
def test_every_icon_that_a_table_draws_is_shipped(slug: str, program: Program) -> None:
    program.open(["me", "me"], slug)
    page = program.http.get(f"/table/{program.table}").text
    drawn = set(re.findall(r'icons\.svg[^"#]*#gi-([a-z0-9-]+)"', page))
    assert drawn
    assert drawn <= used_icons(SOURCES.parents[1]).keys()


@pytest.mark.parametrize("file", files(".html"), ids=named)
def test_a_piece_that_is_remembered_reads_nothing_but_its_arguments(file: Path) -> None:
    """All viewers share what is remembered, so it must not know who looks."""
    text = file.read_text("utf-8")
    if "remember_macro(" in text:
        code = "".join(re.findall(r"{[{%].*?[%}]}", text, re.DOTALL))
        read = re.sub(r"'[^']*'|\"[^\"]*\"", "", code)
        assert not re.findall(r"\b(?:table|game_view)\b", read)


@pytest.mark.parametrize("file", files(".html"), ids=named)
def test_only_what_needs_the_address_of_the_page_is_imported_with_its_context(file: Path) -> None:
    imports = re.findall(r"import ([^%]*) with context", file.read_text("utf-8"))
    assert all("switches" in names for names in imports)
