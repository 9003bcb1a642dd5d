"""The contract of a game: `Game` makes positions, `State` is one.

A game is a machine that asks questions: `moves()` are the answers to the present one, `play`
answers it, and the machine runs on until the next real question. Everything built beside the
games (bots, page, laboratory, records) uses nothing but what stands here.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from dvergar.core.chance import SEEDS
from dvergar.core.errors import IllegalMove, OptionError, PositionError
from dvergar.core.moves import Vocabulary
from dvergar.core.score import Score, ranks
from dvergar.core.words import words

if TYPE_CHECKING:
    from dvergar.core.events import Event
    from dvergar.core.options import Value
    from dvergar.core.prompt import Prompt
    from dvergar.core.registry import GameInfo


@mypyc_attr(allow_interpreted_subclasses=True)  # the games of other packages
class Game(ABC):
    """One game with its options: makes starting positions and knows every move by name.

    Made by `dvergar.game(name, **options)`, which has checked the options.
    """

    def __init__(self, info: GameInfo, options: dict[str, Value], vocabulary: Vocabulary) -> None:
        self.info = info
        self.slug = info.slug
        self.options = options
        self.players = int(options["players"])
        self.vocabulary = vocabulary
        self.move_count = len(vocabulary)

    def name(self, move: int) -> str:
        """The stable, readable name of a move."""
        if not 0 <= move < self.move_count:
            raise IllegalMove("move.unknown", name=str(move)[:60])
        return self.vocabulary.names[move]

    def move(self, name: str) -> int:
        """The number of the move with this name."""
        return self.vocabulary.number(name)

    def is_free(self, move: int) -> bool:
        """Whether a move is one of the at-any-time moves offered beside the real ones."""
        return False

    def start(self, seed: Any) -> State:
        """The position at the start that `seed` (an int) deals; a clear error for what is none."""
        return self.deal(check_seed(seed))

    @abstractmethod
    def deal(self, seed: int) -> State:
        """The same, for a seed that has been checked: what each game says for itself."""

    @abstractmethod
    def restore(self, data: dict[str, Any]) -> State:
        """The state whose `data()` this is."""

    def read(self, text: str) -> State:
        """The state whose `text()` this is."""
        try:
            return self.restore(json.loads(text))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise PositionError("position.text") from error

    @abstractmethod
    def prompt(self, state: Any, lang: str, names: Sequence[str]) -> Prompt:
        """What `state` asks, in words."""

    @abstractmethod
    def tell(self, event: Event, lang: str, names: Sequence[str]) -> str:
        """What happened, as one sentence of the log (HTML with strong words)."""

    @abstractmethod
    def show(self, state: Any, seat: int | None, lang: str, names: Sequence[str]) -> str:
        """The table as text, for the terminal, as `seat` may see it."""

    def seat_names(self, lang: str) -> list[str]:
        """What seats are called before anybody has sat down."""
        speak = words("dvergar.core", lang)
        return [speak("seat.name", n=seat + 1) for seat in range(self.players)]

    def __reduce__(self) -> tuple[Any, ...]:
        from dvergar.core.registry import make_game

        return make_game, (self.slug, self.options)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of one game, at a question or at the end."""

    __slots__ = ()

    game: Game
    seat: int
    """Who decides now."""
    over: bool
    """Whether the game has ended."""
    reveals: int
    """How many times something hidden has been shown so far."""
    turn: int
    """How many turns have passed so far: with `reveals`, the boundary of undo."""

    @abstractmethod
    def moves(self, free: bool = True) -> list[int]:
        """The legal moves, ascending; without the free ones if `free` is false."""

    @abstractmethod
    def play(self, move: int) -> None:
        """Makes a move; an illegal one raises IllegalMove and changes nothing."""

    @abstractmethod
    def copy(self) -> State:
        """An independent state with the same future."""

    @abstractmethod
    def imagine(self, seat: int | None, seed: int) -> State:
        """A copy in which all that `seat` (None: a spectator) cannot know is dealt anew."""

    @abstractmethod
    def scores(self) -> list[Score]:
        """The score of every seat as if the game ended now."""

    def ranking(self) -> list[int]:
        """The rank of every seat as if the game ended now; equal ranks are shared."""
        return ranks([(score.total,) for score in self.scores()])

    @abstractmethod
    def events(self) -> list[Event]:
        """What the last move caused, step by step."""

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) may see, as plain data."""

    @abstractmethod
    def observation(self, seat: int) -> list[float]:
        """What `seat` may see as a list of numbers of fixed length, for learning."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Everything about the position, secrets included, as plain data."""

    def prompt(self, lang: str = "en", names: Sequence[str] = ()) -> Prompt:
        """What is asked, the choices with labels and anchors, what is blocked and why."""
        game = _game_of(self)
        return game.prompt(self, lang, names or game.seat_names(lang))

    def text(self) -> str:
        """The whole position as one line of text, secrets included; `game.read` takes it back."""
        return json.dumps(self.data(), separators=(",", ":"))

    def key(self) -> str:
        """Equal for equal positions: same key, same future."""
        return self.text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return False
        mine, theirs = _game_of(self), _game_of(other)
        same_game = mine.slug == theirs.slug and mine.options == theirs.options
        return same_game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (_game_of(self), self.data())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()


def check_seed(seed: Any) -> int:
    """The seed itself, or a clear error for what is none."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise OptionError("seed", value=str(seed)[:30])
    return seed


def _game_of(state: Any) -> Game:
    """The game of a position; compiled code would look past a slot of a subclass otherwise."""
    game: Game = state.game
    return game


def _restore(game: Game, data: dict[str, Any]) -> State:
    return game.restore(data)
