"""The features of the web app: each folder is one of them (see `kernel.feature`)."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from dvergar.web.kernel.feature import Feature


def find_features() -> list[type[Feature]]:
    """All features, by the names of their folders."""
    folders = sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    return [import_module(f"{__name__}.{folder}.feature").FEATURE for folder in folders]
