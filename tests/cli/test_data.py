"""Data on the command line: what is stopped is kept, and the same command goes on."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from dvergar.lab import read_table
from dvergar.lab.journal import part_of
from tests.cli import test_cli
from tests.cli.test_cli import AT_A_TERMINAL, Dvergar, start

type_in = test_cli.type_in

TABLE = ("simulate", "my_gold_mine", "--bots", "careful,random", "--jobs", 2)
GAMES = ("--games", 3_000)


def wait_for_lines(part: Path, lines: int) -> None:
    deadline = time.monotonic() + 60
    while not part.exists() or part.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send")
def test_killed_in_the_middle_the_same_command_goes_on(type_in: Dvergar, tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    process = start(*TABLE, "--games", 3_000, "--out", out)
    wait_for_lines(part_of(out), 5)
    process.kill()
    process.communicate(timeout=60)
    kept = part_of(out).read_bytes().count(b"\n") - 1
    assert 0 < kept < 3_000
    said = type_in(*TABLE, "--games", kept + 4, "--out", out)  # fewer than before is enough
    assert said.code == 0
    assert f"{kept} of them were played earlier." in said.out
    assert f"The table is in {out}." in said.out
    data = read_table(out)
    assert [row["game"] for row in data.rows] == list(range(kept + 4))
    whole = tmp_path / "whole.csv"
    type_in(*TABLE, "--games", kept + 4, "--out", whole, "--seed", data.facts["seed"])
    assert whole.read_bytes() == out.read_bytes()
    assert "is already finished" in type_in(*TABLE, *GAMES, "--out", out).err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send")
def test_ctrl_c_says_that_nothing_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    process = start(*TABLE, *GAMES, "--out", out, code=AT_A_TERMINAL, start_new_session=True)
    wait_for_lines(part_of(out), 5)
    os.killpg(process.pid, signal.SIGINT)
    said, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == ""
    kept = part_of(out).read_bytes().count(b"\n") - 1
    assert f"Stopped after {kept} games; these games are kept, and the same command" in err
    assert "Traceback" not in err


def test_a_tournament_shows_table_cross_table_and_chart(type_in: Dvergar) -> None:
    words = ("tournament", "careful", "random", "bold", "--game", "my_gold_mine", "--deals", 3)
    said = type_in(*words, "--seed", 1, "--jobs", 1)
    assert said.code == 0
    for bot in ("careful", "random", "bold"):
        assert said.out.count(bot) == 3, "in the table, the cross table and the chart"
    assert "placed ahead of the bot in the column" in said.out
    assert "●" in said.out
    assert "18 games with seed 1" in said.out
    assert "Cotes de" in type_in(*words, "--seed", 1, "--jobs", 1, "--lang", "fr").out
    solo = ("tournament", "random", "greedy", "--game", "cave_vs_cave", "--players", 1)
    alone = type_in(*solo, "--deals", 1, "--jobs", 1)
    assert "Rating" in alone.out
    assert "Games won" not in alone.out, "everybody would"


def test_scores_come_with_intervals_and_by_seat(type_in: Dvergar) -> None:
    said = type_in(*TABLE, "--games", 12, "--seed", 1)
    assert said.out.count("careful") == 3, "in all, and from each of two seats"
    assert "19 times out of 20" in said.out
    assert "12 games with seed 1" in said.out


def test_a_long_name_is_never_cut(type_in: Dvergar) -> None:
    names = "cunning:nodes=1,cunning:nodes=2"
    played = ("--game", "my_gold_mine", "--players", 2, "--deals", 1, "--jobs", 1)
    said = type_in("simulate", "my_gold_mine", "--bots", names, "--games", 2, "--jobs", 1)
    assert "nodes=" in said.out
    assert "…" not in said.out
    assert "…" not in type_in("tournament", *names.split(","), "random", *played).out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--out", "games.xlsx"], "does not say which kind"),
        (["--out", "pyproject.toml/games.csv"], "cannot be written"),
        (["--on", "tcp://127.0.0.1:1"], "No scheduler answers at tcp://127.0.0.1:1"),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(
    type_in: Dvergar,
    words: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("dvergar.lab.parallel.CONNECT_TIMEOUT_S", 1)
    said = type_in(*TABLE, "--games", 2, *words)
    assert said.code == 2
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("bold --game my_gold_mine", "needs at least 2 bots"),
        ("bold bold --game my_gold_mine", "bold takes part twice"),
        ("bold clever --game my_gold_mine", "There is no bot called “clever”"),
        ("bold --game chess", "There is no game called “chess”"),
        ("random greedy --game caverna --players 1 --swiss 2", "needs opponents"),
        ("random --game my_gold_mine --deals 0", "--deals cannot have this value"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_one_sentence(
    type_in: Dvergar, words: str, sentence: str
) -> None:
    said = type_in("tournament", *words.split())
    assert said.code == 2
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1


def test_a_report_is_written_beside_its_table(type_in: Dvergar, tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    type_in(*TABLE[:-2], "--jobs", 1, "--games", 4, "--out", games)
    said = type_in("report", games, "--lang", "fr")
    assert said.code == 0
    assert f"Le rapport est dans {games.with_suffix('.html')}." in said.out
    assert "ce que montrent les parties" in games.with_suffix(".html").read_text("utf-8")
    assert "cannot be written" in type_in("report", games, "--out", tmp_path).err


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("no.parquet", "no.parquet cannot be read: No such file or directory."),
        ("pyproject.toml", "does not say which kind"),
        ("damaged.parquet", "is damaged or contains no Dvergar data; create it again."),
    ],
)
def test_what_is_no_data_gets_no_report(
    type_in: Dvergar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("damaged.parquet").write_bytes(b"PAR1 and nothing more PAR1")
    said = type_in("report", file)
    assert said.code == 2
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1
