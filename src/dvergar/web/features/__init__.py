"""The features of the web app: each folder is one of them (see `kernel.feature`)."""

from __future__ import annotations

import pkgutil
from collections.abc import Container
from importlib import import_module

from dvergar.web.kernel.feature import Feature


def find_features(leave_out: Container[str] = ()) -> list[type[Feature]]:
    """All features but those left out, by the names of their folders."""
    found = (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    folders = sorted(name for name in found if name not in leave_out)
    return [import_module(f"{__name__}.{folder}.feature").FEATURE for folder in folders]
