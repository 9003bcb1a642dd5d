"""Whole games against a second set of rules, and what must hold after every single move.

The referee below knows the rules in its own simple way. It is told only what everybody at a table
sees: the move that was made and the cards that were turned up. From that it works out everything
else and compares it with what the engine shows, tells and counts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dvergar
from dvergar.testing import rule

pytestmark = pytest.mark.whole_games

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
WORTH = {"plain": 1, "red": 2, "blue": 1, "bonus": 3}
LABELS = {
    "small": "small step",
    "double": "double step",
    "all": "all together",
    "bonus": "gold bonus",
}
STEPS = {"small": 1, "double": 2}

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "two_player_variant": False},
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 6},
]
VALUES: dict[str, list[Any]] = {
    "dragon_timing": ["after_move", "before_move"],
    "red_door_at_dragon": ["stay", "forbid", "burn"],
    "no_winner_starter": ["next_seat", "same_seat"],
    "final_tie_no_slot": ["shared", "round_two_slot"],
    "open_gold": [False, True],
}
COMBINATIONS = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]

Pick = Callable[[list[str]], str]
Facts = dict[str, int | str]


class Referee:
    """The rules once more, for one game, from what everybody sees."""

    def __init__(self, options: dict[str, Any], starter: int, top: str) -> None:
        self.options = options
        self.seats: int = options["players"]
        self.team = 2 if self.seats == 2 and options.get("two_player_variant", True) else 1
        self.dwarfs = range(self.seats * self.team)
        self.nuggets = [0] * self.seats
        self.results: list[dict[str, Any]] = []
        self.round = 1
        self.starter = starter
        self.ladder: list[int] = []
        self.second_ladder: list[int] = []
        self.over = False
        self.set_up(top)

    def set_up(self, top: str) -> None:
        """The table at the start of a round."""
        self.place: list[int | None] = [4 for _ in self.dwarfs]
        self.dragon = 8
        self.piles: list[list[str]] = [[] for _ in range(self.seats)]
        self.carried: list[list[str]] = [[] for _ in self.dwarfs]
        self.ladder = []
        self.top = top
        self.deck = EXTRACTION - Counter([top])
        self.exit_deck = EXIT.copy()
        self.discard: list[str] = []
        self.drawn = ""
        self.turn = self.starter * self.team
        self.turns = 0

    def owner(self, dwarf: int) -> int:
        return dwarf // self.team

    def inside(self) -> list[int]:
        return [dwarf for dwarf in self.dwarfs if self.place[dwarf]]

    def from_turn(self) -> list[int]:
        """All dwarfs clockwise from the acting one."""
        return [(self.turn + step) % len(self.dwarfs) for step in self.dwarfs]

    def offered(self) -> list[str]:
        """The moves there should be now."""
        if self.over:
            return []
        if self.drawn:
            return self.answers(self.drawn)
        beside = self.place[self.turn] == self.dragon - 1
        if self.options["red_door_at_dragon"] == "forbid" and self.top == "red" and beside:
            return ["draw exit"]
        return ["dig", "draw exit"]

    def answers(self, card: str) -> list[str]:
        """What can be done with an Exit card."""
        labels = [LABELS[action] for action in card.split() if action != "swap"]
        if "swap" in card.split():
            labels += [f"swap dwarf {dwarf + 1}" for dwarf in self.inside() if dwarf != self.turn]
        return labels

    def play(self, move: str, shown: Iterator[str]) -> list[tuple[str, Facts]]:
        """Plays a move with the cards that are turned up; what should be told of it."""
        self.log: list[tuple[str, Facts]] = []
        done = True
        if move == "dig":
            self.dig(shown)
        elif move == "draw exit":
            done = self.draw(next(shown))
        else:
            self.act(self.drawn, move)
        if done:
            self.turns += 1
            if self.inside():
                self.turn = next(
                    dwarf for dwarf in [*self.from_turn()[1:], self.turn] if self.place[dwarf]
                )
            else:
                self.end_round()
        return self.log

    def tell(self, kind: str, **facts: int | str) -> None:
        self.log.append((kind, facts))

    def dig(self, shown: Iterator[str]) -> None:
        card, dwarf = self.top, self.turn
        self.piles[self.owner(dwarf)].append(card)
        self.tell("dig", dwarf=dwarf, card=card, gold=WORTH[card])
        if self.options["dragon_timing"] == "before_move":
            self.bare(shown)
            if self.place[dwarf]:
                self.door(dwarf, card)
        else:
            self.door(dwarf, card)
            if self.inside():
                self.bare(shown)

    def door(self, dwarf: int, card: str) -> None:
        here = self.place[dwarf]
        assert here is not None
        if card == "blue":
            self.walk([dwarf], 1, "blue")
        elif card == "red" and here + 1 < self.dragon:
            self.place[dwarf] = here + 1
            self.tell("move", dwarf=dwarf, start=here, end=here + 1, why="red")
        elif card == "red" and self.options["red_door_at_dragon"] == "burn":
            self.burn([dwarf])
        elif card == "red":
            self.tell("stay", dwarf=dwarf)

    def bare(self, shown: Iterator[str]) -> None:
        while self.inside():
            self.top = next(shown)
            self.deck -= Counter([self.top])
            if self.top != "dragon":
                return
            self.tell("dragon", start=self.dragon, end=self.dragon - 1)
            self.dragon -= 1
            self.burn([dwarf for dwarf in self.dwarfs if self.place[dwarf] == self.dragon])

    def burn(self, dwarfs: list[int]) -> None:
        for dwarf in dwarfs:
            self.place[dwarf] = None
        alive = {self.owner(dwarf) for dwarf in self.inside()}
        for dwarf in dwarfs:
            lost = 0
            if self.owner(dwarf) not in alive:
                lost = len(self.piles[self.owner(dwarf)])
                self.piles[self.owner(dwarf)] = []
            self.tell("burn", dwarf=dwarf, cards=lost)

    def walk(self, dwarfs: list[int], steps: int, why: str) -> None:
        """Moves dwarfs to the left; those who reach the exit leave in the given order."""
        for dwarf in dwarfs:
            here = self.place[dwarf]
            assert here is not None
            there = max(0, here - steps)
            self.place[dwarf] = there
            self.tell("move", dwarf=dwarf, start=here, end=there, why=why)
            if there == 0:
                pile = self.piles[self.owner(dwarf)]
                self.piles[self.owner(dwarf)] = []
                self.carried[dwarf] = pile
                self.ladder.append(dwarf)
                self.tell("leave", dwarf=dwarf, slot=len(self.ladder), cards=len(pile))

    def draw(self, card: str) -> bool:
        """Draws an Exit card; whether the turn is done."""
        assert self.exit_deck[card] > 0
        self.exit_deck -= Counter([card])
        self.tell("draw", dwarf=self.turn, card=card)
        answers = self.answers(card)
        assert answers, "no draw of our deck is void"
        if len(answers) == 1:
            self.act(card, answers[0])
            return True
        self.drawn = card
        return False

    def act(self, card: str, answer: str) -> None:
        self.drawn = ""
        dwarf = self.turn
        if answer == "gold bonus":
            self.piles[self.owner(dwarf)].append("bonus")
            self.tell("bonus", dwarf=dwarf)
        else:
            self.discard.append(card)
        if answer in ("small step", "double step"):
            why = answer.partition(" ")[0]
            self.walk([dwarf], STEPS[why], why)
        elif answer == "all together":
            self.walk([one for one in self.from_turn() if self.place[one]], 1, "all")
        elif answer.startswith("swap"):
            self.swap(dwarf, int(answer.rpartition(" ")[2]) - 1)
        if not self.exit_deck.total() and self.inside():
            self.tell("reshuffle", cards=len(self.discard))
            self.exit_deck = Counter(self.discard)
            self.discard = []

    def swap(self, one: int, other: int) -> None:
        here, there = self.place[one], self.place[other]
        assert here is not None
        assert there is not None
        self.place[one], self.place[other] = there, here
        self.tell("move", dwarf=one, start=here, end=there, why="swap")
        self.tell("move", dwarf=other, start=there, end=here, why="swap")

    def end_round(self) -> None:
        golds = {dwarf: sum(WORTH[card] for card in self.carried[dwarf]) for dwarf in self.ladder}
        # A stable sort of the ladder: who is higher stays ahead of an equal.
        best = sorted(
            (dwarf for dwarf in self.ladder if golds[dwarf]), key=lambda dwarf: -golds[dwarf]
        )
        prizes = ([3, 2, 1] if self.round < 3 else []) + [0] * len(best)
        ranking = []
        for rank, (dwarf, prize) in enumerate(zip(best, prizes, strict=False), start=1):
            seat = self.owner(dwarf)
            self.nuggets[seat] += prize
            ranking.append({"dwarf": dwarf, "seat": seat, "gold": golds[dwarf], "prize": prize})
            if prize:
                self.tell("prize", dwarf=dwarf, gold=golds[dwarf], prize=prize, rank=rank)
        winner = self.owner(best[0]) if best else None
        self.results.append({"round": self.round, "ranking": ranking, "winner": winner})
        self.tell("round_over", round=self.round, winner=-1 if winner is None else winner)
        if self.round == 3:
            self.over = True
            self.tell("game_over")
            return
        if self.round == 2:
            self.second_ladder = self.ladder
        if winner is not None:
            self.starter = winner
        elif self.options["no_winner_starter"] == "next_seat":
            self.starter = (self.starter + 1) % self.seats
        self.round += 1
        self.tell("round", round=self.round, starter=self.starter)
        self.top = ""

    def totals(self) -> list[int]:
        """Every player's score as if the game ended now."""
        totals = list(self.nuggets)
        for dwarf in self.ladder:
            totals[self.owner(dwarf)] += sum(WORTH[card] for card in self.carried[dwarf])
        return totals

    def ranking(self) -> list[int]:
        """Every player's final rank: one more than the number of players ahead."""
        seats = range(self.seats)
        return [1 + sum(self.ahead(other, seat) for other in seats) for seat in seats]

    def ahead(self, one: int, other: int) -> bool:
        totals = self.totals()
        if totals[one] != totals[other]:
            return totals[one] > totals[other]
        ladders = [self.ladder]
        if self.options["final_tie_no_slot"] == "round_two_slot":
            ladders.append(self.second_ladder)
        for ladder in ladders:
            owners = [self.owner(dwarf) for dwarf in ladder if self.owner(dwarf) in (one, other)]
            if owners:
                return owners[0] == one != other
        return False


def start(options: dict[str, Any], seed: int) -> tuple[Any, Referee]:
    """A new game and the referee at its table."""
    game = dvergar.game("my_gold_mine", **options)
    state = game.start(seed=seed)
    view = state.view(None)
    return state, Referee(dict(game.options), view["starter"], view["extraction"]["top"])


def by_kind(log: list[tuple[str, Facts]]) -> dict[str, list[Any]]:
    """What was told, sorted so that only what the rules fix is compared."""
    told: dict[str, list[Any]] = {}
    for kind, facts in log:
        if kind != "reveal" and facts.get("start", 0) != facts.get("end", 1):
            told.setdefault(kind, []).append(facts)
    for kind in ("move", "burn"):
        if kind in told:
            told[kind].sort(key=lambda facts: int(facts["dwarf"]))
    if "burn" in told:
        # Which of two team mates burnt at once is said to lose the pile does not matter.
        lost = sum(int(facts["cards"]) for facts in told["burn"])
        told["burn"] = [[facts["dwarf"] for facts in told["burn"]], lost]
    return told


def play_and_compare(state: Any, referee: Referee, move: str) -> None:
    """Plays one move on both sides and compares everything that can be seen."""
    before = (state.reveals, state.turn)
    state.play(state.game.move(move))
    events = state.events()
    log = [(event.kind, dict(event.facts)) for event in events]
    assert "void" not in {kind for kind, _ in log}
    shown = iter([str(facts["card"]) for kind, facts in log if kind in ("draw", "reveal")])
    expected = referee.play(move, shown)
    assert by_kind(log) == by_kind(expected)
    new_round = any(kind == "round" for kind, _ in log)
    if new_round:
        check_round_is_over(referee)
        referee.set_up(state.view(None)["extraction"]["top"])
    elif not referee.over:
        assert next(shown, None) is None, "something was turned up that should not have been"
    for event in events:
        if "dwarf" in event.facts:
            assert event.seat == referee.owner(int(event["dwarf"]))
    turned_up = any(kind in ("draw", "reveal") for kind, _ in log)
    assert state.reveals > before[0] if turned_up else state.reveals >= before[0]
    assert state.turn >= before[1]
    compare(state, referee)
    check_invariants(referee)


def check_round_is_over(referee: Referee) -> None:
    """What the rulings promise about the end of any round."""
    assert all(not place for place in referee.place)
    assert referee.deck.total() + 1 >= 2
    assert referee.turns < 130


def check_invariants(referee: Referee) -> None:
    """What the rulings promise about any position."""
    assert 1 <= referee.dragon <= 8
    assert all(place < referee.dragon for place in referee.place if place)
    assert sum(referee.nuggets) <= 12
    assert referee.turns < 130
    for result in referee.results:
        keys = [(-entry["gold"], entry["dwarf"]) for entry in result["ranking"]]
        assert len(set(keys)) == len(keys)
        assert [-gold for gold, _ in sorted(keys)] == [entry["gold"] for entry in result["ranking"]]


def compare(state: Any, referee: Referee) -> None:
    """Compares what a spectator and one player see with what the referee knows."""
    view = state.view(None)
    assert state.over == view["over"] == referee.over
    assert sorted(map(state.game.name, state.moves())) == sorted(referee.offered())
    assert (view["round"], view["starter"], view["dragon"]) == (
        referee.round,
        referee.starter,
        referee.dragon,
    )
    assert view["ladder"] == referee.ladder
    assert view["results"] == referee.results
    assert [player["nuggets"] for player in view["players"]] == referee.nuggets
    assert [player["cards"] for player in view["players"]] == [len(pile) for pile in referee.piles]
    for dwarf, seen in enumerate(view["dwarfs"]):
        place = referee.place[dwarf]
        out = dwarf in referee.ladder
        assert seen["place"] == place
        assert seen["state"] == ("out" if out else "inside" if place else "burnt")
        assert seen["slot"] == (referee.ladder.index(dwarf) + 1 if out else None)
        assert seen["cards"] == len(referee.carried[dwarf])
        assert seen["seat"] == referee.owner(dwarf)
    assert [score.total for score in state.scores()] == referee.totals()
    if not referee.over:
        compare_decks(view, referee)
        acting = (referee.owner(referee.turn), referee.turn)
        assert (state.seat, view["dwarf"]) == acting
        assert view["seat"] == state.seat
    compare_gold(state, referee)


def compare_decks(view: dict[str, Any], referee: Referee) -> None:
    """Every card is where the referee thinks it is."""
    deck = view["extraction"]
    assert deck["top"] == referee.top
    assert deck["cards"] == referee.deck.total() + 1
    assert +Counter(deck["hidden"]) == +referee.deck
    pile = view["exit"]
    assert pile["drawn"] == (referee.drawn or None)
    assert pile["discard"] == referee.discard
    assert pile["cards"] == referee.exit_deck.total()
    assert +Counter(pile["unseen"]) == +referee.exit_deck


def compare_gold(state: Any, referee: Referee) -> None:
    """Own gold is seen, the others' only if it is open or the game is over."""
    viewer = referee.turns % referee.seats
    everybody = referee.over or referee.options["open_gold"]
    view = state.view(viewer)
    for seat, player in enumerate(view["players"]):
        gold = sum(WORTH[card] for card in referee.piles[seat])
        assert player["gold"] == (gold if everybody or seat == viewer else None)
    for dwarf, seen in enumerate(view["dwarfs"]):
        gold = sum(WORTH[card] for card in referee.carried[dwarf])
        assert seen["gold"] == (gold if everybody or referee.owner(dwarf) == viewer else None)


def refereed_game(options: dict[str, Any], seed: int, pick: Pick) -> Referee:
    """Plays a whole game under the eyes of the referee."""
    state, referee = start(options, seed)
    compare(state, referee)
    while not state.over:
        play_and_compare(state, referee, pick(referee.offered()))
    assert state.view(None)["scores"] == referee.totals()
    assert state.ranking() == referee.ranking()
    assert len(referee.results) == 3
    check_round_is_over(referee)
    return referee


def chance(seed: int) -> Pick:
    """Picks at random: now careful, now bold."""
    dice = random.Random(seed)
    boldness = dice.choice([0.3, 0.5, 0.7, 0.9])

    def pick(offered: list[str]) -> str:
        if offered == ["dig", "draw exit"]:
            return offered[dice.random() > boldness]
        return dice.choice(offered)

    return pick


def pattern(numbers: list[int]) -> Pick:
    """Picks by numbers that repeat for ever."""
    state = {"turn": -1}

    def pick(offered: list[str]) -> str:
        state["turn"] += 1
        return offered[numbers[state["turn"] % len(numbers)] % len(offered)]

    return pick


@rule(
    "my_gold_mine.dragon.ahead",
    "my_gold_mine.dragon.stops",
    "my_gold_mine.dig.deck_empty",
    "my_gold_mine.exit.nothing_possible",
    "my_gold_mine.material.big_nuggets",
    "my_gold_mine.round.tie",
)
@pytest.mark.parametrize("table", TABLES)
def test_whole_games_agree_with_the_referee_for_every_combination_of_options(
    table: dict[str, Any],
) -> None:
    for seed, combination in enumerate(COMBINATIONS):
        refereed_game({**table, **combination}, seed, chance(seed))


@rule("my_gold_mine.final.score", "my_gold_mine.table.piles", "my_gold_mine.option.first_seat")
@settings(max_examples=60, deadline=None)
@given(
    table=st.sampled_from(TABLES),
    combination=st.sampled_from(COMBINATIONS),
    first=st.integers(min_value=-1, max_value=5),
    seed=st.integers(min_value=0, max_value=2**64 - 1),
    numbers=st.lists(st.integers(min_value=0, max_value=6), min_size=1, max_size=80),
)
def test_any_way_of_playing_agrees_with_the_referee(
    table: dict[str, Any], combination: dict[str, Any], first: int, seed: int, numbers: list[int]
) -> None:
    first_seat = first if 0 <= first < table["players"] else "random"
    options = {**table, **combination, "first_seat": first_seat}
    refereed_game(options, seed, pattern(numbers))


@rule("my_gold_mine.setup.gold_on_top", "my_gold_mine.next.setup")
@settings(max_examples=40, deadline=None)
@given(
    table=st.sampled_from(TABLES),
    seed=st.integers(min_value=0, max_value=2**64 - 1),
    other=st.integers(min_value=0, max_value=2**64 - 1),
    steps=st.integers(min_value=0, max_value=120),
)
def test_copies_and_imagined_games_leave_the_original_alone(
    table: dict[str, Any], seed: int, other: int, steps: int
) -> None:
    state, referee = start({**table}, seed)
    pick = chance(other)
    while steps and not state.over:
        play_and_compare(state, referee, pick(referee.offered()))
        steps -= 1
    before = state.text()
    for copy in (state.copy(), state.imagine(0, other), state.imagine(None, other)):
        while not copy.over:
            copy.play(copy.moves()[-1] if other % 2 else copy.moves()[0])
    assert state.text() == before
    while not state.over:
        play_and_compare(state, referee, pick(referee.offered()))
    assert state.ranking() == referee.ranking()


@rule("my_gold_mine.setup.extraction_deck")
def test_the_same_seed_and_moves_give_the_same_game() -> None:
    for table in TABLES:
        one, two = start({**table}, 5), start({**table}, 5)
        other = start({**table}, 6)
        pick = chance(1)
        while not one[0].over:
            move = pick(one[1].offered())
            for state, referee in (one, two):
                play_and_compare(state, referee, move)
            if not other[0].over:
                other[0].play(other[0].moves()[0])
            assert one[0].text() == two[0].text()


@rule("my_gold_mine.aim.most_gold", "my_gold_mine.dragon.again", "my_gold_mine.leave.together")
@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_twenty_thousand_games_agree_with_the_referee(batch: int) -> None:
    for number in range(1000):
        seed = batch * 1000 + number
        dice = random.Random(seed)
        options = {**dice.choice(TABLES), **dice.choice(COMBINATIONS)}
        refereed_game(options, seed, chance(seed))
