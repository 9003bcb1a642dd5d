"""Anybody's bot can play in the laboratory, and one that does not play harms nobody else."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar import bots
from dvergar.bots import plugins
from dvergar.bots.plugins import ProcessBot
from dvergar.core.errors import BotFailed, DvergarError, UnknownBot
from dvergar.lab import players, simulate
from tests.lab.strange_bots import (
    Cheats,
    ComesLate,
    Crashes,
    CrashesInTheThirdRound,
    Digger,
    First,
    Leaves,
    Nth,
)

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "docs/examples"
TWO: dict[str, Any] = {"players": 2}
MINE = "my_gold_mine"
FILE = str(HERE / "strange_bots.py")


@pytest.mark.parametrize("spec", [f"{FILE}:First", "tests.lab.strange_bots:First"])
def test_a_bot_is_taken_from_a_file_or_a_module(spec: str) -> None:
    results = simulate(MINE, TWO, [spec, "random"], games=4, seed=1)
    assert results.tallies[spec].seats == 4
    assert not results.failed


def test_limits_stand_behind_the_class() -> None:
    bot: Any = bots.load(f"{FILE}:Nth:number=3", seed=7)
    assert (bot.seed, bot.number) == (7, 3)
    with pytest.raises(UnknownBot, match="has no limit “nodes”; its limits are: number"):
        bots.load(f"{FILE}:Nth:nodes=3", seed=7)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nowhere.py:First", "cannot be loaded: FileNotFoundError: there is no file"),
        ("no.such.module:First", "cannot be loaded: ModuleNotFoundError"),
        (f"{FILE}:Second", "it contains no “Second”"),
        (f"{FILE}:NO_BOT", "is not a bot: it has no method “choose”"),
        ("search:nodes", "limits are numbers"),
        ("clever", "There is no bot called “clever”"),
    ],
)
def test_what_is_no_bot_is_refused_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence):
        bots.load(spec, 1, MINE)


def test_a_page_can_ask_for_no_bot_that_runs_code() -> None:
    for spec in (f"{FILE}:First", "tests.lab.strange_bots:First", "run:touch harm"):
        with pytest.raises(UnknownBot):
            bots.make(spec, 1, MINE)


def test_an_installed_package_announces_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        EntryPoint("first", "tests.lab.strange_bots:First", "dvergar.bots"),
        EntryPoint("broken", "tests.lab.nowhere:First", "dvergar.bots"),
    ]
    monkeypatch.setattr(plugins, "entry_points", lambda **_: entries)
    plugins.announced.cache_clear()
    try:
        assert bots.names(MINE)[-1] == "first", "one that cannot be loaded is not offered"
        assert isinstance(bots.make("first", 1, MINE), First)
        with pytest.raises(UnknownBot, match="“broken” cannot be loaded"):
            bots.make("broken", 1, MINE)
    finally:
        plugins.announced.cache_clear()
        plugins.load_announced.cache_clear()


def test_a_bot_is_offered_for_the_games_that_it_says_it_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = EntryPoint("digger", "tests.lab.strange_bots:Digger", plugins.ENTRY_POINT_GROUP)
    monkeypatch.setattr(plugins, "entry_points", lambda **_: [entry])
    plugins.announced.cache_clear()
    try:
        assert "digger" in bots.names(MINE)
        assert "digger" not in bots.names("caverna")
        assert isinstance(bots.make("digger", 1, MINE), Digger)
        for spec in ("digger", f"{FILE}:Digger"):
            with pytest.raises(UnknownBot, match="does not play caverna; it plays: my_gold_mine"):
                bots.load(spec, 1, "caverna")
    finally:
        plugins.announced.cache_clear()
        plugins.load_announced.cache_clear()


def test_a_bot_that_was_made_plays_the_same_in_one_process_and_in_two() -> None:
    bot = Nth(number=1)
    alone = simulate(MINE, TWO, [bot, First], games=6, seed=3)
    spread = simulate(MINE, TWO, [bot, First], games=6, seed=3, jobs=2)
    assert alone == spread
    assert set(alone.tallies) == {"Nth", "First"}
    assert bot.asked == 0, "it is copied for every game"


def test_a_bot_that_cannot_be_sent_is_refused_before_anything_is_played() -> None:
    class Local(First):
        pass

    with pytest.raises(DvergarError, match="“Local” cannot be sent to other processes"):
        simulate(MINE, TWO, [Local()], games=2, seed=1, jobs=2)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (Crashes(), "The bot “Crashes” could not answer: KeyError: 'gold'."),
        (Leaves(), "The bot “Leaves” exited without an answer (code 3)."),
        (Cheats(), "The bot “Cheats” chose “small step”, which is not possible now."),
    ],
)
def test_a_bot_that_does_not_play_is_named_in_a_sentence(bot: Any, sentence: str) -> None:
    results = simulate(MINE, TWO, [bot, "random"], games=2, seed=1)
    assert results.games == 0
    assert results.failed == [(0, sentence), (1, sentence)]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no alarm")
def test_a_bot_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOVE_TIMEOUT_S", 0.2)
    results = simulate(MINE, TWO, [f"{FILE}:Hangs", "random"], games=1, seed=1)
    assert "did not answer within 0.2 seconds" in results.failed[0][1]


def test_a_bot_that_cannot_be_made_every_time_fails_in_those_games_alone() -> None:
    results = simulate(MINE, TWO, [ComesLate, "random"], games=8, seed=1)
    assert 0 < results.games < 8
    assert {why for _, why in results.failed} == {
        "The bot “ComesLate” cannot be loaded: RuntimeError: no seat for me."
    }


def test_the_games_of_the_others_are_kept() -> None:
    results = simulate(MINE, {"players": 3}, [CrashesInTheThirdRound, "random"], games=4, seed=1)
    assert [why for _, why in results.failed] == [
        "The bot “CrashesInTheThirdRound” could not answer: ValueError: too tired."
    ] * len(results.failed)
    assert results.failed
    others = simulate(MINE, {"players": 3}, ["random"], games=4, seed=1)
    assert others.games == 4


def line_bots() -> list[Any]:
    node = shutil.which("node")
    python = f"run:{sys.executable} {EXAMPLES / 'line_bot.py'}"
    script = f"run:{node} {EXAMPLES / 'line_bot.js'}"
    skip = pytest.mark.skipif(node is None, reason="there is no Node here")
    return [pytest.param(python, id="Python"), pytest.param(script, id="JavaScript", marks=skip)]


@pytest.mark.parametrize("spec", line_bots())
@pytest.mark.parametrize("game", [MINE, "cave_vs_cave"])
def test_a_program_of_any_language_plays_by_lines_of_json(spec: str, game: str) -> None:
    results = simulate(game, TWO, [spec, "random"], games=2, seed=1)
    assert results.failed == []
    assert results.tallies[spec].seats == 2


def program(path: Path, *lines: str) -> ProcessBot:
    path.write_text("import sys, time\n" + "\n".join(lines), "utf-8")
    return ProcessBot(f"{sys.executable} {path}", seconds=5)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["print('dig', flush=True)", "time.sleep(9)"], "answered “dig”, which is not a line"),
        (['print(\'{"move": "fly"}\', flush=True)', "time.sleep(9)"], "chose “fly”"),
        (["sys.exit(3)"], r"exited without an answer \(code 3\)"),
    ],
)
def test_a_program_that_does_not_play_is_named_in_a_sentence(
    tmp_path: Path, lines: list[str], sentence: str
) -> None:
    bot = program(tmp_path / "bot.py", *lines)
    with pytest.raises(BotFailed, match=sentence):
        bot.choose(dvergar.game(MINE).start(1))
    bot.close()


def test_a_program_that_is_silent_is_ended(tmp_path: Path) -> None:
    bot = program(tmp_path / "bot.py", "time.sleep(60)")
    bot.seconds = 0.3
    with pytest.raises(BotFailed, match=r"did not answer within 0\.3 seconds"):
        bot.choose(dvergar.game(MINE).start(1))
    assert bot._process is None


def test_a_program_that_is_not_there_cannot_be_started() -> None:
    with pytest.raises(BotFailed, match="cannot be started"):
        ProcessBot("/no/such/program").choose(dvergar.game(MINE).start(1))
