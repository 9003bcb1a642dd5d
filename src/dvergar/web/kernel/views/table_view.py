"""One viewer's context of one table at one position: all a template may show, and nothing more.

It is made from an imagined state: what the viewer may not know has been dealt anew, so no template
and no game's page can give it away.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from dvergar.core.events import Event
from dvergar.core.game import State
from dvergar.core.info import GameInfo, load
from dvergar.core.options import Value
from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Prompt
from dvergar.core.words import Words, words
from dvergar.web.kernel.clock import closes_on, day_text, is_open
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.tables.table import BOT, OPEN, OVER, PLAYING, WAITING, Table, winners
from dvergar.web.kernel.views import controls_view
from dvergar.web.kernel.views.bot_choices import BotChoice, bot_at, bot_choice
from dvergar.web.kernel.views.log_view import ROUND, Log, LogPart, LogWriter, moves_since

COUNTDOWN_S: Final = 5  # seconds
NO_BOTS: Final = BotChoice([], [])
NO_UNDO: Final = controls_view.Undo(possible=False, why="")
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
    """Who looks: the seats held, whether this is the host, the language, and where links lead."""

    seats: tuple[int, ...]
    host: bool
    lang: str
    base: str = ""
    confirm: str = "never"
    news: str = ""
    """What everybody is told who looks at a table now."""
    features: tuple[tuple[str, Hashable], ...] = ()
    """What features know of the viewer."""
    advice: str = "reasons"
    """What bots may say of the viewer's turns: `reasons`, `marks` or `none`."""

    def fact(self, feature: str) -> Any:
        """What a feature knows of the viewer, or None."""
        return dict(self.features).get(feature)


@dataclass(frozen=True, slots=True)
class Links:
    """Makes the private links that a viewer is shown."""

    keys: Keys
    base: str

    def invite(self, table: Table, seat: int) -> str:
        """The link that lets somebody sit down."""
        return f"{self.base}join/{self.keys.invite(table.id, seat, table.given[seat])}"

    def come_back(self, table: Table, seats: Sequence[int]) -> str:
        """The link that brings one's own seats to another device."""
        key = self.keys.return_key(table.id, seats, table.links)
        return f"{self.base}return/{table.id}/{'-'.join(map(str, seats))}/{key}"


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
class ScoreRow:
    """One seat of the final score."""

    seat: int
    name: str
    rank: int
    lines: list[tuple[str, int]]
    total: int
    keys: tuple[str, ...]
    """What the lines are called in the rules."""


@dataclass(slots=True)
class TableView:
    """What one viewer sees of a table; templates know it as `table`."""

    id: str
    url: str
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
    state: State
    """The position as the viewer knows it: imagined, without any secret."""
    hidden_points: bool
    """Whether the points are kept for the end."""
    log: Log
    undo: controls_view.Undo = NO_UNDO
    held: controls_view.Held | None = None
    confirm: str = "never"
    """Which moves of the viewer wait: `needed`, `always`, for a `countdown`, or `never`."""
    countdown: int = 0
    """After how many seconds a move that waits confirms itself; 0 if it does not."""
    asking: controls_view.UndoRequestView | None = None
    pace: str = ""
    """How long people watch the turn of a bot; empty for those who can't set it."""
    since: tuple[LogPart, ...] | None = None
    """What the others did since the viewer's last turn; None for spectators."""
    round_ago: int | None = None
    """How many moves ago a round began, if that was lately."""
    events: list[Event] = field(default_factory=list)
    scores: list[ScoreRow] | None = None
    result: str = ""
    won: bool = False
    """Whether the game has a winner, or a player alone has reached its aim."""
    rematch: str = ""
    record_url: str = ""
    deal: str = ""
    """The number of the deal once it is no longer a secret."""
    daily: str = ""
    """The day whose deal is played, if it is one."""
    chosen_deal: bool = False
    """Whether somebody has chosen the deal."""
    can_play_on: bool = False
    """Whether the viewer may play on from this position at a table of their own."""
    bot_thinking: bool = False
    bots: BotChoice = NO_BOTS
    explained: str = ""
    """A move that the guide of a first game didn't ask for."""
    game_view: Any = None
    history: list[tuple[int, list[int]]] | None = None
    rounds: Sequence[tuple[int, int]] = ()
    """For a replay: after how many moves each round begins."""
    notice: str = ""
    notice_rule: str = ""
    """The rule behind the notice: why a move was refused."""
    return_link: str = ""
    leaving: controls_view.LeaveView | None = None
    """The ways out of the table."""
    substitute_reason: str = ""
    """Why a bot plays for the viewer; empty where none does."""
    guided: bool = False
    """Whether a guide leads through the game."""
    can_hint: bool = False
    """Whether the viewer may ask a bot what it would do."""
    advised: bool = False
    """Whether advice takes the place of the help for the question."""
    features: dict[str, Any] = field(default_factory=dict)
    """What each feature adds, by its name."""


class Notice(NamedTuple):
    """A sentence above the table: why something was refused, and the rule behind it."""

    text: str
    rule: str = ""


@dataclass(slots=True)
class _Position:
    """The position that is shown, and what its viewer is asked there."""

    number: int
    live: bool
    phase: str
    viewer: int | None
    """The seat through whose eyes it is seen."""
    state: State
    view: dict[str, Any] | None
    prompt: Prompt
    my_turn: bool
    held: controls_view.Held | None = None
    shown_prompt: Prompt | None = None
    """The question on the board, where it isn't `prompt`: a move waits for confirmation."""
    acts: bool = False


def _position(
    table: Table,
    viewer: Viewer,
    seed: int,
    at: int | None,
    names: list[str],
    change_prompt: Callable[[Viewer, Prompt], Prompt],
) -> _Position:
    """The position after `at` moves, or the present one, as a viewer knows it."""
    last, lang = len(table.steps), viewer.lang
    number = last if at is None else max(0, min(at, last))
    live = at is None and not table.imported
    real = table.state if number == last else table.position(number)
    eyes = _eyes(viewer.seats, real.seat)
    state = real.imagine(eyes, seed)
    phase = table.phase if number == last else PLAYING
    asked = live and phase == PLAYING and state.seat in viewer.seats
    asked = asked and not controls_view.is_left(table, state.seat) and not table.is_answered
    waits = asked and bool(table.held) and viewer.confirm != "never"
    hidden = phase == WAITING and not table.imported
    view = None if hidden else _view(table, state, eyes)
    prompt = Prompt(0, "") if hidden else state.prompt(lang, names)  # it would tell of the deal
    if asked and not waits:
        prompt = change_prompt(viewer, prompt)
    found = _Position(number, live, phase, eyes, state, view, prompt, asked and not waits)
    found.acts = found.my_turn
    if waits:
        _show_held(found, table, lang, names)
    return found


def _show_held(found: _Position, table: Table, lang: str, names: list[str]) -> None:
    """Shows the position after a move that waits for confirmation, unless it reveals something."""
    found.held = controls_view.held(table, found.state, found.prompt, lang, names)
    if found.held.reveals or found.held.after.over:
        found.shown_prompt, found.acts = controls_view.awaited(found.prompt, table.held), True
    else:
        found.state = found.held.after
        found.view = _view(table, found.state, found.viewer)
        found.shown_prompt = found.state.prompt(lang, names)


def make_view(
    table: Table,
    viewer: Viewer,
    links: Links,
    seed: int,
    at: int | None = None,
    notice: Notice | None = None,
    explained: str = "",
    change_prompt: Callable[[Viewer, Prompt], Prompt] = lambda _, prompt: prompt,
    for_page: bool = True,
) -> TableView:
    """What a viewer sees of a table.

    `seed` deals again what is hidden, `at` asks for an earlier position, and `explained` is a move
    that the guide of a first game didn't ask for. Without `for_page` the log and what the templates
    of the game need are left out: programs don't read them.
    """
    lang, game = viewer.lang, table.game
    names = seat_names(table, lang)
    here = _position(table, viewer, seed, at, names, change_prompt)
    log_writer = LogWriter(table, lang, names)
    view = TableView(
        id=table.id,
        url=f"/table/{table.id}",
        name=table.name,
        slug=game.slug,
        title=game.info.words(lang)("game.title"),
        info=game.info,
        g=game.info.words(lang),
        number=here.number,
        last=len(table.steps),
        version=table.version,
        options=game.options,
        live=here.live,
        phase=OVER if here.state.over else here.phase,
        imported=table.imported,
        seats=_seats(table, viewer, names, here.state, links),
        names=names,
        me=list(viewer.seats),
        viewer=here.viewer,
        host=viewer.host,
        view=here.view,
        prompt=here.prompt,
        can_act=here.my_turn,
        state=here.state,
        hidden_points=table.hidden_points and not table.state.over,
        log=log_writer.newest(here.number) if for_page and here.view is not None else Log(()),
        game_view=_game_view(table, viewer, here, names) if for_page else None,
        explained=explained,
        notice=notice.text if notice else _stopped(table, lang) or viewer.news,
        notice_rule=notice.rule if notice else "",
    )
    _add_course(view, table)
    _add_controls(view, table, viewer, here)
    _add_live(view, table, viewer, links, log_writer)
    return view


def _game_view(table: Table, viewer: Viewer, here: _Position, names: list[str]) -> Any:
    """What the templates of the game need beside the view; None for games that need nothing."""
    info = table.game.info
    if here.view is None or not info.game_view:
        return None
    shown = here.shown_prompt or here.prompt
    mover = None if here.live else _mover(table, here.number, here.state)
    speak = info.words(viewer.lang)
    context = ViewContext(
        here.state, here.view, shown, here.viewer, viewer.seats, here.acts, names, speak, mover
    )
    return load(info.game_view)(context)


def _add_course(view: TableView, table: Table) -> None:
    """Adds the course of the game: what happened last, its rounds, its end."""
    view.round_ago = moves_since(table, view.number, ROUND)
    view.events = table.steps[view.number - 1].events if view.number else []
    view.rounds = () if view.live else table.rounds()
    view.rematch = f"/table/{table.rematch}" if table.rematch else ""
    view.record_url = f"{view.url}/record" if table.has_record else ""
    view.deal = str(table.seed) if table.is_known else ""
    view.daily = table.daily
    view.chosen_deal = table.chosen_deal
    view.can_play_on = table.is_known and not view.state.over and bool(table.steps)
    if view.state.over:
        view.scores = _scores(view.state, view.g, view.names)
        view.result = view.prompt.question
        view.won = bool(winners(table.game, view.state))
        view.history = table.history()


def _add_controls(view: TableView, table: Table, viewer: Viewer, here: _Position) -> None:
    """Adds what a viewer can do beside answering the question."""
    view.undo = controls_view.undo(table, viewer.seats if view.live else (), viewer.lang)
    view.held = here.held
    view.confirm = viewer.confirm
    view.countdown = COUNTDOWN_S if viewer.confirm == "countdown" else 0
    if here.phase == WAITING:
        view.bots = bot_choice(table.game.info, viewer.lang)


def _add_live(
    view: TableView, table: Table, viewer: Viewer, links: Links, log_writer: LogWriter
) -> None:
    """Adds what only the present position has."""
    if not view.live:
        return
    seats = viewer.seats
    view.asking = controls_view.asking(table, seats, view.names)
    view.pace = table.pace if _sets_pace(table, viewer) else ""
    view.since = _since(log_writer, viewer) if table.phase == PLAYING else None
    view.bot_thinking = bool(table.acting_bot())
    view.guided = bool(seats) and table.asked_step() is not None
    view.return_link = links.come_back(table, seats) if seats else ""
    view.leaving = controls_view.leave_view(table, seats, viewer.host, partial(links.invite, table))
    view.substitute_reason = controls_view.substitute_reason(table, seats)


def _stopped(table: Table, lang: str) -> str:
    """Why nobody can go on here, if that is so."""
    if not table.stopped:
        return ""
    speak = words("dvergar.web", lang)
    if table.closed and not table.people():
        if is_open(table.daily):
            return speak("daily.given_up", day=day_text(closes_on(table.daily), lang))
        return speak("error.given_up")
    return speak("error.closed") if table.closed else speak("table.differs", n=len(table.steps))


def _mover(table: Table, number: int, state: State) -> int:
    """Who made the move that led to a position; before the first one, who is to make it."""
    return table.steps[number - 1].seat if number else state.seat


def _view(table: Table, state: State, eyes: int | None) -> dict[str, Any]:
    """What a seat sees, without the points where the table keeps them for the end."""
    view = state.view(eyes)
    if table.hidden_points and not table.state.over:
        for player in view["players"]:
            player.update(dict.fromkeys(table.game.info.running_points))
    return view


def seat_names(table: Table, lang: str) -> list[str]:
    """The names at a table; an open seat is called by its number."""
    unnamed = table.game.seat_names(lang)
    return [
        unnamed[number] if seat.kind == OPEN else seat.name
        for number, seat in enumerate(table.seats)
    ]


def _eyes(seats: Sequence[int], acting: int) -> int | None:
    """Through whose eyes a viewer looks: on a shared screen only through those whose turn it is."""
    if len(seats) == 1:
        return seats[0]
    return acting if acting in seats else None


def _seats(
    table: Table, viewer: Viewer, names: list[str], state: Any, links: Links
) -> list[SeatView]:
    ranking = state.ranking() if state.over else [None] * len(names)
    free = table.free()
    return [
        SeatView(
            seat=number,
            name=names[number],
            kind=seat.kind,
            bot=bot_at(table, number, viewer.lang),
            mine=number in viewer.seats,
            acting=number == state.seat and table.phase != WAITING and not state.over,
            rank=ranking[number],
            invite=links.invite(table, number) if viewer.host and number in free else "",
            symbol=SYMBOLS[number],
            css=f"s{number}",
        )
        for number, seat in enumerate(table.seats)
    ]


def _sets_pace(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer says how quickly the bots move."""
    bots_play = any(seat.kind == BOT for seat in table.seats)
    return bots_play and table.sets_pace(viewer.seats, viewer.host)


def _since(log_writer: LogWriter, viewer: Viewer) -> tuple[LogPart, ...] | None:
    """What a viewer has not seen himself; on a shared screen whoever is asked looks."""
    table = log_writer.table
    if not viewer.seats or len(table.seats) == 1:
        return None
    acting = table.state.seat
    return log_writer.since((acting,) if acting in viewer.seats else viewer.seats)


def _scores(state: Any, speak: Words, names: list[str]) -> list[ScoreRow]:
    ranking = state.ranking()
    rows = [
        ScoreRow(
            seat,
            names[seat],
            ranking[seat],
            [(speak(f"score.{line}"), points) for line, points in score.lines],
            score.total,
            tuple(line for line, _ in score.lines),
        )
        for seat, score in enumerate(state.scores())
    ]
    return sorted(rows, key=lambda row: (row.rank, row.seat))
