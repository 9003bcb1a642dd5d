"""A new table: what its host has chosen, checked, and the opening event from that or a record."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from dvergar import bots
from dvergar.core.chance import SEEDS
from dvergar.core.game import Game
from dvergar.core.info import GameInfo
from dvergar.core.record import Record
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.tables.clocks import NO_TIME_LIMIT, Timing
from dvergar.web.kernel.tables.player_names import (
    MAX_NAME_LETTERS,
    MAX_TABLE_NAME_LETTERS,
    clean,
    named,
    program_name,
    told_apart,
)
from dvergar.web.kernel.tables.table import ALONE, BOT, OPEN, PERSON, Seat, Table
from dvergar.web.kernel.tables.thinking_limits import NORMAL

MAX_RECORD_NAME_LETTERS: Final = 60  # before it is cut to MAX_NAME_LETTERS


@dataclass(frozen=True, slots=True)
class Plan:
    """A table that someone wants to open."""

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    name: str
    public: bool = False
    practice: bool = False
    """Whether players may take back moves that revealed something."""
    hidden_points: bool = False
    """Whether the points are hidden until the game is over."""
    thinking: str = NORMAL
    """How long the bots may think about a turn."""
    hints: str = ALONE
    """Who may ask for hints."""
    guide: str = ""
    """The digest of the guided game that is played."""
    deal: int | None = None
    """The number of the deal, if someone has chosen it."""
    daily: str = ""
    """The day whose deal is played."""
    moves: tuple[str, ...] = ()
    """The moves of a known game that is continued."""
    puzzle: str = ""
    """The id of the puzzle that the moves lead to: the table stops after one turn."""
    bots: bool = True
    """Whether programs may take an open seat of a public table."""
    timing: Timing = NO_TIME_LIMIT
    """How long a turn may take."""


def plan_from(table: Table, number: int, name: str, bot: str) -> Plan:
    """A table that continues a known game after so many moves.

    Its user plays for the seat that decides there, under `name`; the bots of the game stay, and
    `bot` plays for the other people.
    """
    if not table.is_known:
        raise WebError(409, "deal_secret")
    if number > len(table.steps):
        raise WebError(400, "form")
    state = table.position(number)
    if state.over:
        raise WebError(409, "over")
    seats = [Seat(BOT, "", seat.bot if seat.kind == BOT else bot) for seat in table.seats]
    seats[state.seat] = Seat(PERSON, name or table.seats[state.seat].name)
    return Plan(
        table.game.slug,
        {option: value for option, value in table.game.options.items() if option != "players"},
        named(seats),
        table.name,
        thinking=table.thinking,
        deal=table.seed,
        moves=tuple(step.move for step in table.steps[:number]),
    )


def opening_body(plan: Plan, game: Game, user_id: str, seed: int) -> dict[str, Any]:
    """The body of the event `open` of a table that a user opens."""
    return {
        "game": game.slug,
        "rules": game.info.rules_version,
        "options": game.options,
        "seed": seed % SEEDS,
        "name": clean(plan.name, MAX_TABLE_NAME_LETTERS) if plan.name.strip() else "",
        "public": plan.public,
        "practice": plan.practice,
        "hidden_points": plan.hidden_points,
        "thinking": plan.thinking,
        "hints": plan.hints,
        "host": user_id,
        "seats": [asdict(seat) for seat in named([_cleaned(seat) for seat in plan.seats])],
        **({"guide": plan.guide} if plan.guide else {}),
        **({"chosen_deal": True} if plan.deal is not None else {}),
        **({"daily": plan.daily} if plan.daily else {}),
        **({"moves": list(plan.moves)} if plan.moves else {}),
        **({"puzzle": plan.puzzle} if plan.puzzle else {}),
        **({} if plan.bots else {"bots": False}),
        **({"timing": plan.timing.facts()} if plan.timing else {}),
    }


def record_body(record: Record) -> dict[str, Any]:
    """The body of the event `open` of a table that shows a recorded game."""
    return {
        "game": record.game,
        "rules": record.rules,
        "options": record.options,
        "seed": record.seed,
        "name": "",
        "public": False,
        "host": "",
        "imported": True,
        "seats": [asdict(Seat(PERSON, name)) for name in _record_names(record)],
        "moves": record.moves,
    }


def _cleaned(seat: Seat) -> Seat:
    unnamed = seat.kind == OPEN or (seat.kind == BOT and not seat.name)
    name = "" if unnamed else clean(seat.name, MAX_NAME_LETTERS)
    if seat.kind == BOT:
        return Seat(BOT, name, seat.bot)
    return Seat(seat.kind, name, program_name(seat.bot) if seat.kind == PERSON else "")


def _record_names(record: Record) -> list[str]:
    """The names of a record, cleaned like names that people type; bad ones become numbers."""
    names = []
    for seat, name in enumerate(record.seats, start=1):
        try:
            names.append(clean(name, MAX_RECORD_NAME_LETTERS))
        except WebError:
            names.append(f"#{seat}")
    return told_apart(names, MAX_NAME_LETTERS)


def game_options(game: GameInfo, options: dict[str, Any], players: int) -> dict[str, Any]:
    """The options checked, without the number of players."""
    checked: dict[str, Any] = game.check({**options, "players": players})
    return {name: value for name, value in checked.items() if name != "players"}


def check_bot(slug: str, bot: str) -> None:
    """WebError if the game has no such bot."""
    if bot not in bots.names(slug):
        raise WebError(400, "bot_unknown")
