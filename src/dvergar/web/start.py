"""What the start page shows and asks: the games, a new table, my tables, open tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dvergar import bots
from dvergar.core.errors import OptionError
from dvergar.core.options import FIRST_SEAT, Option, Value
from dvergar.core.registry import GameInfo, games, info
from dvergar.core.words import Words, words
from dvergar.web.desk import bot_label
from dvergar.web.errors import WebError
from dvergar.web.house import House, Visit
from dvergar.web.render import game_file
from dvergar.web.store import Summary
from dvergar.web.table import BOT, OPEN, OVER, PERSON, WAITING, Seat
from dvergar.web.tables import Plan

KINDS: Final = ("me", "here", "bot", "link", "closed")
LISTED: Final = 12
BOT_NAMES: Final = ("Grim", "Ylva", "Bror", "Odd", "Sven", "Runa", "Tove")


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as the start page offers it."""

    slug: str
    title: str
    pitch: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    difficulty: int
    chosen: bool
    url: str
    vignette: str


@dataclass(frozen=True, slots=True)
class SeatField:
    """One row of the question who plays."""

    seat: int
    kind: str
    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of the game as a form asks for it."""

    name: str
    label: str
    help: str
    kind: str
    value: str
    values: list[tuple[str, str]]
    only_players: list[int]


@dataclass(frozen=True, slots=True)
class NewTable:
    """The form for a new table, blank or as it was sent."""

    slug: str
    title: str
    min: int
    max: int
    seats: list[SeatField]
    bots: list[tuple[str, str, str]]
    options: list[OptionField]
    table_name: str
    public: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list."""

    id: str
    url: str
    name: str
    game: str
    slug: str
    status: str
    round_text: str
    turn_seat: int
    turn_name: str
    result_text: str
    seats: list[bool]
    joinable: bool


def game_cards(chosen: str, lang: str) -> list[GameCard]:
    """All games, one of them chosen."""
    return [
        GameCard(
            slug=game.slug,
            title=game.words(lang)("game.title"),
            pitch=game.words(lang)("game.pitch"),
            players=game.players,
            minutes=game.minutes,
            difficulty=game.difficulty,
            chosen=game.slug == chosen,
            url=f"/?game={game.slug}",
            vignette=game_file(game.slug, "vignette.html"),
        )
        for game in games().values()
    ]


def blank_form(slug: str, visit: Visit) -> NewTable:
    """A form that plays against a bot if it is sent as it is."""
    own_bots = bots.names(slug)
    fields: dict[str, str] = {"kind-0": "me", "name-0": visit.name, "kind-1": "bot"}
    for option in info(slug).options:
        if option.default is True:
            fields[f"option-{option.name}"] = "on"
    for seat in range(info(slug).players[1]):
        fields[f"bot-{seat}"] = own_bots[0]
    return _form(info(slug), fields, visit)


def read_form(fields: Mapping[str, Any], visit: Visit) -> NewTable:
    """The form as it was sent; a quick start sends only the seats."""
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    game = info(texts.get("game", ""))
    if not any(name.startswith("option-") or name == "table_name" for name in texts):
        for option in game.options:
            if option.default is True:
                texts[f"option-{option.name}"] = "on"
    return _form(game, texts, visit)


def _form(game: GameInfo, fields: Mapping[str, str], visit: Visit) -> NewTable:
    speak = game.words(visit.lang)
    return NewTable(
        slug=game.slug,
        title=speak("game.title"),
        min=game.players[0],
        max=game.players[1],
        seats=[_seat_field(seat, fields) for seat in range(game.players[1])],
        bots=[
            (name, bot_label(game, name, visit.lang), _bot_help(speak, name, visit.lang))
            for name in bots.names(game.slug)
        ],
        options=[_option_field(option, game, fields, speak) for option in game.options],
        table_name=fields.get("table_name", "")[:200],
        public=fields.get("public") == "on",
    )


def _seat_field(seat: int, fields: Mapping[str, str]) -> SeatField:
    kind = fields.get(f"kind-{seat}", "closed")
    if kind not in KINDS:
        raise WebError(400, "form")
    return SeatField(
        seat, kind, fields.get(f"name-{seat}", "")[:200], fields.get(f"bot-{seat}", "")
    )


def _option_field(
    option: Option, game: GameInfo, fields: Mapping[str, str], speak: Words
) -> OptionField:
    key = f"option-{option.name}"
    prefix = f"option.{option.name}"
    if isinstance(option.default, bool):
        kind, value, values = "switch", "on" if fields.get(key) == "on" else "", []
    else:
        kind, value = "choice", fields.get(key, str(option.default))
        values = [
            (str(one), _value_label(option, one, speak))
            for one in option.values_for(game.players[1])
        ]
    return OptionField(
        name=option.name,
        label=speak(f"{prefix}.label"),
        help=speak(f"{prefix}.help"),
        kind=kind,
        value=value,
        values=values,
        only_players=list(option.players),
    )


def _value_label(option: Option, value: Value, speak: Words) -> str:
    if option.name == FIRST_SEAT and isinstance(value, int):
        return words("dvergar.core", speak.lang)("seat.name", n=value + 1)
    return speak(f"option.{option.name}.{value}")


def _bot_help(speak: Words, name: str, lang: str) -> str:
    key = f"bot.{name}_help"
    return speak(key) if key in speak else words("dvergar.web", lang)(key)


def plan(form: NewTable, visit: Visit) -> Plan:
    """The table that a form asks for."""
    game = info(form.slug)
    seats = [_seat(game, field, visit) for field in form.seats if field.kind != "closed"]
    if not game.players[0] <= len(seats) <= game.players[1]:
        game.check({"players": len(seats)})
    me = next((one for one in form.seats if one.kind == "me"), None)
    if me is not None and me.name.strip():
        visit.name = me.name.strip()[:24]
    options = {}
    for option, field in zip(game.options, form.options, strict=True):
        if option.fits(len(seats)):
            options[option.name] = _option_value(option, field, len(seats))
    return Plan(
        form.slug, game_options(game, options, len(seats)), seats, form.table_name, form.public
    )


def game_options(game: GameInfo, options: dict[str, Any], players: int) -> dict[str, Any]:
    """The options checked, without the number of players."""
    checked: dict[str, Any] = game.check({**options, "players": players})
    return {name: value for name, value in checked.items() if name != "players"}


def _option_value(option: Option, field: OptionField, players: int) -> Value:
    if field.kind == "switch":
        return field.value == "on"
    for value in option.values_for(players):
        if str(value) == field.value:
            return value
    allowed = ", ".join(map(str, option.values_for(players)))
    raise OptionError("option.value", name=option.name, value=field.value[:30], allowed=allowed)


def _seat(game: GameInfo, field: SeatField, visit: Visit) -> Seat:
    if field.kind == "bot":
        return Seat(BOT, bot_name(game.slug, field.bot, field.seat), field.bot)
    if field.kind == "link":
        return Seat(OPEN, "")
    number = words("dvergar.core", visit.lang)("seat.name", n=field.seat + 1)
    return Seat(PERSON, field.name.strip() or (visit.name if field.kind == "me" else "") or number)


def bot_name(slug: str, bot: str, seat: int) -> str:
    """What a bot at a seat is called; WebError if the game has no such bot."""
    if bot not in bots.names(slug):
        raise WebError(400, "bot_unknown")
    return BOT_NAMES[seat]


async def my_tables(house: House, visit: Visit) -> list[TableRow]:
    """The tables at which the visitor has a seat."""
    if not visit.token:
        return []
    rows = []
    for summary in await house.store.tables_of(visit.holder, LISTED):
        seats = await house.store.seats_of(summary.id, visit.holder)
        rows.append(_row(summary, visit, seats))
    return sorted(rows, key=lambda row: row.status != "your_turn")


async def open_tables(house: House, visit: Visit) -> list[TableRow]:
    """The public tables that one can join or watch."""
    return [_row(summary, visit, []) for summary in await house.store.open_tables(LISTED)]


def _row(summary: Summary, visit: Visit, seats: list[int]) -> TableRow:
    facts = summary.facts
    speak = info(summary.game).words(visit.lang)
    acting = facts["seat"]
    status = "running"
    if summary.phase == OVER:
        status = "over"
    elif summary.phase == WAITING:
        status = "waiting"
    elif acting in seats:
        status = "your_turn"
    return TableRow(
        id=summary.id,
        url=f"/table/{summary.id}",
        name=facts["name"] or visit.say("page.unnamed"),
        game=speak("game.title"),
        slug=summary.game,
        status=status,
        round_text=speak("game.round", round=facts["round"], rounds=facts["rounds"])
        if facts["round"]
        else "",
        turn_seat=acting,
        turn_name=facts["names"][acting],
        result_text=_result(facts, visit, seats) if status == "over" else "",
        seats=facts["taken"],
        joinable=not all(facts["taken"]),
    )


def _result(facts: dict[str, Any], visit: Visit, seats: list[int]) -> str:
    winners = facts["winners"]
    if any(seat in seats for seat in winners):
        return visit.say("start.you_won")
    return visit.say("start.won", name=", ".join(facts["names"][seat] for seat in winners))
