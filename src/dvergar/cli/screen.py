"""A question on one screen of the terminal: what changed, the table in short, choices and keys.

No line is longer than 80 letters and no question longer than 40 lines. What has no room is named,
with what has to be typed to see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from dvergar.core.presentation import Screen
from dvergar.core.prompt import Choice, Prompt
from dvergar.core.words import words

SCREEN_COLUMNS: Final = 80
SCREEN_LINES: Final = 39
"""Lines of a question; one more is for the answer."""
MAX_LOG_LINES: Final = 6
"""Lines about what the others did."""
MAX_CHOICE_COLUMNS: Final = 4
COLUMN_GAP: Final = 2
NUMBER_LETTERS: Final = 5
"""Letters before the label of a choice: its number."""

QUIT: Final = "q"
UNDO: Final = "u"
WHY: Final = "?"
TAKEN: Final = frozenset({QUIT, UNDO, WHY})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the screen, and how it is printed."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A question as it is shown, and the number of the first choice that had no room."""

    lines: list[Line]
    more: int


def letter(choice: Choice) -> str:
    """The letter that makes a choice; numbers count the choices, and some letters are taken."""
    taken = choice.shortcut.isdigit() or choice.shortcut in TAKEN
    return "" if taken else choice.shortcut


def compose(
    screen: Screen,
    prompt: Prompt,
    changed: Sequence[str],
    lang: str,
    names: Sequence[str],
    can_undo: bool = False,
) -> Page:
    """The whole question; `changed` are the sentences since the last one."""
    speak = words("dvergar.cli", lang)
    top = [Line(text) for text in _newest(changed, speak("play.earlier"))]
    top += [Line(""), *(Line(text) for text in screen.brief.split("\n")), Line("")]
    top += [Line(text, "bold") for text in wrap(prompt.addressed(names), SCREEN_COLUMNS)]
    top += [Line(text, "dim") for text in wrap(prompt.help, SCREEN_COLUMNS)]
    typed = [speak("play.key_why")] if prompt.blocked else []
    typed += [speak("play.key_undo")] if can_undo else []
    typed += [speak("play.key_parts", parts=", ".join([*screen.parts, speak("play.word_all")]))]
    typed += [speak("play.key_quit")]
    bottom = [Line(text, "dim") for text in wrap(" · ".join(typed), SCREEN_COLUMNS)]
    room = SCREEN_LINES - len(top) - len(bottom) - 1
    choices = entries(screen, prompt.choices)
    lines, more = columns(choices, room)
    if more:
        told = speak("play.more", n=len(choices) - more, word=speak("play.word_more"))
        lines.append(told)
    else:
        room -= len(lines)
        lines += _blocked(prompt, room, speak("play.blocked", n=len(prompt.blocked)))
    return Page([*top, *map(Line, lines), *bottom], more)


def further(screen: Screen, prompt: Prompt, begin: int, lang: str) -> tuple[list[str], int]:
    """The choices from one on, as many as there is room for, and the first that has none."""
    speak = words("dvergar.cli", lang)
    choices = entries(screen, prompt.choices)[begin:]
    lines, more = columns(choices, SCREEN_LINES - 1)
    if more:
        told = speak("play.more", n=len(choices) - more, word=speak("play.word_more"))
        lines.append(told)
    return lines, begin + more if more else 0


def entries(screen: Screen, choices: Sequence[Choice]) -> list[str]:
    """The choices by number, with what lies where they lead."""
    found = []
    for number, choice in enumerate(choices, start=1):
        key = letter(choice)
        label = choice.label + (f" ({key})" if key else "")
        beside = "; ".join(filter(None, (screen.beside.get(choice.anchor, ""), choice.detail)))
        found.append(f"{number:>3}  {label}" + (f": {beside}" if beside else ""))
    return found


def columns(texts: Sequence[str], room: int) -> tuple[list[str], int]:
    """Texts in as few columns as they need to fit into some lines; the first that does not fit.

    >>> columns(["  1  dig", "  2  draw exit"], 5)
    (['  1  dig', '  2  draw exit'], 0)
    >>> columns(["  1  a", "  2  b", "  3  c"], 2)
    (['  1  a                                   3  c', '  2  b'], 0)
    """
    for count in range(1, MAX_CHOICE_COLUMNS + 1):
        piles = _piles([_cell(text, _width(count)) for text in texts], room)
        if len(piles) <= count:
            return _side_by_side(piles, _width(count)), 0
    cells = [_cell(text, _width(MAX_CHOICE_COLUMNS)) for text in texts]
    piles = _piles(cells, room - 1)[:MAX_CHOICE_COLUMNS]
    return _side_by_side(piles, _width(MAX_CHOICE_COLUMNS)), sum(len(pile) for pile in piles)


def _width(count: int) -> int:
    return (SCREEN_COLUMNS - COLUMN_GAP * (count - 1)) // count


@lru_cache(maxsize=1000)
def _cell(text: str, width: int) -> list[str]:
    """A choice in lines: its number stands out."""
    first, *others = wrap(text[NUMBER_LETTERS:], width - NUMBER_LETTERS) or [""]
    return [text[:NUMBER_LETTERS] + first, *(" " * NUMBER_LETTERS + line for line in others)]


def _piles(cells: Sequence[list[str]], room: int) -> list[list[list[str]]]:
    """Choices one below the other, a new pile where the room ends."""
    piles: list[list[list[str]]] = []
    left = 0
    for cell in cells:
        if not piles or len(cell) > left:
            piles.append([])
            left = room
        piles[-1].append(cell)
        left -= len(cell)
    return piles


def _side_by_side(piles: Sequence[Sequence[list[str]]], width: int) -> list[str]:
    lines = [[line for cell in pile for line in cell] for pile in piles]
    return [
        (" " * COLUMN_GAP).join(part.ljust(width) for part in row).rstrip()
        for row in zip_longest(*lines, fillvalue="")
    ]


def _newest(sentences: Sequence[str], earlier: str) -> list[str]:
    """The last things that happened, as many as have room."""
    lines: list[str] = []
    for sentence in reversed(sentences):
        told = wrap(sentence, SCREEN_COLUMNS, subsequent_indent="  ")
        if len(lines) + len(told) > MAX_LOG_LINES - 1:
            return [earlier, *lines]
        lines = [*told, *lines]
    return lines


def _blocked(prompt: Prompt, room: int, many: str) -> list[str]:
    """What is not possible and why, or, where that has no room, how much it is."""
    lines = [
        line
        for one in prompt.blocked
        for line in wrap(
            f"  –  {one.label}: {one.reason}", SCREEN_COLUMNS, subsequent_indent="     "
        )
    ]
    if len(lines) <= room:
        return lines
    return wrap(many, SCREEN_COLUMNS)[:room]
