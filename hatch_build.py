"""Hatchling's hook: what happens when Dvergar is built or installed, editable or not.

It makes the browser assets. Node is asked for as a build requirement only when there is something
to make, so that a build of an unchanged tree, or from a source archive, which holds them, needs
neither Node nor the network for them. A wheel gets a compiled engine besides; an editable
installation runs the source as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # the hook is loaded by its path, not imported

from tools import assets, compiling


class BuildHook(BuildHookInterface[Any]):
    """Completes the source tree with what is not committed, and the wheel with what is compiled."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What this build needs beyond `build-system.requires`."""
        return [] if assets.is_current(Path(self.root)) else [assets.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing before the files of the wheel are gathered."""
        try:
            if not assets.is_current(Path(self.root)):
                assets.build(Path(self.root))
            if version == "standard" and self.target_name == "wheel":
                self._compile_engine(build_data)
        except (assets.AssetError, compiling.CompileError) as error:
            raise SystemExit(str(error)) from None

    def _compile_engine(self, build_data: dict[str, Any]) -> None:
        why_not = compiling.why_not()
        if why_not:
            self.app.display_warning(f"The engine stays in plain Python: {why_not}.")
            return
        self.work = TemporaryDirectory(prefix="dvergar-engine-")  # until the wheel is written
        made = compiling.build(Path(self.root), Path(self.work.name))
        build_data["force_include"].update(made)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
