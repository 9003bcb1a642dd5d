"""The commands `dvergar replay` and `dvergar verify`, and what playing shares with them.

That is how the table, the log and the final scores of a game look in the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Column, Table
from rich.text import Text

from dvergar import bots
from dvergar.cli import console
from dvergar.core.errors import DvergarError
from dvergar.core.game import State
from dvergar.core.languages import signed
from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.core.sentences import log_sentences


def replay(path: Path, at: int | None) -> None:
    """Tells the whole game, or shows the position after `at` moves."""
    record = Record.load(path)
    if at is None:
        _tell_all(record)
    else:
        _show_position(record, at)


def _tell_all(record: Record) -> None:
    names = display_names(record)
    state = None
    for number, state in enumerate(record.positions()):
        tell(state, names, f"{number:>4}  ")
    assert state is not None
    console.write("")
    show_table(state, names)
    show_result(state, names)


def _show_position(record: Record, at: int) -> None:
    if not 0 <= at <= len(record.moves):
        raise console.CommandError("at", at=at, moves=len(record.moves))
    names = display_names(record)
    state = record.replay(at)
    console.say("replay.position", at=at, moves=len(record.moves))
    tell(state, names, "  ")
    console.write("")
    show_table(state, names)
    show_result(state, names)


def display_names(record: Record) -> list[str]:
    """What seats are called here: bots by their word, and no two seats alike.

    >>> display_names(Record("my_gold_mine", 1, {}, 0, [], ["Alma", "careful", "careful"]))
    ['Alma', 'careful 2', 'careful 3']
    """
    names = [_bot_word(record.game, name) for name in record.seats]
    return [
        name if names.count(name) == 1 else f"{name} {number}"
        for number, name in enumerate(names, start=1)
    ]


def _bot_word(game: str, name: str) -> str:
    if name in bots.names(game):
        for speaker in (info(game).words(console.lang()), console.speak()):
            if f"bot.{name}" in speaker:
                return speaker(f"bot.{name}")
    return name


def tell(state: State, names: Sequence[str], margin: str = "") -> None:
    """What the last move caused, one sentence per line; only the first has the margin."""
    for sentence in log_sentences(state.game, state.events(), console.lang(), names):
        console.write(Text.assemble(margin, console.rich_text(sentence.html)))
        margin = " " * len(margin)


def show_table(state: State, names: Sequence[str]) -> None:
    """The table as the seat that decides sees it."""
    console.write(state.game.show(state, state.seat, console.lang(), names))
    console.write("")


def show_result(state: State, names: Sequence[str]) -> None:
    """The question of the position; at the end the winner and the scores, line by line."""
    prompt = state.prompt(console.lang(), names)
    console.write(prompt.question if state.over else prompt.addressed(names), style="bold")
    if not state.over:
        return
    its = state.game.info.words(console.lang())
    scores = state.scores()
    lines = [its(f"score.{name}") for name, _ in scores[0].lines]
    longest = max(len(word) for line in lines for word in line.split())
    table = Table(Column(min_width=longest, overflow="fold"))
    for name in names:
        table.add_column(name, justify="right", overflow="fold")
    for place, line in enumerate(lines):
        table.add_row(line, *(signed(score.lines[place][1]) for score in scores))
    table.add_section()
    table.add_row(console.speak()("score.total"), *(signed(score.total) for score in scores))
    table.add_row(console.speak()("score.rank"), *map(str, state.ranking()))
    console.OUT.print(table)


def verify(paths: Sequence[Path]) -> int:
    """Replays every record; 2 if any of them is not what it says it is."""
    code = 0
    for path in paths:
        try:
            record = Record.load(path)
            state = record.verify()
        except DvergarError as error:
            name = "" if error.key == "record.file" else f"{path}: "
            console.ERR.print(name + error.text(console.lang()), soft_wrap=True)
            code = 2
        else:
            facts = {"path": path, "game": record.game, "n": len(record.moves)}
            scores = ", ".join(signed(score.total) for score in state.scores())
            console.say("verify.over" if state.over else "verify.running", scores=scores, **facts)
    return code


def verify_json(paths: Sequence[Path]) -> int:
    """The same for a program: one line of JSON for every record."""
    code = 0
    for path in paths:
        line: dict[str, object] = {"file": str(path)}
        try:
            record = Record.load(path)
            state = record.verify()
        except DvergarError as error:
            line |= {"valid": False, "error": error.text(console.lang())}
            code = 2
        else:
            line |= {"valid": True, "game": record.game, "moves": len(record.moves)}
            line |= {"over": state.over, "scores": [score.total for score in state.scores()]}
        console.write_json(line)
    return code


def save(record: Record, path: Path) -> None:
    """Writes a record, or says why that is not possible."""
    try:
        record.save(path)
    except OSError as error:
        raise console.CommandError("write", path=path, why=error.strerror) from error
