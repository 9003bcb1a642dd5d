"""How Cave vs Cave speaks: its functions, as the core asks for them."""

from __future__ import annotations

from typing import Final

from dvergar.core.presentation import Presenter
from dvergar.games.cave_vs_cave.presentation.log import events, summary, tell
from dvergar.games.cave_vs_cave.presentation.position import from_view, make_position
from dvergar.games.cave_vs_cave.presentation.prompt import prompt
from dvergar.games.cave_vs_cave.presentation.text import screen, show
from dvergar.games.cave_vs_cave.presentation.view import View, view

PRESENTER: Final = Presenter(
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
