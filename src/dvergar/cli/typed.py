"""Doing what was typed, in the language of the reader.

Whatever was typed wrongly, and whatever a command refuses, gets one sentence on stderr and exit
code 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, Final

import typer

from dvergar.cli import console
from dvergar.cli.commands import HELP, LANGUAGE, app
from dvergar.core.errors import DvergarError
from dvergar.core.extras import missing

KINDS: Final = {"NoSuchOption": "no_option", "MissingParameter": "missing"}
COMPLETION: Final = ("install_completion", "show_completion")
"""Typer's own options, which come with texts of their own."""


def main() -> None:
    """The script `dvergar`."""
    sys.exit(run(sys.argv[1:]))


def run(typed: Sequence[str]) -> int:
    """Does what was typed; the exit code."""
    try:
        console.use_language(console.chosen_language([], os.environ))
        console.use_language(console.chosen_language(typed, os.environ))
        if any(word in typed for word in HELP):
            _translate_frames()
        code = translated_command()(list(typed), prog_name="dvergar", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(_usage_error(error, typed))
    except DvergarError as error:
        return _refuse(error)
    except ModuleNotFoundError as error:
        said = missing(error)
        if not isinstance(said, DvergarError):
            raise
        return _refuse(said)
    return code if isinstance(code, int) else 0


def translated_command() -> Any:
    """The whole command with its help in the language of the reader, and `--lang` everywhere."""
    command: Any = typer.main.get_command(app)
    language = next(option for option in command.params if option.name == LANGUAGE)
    for one in _below(command):
        one.params.append(language)
    for one in (command, *_below(command)):
        _translate(one)
    language.help = console.speak()(language.help)
    return command


def _below(group: Any) -> list[Any]:
    """All commands of a group, and those of the groups in it."""
    found = []
    for one in group.commands.values():
        found += [one, *(_below(one) if hasattr(one, "commands") else [])]
    return found


def _translate(command: Any) -> None:
    command.help = console.speak()(command.help)
    for option in command.params:
        if option.name in COMPLETION:
            option.help = console.speak()(f"help.{option.name}")
        elif option.name != LANGUAGE:
            option.help = console.speak()(option.help)
    command.context_settings["help_option_names"] = list(HELP)
    command.get_help_option(
        typer.Context(command, **command.context_settings)
    ).help = console.speak()("help.help")


def _translate_frames() -> None:
    from typer import rich_utils

    rich_utils.ARGUMENTS_PANEL_TITLE = console.speak()("frame.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = console.speak()("frame.options")
    rich_utils.COMMANDS_PANEL_TITLE = console.speak()("frame.commands")
    rich_utils.REQUIRED_LONG_STRING = console.speak()("frame.required")
    rich_utils.DEFAULT_STRING = console.speak()("frame.default", value="{}")


def _usage_error(error: typer.TyperException, typed: Sequence[str]) -> console.CommandError:
    """What was typed wrongly, as one sentence."""
    commands = translated_command().commands
    name = next((word for word in typed if not word.startswith("-")), "")
    help_command = f"dvergar {name} --help" if name in commands else "dvergar --help"
    kind = KINDS.get(type(error).__name__)
    facts = vars(error)
    if facts.get("option_name"):
        return console.CommandError(
            kind or "no_value", name=facts["option_name"][:40], help=help_command
        )
    if facts.get("param") is not None:
        option = facts["param"]
        wrong = option.metavar if option.param_type_name == "argument" else option.opts[0]
        return console.CommandError(kind or "value", name=wrong, help=help_command)
    if hasattr(commands.get(name), "commands"):
        known = ", ".join(f"{name} {one}" for one in commands[name].commands)
        words = [word for word in typed if not word.startswith("-")]
        return console.CommandError("no_command", name=" ".join(words[:2])[:40], known=known)
    if name in commands:
        return console.CommandError("too_many", help=help_command)
    return console.CommandError("no_command", name=name[:40], known=", ".join(commands))


def _refuse(error: DvergarError) -> int:
    console.ERR.print(error.text(console.lang()), soft_wrap=True)
    return 2
