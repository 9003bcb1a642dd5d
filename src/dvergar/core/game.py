"""The contract of a game: `Game` makes positions, `State` is one.

A game is a machine that asks questions: `moves()` are the answers to the present one, `play`
answers it, and the machine runs on until the next real question. A state is data and knows no
rules; it hands questions on to its game, which knows the rules and, through its `Presenter`, the
words. Everything built beside the games (bots, page, laboratory, records) uses nothing but what
stands here.
"""

from __future__ import annotations

import html
import json
import zlib
from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, overload

from mypy_extensions import mypyc_attr

from dvergar.core.chance import SEEDS
from dvergar.core.errors import IllegalMove, OptionError, PositionError
from dvergar.core.extras import notebook_renderer
from dvergar.core.languages import FALLBACK
from dvergar.core.moves import Move, Vocabulary
from dvergar.core.observation import Layout, Observation, fill, numbers
from dvergar.core.plain_data import from_data, schema_of, to_data
from dvergar.core.presentation import Screen
from dvergar.core.score import Score, ranks
from dvergar.core.words import words

if TYPE_CHECKING:
    from dvergar.core.events import Event
    from dvergar.core.info import GameInfo
    from dvergar.core.options import Value
    from dvergar.core.presentation import Presenter
    from dvergar.core.prompt import Blocked, Prompt


@mypyc_attr(allow_interpreted_subclasses=True)  # the games of other packages
class Game:
    """One game with its options: makes starting positions and knows every move by name.

    Made by `dvergar.game(name, **options)`, which has checked the options.

    >>> import dvergar
    >>> game = dvergar.game("my_gold_mine", players=3, first_seat=0)
    >>> game.slug, game.players, game.move_count
    ('my_gold_mine', 3, 12)
    >>> game.name(0), game.move("draw exit"), game.is_free(0)
    ('dig', draw exit, False)
    >>> state = game.start(seed=7)
    >>> game.read(state.text()) == state
    True
    """

    def __init__(self, info: GameInfo, options: dict[str, Value], vocabulary: Vocabulary) -> None:
        self.info = info
        self.slug = info.slug
        self.options = options
        self.players = int(options["players"])
        self.vocabulary = vocabulary
        self.move_count = len(vocabulary)
        self._presenter: Presenter | None = None
        self._observation: Observation | None = None
        self._layout: Layout | None = None
        left_out = [name for name in _OF_EACH_GAME if _is_inherited(type(self), name)]
        if left_out:
            raise TypeError(f"{type(self).__name__} has to write {', '.join(left_out)} itself")

    def name(self, move: int) -> str:
        """The stable, readable name of a move, as records have it.

        Args:
            move: a number from 0 to `move_count` - 1, whether or not it is legal now.

        Raises:
            IllegalMove: the game has no such move.
        """
        if not 0 <= move < self.move_count:
            raise IllegalMove("move.unknown", name=str(move)[:60])
        return self.vocabulary.names[move]

    def move(self, name: str) -> Move:
        """The move with this name: its number, which prints itself as the name.

        Args:
            name: as `name` gives it, such as `dig`.

        Raises:
            IllegalMove: the game has no move of this name.
        """
        return Move(self.vocabulary.number(name), name)

    def is_free(self, move: int) -> bool:  # noqa: ARG002 - for games that have such moves
        """Whether a move is an at-any-time move, offered beside the real answers."""
        return False

    def start(self, seed: Any) -> State:
        """Deal a new game.

        Args:
            seed: an int from 0 to 2**64 - 1. The same seed and options deal the same game on every
                machine.

        Returns:
            The first position.

        Raises:
            OptionError: this is not a seed.
        """
        return self.deal(check_seed(seed))

    @abstractmethod
    def deal(self, seed: int) -> State:
        """The same, for a seed that has been checked: what each game says for itself."""

    # The rules: what a state of this game hands on to it.

    @abstractmethod
    def legal_moves(self, state: Any, free: bool) -> list[int]:
        """The legal moves of a state, ascending; without the free ones if `free` is false."""

    @abstractmethod
    def answer(self, state: Any, move: int) -> None:
        """Makes a move; an illegal one raises `refusal(state, move)` and changes nothing."""

    @abstractmethod
    def imagined(self, state: Any, seat: int | None, seed: int) -> State:
        """A copy of a state with all that `seat` cannot know dealt anew, by nothing but `seed`."""

    @abstractmethod
    def scores_of(self, state: Any) -> list[Score]:
        """The score of every seat as if the game ended now."""

    def ranking_of(self, state: Any) -> list[int]:
        """The rank of every seat as if the game ended now; equal ranks are shared."""
        return ranks([(score.total,) for score in state.scores()])

    # Positions as data.

    @abstractmethod
    def blank(self) -> State:
        """A state with nothing in it, to be filled by `restore`."""

    def restore(self, data: dict[str, Any]) -> State:
        """The state whose `data()` this is; a game adds what its data leaves out."""
        state = self.blank()
        state.fill(data)
        return state

    def read(self, text: str) -> State:
        """Read a position from its text.

        Args:
            text: what `state.text()` gave.

        Returns:
            An equal state.

        Raises:
            PositionError: it is not such a text, or was altered: it carries a checksum.
        """
        try:
            data = json.loads(text)
            state = self.restore(data)
            if state.text() != text.strip():
                raise PositionError("position.text")
            if not 0 <= state.seat < self.players or not (state.over or state.moves()):
                raise PositionError("position.text")
            return state
        except _NO_POSITION as error:
            raise PositionError("position.text") from error

    # Words and views, from the game's `Presenter`.

    @property
    def presenter(self) -> Presenter:
        """The functions by which the game speaks, loaded when they are first asked for."""
        if self._presenter is None:
            self._presenter = self.info.load_presenter()
        return self._presenter

    def why_not(self, state: Any, move: int, lang: str = FALLBACK) -> Blocked | None:
        """Why a move is not possible.

        Args:
            state: a position of this game.
            move: the number of a move.
            lang: the language of the reason.

        Returns:
            The reason and its rule; None if the move is possible, or has nothing to do with the
            question.
        """
        for blocked in self.prompt(state, lang, self.seat_names(lang)).blocked:
            if move in blocked.moves:
                return blocked
        more = self.presenter.why_not
        return more(state, move, lang) if more and not state.over else None

    def refusal(self, state: Any, move: int) -> IllegalMove:
        """The error for a move that is not possible; it knows the reason and the rule."""
        if state.over:
            return IllegalMove("move.over")
        return IllegalMove("move.illegal", position=state.copy(), move=move, name=self.name(move))

    def prompt(self, state: Any, lang: str, names: Sequence[str]) -> Prompt:
        """What `state` asks, in words."""
        return self.presenter.prompt(state, lang, names)

    def tell(self, event: Event, lang: str, names: Sequence[str]) -> str:
        """What happened, as one sentence of the log (HTML with strong words)."""
        return self.presenter.tell(self, event, lang, names)

    def show(self, state: Any, seat: int | None, lang: str, names: Sequence[str]) -> str:
        """The table as text, for the terminal, as `seat` may see it."""
        return self.presenter.show(state, seat, lang, names)

    def screen(self, state: Any, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
        """The table for a narrow terminal, as `seat` may see it: in short, and in parts by name."""
        drawn = self.presenter.screen
        if drawn is None:
            return Screen(self.show(state, seat, lang, names))
        return drawn(state, seat, lang, names)

    def position(self, **wanted: Any) -> State:
        """Set up a legal position by name, for tests, puzzles and tutorials.

        Args:
            **wanted: what differs from the start, in the words of the game; see the page of each
                game.

        Returns:
            The position.

        Raises:
            PositionError: it cannot come up in a game; the message says why.

        >>> import dvergar
        >>> game = dvergar.game("my_gold_mine", players=3)
        >>> game.position(dwarfs=[1, 4, 4]).view(None)["dwarfs"][0]["place"]
        1
        """
        position: State = self.presenter.position(self, **wanted)
        return position

    def from_view(self, view: dict[str, Any], seat: int | None, seed: int) -> State:
        """Make a position from what a seat sees: it looks the same and has the same moves.

        Args:
            view: what `state.view(seat)` gives, also as JSON from a server.
            seat: the seat whose view it is; None for a spectator.
            seed: deals what the seat cannot know.

        Returns:
            An imagined position.

        Raises:
            PositionError: it is not a view of this game, or the game cannot do this.
        """
        made = self.presenter.from_view
        if made is None:
            raise PositionError("position.view")
        try:
            state: State = made(self, view, seat, seed)
            return self.restore(self.imagined(state, seat, seed).data())
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise PositionError("position.view") from error

    def view_schema(self) -> dict[str, Any]:
        """The JSON schema of what `state.view` gives; empty for a game without one."""
        kind = self.presenter.view_type
        return schema_of(kind) if kind is not None else {}

    # Numbers for learning.

    def observed(self, state: Any, seat: int) -> list[bytes]:
        """What `seat` may see of a position, as the pieces of its observation."""
        if self._observation is None:
            self._observation = self.info.load_observation()
        return self._observation.pieces(state, seat)

    @property
    def layout(self) -> Layout:
        """The entries of an observation: their names, what they tell and what 1 stands for."""
        if self._layout is None:
            self._layout = self.info.load_observation().layout(self)
        return self._layout

    def seat_names(self, lang: str) -> list[str]:
        """What seats are called before anybody has sat down."""
        speak = words("dvergar.core", lang)
        return [speak("seat.name", n=seat + 1) for seat in range(self.players)]

    def __reduce__(self) -> tuple[Any, ...]:
        return _makers[-1], (self.slug, self.options)


_NO_POSITION: Final = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
"""What games raise where numbers and lists are not those of a position."""


def _written(data: dict[str, Any]) -> str:
    """The data of a position as one line."""
    return json.dumps(data, separators=(",", ":"))


def _checked(line: str) -> str:
    """The line with a sum by which one can tell whether it was altered."""
    return f'{line[:-1]},"check":{zlib.crc32(line.encode())}}}'


_makers: Final[list[Callable[[str, dict[str, Any]], Any]]] = []


def register_game_maker(maker: Callable[[str, dict[str, Any]], Any]) -> None:
    """Says who makes a game of its name and options: what is stored of a game are these two."""
    _makers.append(maker)


_OF_EACH_GAME: Final = ("deal", "legal_moves", "answer", "imagined", "scores_of", "blank")


def _is_inherited(game: type, method: str) -> bool:
    """Whether a game has left a method as it stands in `Game`."""
    return getattr(game, method) is getattr(Game, method)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game, at a question or at the end.

    >>> import dvergar
    >>> game = dvergar.game("my_gold_mine", players=3, first_seat=0)
    >>> state = game.start(seed=7)
    >>> state.seat, state.over, [game.name(move) for move in state.moves()]
    (0, False, ['dig', 'draw exit'])
    >>> state.named_moves(), state.is_legal(game.move("small step"))
    ([dig, draw exit], False)

    `play` answers the question; a copy goes its own way.

    >>> before = state.copy()
    >>> state.play(game.move("dig"))
    >>> state.seat, before.seat, state == before
    (1, 0, False)
    >>> [game.tell(event, "en", ["Ann", "Bo", "Cy"]) for event in state.events()][0]
    'Ann digs <strong>1 gold</strong>.'
    >>> state.prompt("en", ["Ann", "Bo", "Cy"]).question
    'Bo, your turn: dig, or run?'

    What a seat cannot know is dealt anew in an imagined copy, and left out of its view.

    >>> state.imagine(1, seed=5).view(1) == state.view(1)
    True
    >>> [score.total for score in state.scores()], state.ranking()
    ([0, 0, 0], [1, 1, 1])

    A state shows itself in short; `print(state)` is the table as the seat sees it that decides,
    and a notebook draws it.

    >>> state
    <State of my_gold_mine, players=3: turn 1, seat 1 decides>
    >>> str(state).splitlines()[0]
    'Round 1 of 3'
    """

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

    UNSTORED: ClassVar[frozenset[str]] = frozenset({"game"})
    """Fields that are no part of the position: they can be worked out, or do not matter."""

    @abstractmethod
    def copy(self) -> State:
        """An independent state with the same future; cheap."""

    def moves(self, free: bool = True) -> list[int]:
        """The legal moves.

        Args:
            free: whether at-any-time moves are among them.

        Returns:
            Their numbers in ascending order; never empty while the game is not over.
        """
        return self.game.legal_moves(self, free)

    def named_moves(self, free: bool = True) -> list[Move]:
        """The legal moves as `moves` lists them, each printing itself by name; slower."""
        names = self.game.vocabulary.names
        return [Move(move, names[move]) for move in self.moves(free)]

    def is_legal(self, move: int) -> bool:
        """Whether a move can be played now."""
        return not self.over and move in self.moves()

    def play(self, move: int) -> None:
        """Make a move.

        Args:
            move: one of `moves()`.

        Raises:
            IllegalMove: the move is not possible; it has the reason and the rule, and the state
                is unchanged.
        """
        self.game.answer(self, move)

    def imagine(self, seat: int | None, seed: int) -> State:
        """A copy in which everything that a seat cannot know is dealt again.

        Args:
            seat: whose knowledge counts; None for a spectator.
            seed: deals the rest. The copy depends on nothing but this and what the seat knows.

        Returns:
            An independent state that looks the same to the seat.
        """
        return self.game.imagined(self, seat, seed)

    def scores(self) -> list[Score]:
        """The score of every seat as if the game ended now."""
        return self.game.scores_of(self)

    def ranking(self) -> list[int]:
        """The rank of every seat as if the game ended now; equal ranks are shared."""
        return self.game.ranking_of(self)

    def events(self) -> list[Event]:
        """What the last move caused, step by step."""
        return self.game.presenter.events(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data; `seat` is None for a spectator."""
        return self.game.presenter.view(self, seat)

    def progress(self) -> tuple[int | None, int | None]:
        """The present round and the number of rounds, as in the view; None without rounds.

        Games say so themselves, so that lists of many tables need not build a view of each.
        """
        view = self.view(None)
        return view.get("round"), view.get("rounds")

    @overload
    def observation(self, seat: int) -> list[float]: ...

    @overload
    def observation(self, seat: int, out: Any) -> None: ...

    def observation(self, seat: int, out: Any = None) -> list[float] | None:
        """What a seat may see as numbers between 0 and 1, for learning.

        Args:
            seat: whose view it is.
            out: where to write them instead of making a list: an array of 32-bit floats (of numpy
                or of the module `array`) or a list, of `game.layout.size`.

        Returns:
            The numbers, always equally many, or None if they were written into `out`.
            `game.layout` says what each of them is.
        """
        if out is None:
            return numbers(self.game.observed(self, seat))
        fill(out, self.game.observed(self, seat))
        return None

    def data(self) -> dict[str, Any]:
        """Everything about the position, secrets included, as plain data."""
        return to_data(self, self.UNSTORED)

    def fill(self, data: dict[str, Any]) -> None:
        """Makes a blank state the one whose `data()` this is."""
        from_data(self, data, self.UNSTORED)

    def prompt(self, lang: str = FALLBACK, names: Sequence[str] = ()) -> Prompt:
        """The question of this position.

        Args:
            lang: the language of all texts.
            names: the names of the players; by default "Seat 1" and so on.

        Returns:
            The question, the choices with labels and anchors, what is blocked and why.
        """
        return self.game.prompt(self, lang, names or self.game.seat_names(lang))

    def text(self) -> str:
        """Serialize the whole position, secrets included, as a line that `game.read` reads back."""
        return _checked(_written(self.data()))

    def __str__(self) -> str:
        """The table in short and the question, as the seat sees them that decides: no secrets."""
        names = self.game.seat_names(FALLBACK)
        brief = self.game.screen(self, self.seat, FALLBACK, names).brief
        return f"{brief}\n\n{self.prompt(FALLBACK, names).addressed(names)}"

    def __repr__(self) -> str:
        game = f"{self.game.slug}, players={self.game.players}"
        if self.over:
            points = ", ".join([str(score.total) for score in self.scores()])
            return f"<State of {game}: over, points {points}>"
        return f"<State of {game}: turn {self.turn}, seat {self.seat} decides>"

    def _repr_html_(self) -> str:
        """The table as HTML for a notebook, as the deciding seat sees it.

        The extra `web` draws it, found by its entry point; without it, it is the plain text.
        """
        render = notebook_renderer()
        return render(self) if render is not None else f"<pre>{html.escape(str(self))}</pre>"

    def key(self, seat: int | None = None) -> Hashable:
        """A key for dictionaries: equal keys, equal positions, equal future.

        Args:
            seat: if given, equal for all positions that look the same to this seat.
        """
        return _written((self if seat is None else self.imagine(seat, 0)).data())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return False
        mine, theirs = self.game, other.game
        same_game = mine.slug == theirs.slug and mine.options == theirs.options
        return same_game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.data())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()


def check_seed(seed: Any) -> int:
    """The seed itself, or a clear error for what is none."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise OptionError("seed", value=str(seed)[:30])
    return seed


def _restore(game: Game, data: dict[str, Any]) -> State:
    return game.restore(data)
