"""What a seat may see of Caverna, as plain data and as numbers for learning.

Everything lies open but the cards and harvest markers that have not been turned over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dvergar.games.caverna.board import (
    CROP,
    EDGE,
    FIELD,
    FURNISHED,
    LAND_NAMES,
    NAMES,
    NOTHING,
    STABLE,
)
from dvergar.games.caverna.facts import FACTS, SPACE_COUNT, SPACES, URGENT_WISH, WISH
from dvergar.games.caverna.frames import PLACING
from dvergar.games.caverna.goods import GOODS
from dvergar.games.caverna.housing import (
    EMPTY_FIELDS,
    FOREST_STABLES,
    ORE_MINES,
    PAIRS,
    PASTURES,
    PLAIN_MEADOWS,
    RUBY_MINES,
    STABLED_MEADOWS,
    donkeys_in_mines,
    rooms,
)
from dvergar.games.caverna.phases import HARVESTS, STAGES, UNKNOWN, WORK
from dvergar.games.caverna.rounds import first_unseen_marker, goods_on, open_spaces
from dvergar.games.caverna.score import total
from dvergar.games.caverna.tiles import SUPPLIERS, TILE_COUNT, TILES

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State

WHERE = ("home", "away", "newborn")


def view(state: State, seat: int | None) -> dict[str, Any]:
    """The table as anybody sees it: `seat` makes no difference, nothing is private in Caverna."""
    return {
        "round": state.round,
        "rounds": state.caverna.rounds[-1],
        "played_rounds": list(state.caverna.rounds),
        "starter": state.starter,
        "next_starter": state.next_starter,
        "seat": state.seat,
        "over": state.over,
        "stage": STAGES[state.stage],
        "harvest": _harvest(state),
        "spaces": [_space(state, space) for space in open_spaces(state)],
        "future": _future(state),
        "tiles": names_of(state.tiles),
        "players": [_player(state, number) for number in range(state.caverna.players)],
        "acting": _acting(state),
        "scores": [total(player) for player in state.players] if state.over else None,
    }


def names_of(tiles: int) -> list[str]:
    """The names of a set of tiles."""
    return [TILES[tile] for tile in range(TILE_COUNT) if tiles >> tile & 1]


def _harvest(state: State) -> dict[str, Any]:
    unseen = first_unseen_marker(state)
    return {
        "now": HARVESTS[state.harvest] if knows_harvest(state) else None,
        "reds": state.reds,
        "markers": {
            str(number): "hidden" if number >= unseen else ("green", "red")[marker]
            for number, marker in enumerate(state.markers)
            if marker != UNKNOWN
        },
    }


def knows_harvest(state: State) -> bool:
    """Whether the kind of this round's harvest lies open."""
    if state.caverna.reveal_early or state.stage != WORK:
        return True
    return state.markers[state.round] == UNKNOWN


def _space(state: State, space: int) -> dict[str, Any]:
    occupant = state.occupant[space]
    return {
        "space": SPACES[space],
        "stage_round": _round_of(state, space),
        "goods": {
            GOODS[good]: state.pile[slot]
            for slot, good in state.caverna.slots[space]
            if state.pile[slot]
        },
        "occupant": None if occupant < 0 else occupant,
    }


def _round_of(state: State, space: int) -> int | None:
    """The round that brought a card; both sides of the wish for children are one card."""
    card = WISH if space == URGENT_WISH else space
    return state.cards.index(card) if card in state.cards else None


def _future(state: State) -> list[dict[str, Any]]:
    """For each round to come, the cards it may still bring."""
    future = []
    for stage in FACTS["cards"]["stages"]:
        coming = [n for n in stage["rounds"] if n > state.round and state.cards[n] != UNKNOWN]
        names = sorted(SPACES[state.cards[number]] for number in coming)
        for number in coming:
            known = [SPACES[state.cards[number]]] if state.caverna.players == 1 else names
            future.append({"round": number, "cards": known})
    return future


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "seat": seat,
        "goods": dict(zip(GOODS, player.goods, strict=True)),
        "begging": player.begging,
        "stables": player.stables,
        "dwarfs": [
            {"weapon": weapon, "where": WHERE[where]}
            for weapon, where in zip(player.weapons, player.dwarfs, strict=True)
        ],
        "board": {
            NAMES[cell]: _cell(land, player.on[cell])
            for cell, land in enumerate(player.land)
            if land > EDGE or player.on[cell] != NOTHING
        },
        "tiles": names_of(player.built),
        "supplies": {
            TILES[tile]: player.supplies[number]
            for number, (tile, _, _) in enumerate(SUPPLIERS)
            if player.supplies[number]
        },
        "beds": player.beds,
        "housing": housing(player),
        "food_needed": sum(1 if where == 2 else 2 for where in player.dwarfs),
        "score": total(player),
    }


def housing(player: Player) -> dict[str, int]:
    """How many places for animals there are of each sort."""
    counts = rooms(player)
    return {
        "ore_mines": counts[ORE_MINES],
        "ruby_mines": counts[RUBY_MINES],
        "forest_stables": counts[FOREST_STABLES],
        "meadows": counts[PLAIN_MEADOWS],
        "stabled_meadows": counts[STABLED_MEADOWS],
        "empty_fields": counts[EMPTY_FIELDS],
        "for_two": counts[PASTURES] + counts[PAIRS],
        "for_four": counts[PASTURES + 1],
        "for_eight": counts[PASTURES + 2],
        "for_sixteen": counts[PASTURES + 3],
        "donkeys_in_mines": donkeys_in_mines(player),
    }


def _cell(ground: int, on: int) -> dict[str, Any]:
    furnished = ground >= FURNISHED
    crop = on if ground == FIELD else 0
    return {
        "land": "furnished" if furnished else LAND_NAMES[ground],
        "tile": TILES[ground - FURNISHED] if furnished else None,
        "stable": on == STABLE,
        "grain": crop if crop < CROP else 0,
        "vegetable": crop - CROP if crop > CROP else 0,
    }


def _acting(state: State) -> dict[str, Any] | None:
    if state.over or not state.stack or state.stack[-1][0] != PLACING:
        return None
    return {"seat": state.seat, "weapon": state.players[state.seat].weapons[state.dwarf]}


def observation(state: State, seat: int) -> list[float]:
    """The same as numbers of about 0 to 1; seats are counted from the one that looks."""
    game = state.caverna
    numbers: list[float] = [
        state.round / 12,
        state.stage / 3,
        state.reds / 3,
        state.harvest / 3 if knows_harvest(state) else -1.0,
        float(state.over),
        ((state.starter - seat) % game.players) / game.players,
        ((state.seat - seat) % game.players) / game.players,
    ]
    in_play = set(open_spaces(state))
    for space in range(SPACE_COUNT):
        occupant = state.occupant[space]
        numbers += [
            float(space in in_play),
            -1.0 if occupant < 0 else ((occupant - seat) % game.players) / game.players,
            goods_on(state, space) / 10,
        ]
    numbers += [float(state.tiles >> tile & 1) for tile in range(TILE_COUNT)]
    frame = state.stack[-1] if state.stack else (0, 0, 0, 0, 0)
    numbers += [number / 64 for number in frame[:1]]
    for step in range(game.players):
        numbers += _player_numbers(state.players[(seat + step) % game.players])
    return numbers


def _player_numbers(player: Player) -> list[float]:
    numbers: list[float] = [amount / 10 for amount in player.goods]
    numbers += [player.begging / 5, player.stables / 3, player.beds / 6]
    for dwarf in range(6):
        if dwarf < len(player.dwarfs):
            numbers += [1.0, player.weapons[dwarf] / 14, player.dwarfs[dwarf] / 2]
        else:
            numbers += [0.0, 0.0, 0.0]
    numbers += [rounds / 7 for rounds in player.supplies]
    numbers += [count / 4 for count in rooms(player)]
    numbers += [ground / 64 for ground in player.land]
    numbers += [on / 8 for on in player.on]
    numbers += [float(player.built >> tile & 1) for tile in range(TILE_COUNT)]
    return numbers
