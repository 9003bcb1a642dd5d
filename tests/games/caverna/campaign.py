"""Whole games of Caverna under the eyes of a referee, one or as many as wanted."""

from __future__ import annotations

import json
import pickle
import random
from itertools import product
from typing import Any

import dvergar
from dvergar.core.events import Event
from dvergar.core.game import Game, State
from dvergar.core.record import Record
from dvergar.testing import play_out
from tests.games.caverna.referee.prices import own_tiles
from tests.games.caverna.referee.shapes import View
from tests.games.caverna.referee.table import free_moves
from tests.games.caverna.referee.watching import Referee

COUNTS = range(1, 8)
Options = dict[str, Any]


def every_option(players: int) -> list[Options]:
    """All combinations of the options at a number of players."""
    values: dict[str, list[Any]] = {
        "tiles": ["full", "introductory"],
        "first_seat": ["random", players - 1],
    }
    if players == 1:
        values["solo_purge"] = ["printed", "six", "excess"]
    else:
        values["harvest_reveal"] = ["round_start", "before_harvest"]
    return [
        {"players": players, **dict(zip(values, chosen, strict=True))}
        for chosen in product(*values.values())
    ]


class Player:
    """Plays at random: now and then only real moves, now and then every move, eagerly or not."""

    def __init__(self, seed: int, free: bool) -> None:
        self.dice = random.Random(seed)
        self.free = free
        self.eager = self.dice.random() < 0.6

    def choose(self, state: State) -> int:
        """A move."""
        if self.free and self.dice.random() < 0.25:
            return self.dice.choice(state.moves())
        moves = state.moves(free=False)
        if self.eager and len(moves) > 1:
            name = state.game.name
            better = [move for move in moves if name(move) not in ("done", "beg", "young none")]
            if better and self.dice.random() < 0.9:
                built = ("furnish", "grow", "small_", "large_", "ruby_mine", "ore_mine", "forge")
                best = [move for move in better if name(move).startswith(built)]
                return self.dice.choice(best if best and self.dice.random() < 0.5 else better)
        return self.dice.choice(moves)


def check_feeding(view: View, name: str, events: list[Event]) -> None:
    """What a dwarf eats: two, a newborn one, all of them one in the second event."""
    seat = int(view["seat"])
    player = view["players"][seat]
    tiles = own_tiles(player)
    if {"working_cave", "mining_cave"} & set(tiles):
        return
    newborn = sum(dwarf["where"] == "newborn" for dwarf in player["dwarfs"])
    adults = len(player["dwarfs"]) - newborn
    need = newborn + adults * (1 if view["harvest"]["now"] == "pay_one" else 2)
    mine = [event for event in events if event.seat == seat]
    paid = sum(int(event["amount"]) for event in mine if is_pay(event, "food"))
    begged = sum(int(event["markers"]) for event in mine if event.kind == "beg")
    assert paid + begged == need, (name, need)


def is_pay(event: Event, good: str) -> bool:
    return event.kind == "pay" and event["good"] == good


def check_forms(game: Game, state: State, seed: int, futures: bool) -> None:
    """Copy, text and pickle are the same position, with the same future."""
    text = state.text()
    forms = [state.copy(), game.read(text), pickle.loads(pickle.dumps(state))]
    for form in forms:
        assert form.text() == text
        assert form.moves() == state.moves()
        assert form.view(None) == state.view(None)
    if futures:
        assert len({play_out(form, seed).text() for form in forms}) == 1
        assert state.text() == text


def hidden(state: State) -> str:
    """Everything about a position but its stream of random numbers."""
    data = state.data()
    return json.dumps({name: value for name, value in data.items() if name != "chance"})


def deals(view: View, players: int) -> bool:
    """Whether more than one deal of the cards and markers agrees with what is seen."""
    if players == 1:
        return False
    if any(len(entry["cards"]) > 1 for entry in view["future"]):
        return True
    markers = list(view["harvest"]["markers"].values())
    unseen = markers.count("hidden")
    reds = 3 - markers.count("red")
    return 0 < reds < unseen


def check_imagined(state: State) -> None:
    """Imagined copies agree with what is seen, and differ where they can."""
    for seat in (None, state.seat):
        view = state.view(seat)
        imagined = [state.imagine(seat, seed) for seed in range(16)]
        assert all(one.view(seat) == view for one in imagined)
        assert all(one.moves() == state.moves() for one in imagined[:2])
        different = len({hidden(one) for one in imagined}) > 1
        assert different == deals(view, state.game.players)


def check_free_moves_run_out(state: State, dice: random.Random) -> None:
    """However many free moves are made, they come to an end."""
    state = state.copy()
    for _ in range(400):
        free = free_moves(state)
        if not free:
            return
        state.play(state.game.move(dice.choice(free)))
    raise AssertionError("free moves without end")


def refereed_game(options: Options, seed: int, free: bool, placements: int = 0) -> State:
    """Plays a whole game under the eyes of the referee.

    The referee reads every event. Everything is compared after every move, or only when so many
    dwarfs have been placed.
    """
    game = dvergar.game("caverna", **options)
    state = game.start(seed)
    record = Record.of(game, seed)
    player, dice = Player(seed, free), random.Random(seed + 1)
    referee = Referee(game, state)
    placed = 0
    for number in range(20_000):
        if state.over:
            break
        move = player.choose(state)
        name = game.name(move)
        before = referee.view if name in ("feed", "beg") else None
        state.play(move)
        record.moves.append(name)
        if before:
            check_feeding(before, name, state.events())
        referee.read(state)
        placed += name.startswith("place ")
        if not placements or placed == placements or state.over:
            referee.check(state)
            placed = 0
        if not placements and not state.over and dice.random() < 0.01:
            check_free_moves_run_out(state, dice)
            check_forms(game, state, number, futures=False)
            check_imagined(state)
    assert state.over
    assert referee.round == 12
    assert referee.players == 1 or referee.reds == 3
    check_end(state, record)
    return state


def check_end(state: State, record: Record) -> None:
    """The record replays to the same end."""
    record.finish(state)
    again = Record.from_json(record.to_json())
    assert again.verify().text() == state.text()
    assert state.moves() == []


def campaign(games: int, first: int = 0, placements: int = 1) -> int:
    """Plays random games over all player counts and options; how many were played.

    Checked whenever so many dwarfs have been placed, and at the end.
    """
    tables = [options for players in COUNTS for options in every_option(players)]
    for number in range(first, first + games):
        options = tables[number % len(tables)]
        refereed_game(options, number, free=number % 3 == 0, placements=placements)
    return games
