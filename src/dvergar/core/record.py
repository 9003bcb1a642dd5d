"""A played game, serialized: options, seed and the names of the moves.

A record is JSON that a person can read. It replays exactly, or it is refused with a sentence: a
record of other rules is never replayed wrongly, and a record that carries its result is checked
against it.

A game begun under older rules continues by today's. Where today's rules ask something that older
ones did not, a game says what its older rules did by default (`GameInfo.default_answers`): that
answer is played before the recorded move. If a move is still impossible, the game goes differently
today from there on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from dvergar.core.chance import SEEDS
from dvergar.core.errors import DvergarError, IllegalMove, OptionError, RecordError, UnknownGame
from dvergar.core.game import Game, State
from dvergar.core.info import GameInfo, load
from dvergar.core.languages import FALLBACK
from dvergar.core.registry import info, make_game
from dvergar.core.words import printable

FORMAT: Final = "dvergar-record"
VERSION: Final = 1
MAX_MOVES: Final = 20_000
MAX_RECORD_LETTERS: Final = 2_000_000


@dataclass(slots=True)
class Record:
    """One game as it was played, finished or not.

    >>> import dvergar
    >>> game = dvergar.game("my_gold_mine", players=3, first_seat=0)
    >>> record = Record.of(game, seed=7, seats=["Ann", "Bo", "Cy"])
    >>> record.moves += ["dig", "draw exit"]
    >>> record.replay(moves=1).seat
    1
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: str
    rules: int
    options: dict[str, Any]
    seed: int
    moves: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    scores: list[int] | None = None

    @staticmethod
    def of(game: Game, seed: int, seats: list[str] | None = None) -> Record:
        """An empty record of a game about to be played.

        Args:
            game: the game.
            seed: the seed that deals it.
            seats: the names of the players; by default "Seat 1" and so on.
        """
        names = game.seat_names(FALLBACK) if seats is None else seats
        return Record(game.slug, game.info.rules_version, dict(game.options), seed, [], names)

    def make_game(self) -> Game:
        """The game that was played.

        Raises:
            RecordError: the rules have changed since.
            UnknownGame: the game is not installed.
            OptionError: it has no such options.
        """
        rules = info(self.game).rules_version
        if self.rules != rules:
            raise RecordError("record.rules", game=self.game, theirs=self.rules, ours=rules)
        return make_game(self.game, self.options)

    def positions(self) -> Iterator[State]:
        """Yield the position before each move, and the last one.

        It is one state that is played on; copy what you want to keep.

        Raises:
            RecordError: a move is not possible.
        """
        state = self._first()
        yield state
        for number, name in enumerate(self.moves):
            _play(state, name, number)
            yield state

    def replay(self, moves: int | None = None) -> State:
        """The position after all moves, or after the first `moves` of them.

        Raises:
            RecordError: a move is not possible, or the rules have changed.
        """
        state = self._first()
        for number, name in enumerate(self.moves[:moves]):
            _play(state, name, number)
        return state

    def verify(self) -> State:
        """Replay everything and compare the result with `scores`.

        Returns:
            The last position.

        Raises:
            RecordError: a move is not possible, or the scores differ.
        """
        state = self.replay()
        if self.scores is not None:
            if not state.over:
                raise RecordError("record.unfinished")
            if [score.total for score in state.scores()] != self.scores:
                raise RecordError("record.scores")
        return state

    def finish(self, state: State) -> None:
        """Store the scores of a finished game; does nothing if it is not over."""
        if state.over:
            self.scores = [score.total for score in state.scores()]

    def _first(self) -> State:
        return self.make_game().start(self.seed)

    def to_json(self) -> str:
        """The record as text, one move a line."""
        tree = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seed": self.seed,
            "seats": self.seats,
            "moves": self.moves,
        }
        if self.scores is not None:
            tree["scores"] = self.scores
        return json.dumps(tree, indent=1, ensure_ascii=False) + "\n"

    @staticmethod
    def from_json(text: str | bytes) -> Record:
        """Read a record from its JSON text.

        Raises:
            RecordError: it is damaged, not a record, of an unknown game, or of other rules; the
                message says which.
        """
        if len(text) > MAX_RECORD_LETTERS:
            raise RecordError("record.long")
        try:
            tree = json.loads(text)
            json.dumps(tree, ensure_ascii=False).encode()  # half a character cannot be shown
        except (ValueError, RecursionError) as error:
            raise RecordError("record.damaged") from error
        if not isinstance(tree, dict) or tree.get("format") != FORMAT:
            raise RecordError("record.foreign")
        if tree.get("version") != VERSION:
            raise RecordError("record.version", version=str(tree.get("version"))[:20])
        known: dict[str, Any] = {one.name: tree.get(one.name) for one in fields(Record)}
        if not _well_formed(tree) or not tree.keys() <= {"format", "version", *known}:
            raise RecordError("record.damaged")
        record = Record(**known)
        try:
            game = record.make_game()
        except (UnknownGame, OptionError) as error:
            raise RecordError("record.options", why=error) from error
        if len(record.seats) != game.players:
            raise RecordError("record.damaged")
        record.seats = [printable(name) for name in record.seats]
        return record

    def save(self, path: str | Path) -> None:
        """Write the record to a file, replacing what was there."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read a record from a file.

        Raises:
            RecordError: the file cannot be read, or `from_json` refuses its text.
        """
        try:
            with Path(path).open("rb") as file:
                text = file.read(MAX_RECORD_LETTERS + 1)
        except OSError as error:
            raise RecordError("record.file", path=path, why=error.strerror or "") from error
        return Record.from_json(text)


def _play(state: State, name: str, number: int) -> None:
    try:
        state.play(state.game.move(name))
    except DvergarError as error:
        raise RecordError("record.move", number=number + 1, name=name[:60]) from error


def _is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < most


def _is_texts(value: object, most: int, longest: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= most
        and all(isinstance(one, str) and len(one) <= longest for one in value)
    )


def _well_formed(tree: dict[str, Any]) -> bool:
    scores = tree.get("scores")
    return (
        isinstance(tree.get("game"), str)
        and _is_number(tree.get("rules"), 1 << 31)
        and isinstance(tree.get("options"), dict)
        and _is_number(tree.get("seed"), SEEDS)
        and _is_texts(tree.get("moves"), MAX_MOVES, 60)
        and _is_texts(tree.get("seats"), 16, 60)
        and (scores is None or _is_scores(scores))
    )


def _is_scores(value: object) -> bool:
    return isinstance(value, list) and all(type(one) is int for one in value)


MAX_DEFAULT_ANSWERS: Final = 20  # in a row; a game that never comes to the recorded move differs


def current_moves(state: Any, name: str, seat: int | None, rules: int) -> list[int]:
    """What has to be played today for a move that was made by older rules; empty if nothing fits.

    `seat` is who made the move, if that is known. The last move of the answer is the move itself,
    or the last of those that do today what it did.
    """
    try:
        wanted = state.game.move(name)
    except IllegalMove:
        return []
    found: list[int] = []
    now = state
    while not ((seat is None or now.seat == seat) and wanted in now.moves()):
        answer = default_answer(now, rules)
        if answer is None or len(found) == MAX_DEFAULT_ANSWERS:
            return []
        now = now.copy() if now is state else now
        now.play(answer)
        found.append(answer)
    return [*found, *migrate_move(now, wanted, rules)]


def default_answer(state: Any, rules: int) -> int | None:
    """What older rules did by themselves where those of today ask; None if they asked as well."""
    info: GameInfo = state.game.info
    address = info.default_answers.get(rules, "")
    if not address or state.over:
        return None
    answer: int | None = load(address)(state)
    return answer


def migrate_move(state: Any, move: int, rules: int) -> list[int]:
    """The moves that do today what a move did by older rules."""
    info: GameInfo = state.game.info
    address = info.migrated_moves.get(rules, "")
    moves: list[int] = load(address)(state, move) if address else [move]
    return moves
