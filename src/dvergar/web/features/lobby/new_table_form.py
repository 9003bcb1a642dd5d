"""What the start page asks: which game, and the form for a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from dvergar.core.chance import SEEDS
from dvergar.core.errors import LocalizedText, OptionError
from dvergar.core.info import GameInfo
from dvergar.core.options import Option, Value
from dvergar.core.registry import info
from dvergar.core.words import Words, words
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.live.presence import timing_text
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.clocks import SPEEDS, WAITS
from dvergar.web.kernel.tables.plan import Plan, check_bot, game_options
from dvergar.web.kernel.tables.player_names import named
from dvergar.web.kernel.tables.table import (
    ALONE as ALONE_OR_BOTS,
    BOT,
    HIDDEN,
    HINTS,
    OPEN,
    PERSON,
    Seat,
)
from dvergar.web.kernel.tables.thinking_limits import NORMAL, THINKING_TIMES
from dvergar.web.kernel.views.bot_choices import BotChoice, bot_choice, default_bot
from dvergar.web.kernel.views.table_lists import value_label

CLOSED: Final = "closed"
KINDS: Final = ("me", "here", "bot", "link", CLOSED)
ALONE: Final = "alone"
DEAL_DIGITS: Final = 20


@dataclass(frozen=True, slots=True)
class SeatField:
    """One row of the question who plays."""

    seat: int
    kind: str
    name: str
    bot: str
    kinds: tuple[str, ...]
    """What may be chosen here: a seat that the game cannot do without is never closed."""


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
    varied: bool
    """Whether the value is another than that of the rule book."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """The form for a new table, blank or as it was sent."""

    slug: str
    title: str
    min: int
    max: int
    seats: list[SeatField]
    bots: BotChoice
    time: str
    """How long the bots may think about a turn."""
    hints: str
    """Who may ask for hints."""
    options: list[OptionField]
    table_name: str
    public: bool
    bots_welcome: bool
    """Whether programs may take a free seat of a public table."""
    practice: bool
    alone: bool
    """Whether nobody but the visitor is to play."""
    deal: str
    """The number of the deal, where one is asked for."""
    hidden_points: bool
    speed: str
    """How long a turn may take, by its name among `speeds`."""
    speeds: list[tuple[str, str]]
    points_run: bool
    """Whether the game shows points while it is played, so that they can be hidden."""

    @property
    def can_be_alone(self) -> bool:
        """Whether one person is enough for the game."""
        return self.min == 1

    @property
    def varied(self) -> bool:
        """Whether a rule was chosen that is not the one of the rule book."""
        return any(option.varied for option in self.options)

    @property
    def arranged(self) -> bool:
        """Whether something about the table is not as usual."""
        usual = (self.time, self.hints, self.speed) == (NORMAL, ALONE_OR_BOTS, WAITS)
        usual = usual and self.bots_welcome
        return self.public or self.practice or self.hidden_points or bool(self.deal) or not usual


def blank_form(slug: str, context: RequestContext) -> NewTable:
    """A form that plays against a bot if it is sent as it is."""
    fields: dict[str, str] = {"kind-0": "me", "name-0": context.name, "kind-1": "bot"}
    for option in info(slug).options:
        if option.default is True:
            fields[f"option-{option.name}"] = "on"
    for seat in range(info(slug).players[1]):
        fields[f"bot-{seat}"] = default_bot(slug)
    return _form(info(slug), fields, context)


def read_form(fields: Mapping[str, Any], context: RequestContext) -> NewTable:
    """The form as it was sent; a quick start sends only the seats."""
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    game = info(texts.get("game", ""))
    if not any(name.startswith("option-") or name == "table_name" for name in texts):
        for option in game.options:
            if option.default is True:
                texts[f"option-{option.name}"] = "on"
    return _form(game, texts, context)


def _form(game: GameInfo, fields: Mapping[str, str], context: RequestContext) -> NewTable:
    speak = game.words(context.lang)
    return NewTable(
        slug=game.slug,
        title=speak("game.title"),
        min=game.players[0],
        max=game.players[1],
        seats=_seat_fields(game, fields),
        bots=bot_choice(game, context.lang),
        time=_one_of(fields.get("time", NORMAL), THINKING_TIMES),
        hints=_one_of(fields.get("hints", ALONE_OR_BOTS), HINTS),
        options=[
            _option_field(option, game, fields, speak)
            for option in game.options
            if len(option.values_for(game.players[1])) > 1
        ],
        table_name=fields.get("table_name", "")[:200],
        public=fields.get("public") == "on",
        bots_welcome=fields.get("bots") != "off",
        practice=fields.get("practice") == "on",
        alone=fields.get("company") == ALONE and game.players[0] == 1,
        deal=fields.get("deal", "").strip()[:DEAL_DIGITS],
        hidden_points=fields.get("points") == HIDDEN and bool(game.running_points),
        speed=_one_of(fields.get("speed", WAITS), tuple(SPEEDS)),
        speeds=[
            (name, timing_text(timing, words("dvergar.web", context.lang)))
            for name, timing in SPEEDS.items()
        ],
        points_run=bool(game.running_points),
    )


def _seat_fields(game: GameInfo, fields: Mapping[str, str]) -> list[SeatField]:
    least, most = game.players
    found = []
    for seat in range(most):
        kind = fields.get(f"kind-{seat}", CLOSED)
        if kind not in KINDS:
            raise WebError(400, "form")
        name, bot = fields.get(f"name-{seat}", "")[:200], fields.get(f"bot-{seat}", "")
        found.append(SeatField(seat, kind, name, bot, KINDS[:-1] if seat < least else KINDS))
    return found


def _option_field(
    option: Option, game: GameInfo, fields: Mapping[str, str], speak: Words
) -> OptionField:
    key = f"option-{option.name}"
    prefix = f"option.{option.name}"
    if isinstance(option.default, bool):
        kind, usual = "switch", "on" if option.default else ""
        value, values = "on" if fields.get(key) == "on" else "", []
    else:
        kind, usual = "choice", str(option.default)
        value = fields.get(key, usual)
        values = [
            (str(one), value_label(option, one, speak))
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
        varied=value != usual,
    )


def _one_of(value: str, values: tuple[str, ...]) -> str:
    if value not in values:
        raise WebError(400, "form")
    return value


def plan(form: NewTable, context: RequestContext) -> Plan:
    """The table that a form asks for."""
    game = info(form.slug)
    taken = list(takewhile(lambda field: field.kind != CLOSED, form.seats))
    if form.alone:
        taken = [replace(form.seats[0], kind="me")]
    seats = [_seat(game, field, context) for field in taken]
    if not game.players[0] <= len(seats) <= game.players[1]:
        game.check({"players": len(seats)})
    me = next((one for one in taken if one.kind == "me"), None)
    if me is not None and me.name.strip():
        context.name = me.name.strip()[:24]
    asked = {field.name: field for field in form.options}
    options = {}
    for option in game.options:
        if option.name in asked and option.fits(len(seats)):
            options[option.name] = _option_value(game, option, asked[option.name], len(seats))
    return Plan(
        game.slug,
        game_options(game, options, len(seats)),
        named(seats),
        form.table_name,
        public=form.public,
        practice=form.practice,
        hidden_points=form.hidden_points,
        thinking=form.time,
        hints=form.hints,
        deal=_deal(form.deal),
        bots=form.bots_welcome,
        timing=SPEEDS[form.speed],
    )


def _deal(text: str) -> int | None:
    """The number of a deal that was asked for; None leaves it to chance."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and int(text) < SEEDS):
        raise WebError(400, "deal_number")
    return int(text)


def _option_value(game: GameInfo, option: Option, field: OptionField, players: int) -> Value:
    if field.kind == "switch":
        return field.value == "on"
    for value in option.values_for(players):
        if str(value) == field.value:
            return value
    told = dict(field.values)
    raise OptionError(
        "option.value",
        name=LocalizedText(game.package, f"option.{option.name}.label"),
        value=told.get(field.value, field.value[:30]),
        allowed=", ".join(told[str(value)] for value in option.values_for(players)),
    )


def _seat(game: GameInfo, field: SeatField, context: RequestContext) -> Seat:
    if field.kind == "bot":
        check_bot(game.slug, field.bot)
        return Seat(BOT, "", field.bot)
    if field.kind == "link":
        return Seat(OPEN, "")
    number = words("dvergar.core", context.lang)("seat.name", n=field.seat + 1)
    return Seat(
        PERSON, field.name.strip() or (context.name if field.kind == "me" else "") or number
    )
