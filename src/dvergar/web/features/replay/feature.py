"""Replays: continue from any position of a finished game or record, or play its deal again."""

from __future__ import annotations

from typing import Annotated, ClassVar

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import check_day, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.plan import plan_from
from dvergar.web.kernel.views.bot_choices import default_bot


class ReplayFeature(Feature):
    """Known deals and positions."""

    slots: ClassVar = {
        "table.styles": (5, "_replay_styles.html"),
        "table.head": (2, "_replay_head.html"),
        "table.before_prompt": (5, "_replay.html"),
        "log.links": (10, "_replay_log.html"),
        "log.position": (10, "_position_link.html"),
        "game.links": (10, "_replay_game.html"),
        "scores.next": (10, "_replay_next.html"),
        "scores.deal": (10, "_same_deal.html"),
        "keys.lines": (40, "_replay_keys.html"),
    }

    def pages(self) -> APIRouter:
        """The two forms of a replay."""
        return _routes(self.kernel)


Text = Annotated[str, Form()]


def _routes(kernel: Kernel) -> APIRouter:
    """Playing on from a position that was looked at."""
    router = APIRouter(include_in_schema=False)

    @router.post("/table/{table_id}/play-on")
    async def play_on(request: Request, table_id: str, at: Text = "") -> Response:
        context = read_context(request)
        number = only_number(at)
        known = await kernel.tables.get(table_id)
        check_day(known)
        plan = plan_from(known, number, context.name, default_bot(known.game.slug))
        kernel.check_new_table(context)
        context.identify()
        table = await kernel.tables.open(plan, context.user_id, plan.deal or 0)
        return seated(context, table)

    return router


FEATURE = ReplayFeature
