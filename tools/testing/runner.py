"""Runs every check of the project and sums up the results.

All steps run even when one fails, so one run shows everything there is to fix. Newcomers and CI run
the same command. Steps that don't depend on each other run in parallel; the output of each is shown
in one piece.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tools.testing import chromium, compiled_engine, postgres
from tools.testing.steps import (
    CHEAP_COVERAGE,
    CHROMIUM,
    ENGINE,
    GROUPS,
    POSTGRES,
    Step,
    chosen_by_words,
    whole_run,
)

ROOT: Final = Path(__file__).resolve().parents[2]
NOTHING_LEFT: Final = "All tests that these words choose are left out by --without."
NO_TESTS: Final = 5
"""Pytest's exit code where it found nothing to run."""

_CLOSING = re.compile(r"(\d+ (passed|failed|errors?|skipped)|no tests ran).* in [\d.]+s")
_COUNT = re.compile(r"(\d+) (passed|failed|error)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_FAILING = re.compile(r"^(?:FAILED|ERROR) (\S+::\w+(?:\[.+?\])?)(?: - .*)?$", re.MULTILINE)

FEW: Final = 5
"""As many failures may come of a busy machine; more are not worth asking a second time."""


@dataclass(slots=True)
class Outcome:
    """How a step ended; `closing` is pytest's own last line where the step was pytest."""

    name: str
    verdict: str
    seconds: float = 0.0
    closing: str = ""
    tests: Counter[str] = field(default_factory=Counter)
    failing: Sequence[str] = ()
    unsteady: Sequence[str] = ()
    """Tests that failed beside others and passed by themselves."""


def run(*, without: Sequence[str], long: bool, words: Sequence[str]) -> int:
    """Run all checks but those left out, or only the tests that the words choose."""
    problem = _problem(without)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    console = Console(highlight=False)
    run = _Run(ROOT, console, _environment(ROOT, colour=console.is_terminal))
    if words:
        return run.part(chosen_by_words(words, ROOT, long=long, without=without))
    return run.whole(whole_run(long=long, without=without), without)


def _problem(without: Sequence[str]) -> str:
    """Why the run can't start, in one sentence; empty if it can."""
    unknown = [name for name in without if name not in GROUPS]
    if unknown:
        return f"--without {unknown[0]} is unknown; you can leave out: {', '.join(GROUPS)}."
    if importlib.util.find_spec("pytest") is None:
        return "The tools for the tests are not installed: run ./dvergar test in the checkout."
    return ""


def _environment(root: Path, *, colour: bool) -> dict[str, str]:
    """What all steps are told: where screenshots go, and to keep their colours on a terminal.

    Every step starts many Pythons; they keep what they have compiled of the source for each other.
    """
    told = {
        "DVERGAR_SCREENSHOTS": str(root / "build" / "screenshots"),
        "PYTHONDONTWRITEBYTECODE": "",
        **({"COVERAGE_CORE": "sysmon"} if CHEAP_COVERAGE else {}),
    }
    return {**os.environ, **told, **({"FORCE_COLOR": "1"} if colour else {})}


class _Run:
    """Steps performed in one checkout, before the eyes of whoever asked for them."""

    def __init__(self, root: Path, console: Console, environment: Mapping[str, str]) -> None:
        self.root, self.console, self.environment = root, console, environment
        self.speaking = threading.Lock()
        self.compiled = threading.Event()
        """Whether the compiled engine is there, or nobody will make it."""

    def part(self, steps: Sequence[Step]) -> int:
        """Run a few tests with the terminal in their hands; pytest's exit code."""
        if not steps:
            print(NOTHING_LEFT, file=sys.stderr)
            return 2
        self.compiled.set()  # these steps come one after the other
        codes = []
        for step in steps:
            told = self.prepared(step)
            code = 1 if told is None else subprocess.call(step.command, cwd=self.root, env=told)
            if code or _is_pytest(step):
                codes.append(code)
        # A step without tests is no failure as long as another one had some.
        return next((code for code in codes if code not in (0, NO_TESTS)), min(codes))

    def whole(self, stages: Sequence[Sequence[Step]], without: Sequence[str]) -> int:
        """Run everything that is not left out and conclude."""
        outcomes = []
        for stage in stages:
            for step in stage:
                if step.group in without:
                    outcomes.append(Outcome(step.name, "left out"))
                    told = f"{step.name}: left out, as asked for by --without {step.group}"
                    self.console.print(told)
            chosen = [step for step in stage if step.group not in without]
            done = self.stage(chosen)
            outcomes += [
                self.again(step, outcome) for step, outcome in zip(chosen, done, strict=True)
            ]
        return _conclude(outcomes, self.console)

    def stage(self, steps: Sequence[Step]) -> list[Outcome]:
        """Run steps side by side, as many as there are cores; a single one is seen as it goes.

        Most of them have as many processes by themselves; more would only be in each other's way.
        """
        if not any(step.makes == ENGINE for step in steps):
            self.compiled.set()
        if len(steps) < 2:
            return [self.perform(step, live=True) for step in steps]
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            return list(pool.map(self.perform, steps))

    def again(self, step: Step, outcome: Outcome) -> Outcome:
        """Asks a few failing tests of a step once more by themselves, where the step wants it."""
        named, tests = len(outcome.failing), list(dict.fromkeys(outcome.failing))
        if not step.again or outcome.tests["failed"] != named or not 0 < len(tests) <= FEW:
            return outcome
        alone = self.perform(step.of_tests(tests), live=True)
        if alone.verdict == "failed":
            return outcome
        outcome.verdict, outcome.unsteady = "passed", tests
        outcome.tests = Counter(passed=outcome.tests.total() - named + len(tests))
        return outcome

    def perform(self, step: Step, live: bool = False) -> Outcome:
        """Run a step, show what it says and say how it went and how long it took."""
        if live:
            self.console.rule(f"[bold]{step.name}", align="left")
        else:
            with self.speaking:
                self.console.print(f"{step.name}: begun")
        started = time.monotonic()
        told = self.prepared(step)
        code, output = (1, "") if told is None else _output(step, self.root, told, live)
        if step.makes == ENGINE:
            self.compiled.set()
        outcome = Outcome(step.name, "failed" if code else "passed", time.monotonic() - started)
        if _is_pytest(step):
            outcome.closing = closing_line(output)
            outcome.tests = count_tests(outcome.closing)
            outcome.failing = failing_tests(output)
        with self.speaking:
            if not live:
                self.console.rule(f"[bold]{step.name}", align="left")
                print(output, end="")
            self.console.print(f"{step.name}: {outcome.verdict} in {outcome.seconds:.1f} s")
        return outcome

    def prepared(self, step: Step) -> dict[str, str] | None:
        """What a step is told in its environment; None where what it needs is not to be had."""
        if step.needs == CHROMIUM:
            return self.with_chromium()
        if step.needs == ENGINE:
            return self.with_engine()
        if step.needs == POSTGRES:
            self.look_for_postgres()
        return dict(self.environment)

    def look_for_postgres(self) -> None:
        """Installs a PostgreSQL where that can be done; without one, some tests are skipped."""
        if postgres.provide_postgres(print) is None:
            print(postgres.MISSING)

    def with_chromium(self) -> dict[str, str] | None:
        """Where the browser is, installed now where there was none."""
        self.look_for_postgres()  # some of its tests want one too
        path = chromium.provide_chromium(print)
        if path is None:
            print(chromium.MISSING)
            return None
        return {**self.environment, chromium.VARIABLE: str(path)}

    def with_engine(self) -> dict[str, str] | None:
        """The compiled engine first on the path, as soon as the step that makes it has ended."""
        self.compiled.wait()
        folder = self.root / compiled_engine.FOLDER
        if not folder.is_dir():
            print("The compiled engine is not there; the step that compiles it says why.")
            return None
        path = os.pathsep.join(filter(None, [str(folder), self.environment.get("PYTHONPATH")]))
        return {**self.environment, "PYTHONPATH": path}


def _is_pytest(step: Step) -> bool:
    return "pytest" in step.command


def _output(step: Step, root: Path, told: Mapping[str, str], live: bool) -> tuple[int, str]:
    """Run a command and keep what it says, shown as it says it where nobody speaks beside it."""
    kept = []
    with subprocess.Popen(
        step.command,
        cwd=root,
        env=told,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if live:
                print(line, end="", flush=True)
            kept.append(line)
    return process.returncode, "".join(kept)


def closing_line(output: str) -> str:
    """The line by which pytest sums itself up.

    >>> closing_line("....\\n\\x1b[32m== \\x1b[1m4 passed\\x1b[0m in 0.12s ==\\x1b[0m\\n")
    '== 4 passed in 0.12s =='
    """
    lines = [_COLOUR.sub("", line) for line in output.splitlines()]
    return next((line for line in reversed(lines) if _CLOSING.search(line)), "")


def failing_tests(output: str) -> list[str]:
    """The tests that pytest names as failed or broken; twice what failed and left a broken end.

    >>> failing_tests("FAILED tests/a.py::test_x[1 - 2] - assert 1\\nERROR tests/a.py::test_y\\n")
    ['tests/a.py::test_x[1 - 2]', 'tests/a.py::test_y']
    """
    return _FAILING.findall(_COLOUR.sub("", output))


def count_tests(closing: str) -> Counter[str]:
    """How many tests passed and failed; an error counts as a failure.

    >>> sorted(count_tests("= 1 failed, 12 passed, 2 errors in 3.4s =").items())
    [('failed', 3), ('passed', 12)]
    """
    tests: Counter[str] = Counter()
    for number, kind in _COUNT.findall(closing):
        tests["passed" if kind == "passed" else "failed"] += int(number)
    return tests


def _conclude(outcomes: Sequence[Outcome], console: Console) -> int:
    """The table of all steps, pytest's own words, and the sum in one plain line."""
    table = Table("step", "result", "tests", "seconds")
    colours = {"passed": "green", "failed": "red", "left out": "yellow"}
    for outcome in outcomes:
        colour = colours[outcome.verdict]
        number = str(outcome.tests.total() or "")
        took = f"{outcome.seconds:.1f}"
        table.add_row(outcome.name, f"[{colour}]{outcome.verdict}", number, took)
    console.print(table)
    tests: Counter[str] = Counter()
    for outcome in outcomes:
        tests.update(outcome.tests)
        if outcome.closing:
            print(outcome.closing)
    unsteady = [test for outcome in outcomes for test in outcome.unsteady]
    if unsteady:
        print(f"Unsteady, passed only by themselves: {', '.join(unsteady)}")
    for verdict in ("left out", "failed"):
        names = ", ".join(outcome.name for outcome in outcomes if outcome.verdict == verdict)
        print(f"Steps {verdict}: {names or 'none'}")
    print(f"{tests['passed']} passed, {tests['failed']} failed", flush=True)
    return int(any(outcome.verdict == "failed" for outcome in outcomes))
