"""How Cave vs Cave speaks: its functions, as the core asks for them."""

from __future__ import annotations

from typing import Final

from dvergar.core.telling import Telling
from dvergar.games.cave_vs_cave.telling.from_view import from_view
from dvergar.games.cave_vs_cave.telling.log import events, tell
from dvergar.games.cave_vs_cave.telling.position import make_position
from dvergar.games.cave_vs_cave.telling.prompt import prompt
from dvergar.games.cave_vs_cave.telling.screen import screen
from dvergar.games.cave_vs_cave.telling.summary import summary
from dvergar.games.cave_vs_cave.telling.text import show
from dvergar.games.cave_vs_cave.telling.view import view
from dvergar.games.cave_vs_cave.telling.view_types import View

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
)
