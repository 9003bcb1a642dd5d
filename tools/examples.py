"""Shows the examples of docstrings as code in the API reference.

A docstring holds examples as lines behind `>>>`, which Markdown would take for quotations. This
extension of Griffe, the reader of mkdocstrings, puts a fence round each of them.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Module, Object

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Examples(Extension):
    """Fences the examples of every docstring."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Called once the package has been read."""
        fence(pkg)


def fence(one: Object) -> None:
    """Fences the examples of a module, class, function or attribute, and of all inside it."""
    if one.docstring:
        one.docstring.value = fenced(one.docstring.value)
    for member in one.members.values():
        if isinstance(member, Object):  # not a name that was imported: its own module has it
            fence(member)


def fenced(text: str) -> str:
    """A docstring with its examples as fenced code."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)
