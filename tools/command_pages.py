"""The reference of the command line, as Markdown, made from the command itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dvergar.cli.commands import LANGUAGE
from dvergar.cli.console import lang, use_language
from dvergar.cli.typed import translated_command

HEADS = {
    "en": ("argument or option", "what it is for"),
    "fr": ("argument ou option", "à quoi il sert"),
    "de": ("Argument oder Option", "wozu"),
}


def commands(language: str) -> str:
    """Every command with its arguments and options, in one language."""
    before = lang()
    use_language(language)
    try:
        whole = translated_command()
        return "\n\n".join(part for name, one in told(whole) for part in section(name, one))
    finally:
        use_language(before)


def told(command: Any, name: str = "dvergar") -> Iterator[tuple[str, Any]]:
    """A command and those inside it, each with what is typed."""
    yield name, command
    for word, one in getattr(command, "commands", {}).items():
        yield from told(one, f"{name} {word}")


def section(name: str, command: Any) -> Iterator[str]:
    """The heading of a command, what it does, and its table."""
    yield f"## `{name}` {{ #{name.replace(' ', '-')} }}"
    yield command.help
    rows = [row(one) for one in command.params if one.name != LANGUAGE or name == "dvergar"]
    if rows:
        first, second = HEADS[lang()]
        yield "\n".join([f"| {first} | {second} |", "| --- | --- |", *rows])


def row(one: Any) -> str:
    """One line of the table."""
    metavar = one.metavar or ""
    typed = metavar if one.param_type_name == "argument" else f"{', '.join(one.opts)} {metavar}"
    shown = typed.strip().replace("|", "\\|")
    explained = str(one.help).replace("|", "\\|")
    return f"| `{shown}` | {explained} |"
