"""The rules of My Gold Mine: set-up, a dwarf's turn, the dragon, the end of a round, of the game.

Places on the track are 0 (the exit) to 8 (where the dragon starts); a dwarf that is out has place
0, a burnt one -1. Piles belong to seats while they are in the mine and to dwarfs once they are out:
with one dwarf a seat that is the ordinary game, with two it is the two-player variant, with no rule
of its own. Decks are lists whose last card is the top one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.errors import IllegalMove
from dvergar.core.moves import Vocabulary
from dvergar.games.my_gold_mine import log, prompt, score, text, view
from dvergar.games.my_gold_mine.facts import (
    ALL,
    BONUS,
    DOUBLE,
    DRAGON,
    RED,
    SMALL,
    SWAP,
    Facts,
)
from dvergar.games.my_gold_mine.moves import (
    ACTION,
    BURNT,
    DECK_EMPTY,
    DIG,
    DRAW,
    FREE,
    MOVE_NAMES,
    NO_CARD,
    OUT,
    RED_DOOR_FORBIDDEN,
    SWAP_WITH,
)
from dvergar.games.my_gold_mine.position import make_position

if TYPE_CHECKING:
    from dvergar.core.events import Event
    from dvergar.core.options import Value
    from dvergar.core.prompt import Prompt
    from dvergar.core.registry import GameInfo
    from dvergar.core.score import Score


class MyGoldMine(core.Game):
    """My Gold Mine with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, Vocabulary(MOVE_NAMES))
        self.facts = Facts(str(options["exit_deck"]))
        self.dwarfs_per_seat = 2 if options.get("two_player_variant") else 1
        self.dwarfs = self.players * self.dwarfs_per_seat
        self.owner = [dwarf // self.dwarfs_per_seat for dwarf in range(self.dwarfs)]
        self.dragon_first = options["dragon_timing"] == "before_move"
        self.red_door = str(options["red_door_at_dragon"])
        self.starter_moves_on = options["no_winner_starter"] == "next_seat"
        self.second_ladder_counts = options["final_tie_no_slot"] == "round_two_slot"
        self.open_gold = bool(options["open_gold"])
        self.first_seat = options["first_seat"]

    def deal(self, seed: int) -> State:
        state = State(self, Chance(seed))
        starter = self.first_seat
        if not isinstance(starter, int):
            starter = state.chance.below(self.players)
        state.begin_round(1, starter)
        return state

    def position(self, **wanted: Any) -> State:
        """A legal position at the start of a dwarf's turn; see `position.make_position`."""
        return make_position(self, **wanted)

    def restore(self, data: dict[str, Any]) -> State:
        state = State(self, Chance.restore(data["chance"]))
        for name in State.NUMBERS:
            setattr(state, name, int(data[name]))
        for name in State.LISTS:
            setattr(state, name, [int(number) for number in data[name]])
        state.results = [[tuple(row) for row in result] for result in data["results"]]
        state.over = bool(data["over"])
        return state

    def prompt(self, state: Any, lang: str, names: Sequence[str]) -> Prompt:
        return prompt.prompt(state, lang, names)

    def tell(self, event: Event, lang: str, names: Sequence[str]) -> str:
        return log.tell(self, event, lang, names)

    def show(self, state: Any, seat: int | None, lang: str, names: Sequence[str]) -> str:
        return text.show(state, seat, lang, names)


class State(core.State):
    """A position of My Gold Mine."""

    NUMBERS: Final = (
        "round",
        "starter",
        "dwarf",
        "seat",
        "dragon",
        "card",
        "box",
        "reveals",
        "turn",
    )
    LISTS: Final = (
        "places",
        "pile_gold",
        "pile_cards",
        "out_gold",
        "out_cards",
        "ladder",
        "second_ladder",
        "nuggets",
        "extraction",
        "exits",
        "discard",
    )

    __slots__ = (*NUMBERS, *LISTS, "chance", "game", "over", "results", "trail")

    game: MyGoldMine

    def __init__(self, game: MyGoldMine, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.over = False
        self.round = 1
        self.starter = 0
        self.dwarf = 0
        self.seat = 0
        self.dragon = game.facts.dragon
        self.card = NO_CARD  # the exit card being decided about
        self.box = 0  # cards out of this round: dragons, and what burnt
        self.reveals = 0
        self.turn = 0
        self.places: list[int] = []
        self.pile_gold: list[int] = []
        self.pile_cards: list[int] = []
        self.out_gold: list[int] = []
        self.out_cards: list[int] = []
        self.ladder: list[int] = []
        self.second_ladder: list[int] = []
        self.nuggets = [0] * game.players
        self.extraction: list[int] = []
        self.exits: list[int] = []
        self.discard: list[int] = []
        self.results: list[list[tuple[int, ...]]] = []  # a round: (dwarf, gold, prize), best first
        self.trail: list[tuple[Any, ...]] = []

    # The contract.

    def moves(self, free: bool = True) -> list[int]:
        if self.over:
            return []
        if self.card != NO_CARD:
            return self.exit_moves()
        return [DRAW] if self.why_not_dig() else [DIG, DRAW]

    def play(self, move: int) -> None:
        if move not in self.moves():
            if self.over:
                raise IllegalMove("move.over")
            raise IllegalMove("move.illegal", name=self.game.name(move))
        self.trail = []
        if move == DIG:
            self.dig()
        elif move == DRAW:
            self.draw()
        else:
            self.act(move)
        if self.card == NO_CARD:
            self.end_turn()

    def copy(self) -> State:
        state = State(self.game, self.chance.copy())
        state.over = self.over
        state.round = self.round
        state.starter = self.starter
        state.dwarf = self.dwarf
        state.seat = self.seat
        state.dragon = self.dragon
        state.card = self.card
        state.box = self.box
        state.reveals = self.reveals
        state.turn = self.turn
        state.places = self.places[:]
        state.pile_gold = self.pile_gold[:]
        state.pile_cards = self.pile_cards[:]
        state.out_gold = self.out_gold[:]
        state.out_cards = self.out_cards[:]
        state.ladder = self.ladder[:]
        state.second_ladder = self.second_ladder[:]
        state.nuggets = self.nuggets[:]
        state.extraction = self.extraction[:]
        state.exits = self.exits[:]
        state.discard = self.discard[:]
        state.results = self.results[:]
        state.trail = self.trail
        return state

    def imagine(self, seat: int | None, seed: int) -> State:
        state = self.copy()
        state.chance = Chance(seed)
        hidden = state.extraction[:-1]
        state.chance.shuffle(hidden)
        state.extraction[:-1] = hidden
        state.chance.shuffle(state.exits)
        return state

    def scores(self) -> list[Score]:
        return score.scores(self)

    def ranking(self) -> list[int]:
        return score.ranking(self)

    def events(self) -> list[Event]:
        return log.events(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def observation(self, seat: int) -> list[float]:
        return view.observation(self, seat)

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {name: getattr(self, name) for name in (*self.NUMBERS, *self.LISTS)}
        return data | {
            "chance": self.chance.words(),
            "over": self.over,
            "results": [[list(row) for row in result] for result in self.results],
        }

    # Digging.

    def why_not_dig(self) -> int:
        """0, or the reason why the dwarf whose turn it is cannot take the top card."""
        if not self.extraction:
            return DECK_EMPTY
        if (
            self.game.red_door == "forbid"
            and self.extraction[-1] == RED
            and self.is_next_to_dragon()
        ):
            return RED_DOOR_FORBIDDEN
        return FREE

    def is_next_to_dragon(self) -> bool:
        """Whether the acting dwarf stands on the card beside the dragon."""
        return self.places[self.dwarf] + 1 == self.dragon

    def dig(self) -> None:
        """Takes the top card and its gold, goes through its door, then looks what was bared."""
        card = self.extraction.pop()
        gold = self.game.facts.gold[card]
        self.pile_gold[self.seat] += gold
        self.pile_cards[self.seat] += 1
        self.trail.append(("dig", self.dwarf, card, gold))
        if self.game.dragon_first:
            self.wake_dragon()
            if self.places[self.dwarf] > OUT:
                self.go_through_door(card)
        else:
            self.go_through_door(card)
            self.wake_dragon()

    def go_through_door(self, card: int) -> None:
        """Moves the acting dwarf as the door on its card says."""
        step = self.game.facts.door[card]
        if step > 0 and self.is_next_to_dragon():
            if self.game.red_door == "burn":
                self.burn(self.dwarf)
            else:
                self.trail.append(("stay", self.dwarf))
        elif step:
            self.walk(self.dwarf, step, "red" if step > 0 else "blue")

    # The dragon.

    def wake_dragon(self) -> None:
        """Looks at the newly bared card: the dragon moves for each dragon until gold is on top.

        Beside the exit it has swept every card of the mine, so nobody is left and it stops there.
        """
        while self.extraction and self.is_anybody_inside():
            card = self.extraction[-1]
            self.reveals += 1
            self.trail.append(("reveal", card))
            if card != DRAGON:
                return
            self.extraction.pop()
            self.box += 1
            self.dragon -= 1
            self.trail.append(("dragon", self.dragon + 1, self.dragon))
            for dwarf in range(self.game.dwarfs):
                if self.places[dwarf] == self.dragon:
                    self.burn(dwarf)

    def burn(self, dwarf: int) -> None:
        """A dwarf is out of the round; the pile is lost unless a team mate is still inside."""
        self.places[dwarf] = BURNT
        seat = self.game.owner[dwarf]
        lost = 0
        if not self.has_dwarf_inside(seat):
            lost = self.pile_cards[seat]
            self.box += lost
            self.pile_cards[seat] = 0
            self.pile_gold[seat] = 0
        self.trail.append(("burn", dwarf, lost))

    # Exit cards.

    def draw(self) -> None:
        """Draws an exit card; one that leaves no choice is carried out at once."""
        self.card = self.exits.pop()
        self.reveals += 1
        self.trail.append(("draw", self.dwarf, self.card))
        moves = self.exit_moves()
        if len(moves) == 1:
            self.act(moves[0])
        elif not moves:
            self.trail.append(("void", self.dwarf, self.card))
            self.put_away()

    def exit_moves(self) -> list[int]:
        """What the drawn exit card lets the acting dwarf choose from."""
        moves: list[int] = []
        for action in self.game.facts.exit_actions[self.card]:
            if action == SWAP:
                moves += [SWAP_WITH + dwarf for dwarf in self.others_inside()]
            else:
                moves.append(ACTION + action)
        return sorted(moves)

    def others_inside(self) -> list[int]:
        """The dwarfs the acting dwarf can swap with."""
        return [d for d, place in enumerate(self.places) if place > OUT and d != self.dwarf]

    def act(self, move: int) -> None:
        """Carries out one action of the drawn exit card and puts the card away."""
        if move == ACTION + BONUS:
            self.keep_bonus()
            return
        if move == ACTION + SMALL:
            self.walk(self.dwarf, -1, "small")
        elif move == ACTION + DOUBLE:
            self.walk(self.dwarf, -2, "double")
        elif move == ACTION + ALL:
            self.walk_all()
        else:
            self.swap(move - SWAP_WITH)
        self.put_away()

    def walk(self, dwarf: int, step: int, why: str) -> None:
        """Moves a dwarf along the track; whoever reaches the exit is out."""
        start = self.places[dwarf]
        end = max(start + step, OUT)
        self.places[dwarf] = end
        self.trail.append(("move", dwarf, start, end, why))
        if end == OUT:
            self.leave(dwarf)

    def walk_all(self) -> None:
        """Everybody in the mine moves; leaving goes in turn order, the acting dwarf first."""
        for number in range(self.game.dwarfs):
            dwarf = (self.dwarf + number) % self.game.dwarfs
            if self.places[dwarf] > OUT:
                self.walk(dwarf, -1, "all")

    def swap(self, other: int) -> None:
        """The acting dwarf and another one change places, nothing else."""
        here, there = self.places[self.dwarf], self.places[other]
        self.places[self.dwarf], self.places[other] = there, here
        self.trail.append(("move", self.dwarf, here, there, "swap"))
        self.trail.append(("move", other, there, here, "swap"))

    def keep_bonus(self) -> None:
        """The card goes face down onto the pile and counts as gold."""
        self.pile_gold[self.seat] += self.game.facts.bonus_gold
        self.pile_cards[self.seat] += 1
        self.card = NO_CARD
        self.trail.append(("bonus", self.dwarf))
        self.refill_exits()

    def put_away(self) -> None:
        """The exit card goes to the discard."""
        self.discard.append(self.card)
        self.card = NO_CARD
        self.refill_exits()

    def refill_exits(self) -> None:
        """An empty exit deck is made anew from the discard at once."""
        if not self.exits and self.is_anybody_inside():
            self.exits, self.discard = self.discard, []
            self.chance.shuffle(self.exits)
            self.trail.append(("reshuffle", len(self.exits)))

    def leave(self, dwarf: int) -> None:
        """A dwarf takes the highest free slot of the ladder, and its seat's open pile."""
        seat = self.game.owner[dwarf]
        self.ladder.append(dwarf)
        self.out_gold[dwarf] = self.pile_gold[seat]
        self.out_cards[dwarf] = self.pile_cards[seat]
        self.pile_gold[seat] = 0
        self.pile_cards[seat] = 0
        self.trail.append(("leave", dwarf, len(self.ladder), self.out_cards[dwarf]))

    # Turns and rounds.

    def is_anybody_inside(self) -> bool:
        return max(self.places) > OUT

    def has_dwarf_inside(self, seat: int) -> bool:
        """Whether a dwarf of this seat is still in the mine."""
        owner = self.game.owner
        return any(place > OUT and owner[d] == seat for d, place in enumerate(self.places))

    def end_turn(self) -> None:
        """On to the next dwarf in the mine; with nobody left in it the round is over."""
        self.turn += 1
        if self.is_anybody_inside():
            self.give_turn(self.next_inside())
        else:
            self.end_round()

    def next_inside(self) -> int:
        """The next dwarf clockwise that is still in the mine."""
        dwarf = (self.dwarf + 1) % self.game.dwarfs
        while self.places[dwarf] <= OUT:
            dwarf = (dwarf + 1) % self.game.dwarfs
        return dwarf

    def give_turn(self, dwarf: int) -> None:
        self.dwarf = dwarf
        self.seat = self.game.owner[dwarf]

    def end_round(self) -> None:
        """Prizes, then the next round or the end of the game."""
        winner = score.give_prizes(self)
        self.trail.append(("round_over", self.round, winner))
        if self.round == self.game.facts.rounds:
            self.over = True
            self.trail.append(("game_over",))
            return
        if self.round == self.game.facts.rounds - 1:
            self.second_ladder = self.ladder
        starter = winner
        if winner == score.NO_WINNER:
            starter = (self.starter + self.game.starter_moves_on) % self.game.players
        self.begin_round(self.round + 1, starter)

    def begin_round(self, number: int, starter: int) -> None:
        """Sets the table up: everybody on the wagon, the dragon at the far end, fresh decks."""
        facts = self.game.facts
        self.round = number
        self.starter = starter
        self.give_turn(starter * self.game.dwarfs_per_seat)
        self.dragon = facts.dragon
        self.box = 0
        self.places = [facts.wagon] * self.game.dwarfs
        self.pile_gold = [0] * self.game.players
        self.pile_cards = [0] * self.game.players
        self.out_gold = [0] * self.game.dwarfs
        self.out_cards = [0] * self.game.dwarfs
        self.ladder = []
        self.extraction = facts.extraction_deck[:]
        self.chance.shuffle(self.extraction)
        while self.extraction[-1] == DRAGON:
            self.chance.shuffle(self.extraction)
        self.exits = facts.exit_deck[:]
        self.chance.shuffle(self.exits)
        self.discard = []
        self.reveals += 1
        self.trail.append(("round", number, starter))
        self.trail.append(("reveal", self.extraction[-1]))
