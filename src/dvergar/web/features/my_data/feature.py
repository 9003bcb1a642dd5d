"""Your data: what this server stores about you, to read, download and delete."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.my_data import routes
from dvergar.web.kernel.feature import Feature


class MyDataFeature(Feature):
    """Export and deletion."""

    slots: ClassVar = {
        "footer": (50, "_my_data_link.html"),
        "about.privacy": (10, "_privacy_link.html"),
    }

    def pages(self) -> APIRouter:
        """The pages about one's own data."""
        return routes.routes(self.kernel)


FEATURE = MyDataFeature
