"""A position of My Gold Mine set up in one readable call, for tests, puzzles and tutorials.

Cards are named as in `facts.toml`; whatever is not said is as at the start of a round. What is
asked for must be possible with the cards of the box, or PositionError says what is not.

`from_view` makes a position from what a seat sees. Gold in face-down piles is made up so that it
fits the cards that are gone, which can be counted; the decks are dealt when it is imagined.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from dvergar.core.chance import Chance
from dvergar.core.errors import LocalizedText, PositionError
from dvergar.core.game import Game, check_seed
from dvergar.games.my_gold_mine.facts.material import (
    BONUS,
    DRAGON,
    EXIT_ACTIONS,
    EXTRACTION_CARDS,
    MATERIAL,
)
from dvergar.games.my_gold_mine.rules.machine import MyGoldMine, begin_round, give_turn, next_inside
from dvergar.games.my_gold_mine.state import BURNT, NO_CARD, OUT, State, Variant


class Pile:
    """Cards that lie face down, with their gold where it is known."""

    def __init__(self, cards: int, gold: int | None) -> None:
        self.cards = cards
        self.known = gold is not None
        self.gold = gold or 0


def from_view(game: Game, view: dict[str, Any], _seat: int | None, seed: int) -> State:
    """A position that looks so."""
    state = State(game, Variant(game.players, game.options), Chance(seed))
    state.over = bool(view["over"])
    state.round, state.starter = int(view["round"]), int(view["starter"])
    state.dwarf, state.seat = int(view["dwarf"]), int(view["seat"])
    state.dragon, state.box = int(view["dragon"]), int(view["extraction"]["box"])
    state.reveals, state.turn = int(view["reveals"]), int(view["turn"])
    state.ladder, state.second_ladder = list(view["ladder"]), list(view["last_ladder"])
    state.places = [BURNT if one["place"] is None else one["place"] for one in view["dwarfs"]]
    state.nuggets = [int(one["nuggets"]) for one in view["players"]]
    state.results = [
        (result["round"], one["dwarf"], one["gold"], one["prize"])
        for result in view["results"]
        for one in result["ranking"]
    ]
    _lay_decks(state, view)
    inside = [Pile(one["cards"], one["gold"]) for one in view["players"]]
    outside = [Pile(one["cards"], one["gold"]) for one in view["dwarfs"]]
    _imagine_gold(state, inside + outside, Chance(seed))
    state.pile_cards, state.pile_gold = [p.cards for p in inside], [p.gold for p in inside]
    state.out_cards, state.out_gold = [p.cards for p in outside], [p.gold for p in outside]
    return state


def _lay_decks(state: State, view: dict[str, Any]) -> None:
    names = state.variant.exit_deck.names
    hidden, top = view["extraction"]["hidden"], view["extraction"]["top"]
    state.extraction = [
        card for card, name in enumerate(EXTRACTION_CARDS) for _ in range(hidden[name])
    ]
    if top is not None:
        state.extraction.append(EXTRACTION_CARDS.index(top))
    seen = view["exit"]
    state.exits = [
        card for card, name in enumerate(names) for _ in range(seen["unseen"].get(name, 0))
    ]
    state.discard = [names.index(name) for name in seen["discard"]]
    state.card = NO_CARD if seen["drawn"] is None else names.index(seen["drawn"])


def _imagine_gold(state: State, piles: list[Pile], chance: Chance) -> None:
    """Deals the cards that are gone to the piles whose gold is not known."""
    gone = _gone(state)
    known = [pile for pile in piles if pile.known and pile.cards]
    _take_known(gone, known)
    chance.shuffle(gone)
    for pile in piles:
        if not pile.known:
            pile.gold = sum(gone.pop() if gone else 1 for _ in range(pile.cards))


def _gone(state: State) -> list[int]:
    """The gold of every card that has left the decks, burnt ones included."""
    gone = MATERIAL.extraction_deck[:]
    for card in state.extraction:
        if card in gone:
            gone.remove(card)
    gold = [MATERIAL.gold[card] for card in gone if card != DRAGON]
    deck = state.variant.exit_deck
    exits = [*state.exits, *state.discard, state.card]
    for card, actions in enumerate(deck.actions):
        if BONUS in actions:
            gold += [MATERIAL.bonus_gold] * (deck.deck.count(card) - exits.count(card))
    return gold


def _take_known(gone: list[int], piles: list[Pile]) -> bool:
    """Takes cards for piles of known gold; False, and nothing taken, where they cannot be had."""
    if not piles:
        return True
    first, others = piles[0], piles[1:]
    kinds = sorted({*MATERIAL.gold, MATERIAL.bonus_gold} - {0}, reverse=True)
    for wanted in _worth(first.gold, first.cards, kinds, gone):
        for gold in wanted:
            gone.remove(gold)
        if _take_known(gone, others):
            return True
        gone += wanted
    return False


def _worth(gold: int, cards: int, kinds: list[int], gone: list[int]) -> Iterator[list[int]]:
    """Every choice of so many of the cards that are gone with so much gold together."""
    if not kinds:
        if gold == cards == 0:
            yield []
        return
    worth, others = kinds[0], kinds[1:]
    for number in range(min(gone.count(worth), cards, gold // worth) + 1):
        for rest in _worth(gold - number * worth, cards - number, others, gone):
            yield [worth] * number + rest


BONUS_CARD: Final = EXIT_ACTIONS[BONUS]


def make_position(
    game: MyGoldMine,
    *,
    dwarfs: Sequence[int | str] | None = None,
    dragon: int | None = None,
    turn: int | None = None,
    extraction: Sequence[str] = (),
    short_deck: bool = False,
    exits: Sequence[str] = (),
    short_exits: bool = False,
    piles: Sequence[Sequence[str]] | None = None,
    ladder: Mapping[int, Sequence[str]] | None = None,
    round: int = 1,
    starter: int = 0,
    nuggets: Sequence[int] | None = None,
    round_two_ladder: Sequence[int] = (),
    seed: int = 0,
) -> State:
    """A position at the start of a dwarf's turn.

    `dwarfs`: the place of each (1 to 7), `"out"` or `"burnt"`; `extraction` and `exits`: the top
    cards, first on top (with `short_...` they are all there are); `piles`: the cards each seat has
    in the mine; `ladder`: the dwarfs that are out, first slot first, with the cards they took out.
    """
    ladder = ladder or {}
    piles = piles or [()] * game.players
    _require(1 <= round <= MATERIAL.rounds, "round")
    _require(0 <= starter < game.players, "starter")
    state = game.deal(check_seed(seed))
    begin_round(state, round, starter)
    state.dragon = MATERIAL.dragon if dragon is None else dragon
    _require(MATERIAL.dragon_stop < state.dragon <= MATERIAL.dragon, "dragon")
    _place(state, dwarfs, ladder)
    _give_nuggets(state, nuggets or state.nuggets)
    _require(_are_dwarfs(game.variant, round_two_ladder), "ladder")
    state.second_ladder = list(round_two_ladder)
    chance = Chance(seed)
    _fill_piles(state, piles, ladder)
    kept = [*piles, *ladder.values()]
    _stack_extraction(state, chance, extraction, short_deck, kept)
    _stack_exits(state, chance, exits, short_exits, kept)
    _give_turn(state, turn)
    state.trail = []
    return state


def _require(possible: bool, what: str, **facts: object) -> None:
    if not possible:
        why = LocalizedText("dvergar.games.my_gold_mine", f"position.{what}", **facts)
        raise PositionError("position.unlike", why=why)


def _number(names: Sequence[str], card: str) -> int:
    _require(card in names, "card", name=str(card)[:30])
    return names.index(card)


def _are_dwarfs(variant: Variant, dwarfs: Collection[int]) -> bool:
    """Whether these are dwarfs of the game, each named once."""
    known = all(0 <= dwarf < variant.dwarfs for dwarf in dwarfs)
    return known and len(set(dwarfs)) == len(dwarfs)


def _give_nuggets(state: State, nuggets: Sequence[int]) -> None:
    supply = sum(MATERIAL.prizes) * len(MATERIAL.prize_rounds)
    fair = len(nuggets) == state.variant.players and min(nuggets) >= 0 and sum(nuggets) <= supply
    _require(fair, "nuggets")
    state.nuggets = list(nuggets)


def _place(
    state: State, dwarfs: Sequence[int | str] | None, ladder: Mapping[int, Sequence[str]]
) -> None:
    words = {"out": OUT, "burnt": BURNT}
    count = state.variant.dwarfs
    wanted = dwarfs or ["out" if d in ladder else MATERIAL.wagon for d in range(count)]
    _require(len(wanted) == count and _are_dwarfs(state.variant, ladder), "dwarfs")
    for place in wanted:
        inside = isinstance(place, int) and OUT < place < state.dragon
        _require(inside or place in words, "place", place=str(place)[:30])
    state.places = [words[place] if isinstance(place, str) else place for place in wanted]
    for dwarf, place in enumerate(state.places):
        _require((place == OUT) == (dwarf in ladder), "ladder")
    _require(state.is_anybody_inside(), "empty")


def _fill_piles(
    state: State, piles: Sequence[Sequence[str]], ladder: Mapping[int, Sequence[str]]
) -> None:
    _require(len(piles) == state.variant.players, "piles")
    for seat, pile in enumerate(piles):
        _require(not pile or state.has_dwarf_inside(seat), "pile_without_dwarf")
    state.pile_gold = [_gold(pile) for pile in piles]
    state.pile_cards = [len(pile) for pile in piles]
    state.ladder = list(ladder)
    for dwarf, cards in ladder.items():
        state.out_gold[dwarf] = _gold(cards)
        state.out_cards[dwarf] = len(cards)


def _gold(cards: Sequence[str]) -> int:
    gold = 0
    for card in cards:
        if card == BONUS_CARD:
            gold += MATERIAL.bonus_gold
            continue
        number = _number(EXTRACTION_CARDS, card)
        _require(number != DRAGON, "dragon_in_pile")
        gold += MATERIAL.gold[number]
    return gold


def _stack_extraction(
    state: State, chance: Chance, top: Sequence[str], short: bool, kept: Sequence[Sequence[str]]
) -> None:
    listed = [_number(EXTRACTION_CARDS, card) for card in top]
    gone = [EXTRACTION_CARDS.index(card) for pile in kept for card in pile if card != BONUS_CARD]
    gone += [DRAGON] * (MATERIAL.dragon - state.dragon)
    rest = _without(MATERIAL.extraction_deck, gone + listed, "extraction_cards")
    chance.shuffle(rest)
    if not listed:
        first_gold = next(place for place, card in enumerate(rest) if card != DRAGON)
        listed = [rest.pop(first_gold)]
    _require(listed[0] != DRAGON, "dragon_on_top")
    state.extraction = ([] if short else rest) + listed[::-1]
    in_piles = sum(card != BONUS_CARD for pile in kept for card in pile)
    state.box = len(MATERIAL.extraction_deck) - len(state.extraction) - in_piles


def _stack_exits(
    state: State, chance: Chance, top: Sequence[str], short: bool, kept: Sequence[Sequence[str]]
) -> None:
    deck = state.variant.exit_deck
    listed = [_number(deck.names, card) for card in top]
    bonus = next(card for card, actions in enumerate(deck.actions) if BONUS in actions)
    gone = [bonus for pile in kept for card in pile if card == BONUS_CARD]
    own = [card for card in listed if card in deck.deck]
    rest = _without(deck.deck, gone + own, "exit_cards")
    chance.shuffle(rest)
    state.exits = ([] if short else rest) + listed[::-1]
    _require(bool(state.exits), "exit_cards")
    state.discard = rest if short else []


def _without(deck: list[int], cards: list[int], what: str) -> list[int]:
    rest = deck[:]
    for card in cards:
        _require(card in rest, what)
        rest.remove(card)
    return rest


def _give_turn(state: State, turn: int | None) -> None:
    if turn is None:
        before = state.starter * state.variant.dwarfs_per_seat - 1
        give_turn(state, before % state.variant.dwarfs)
        turn = next_inside(state)
    _require(0 <= turn < state.variant.dwarfs and state.places[turn] > OUT, "turn")
    give_turn(state, turn)
