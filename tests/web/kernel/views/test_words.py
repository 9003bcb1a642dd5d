"""The words of the page: every text the code asks for is there, in both languages, and no other."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games
from dvergar.core.words import words
from dvergar.web.kernel.folders import feature_folders

WEB_PACKAGE = files("dvergar.web")
ASKED_IN_TEMPLATE = re.compile(r"""\bt(?:\.markup)?\(\s*(['"])([a-z_.0-9]+)\1""")
LITERAL = re.compile(r"""(['"])([a-z_0-9]+(?:\.[a-z_0-9]+)+)\1""")
REFUSING = {"WebError": 1, "rate_limit": 1, "AtOnce": 1, "Limit": 3}
"""What makes a refusal, and which argument is its key."""
# Keys made of parts: what stands before the part that is put in.
MADE = (
    "admin.status.",
    "admin.head.",
    "undo.",
    "pace.",
    "advice_level.",
    "confirm.",
    "switch.",
    "start.",
    "hints.",
    "analysis.mark.",
    "tab.",
    "about.engine.",
    "about.bots.",
    "bot.",
    "error.undo_",
    "error.guided",
    "error.method",
    "api.",
    "keys.",
    "feeding.",
    "statistics.kept.",
    "profile.level.",
    "profile.seen_by.",
    "profile.with.",
    "profile.favourite.",
    "month.",
    "lobby.speed.",
    "turns.",
    "analysis.mark.",
    "puzzles.why.",
    "puzzles.verdict.",
    "puzzles.difficulty.",
    "presence.",
    "leaving.",
    "note.",
    "substitute.",
    "time.",
)


def templates() -> list[str]:
    """All templates, those of the games included."""
    folders: list[Traversable] = [WEB_PACKAGE.joinpath("kernel", "views", "templates")]
    folders += [one for one in (f.joinpath("templates") for f in feature_folders()) if one.is_dir()]
    folders += [info.templates() for info in games().values()]
    return [
        file.read_text(encoding="utf-8")
        for folder in folders
        for file in folder.iterdir()
        if file.name.endswith(".html")
    ]


def code() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in Path(str(WEB_PACKAGE)).rglob("*.py")]


def refusals() -> set[str]:
    """The keys of everything that the server refuses."""
    keys = set()
    for text in code():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rsplit(".", 1)[-1]
            if called in REFUSING:
                key = node.args[REFUSING[called]]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    keys.add(f"error.{key.value!s}")
    return keys


def asked() -> set[str]:
    """Every key that stands as a whole in code or templates."""
    keys = refusals()
    for text in templates():
        keys |= {key for _, key in ASKED_IN_TEMPLATE.findall(text)}
    return keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_that_is_asked_for_is_there(lang: str) -> None:
    speak = words("dvergar.web", lang)
    assert len(asked()) > 60
    assert sorted(key for key in asked() if key not in speak and not key.endswith(".")) == []


def test_no_text_is_there_in_vain() -> None:
    literal = {key for text in (*templates(), *code()) for _, key in LITERAL.findall(text)}
    used = asked() | literal
    known = {
        re.sub(r"\.(one|other)$", "", key)
        for key in words("dvergar.web", "en").keys()  # noqa: SIM118
    }
    assert sorted(key for key in known - used if not f"{key}.".startswith(MADE)) == []


def test_the_languages_have_the_same_texts_with_the_same_places() -> None:
    english, *others = (words("dvergar.web", lang) for lang in LANGUAGES)
    for other in others:
        assert english.keys() == other.keys()
        for key in english.keys():  # noqa: SIM118
            assert _places(english, key) == _places(other, key), key


def _places(speak: object, key: str) -> set[str]:
    text = getattr(speak, "_texts")[key]  # noqa: B009
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(refusals()))
def test_a_refusal_is_one_sentence(key: str) -> None:
    for lang in LANGUAGES:
        text = words("dvergar.web", lang)(key, most=1, name="Ann", day="2026-11-18")
        assert text.endswith((".", "!", "?"))
        assert "\n" not in text
