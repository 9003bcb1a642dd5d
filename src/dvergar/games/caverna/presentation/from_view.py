"""A position of Caverna from what can be seen of it.

Cards and markers that nobody has seen are put into one order; whoever imagines the position further
deals them.
"""

from __future__ import annotations

from typing import Any

from dvergar.core.game import Game
from dvergar.core.sets import bit
from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import SUPPLIERS, TILES
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.state import NOBODY, Player, State, Variant, new_player

WHERE = ("home", "away", "newborn")
LANDS = {
    "bare": board.EDGE,
    "meadow": board.MEADOW,
    "field": board.FIELD,
    "small_pasture": board.SMALL_PASTURE,
    "tunnel": board.TUNNEL,
    "cavern": board.CAVERN,
    "deep_tunnel": board.DEEP_TUNNEL,
    "ore_mine": board.ORE_MINE,
    "ruby_mine": board.RUBY_MINE,
}


def from_view(game: Game, view: dict[str, Any], _seat: int | None, _seed: int) -> State:
    """The data of a position that looks so, made into one."""
    state = State(game, Variant(game.players, game.options))
    turn = view["turn"]
    state.over = bool(view["over"])
    state.round, state.seat = view["round"], view["seat"]
    state.starter, state.next_starter = view["starter"], view["next_starter"]
    state.stage = pending.STAGE_NAMES.index(view["stage"])
    state.imitating, state.eating_gold = turn["imitating"], turn["eating_gold"]
    state.worker, state.dwarf = turn["worker"], turn["dwarf"]
    state.space = facts.SPACES.index(turn["space"])
    state.turn, state.reveals = turn["number"], turn["reveals"]
    state.breeding_seats = _seats(turn["breeding"])
    state.tiles = _set(view["tiles"])
    state.players = [_player(one) for one in view["players"]]
    state.stack = [_frame(one) for one in view["pending"]]
    state.trail = []
    _read_harvest(state, view["harvest"])
    _read_spaces(state, view)
    return state


def _seats(seats: list[int]) -> int:
    return sum(bit(seat) for seat in seats)


def _set(names: list[str]) -> int:
    return sum(bit(TILES.index(name)) for name in names)


def _frame(shown: dict[str, Any]) -> Any:
    return pending.frame_of({**shown, "kind": pending.KIND_NAMES.index(shown["kind"])})


def _read_harvest(state: State, harvest: dict[str, Any]) -> None:
    """What is known of the harvest; face-down markers are red as long as red ones are left."""
    state.reds = harvest["reds"]
    now = harvest["now"]
    state.harvest = pending.FULL_HARVEST if now is None else pending.HARVESTS.index(now)
    state.markers = [pending.UNKNOWN] * (facts.ROUNDS + 1)
    shown = {int(number): marker for number, marker in harvest["markers"].items()}
    reds = facts.RED_MARKERS - list(shown.values()).count("red")
    for number, marker in sorted(shown.items()):
        red = marker == "red" or (marker == "hidden" and reds > 0)
        reds -= marker == "hidden" and red
        state.markers[number] = pending.RED if red else pending.GREEN


def _read_spaces(state: State, view: dict[str, Any]) -> None:
    variant = state.variant
    state.pile = [0] * len(variant.slot_goods)
    state.occupant = [NOBODY] * facts.SPACE_COUNT
    state.dwarf_on = [NOBODY] * facts.SPACE_COUNT
    state.cards = [pending.UNKNOWN] * (facts.ROUNDS + 1)
    for shown in view["spaces"]:
        space = facts.SPACES.index(shown["space"])
        if shown["occupant"] is not None:
            state.occupant[space] = shown["occupant"]
        for slot in variant.slots[space]:
            state.pile[slot] = shown["goods"].get(facts.GOODS[variant.slot_goods[slot]], 0)
        if shown["stage_round"] is not None:
            state.cards[shown["stage_round"]] = facts.WISH if space == facts.URGENT_WISH else space
    dealt: set[str] = set()
    for coming in view["future"]:
        card = next(name for name in coming["cards"] if name not in dealt)
        dealt.add(card)
        state.cards[coming["round"]] = facts.SPACES.index(card)


def _player(shown: dict[str, Any]) -> Player:
    player = new_player()
    player.goods = [int(shown["goods"][good]) for good in facts.GOODS]
    player.begging, player.stables, player.beds = shown["begging"], shown["stables"], shown["beds"]
    player.weapons = [one["weapon"] for one in shown["dwarfs"]]
    player.dwarfs = [WHERE.index(one["where"]) for one in shown["dwarfs"]]
    player.built = _set(shown["tiles"])
    player.supplies = [shown["supplies"].get(TILES[tile], 0) for tile, _, _ in SUPPLIERS]
    for name, cell in shown["board"].items():
        _lay(player, board.NUMBERS[name], cell)
    return player


def _lay(player: Player, number: int, cell: dict[str, Any]) -> None:
    """What lies on a cell, and the bare ground beside it."""
    land = cell["land"]
    if land == "furnished":
        player.cover(number, board.FURNISHED + TILES.index(cell["tile"]))
    elif land == "large_pasture":
        half = board.BESIDE[number].index(board.NUMBERS[cell["other_half"]])
        player.cover(number, board.LARGE_NORTH + half)
    elif land != "bare":
        player.cover(number, LANDS[land])
    if land != "bare":
        player.touch(number)
    if cell["stable"]:
        player.put_on(number, board.STABLE)
    elif cell["grain"] or cell["vegetable"]:
        crop = cell["grain"] or board.CROP + cell["vegetable"]
        player.put_on(number, crop)
