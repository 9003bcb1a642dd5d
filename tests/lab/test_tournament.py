"""Tournaments: everybody meets whom they should, seats and deals are fair, the best comes first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dvergar.lab import Results, read_table, tournament
from dvergar.lab.confidence import Ratings
from dvergar.lab.journal import part_of
from dvergar.lab.tournament import swiss
from tests.lab.test_data import Stop, stop_after

GAME = "my_gold_mine"
TWO: dict[str, Any] = {"players": 2, "two_player_variant": False}
BOTS = ["random", "careful", "timid", "bold"]


def test_in_a_round_robin_every_table_plays_every_deal_from_every_seat(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    standings = tournament(GAME, {"players": 3}, BOTS, 1, deals=2, out=path)
    data = read_table(path)
    assert data.facts["command"] == (
        "dvergar tournament random careful timid bold --game my_gold_mine --deals 2 --seed 1 "
        "--players 3"
    )
    assert len(data.rows) == standings.results.games == 4 * 2 * 3
    assert len({row["seed"] for row in data.rows}) == 2, "all tables have the same deals"
    sat = Counter(
        (row["deal"], seat, row[f"seat{seat}_bot"]) for row in data.rows for seat in (1, 2, 3)
    )
    assert set(sat.values()) == {3}
    assert {row["table"] for row in data.rows} == {1, 2, 3, 4}


def test_the_strongest_is_rated_first_and_the_weakest_last() -> None:
    standings = tournament(GAME, TWO, BOTS, 1, deals=8)
    assert standings.order()[0] == "careful"
    assert standings.order()[-1] == "random"
    first, last = (standings.ratings.figure(bot) for bot in ("careful", "random"))
    assert first.low > last.high
    won, met = standings.ratings.above("careful", "random")
    assert met == 16
    assert won + standings.ratings.above("random", "careful")[0] == met


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_tournament_is_the_same_however_many_play_it(tmp_path: Path, rounds: int) -> None:
    told = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.csv"
        one = tournament(GAME, TWO, BOTS, 5, deals=2, rounds=rounds, jobs=jobs, out=path)
        told.append((path.read_bytes(), [one.ratings.figure(bot) for bot in BOTS], one.points))
    assert told[0] == told[1]


def test_a_tournament_that_is_stopped_goes_on(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.csv", tmp_path / "games.csv"
    how: dict[str, Any] = {"deals": 2, "rounds": 2}
    standings = tournament(GAME, TWO, BOTS, 5, out=whole, **how)
    with pytest.raises(Stop):
        tournament(GAME, TWO, BOTS, 5, out=path, on_game=stop_after(11), **how)
    assert part_of(path).exists()
    again = tournament(GAME, TWO, BOTS, 5, out=path, **how)
    assert again.results.fresh == 16 - 11
    assert again.results == standings.results
    assert path.read_bytes() == whole.read_bytes()


def test_in_a_swiss_tournament_nobody_meets_twice_while_that_can_be_helped() -> None:
    bots = list(range(6))
    met: set[frozenset[int]] = set()
    for _ in range(5):
        tables, resting = swiss(bots, 2, met, [0] * 6)
        assert resting == []
        pairs = {frozenset(table) for table in tables}
        assert not pairs & met
        met |= pairs
    assert len(met) == 15, "after five rounds everybody has met everybody"
    tables, _ = swiss(bots, 2, met, [0] * 6)
    assert tables == [(0, 1), (2, 3), (4, 5)]


def test_with_an_odd_number_everybody_rests_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tournament(GAME, TWO, BOTS[:3], 1, deals=1, rounds=3, out=path)
    rows = read_table(path).rows
    playing = [{row["seat1_bot"] for row in rows if row["round"] == one} for one in (1, 2, 3)]
    assert sorted(next(iter(set(BOTS[:3]) - bots)) for bots in playing) == sorted(BOTS[:3])


def test_alone_the_points_on_the_same_deal_decide() -> None:
    standings = tournament("cave_vs_cave", {"players": 1}, ["random", "greedy"], 1, deals=3)
    assert standings.order() == ["greedy", "random"]
    assert standings.ratings.above("greedy", "random") == (3.0, 3)
    late = ["tests.lab.strange_bots:ComesLate", "random"]
    some = tournament("cave_vs_cave", {"players": 1}, late, 1, deals=6)
    met = some.ratings.above(*late)[1]
    assert met == some.results.tallies[late[0]].seats < 6, "a deal counts where both have played"


def test_a_bot_that_fails_leaves_the_games_of_the_others() -> None:
    bots = ["tests.lab.strange_bots:Crashes", "careful", "random"]
    heard: list[Results] = []
    standings = tournament(GAME, TWO, bots, 1, deals=2, on_game=heard.append)
    assert len(heard) == 12, "every game is heard of"
    assert len(standings.results.failures) == 8
    assert standings.results.games == standings.ratings.above("careful", "random")[1] == 4


def test_ratings_hang_on_ranks_alone() -> None:
    three = Ratings(["a", "b", "c"])
    three.count(["c", "a", "b"], [1, 2, 2])
    assert three.figure("c").value > three.figure("a").value == three.figure("b").value
    assert three.above("a", "b") == (0.5, 1)
