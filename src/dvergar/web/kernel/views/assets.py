"""Style sheets, scripts and pictures: our own, and those of each game's look.

They are served by the framework, under addresses that change with what they hold, so that browsers
may keep them for ever. A name is taken from the address only if it is plain on every system.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from dvergar.core.registry import games

FOR_EVER: Final = "public, max-age=31536000, immutable"
LONGEST_PATH: Final = 200  # file systems refuse longer names with an error
LOOK: Final = (".css", ".js", ".svg")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def is_plain(path: str) -> bool:
    """Whether every part of a path is an ordinary name: no drive, no device, no way out."""
    return len(path) <= LONGEST_PATH and all(
        _PLAIN.fullmatch(part) and not _DEVICES.fullmatch(part) for part in path.split("/")
    )


def static_folder() -> Traversable:
    """Where our own assets lie."""
    return files("dvergar.web.kernel.views").joinpath("static")


def asset_file(path: str) -> Traversable | None:
    """The file behind `/static/PATH`: ours, or the look of a game."""
    if not is_plain(path):
        return None
    parts = path.split("/")
    if parts[0] == "games" and len(parts) == 3 and path.endswith(LOOK):
        info = games().get(parts[1])
        file = info.look().joinpath(parts[2]) if info else None
    else:
        file = static_folder().joinpath(*parts)
    return file if file is not None and file.is_file() else None


class Assets(StaticFiles):
    """The framework's static files, with ETag, found where `asset_file` says."""

    def __init__(self) -> None:
        super().__init__(directory=str(static_folder()), check_dir=False)

    def get_path(self, scope: Scope) -> str:
        """The path as it was sent; the framework would tidy up what is to be refused."""
        path: str = scope["path"]
        return path.removeprefix(scope.get("root_path", "")).removeprefix("/")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file and what is known of it; None if there is none."""
        file = asset_file(path)
        return (str(file), Path(str(file)).stat()) if file is not None else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, to be kept for ever."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER
        return response


@cache
def asset(path: str) -> str:
    """The address of an asset, with a digest so that browsers may keep it for ever."""
    file = asset_file(path)
    if file is None:
        raise FileNotFoundError(
            f"the asset {path} is missing; run ./dvergar in the checkout to build it"
        )
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    return f"/static/{quote(path)}?v={digest}"


def credits() -> list[tuple[str, int]]:
    """The authors of the icons in use, with the number of icons of each."""
    file = asset_file("built/icons.json")
    if file is None:
        return []
    counts: dict[str, int] = {}
    for icon in json.loads(file.read_text(encoding="utf-8"))["icons"]:
        author = icon["author"] if isinstance(icon, dict) else ""
        if author:
            counts[author] = counts.get(author, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
