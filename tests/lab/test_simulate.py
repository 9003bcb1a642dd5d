"""Simulations: the same however they are run, fair to every bot, and open to be looked at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import dvergar
from dvergar.core.chance import derive
from dvergar.core.errors import UnknownBot, UnknownGame
from dvergar.core.game import State
from dvergar.core.info import GameInfo
from dvergar.core.record import Record
from dvergar.lab import Observer, Played, Results, Simulation, Tally, benchmark, simulate
from dvergar.lab.confidence import mean
from tools import leaderboard

TWO = {"players": 2, "two_player_variant": False}


def test_results_are_the_same_in_one_process_and_in_several(tmp_path: Path) -> None:
    heard: list[int] = []

    def note(so_far: Results) -> None:
        heard.append(so_far.games)

    alone = simulate("my_gold_mine", TWO, ["random", "bold"], 25, 5, on_game=note)
    assert heard == list(range(1, 26)), "from the first game on"
    for jobs in (2, 3):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        assert alone == simulate(
            "my_gold_mine", TWO, ["random", "bold"], 25, 5, jobs=jobs, save=folder
        )
        records = [Record.load(file) for file in sorted(folder.iterdir())]
        assert [record.seed for record in records] == [derive(5, game // 2) for game in range(25)]
        assert sum(len(record.moves) for record in records) == alone.moves


def test_another_seed_gives_other_games() -> None:
    assert simulate("my_gold_mine", TWO, ["random"], 5, 1) != simulate(
        "my_gold_mine", TWO, ["random"], 5, 2
    )


def test_a_game_is_the_same_alone_and_among_others() -> None:
    simulation = Simulation("my_gold_mine", {"players": 3}, ["careful", "random", "bold"], 9)
    seventh = simulation.play(7).record
    for number in range(7):
        simulation.play(number)
    assert simulation.play(7).record == seventh
    end = seventh.verify()
    assert end.over
    assert seventh.seed == derive(9, 2), "three seatings play each deal"


def test_bots_go_round_the_seats() -> None:
    three = Simulation("my_gold_mine", {"players": 3}, ["careful", "bold", "random"], 1)
    seatings = [three.seats(number) for number in range(3)]
    for seat in range(3):
        assert {seats[seat] for seats in seatings} == {"careful", "bold", "random"}
    assert three.seats(3) == seatings[0]


@pytest.mark.parametrize(("bots", "players"), [(2, 3), (2, 6), (3, 2), (4, 3), (1, 5)])
def test_more_or_fewer_bots_than_seats_sit_equally_often(bots: int, players: int) -> None:
    names = [f"bot {number}" for number in range(bots)]
    simulation = Simulation("my_gold_mine", {"players": players}, names, 1)
    sat = [name for number in range(bots * players) for name in simulation.seats(number)]
    assert len({sat.count(name) for name in names}) == 1


def test_every_seating_plays_the_same_deals() -> None:
    pair = Simulation("my_gold_mine", TWO, ["careful", "bold"], 1)
    first, second = pair.play(0).record, pair.play(1).record
    assert first.seed == second.seed
    assert first.seats == second.seats[::-1]
    assert pair.play(2).record.seed != first.seed
    apart = Simulation("my_gold_mine", TWO, ["careful", "bold"], 1, paired=False)
    assert apart.play(0).record.seed != apart.play(1).record.seed


@pytest.mark.parametrize(
    ("bots", "seatings"), [(["a"], 1), (["a", "a"], 1), (["a", "b"], 2), (["a", "b", "b"], 3)]
)
def test_seatings_that_are_the_same_are_played_once(bots: list[str], seatings: int) -> None:
    assert Simulation("my_gold_mine", {"players": 4}, bots, 1).seatings == seatings


def test_wins_shared_wins_and_points_are_counted_by_bot_and_by_seat() -> None:
    results = Results()
    record = Record("g", 1, {}, 0, ["a", "b"], ["x", "y", "x"], [7, 7, 3])
    results.count(Played(0, record, [1, 1, 3]))
    record = Record("g", 1, {}, 0, ["a"], ["x", "y", "x"], [2, 7, 9])
    results.count(Played(1, record, [3, 2, 1]))
    assert (results.games, results.moves) == (2, 3)
    assert results.tallies == {"x": Tally(4, 1, 1, 21, 2), "y": Tally(2, 0, 1, 14, 2)}
    assert results.seats[2] == {"x": Tally(2, 1, 0, 12, 2)}
    assert results.tallies["x"].average_score == 5.25
    assert results.tallies["x"].win_rate == 1, "games are counted, not seats"
    assert Tally().win_rate == Tally().average_score == 0


def test_a_task_of_the_benchmark_counts_the_seat_of_the_agent_alone() -> None:
    task = replace(benchmark.TASKS["my-gold-mine-4"], opponents=("random",) * 3)
    good = benchmark.measure(task, "careful", deals=6)
    assert (good.games, good.deals, good.failed) == (24, 6, 0)
    assert good.first_places.value > 0.5
    assert good == benchmark.measure(task, "careful", deals=6)
    assert benchmark.Result.read(good.as_json()).agent == "careful"
    schedule = task.schedule("careful")
    for number in range(8):
        assert schedule.seats(number)[-number % 4] == "careful"
    with pytest.raises(ValueError, match="not a benchmark result"):
        benchmark.Result.read('{"points": [1, 2, 3]}')


def test_the_leaderboard_shows_the_committed_results() -> None:
    assert leaderboard.PAGE.read_text("utf-8") == leaderboard.page(), (
        "run python -m tools.leaderboard"
    )


def test_an_interval_goes_from_deal_to_deal() -> None:
    paired, apart = Results(), Results()
    for number in range(40):  # whoever has the first seat of a deal gets 10 points more
        record = Record("g", 1, {}, 0, [], ["x"], [10 * (number % 2) + number // 2 % 3])
        paired.count(Played(number, record, [1]), deal=number // 2)
        apart.count(Played(number, record, [1]))
    assert paired.tallies["x"].score().value == apart.tallies["x"].score().value == 5.95
    of_deals = mean([5 + deal % 3 for deal in range(20)])
    of_games = mean([10 * (game % 2) + game // 2 % 3 for game in range(40)])
    assert paired.tallies["x"].score().high == pytest.approx(of_deals.high)
    assert apart.tallies["x"].score().high == pytest.approx(of_games.high)
    assert of_deals.high < of_games.high


class Watcher(Observer):
    """Writes down what happens."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.moves: list[str] = []
        self.last: Played | None = None

    def before(self, number: int, state: State) -> None:
        assert state == state.game.start(derive(3, number))
        self.games.append(number)
        self.moves = []

    def step(self, state: State, move: int) -> None:
        assert move in state.moves()
        self.moves.append(state.game.name(move))

    def after(self, played: Played, state: State) -> None:
        assert state.over
        assert played.record.moves == self.moves
        assert played.record.scores == [score.total for score in state.scores()]
        assert played.ranks == state.ranking()
        self.last = played


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_observer_sees_the_start_every_move_and_the_end(jobs: int) -> None:
    watcher = Watcher()
    watched = simulate(
        "my_gold_mine", TWO, ["random"], 3, 3, observers=[watcher, Observer()], jobs=jobs
    )
    assert watcher.games == [0, 1, 2]
    assert watcher.last is not None
    assert watched == simulate("my_gold_mine", TWO, ["random"], 3, 3), "watching changes nothing"


def test_a_game_that_was_added_by_hand_is_known_in_every_process(stones: GameInfo) -> None:
    alone = simulate(stones.slug, {}, ["random"], 20, 1)
    assert simulate(stones.slug, {}, ["random"], 20, 1, jobs=2) == alone


def test_what_cannot_be_played_is_refused_before_anything_starts() -> None:
    for jobs in (1, 2):
        with pytest.raises(UnknownGame):
            simulate("chess", {}, ["random"], 500, 1, jobs=jobs)
        with pytest.raises(UnknownBot):
            simulate("my_gold_mine", {}, ["random", "clever"], 500, 1, jobs=jobs)
        with pytest.raises(dvergar.OptionError):
            simulate("my_gold_mine", {"players": 9}, ["random"], 500, 1, jobs=jobs)
        with pytest.raises(dvergar.OptionError):
            simulate("my_gold_mine", {}, ["random"], 500, -1, jobs=jobs)
