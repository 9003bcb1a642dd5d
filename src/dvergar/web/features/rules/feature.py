"""Rules and help: the rule book of each game, explanations, keys, and the page about Dvergar."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.rules import routes
from dvergar.web.kernel.feature import Feature


class RulesFeature(Feature):
    """Texts to read."""

    slots: ClassVar = {
        "footer": (10, "_about_link.html"),
        "start.footer": (10, "_rules_footer.html"),
        "table.styles": (10, "_rules_styles.html"),
        "table.head": (5, "_rules_head.html"),
        "table.top": (20, "_rules_top.html"),
        "table.menu": (20, "_rules_menu.html"),
        "table.banners": (10, "_help.html"),
        "table.dialogs": (10, "_keys_dialog.html"),
        "guide.end": (10, "_guide_rules.html"),
        "rule.link": (10, "_rule_link.html"),
        "help.link": (10, "_help_link.html"),
        "keys.lines": (20, "_rules_keys.html"),
    }

    def pages(self) -> APIRouter:
        """All pages to read."""
        return routes.routes(self.kernel)


FEATURE = RulesFeature
