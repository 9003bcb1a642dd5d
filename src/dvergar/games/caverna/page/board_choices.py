"""Choices on the home board: what is laid, where it may go, its ghost there, and what it brings.

A tile laid one way round is a tool; one of them is in hand, and only its ghosts are shown. A place
is one cell or two, whichever half comes first: it has one letter, which is its key, and turning the
tile takes up another tool. Letters that are keys of the page are left out. The rules say which
goods a place brings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.games.caverna.facts.board import ON_BOARD, PLACES
from dvergar.games.caverna.facts.game import SINGLE_TILE_RUBIES, SINGLE_TILES
from dvergar.games.caverna.page.board import CELL
from dvergar.games.caverna.page.signs import gain, spoken
from dvergar.games.caverna.page.tile_cards import TileFace
from dvergar.games.caverna.rules.actions.furnish import brings_by_place, tile_brings
from dvergar.games.caverna.rules.actions.land import (
    CAVERN_CAVERN,
    CAVERN_TUNNEL,
    CELL_REWARDS,
    MEADOW_FIELD,
    ruby_mine_brings,
    twin_brings,
)
from dvergar.games.caverna.rules.ledger import with_answers
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import Site
from dvergar.games.caverna.state.state import State

_TWINS = frozenset(tile.kind for tile in (MEADOW_FIELD, CAVERN_TUNNEL, CAVERN_CAVERN))
_SINGLES = frozenset({*moves.LAY_SINGLE, *moves.RUBY_SINGLE})


def bonus(state: State, move: int) -> list[Sign]:
    """The goods that a move on the board of the seat that is asked brings there, as signs."""
    built = state.players[state.seat].built
    brought: Counter[int] = Counter()
    for good, amount in _brings(state, move):
        for one in with_answers(built, good):
            brought[one] += amount
    return [gain(good, amount) for good, amount in brought.items()]


def _brings(state: State, move: int) -> list[tuple[int, int]]:
    kind, cell = moves.KIND[move], moves.CELL_A[move]
    if kind in _TWINS:
        return twin_brings(cell, moves.CELL_B[move])
    if kind in _SINGLES:
        return CELL_REWARDS[cell]
    player, frame = state.players[state.seat], state.stack[-1]
    if kind == moves.RUBY_MINE_ON:
        return ruby_mine_brings(player.land[cell])
    if kind == moves.INTO and isinstance(frame, Site) and brings_by_place(frame.tile):
        return tile_brings(player, frame.tile, cell)
    return []


LETTERS: Final = "ABCEFGIJLMNPQVWXYZ987654321"
"""The names of places. D, H, K, O, R, S, T and U are keys of the page; answers count digits up."""

# What is drawn of the tiles of each kind of move.
TWINS: Final = {
    "meadow_field": ("meadow", "field"),
    "cavern_tunnel": ("cavern", "tunnel"),
    "cavern_cavern": ("cavern", "cavern"),
    "ore_mine": ("ore", "deep"),
}
SINGLES: Final = {
    "small_pasture": "pasture",
    "stable": "stable",
    "ruby_mine": "ruby",
    "into": "site",
    "lay_meadow": "meadow",
    "lay_field": "field",
    "lay_tunnel": "tunnel",
    "lay_cavern": "cavern",
    "ruby_meadow": "meadow",
    "ruby_field": "field",
    "ruby_tunnel": "tunnel",
    "ruby_cavern": "cavern",
}
SMALL_ART: Final = {
    "meadow_field": "meadow-field",
    "cavern_tunnel": "cavern-tunnel",
    "cavern_cavern": "cavern-cavern",
    "ore_mine": "mine-tunnel",
    "large_pasture": "fences",
    "small_pasture": "fence",
    "stable": "stable",
    "ruby_mine": "ruby-mine",
    "into": "cavern",
    **{f"{how}_{land}": land for how in ("lay", "ruby") for land in SINGLE_TILES},
}
"""The small drawing of what each kind of move lays."""
HALVES: Final = {
    "meadow_field": ("meadow", "field"),
    "cavern_tunnel": ("cavern", "tunnel"),
    "cavern_cavern": ("cavern", "cavern"),
    "ore_mine": ("ore_mine", "deep_tunnel"),
}
LAID: Final = {f"lay_{land}": land for land in SINGLE_TILES}
SAME_PLACES: Final = {"cavern_cavern": "cavern_tunnel"}
"""Kinds of moves whose places have the letters of another kind."""
RUBIES: Final = {
    f"ruby_{land}": n for land, n in zip(SINGLE_TILES, SINGLE_TILE_RUBIES, strict=True)
}

Ghost = tuple[tuple[str, int, int], ...]
"""Drawings, and where each begins."""
Cells = tuple[int, ...]
"""The cells of a place, the upper or left one first."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Something to lay, one way round, by number; what rubies buy has its price."""

    number: int
    key: str
    label: str
    art: str
    turned: bool
    rubies: int


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """One choice on the board: its place, by letter, and what is seen there.

    It answers while one of its `tools` is in hand. A place that leads is drawn without being
    pointed at; of places that overlap one does.
    """

    choice: Choice
    letter: str
    name: str
    tools: tuple[int, ...]
    row: int
    column: int
    width: int
    height: int
    ghost: Ghost
    bonus: tuple[Sign, ...]
    leads: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """All choices on the board, and the tools they are made with: real ones, and bought ones."""

    choices: tuple[BoardChoice, ...] = ()
    tools: tuple[Tool, ...] = ()
    bought: tuple[Tool, ...] = ()

    @property
    def turns(self) -> bool:
        """Whether a tile can be turned."""
        return any(tool.turned for tool in self.tools)

    @property
    def in_hand(self) -> int | None:
        """The tool that one begins with: that of a hint, or the first that costs no rubies."""
        advised = sorted(
            [(one.choice.hinted, one.tools[0]) for one in self.choices if one.choice.hinted]
        )
        hinted = [tool for _, tool in advised]
        return next(iter([*hinted, *(tool.number for tool in self.tools)]), None)


def layout(context: ViewContext, site: TileFace | None) -> Layout:
    """The choices on the board; `site` is the tile that needs a cell."""
    if not context.acts:
        return Layout()
    placed = [choice for choice in context.prompt.choices if moves.CELL_A[choice.move] >= 0]
    placed.sort(key=lambda choice: choice.free)
    ways = dict.fromkeys(_way(choice) for choice in placed)
    numbers = {way: number for number, way in enumerate(ways)}
    letters = _letters(placed)
    taken = {(way, cells) for way, cells in ((_way(one), _cells(one)) for one in placed)}
    choices = [
        _board_choice(context, one, letters[_group(one)], _tools(one, numbers, taken))
        for one in placed
    ]
    choices.sort(key=lambda one: (one.choice.free, one.tools[0], LETTERS.find(one.letter)))
    tools = [_tool(context, number, way, site) for way, number in numbers.items()]
    return Layout(
        tuple(choices),
        tuple(tool for tool in tools if not tool.rubies),
        tuple(tool for tool in tools if tool.rubies),
    )


def sticks_out(choices: Iterable[Choice]) -> bool:
    """Whether a choice lies beyond the board."""
    return any(max(moves.CELL_A[one.move], moves.CELL_B[one.move]) >= ON_BOARD for one in choices)


Way = tuple[str, bool]
"""A kind of move, and whether its first half lies to the right or below."""


def _cells(choice: Choice) -> Cells:
    a, b = moves.CELL_A[choice.move], moves.CELL_B[choice.move]
    if b < 0:
        return (a,)
    return (a, b) if PLACES[a] < PLACES[b] else (b, a)


def _way(choice: Choice) -> Way:
    kind = moves.VOCABULARY.kinds[choice.move]
    turns = kind in TWINS and len(set(TWINS[kind])) > 1
    return kind, turns and _cells(choice)[0] != moves.CELL_A[choice.move]


def _group(choice: Choice) -> str:
    """Choices of a group have the same letter where they have the same place."""
    kind = moves.VOCABULARY.kinds[choice.move]
    return SAME_PLACES.get(kind, kind)


def _tools(
    choice: Choice, numbers: dict[Way, int], taken: set[tuple[Way, Cells]]
) -> tuple[int, ...]:
    """The tools with which a choice is made: also the turned one, where it fits one way only."""
    kind, turned = _way(choice)
    other = (kind, not turned)
    tools = [numbers[kind, turned]]
    if other in numbers and (other, _cells(choice)) not in taken:
        tools.append(numbers[other])
    return tuple(tools)


def _letters(placed: list[Choice]) -> dict[str, dict[Cells, tuple[str, bool]]]:
    """The letter of each place of a group, and whether it leads."""
    places: dict[str, set[Cells]] = {}
    for choice in placed:
        places.setdefault(_group(choice), set()).add(_cells(choice))
    return {group: _lettered(cells) for group, cells in places.items()}


def _lettered(places: set[Cells]) -> dict[Cells, tuple[str, bool]]:
    """Places in reading order; each leads that covers no cell of one that does."""
    covered: set[int] = set()
    found = {}
    for number, cells in enumerate(sorted(places, key=lambda one: [PLACES[cell] for cell in one])):
        leads = covered.isdisjoint(cells)
        if leads:
            covered.update(cells)
        letter = LETTERS[number] if number < len(LETTERS) else str(number + 1)
        found[cells] = letter, leads
    return found


def _board_choice(
    context: ViewContext,
    choice: Choice,
    letters: dict[Cells, tuple[str, bool]],
    tools: tuple[int, ...],
) -> BoardChoice:
    cells = _cells(choice)
    letter, leads = letters[cells]
    row, column = PLACES[cells[0]]
    across = len(cells) > 1 and PLACES[cells[1]][0] == row
    brings = tuple(bonus(context.state, choice.move))
    name = f"{letter}: {choice.label}"
    if brings:
        name = context.words(
            "table.place_brings", place=name, what=spoken(list(brings), context.words)
        )
    return BoardChoice(
        choice,
        letter,
        name,
        tools,
        row,
        column,
        2 if across else 1,
        2 if len(cells) > 1 and not across else 1,
        _ghost(choice, across),
        brings,
        leads,
    )


def _ghost(choice: Choice, across: bool) -> Ghost:
    kind, turned = _way(choice)
    if kind in SINGLES:
        return ((SINGLES[kind], 0, 0),)
    if kind not in TWINS:
        return (("pasture-h" if across else "pasture-v", 0, 0),)
    one, two = reversed(TWINS[kind]) if turned else TWINS[kind]
    return (one, 0, 0), (two, CELL, 0) if across else (two, 0, CELL)


def _tool(context: ViewContext, number: int, way: Way, site: TileFace | None) -> Tool:
    kind, turned = way
    return Tool(
        number,
        f"{kind}-turned" if turned else kind,
        _tool_label(context, kind, turned, site),
        SMALL_ART[kind],
        turned,
        RUBIES.get(kind, 0),
    )


def _tool_label(context: ViewContext, kind: str, turned: bool, site: TileFace | None) -> str:
    speak = context.words
    if kind in HALVES:
        one, two = (speak(f"land.{land}") for land in HALVES[kind])
        return speak("table.tool_twin", one=two if turned else one, two=one if turned else two)
    if kind == "stable":
        return speak("table.tool_stable")
    if kind == "into":
        return site.name if site else ""
    if kind in RUBIES:
        return speak("table.tool_ruby", n=RUBIES[kind], what=speak(f"land.{SMALL_ART[kind]}"))
    return speak(f"land.{LAID.get(kind, kind)}")
