"""The guide of a first game as the learner sees it: what it says, points at and waits for.

A legal move that was not asked for is explained: what it does is told by the words of the choice,
by the living rule book, or by what is known of its effects; then the guide says why it asks so.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from dvergar.core.game import State
from dvergar.core.guide import Guide, GuideStep
from dvergar.core.prompt import Choice, Prompt
from dvergar.core.sentences import known_events, log_sentences
from dvergar.core.words import words
from dvergar.web.kernel.tables.table import Table


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
        number = table.game.move(step.play)
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
    said = book.get(rule, "")
    after = state.copy()
    after.play(choice.move)
    told = log_sentences(table.game, known_events(state, after), lang, names)
    effects = Markup(" ").join(Markup(line.html) for line in told)
    does = Markup.escape(choice.detail or said) if choice.detail or is_its_own else effects
    why = guide.why(step, lang, names) or words("dvergar.web", lang)("guide.read_first")
    return Explained(
        label="" if does.startswith(choice.label) else choice.label,
        does=does or Markup.escape(said),
        rule=rule if said else "",
        why=Markup(why),
    )
