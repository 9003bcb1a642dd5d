"""My Gold Mine once more, in its own simple way, for the tests.

Written from the rule text and the rulings, not from the engine. The referee is told what everybody
at the table sees: who begins, the moves, and the cards that are turned up. From that it works out
every move that may be made, what is to be told of a move, what each seat sees, scores and ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

EXTRACTION = Counter({"plain": 29, "red": 15, "blue": 5, "dragon": 9})
EXIT = Counter(
    {
        "small": 2,
        "double": 2,
        "all": 2,
        "small swap": 3,
        "double swap": 2,
        "all swap": 2,
        "small all": 2,
        "double bonus": 1,
    }
)
GOLD = {"plain": 1, "red": 2, "blue": 1, "double bonus": 3}
WAGON, DRAGON, BESIDE_EXIT, LADDER = 4, 8, 1, 6
ROUNDS, PRIZES, BIG_NUGGETS = 3, [3, 2, 1], 12
MAX_TURNS = 130
ANSWERS = {
    "small": "small step",
    "double": "double step",
    "all": "all together",
    "bonus": "gold bonus",
}

Told = tuple[str, int | None, dict[str, int | str]]
"""What is told: its kind, whose it is, and its facts."""


def gold(cards: Iterable[str]) -> int:
    """The nuggets on cards."""
    return sum(GOLD[card] for card in cards)


class Dwarf:
    """One disc, and the dwarf card it belongs to."""

    def __init__(self, number: int, seat: int) -> None:
        self.number = number
        self.seat = seat
        self.place = WAGON
        self.burnt = False
        self.treasure: list[str] = []

    @property
    def inside(self) -> bool:
        return not self.burnt and self.place > 0

    @property
    def outside(self) -> bool:
        return not self.burnt and self.place == 0


class Referee:
    """The rules once more, for one game."""

    def __init__(self, options: dict[str, Any], starter: int, shown: Iterable[str]) -> None:
        """At the start of a game, with the cards that were turned up for it."""
        self.options = options
        self.seats: int = options["players"]
        self.team = 2 if self.seats == 2 and options["two_player_variant"] else 1
        assert options["first_seat"] in ("random", starter)
        self.starter = starter
        self.nuggets = [0] * self.seats
        self.round, self.turns, self.reveals, self.over = 1, 0, 0, False
        self.results: list[dict[str, Any]] = []
        self.ladders: list[list[Dwarf]] = []
        self.told: list[Told] = []
        self.shown = iter(shown)
        self.set_up()
        self.all_cards_are_told()

    def set_up(self) -> None:
        """The table at the start of a round."""
        self.dwarfs = [
            Dwarf(number, number // self.team) for number in range(self.seats * self.team)
        ]
        self.dragon = DRAGON
        self.piles: list[list[str]] = [[] for _ in range(self.seats)]
        self.ladder: list[Dwarf] = []
        self.ladders.append(self.ladder)
        self.box: list[str] = []
        self.deck, self.exit_deck = EXTRACTION.copy(), EXIT.copy()
        self.discard: list[str] = []
        self.drawn = ""
        self.turns_before = self.turns
        self.acting = self.dwarfs[self.starter * self.team]
        self.tell("round", None, round=self.round, starter=self.starter)
        self.turn_up()
        assert self.top != "dragon", "a round begins with gold on top"

    # --- who and what

    def inside(self) -> list[Dwarf]:
        """The dwarfs in the mine, clockwise from the acting one."""
        first = self.acting.number
        return [dwarf for dwarf in self.dwarfs[first:] + self.dwarfs[:first] if dwarf.inside]

    def pile(self, dwarf: Dwarf) -> list[str]:
        """The pile to which a dwarf in the mine adds its gold: that of its team."""
        return self.piles[dwarf.seat]

    def beside_dragon(self, dwarf: Dwarf) -> bool:
        return dwarf.place == self.dragon - 1

    def offered(self) -> set[str]:
        """All moves there should be."""
        if self.over:
            return set()
        if self.drawn:
            return self.answers(self.drawn)
        forbidden = (
            self.options["red_door_at_dragon"] == "forbid"
            and self.top == "red"
            and self.beside_dragon(self.acting)
        )
        return {"draw exit"} if forbidden else {"dig", "draw exit"}

    def answers(self, card: str) -> set[str]:
        """What can be done with an Exit card."""
        found = {ANSWERS[action] for action in card.split() if action != "swap"}
        if "swap" in card.split():
            others = [dwarf for dwarf in self.inside() if dwarf is not self.acting]
            found |= {f"swap dwarf {other.number + 1}" for other in others}
        return found

    # --- what happens

    def play(self, move: str, shown: Iterable[str]) -> list[Told]:
        """Plays a move with the cards that are turned up; what is to be told of it."""
        assert move in self.offered(), move
        self.told, self.shown = [], iter(shown)
        if move == "dig":
            self.dig()
        elif move == "draw exit":
            self.draw()
        else:
            self.obey(move)
        if not self.drawn:
            self.end_turn()
        self.all_cards_are_told()
        return self.told

    def all_cards_are_told(self) -> None:
        assert next(self.shown, None) is None, "a card was turned up that nobody had to see"

    def tell(self, kind: str, seat: int | None, **facts: int | str) -> None:
        self.told.append((kind, seat, facts))

    def tell_of(self, dwarf: Dwarf, kind: str, **facts: int | str) -> None:
        self.tell(kind, dwarf.seat, dwarf=dwarf.number, **facts)

    def see(self, deck: Counter[str]) -> str:
        """The card that is turned up from a deck; it must be one that was still there."""
        card = next(self.shown, "")
        assert card, "a card should have been turned up"
        assert deck[card] > 0, f"{card} is not in the deck any more"
        deck[card] -= 1
        self.reveals += 1
        return card

    def turn_up(self) -> None:
        """The next extraction card lies open."""
        self.top = self.see(self.deck)
        self.tell("reveal", None, card=self.top)

    def dig(self) -> None:
        dwarf, card = self.acting, self.top
        self.pile(dwarf).append(card)
        self.tell_of(dwarf, "dig", card=card, gold=GOLD[card])
        if self.options["dragon_timing"] == "before_move":
            self.uncover()
            if dwarf.inside:
                self.go_through_door(dwarf, card)
        else:
            self.go_through_door(dwarf, card)
            self.uncover()

    def go_through_door(self, dwarf: Dwarf, card: str) -> None:
        if card == "blue":
            self.step(dwarf, dwarf.place - 1, "blue")
        elif card == "red" and not self.beside_dragon(dwarf):
            self.step(dwarf, dwarf.place + 1, "red")
        elif card == "red" and self.options["red_door_at_dragon"] == "burn":
            self.burn([dwarf])
        elif card == "red":
            self.tell_of(dwarf, "stay")

    def uncover(self) -> None:
        """What lay under the card that was taken: as long as it is a dragon, the dragon moves."""
        self.top = ""
        while self.inside() and self.top in ("", "dragon"):
            self.turn_up()
            if self.top == "dragon":
                self.box.append(self.top)
                self.tell("dragon", None, start=self.dragon, end=self.dragon - 1)
                self.dragon -= 1
                assert self.dragon >= BESIDE_EXIT
                self.burn([dwarf for dwarf in self.dwarfs if self.is_under_dragon(dwarf)])
        if not self.inside():
            self.top = ""  # whatever lies there now does not count any more

    def look(self, top: str) -> None:
        """The game is over; the deck lies face up, so that its top card is seen all the same."""
        assert self.over
        if not self.top:
            assert self.deck[top] > 0
            self.deck[top] -= 1
            self.top = top

    def is_under_dragon(self, dwarf: Dwarf) -> bool:
        return dwarf.inside and dwarf.place == self.dragon

    def burn(self, dwarfs: list[Dwarf]) -> None:
        """Dwarfs are out at the same moment; a pile is lost with the last of its team inside."""
        for place, dwarf in enumerate(dwarfs):
            dwarf.burnt = True
            mates = [mate for mate in self.inside() if mate.seat == dwarf.seat]
            later = [mate for mate in dwarfs[place + 1 :] if mate.seat == dwarf.seat]
            lost = [] if mates or later else self.take_pile(dwarf)
            self.box += lost
            self.tell_of(dwarf, "burn", cards=len(lost))

    def take_pile(self, dwarf: Dwarf) -> list[str]:
        pile, self.piles[dwarf.seat] = self.piles[dwarf.seat], []
        return pile

    def step(self, dwarf: Dwarf, place: int, why: str) -> None:
        """A dwarf goes to a place; on the exit card it leaves with the pile of its team."""
        self.tell_of(dwarf, "move", start=dwarf.place, end=place, why=why)
        dwarf.place = place
        if dwarf.outside:
            dwarf.treasure = self.take_pile(dwarf)
            self.ladder.append(dwarf)
            cards = len(dwarf.treasure)
            self.tell_of(dwarf, "leave", slot=len(self.ladder), cards=cards)

    def draw(self) -> None:
        self.drawn = self.see(self.exit_deck)
        self.tell_of(self.acting, "draw", card=self.drawn)
        answers = self.answers(self.drawn)
        assert answers, "no card of our deck is drawn in vain"
        if len(answers) == 1:
            self.obey(answers.pop())

    def obey(self, answer: str) -> None:
        """Carries out the card that was drawn."""
        card, self.drawn = self.drawn, ""
        dwarf = self.acting
        if answer == "gold bonus":
            self.pile(dwarf).append(card)
            self.tell_of(dwarf, "bonus")
        else:
            self.discard.append(card)
        if answer == "small step":
            self.step(dwarf, dwarf.place - 1, "small")
        elif answer == "double step":
            self.step(dwarf, max(dwarf.place - 2, 0), "double")
        elif answer == "all together":
            for one in self.inside():
                self.step(one, one.place - 1, "all")
        elif answer.startswith("swap dwarf "):
            self.swap(dwarf, self.dwarfs[int(answer.removeprefix("swap dwarf ")) - 1])
        if self.inside() and not self.exit_deck.total():
            self.tell("reshuffle", None, cards=len(self.discard))
            self.exit_deck, self.discard = Counter(self.discard), []

    def swap(self, one: Dwarf, other: Dwarf) -> None:
        here, there = one.place, other.place
        self.step(one, there, "swap")
        self.step(other, here, "swap")

    # --- the end of a turn, a round, the game

    def end_turn(self) -> None:
        self.turns += 1
        if not self.inside():
            self.end_round()
        elif self.inside()[0] is self.acting and len(self.inside()) > 1:
            self.acting = self.inside()[1]
        else:
            self.acting = self.inside()[0]

    def end_round(self) -> None:
        assert self.deck.total() + bool(self.top) >= 2, "two extraction cards are always left"
        best = sorted(
            (dwarf for dwarf in self.ladder if dwarf.treasure),
            key=lambda dwarf: (-gold(dwarf.treasure), self.ladder.index(dwarf)),
        )
        ranking = []
        for rank, dwarf in enumerate(best, start=1):
            prize = PRIZES[rank - 1] if self.round < ROUNDS and rank <= len(PRIZES) else 0
            count = gold(dwarf.treasure)
            self.nuggets[dwarf.seat] += prize
            ranking.append(
                {"dwarf": dwarf.number, "seat": dwarf.seat, "gold": count, "prize": prize}
            )
            if prize:
                self.tell_of(dwarf, "prize", gold=count, prize=prize, rank=rank)
        winner = best[0].seat if best else None
        self.results.append({"round": self.round, "ranking": ranking, "winner": winner})
        self.tell("round_over", None, round=self.round, winner=-1 if winner is None else winner)
        if self.round == ROUNDS:
            self.over = True
            self.tell("game_over", None)
        else:
            self.round += 1
            self.starter = self.next_starter(winner)
            self.set_up()

    def next_starter(self, winner: int | None) -> int:
        if winner is not None:
            return winner
        if self.options["no_winner_starter"] == "same_seat":
            return self.starter
        return (self.starter + 1) % self.seats

    def score(self, seat: int) -> dict[str, int]:
        """The lines of a seat's score as if the game ended now."""
        mine = [dwarf for dwarf in self.dwarfs if dwarf.seat == seat]
        return {
            "gold": sum(gold(dwarf.treasure) for dwarf in mine),
            "big_nuggets": self.nuggets[seat],
        }

    def total(self, seat: int) -> int:
        return sum(self.score(seat).values())

    def ranking(self) -> list[int]:
        """The rank of every seat: one more than the number of those ahead of it."""
        seats = range(self.seats)
        return [1 + sum(self.is_ahead(other, seat) for other in seats) for seat in seats]

    def is_ahead(self, one: int, other: int) -> bool:
        """Whether one seat beats another: by total, else by who is higher on a ladder."""
        if self.total(one) != self.total(other):
            return self.total(one) > self.total(other)
        ladders = [self.ladder]
        if self.options["final_tie_no_slot"] == "round_two_slot" and self.round == ROUNDS:
            ladders.append(self.ladders[1])
        for ladder in ladders:
            for dwarf in ladder:
                if dwarf.seat in (one, other):
                    return dwarf.seat == one and one != other
        return False

    # --- what is seen

    def view(self, viewer: int | None) -> dict[str, Any]:
        """The table as a seat sees it, or a spectator."""
        return {
            "round": self.round,
            "rounds": ROUNDS,
            "starter": self.starter,
            "seat": self.acting.seat,
            "dwarf": self.acting.number,
            "turn": self.turns,
            "reveals": self.reveals,
            "over": self.over,
            "dragon": self.dragon,
            "dwarfs": [self.seen_dwarf(dwarf, viewer) for dwarf in self.dwarfs],
            "players": [self.seen_player(seat, viewer) for seat in range(self.seats)],
            "ladder": [dwarf.number for dwarf in self.ladder],
            "last_ladder": self.last_ladder(),
            "extraction": {
                "top": self.top or None,
                "cards": self.deck.total() + bool(self.top),
                "box": len(self.box),
                "hidden": {card: self.deck[card] for card in EXTRACTION},
            },
            "exit": {
                "cards": self.exit_deck.total(),
                "discard": self.discard,
                "drawn": self.drawn or None,
                "unseen": dict(+self.exit_deck),
            },
            "results": self.results,
            "prizes": PRIZES,
            "scores": [self.total(seat) for seat in range(self.seats)] if self.over else None,
        }

    def last_ladder(self) -> list[int]:
        """The ladder of the round before the last, once that one has begun."""
        return [dwarf.number for dwarf in self.ladders[1]] if self.round == ROUNDS else []

    def seen_dwarf(self, dwarf: Dwarf, viewer: int | None) -> dict[str, Any]:
        place = "burnt" if dwarf.burnt else "out" if dwarf.outside else "inside"
        return {
            "dwarf": dwarf.number,
            "seat": dwarf.seat,
            "place": None if dwarf.burnt else dwarf.place,
            "state": place,
            "slot": self.ladder.index(dwarf) + 1 if dwarf.outside else None,
            "cards": len(dwarf.treasure),
            "gold": gold(dwarf.treasure) if self.may_count(viewer, dwarf.seat) else None,
        }

    def seen_player(self, seat: int, viewer: int | None) -> dict[str, Any]:
        return {
            "seat": seat,
            "cards": len(self.piles[seat]),
            "gold": gold(self.piles[seat]) if self.may_count(viewer, seat) else None,
            "nuggets": self.nuggets[seat],
            "dwarfs": [dwarf.number for dwarf in self.dwarfs if dwarf.seat == seat],
        }

    def may_count(self, viewer: int | None, seat: int) -> bool:
        """Whether a viewer may know how much gold lies face down before a seat."""
        return viewer == seat or self.over or bool(self.options["open_gold"])

    # --- what always holds

    def check(self) -> None:
        """What the rulings promise about any position, and that no card is lost or doubled."""
        assert BESIDE_EXIT <= self.dragon <= DRAGON
        assert all(0 < dwarf.place < self.dragon for dwarf in self.inside())
        assert len(self.ladder) == len(set(self.ladder)) <= LADDER
        assert sum(self.nuggets) <= BIG_NUGGETS
        assert self.turns - self.turns_before < MAX_TURNS
        assert self.deck + Counter(self.extraction_cards_seen()) == EXTRACTION
        assert self.exit_deck + Counter(self.exit_cards_seen()) == EXIT

    def cards_kept(self) -> Iterator[str]:
        """The cards in piles, on dwarf cards and in the box."""
        yield from self.box
        for cards in (*self.piles, *(dwarf.treasure for dwarf in self.dwarfs)):
            yield from cards

    def extraction_cards_seen(self) -> list[str]:
        top = [self.top] if self.top else []
        return [*top, *(card for card in self.cards_kept() if card in EXTRACTION)]

    def exit_cards_seen(self) -> list[str]:
        drawn = [self.drawn] if self.drawn else []
        return [*self.discard, *drawn, *(card for card in self.cards_kept() if card in EXIT)]
