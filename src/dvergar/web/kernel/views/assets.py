"""Style sheets, scripts and pictures: our own, and those of each game's look.

Their addresses change with their contents, so that browsers can keep them for ever
(`http/responses.py` serves them). A name is taken from the address only if it is plain on every
system.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final
from urllib.parse import quote

from dvergar.core.registry import games
from dvergar.web.kernel.folders import find_file

MAX_PATH_LETTERS: Final = 200  # file systems refuse longer names with an error
PAGE_FILES: Final = (".css", ".js", ".svg")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def is_plain(path: str) -> bool:
    """Whether every part of a path is an ordinary name: no drive, no device, no way out."""
    return len(path) <= MAX_PATH_LETTERS and all(
        _PLAIN.fullmatch(part) and not _DEVICES.fullmatch(part) for part in path.split("/")
    )


def static_folder() -> Traversable:
    """The folder of our own assets."""
    return files("dvergar.web.kernel.views").joinpath("static")


def asset_file(path: str) -> Traversable | None:
    """The file behind `/static/PATH`: ours, or the look of a game."""
    if not is_plain(path):
        return None
    parts = path.split("/")
    if parts[0] == "games" and len(parts) == 3 and path.endswith(PAGE_FILES):
        info = games().get(parts[1])
        file = info.look().joinpath(parts[2]) if info else None
    else:
        file = find_file("static", path)
    return file if file is not None and file.is_file() else None


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
