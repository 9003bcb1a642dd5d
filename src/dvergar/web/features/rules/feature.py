"""Rules and help: the rule book of each game, explanations, keys, and the page about Dvergar."""

from __future__ import annotations

from fastapi import APIRouter

from dvergar.web.features.rules import routes
from dvergar.web.kernel.feature import Feature


class RulesFeature(Feature):
    """Texts to read."""

    def pages(self) -> APIRouter:
        """All pages to read."""
        return routes.routes(self.kernel)


FEATURE = RulesFeature
