"""The command `dvergar test`: every check of the project, one after the other, with one verdict.

All steps run even when one fails, so that one run shows everything there is to mend. The same
command runs for a newcomer and for the continuous check: what is green here is green there.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dvergar.cli.chromium import MISSING, VARIABLE, provide_chromium
from dvergar.cli.compiled import provide_engine

GROUPS = ("static", "engine", "compiled", "browser", "docs")
"""What can be left out by `--without`."""

ORDINARY = "not browser and not long and not compiled"
COMPILED = "not browser and not long and not plain"
OF_THE_ENGINE = (
    "tests/core",
    "tests/bots",
    "tests/golden",
    "tests/games/caverna",
    "tests/compiled",
)
"""What is run a second time, with the compiled engine; coverage sees nothing of it there."""

_CLOSING = re.compile(r"(\d+ (passed|failed|errors?|skipped)|no tests ran).* in [\d.]+s")
_COUNT = re.compile(r"(\d+) (passed|failed|error)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the run, and the group that leaves it out."""

    name: str
    group: str
    command: Sequence[str]


@dataclass(slots=True)
class Outcome:
    """How a step ended; `closing` is pytest's own last line where the step was pytest."""

    name: str
    verdict: str
    seconds: float = 0.0
    closing: str = ""
    tests: Counter[str] = field(default_factory=Counter)


def run(*, without: Sequence[str], long: bool, words: Sequence[str]) -> int:
    """Run all checks but those left out, or pytest alone when words for it are given."""
    console = Console(highlight=False)
    root = source_root()
    trouble = _trouble(root, without)
    if root is None or trouble:
        print(trouble, file=sys.stderr)
        return 2
    environment = _environment(root, colour=console.is_terminal)
    if words:
        return subprocess.call(_python("pytest", *words), cwd=root, env=environment)
    outcomes = []
    for step in _steps(root, long):
        if step.group in without:
            outcomes.append(Outcome(step.name, "left out"))
            console.print(f"{step.name}: left out, as asked for by --without {step.group}")
        else:
            outcomes.append(_perform(step, root, environment, console))
    return _conclude(outcomes, console)


def source_root() -> Path | None:
    """The checkout this package runs from, or None where it was installed from a wheel."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def _trouble(root: Path | None, without: Sequence[str]) -> str:
    """Why the run cannot start, in one sentence; empty where it can."""
    unknown = [name for name in without if name not in GROUPS]
    if unknown:
        return f"--without {unknown[0]} is not known; these can be left out: {', '.join(GROUPS)}."
    if root is None:
        return "dvergar test needs the source: clone Dvergar and run ./dvergar test there."
    if importlib.util.find_spec("pytest") is None:
        return "The tools for the tests are not installed: run ./dvergar test in the checkout."
    return ""


def _environment(root: Path, *, colour: bool) -> dict[str, str]:
    """What all steps are told: where screenshots go, and to keep their colours on a terminal."""
    told = {"DVERGAR_SCREENSHOTS": str(root / "build" / "screenshots")}
    return {**os.environ, **told, **({"FORCE_COLOR": "1"} if colour else {})}


def _steps(root: Path, long: bool) -> list[Step]:
    """The whole run in its order: the quick answers first."""
    parallel = ("-n", "auto", "--maxprocesses=8", "--dist=worksteal", "--durations=10")
    steps = [
        Step("ruff check", "static", _python("ruff", "check", "--output-format=concise")),
        Step("ruff format", "static", _python("ruff", "format", "--check")),
        Step("mypy", "static", _python("mypy")),
        Step("import-linter", "static", [_script("lint-imports"), "--no-logo"]),
        Step(
            "tests of engine and server",
            "engine",
            _python(
                "pytest",
                *parallel,
                "-m",
                f"{ORDINARY} and not whole_games",
                "--cov",
                "--cov-report=term",
            ),
        ),
        Step(
            "tests by whole games",
            "engine",
            _python("pytest", *parallel, "-m", f"{ORDINARY} and whole_games"),
        ),
        Step(
            "tests of the compiled engine",
            "compiled",
            _python("pytest", *parallel, "-m", COMPILED, *OF_THE_ENGINE),
        ),
        Step(
            "tests in the browser",
            "browser",
            _python("pytest", "-n", "2", "--dist=worksteal", "--durations=10", "-m", "browser"),
        ),
    ]
    if (root / "mkdocs.yml").is_file():
        site = ("--strict", "--site-dir", "build/site")
        steps.append(Step("mkdocs", "docs", _python("mkdocs", "build", *site)))
    if long:
        patient = ("-o", "faulthandler_timeout=0")
        campaign = _python("pytest", *parallel, *patient, "-m", "long")
        steps.append(Step("long campaign", "long", campaign))
    return steps


def _python(module: str, *words: str) -> list[str]:
    """A tool as a module of this very Python, whatever PATH says."""
    return [sys.executable, "-m", module, *words]


def _script(name: str) -> str:
    """A tool that can only be called by its script."""
    return str(Path(sysconfig.get_path("scripts")) / name)


def _perform(step: Step, root: Path, environment: Mapping[str, str], console: Console) -> Outcome:
    """Announce a step, run it before everybody's eyes and say how it went and how long it took."""
    console.rule(f"[bold]{step.name}", align="left")
    started = time.monotonic()
    if step.group == "browser":
        code, output = _stream_with_chromium(step.command, root, environment)
    elif step.group in ("compiled", "long"):
        code, output = _stream_with_engine(step.command, root, environment)
    else:
        code, output = _stream(step.command, root, environment)
    outcome = Outcome(step.name, "failed" if code else "passed", time.monotonic() - started)
    if "pytest" in step.command:
        outcome.closing = closing_line(output)
        outcome.tests = count_tests(outcome.closing)
    console.print(f"{step.name}: {outcome.verdict} in {outcome.seconds:.1f} s")
    return outcome


def _stream_with_chromium(
    command: Sequence[str], root: Path, environment: Mapping[str, str]
) -> tuple[int, str]:
    """Run a command that is told where Chromium is; without one it fails before it starts."""
    chromium = provide_chromium(print)
    if chromium is None:
        print(MISSING)
        return 1, ""
    return _stream(command, root, {**environment, VARIABLE: str(chromium)})


def _stream_with_engine(
    command: Sequence[str], root: Path, environment: Mapping[str, str]
) -> tuple[int, str]:
    """Run a command that imports the compiled engine; without one it fails before it starts."""
    folder = provide_engine(root, print)
    if folder is None:
        return 1, ""
    path = os.pathsep.join(filter(None, [str(folder), environment.get("PYTHONPATH")]))
    return _stream(command, root, {**environment, "PYTHONPATH": path})


def _stream(command: Sequence[str], root: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a command, show what it says as it says it, and keep it."""
    kept = []
    with subprocess.Popen(
        command,
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
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
    for verdict in ("left out", "failed"):
        names = ", ".join(outcome.name for outcome in outcomes if outcome.verdict == verdict)
        print(f"Steps {verdict}: {names or 'none'}")
    print(f"{tests['passed']} passed, {tests['failed']} failed", flush=True)
    return int(any(outcome.verdict == "failed" for outcome in outcomes))
