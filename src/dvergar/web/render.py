"""Templates to pages: the Jinja environment, addresses of assets, and a cache of tables."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final
from urllib.parse import quote

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

import dvergar
from dvergar.core.registry import games
from dvergar.core.words import LANGUAGES, words
from dvergar.web.desk import Desk

KEPT: Final = 300
LONGEST_PATH: Final = 200  # of an asset; file systems refuse longer names with an error
WEB: Final = "dvergar.web"


def static_folder() -> Traversable:
    """Where our own assets lie."""
    return files(WEB).joinpath("static")


class _Loader(BaseLoader):
    """Finds `name.html` among our templates and `games/SLUG/name.html` in a game's own folder."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        file = _template_file(template)
        if file is None or not file.is_file():
            raise TemplateNotFound(template)
        source = file.read_text(encoding="utf-8")
        return source, str(file), lambda: file.read_text(encoding="utf-8") == source


def _template_file(name: str) -> Traversable | None:
    parts = name.split("/")
    if any(part in ("", "..", ".") for part in parts):
        return None
    if parts[0] == "games" and len(parts) == 3:
        info = games().get(parts[1])
        return info.folder().joinpath(parts[2]) if info else None
    return files(WEB).joinpath("templates", name)


def game_file(slug: str, name: str) -> str:
    """The template of a game, or an empty text if it has none of that name."""
    template = f"games/{slug}/{name}"
    file = _template_file(template)
    return template if file is not None and file.is_file() else ""


def asset_file(path: str) -> Traversable | None:
    """The file behind `/static/PATH`: ours, or the look of a game."""
    parts = path.split("/")
    if len(path) > LONGEST_PATH or any(p in ("", "..", ".") or "\\" in p for p in parts):
        return None
    if parts[0] == "games" and len(parts) == 3 and parts[2].endswith((".css", ".js", ".svg")):
        info = games().get(parts[1])
        file = info.folder().joinpath(parts[2]) if info else None
    else:
        file = static_folder().joinpath(*parts)
    return file if file is not None and file.is_file() else None


@cache
def asset(path: str) -> str:
    """The address of an asset, with a digest so that browsers may keep it for ever."""
    file = asset_file(path)
    if file is None:
        raise FileNotFoundError(f"the asset {path} is missing; run `dvergar assets`")
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


class Renderer:
    """Renders templates; a table's fragment is rendered once for all who see the same."""

    def __init__(self) -> None:
        self._environment = Environment(
            loader=_Loader(),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals.update(
            asset=asset, game_file=game_file, languages=LANGUAGES, version=dvergar.__version__
        )
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def page(self, template: str, lang: str, theme: str, path: str, **facts: Any) -> str:
        """A whole page."""
        context = {"t": words(WEB, lang), "lang": lang, "theme": theme, "path": path}
        return self._environment.get_template(template).render(context | facts)

    def fragment(self, desk: Desk, lang: str) -> str:
        """The live part of a table."""
        key = (
            desk.id,
            desk.version,
            desk.number,
            desk.live,
            tuple(desk.me),
            desk.host,
            lang,
            desk.return_link,
            tuple(seat.invite for seat in desk.seats),
        )
        if desk.notice:
            return self._fragment(desk, lang)
        html = self._kept.get(key)
        if html is None:
            html = self._kept[key] = self._fragment(desk, lang)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return html

    def _fragment(self, desk: Desk, lang: str) -> str:
        template = self._environment.get_template("_table.html")
        context = {"t": words(WEB, lang), "lang": lang, "desk": desk, "theme": "", "path": ""}
        return template.render(context)
