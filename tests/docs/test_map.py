"""The map of files is whole: every module of every game is on it and says what it is for."""

from __future__ import annotations

import pytest

from tools.pages import GAMES, files, first_sentence, name_of, with_marks_filled

SLUGS = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_module_of_a_game_is_on_its_map(slug: str) -> None:
    shown = files(slug)
    for path in (GAMES / slug).rglob("*.py"):
        if path.parent.name == slug:
            continue  # the game itself, told above its rooms, or a room that is one file
        assert f"| `{name_of(path, GAMES / slug)}` | {first_sentence(path)} |" in shown


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_no_module_beside_its_rooms(slug: str) -> None:
    shown = files(slug)
    for path in (GAMES / slug).glob("*.py"):
        assert path.name == "__init__.py" or f"| `{path.stem}` |" in shown


@pytest.mark.parametrize("slug", SLUGS)
def test_every_module_begins_with_a_sentence(slug: str) -> None:
    for path in (GAMES / slug).rglob("*.py"):
        assert first_sentence(path).endswith((".", "!", "?")), path


def test_a_page_without_marks_stays_as_it_is() -> None:
    text = "# A page\n\nwith <!-- a comment --> in it\n"
    assert with_marks_filled(text) == text
