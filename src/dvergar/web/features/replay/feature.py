"""Replays: playing on from a position of a finished game, or the same deal again."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.replay import routes
from dvergar.web.kernel.feature import Feature


class ReplayFeature(Feature):
    """Known deals and positions."""

    slots: ClassVar = {
        "table.styles": (5, "_replay_styles.html"),
        "table.head": (2, "_replay_head.html"),
        "table.before_prompt": (5, "_replay.html"),
        "log.links": (10, "_replay_log.html"),
        "log.position": (10, "_position_link.html"),
        "scores.next": (10, "_replay_next.html"),
        "scores.deal": (10, "_same_deal.html"),
        "keys.lines": (40, "_replay_keys.html"),
    }

    def pages(self) -> APIRouter:
        """The two forms of a replay."""
        return routes.routes(self.kernel)


FEATURE = ReplayFeature
