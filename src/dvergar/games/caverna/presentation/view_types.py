"""What stands in a view of Caverna, entry by entry."""

from __future__ import annotations

from typing_extensions import TypedDict  # of Python 3.12, which pydantic asks for


class Harvest(TypedDict):
    """The harvest of this round, where it is known, and the markers by round."""

    now: str | None
    reds: int
    markers: dict[str, str]


class Space(TypedDict):
    """An action space in play."""

    space: str
    stage_round: int | None
    goods: dict[str, int]
    occupant: int | None


class Coming(TypedDict):
    """A round to come, and the cards that it may bring."""

    round: int
    cards: list[str]


class Dwarf(TypedDict):
    """A dwarf in play."""

    weapon: int
    where: str


class Cell(TypedDict):
    """A cell of the home board on which something lies."""

    land: str
    tile: str | None
    other_half: str | None
    stable: bool
    grain: int
    vegetable: int


class Player(TypedDict):
    """The things of one seat."""

    seat: int
    goods: dict[str, int]
    begging: int
    stables: int
    dwarfs: list[Dwarf]
    board: dict[str, Cell]
    tiles: list[str]
    supplies: dict[str, int]
    beds: int
    housing: dict[str, int]
    food_needed: int
    score: int


class Acting(TypedDict):
    """The dwarf that is to be placed."""

    seat: int
    weapon: int


class Turn(TypedDict):
    """Where the turn stands."""

    number: int
    reveals: int
    worker: int
    dwarf: int
    space: str
    imitating: bool
    eating_gold: bool
    breeding: list[int]


class View(TypedDict):
    """The table as anybody sees it."""

    round: int
    rounds: int
    played_rounds: list[int]
    starter: int
    next_starter: int
    seat: int
    over: bool
    stage: str
    harvest: Harvest
    spaces: list[Space]
    future: list[Coming]
    tiles: list[str]
    players: list[Player]
    acting: Acting | None
    turn: Turn
    pending: list[dict[str, int | bool | str]]
    scores: list[int] | None
