"""The command `dvergar play`: a whole game in the terminal, alone or together, against bots.

Persons take the first seats and bots the last. Players choose by number, letter or the name of the
move, and can take a move back until the turn has passed or something hidden was shown. The record
is kept from the first move on, so that a player can leave and continue later. A question fits on
one screen: no line is longer than 80 letters and no question longer than 40 lines. What has no
room is named, with what to type to see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Final

from rich.text import Text

from dvergar import bots
from dvergar.bots.spec import read_name
from dvergar.cli import console
from dvergar.cli.console import lang, speak
from dvergar.cli.records import display_names, save, show_result, show_table
from dvergar.core.bot import Bot, ask
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.core.info import GameInfo
from dvergar.core.presentation import Screen
from dvergar.core.prompt import Choice, Prompt
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.core.sentences import log_sentences
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

QUIT_KEY: Final = "q"
UNDO_KEY: Final = "u"
WHY_KEY: Final = "?"
RESERVED_KEYS: Final = frozenset({QUIT_KEY, UNDO_KEY, WHY_KEY})


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
    taken = choice.shortcut.isdigit() or choice.shortcut in RESERVED_KEYS
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
        sentences = speak("play.more", n=len(choices) - more, word=speak("play.word_more"))
        lines.append(sentences)
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
        sentences = speak("play.more", n=len(choices) - more, word=speak("play.word_more"))
        lines.append(sentences)
    return lines, begin + more if more else 0


def entries(screen: Screen, choices: Sequence[Choice]) -> list[str]:
    """The choices by number, with what is on the places they lead to."""
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
        sentences = wrap(sentence, SCREEN_COLUMNS, subsequent_indent="  ")
        if len(lines) + len(sentences) > MAX_LOG_LINES - 1:
            return [earlier, *lines]
        lines = [*sentences, *lines]
    return lines


def _blocked(prompt: Prompt, room: int, many: str) -> list[str]:
    """What is blocked and why, or only the count if there is no room."""
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


def play(
    slug: str,
    players: int | None,
    options: Sequence[str],
    typed_bots: str | None,
    seed: int | None,
    path: Path | None,
) -> None:
    """Plays a game to its end, or until someone leaves it."""
    game = info(slug)
    if path is not None and path.exists():
        record = _unfinished(game, path)
    else:
        record = _new_record(game, players, options, typed_bots, console.read_seed(seed))
    sitting = GameSession(record, [] if typed_bots is None else console.read_bots(game, typed_bots))
    if path is not None:
        save(record, path)  # a file that cannot be written is better known before the game
    try:
        finished = sitting.play()
    finally:
        if path is not None:
            save(record, path)
    if not finished and record.moves:
        path = path or Path(f"{slug}-{record.seed}.json")
        save(record, path)
        console.say("play.left", path=path, game=slug)
    elif path is not None:
        console.say("play.saved", path=path)


def _unfinished(game: GameInfo, path: Path) -> Record:
    """The game that was left and is to go on."""
    record = Record.load(path)
    if record.game != game.slug or record.scores is not None:
        raise console.CommandError("go_on", path=path, game=game.slug)
    return record


def _new_record(
    game: GameInfo, players: int | None, options: Sequence[str], typed_bots: str | None, seed: int
) -> Record:
    """A game about to begin; a bot's seat has the bot's name."""
    opponents = None if typed_bots is None else console.read_bots(game, typed_bots)
    if players is None and opponents:
        players = max(len(opponents) + 1, game.players[0])
    checked = console.read_options(game, players, options)
    made = make_game(game.slug, checked)
    if opponents is None:
        opponents = bots.names(game.slug)[:1] * (made.players - 1)
    if len(opponents) > made.players:
        raise console.CommandError("bots", bots=len(opponents), players=made.players)
    persons = made.players - len(opponents)
    return Record.of(made, seed, [*made.seat_names(lang())[:persons], *opponents])


class GameSession:
    """One game being played here: its record, its position, and who sits where."""

    def __init__(self, record: Record, typed: Sequence[str] = ()) -> None:
        self.record = record
        self.state = record.replay()
        self.names = display_names(record)
        self.bots = [_bot(record, seat, typed) for seat in range(len(record.seats))]
        self.before: list[State] = []  # the positions that undo can go back to, latest last
        self.changed: list[Text] = []  # what happened since a person was asked

    def play(self) -> bool:
        """Plays on; False when a person leaves before the end."""
        self.note_changes()
        while not self.state.over:
            bot = self.bots[self.state.seat]
            if bot is None:
                if not self.ask_person():
                    return False
            else:
                seed = derive(self.record.seed, len(self.bots) + len(self.record.moves))
                self.move(ask(bot, self.state, seed))
                self.before = []
        for sentence in self.changed:
            console.write(sentence)
        console.write("")
        show_table(self.state, self.names)
        show_result(self.state, self.names)
        self.record.finish(self.state)
        return True

    def note_changes(self) -> None:
        """Keeps what the last move caused for the next question."""
        sentences = log_sentences(self.state.game, self.state.events(), lang(), self.names)
        self.changed += [console.rich_text(sentence.html) for sentence in sentences]

    def move(self, move: int) -> None:
        """Plays a move and tells what it caused."""
        before = self.state.copy()
        self.state.play(move)
        self.record.moves.append(self.state.game.name(move))
        if (before.turn, before.reveals) == (self.state.turn, self.state.reveals):
            self.before.append(before)
        else:
            self.before = []
        self.note_changes()

    def ask_person(self) -> bool:
        """Asks until there is an answer; False when the person leaves."""
        prompt = self.state.prompt(lang(), self.names)
        screen = self.state.game.screen(self.state, self.state.seat, lang(), self.names)
        changed, self.changed = [one.plain for one in self.changed], []
        page = compose(screen, prompt, changed, lang(), self.names, can_undo=bool(self.before))
        for line in page.lines:
            console.write(line.text, style=line.style)
        question = QuestionScreen(self.state, screen, prompt, self.names, changed, page.more)
        while True:
            answer = _read_answer()
            if answer == QUIT_KEY:
                return False
            if answer == UNDO_KEY and self.before:
                self.undo()
                return True
            if answer == UNDO_KEY:
                console.say("play.no_undo")
            elif choice := find_choice(prompt.choices, answer):
                self.move(choice.move)
                return True
            elif not question.show(answer) and not question.refuse(answer):
                console.say("play.unknown", answer=answer[:40])

    def undo(self) -> None:
        """Takes the last move back."""
        self.state = self.before.pop()
        console.say("play.undone", move=self.record.moves.pop())


def _bot(record: Record, seat: int, typed: Sequence[str]) -> Bot | None:
    """The bot of a seat; one that runs code is taken from the command alone, never from a file."""
    name, seed = record.seats[seat], derive(record.seed, seat)
    if name in typed:
        return bots.load(name, seed, record.game)
    if read_name(name) not in bots.names(record.game):
        return None
    return bots.make(name, seed, record.game)


def _read_answer() -> str:
    """What the person typed; the end of the input is a way to leave."""
    try:
        return console.OUT.input("> ").strip()
    except EOFError:
        return QUIT_KEY


class QuestionScreen:
    """What a person can look at before answering."""

    def __init__(
        self,
        state: State,
        screen: Screen,
        prompt: Prompt,
        names: Sequence[str],
        changed: Sequence[str],
        more: int,
    ) -> None:
        self.state = state
        self.screen = screen
        self.prompt = prompt
        self.names = names
        self.changed = changed
        self.more = more

    def show(self, answer: str) -> bool:
        """Shows what was asked for by its name; False if that is nothing."""
        typed = answer.casefold()
        parts = {name.casefold(): text for name, text in self.screen.parts.items()}
        if typed in parts:
            console.write(parts[typed])
        elif answer == WHY_KEY:
            show_reasons(self.state, self.prompt)
        elif typed == speak()("play.word_all"):
            show_table(self.state, self.names)
        elif typed == speak()("play.word_log"):
            console.write("\n".join(self.changed))
        elif typed == speak()("play.word_more") and self.more:
            lines, self.more = further(self.screen, self.prompt, self.more, lang())
            console.write("\n".join(lines))
        else:
            return False
        return True

    def refuse(self, answer: str) -> bool:
        """Says why a move is not possible; False if there is no such move."""
        typed = answer.casefold()
        labels = {one.label.casefold(): one.moves[0] for one in self.prompt.blocked if one.moves}
        names = {name.casefold(): n for n, name in enumerate(self.state.game.vocabulary.names)}
        move = labels.get(typed, names.get(typed))
        if move is None:
            return False
        error = self.state.game.refusal(self.state, move)
        console.write(error.text(lang(), self.names))
        if error.rule:
            rule = self.state.game.info.rulebook()[error.rule]
            console.write(f"  {rule.text(lang())}", style="dim")
        return True


def find_choice(choices: Sequence[Choice], answer: str) -> Choice | None:
    """The choice that an answer means: by its number, its letter, its name or its label."""
    if answer.isdecimal():
        number = int(answer)
        return choices[number - 1] if 1 <= number <= len(choices) else None
    typed = answer.casefold()
    for choice in choices:
        if typed and typed in {letter(choice), choice.name.casefold(), choice.label.casefold()}:
            return choice
    return None


def show_reasons(state: State, prompt: Prompt) -> None:
    """What is blocked and by which rule, and where all rules can be read."""
    rules = {rule.id: rule for rule in state.game.info.rulebook()} if prompt.blocked else {}
    for blocked in prompt.blocked:
        console.write(f"{blocked.label}: {blocked.reason}")
        if blocked.rule in rules:
            console.write(f"  {rules[blocked.rule].text(lang())}", style="dim")
    if not prompt.blocked:
        console.say("play.nothing_blocked")
    console.say("play.all_rules", game=state.game.slug)
