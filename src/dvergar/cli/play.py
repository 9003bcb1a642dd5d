"""The command `dvergar play`: a whole game in the terminal, alone or together, against bots.

Persons take the first seats and bots the last. A choice is made by its number, its letter or the
name of the move; a move can be taken back until the turn has passed or something hidden was shown.
The record is kept from the first move on, so that a game can be left and gone on with later.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from dvergar import bots
from dvergar.bots.spec import read_name
from dvergar.cli.choices import read_bots, read_options, read_seed
from dvergar.cli.console import OUT, CommandError, lang, say, speak, write
from dvergar.cli.records import display_names, save, show_result, show_table, tell
from dvergar.core.bot import Bot, ask
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.core.info import GameInfo
from dvergar.core.prompt import Choice, Prompt
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game

QUIT: Final = "q"
UNDO: Final = "u"
WHY: Final = "?"


def play(
    slug: str,
    players: int | None,
    options: Sequence[str],
    typed_bots: str | None,
    seed: int | None,
    path: Path | None,
) -> None:
    """Plays a game to its end, or until somebody leaves it."""
    game = info(slug)
    if path is not None and path.exists():
        record = _unfinished(game, path)
    else:
        record = _new_record(game, players, options, typed_bots, read_seed(seed))
    sitting = Sitting(record, [] if typed_bots is None else read_bots(game, typed_bots))
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
        say("play.left", path=path, game=slug)
    elif path is not None:
        say("play.saved", path=path)


def _unfinished(game: GameInfo, path: Path) -> Record:
    """The game that was left and is to go on."""
    record = Record.load(path)
    if record.game != game.slug or record.scores is not None:
        raise CommandError("go_on", path=path, game=game.slug)
    return record


def _new_record(
    game: GameInfo, players: int | None, options: Sequence[str], typed_bots: str | None, seed: int
) -> Record:
    """A game about to begin; a bot's seat has the bot's name."""
    opponents = None if typed_bots is None else read_bots(game, typed_bots)
    if players is None and opponents:
        players = max(len(opponents) + 1, game.players[0])
    checked = read_options(game, players, options)
    made = make_game(game.slug, checked)
    if opponents is None:
        opponents = bots.names(game.slug)[:1] * (made.players - 1)
    if len(opponents) > made.players:
        raise CommandError("bots", bots=len(opponents), players=made.players)
    persons = made.players - len(opponents)
    return Record.of(made, seed, [*made.seat_names(lang())[:persons], *opponents])


class Sitting:
    """One game being played here: its record, its position, and who sits where."""

    def __init__(self, record: Record, typed: Sequence[str] = ()) -> None:
        self.record = record
        self.state = record.replay()
        self.names = display_names(record)
        self.bots = [_bot(record, seat, typed) for seat in range(len(record.seats))]
        self.before: list[State] = []  # the positions that undo can go back to, latest last

    def play(self) -> bool:
        """Plays on; False when a person leaves before the end."""
        tell(self.state, self.names)
        while not self.state.over:
            bot = self.bots[self.state.seat]
            if bot is None:
                if not self.ask_person():
                    return False
            else:
                seed = derive(self.record.seed, len(self.bots) + len(self.record.moves))
                self.move(ask(bot, self.state, seed))
                self.before = []
        write("")
        show_table(self.state, self.names)
        show_result(self.state, self.names)
        self.record.finish(self.state)
        return True

    def move(self, move: int) -> None:
        """Plays a move and tells what it caused."""
        before = self.state.copy()
        self.state.play(move)
        self.record.moves.append(self.state.game.name(move))
        if (before.turn, before.reveals) == (self.state.turn, self.state.reveals):
            self.before.append(before)
        else:
            self.before = []
        tell(self.state, self.names)

    def ask_person(self) -> bool:
        """Asks until there is an answer; False when the person leaves."""
        prompt = self.state.prompt(lang(), self.names)
        write("")
        show_table(self.state, self.names)
        show_question(prompt, can_undo=bool(self.before))
        while True:
            answer = _read_answer()
            if answer == QUIT:
                return False
            if answer == UNDO and self.before:
                self.take_back()
                return True
            if answer == UNDO:
                say("play.no_undo")
            elif answer == WHY:
                show_reasons(self.state, prompt)
            elif choice := find_choice(prompt.choices, answer):
                self.move(choice.move)
                return True
            else:
                say("play.unknown", answer=answer[:40])

    def take_back(self) -> None:
        """Takes the last move back."""
        self.state = self.before.pop()
        say("play.undone", move=self.record.moves.pop())


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
        return OUT.input("> ").strip()
    except EOFError:
        return QUIT


def show_question(prompt: Prompt, can_undo: bool) -> None:
    """The question with its numbered choices, and what else can be typed."""
    write(prompt.question, style="bold")
    if prompt.help:
        write(prompt.help, style="dim")
    for number, choice in enumerate(prompt.choices, start=1):
        key = letter(choice)
        label = choice.label + (f" ({key})" if key else "")
        write(Text.assemble(f"{number:>3}  ", (label, "bold"), "  ", (choice.detail, "dim")))
    for blocked in prompt.blocked:
        write(f"  –  {blocked.label}: {blocked.reason}", style="dim")
    keys = ["play.key_why", *(["play.key_undo"] if can_undo else []), "play.key_quit"]
    write(" · ".join(speak()(key) for key in keys), style="dim")


def letter(choice: Choice) -> str:
    """The letter that makes a choice; numbers count the choices, and some letters are taken."""
    taken = choice.shortcut.isdigit() or choice.shortcut in {QUIT, UNDO, WHY}
    return "" if taken else choice.shortcut


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
        write(f"{blocked.label}: {blocked.reason}")
        if blocked.rule in rules:
            write(f"  {rules[blocked.rule].text(lang())}", style="dim")
    if not prompt.blocked:
        say("play.nothing_blocked")
    say("play.all_rules", game=state.game.slug)
