"""The guide of a first game: a table on which each step is explained.

When the learner makes a legal move that the guide did not ask for, it explains the move: by the
words of the choice, by the living rule book, or by its known effects. Then it says why it asks for
another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from dvergar import bots
from dvergar.core.game import State
from dvergar.core.guide import Guide, GuideStep
from dvergar.core.info import GameInfo
from dvergar.core.prompt import Choice, Prompt
from dvergar.core.registry import info
from dvergar.core.sentences import known_events, log_sentences
from dvergar.core.words import words
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import run_action, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import BOT, PERSON, Seat, Table
from dvergar.web.kernel.views.table_view import TableView, Viewer


class GuideFeature(Feature):
    """Guided first games."""

    slots: ClassVar = {
        "table.head": (30, "_guide_head.html"),
        "table.before_prompt": (10, "_guide.html"),
        "start.newcomer_help": (10, "_guide_help.html"),
        "start.newcomer_button": (10, "_guide_button.html"),
        "keys.lines": (30, "_guide_keys.html"),
    }

    def pages(self) -> APIRouter:
        """Starting a guided game, and reading on in it."""
        return _routes(self.kernel)

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> Coach | None:
        """What the guide says now to the learner."""
        if not view.live or not viewer.seats:
            return None
        names, lang = view.names, viewer.lang
        return coach(table, view.state, view.prompt, names, lang, view.explained)


Text = Annotated[str, Form()]
MAX_TABLES_SEARCHED = 60  # tables of one person, newest first


def _routes(kernel: Kernel) -> APIRouter:
    """How a guided game begins."""
    router = APIRouter(include_in_schema=False)

    @router.post("/guide/{slug}")
    async def begin(request: Request, slug: str, again: Text = "") -> Response:
        context = read_context(request)
        game = info(slug)
        guide = game.guide()
        if guide is None:
            raise WebError(404, "not_found")
        left = "" if again else await _left(kernel, context, slug)
        if left:
            return RedirectResponse(f"/table/{left}", 303)
        kernel.check_new_table(context)
        context.identify()
        table = await kernel.tables.open(_plan(game, guide, context), context.user_id, guide.seed)
        return seated(context, table)

    @router.post("/table/{table_id}/guide")
    async def read_on(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.advance_guide(table, version, seats)

        return await run_action(kernel, read_context(request), table_id, act)

    return router


async def _left(kernel: Kernel, context: RequestContext, slug: str) -> str:
    """The guided game that a visitor has begun and not finished."""
    if not context.token:
        return ""
    mine = await kernel.store.tables_of(context.user_id, MAX_TABLES_SEARCHED)
    return next((one.id for one, _ in mine if one.game == slug and "guide" in one.facts), "")


def _plan(game: GameInfo, guide: Guide, context: RequestContext) -> Plan:
    """The table of a guided game; the others are bots, for whoever plays on after its end."""
    options = game.check(guide.options)
    players = options.pop("players")
    assert isinstance(players, int)
    learner = context.name or context.say("guide.learner")
    easiest = bots.names(game.slug)[0]
    seats = [Seat(BOT, "", easiest)] * players
    seats[guide.seat] = Seat(PERSON, learner)
    return Plan(game.slug, dict(options), seats, context.say("guide.table"), guide=guide.digest)


@dataclass(frozen=True, slots=True)
class Explained:
    """A move that was not asked for: what it would do, and why the guide asks for another."""

    label: str
    does: Markup
    rule: str
    why: Markup


@dataclass(frozen=True, slots=True)
class Coach:
    """What the guide says now."""

    number: int
    of: int
    kind: str
    """Whether the step is to `read`, to `play`, or the `end`."""
    text: Markup
    point: str
    """The id of the element that it points at, if it is not the button of a move."""
    selector: Markup
    """The same for a style sheet; empty if it points at nothing."""
    rule: str
    asks: str
    """The move that is asked for, as its button calls it."""
    explained: Explained | None


def coach(
    table: Table,
    state: State,
    prompt: Prompt,
    names: list[str],
    lang: str,
    explained: str = "",
) -> Coach | None:
    """The present step for the learner, if somebody is led here; `state` is what he knows."""
    guide, step = table.guide, table.asked_step()
    if guide is None or step is None:
        return None
    last = table.guide_step == len(guide.steps) - 1
    choices = {one.name: one for one in prompt.choices}
    choice = choices.get(explained)
    return Coach(
        number=table.guide_step + 1,
        of=len(guide.steps),
        kind="play" if step.play else "end" if last else "read",
        text=Markup(guide.say(step, lang, names)),
        point=step.point,
        selector=_selector(table, step),
        rule=step.rule,
        asks=choices[step.play].label if step.play else "",
        explained=_explained(table, guide, step, state, choice, names, lang) if choice else None,
    )


def _selector(table: Table, step: GuideStep) -> Markup:
    """How a style sheet finds what is pointed at; names of moves and ids need no escaping.

    Of a move it is the button, or what on the table is labelled as standing for it.
    """
    if step.play and not step.point:
        number = int(table.game.move(step.play))
        found = "#table :is(button[name=move][value='{}'], label[for=m{}])"
        return Markup(found).format(step.play, number)
    return Markup("#{}").format(step.point) if step.point else Markup("")


def _explained(
    table: Table,
    guide: Guide,
    step: GuideStep,
    state: State,
    choice: Choice,
    names: list[str],
    lang: str,
) -> Explained:
    rule, is_its_own = guide.rule_of(table.game.vocabulary, choice.move)
    book = {one.id: one.text(lang) for one in table.game.info.rulebook()} if rule else {}
    rule_text = book.get(rule, "")
    after = state.copy()
    after.play(choice.move)
    sentences = log_sentences(table.game, known_events(state, after), lang, names)
    effects = Markup(" ").join(Markup(line.html) for line in sentences)
    does = Markup.escape(choice.detail or rule_text) if choice.detail or is_its_own else effects
    why = guide.why(step, lang, names) or words("dvergar.web", lang)("guide.read_first")
    return Explained(
        label=choice.label,
        does=does or Markup.escape(rule_text),
        rule=rule if rule_text else "",
        why=Markup(why),
    )


FEATURE = GuideFeature
