"""What stands in a view of My Gold Mine, entry by entry."""

from __future__ import annotations

from typing_extensions import TypedDict  # of Python 3.12, which pydantic asks for


class Dwarf(TypedDict):
    """A dwarf; gold is None where the viewer cannot know it."""

    dwarf: int
    seat: int
    place: int | None
    state: str
    slot: int | None
    cards: int
    gold: int | None


class Player(TypedDict):
    """A seat with its pile in the mine."""

    seat: int
    cards: int
    gold: int | None
    nuggets: int
    dwarfs: list[int]


class Extraction(TypedDict):
    """The extraction deck: its top card, and how many of each kind lie below."""

    top: str | None
    cards: int
    box: int
    hidden: dict[str, int]


class Exits(TypedDict):
    """The exit deck, its discard, and the card being decided about."""

    cards: int
    discard: list[str]
    drawn: str | None
    unseen: dict[str, int]


class Ranked(TypedDict):
    """A dwarf in the result of a round."""

    dwarf: int
    seat: int
    gold: int
    prize: int


class Result(TypedDict):
    """How a round ended."""

    round: int
    ranking: list[Ranked]
    winner: int | None


class View(TypedDict):
    """The table as a seat sees it."""

    round: int
    rounds: int
    starter: int
    seat: int
    dwarf: int
    turn: int
    reveals: int
    over: bool
    dragon: int
    dwarfs: list[Dwarf]
    players: list[Player]
    ladder: list[int]
    last_ladder: list[int]
    extraction: Extraction
    exit: Exits
    results: list[Result]
    prizes: list[int]
    scores: list[int] | None
