"""Hatchling's hook: what happens when Dvergar is built or installed, editable or not.

It makes the browser assets. Node is asked for as a build requirement only when there is something
to make, so that a build of an unchanged tree needs neither Node nor the network for them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # the hook is loaded by its path, not imported

from tools import assets


class BuildHook(BuildHookInterface[Any]):
    """Completes the source tree with what is not committed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What this build needs beyond `build-system.requires`."""
        return [] if assets.is_current(Path(self.root)) else [assets.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing before the files of the wheel are gathered."""
        if not assets.is_current(Path(self.root)):
            try:
                assets.build(Path(self.root))
            except assets.AssetError as error:
                raise SystemExit(str(error)) from None
