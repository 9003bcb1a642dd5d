"""What stands in a view of Cave vs Cave, entry by entry."""

from __future__ import annotations

from typing_extensions import TypedDict  # of Python 3.12, which pydantic asks for


class Tile(TypedDict):
    """An action tile in its place; its name is None until it lies open."""

    tile: str | None
    group: str
    open: bool
    taken: int | None
    round: int


class Turn(TypedDict):
    """Where the turn stands."""

    number: int
    reveals: int
    sections: list[int]
    uses: int
    new: list[str]
    dug: int
    digs: int
    turned_up: bool
    may_sell: bool
    cell: str | None


class Cavern(TypedDict):
    """The additional cavern."""

    holder: int | None
    side: str | None


class Cell(TypedDict):
    """A cell of a cave."""

    state: str
    room: str | None
    food: bool


class Player(TypedDict):
    """A cave with its goods."""

    seat: int
    goods: dict[str, int]
    cells: dict[str, Cell]
    walls: list[str]
    orange: int
    blue: int
    rooms: int
    points: int
    score: int


class View(TypedDict):
    """The table as everybody sees it."""

    round: int
    rounds: int
    turns: int
    starter: int
    seat: int
    over: bool
    ask: str | None
    tiles: list[Tile]
    tile: str | None
    parts: list[str]
    used: list[str]
    turn: Turn
    furnishing: str | None
    display: list[str]
    walls: int
    stack: int
    cavern: Cavern
    players: list[Player]
    mark: str | None
