"""The functions by which Caverna speaks, as `core.presentation` wants them."""

from __future__ import annotations

from typing import Final

from dvergar.core.presentation import Presenter
from dvergar.games.caverna.presentation.blocked import why_not
from dvergar.games.caverna.presentation.from_view import from_view
from dvergar.games.caverna.presentation.log import events, summary, tell
from dvergar.games.caverna.presentation.position import make_position
from dvergar.games.caverna.presentation.prompt import prompt
from dvergar.games.caverna.presentation.text import screen, show
from dvergar.games.caverna.presentation.view import View, view

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
    why_not=why_not,
)
