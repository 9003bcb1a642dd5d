"""`./dvergar test`: which tests words choose, what options leave out, how it ends."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.testing import chromium, compiled_engine, runner
from tools.testing.__main__ import main
from tools.testing.steps import (
    CHROMIUM,
    ENGINE,
    GROUPS,
    OF_THE_ENGINE,
    Step,
    chosen_by_words,
    whole_run,
)

ROOT = Path(__file__).parents[2]
BROWSER = "tests/browser/test_kill.py"
COMPILED = "tests/compiled"
GAMES = "tests/games"


def chosen(typed: str, *, long: bool = False, without: Sequence[str] = ()) -> list[Step]:
    return chosen_by_words(typed.split(), ROOT, long=long, without=without)


def names(steps: Sequence[Step]) -> list[str]:
    return [step.name for step in steps]


def marks(step: Step) -> str:
    """The last `-m` of a pytest command, which is the one that counts."""
    command = [*step.command]
    return command[len(command) - command[::-1].index("-m")]


def collected(words: Sequence[str]) -> list[str]:
    """The tests that pytest would run."""
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in said.stdout.splitlines() if "::" in line]


def test_the_command_line_hands_words_and_options_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def note(**words: object) -> int:
        asked.append(words)
        return 3

    monkeypatch.setattr("tools.testing.__main__.run", note)
    assert main(["--without", "browser", "--without", "docs", "--long"]) == 3
    main(["tests/core", "-k", "chance", "-x"])
    assert asked == [
        {"without": ["browser", "docs"], "long": True, "words": []},
        {"without": [], "long": False, "words": ["tests/core", "-k", "chance", "-x"]},
    ]


# What words choose.


@pytest.mark.parametrize("typed", ["tests", GAMES, "-k red_door", "tests/core/test_game.py -x"])
def test_words_run_ordinary_tests_and_nothing_that_takes_long(typed: str) -> None:
    (step,) = chosen(typed)
    assert marks(step) == "not browser and not long and not compiled"
    assert step.needs == ""


def test_words_reach_pytest_in_their_order() -> None:
    typed = f"{GAMES}/my_gold_mine/test_dig.py -k red --write-golden -x --maxfail=2 -n 0"
    (step,) = chosen(typed)
    assert " ".join(typed.split()) in " ".join(step.command)


def test_a_folder_is_tested_on_all_cores_and_a_file_in_one_process() -> None:
    assert "auto" in chosen(GAMES)[0].command
    assert "auto" not in chosen(f"{GAMES}/my_gold_mine/test_dig.py")[0].command
    assert "auto" not in chosen("-k red_door")[0].command


@pytest.mark.parametrize(
    "typed", [BROWSER, f"{BROWSER}::test_one", "tests/browser", "./" + BROWSER]
)
def test_a_path_into_the_browser_tests_chooses_them_alone(typed: str) -> None:
    (step,) = chosen(typed)
    assert (step.group, step.needs, marks(step)) == ("browser", CHROMIUM, "browser and not long")


def test_a_path_into_the_compiled_tests_compiles_the_engine_first() -> None:
    compiling, step = chosen(COMPILED)
    assert compiling.name == "compiling the engine"
    assert (step.group, step.needs, marks(step)) == ("compiled", ENGINE, "compiled and not long")


def test_paths_of_several_kinds_choose_each_kind_by_itself() -> None:
    assert names(chosen(f"{GAMES} {BROWSER} {COMPILED}")) == [
        "tests",
        "compiling the engine",
        "tests of the compiled engine",
        "tests in the browser",
    ]


@pytest.mark.parametrize("typed", ["-m whole_games", "-mwhole_games", "-m=whole_games"])
def test_a_mark_that_is_asked_for_narrows_the_choice(typed: str) -> None:
    (step,) = chosen(f"{typed} {GAMES}")
    assert marks(step) == "(whole_games) and not browser and not long and not compiled"
    assert GAMES in step.command


def test_the_long_campaign_runs_beside_words_only_where_it_is_asked_for() -> None:
    tests, compiling, campaign = chosen(GAMES, long=True)
    assert marks(tests) == "not browser and not long and not compiled"
    assert compiling.name == "compiling the engine"
    assert (marks(campaign), campaign.needs) == ("long", ENGINE)
    assert GAMES in campaign.command


def test_the_campaign_is_played_in_plain_python_where_the_compiled_engine_is_left_out() -> None:
    tests, campaign = chosen(GAMES, long=True, without=["compiled"])
    assert (tests.needs, campaign.needs) == ("", "")
    stages = whole_run(long=True, without=["compiled"])
    assert stages[-1][0].needs == ""
    assert whole_run(long=True)[-1][0].needs == ENGINE


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_left_out_is_left_out_beside_words_too(group: str) -> None:
    everything = f"{GAMES} {BROWSER} {COMPILED}"
    left = {step.group for step in chosen(everything, without=[group])}
    assert left == {"engine", "compiled", "browser"} - {group}


def test_the_docs_are_left_out_by_their_folder() -> None:
    (step,) = chosen("tests", without=["docs"])
    assert "--ignore=tests/docs" in step.command
    by_group = {step.name: step for stage in whole_run(long=True) for step in stage}
    assert "tests/docs" in by_group["tests of the docs"].command
    for name in ("tests of engine and server", "whole games and further cases"):
        assert "--ignore=tests/docs" in by_group[name].command


def test_nothing_left_to_run_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.run(without=["browser"], long=False, words=[BROWSER]) == 2
    assert capsys.readouterr().err == f"{runner.NOTHING_LEFT}\n"


def test_the_campaigns_of_a_folder_are_not_among_its_tests() -> None:
    folder = f"{GAMES}/my_gold_mine/test_invariants.py"
    ordinary, everything = collected(chosen(folder)[0].command[3:]), collected([folder, "-m", ""])
    campaigns = set(everything) - set(ordinary)
    assert ordinary
    assert len(campaigns) > 0
    assert set(collected([folder, "-m", "long"])) == campaigns
    assert collected([folder]) == ordinary, "pytest by itself keeps to the same"


# How a part ends.


def ending(monkeypatch: pytest.MonkeyPatch, typed: str, *codes: int) -> int:
    """How the tests of some words end, where their steps end with these codes."""
    left = list(codes)
    monkeypatch.setattr("tools.testing.runner.subprocess.call", lambda *_, **__: left.pop(0))
    monkeypatch.setattr(chromium, "provide_chromium", lambda _: Path("/chromium"))
    code = runner.run(without=[], long=False, words=typed.split())
    assert left == []
    return code


def test_the_exit_code_of_a_part_is_that_of_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ending(monkeypatch, GAMES, 0) == 0
    assert ending(monkeypatch, GAMES, 1) == 1
    assert ending(monkeypatch, GAMES, 5) == 5


def test_no_tests_of_one_kind_are_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ending(monkeypatch, f"{GAMES} {BROWSER}", 5, 0) == 0
    assert ending(monkeypatch, f"{GAMES} {BROWSER}", 0, 1) == 1
    assert ending(monkeypatch, f"{GAMES} {BROWSER}", 5, 5) == 5


# The whole run.


def test_every_group_leaves_out_some_step_of_the_whole_run() -> None:
    groups = [step.group for stage in whole_run(long=False) for step in stage]
    assert set(groups) == set(GROUPS)
    assert "long" not in groups


KNOWN = ("whole_games", "further_case", "fast_engine", "plain", "compiled", "browser", "long")
MARKS = [
    *("", "further_case", "further_case plain", "further_case fast_engine whole_games"),
    "further_case fast_engine",
    *("whole_games", "plain", "plain whole_games", "fast_engine whole_games"),
    *("browser further_case", "compiled", "browser", "browser whole_games"),
    *("long", "long whole_games", "long plain"),
]


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("marked", MARKS, ids=lambda marked: marked or "unmarked")
def test_no_test_falls_between_the_steps_of_the_whole_run(marked: str, long: bool) -> None:
    steps = [step for stage in whole_run(long=long) for step in stage]
    known = dict.fromkeys(KNOWN, False)
    known |= dict.fromkeys(marked.split(), True)
    running = [
        step.name for step in steps if "pytest" in step.command and eval(marks(step), {}, known)
    ]
    assert running or (not long and "long" in marked), "somebody runs it"
    again = {"tests of the compiled engine", "tests of the docs"}  # these choose by folder
    assert len([name for name in running if name not in again]) <= 1


def test_without_the_compiled_engine_the_plain_one_plays_its_games() -> None:
    games = [
        {step.name: step for stage in whole_run(long=False, without=without) for step in stage}
        for without in ([], ["compiled"])
    ]
    assert "not fast_engine" in marks(games[0]["tests of engine and server"])
    assert "fast_engine" not in marks(games[1]["tests of engine and server"])


def test_the_compiled_engine_has_all_games_that_it_plays_alone() -> None:
    files = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"^(@|pytestmark).*fast_engine", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert files
    assert all(file.startswith(OF_THE_ENGINE) for file in files)
    assert (
        collected([*files, "-m", "fast_engine and (plain or not (whole_games or further_case))"])
        == []
    )


def test_steps_side_by_side_keep_their_words_together(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    talk = "import time\nfor n in range(3): print('{0}', n, flush=True); time.sleep(0.05)"
    steps = [
        Step(name, "static", [sys.executable, "-c", talk.format(name)]) for name in ("one", "two")
    ]
    monkeypatch.setattr(runner, "whole_run", lambda **_: [steps])
    assert runner.run(without=[], long=False, words=[]) == 0
    said = capfd.readouterr().out
    assert "one 0\none 1\none 2\n" in said
    assert "two 0\ntwo 1\ntwo 2\n" in said
    assert said.rstrip().endswith("0 passed, 0 failed")


FLAKY = """
from pathlib import Path
import pytest

@pytest.mark.browser
def test_page():
    tried = Path(__file__).with_name("tried")
    tried.write_text(tried.read_text() + "x" if tried.exists() else "x")
    assert len(tried.read_text()) >= {needed}

@pytest.mark.browser
@pytest.mark.parametrize("name", ["a - b"])
def test_other(name): pass
"""


@pytest.mark.parametrize(
    ("needed", "verdict", "closing"), [(2, 0, "2 passed, 0 failed"), (3, 1, "1 passed, 1 failed")]
)
def test_a_test_may_fail_once_beside_others_and_is_named(
    needed: int,
    verdict: int,
    closing: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = tmp_path / "test_flaky.py"
    file.write_text(FLAKY.format(needed=needed), "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--rootdir",
        str(tmp_path),
        "-m",
        "browser",
        str(file),
    ]
    step = Step("pages", "browser", command, again=True)
    monkeypatch.setattr(runner, "whole_run", lambda **_: [[step]])
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    assert runner.run(without=[], long=False, words=[]) == verdict
    said = capfd.readouterr().out
    assert said.rstrip().endswith(closing)
    unsteady = "Unsteady, passed only by themselves: test_flaky.py::test_page\n"
    assert (unsteady in said) == (verdict == 0)


def run_again(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The verdict of a run whose only step is a folder's tests, and may be asked once more."""
    command = [sys.executable, "-m", "pytest", "--rootdir", str(folder), "-m", "not long", *words]
    step = Step("pages", "engine", [*command, str(folder)], again=True)
    monkeypatch.setattr(runner, "whole_run", lambda **_: [[step]])
    monkeypatch.setattr(runner, "ROOT", folder)
    return runner.run(without=[], long=False, words=[])


def test_a_test_that_fails_and_leaves_a_broken_end_is_asked_once_more_too(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = "\n@pytest.fixture(autouse=True)\ndef end():\n    yield\n    test_page()\n"
    (tmp_path / "test_flaky.py").write_text(FLAKY.format(needed=3) + broken, "utf-8")
    assert run_again(tmp_path, monkeypatch, "-k", "page") == 0
    assert capfd.readouterr().out.rstrip().endswith("1 passed, 0 failed")


def test_a_failure_that_cannot_be_asked_again_by_name_is_not_passed_over(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    flaky = FLAKY.format(needed=2) + '\ndef told():\n    """\n    >>> 1\n    2\n    """\n'
    (tmp_path / "test_flaky.py").write_text(flaky, "utf-8")
    assert run_again(tmp_path, monkeypatch, "--doctest-modules") == 1
    assert capfd.readouterr().out.rstrip().endswith("1 passed, 2 failed")


def test_the_pythons_of_a_run_keep_their_bytecode_for_each_other(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = "import sys; print('no bytecode:', sys.dont_write_bytecode)"
    step = Step("asking", "static", [sys.executable, "-c", asked])
    monkeypatch.setattr(runner, "whole_run", lambda **_: [[step]])
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert runner.run(without=[], long=False, words=[]) == 0
    assert "no bytecode: False\n" in capfd.readouterr().out


def test_a_failed_step_fails_the_run_and_the_others_run_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    good, bad = ([sys.executable, "-c", f"raise SystemExit({code})"] for code in (0, 1))
    stages = [[Step("bad", "static", bad)], [Step("good", "docs", good)]]
    monkeypatch.setattr(runner, "whole_run", lambda **_: stages)
    assert runner.run(without=[], long=False, words=[]) == 1
    said = capfd.readouterr().out
    assert "Steps failed: bad\n" in said
    assert "good: passed" in said
    assert runner.run(without=["static"], long=False, words=[]) == 0
    assert "Steps left out: bad\n" in capfd.readouterr().out


def test_tests_of_the_compiled_engine_never_run_without_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    step = Step("compiled tests", "compiled", [sys.executable, "-c", ""], needs=ENGINE)
    monkeypatch.setattr(runner, "whole_run", lambda **_: [[step]])
    monkeypatch.setattr(compiled_engine, "FOLDER", tmp_path / "nothing")
    assert runner.run(without=[], long=False, words=[]) == 1
    assert "The compiled engine is not there" in capfd.readouterr().out


def test_every_case_of_a_test_but_the_first_is_marked() -> None:
    further = collected(["tests/cli/test_perft.py", "-m", "further_case"])
    assert [name.partition("::")[2] for name in further] == [
        "test_the_numbers_are_those_of_the_golden_file[4]",
        "test_an_unknown_move_is_refused_with_a_sentence[de]",
        "test_an_unknown_move_is_refused_with_a_sentence[fr]",
    ]


def test_further_cases_of_the_engine_are_asked_of_the_compiled_one_alone() -> None:
    cases = ["tests/games/my_gold_mine/test_setup.py", "-m", "further_case"]
    assert collected(cases)
    assert collected([*cases[:2], "further_case and not fast_engine"]) == []
    plain = ["tests/games/cave_vs_cave/test_rulebook.py", "-m", "further_case and fast_engine"]
    assert collected(plain) == []


# Time limits.


def test_a_test_that_hangs_fails(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text("def test_hanging():\n    while True: ...\n")
    settings = ["-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "--timeout=1"]
    said = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    assert re.search(r"Failed: Timeout \(>1.0s\)", said.stdout)


def test_every_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    ordinary = float(request.config.getini("timeout"))
    assert 0 < ordinary < float(request.config.getini("faulthandler_timeout"))
