"""One viewer's sight of one table at one position: all a template may show, and nothing more.

What the viewer may not know is not in here, so no template can give it away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from dvergar import bots
from dvergar.core.events import Event
from dvergar.core.options import Value
from dvergar.core.prompt import Prompt
from dvergar.core.registry import GameInfo, load
from dvergar.core.scene import Sight
from dvergar.core.words import Words, words
from dvergar.web.table import BOT, OPEN, OVER, PLAYING, WAITING, Table

LOG_LINES: Final = 60
SYMBOLS: Final = (
    "gi-mushroom",
    "gi-drop",
    "gi-oak-leaf",
    "gi-sun",
    "gi-crown",
    "gi-acorn",
    "gi-anvil",
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the seats held, whether this is the host, and the language."""

    seats: tuple[int, ...]
    host: bool
    lang: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the page shows it."""

    seat: int
    name: str
    kind: str
    bot: str
    mine: bool
    acting: bool
    rank: int | None
    invite: str
    symbol: str
    css: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One sentence of the log, with the position it led to."""

    number: int
    seat: int | None
    kind: str
    html: Markup


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat of the final score."""

    seat: int
    name: str
    rank: int
    lines: list[tuple[str, int]]
    total: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether a move can be taken back, and the sentence about it."""

    possible: bool
    why: str


@dataclass(slots=True)
class Desk:
    """What one viewer sees of a table."""

    id: str
    url: str
    live_url: str
    name: str
    slug: str
    title: str
    info: GameInfo
    g: Words
    number: int
    last: int
    version: int
    options: dict[str, Value]
    live: bool
    phase: str
    imported: bool
    seats: list[SeatView]
    names: list[str]
    me: list[int]
    viewer: int | None
    host: bool
    view: dict[str, Any] | None
    prompt: Prompt
    can_act: bool
    undo: Undo
    log: list[LogLine]
    events: list[Event]
    scores: list[ScoreRow] | None
    result: str
    rematch: str
    record_url: str
    bot_thinking: bool
    bots: list[tuple[str, str]]
    scene: Any = None
    history: list[tuple[int, list[int]]] | None = None
    notice: str = ""
    return_link: str = ""


def make_desk(
    table: Table, viewer: Viewer, invites: dict[int, str], at: int | None = None, notice: str = ""
) -> Desk:
    """The desk of a viewer; `at` asks for an earlier position."""
    lang = viewer.lang
    last = len(table.steps)
    number = last if at is None else max(0, min(at, last))
    live = at is None and not table.imported
    state = table.position(number)
    game = table.game
    names = seat_names(table, lang)
    eyes = _eyes(viewer.seats, state.seat)
    phase = table.phase if number == last else PLAYING
    speak = game.info.words(lang)
    my_turn = live and phase == PLAYING and state.seat in viewer.seats
    over = state.over
    hidden = phase == WAITING and not table.imported
    view = None if hidden else state.view(eyes)
    prompt = Prompt(0, "") if hidden else state.prompt(lang, names)  # it would tell of the deal
    scene = None
    if view is not None and game.info.scene:
        sight = Sight(state, view, prompt, eyes, viewer.seats, my_turn, names, speak)
        scene = load(game.info.scene)(sight)
    url = f"/table/{table.id}"
    return Desk(
        id=table.id,
        url=url,
        live_url=f"{url}/live?after={table.version}",
        name=table.name or words("dvergar.web", lang)("page.unnamed"),
        slug=game.slug,
        title=speak("game.title"),
        info=game.info,
        g=speak,
        number=number,
        last=last,
        version=table.version,
        options=game.options,
        live=live,
        phase=OVER if over else phase,
        imported=table.imported,
        seats=_seats(table, viewer, names, state, invites),
        names=names,
        me=list(viewer.seats),
        viewer=eyes,
        host=viewer.host,
        view=view,
        prompt=prompt,
        can_act=my_turn,
        undo=_undo(table, viewer, live),
        log=_log(table, number, lang, names),
        events=table.steps[number - 1].events if number else [],
        scores=_scores(state, speak, names) if over else None,
        result=prompt.question if over else "",
        rematch=f"/table/{table.rematch}" if table.rematch else "",
        record_url=f"{url}/record" if table.state.over else "",
        bot_thinking=live and bool(table.acting_bot()),
        bots=[(name, bot_label(game.info, name, lang)) for name in bots.names(game.slug)],
        scene=scene,
        history=table.history() if over else None,
        notice=notice,
    )


def seat_names(table: Table, lang: str) -> list[str]:
    """The names at a table; an open seat is called by its number."""
    unnamed = table.game.seat_names(lang)
    return [
        unnamed[number] if seat.kind == OPEN else seat.name
        for number, seat in enumerate(table.seats)
    ]


def bot_label(info: GameInfo, bot: str, lang: str) -> str:
    """What a bot is called in a language."""
    own = info.words(lang)
    return own(f"bot.{bot}") if f"bot.{bot}" in own else words("dvergar.web", lang)(f"bot.{bot}")


def _eyes(seats: Sequence[int], acting: int) -> int | None:
    """Through whose eyes a viewer looks: on a shared screen only through those whose turn it is."""
    if len(seats) == 1:
        return seats[0]
    return acting if acting in seats else None


def _seats(
    table: Table, viewer: Viewer, names: list[str], state: Any, invites: dict[int, str]
) -> list[SeatView]:
    ranking = state.ranking() if state.over else [None] * len(names)
    return [
        SeatView(
            seat=number,
            name=names[number],
            kind=seat.kind,
            bot=bot_label(table.game.info, seat.bot, viewer.lang) if seat.kind == BOT else "",
            mine=number in viewer.seats,
            acting=number == state.seat and table.phase != WAITING and not state.over,
            rank=ranking[number],
            invite=invites.get(number, "") if viewer.host and seat.kind == OPEN else "",
            symbol=SYMBOLS[number],
            css=f"s{number}",
        )
        for number, seat in enumerate(table.seats)
    ]


def _undo(table: Table, viewer: Viewer, live: bool) -> Undo:
    closed = table.undo_closed(list(viewer.seats)) if live else "watching"
    key = f"undo.{closed or 'possible'}"
    own = table.game.info.words(viewer.lang)
    speak = own if key in own else words("dvergar.web", viewer.lang)
    return Undo(not closed, speak(key))


def _log(table: Table, number: int, lang: str, names: list[str]) -> list[LogLine]:
    lines: list[LogLine] = []
    for position in range(number, 0, -1):
        for event in reversed(table.steps[position - 1].events):
            html = table.game.tell(event, lang, names)
            if html:
                lines.append(LogLine(position, event.seat, event.kind, Markup(html)))
        if len(lines) >= LOG_LINES:
            break
    return lines[:LOG_LINES]


def _scores(state: Any, speak: Words, names: list[str]) -> list[ScoreRow]:
    ranking = state.ranking()
    rows = [
        ScoreRow(
            seat,
            names[seat],
            ranking[seat],
            [(speak(f"score.{line}"), points) for line, points in score.lines],
            score.total,
        )
        for seat, score in enumerate(state.scores())
    ]
    return sorted(rows, key=lambda row: (row.rank, row.seat))
