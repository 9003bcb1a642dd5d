"""A table as the interface tells programs of it: the same that the page shows, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dvergar.core.events import Event
from dvergar.web.kernel.http.json_models import (
    BlockedAnswer,
    ChoiceAnswer,
    ClockAnswer,
    EventAnswer,
    ScoreAnswer,
    SeatAnswer,
    SeatedAnswer,
    TableAnswer,
    ThinkingAnswer,
    WishAnswer,
)
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import HIDDEN, Table
from dvergar.web.kernel.views.controls_view import UndoRequestView
from dvergar.web.kernel.views.table_view import ScoreRow, SeatView, TableView


def _wish(asking: UndoRequestView) -> WishAnswer:
    return WishAnswer(name=asking.name, mine=asking.mine, asked=asking.asked)


async def seated(kernel: Kernel, context: RequestContext, table_id: str) -> SeatedAnswer:
    """What somebody is told who has just sat down."""
    table, seats = await kernel.get_table(context, table_id)
    table_answer = answer(kernel, context, table, seats)
    return SeatedAnswer(token=context.token, seats=table_answer.my_seats, table=table_answer)


def table_view(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> TableView:
    """What the holder of these seats sees; a program never waits to confirm its own moves."""
    viewer = replace(kernel.viewer(context, table, seats), confirm="never")
    return kernel.view(table, viewer, for_page=False)


def answer(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> TableAnswer:
    """A table as the holder of these seats may see it."""
    view = table_view(kernel, context, table, seats)
    thought = kernel.bots.thought(table.id)
    here = kernel.presence.here(table.id)
    return TableAnswer(
        id=view.id,
        game=view.slug,
        rules=table.rules,
        options=view.options,
        name=table.name,
        version=view.version,
        number=view.number,
        phase=view.phase,
        points=HIDDEN if view.hidden_points else "open",
        seats=[_seat(table, seat, seat.seat in here.seats) for seat in view.seats],
        my_seats=view.me,
        seat=None if view.view is None else table.state.seat,
        my_turn=view.can_act,
        question=view.prompt.question,
        choices=_choices(view),
        blocked=[
            BlockedAnswer(label=one.label, reason=one.reason, anchor=one.anchor, rule=one.rule)
            for one in view.prompt.blocked
        ],
        undo=view.undo.possible and not view.undo.asks,
        undo_asks=view.undo.possible and view.undo.asks,
        wish=_wish(view.asking) if view.asking else None,
        events=events(view.events),
        hints=view.can_hint,
        thinking=ThinkingAnswer(nodes=thought.nodes, share=thought.share) if thought else None,
        view=view.view,
        scores=[_score(row) for row in view.scores] if view.scores else None,
        clock=_clock(table, kernel.tables.now()) if table.timing else None,
        spectators=here.spectators,
        rematch=table.rematch,
    )


def _seat(table: Table, seat: SeatView, here: bool) -> SeatAnswer:
    return SeatAnswer(
        seat=seat.seat,
        name=seat.name,
        kind=seat.kind,
        bot=table.seats[seat.seat].bot,
        mine=seat.mine,
        rank=seat.rank,
        invite=seat.invite,
        standing_in=_substitute_reason(table, seat.seat),
        here=here,
    )


def _substitute_reason(table: Table, seat: int) -> str:
    """Why a bot substitutes for a person; empty: none does."""
    substitute = table.substitutes.get(seat)
    return substitute.why if substitute is not None else ""


def _clock(table: Table, now: float) -> ClockAnswer:
    due = table.due()
    return ClockAnswer(
        deadline=table.timing.deadline,
        move=table.timing.move,
        reserve=table.timing.reserve,
        left=None if due is None else max(0.0, due - now),
        reserves=list(table.clock.reserves),
    )


def _choices(view: TableView) -> list[ChoiceAnswer]:
    return [
        ChoiceAnswer(
            move=choice.name,
            label=choice.label,
            detail=choice.detail,
            anchor=choice.anchor,
            free=choice.free,
        )
        for choice in view.prompt.choices
        if view.can_act
    ]


def _score(row: ScoreRow) -> ScoreAnswer:
    return ScoreAnswer(
        seat=row.seat,
        rank=row.rank,
        total=row.total,
        lines=row.lines,
        by_key={key: points for key, (_, points) in zip(row.keys, row.lines, strict=True)},
    )


def events(happened: Sequence[Event]) -> list[EventAnswer]:
    """What happened, for programs."""
    return [EventAnswer(kind=one.kind, seat=one.seat, facts=one.facts) for one in happened]
