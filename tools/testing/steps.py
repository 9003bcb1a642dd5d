"""The steps of a test run: all of them, or those that the words after `./dvergar test` choose.

Nothing is run here. A step is a command and what it needs before it can start; the options of the
command line leave steps out by their group. Words choose tests, options choose kinds of tests.
"""

from __future__ import annotations

import argparse
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

GROUPS: Final = ("static", "engine", "compiled", "browser", "docs")
"""What can be left out by `--without`."""

LONG: Final = "long"
"""The group of the long campaign, which is left out unless it is asked for."""

ENGINE: Final = "engine"
CHROMIUM: Final = "chromium"
POSTGRES: Final = "postgres"
"""What a step may need: the compiled engine, a browser, and a database that is not in a file."""

ORDINARY: Final = "not browser and not long and not compiled"
UNMEASURED: Final = "whole_games or further_case"
"""The marks of tests whose coverage is not measured."""

CHEAP_COVERAGE: Final = sys.version_info >= (3, 12)
"""Whether this Python tells of lines itself (`sys.monitoring`), so that measuring costs little."""

FAST_ENGINE: Final = "fast_engine"
"""The mark of tests that the compiled engine runs alone, as long as it is not left out."""

OF_THE_ENGINE: Final = (
    *("tests/compiled", "tests/core", "tests/bots", "tests/golden", "tests/games"),
    *("tests/cli/test_screen.py", "tests/lab/test_policy.py", "tests/lab/test_train.py"),
)
"""What is run with the compiled engine, most of it a second time; the longest tests first."""

DOCS: Final = "tests/docs"
"""What is run by a step of its own, beside others: it mostly waits for what it has started."""

FOLDERS: Final = {"compiled": "tests/compiled", "browser": "tests/browser"}
"""Where the tests lie that are run beside words only when they are named."""

PARALLEL: Final = ("-n", "auto", "--maxprocesses=8", "--dist=worksteal")
PATIENT: Final = ("-o", "faulthandler_timeout=0")


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the run, the group that leaves it out, and what must be there before."""

    name: str
    group: str
    command: Sequence[str]
    needs: str = ""
    makes: str = ""
    """What others need and this one makes; it stands before them."""
    again: bool = False
    """Whether what fails is asked once more by itself, where nothing else is running."""

    def of_tests(self, tests: Sequence[str]) -> Step:
        """The same step for some of its tests, one after the other."""
        marks = self.command[self.command.index("-m", 3) + 1]  # the first -m is Python's own
        command = _python("pytest", "-m", marks, *tests)
        return Step(f"{self.name}, once more", self.group, command, self.needs)


def whole_run(*, long: bool, without: Sequence[str] = ()) -> list[list[Step]]:
    """All steps in their order; those of one list wait for each other only by what they need.

    Coverage is measured where every question is asked once: neither by whole games nor by the
    further cases of a test; and on a Python on which it makes tests twice as slow, only with the
    long campaign.
    """
    asked = ORDINARY if "compiled" in without else f"{ORDINARY} and not {FAST_ENGINE}"
    stages = [
        [
            _compile("compiled"),
            Step(  # this and the next early and beside the others: they take longest and often wait
                "tests in the browser",
                "browser",
                _pytest("-n", "2", "-m", "browser and not long", "tests/browser"),
                needs=CHROMIUM,
                again=True,
            ),
            *_engine_and_server(asked, coverage=long or CHEAP_COVERAGE),
            Step("ruff check", "static", _python("ruff", "check", "--output-format=concise")),
            Step("ruff format", "static", _python("ruff", "format", "--check")),
            Step("mypy", "static", _python("mypy")),
            Step("import-linter", "static", [_script("lint-imports"), "--no-logo"]),
            Step("tests of the docs", "docs", _python("pytest", DOCS, "-m", ORDINARY), again=True),
            Step(
                "tests of the compiled engine",
                "compiled",
                _pytest("-m", "not browser and not long and not plain", *OF_THE_ENGINE),
                needs=ENGINE,
            ),
        ],
    ]
    if long:
        campaign = _pytest(*PATIENT, "-m", LONG)
        stages.append([Step("long campaign", LONG, campaign, needs=_for_campaign(without))])
    return stages


def _engine_and_server(asked: str, coverage: bool) -> list[Step]:
    """One step; two where coverage is measured, for whole games and further cases are slow then.

    What was covered is known only of a step that was run once, so nothing of it is asked again.
    """

    def step(name: str, marks: str, *words: str, again: bool = True) -> Step:
        command = _pytest(*words, "-m", marks, f"--ignore={DOCS}")
        return Step(name, "engine", command, needs=POSTGRES, again=again)

    both = "tests of engine and server"
    if not coverage:
        return [step(both, asked)]
    return [
        step(both, f"{asked} and not ({UNMEASURED})", "--cov", again=False),
        step("whole games and further cases", f"{asked} and ({UNMEASURED})"),
    ]


def chosen_by_words(
    words: Sequence[str], root: Path, *, long: bool, without: Sequence[str]
) -> list[Step]:
    """The steps that run the tests of some words, without those that are left out.

    Browser and compiled tests are run where a path leads to them, the long campaign where it is
    asked for; a `-m` among the words narrows the choice further.
    """
    asked, rest = _mark_asked_for(words)
    if "docs" in without:
        rest.append(f"--ignore={DOCS}")
    paths = [word.partition("::")[0] for word in rest if _is_path(root, word)]
    spread = PARALLEL if any((root / path).is_dir() for path in paths) else ()

    def pytest(marks: str) -> list[str]:
        return _python("pytest", *spread, *rest, "-m", f"({asked}) and {marks}" if asked else marks)

    steps = []
    if not paths or any(not _special(root, path) for path in paths):
        steps.append(Step("tests", "engine", pytest(ORDINARY)))
    groups = {_special(root, path) for path in paths} - {""}
    if "compiled" in groups:
        of_engine = Step(
            "tests of the compiled engine", "compiled", pytest("compiled and not long"), ENGINE
        )
        steps += [_compile("compiled"), of_engine]
    if "browser" in groups:
        steps.append(
            Step("tests in the browser", "browser", pytest("browser and not long"), CHROMIUM)
        )
    if long:
        needs = _for_campaign(without)
        if needs and "compiled" not in groups:
            steps.append(_compile(LONG))
        steps.append(Step("long campaign", LONG, [*pytest(LONG), *PATIENT], needs))
    return [step for step in steps if step.group not in without]


def _for_campaign(without: Sequence[str]) -> str:
    """Many games are played by the compiled engine, unless it is left out."""
    return "" if "compiled" in without else ENGINE


def _compile(group: str) -> Step:
    return Step(
        "compiling the engine", group, _python("tools.testing.compiled_engine"), makes=ENGINE
    )


def _mark_asked_for(words: Sequence[str]) -> tuple[str, list[str]]:
    """The expression behind `-m`, and the other words in their order.

    >>> _mark_asked_for(["tests/core", "-m", "plain", "-k", "chance", "-x"])
    ('plain', ['tests/core', '-k', 'chance', '-x'])
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-m", default="")
    known, rest = parser.parse_known_args(words)
    return known.m, rest


def _is_path(root: Path, word: str) -> bool:
    return not word.startswith("-") and (root / word.partition("::")[0]).exists()


def _special(root: Path, path: str) -> str:
    """The group whose tests alone lie under a path; empty for any other path."""
    full = (root / path).resolve()
    for group, folder in FOLDERS.items():
        if full.is_relative_to(root / folder):
            return group
    return ""


def _pytest(*words: str) -> list[str]:
    return _python("pytest", *PARALLEL, "--durations=10", *words)


def _python(module: str, *words: str) -> list[str]:
    """A tool as a module of this very Python, whatever PATH says."""
    return [sys.executable, "-m", module, *words]


def _script(name: str) -> str:
    """A tool that can only be called by its script."""
    return str(Path(sysconfig.get_path("scripts")) / name)
