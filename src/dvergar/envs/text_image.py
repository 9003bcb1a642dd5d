"""Rendering a position: as text, as that text in a picture, or printed."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dvergar.core.game import State
from dvergar.core.languages import FALLBACK

RENDER_MODES: Final = ["ansi", "rgb_array", "human"]
CELL: Final = (8, 15)
"""Width and height of a letter, in pixels."""
PAPER: Final = (250, 246, 238)
INK: Final = (43, 33, 24)


def rendered(state: State, seat: int | None, mode: str | None) -> Any:
    """The position as a seat sees it, or a spectator; what comes back depends on the mode."""
    if mode is None:
        return None
    text = state.game.show(state, seat, FALLBACK, state.game.seat_names(FALLBACK))
    if mode == "rgb_array":
        return text_image(text)
    if mode == "human":
        sys.stdout.write(f"{text}\n")
        return None
    return text


def text_image(text: str) -> NDArray[np.uint8]:
    """Text as a picture, each letter in a cell of its own.

    >>> text_image("ab\\ncde").shape
    (60, 40, 3)
    """
    from PIL import Image, ImageDraw, ImageFont

    lines = text.splitlines()
    width, height = CELL
    columns = max((len(line) for line in lines), default=0)
    size = ((columns + 2) * width, (len(lines) + 2) * height)
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(12)
    for row, line in enumerate(lines, 1):
        for column, letter in enumerate(line, 1):
            if letter != " ":
                place = ((column + 0.5) * width, row * height)
                draw.text(place, letter.replace("−", "-"), INK, font, anchor="ma")
    return np.asarray(image)
