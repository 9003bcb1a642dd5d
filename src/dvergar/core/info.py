"""What is known of a game before its rules are loaded: what a start page needs, and its files.

An `INFO` is cheap to import; rules, bots, words and pages are loaded from their addresses when they
are asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Final

from dvergar.core.errors import LocalizedText, error_summary
from dvergar.core.guide import Guide
from dvergar.core.help import Help
from dvergar.core.languages import FALLBACK
from dvergar.core.options import Option, Value, check_options
from dvergar.core.rulebook import Rulebook, Rulings
from dvergar.core.words import Words, words

if TYPE_CHECKING:
    from dvergar.core.observation import Observation
    from dvergar.core.presentation import Presenter

LOG: Final = logging.getLogger("dvergar.plugins")


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game before its rules are loaded.

    >>> from dvergar.core.registry import info
    >>> game = info("my_gold_mine")
    >>> game.players, game.words("en")("game.title")
    ((2, 6), 'My Gold Mine')
    >>> game.check({"players": 4})["first_seat"]
    'random'

    `game`, `presenter`, `observation`, `bots`, `evaluate`, `features`, `settled`, `whole_turns`,
    `line_kind`, `game_view` and `pictures` are addresses such as `package.module:Name`.
    """

    slug: str
    package: str
    game: str
    players: tuple[int, int]
    default_players: int
    minutes: tuple[int, int]
    difficulty: int
    rules_version: int
    options: tuple[Option, ...] = ()
    bots: Mapping[str, str] = field(default_factory=dict)
    presenter: str = ""
    """The functions by which the game speaks; see `core.presentation`."""
    observation: str = ""
    """What a seat may see as numbers, for learning; see `core.observation`."""
    evaluate: str = ""
    """An estimate of a seat's final score: a function of a position and a seat."""
    features: str = ""
    """The inputs of a learnt estimate: a function of a position and a seat to a list of numbers of
    fixed length, complete also in the middle of a turn.
    """
    settled: str = ""
    """Whether a seat has made its last turn but for the ending, where the estimate by hand knows
    better than a learnt one: a function of a position and a seat.
    """
    whole_turns: str = ""
    """All turns worth a try, where a game can list them: a function of a position and of how many
    positions may be looked at, to the moves of each turn and the position after them.
    """
    line_kind: str = ""
    """What kind of line a position belongs to, so that a search keeps different ones: a function of
    a position and a seat to the round, and to a number each for the coarse and the fine kind.
    """
    levels: Mapping[str, str] = field(default_factory=dict)
    """The bot of each level for people, such as `search:seconds=1`."""
    levels_alone: Mapping[str, str] = field(default_factory=dict)
    """The same where one plays alone, as far as it is another bot."""
    game_view: str = ""
    """What prepares a position for the game's own table page; see `core.presentation`."""
    pictures: str = ""
    """What prepares the picture of a thing that explains itself; see `core.help`."""
    routine: str = ""
    """What says which answer the page gives without asking: a function of a position and of
    whether its player is willing to leave it at that, to a move or None.
    """
    takes_part: str = ""
    """Whether a seat still decides anything in this round: a function of a position and a seat.
    Without one, every seat does; bots don't dawdle while no person takes part.
    """
    default_answers: Mapping[int, str] = field(default_factory=dict)
    """What older rules did by themselves where those of today ask, by their version: a function of
    a position to a move or None; see `core.record`.
    """
    migrated_moves: Mapping[int, str] = field(default_factory=dict)
    """What a move of older rules is today, by their version, where some do something else: a
    function of a position and a move to the moves that do the same now; see `core.record`.
    """
    sign: str = "gi-dwarf-face"
    """The icon that stands for the game in lists."""
    colours: tuple[str, str] = ("#6b5b45", "#2f3138")
    """The colours behind that icon, from its upper left to its lower right corner."""
    confirms: bool = True
    """Whether moves that end a turn or reveal something wait for a second click by default."""
    reached: str = ""
    """Whether someone who played alone has reached the aim of the game: a function of an ended
    position. Without one there is no aim, only a score.
    """
    running_points: tuple[str, ...] = ()
    """What of a player in `view` tells the points so far; a table may hide it until the end."""
    keys: tuple[tuple[str, str], ...] = ()
    """The keys of its table page, each with the word under `keys` that says what it does."""
    log_column: int = 1200
    """From which width of a page on, in pixels, the log is a column beside its table; 0 where the
    game's own style sheets lay it.
    """
    log_icons: Mapping[str, str] = field(default_factory=dict)
    """Icons of the log by kind of event; other lines show whose they are."""
    event_columns: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    """Columns of data about many games that count what seats did: a kind of event, the fact of it
    that is recorded, and where the words for that are. Without a fact the rounds are recorded.
    """
    revealing_events: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The kinds of events that show something hidden, each with the kinds that follow it in any
    case; see `core.sentences`.
    """

    @property
    def is_plugin(self) -> bool:
        """Whether the game belongs to another package."""
        return not self.package.startswith("dvergar.")

    def words(self, lang: str) -> Words:
        """The game's own words, of its package `presentation`."""
        return words(self.package, lang)

    def load_presenter(self) -> Presenter:
        """The functions by which the game speaks."""
        presenter: Presenter = load(self.presenter)
        return presenter

    def load_observation(self) -> Observation:
        """How the game writes what a seat may see as numbers."""
        if not self.observation:
            raise TypeError(f"{self.slug} has no observation: its INFO names none")
        observation: Observation = load(self.observation)
        return observation

    def rulebook(self) -> Rulebook:
        """The game's living rule book."""
        return _rulebook(self.package)

    def rulings(self) -> Rulings:
        """What is held where the sources of the rules leave a doubt."""
        return Rulings.load(self.folder())

    def help(self) -> Help:
        """What of the game explains itself, with the rules that speak of it."""
        return Help.load(self._help(), self.slug, self.rulebook().ids(), self.words(FALLBACK))

    def explains(self) -> bool:
        """Whether anything of the game explains itself."""
        return self._help().is_file()

    def _help(self) -> Traversable:
        return self.folder().joinpath("presentation", "help.toml")

    def guide(self) -> Guide | None:
        """The guided first game, if there is one: `presentation/guide.toml`."""
        return _plugin_guide(self.package) if self.is_plugin else _guide(self.package)

    def folder(self) -> Traversable:
        """The folder of the game."""
        return files(self.package)

    def templates(self) -> Traversable:
        """The templates of its table page; a game may have none."""
        return self.folder().joinpath("page", "templates")

    def look(self) -> Traversable:
        """The style sheets and scripts of its table page; a game may have none."""
        return self.folder().joinpath("page", "look")

    def style_sheets(self) -> list[str]:
        """The names of all its style sheets, in the order in which they are linked: by name."""
        return _files(self.look(), ".css")

    def scripts(self) -> list[str]:
        """The names of all its scripts."""
        return _files(self.look(), ".js")

    def check(self, options: Mapping[str, Any]) -> dict[str, Value]:
        """The options completed, or a clear error."""
        title = LocalizedText(self.package, "game.title")
        return check_options(title, self.options, self.players, self.default_players, options)


def _files(folder: Traversable, ending: str) -> list[str]:
    """The names of the files of a folder with this ending; none if there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(file.name for file in folder.iterdir() if file.name.endswith(ending))


@cache
def _rulebook(package: str) -> Rulebook:
    return Rulebook.load(files(package), package)


@cache
def _guide(package: str) -> Guide | None:
    folder = files(package)
    return Guide.load(folder) if folder.joinpath("presentation", "guide.toml").is_file() else None


@cache
def _plugin_guide(package: str) -> Guide | None:
    """The same of another package; one that is broken is none."""
    try:
        return _guide(package)
    except Exception as error:  # noqa: BLE001 - what other people wrote takes no page down
        LOG.warning("the guide of %s cannot be read: %s", package, error_summary(error))
        return None


def load(address: str) -> Any:
    """What stands at `package.module:Name`."""
    module, _, name = address.partition(":")
    return getattr(import_module(module), name)
