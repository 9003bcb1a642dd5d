"""How My Gold Mine speaks: the functions of this room under the names that core knows."""

from __future__ import annotations

from typing import Final

from dvergar.core.presentation import Presenter
from dvergar.games.my_gold_mine.presentation import (
    log,
    position,
    prompt,
    text,
    view,
)
from dvergar.games.my_gold_mine.presentation.view import View

PRESENTER: Final = Presenter(
    prompt=prompt.prompt,
    tell=log.tell,
    show=text.show,
    screen=text.screen,
    events=log.events,
    view=view.view,
    view_type=View,
    from_view=position.from_view,
    position=position.make_position,
    summary=log.summary,
    subject=log.subject,
)
