"""A position as a picture for a notebook: the table of the page, whole in one piece of HTML.

It is what the seat sees that decides, like the text of a position; what is hidden has been dealt
anew before anything is drawn. No script, no address of a server, and the style stays in its frame.
"""

from __future__ import annotations

import html
import re
from functools import cache
from importlib.resources import files
from typing import Final

from dvergar.core.game import State
from dvergar.core.languages import FALLBACK
from dvergar.core.registry import games
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import PERSON, Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

LANG: Final = FALLBACK
HEIGHT_PX: Final = 720
STYLE_SHEETS: Final = ("tokens.css", "look.css", "frame.css", "table.css", "table-panels.css")
_ICON: Final = re.compile(r'href="[^"#]*icons\.svg[^"#]*#([\w-]+)"')
_SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)


def drawn(state: State) -> str:
    """A frame with the table in it; plain text for a game that no page knows."""
    if state.game.slug not in games():
        return f"<pre>{html.escape(str(state))}</pre>"
    page = html.escape(_page(state))
    style = f"width: 100%; height: {HEIGHT_PX}px; border: 0"
    title = html.escape(repr(state))
    return f'<iframe sandbox srcdoc="{page}" style="{style}" title="{title}"></iframe>'


def _page(state: State) -> str:
    viewer = Viewer((state.seat,), host=False, lang=LANG)
    view = make_view(_table(state), viewer, Links(Keys(""), ""), seed=0)
    made = _renderer().page("notebook.html", LANG, "auto", "", table=view, style=_style(view.slug))
    used = sorted(set(_ICON.findall(made)))
    return _ICON.sub(r'href="#\1"', made).replace("<!--icons-->", _icons(tuple(used)), 1)


def _table(state: State) -> Table:
    """A table at which this position is looked at, and nobody plays."""
    game = state.game
    names = game.seat_names(LANG)
    body = {
        "game": game.slug,
        "rules": game.info.rules_version,
        "options": game.options,
        "seed": 0,
        "name": "",
        "public": False,
        "host": "",
        "imported": True,
        "seats": [{"kind": PERSON, "name": name} for name in names],
    }
    table = Table("notebook", Stored(0, "open", body))
    table.state = state.copy()
    table.opening = []  # what happened before is not known here
    return table


@cache
def _renderer() -> Renderer:
    return Renderer()


@cache
def _style(slug: str) -> str:
    """All style sheets of a game's table."""
    ours = files("dvergar.web.kernel.views").joinpath("static")
    theirs = games()[slug].look()
    sheets = [ours.joinpath(name) for name in STYLE_SHEETS]
    sheets += [theirs.joinpath(name) for name in games()[slug].style_sheets()]
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets)


@cache
def _icons(used: tuple[str, ...]) -> str:
    """The icons that a page uses, if they have been made."""
    file = files("dvergar.web.kernel.views").joinpath("static", "built", "icons.svg")
    if not file.is_file():
        return ""
    found = (one for one in _SYMBOL.finditer(file.read_text("utf-8")) if one[1] in used)
    return '<svg hidden style="display: none">' + "".join(one[0] for one in found) + "</svg>"
