"""A player as the page shows one: board, family, goods, the next meal, points, what just changed.

Also the calendar of harvests. Dwarfs are drawn in their dwellings, faded while they are away. The
meal is this round's until it is eaten, then the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from dvergar.core.events import Event
from dvergar.core.presentation import ViewContext
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import ENTRY_DWELLING, FURNISHED, MOUNTAIN_CELLS
from dvergar.games.caverna.facts.game import DOG, FARM_ANIMALS, GOODS, RED_MARKERS, SPACES
from dvergar.games.caverna.facts.tiles import BEDS, SIXTH_DWARF
from dvergar.games.caverna.page.board import Board, corner, make_board
from dvergar.games.caverna.page.player_key import PlayerKey
from dvergar.games.caverna.presentation.view import WHERE
from dvergar.games.caverna.rules.feeding import needed
from dvergar.games.caverna.rules.harvest import food_asked, food_for_adult
from dvergar.games.caverna.rules.housing import housed
from dvergar.games.caverna.rules.rounds import harvest_kind
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.state import Player, State

HIDDEN: Final = "hidden"
NO_MEAL: Final = "none"
MAX_CACHED_TRACKS: Final = 200
MARKERS: Final = {"green": pending.GREEN, "red": pending.RED}


@dataclass(frozen=True, slots=True, eq=False)
class RoundMark:
    """One round of the track: when it is, and its kind of harvest; the same track is made once."""

    number: int
    when: str
    harvest: str
    has_marker: bool
    title: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """All rounds, what this round's harvest is, and what the next red marker means."""

    marks: tuple[RoundMark, ...]
    now: str
    event: str


def calendar(context: ViewContext) -> Calendar:
    """The calendar of a position."""
    view = context.view
    kinds = _kinds(context)
    marked = tuple(map(int, view["harvest"]["markers"]))
    now = view["round"]
    reds = view["harvest"]["reds"]
    red_to_come = HIDDEN in view["harvest"]["markers"].values() and reds < RED_MARKERS
    marks = _marks(tuple(kinds.items()), marked, now, context.words)
    return Calendar(marks, kinds[now], pending.HARVESTS[reds] if red_to_come else "")


@lru_cache(MAX_CACHED_TRACKS)
def _marks(
    kinds: tuple[tuple[int, str], ...], marked: tuple[int, ...], now: int, speak: Words
) -> tuple[RoundMark, ...]:
    played = dict(kinds)
    marks = []
    for number in range(1, max(played) + 1):
        kind = played.get(number, NO_MEAL)
        if number in played:
            when = "past" if number < now else "now" if number == now else "coming"
            title = speak("table.mark", round=number, harvest=speak(f"harvest.{kind}"))
        else:
            when, title = "left-out", speak("table.mark_left_out", round=number)
        marks.append(RoundMark(number, when, kind, number in marked, title))
    return tuple(marks)


def _kinds(context: ViewContext) -> dict[int, str]:
    """The kind of harvest of every round, as far as its marker lies open."""
    markers = context.view["harvest"]["markers"]
    kinds = {}
    reds = 0
    for number in context.view["played_rounds"]:
        marker = markers.get(str(number))
        if marker == HIDDEN:
            kinds[number] = HIDDEN
            continue
        turned = MARKERS.get(marker, pending.UNKNOWN)
        kinds[number] = pending.HARVESTS[harvest_kind(context.state.variant, number, turned, reds)]
        reds += turned == pending.RED
    return kinds


SIGN: Final = {"gain": 1, "pay": -1}
EVENT_CELLS: Final = ("cell", "a", "b")


def goods_changed(events: Sequence[Event], seat: int) -> dict[str, int]:
    """By how much each good of a player went up or down."""
    changed: dict[str, int] = {}
    for event in events:
        if event.seat == seat and event.kind in SIGN:
            good = str(event["good"])
            changed[good] = changed.get(good, 0) + SIGN[event.kind] * int(event["amount"])
    return {good: amount for good, amount in changed.items() if amount}


def cells_changed(events: Sequence[Event], seat: int) -> frozenset[str]:
    """The cells of a player on which something was laid, built or sown, by name."""
    return frozenset(
        str(event[fact])
        for event in events
        if event.seat == seat
        for fact in EVENT_CELLS
        if fact in event.facts
    )


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A dwarf: weapon, where he is, whether it is his turn."""

    weapon: int
    where: str
    acting: bool


ONE: Final = ((50, 64),)
TWO: Final = ((29, 67), (65, 67))
ABOVE: Final = 51
"""Where beds stand above animals that live in the same dwelling, smaller than otherwise."""


@dataclass(frozen=True, slots=True)
class Bed:
    """A dwarf where he lives."""

    x: int
    y: int
    dwarf: Dwarf
    shared: bool
    """Animals live there too."""


def beds(player: Player, dwarfs: tuple[Dwarf, ...], board: Board) -> tuple[Bed, ...]:
    """The beds of a family: those of the printed dwelling are taken first."""
    stalls = {(one.x, one.y) for one in board.lodgings if one.sort == "room" and one.count}
    places = zip(_beds(player, stalls), dwarfs, strict=False)
    return tuple(Bed(x, y, dwarf, shared) for (x, y, shared), dwarf in places)


def _beds(player: Player, stalls: set[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    cells = [cell for cell in MOUNTAIN_CELLS if player.land[cell] >= FURNISHED]
    sixth = {cell: has(SIXTH_DWARF, player.land[cell] - FURNISHED) for cell in cells}
    for cell in sorted(cells, key=lambda one: (sixth[one], one != ENTRY_DWELLING, one)):
        number = BEDS[player.land[cell] - FURNISHED] + sixth[cell]
        left, top = corner(cell)
        shared = (left, top) in stalls
        for x, y in ONE if number == 1 else TWO[:number]:
            yield left + x, top + (ABOVE if shared else y), shared


class NextMeal(NamedTuple):
    """The kind of harvest a family eats at next, its round, and whether newborn grow up first."""

    harvest: int
    round: int
    grown: bool


def next_meal(state: State, seat: int, calendar: Calendar) -> NextMeal | None:
    """The next meal of a seat as far as it can be known; hidden markers are mostly green."""
    if state.over:
        return None
    fed = _is_fed(state, seat)
    for mark in calendar.marks:
        is_now = mark.number == state.round
        if mark.number < state.round or (is_now and fed) or mark.harvest == NO_MEAL:
            continue
        kind = pending.PAY_ONE if mark.harvest == "pay_one" else pending.FULL_HARVEST
        return NextMeal(kind, mark.number, not is_now)
    return None


def food_needed(player: Player, meal: NextMeal | None) -> int:
    """The food that a family needs for a meal."""
    if meal is None:
        return 0
    if meal.grown:
        return needed(player, len(player.dwarfs) * food_for_adult(meal.harvest))
    return needed(player, food_asked(player, meal.harvest))


def _is_fed(state: State, seat: int) -> bool:
    """Whether the meal of this round lies behind a family."""
    if state.stage != pending.HARVEST:
        return state.stage == pending.ENDING
    return not any(
        isinstance(frame, pending.Feeding) and frame.seat == seat for frame in state.stack
    )


GOODS_ROW: Final = ("wood", "stone", "ore", "ruby", "gold", "grain", "vegetable")
MAX_CACHED_HOUSEHOLDS: Final = 1000
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
    meal: NextMeal | None
    begging: int
    score: int | None
    """The points so far; None where they are kept for the end."""
    starts: bool
    starts_next: bool
    homeless: tuple[tuple[str, int], ...]
    changes: dict[str, int]
    space: str
    """The space from which what came has come; empty where it came from elsewhere."""

    @property
    def hungry(self) -> bool:
        """Whether food is missing in the very round in which the family eats."""
        return self.meal is not None and not self.meal.grown and self.food < self.need

    @property
    def grown(self) -> int:
        """How many dwarfs work this round."""
        return sum(dwarf.where != "newborn" for dwarf in self.dwarfs)

    @property
    def turn(self) -> int:
        """Which of them is placed next."""
        return sum(dwarf.where == "away" for dwarf in self.dwarfs) + 1


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


@lru_cache(MAX_CACHED_HOUSEHOLDS)
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
    drawn = make_board(PlayerKey.on_board(player), seat, speak, fresh, ring)
    return Household(
        seat,
        drawn,
        dwarfs,
        beds(player, dwarfs, drawn),
        tuple((good, goods[good]) for good in GOODS_ROW),
        tuple((good, goods[good]) for good in ANIMALS_ROW),
        goods["food"],
        food_needed(player, meal),
        meal,
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
    if gone or state.over or state.seat != seat or not pending.IN_ACTION[state.stack[-1].kind]:
        return gone[-1] if gone else ""
    return SPACES[state.space]


def _acting_dwarf(state: State, seat: int) -> int | None:
    """The dwarf of a seat whose turn it is, if one is."""
    if state.over or state.seat != seat:
        return None
    kind = state.stack[-1].kind
    return state.dwarf if kind == pending.PLACING or pending.IN_ACTION[kind] else None


def _homeless(player: Player) -> tuple[tuple[str, int], ...]:
    """Animals for which there is no room."""
    left = [
        (GOODS[animal], player.goods[animal] - room)
        for animal, room in zip(FARM_ANIMALS, housed(player), strict=True)
    ]
    return tuple((animal, count) for animal, count in left if count > 0)
