"""What a simulation writes: the same whoever played it, kept when stopped, read back whole."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

from dvergar.core.chance import derive
from dvergar.core.extras import MissingExtra
from dvergar.core.registry import info
from dvergar.lab import DataError, Played, Results, playing, read_table, simulate
from dvergar.lab.files import common_facts
from dvergar.lab.journal import Journal, part_of
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from dvergar.lab.tables import description
from tests.lab.strange_bots import Dies

MINE: dict[str, Any] = {"players": 2, "two_player_variant": False}
BOTS = ["careful", "random"]


def played(path: Path, games: int = 6, **more: Any) -> Results:
    return simulate("my_gold_mine", MINE, BOTS, games, 1, out=path, **more)


def test_a_row_tells_a_game_seat_by_seat(tmp_path: Path) -> None:
    out, moves = tmp_path / "games.parquet", tmp_path / "moves.parquet"
    caverna: dict[str, Any] = {"players": 2, "tiles": "introductory"}
    results = simulate("caverna", caverna, ["random", "greedy"], 2, 4, out=out, moves=moves)
    data, steps = read_table(out), read_table(moves)
    facts = data.facts
    assert (facts["game"], facts["rules"], facts["seed"]) == ("caverna", 4, 4)
    assert facts["dvergar"]
    assert facts["command"] == (
        "dvergar simulate caverna --bots random,greedy --games 2 --seed 4 "
        "--players 2 --option tiles=introductory"
    )
    first, second = data.rows
    assert [first["deal"], second["deal"]] == [0, 0]
    assert first["seed"] == second["seed"] == derive(4, 0)
    assert (first["seat1_bot"], second["seat1_bot"]) == ("random", "greedy")
    lines = [name for name in first if name.startswith("seat1_score_")]
    assert sum(first[line] for line in lines) == first["seat1_points"]
    assert 2 + len(first["seat1_children"]) == first["seat1_score_dwarfs"]
    assert len(first["seat2_opening"]) == 5
    assert len(first["seat2_tiles"]) == len(first["seat2_tiles_rounds"])
    assert sum(row["moves"] for row in data.rows) == results.moves == len(steps.rows)
    opening = first[f"seat{first['first_seat']}_opening"]
    assert steps.rows[0]["name"] == f"place {opening[0]}"
    assert {row["bot"] for row in steps.rows if row["game"] == 1} == {"random", "greedy"}


def test_moves_come_with_nodes_and_time_of_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    simulate("cave_vs_cave", {"players": 1}, ["search:nodes=20"], 1, 1, moves=path)
    data = read_table(path)
    assert data.facts["varies"] == ["seconds"]
    nodes = [row["nodes"] for row in data.rows]
    assert max(one for one in nodes if one is not None) >= 20
    assert 0 in nodes, "an answer that was thought of before costs nothing"
    assert all(row["seconds"] > 0 for row in data.rows)
    assert any(row["expected"] for row in data.rows)


def test_files_are_the_same_however_many_processes_play(tmp_path: Path) -> None:
    for jobs in (1, 2, 3):
        out, moves = tmp_path / f"games{jobs}.parquet", tmp_path / f"moves{jobs}.csv"
        played(out, 9, jobs=jobs, moves=moves)
    one, two, three = (tmp_path / f"games{jobs}.parquet" for jobs in (1, 2, 3))
    assert one.read_bytes() == two.read_bytes() == three.read_bytes()
    steps = [read_table(tmp_path / f"moves{jobs}.csv").rows for jobs in (1, 2, 3)]
    for rows in steps:
        for row in rows:
            del row["seconds"]
    assert steps[0] == steps[1] == steps[2]


def test_all_kinds_of_files_hold_the_same(tmp_path: Path) -> None:
    paths = [tmp_path / f"games.{kind}" for kind in ("parquet", "csv", "jsonl")]
    for path in paths:
        played(path)
    one, two, three = map(read_table, paths)
    assert one == two == three
    with paths[1].open(newline="") as file:
        assert next(csv.DictReader(file))["seat2_bot"] == "random"
    assert description(paths[1]).exists()
    assert description(paths[2]).exists()


def test_games_behind_a_slow_one_are_remembered_by_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "MAX_WAITING_GAMES", 0)
    assert played(tmp_path / "games.csv", 9, jobs=2) == played(tmp_path / "again.csv", 9)


class Stop(Exception):
    pass


def stop_after(games: int) -> Any:
    def heard(results: Results) -> None:
        if results.games == games:
            raise Stop

    return heard


def test_what_is_stopped_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.csv", tmp_path / "games.csv"
    results = played(whole, 8)
    with pytest.raises(Stop):
        played(path, 8, on_game=stop_after(3))
    with pytest.raises(DataError, match="not finished yet"):
        read_table(path)
    with part_of(path).open("ab") as file:
        file.write(b'{"number": 5, "row": {"ga')  # the plug was pulled in the middle of a line
    assert not path.exists()
    again = played(path, 8)
    assert again == results
    assert (again.fresh, again.games) == (5, 8)
    assert path.read_bytes() == whole.read_bytes()
    assert not part_of(path).exists()


def test_observers_also_see_what_was_played_before_the_stop(tmp_path: Path) -> None:
    from tests.lab.test_simulate import Watcher

    path = tmp_path / "games.csv"
    with pytest.raises(Stop):
        simulate("my_gold_mine", MINE, BOTS, 4, 3, out=path, on_game=stop_after(2))
    seen: list[Played] = []

    class Seer(Watcher):
        def before(self, number: int, _state: Any) -> None:
            self.games.append(number)
            self.moves = []

        def after(self, played: Played, state: Any) -> None:
            super().after(played, state)
            seen.append(played)

    simulate("my_gold_mine", MINE, BOTS, 4, 3, out=path, observers=[Seer()])
    assert [one.number for one in seen] == [0, 1, 2, 3]


def test_what_is_finished_is_refused_and_replaced_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    played(path)
    before = path.read_bytes()
    with pytest.raises(DataError, match="already finished; name another file, or use --overwrite"):
        played(path)
    played(path, overwrite=True)
    assert path.read_bytes() == before


def test_what_another_command_began_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with pytest.raises(Stop):
        played(path, on_game=stop_after(2))
    with pytest.raises(DataError, match=r"begun by another command \(seed differs\)"):
        simulate("my_gold_mine", MINE, BOTS, 6, 2, out=path)
    with pytest.raises(DataError, match=r"begun by another command \(game differs\)"):
        simulate("cave_vs_cave", {"players": 2}, ["random"], 6, 1, out=path)
    assert simulate("my_gold_mine", MINE, BOTS, 6, 2, out=path, overwrite=True).fresh == 6


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no line\n", "is damaged and cannot be continued"),
        ('{"format": "dvergar-data"}\nrubbish\n', "begun by another command"),
    ],
)
def test_a_journal_that_makes_no_sense_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "games.csv"
    part_of(path).write_text(text)
    with pytest.raises(DataError, match=sentence):
        played(path)
    assert played(path, overwrite=True).games == 6


def test_files_that_cannot_be_written_are_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match=r"cannot be written: Not a directory|File exists"):
        played(tmp_path / "file" / "games.csv")
    with pytest.raises(DataError, match=r"cannot be written: Not a directory|File exists"):
        played(tmp_path / "games.csv", moves=tmp_path / "file" / "moves.csv")
    with pytest.raises(DataError, match="is named twice"):
        played(tmp_path / "games.csv", moves=tmp_path / "games.csv")
    with pytest.raises(DataError, match="cannot be written: Not a directory"):
        simulate("my_gold_mine", MINE, BOTS, 1, 1, save=tmp_path / "file")
    with pytest.raises(DataError, match="does not say which kind"):
        played(tmp_path / "games.xlsx")


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_a_file_that_cannot_be_read_is_named_in_a_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_table(path)
    played(path)
    path.write_bytes(path.read_bytes()[:200] + b'"\0{')
    with pytest.raises(DataError, match="is damaged or contains no Dvergar data"):
        read_table(path)
    path.with_name(f"{path.name}-metadata.json").unlink(missing_ok=True)
    if kind != "parquet":
        with pytest.raises(DataError, match=r"The description of .* is missing"):
            read_table(path)


def test_parquet_without_its_library_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"This needs pyarrow.*: pip install dvergar\[data\]"):
        played(tmp_path / "games.parquet")
    assert played(tmp_path / "games.csv").games == 6


def test_a_failed_game_has_a_row_that_says_why(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    bots = ["tests.lab.strange_bots:CrashesInTheThirdRound", "random"]
    results = simulate("my_gold_mine", {"players": 3}, bots, 4, 1, out=path)
    rows = read_table(path).rows
    assert len(rows) == 4
    why = {row["game"]: row["failed"] for row in rows if row["failed"]}
    assert why == dict(results.failed)
    assert why


def test_a_bot_that_takes_its_process_with_it_harms_nobody_else() -> None:
    games = 8
    results = simulate("my_gold_mine", MINE, [Dies, "random"], games, 3, jobs=2)
    assert results.games + len(results.failures) == games
    assert results.games > 0
    assert {why for _, why in results.failed} == {
        "The process in which Dies, random was playing has crashed twice in this game."
    }


def test_every_item_of_any_work_comes_once() -> None:
    items = list(range(-40, 0))
    done = list(run_parallel(abs, items, info("caverna"), Workers(jobs=2), most=7))
    assert sorted(item for item, _ in done) == items
    assert all(not isinstance(value, WorkerDied) and value == -item for item, value in done)


def test_a_line_of_a_journal_is_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with pytest.raises(Stop):
        played(path, on_game=stop_after(2))
    facts, *lines = map(json.loads, part_of(path).read_text("utf-8").splitlines())
    assert facts["seed"] == 1
    assert [line["number"] for line in lines] == [0, 1]


def test_bots_that_look_at_the_clock_are_named() -> None:
    bots = ["search:seconds=1", "search:nodes=9", "expert", "random"]
    assert common_facts("caverna", {"players": 2}, bots)["clock"] == ["search:seconds=1", "expert"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock")
def test_two_commands_do_not_write_the_same_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with (
        Journal(part_of(path), {}),
        pytest.raises(DataError, match="Another process is writing"),
    ):
        played(path)
