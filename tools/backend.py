"""The build backend: Hatchling's, and mypyc as a requirement of the builds that compile the engine.

A hook of Hatchling cannot tell a wheel from an editable installation when it is asked what it
needs. Here they are two functions, so that setting up a checkout does not fetch a compiler that it
never uses.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling import build
from hatchling.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import compiling

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What a wheel needs: mypyc too, where the engine will be compiled."""
    needed = build.get_requires_for_build_wheel(config_settings)
    return needed if compiling.why_not() else [*needed, *compiling.REQUIREMENTS]
