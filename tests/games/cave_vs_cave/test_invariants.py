"""Whole games against a second set of rules, and what must hold after every single move."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import dvergar
from dvergar.core.record import Record
from dvergar.testing import check_game, rule
from tests.games.cave_vs_cave.printed import (
    BURIED,
    CELLS,
    DARK,
    EDIBLE,
    ENTRANCE,
    FOOD_CELLS,
    GOODS,
    LIGHT,
    MOST,
    ROOMS,
    TURNS,
)
from tests.games.cave_vs_cave.referee import Referee

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

VALUES: dict[str, list[Any]] = {
    "additional_cavern_two_wall_side": ["corner", "opposite"],
    "dungeon_same_turn": [True, False],
    "junction_room_gold": [True, False],
    "retting_room_full_flax": [False, True],
    "wood_storeroom_timing": ["before", "after"],
    "solo_reveal": ["turn", "action"],
}
BATCHES = 20
TABLE = ("reveal", "round", "game_over")  # events that are nobody's
Pick = Callable[[list[str]], str]


def some_options(seed: int) -> dict[str, Any]:
    """A number of players and a value for every option."""
    dice = random.Random(seed)
    players = 1 if seed % 3 == 2 else 2
    names = [name for name in VALUES if name != "solo_reveal" or players == 1]
    if seed % 2:
        return {"players": players}
    return {"players": players, **{name: dice.choice(VALUES[name]) for name in names}}


def chance(seed: int) -> Pick:
    """Picks at random; likes to furnish and to go on, and seldom eats."""
    dice = random.Random(seed)
    weights = {"done": 0.2, "eat": dice.choice([0.02, 0.1, 0.5]), "furnish": dice.choice([1, 4])}

    def pick(offered: list[str]) -> str:
        weight = [weights.get(name.split()[0], 1.0) for name in offered]
        return dice.choices(offered, weight)[0]

    return pick


def pattern(numbers: list[int]) -> Pick:
    """Picks by numbers that repeat for ever."""
    turn = iter(range(10_000))
    return lambda offered: offered[numbers[next(turn) % len(numbers)] % len(offered)]


class Ledger:
    """The goods of every player, kept from the events alone."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.goods = [dict(player["goods"]) for player in view["players"]]

    def read(self, move: str, events: list[Any]) -> None:
        kinds = {event.kind for event in events}
        for event in events:
            assert event.seat is None or 0 <= event.seat < len(self.goods)
            if event.kind in ("gain", "pay"):
                sign = 1 if event.kind == "gain" else -1
                assert int(event["amount"]) >= 0
                hand = self.goods[event.seat]
                hand[event["good"]] += sign * int(event["amount"])
            if event.kind == "gain":
                lost = int(event.facts.get("lost", 0))
                assert lost >= 0
                if lost:
                    assert self.goods[event.seat][event["good"]] == MOST[event["good"]]
            if event.kind == "eat":
                hand = self.goods[event.seat]
                hand[event["good"]] -= 1
                hand["food"] += 1
        assert ("eat" in kinds) == move.startswith("eat ")


def room_events(events: list[Any]) -> list[str]:
    """The rooms that the last move showed, in order."""
    return [str(event["room"]) for event in events if event.kind in ("dig", "reveal")]


def step(state: Any, referee: Referee, ledger: Ledger, move: str) -> None:
    """Plays one move on both sides and compares everything that can be seen."""
    before = (state.reveals, state.turn)
    mover = state.seat
    state.play(state.game.move(move))
    events = state.events()
    referee.play(move, room_events(events))
    if referee.asked[:1] == ("pay",) and len(referee.ways(referee.asked[1])) == 1:
        way = min(referee.ways(referee.asked[1]))
        if f"pay {way}" not in {state.game.name(one) for one in state.moves()}:
            referee.on_pay(way, None)
    check_told(move, events, referee)
    if referee.players == 1 and referee.options["solo_reveal"] == "turn":
        assert referee.reveals == referee.reveal_is_due()
    if referee.tile and not referee.asked and not referee.could_go_on():
        shown = [str(event["tile"]) for event in events if event.kind == "round"]
        referee.end_turn(shown[0] if shown else "")
        assert state.turn == before[1] + 1
    else:
        assert state.turn == before[1]
        assert "round" not in {event.kind for event in events}
    ledger.read(move, events)
    assert {event.seat for event in events if event.kind not in TABLE} <= {mover}
    if room_events(events) or any(event.kind == "round" for event in events):
        assert state.reveals > before[0]
    else:
        assert state.reveals == before[0]
    compare(state, referee, ledger)


def check_told(move: str, events: list[Any], referee: Referee) -> None:
    """The log tells the move, the blue rooms that worked, and every good gained or lost."""
    word, _, rest = move.partition(" ")
    key = {"take": "tile", "wall": "edge", "breach": "edge", "cavern": "side", "eat": "good"}
    facts = {
        kind: [event.facts for event in events if event.kind == kind]
        for kind in {*key, "use", "dig", "furnish", "trigger", "gain", "pay"}
    }
    for kind, name in key.items():
        assert facts[kind] == ([{name: rest}] if word == kind else [])
    room, _, cell = rest.partition(" ")
    assert facts["use"] == ([{"room": room}] if word == "use" else [])
    digs = [rest] if word == "dig" and rest != "twice" else []
    digs = [cell] if room == "digging_cave" and word == "use" else digs
    assert [fact["cell"] for fact in facts["dig"]] == digs
    assert sorted(fact["room"] for fact in facts["trigger"]) == sorted(referee.fired)
    given: Counter[str] = Counter()
    for fact in facts["gain"]:
        given[fact["good"]] += fact["amount"] + fact["lost"]
    assert +given == +referee.given


def compare(state: Any, referee: Referee, ledger: Ledger) -> None:
    """Compares what a spectator sees with what the referee knows."""
    view = state.view(None)
    game = state.game
    assert {game.name(move) for move in state.moves()} == referee.offered()
    assert {game.name(move) for move in state.moves(free=False)} == (
        set() if referee.over else referee.choices()
    )
    assert state.over == view["over"] == referee.over
    assert view["round"] == referee.round
    assert view["rounds"] == len(TURNS[referee.players])
    assert view["turns"] == referee.dwarfs
    assert set(view["display"]) == referee.display
    assert view["display"] == sorted(view["display"], key=lambda room: ROOMS[room].number)
    assert view["walls"] == referee.supply >= 0
    assert view["stack"] == referee.stack
    assert view["cavern"]["holder"] == referee.holder
    if not referee.over:
        assert state.seat == view["seat"] == referee.seat
        assert view["starter"] == referee.starter
        assert view["tile"] == (referee.tile or None)
        assert set(view["used"]) == set(referee.used)
    compare_tiles(view, referee)
    for seat, player in enumerate(view["players"]):
        compare_player(player, referee, seat)
        assert player["goods"] == ledger.goods[seat]
    totals = [score.total for score in state.scores()]
    assert totals == referee.totals()
    for seat, score in enumerate(state.scores()):
        assert dict(score.lines) == {
            "rooms": referee.caves[seat].points(),
            "gold": referee.caves[seat].goods["gold"],
        }


def compare_tiles(view: dict[str, Any], referee: Referee) -> None:
    open_tiles = [tile["tile"] for tile in view["tiles"] if tile["open"]]
    assert sorted(open_tiles) == sorted(referee.tiles)
    for tile in view["tiles"]:
        if tile["open"]:
            if not referee.over:
                assert tile["taken"] == referee.taken.get(tile["tile"])
        else:
            assert tile["tile"] is None
            assert tile["round"] > referee.round


def compare_player(player: dict[str, Any], referee: Referee, seat: int) -> None:
    cave = referee.caves[seat]
    assert player["goods"] == cave.goods
    assert all(0 <= cave.goods[good] <= MOST[good] for good in GOODS)
    assert (player["rooms"], player["points"]) == (len(cave.rooms), cave.points())
    assert player["score"] == cave.points() + cave.goods["gold"]
    assert set(player["walls"]) == cave.walls
    assert len(player["walls"]) == len(cave.walls)
    assert player["orange"] == cave.count("orange")
    assert player["blue"] == cave.count("blue") < player["orange"]
    for cell in CELLS:
        shown = player["cells"][cell]
        assert shown["room"] == (cave.rooms.get(cell) if cell != ENTRANCE else shown["room"])
        assert shown["food"] == (cell in cave.buried and cell in FOOD_CELLS)
        expected = (
            "entrance"
            if cell == ENTRANCE
            else "room"
            if cell in cave.rooms
            else "empty"
            if cell in cave.empty
            else "face_down"
        )
        assert shown["state"] == expected
    assert ("extra" in player["cells"]) <= bool(cave.side)
    if cave.side:
        assert player["cells"]["extra"]["room"] == cave.rooms.get("extra")


def every_room_is_somewhere(state: Any, referee: Referee) -> None:
    """24 rooms, each once: open, furnished, or face down."""
    seen = [*referee.display, *(room for cave in referee.caves for room in cave.rooms.values())]
    assert len(seen) == len(set(seen))
    hidden = sum(len(cave.buried) for cave in referee.caves) + referee.stack
    gone = 3 if referee.players == 1 else 0
    assert len(seen) + hidden + gone == 24
    text = state.text()
    assert state.game.read(text).text() == text


def refereed_game(options: dict[str, Any], seed: int, pick: Pick) -> Referee:
    """Plays a whole game under the eyes of the referee."""
    game = dvergar.game("cave_vs_cave", **options)
    state = game.start(seed=seed)
    return refereed(state, Referee(dict(game.options), state.view(None)), pick)


def refereed(state: Any, referee: Referee, pick: Pick) -> Referee:
    """Plays on to the end under the eyes of the referee."""
    ledger = Ledger(state.view(None))
    compare(state, referee, ledger)
    while not state.over:
        step(state, referee, ledger, pick(sorted(referee.offered())))
        every_room_is_somewhere(state, referee)
    assert state.ranking() == (referee.ranking() if referee.players == 2 else [1])
    assert any(event.kind == "game_over" for event in state.events())
    return referee


@rule(
    "cave_vs_cave.goods.limit_nine",
    "cave_vs_cave.goods.limit_gold",
    "cave_vs_cave.turn.any_order",
    "cave_vs_cave.turn.either_or",
    "cave_vs_cave.turn.exclusive",
    "cave_vs_cave.turn.done",
    "cave_vs_cave.dig.accessible",
    "cave_vs_cave.furnish.colours",
    "cave_vs_cave.wall.supply",
    "cave_vs_cave.use.number",
    "cave_vs_cave.use.once",
    "cave_vs_cave.end.score",
)
@pytest.mark.parametrize("seed", range(100))
def test_whole_games_agree_with_the_referee(seed: int) -> None:
    refereed_game(some_options(seed), seed, chance(seed))


@rule(
    "cave_vs_cave.turn.take_tile",
    "cave_vs_cave.furnish.action_cost",
    "cave_vs_cave.furnish.any_cavern",
    "cave_vs_cave.wall.build",
)
@settings(max_examples=15)
@given(
    players=st.sampled_from([1, 2]),
    seed=st.integers(min_value=0, max_value=2**32),
    numbers=st.lists(st.integers(min_value=0, max_value=30), min_size=1, max_size=60),
)
def test_any_way_of_playing_agrees_with_the_referee(
    players: int, seed: int, numbers: list[int]
) -> None:
    refereed_game({"players": players}, seed, pattern(numbers))


@rule("cave_vs_cave.dig.hidden")
@settings(max_examples=10)
@given(players=st.sampled_from([1, 2]), seed=st.integers(min_value=0, max_value=2**32))
def test_copies_text_and_records_have_the_same_future(players: int, seed: int) -> None:
    game = dvergar.game("cave_vs_cave", players=players)
    state = game.start(seed=seed)
    record = Record.of(game, seed)
    pick = chance(seed)
    number = 0
    while not state.over:
        move = pick([game.name(one) for one in state.moves()])
        if number % 7 == 0:
            before = state.text()
            others = [state.copy(), game.read(before), pickle.loads(pickle.dumps(state))]
            state.play(game.move(move))
            for other in others:
                assert other.text() == before
                other.play(game.move(move))
                assert other.text() == state.text()
                assert other.key() == state.key()
        else:
            state.play(game.move(move))
        record.moves.append(move)
        number += 1
    record.finish(state)
    again = Record.from_json(record.to_json())
    assert again.verify().text() == state.text()


@rule("cave_vs_cave.aim.players")
@pytest.mark.parametrize("players", [1, 2])
def test_the_game_keeps_the_contract_of_all_games(players: int) -> None:
    check_game(dvergar.game("cave_vs_cave", players=players), games=2, seed=players)


@rule("cave_vs_cave.goods.eat")
def test_eating_always_runs_out() -> None:
    game = dvergar.game("cave_vs_cave")
    for seed in range(10):
        state = game.start(seed=seed)
        pick = chance(seed)
        for _ in range(60):
            state.play(game.move(pick([game.name(one) for one in state.moves(free=False)])))
            if state.over:
                break
            copy = state.copy()
            for _ in range(3 * 9 + 10):
                free = [move for move in copy.moves() if game.is_free(move)]
                if not free:
                    break
                assert game.name(free[0]).split()[1] in EDIBLE
                copy.play(free[0])
            else:
                pytest.fail("there is always something to eat")
            assert copy.moves(), "there is always something to do"


@rule("cave_vs_cave.setup.dark_rooms")
def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    game = dvergar.game("cave_vs_cave", first_seat=0)
    texts = {game.start(seed=seed).text() for seed in range(20)}
    assert len(texts) == 20
    assert game.start(seed=3).text() == game.start(seed=3).text()
    json.loads(game.start(seed=3).text())


def test_the_printed_tables_are_whole() -> None:
    assert (len(ROOMS), len(LIGHT), len(DARK), len(BURIED)) == (24, 6, 18, 9)


@rule(
    "cave_vs_cave.goods.overflow",
    "cave_vs_cave.turn.exclusive",
    "cave_vs_cave.furnish.colours",
    "cave_vs_cave.end.score",
)
@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_ten_thousand_games_agree_with_the_referee(batch: int) -> None:
    for number in range(500):
        seed = 1000 + batch * 500 + number
        refereed_game(some_options(seed), seed, chance(seed))
