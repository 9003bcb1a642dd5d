"""A player as the page shows one: board, family, goods, food against the next harvest, points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dvergar.core.events import Event
from dvergar.core.presentation import ViewContext
from dvergar.core.words import Words
from dvergar.games.caverna.facts.goods import DOG, FARM_ANIMALS, GOODS
from dvergar.games.caverna.facts.spaces import SPACES
from dvergar.games.caverna.page.appetite import NextMeal, food_needed, next_meal
from dvergar.games.caverna.page.beds import Bed, beds
from dvergar.games.caverna.page.board import Board, board
from dvergar.games.caverna.page.calendar import Calendar
from dvergar.games.caverna.page.changes import cells_changed, goods_changed
from dvergar.games.caverna.page.dwarfs import Dwarf
from dvergar.games.caverna.page.player_key import PlayerKey
from dvergar.games.caverna.presentation.view import WHERE
from dvergar.games.caverna.rules.housing import housed
from dvergar.games.caverna.state.pending import IN_ACTION, PLACING
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State

GOODS_ROW: Final = ("wood", "stone", "ore", "ruby", "gold", "grain", "vegetable")
HOUSEHOLDS_KEPT: Final = 1000
ANIMALS_ROW: Final = tuple(GOODS[kind] for kind in (DOG, *FARM_ANIMALS))


@dataclass(frozen=True, slots=True, eq=False)
class Household:
    """One player; those who have the same and did the same are one and the same."""

    seat: int
    board: Board
    dwarfs: tuple[Dwarf, ...]
    beds: tuple[Bed, ...]
    goods: tuple[tuple[str, int], ...]
    animals: tuple[tuple[str, int], ...]
    food: int
    need: int
    begging: int
    score: int | None
    """The points so far; None where they are kept for the end."""
    starts: bool
    starts_next: bool
    homeless: tuple[tuple[str, int], ...]
    changes: dict[str, int]
    space: str
    """The space from which what came has come; empty where it came from elsewhere."""


def household(context: ViewContext, seat: int, calendar: Calendar, ring: bool) -> Household:
    """The household of a seat; `ring`: room is left around its board."""
    state, view = context.state, context.view
    events = state.events()
    return _household(
        PlayerKey.of(state.players[seat]),
        seat,
        context.words,
        cells_changed(events, seat),
        ring,
        next_meal(state, seat, calendar),
        _acting_dwarf(state, seat),
        view["starter"] == seat,
        view["next_starter"] == seat and view["starter"] != seat,
        tuple(goods_changed(events, seat).items()),
        _space_of(state, events, seat),
        view["players"][seat]["score"],
    )


@lru_cache(HOUSEHOLDS_KEPT)
def _household(
    key: PlayerKey,
    seat: int,
    speak: Words,
    fresh: frozenset[str],
    ring: bool,
    meal: NextMeal | None,
    acting: int | None,
    starts: bool,
    starts_next: bool,
    changes: tuple[tuple[str, int], ...],
    space: str,
    score: int | None,
) -> Household:
    player = key.player
    goods = dict(zip(GOODS, player.goods, strict=True))
    dwarfs = tuple(
        Dwarf(weapon, WHERE[where], number == acting)
        for number, (weapon, where) in enumerate(zip(player.weapons, player.dwarfs, strict=True))
    )
    drawn = board(PlayerKey.on_board(player), seat, speak, fresh, ring)
    return Household(
        seat,
        drawn,
        dwarfs,
        beds(player, dwarfs, drawn),
        tuple((good, goods[good]) for good in GOODS_ROW),
        tuple((good, goods[good]) for good in ANIMALS_ROW),
        goods["food"],
        food_needed(player, meal),
        player.begging,
        score,
        starts,
        starts_next,
        _homeless(player),
        dict(changes),
        space,
    )


def _space_of(state: State, events: Sequence[Event], seat: int) -> str:
    """The space a dwarf of a seat has just gone to, or is still at work on."""
    gone = [str(event["space"]) for event in events if event.kind == "place" and event.seat == seat]
    if gone or state.over or state.seat != seat or not IN_ACTION[state.stack[-1].kind]:
        return gone[-1] if gone else ""
    return SPACES[state.space]


def _acting_dwarf(state: State, seat: int) -> int | None:
    """The dwarf of a seat whose turn it is, if one is."""
    if state.over or state.seat != seat:
        return None
    kind = state.stack[-1].kind
    return state.dwarf if kind == PLACING or IN_ACTION[kind] else None


def _homeless(player: Player) -> tuple[tuple[str, int], ...]:
    """Animals for which there is no room."""
    left = [
        (GOODS[animal], player.goods[animal] - room)
        for animal, room in zip(FARM_ANIMALS, housed(player), strict=True)
    ]
    return tuple((animal, count) for animal, count in left if count > 0)
