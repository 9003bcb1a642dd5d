"""The API reference is whole: all that is public is in it, says what it is for, and shows it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar import bots, lab, testing
from dvergar.cli.commands import LANGUAGE
from dvergar.cli.typed import translated_command
from dvergar.core.languages import LANGUAGES
from tools.examples import fenced
from tools.pages import with_marks_filled

PAGES = sorted((Path(__file__).parents[2] / "docs/reference").glob("*.md"))
SHOWN = re.compile(r"^::: ([\w.]+)(?:\n    options:\n      members: (.*))?$", re.MULTILINE)


def shown() -> Iterator[str]:
    """The full names of all that the pages show, modules aside."""
    for page in PAGES:
        for name, members in SHOWN.findall(page.read_text("utf-8")):
            if not inspect.ismodule(found(name)):
                yield name
            for member in re.findall(r"\w+", members.replace("false", "")):
                yield f"{name}.{member}"


def found(name: str) -> Any:
    """What a full name stands for; `dvergar.game` is the function, not a module."""
    module, _, last = name.rpartition(".")
    if module and hasattr(import_module(module), last):
        return getattr(import_module(module), last)
    return import_module(name)


NAMES = sorted(shown())
FUNCTIONS_AND_CLASSES = [name for name in NAMES if callable(found(name))]


@pytest.mark.parametrize("module", [dvergar, bots, lab, testing], ids=lambda one: one.__name__)
def test_all_that_is_exported_is_in_the_reference(module: Any) -> None:
    here = [found(name) for name in FUNCTIONS_AND_CLASSES]
    for name in module.__all__:
        one = getattr(module, name)
        assert one in here or f"{module.__name__}.{name}" in NAMES, name


@pytest.mark.parametrize("name", FUNCTIONS_AND_CLASSES)
def test_everything_in_the_reference_says_what_it_is_for(name: str) -> None:
    one = found(name)
    assert inspect.getdoc(one), name
    if inspect.isclass(one):
        for member, value in vars(one).items():
            if not member.startswith("_") and says_something(value):
                assert inspect.getdoc(getattr(one, member)), f"{name}.{member}"


def says_something(value: object) -> bool:
    """Whether a member of a class can have a docstring of its own."""
    return inspect.isfunction(value) or isinstance(value, property | staticmethod | classmethod)


# A plain list of values needs no example, nor does an error beside `DvergarError`.
ERRORS = dvergar.DvergarError.__subclasses__()
UNSHOWN = {"Choice", "Blocked", "Played", "Tally", "Results"}


@pytest.mark.parametrize("name", FUNCTIONS_AND_CLASSES)
def test_everything_in_the_reference_shows_how_it_is_used(name: str) -> None:
    one = found(name)
    if one.__name__ in UNSHOWN or one in ERRORS:
        return
    inside = vars(one).values() if inspect.isclass(one) else ()
    texts = [inspect.getdoc(each) or "" for each in (one, *inside)]
    assert any(">>> " in text for text in texts), name


def test_examples_are_shown_as_code() -> None:
    text = "Says.\n\n>>> 1\n1\n>>> 2\n2\n\nMore.\n\n>>> 3"
    code = "```pycon\n>>> 1\n1\n>>> 2\n2\n```", "```pycon\n>>> 3\n```"
    assert fenced(text) == f"Says.\n\n{code[0]}\n\nMore.\n\n{code[1]}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_stands_in_the_reference_of_the_command_line(lang: str) -> None:
    page = with_marks_filled(f"<!-- commands: {lang} -->")
    for name, command in translated_command().commands.items():
        assert f"## `dvergar {name}`" in page
        for option in command.params:
            if option.name != LANGUAGE and option.param_type_name == "option":
                assert f"`{option.opts[0]}" in page
    assert "help." not in page, "a text that was not translated"
