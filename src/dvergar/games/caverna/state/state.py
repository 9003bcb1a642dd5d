"""A position of Caverna: one player's things, what lies on the table, and what is pending.

It knows no rules. Plain numbers and lists, so that a position is copied in a few steps; lists are
only ever replaced whole, except the stack, the players' goods and the trail, so that copies share
them. What all positions with the same options share is their `Variant`. Animals are counts: the
rules work out where they live when it matters. Cells also have names for people, such as D3.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, Final

from dvergar.core import game as core
from dvergar.core.options import Value
from dvergar.core.plain_data import from_data
from dvergar.core.sets import bit
from dvergar.games.caverna.facts import board, game as facts, tiles
from dvergar.games.caverna.state.pending import NO_HARVEST, ROUND_START, WORK, Frame, frame_of

_LETTERS: Final = "ZABCDEFG"


def cell_name(cell: int) -> str:
    """Column letter and row number; what sticks out of the board lies beyond A, F, 1 and 4.

    >>> cell_name(board.NUMBERS["r2c3"])
    'D3'
    """
    row, column = board.PLACES[cell]
    return f"{_LETTERS[column + 1]}{row + 1}"


def called(name: str) -> str:
    """The same for a cell by its name in moves and events."""
    return cell_name(board.NUMBERS[name])


# Where a dwarf is.
HOME: Final = 0
AWAY: Final = 1
NEWBORN: Final = 2


class Player:
    """The things of one seat."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset({"stalls", "survey", "worth"})

    def __init__(
        self,
        goods: list[int],
        land: list[int],
        on: list[int],
        weapons: list[int],
        dwarfs: list[int],
        supplies: list[int],
        stalls: list[int],
        survey: list[int],
        worth: list[float],
        built: int,
        beds: int,
        stables: int,
        begging: int,
    ) -> None:
        self.goods = goods
        self.land = land  # what lies on each cell
        self.on = on  # crops and stables
        self.weapons = weapons  # strength of each dwarf in play, 0: unarmed
        self.dwarfs = dwarfs  # where each dwarf is
        self.supplies = supplies  # rounds each supplier still pays
        self.stalls = stalls  # places for animals as `rules.housing` counted them, empty: not yet
        self.survey = survey  # what lies on the board as `rules.score` counted it, empty: not yet
        self.worth = worth  # harvests left, and what `bots.evaluate` made of the land
        self.built = built  # set of tiles whose effect counts
        self.beds = beds  # dwarfs the dwellings have room for, the sixth's left out
        self.stables = stables  # left to build
        self.begging = begging

    def copy(self) -> Player:
        """An independent copy. All lists but the goods are replaced whole, so they are shared."""
        return Player(
            self.goods[:],
            self.land,
            self.on,
            self.weapons,
            self.dwarfs,
            self.supplies,
            self.stalls,
            self.survey,
            self.worth,
            self.built,
            self.beds,
            self.stables,
            self.begging,
        )

    def key(self) -> tuple[object, ...]:
        """Everything about the player, for comparing."""
        return (
            tuple(self.goods),
            tuple(self.land),
            tuple(self.on),
            tuple(self.weapons),
            tuple(self.dwarfs),
            tuple(self.supplies),
            self.built,
            self.beds,
            self.stables,
            self.begging,
        )

    def cover(self, cell: int, land: int) -> None:
        """Something else lies on a cell now."""
        self.land = changed(self.land, cell, land)
        self.forget_counts()

    def put_on(self, cell: int, thing: int) -> None:
        """A crop or a stable stands on a cell now."""
        self.on = changed(self.on, cell, thing)
        self.forget_counts()

    def forget_counts(self) -> None:
        """The board has changed: what was counted on it has to be counted again."""
        self.stalls = []
        self.survey = []
        self.worth = []

    def arm(self, dwarf: int, strength: int) -> None:
        """A dwarf has a weapon of this strength now; 0: none."""
        self.weapons = changed(self.weapons, dwarf, strength)

    def touch(self, cell: int) -> None:
        """Bare cells beside a newly laid one become places where the next tile may touch."""
        land = self.land[:]
        for other in board.NEIGHBOURS[cell]:
            if land[other] == board.WILD:
                land[other] = board.EDGE
        self.land = land

    def owns(self, wanted: int) -> bool:
        """Whether one of a set of tiles is built, and not laid over."""
        return self.built & wanted != 0


def changed(numbers: list[int], place: int, number: int) -> list[int]:
    """A new list that differs in one place; the old one may belong to copies of a position."""
    other = numbers[:]
    other[place] = number
    return other


def blank_player() -> Player:
    """A player with nothing, to be filled."""
    return Player([], [], [], [], [], [], [], [], [], 0, 0, 0, 0)


def new_player() -> Player:
    """A player at the start: a bare board with the printed cavern and the printed dwelling."""
    player = Player(
        goods=[0] * facts.GOOD_COUNT,
        land=[board.WILD] * board.CELL_COUNT,
        on=[0] * board.CELL_COUNT,
        weapons=[0] * facts.START_DWARFS,
        dwarfs=[HOME] * facts.START_DWARFS,
        supplies=[0] * len(tiles.SUPPLIERS),
        stalls=[],
        survey=[],
        worth=[],
        built=bit(tiles.PRINTED_TILE),
        beds=tiles.BEDS[tiles.PRINTED_TILE],
        stables=facts.STABLES,
        begging=0,
    )
    player.cover(board.PRINTED_CAVERN, board.CAVERN)
    player.cover(board.ENTRY_DWELLING, board.FURNISHED + tiles.PRINTED_TILE)
    player.cover(board.ENTRANCE, board.EDGE)
    player.touch(board.PRINTED_CAVERN)
    player.touch(board.ENTRY_DWELLING)
    return player


def weakest_at_home(player: Player) -> int:
    """The dwarf at home with the weakest weapon: it is placed next."""
    best = -1
    for dwarf, where in enumerate(player.dwarfs):
        if where == HOME and (best < 0 or player.weapons[dwarf] < player.weapons[best]):
            best = dwarf
    return best


class Variant:
    """What the options say, and what lies on the table with so many players."""

    def __init__(self, players: int, options: dict[str, Value]) -> None:
        self.players = players
        self.tile_set = tiles.FULL_SET if options["tiles"] == "full" else tiles.INTRODUCTORY_SET
        self.reveals_early = options["harvest_reveal"] == "round_start"
        purge = options.get("solo_purge")
        self.purge_from = facts.PURGE_OVER if purge == "six" else facts.PURGE_OVER + 1
        self.purge_leaves = facts.PURGE_OVER if purge == "excess" else 0
        first = options["first_seat"]
        self.first_seat = first if isinstance(first, int) else -1  # -1: drawn
        self.rounds = facts.rounds_with(players)
        self.full_harvests = facts.SOLO_FULL_HARVESTS if players == 1 else facts.FULL_HARVESTS
        self._lay_out_cards()
        self._lay_out_spaces()

    def _lay_out_cards(self) -> None:
        """The rounds and the cards of each stage, without those that are left out."""
        self.stage_rounds = [
            [number for number in stage.rounds if number in self.rounds] for stage in facts.STAGES
        ]
        self.stage_cards = [facts.cards_with(self.players, stage) for stage in facts.STAGES]

    def _lay_out_spaces(self) -> None:
        spaces = [facts.space_facts(space, self.players) for space in range(facts.SPACE_COUNT)]
        self.spaces = [space for space, fact in enumerate(spaces) if fact is not None]
        self.board_spaces = 0  # those that are open from the start, a set
        for space in self.spaces:
            if space not in facts.CARDS and space != facts.URGENT_WISH:
                self.board_spaces |= bit(space)
        self.goods = [fact.goods if fact else [] for fact in spaces]  # that always come with it
        self.imitation_food = [fact.food if fact else 0 for fact in spaces]
        self.is_imitation = [fact is not None and fact.is_imitation for fact in spaces]
        self.first_round = [fact.first_round if fact else 1 for fact in spaces]
        self.slots: list[list[int]] = []  # of each space: its places in the pile
        self.slot_goods: list[int] = []  # the good of each place
        self.empty: list[list[tuple[int, int]]] = []  # what comes if nothing lies there
        self.more: list[list[tuple[int, int]]] = []  # and otherwise: (place in the pile, amount)
        for fact in spaces:
            self._give_slots(fact)

    def _give_slots(self, fact: facts.SpaceFacts | None) -> None:
        """A place in the pile for every good that gathers on a space."""
        slots: dict[int, int] = {}
        empty = fact.empty if fact else []
        more = fact.more if fact else []
        for good, _ in empty + more:
            if good not in slots:
                slots[good] = len(self.slot_goods)
                self.slot_goods.append(good)
        self.slots.append(list(slots.values()))
        self.empty.append([(slots[good], amount) for good, amount in empty])
        self.more.append([(slots[good], amount) for good, amount in more])


NOBODY: Final = -1
# What a blank state has, until it is filled: shared by all of them, for a copy begins as one.
_NOTHING: Final[list[int]] = []
_NO_PLAYERS: Final[list[Player]] = []
_NO_FRAMES: Final[list[Frame]] = []
_NO_TRAIL: Final[list[tuple[Any, ...]]] = []


class State(core.State):
    """One position, at a question or at the end."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset(
        {"game", "variant", "real_moves", "trail", "dwarf_on"}
    )

    def __init__(self, game: core.Game, variant: Variant) -> None:
        self.game = game
        self.variant = variant
        self.over = False
        self.imitating = False  # the space being used is an imitated one
        self.eating_gold = False  # the last move was eating gold
        self.round = 0
        self.stage = ROUND_START
        self.starter = 0
        self.next_starter = 0
        self.seat = 0
        self.worker = 0  # whose dwarf was placed last
        self.dwarf = 0  # the acting dwarf
        self.space = 0  # the space being used
        self.tiles = 0  # furnishing tiles on offer, a set
        self.reds = 0  # red harvest markers turned over
        self.harvest = NO_HARVEST
        self.breeding_seats = 0  # who has a breeding phase in this harvest, a set
        self.unsettled = 0  # whose herd has to be looked at, a set
        self.reveals = 0
        self.turn = 0
        self.cards = _NOTHING  # the space of each round's card
        self.markers = _NOTHING  # 1: red, per round; UNKNOWN: none
        self.pile = _NOTHING  # goods that have gathered, by the slots of the variant
        self.occupant = _NOTHING  # the seat whose dwarf is on a space, or NOBODY
        self.dwarf_on = _NOTHING  # which dwarf of that seat it is, for the page; NOBODY: not known
        self.players = _NO_PLAYERS
        self.stack = _NO_FRAMES
        self.real_moves = _NOTHING  # the answers to the question that are not free
        self.trail = _NO_TRAIL  # what the last move caused

    def copy(self) -> State:
        other = State(self.game, self.variant)
        other.over = self.over
        other.imitating = self.imitating
        other.eating_gold = self.eating_gold
        other.round = self.round
        other.stage = self.stage
        other.starter = self.starter
        other.next_starter = self.next_starter
        other.seat = self.seat
        other.worker = self.worker
        other.dwarf = self.dwarf
        other.space = self.space
        other.tiles = self.tiles
        other.reds = self.reds
        other.harvest = self.harvest
        other.breeding_seats = self.breeding_seats
        other.unsettled = self.unsettled
        other.reveals = self.reveals
        other.turn = self.turn
        other.cards = self.cards
        other.markers = self.markers
        other.pile = self.pile
        other.occupant = self.occupant
        other.dwarf_on = self.dwarf_on
        other.players = [player.copy() for player in self.players]
        other.stack = self.stack[:]
        other.real_moves = self.real_moves
        other.trail = self.trail
        return other

    def progress(self) -> tuple[int | None, int | None]:
        return self.round, self.variant.rounds[-1]

    def key(self, seat: int | None = None) -> Hashable:
        cards, markers = self.cards, self.markers
        if seat is not None:
            cards, markers = cards[: self.round + 1], markers[: self.first_hidden_marker()]
        return (
            self.over,
            self.imitating,
            self.eating_gold,
            self.round,
            self.stage,
            self.starter,
            self.next_starter,
            self.seat,
            self.worker,
            self.dwarf,
            self.space,
            self.tiles,
            self.reds,
            self.harvest,
            self.breeding_seats,
            self.unsettled,
            self.reveals,
            self.turn,
            tuple(cards),
            tuple(markers),
            tuple(self.pile),
            tuple(self.occupant),
            tuple([player.key() for player in self.players]),
            tuple([frame.numbers() for frame in self.stack]),
        )

    def fill(self, data: dict[str, Any]) -> None:
        from_data(self, data, self.UNSTORED | {"players", "stack"})
        self.players = [_player(entry) for entry in data["players"]]
        self.stack = [frame_of(entry) for entry in data["stack"]]

    def first_hidden_marker(self) -> int:
        """The first round whose harvest marker still lies face down."""
        if self.variant.reveals_early or self.stage != WORK:
            return self.round + 1
        return self.round


def _player(data: dict[str, Any]) -> Player:
    player = blank_player()
    from_data(player, data, Player.UNSTORED)
    return player
