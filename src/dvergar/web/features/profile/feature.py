"""Profiles: the finished games of a person as charts and a list, for them and whom they let see."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.profile.routes import routes
from dvergar.web.kernel.feature import Feature


class ProfileFeature(Feature):
    """One's own finished games, and those that others show."""

    slots: ClassVar = {
        "footer": (25, "_profile_link.html"),
        "results.nav": (5, "_profile_nav.html"),
        "my_tables.foot": (5, "_profile_link.html"),
        "my_data.after_tables": (30, "_profile_data.html"),
    }

    def pages(self) -> APIRouter:
        """Profiles, and the setting of who sees one's own."""
        return routes(self.kernel)


FEATURE = ProfileFeature
