"""Hatchling's hook for what the package says of itself: its addresses, and its page on an index.

Where the project lives is said once, as `address` under `[tool.dvergar]` in `pyproject.toml`, and
nowhere invented: without an address the package names none. On an index only whole addresses lead
anywhere, so the links and pictures of README are made whole, or else left out.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?:)([^)]+)\)\n*")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")


class MetadataHook(MetadataHookInterface):
    """Adds `urls` and `readme`."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by Hatchling with the table `project`."""
        root = Path(self.root)
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
        address = str(project["tool"]["dvergar"]["address"]).rstrip("/")
        text = (root / "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readme(text, address),
        }
        if address:
            metadata["urls"] = urls(address)


def urls(address: str) -> dict[str, str]:
    """Where to look for what."""
    return {
        "Source": address,
        "Documentation": f"{address}/blob/main/docs/index.md",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
    }


def readme(text: str, address: str) -> str:
    """README as an index shows it.

    >>> readme("See [Play](docs/play.md). ![A table](docs/table.png)", "https://some.where/dvergar")
    'See [Play](https://some.where/dvergar/blob/main/docs/play.md). ![A table](https://some.where/dvergar/raw/main/docs/table.png)'
    >>> readme("See [Play](docs/play.md). ![A table](docs/table.png)", "")
    'See Play. '
    """
    if not address:
        return LINK.sub(r"\1", PICTURE.sub("", text))
    text = PICTURE.sub(lambda one: one[0].replace(one[1], f"{address}/raw/main/{one[1]}"), text)
    return LINK.sub(rf"[\1]({address}/blob/main/\2)", text)
