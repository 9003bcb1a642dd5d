"""The build backend: Hatchling's, and mypyc as a requirement of the builds that compile the engine.

A hook of Hatchling cannot tell a wheel from an editable installation when it is asked what it
needs. Here they are two functions, so that setting up a checkout does not fetch a compiler that it
never uses.
"""

from __future__ import annotations

import os
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
from hatchling.builders.wheel import WheelBuilder

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import compiling

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What a wheel needs: mypyc too, where the engine will be compiled."""
    needed = build.get_requires_for_build_wheel(config_settings)
    return needed if compiling.why_not() else [*needed, *compiling.REQUIREMENTS]


def prepare_metadata_for_build_wheel(
    metadata_directory: str,
    config_settings: dict[str, Any] | None = None,  # noqa: ARG001
) -> str:
    """Writes the metadata alone; Hatchling offers that to every frontend but pip."""
    builder = WheelBuilder(os.getcwd())  # noqa: PTH109 - a frontend calls it in the project's root
    folder = Path(metadata_directory) / f"{builder.artifact_project_id}.dist-info"
    folder.mkdir(exist_ok=True)
    written = builder.config.core_metadata_constructor(builder.metadata)
    (folder / "METADATA").write_text(written, "utf-8")
    return folder.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel
