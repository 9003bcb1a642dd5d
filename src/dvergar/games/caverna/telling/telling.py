"""The functions by which Caverna speaks, as `core.telling` wants them."""

from __future__ import annotations

from typing import Final

from dvergar.core.telling import Telling
from dvergar.games.caverna.telling.blocked import why_not
from dvergar.games.caverna.telling.from_view import from_view
from dvergar.games.caverna.telling.log import events, tell
from dvergar.games.caverna.telling.position import make_position
from dvergar.games.caverna.telling.prompt import prompt
from dvergar.games.caverna.telling.screen import screen
from dvergar.games.caverna.telling.summary import summary
from dvergar.games.caverna.telling.text import show
from dvergar.games.caverna.telling.view import view
from dvergar.games.caverna.telling.view_types import View

TELLING: Final = Telling(
    prompt=prompt,
    tell=tell,
    show=show,
    screen=screen,
    events=events,
    view=view,
    view_type=View,
    from_view=from_view,
    position=make_position,
    summary=summary,
    why_not=why_not,
)
