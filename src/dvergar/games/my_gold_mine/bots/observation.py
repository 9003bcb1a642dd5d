"""A position of My Gold Mine in numbers, for learning: the decks, the seats and the dwarfs.

Seats and dwarfs are counted from those of the seat that looks. Counts that anybody could keep are
told; deck orders are not, nor the gold in others' face-down piles unless the option says so.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.game import Game
from dvergar.core.observation import FLAG, Block, Layout, Observation, choice, number
from dvergar.games.my_gold_mine.facts.material import EXTRACTION_CARDS, MATERIAL
from dvergar.games.my_gold_mine.state import BURNT, State, Variant

MOST: Final = MATERIAL.dwarfs + 1
SEATS: Final = [choice(["self", *[f"next_{n}" for n in range(1, count)]]) for count in range(MOST)]
DWARFS: Final = [choice([f"dwarf_{n}" for n in range(count)]) for count in range(MOST)]
OWN_SEAT: Final = [choice([str(n) for n in range(count)]) for count in range(MOST)]
ROUND: Final = choice([str(n + 1) for n in range(MATERIAL.rounds)])
PLACE: Final = choice([*[str(n) for n in range(MATERIAL.dragon + 1)], "burnt"])
AFTER_TRACK: Final = MATERIAL.dragon + 1
TOP: Final = choice(EXTRACTION_CARDS)
HIDDEN: Final = number(max(MATERIAL.extraction_deck.count(c) for c in range(len(EXTRACTION_CARDS))))
EXITS: Final = number(4, steps=1)
DRAWN: Final = {name: choice(deck.names) for name, deck in MATERIAL.exit_decks.items()}
CARDS: Final = number(len(MATERIAL.extraction_deck))
GOLD: Final = number(60)
NUGGETS: Final = number(2 * sum(MATERIAL.prizes))
SLOT: Final = choice([str(n + 1) for n in range(MATERIAL.dwarfs)])


def layout(game: Game) -> Layout:
    """The entries of an observation with so many players."""
    found = Layout()
    variant = Variant(game.players, game.options)
    found.add("seat", OWN_SEAT[game.players], "the number of the seat that looks")
    found.add("round", ROUND, "the round")
    found.add("over", FLAG, "the game has ended")
    found.add("starter", SEATS[game.players], "who began the round")
    found.add("decides", SEATS[game.players], "who decides now")
    found.add("turn", DWARFS[variant.dwarfs], "the dwarf whose turn it is")
    found.add("dragon", PLACE, "steps of the dragon to the exit")
    found.add("top", TOP, "the extraction card that lies open")
    for name in EXTRACTION_CARDS:
        found.add(f"hidden.{name}", HIDDEN, "such cards below it, in no known order")
    found.add("box", CARDS, "extraction cards out of this round")
    names = variant.exit_deck.names
    for name in names:
        found.add(f"exits.{name}", EXITS, "such exit cards still to be drawn")
    for name in names:
        found.add(f"discard.{name}", EXITS, "such exit cards in the discard")
    found.add("drawn", _drawn(variant), "the exit card being decided about")
    for step in range(game.players):
        who = f"player_{step}"
        found.add(f"{who}.nuggets", NUGGETS, "big nuggets")
        found.add(f"{who}.cards", CARDS, "cards in the pile in the mine")
        found.add(f"{who}.gold", GOLD, "gold in that pile, where it is known")
    for step in range(variant.dwarfs):
        who = f"dwarf_{step}"
        found.add(f"{who}.place", PLACE, "steps of a dwarf to the exit")
        found.add(f"{who}.slot", SLOT, "its rung of the ladder")
        found.add(f"{who}.last_slot", SLOT, "its rung at the end of the round before the last")
        found.add(f"{who}.cards", CARDS, "cards that it carried out")
        found.add(f"{who}.gold", GOLD, "gold in them, where it is known")
    return found


def pieces(state: State, seat: int) -> list[bytes]:
    """The position as `seat` sees it, in the order of the layout."""
    found: list[bytes] = []
    variant = state.variant
    players, dwarfs = variant.players, variant.dwarfs
    first = seat * variant.dwarfs_per_seat
    found.append(OWN_SEAT[players].at(seat))
    found.append(ROUND.at(state.round - 1))
    found.append(FLAG.at(int(state.over)))
    found.append(SEATS[players].at((state.starter - seat) % players))
    found.append(SEATS[players].at((state.seat - seat) % players))
    found.append(DWARFS[dwarfs].at((state.dwarf - first) % dwarfs))
    found.append(PLACE.at(state.dragon))
    _add_decks(state, found)
    for step in range(players):
        one = (seat + step) % players
        found.append(NUGGETS.at(state.nuggets[one]))
        found.append(CARDS.at(state.pile_cards[one]))
        found.append(GOLD.at(state.pile_gold[one] if _sees_gold(state, seat, one) else -1))
    for step in range(dwarfs):
        _add_dwarf(state, seat, (first + step) % dwarfs, found)
    return found


def _drawn(variant: Variant) -> Block:
    for name, deck in MATERIAL.exit_decks.items():
        if deck is variant.exit_deck:
            return DRAWN[name]
    raise AssertionError("unknown exit deck")


def _sees_gold(state: State, seat: int, owner: int) -> bool:
    return seat == owner or state.variant.open_gold or state.over


def _add_decks(state: State, found: list[bytes]) -> None:
    deck = state.extraction
    top = deck[-1] if deck else -1
    found.append(TOP.at(top))
    for card in range(len(EXTRACTION_CARDS)):
        found.append(HIDDEN.at(deck.count(card) - int(card == top)))
    found.append(CARDS.at(state.box))
    kinds = len(state.variant.exit_deck.names)
    for card in range(kinds):
        found.append(EXITS.at(state.exits.count(card)))
    for card in range(kinds):
        found.append(EXITS.at(state.discard.count(card)))
    found.append(_drawn(state.variant).at(state.card))


def _add_dwarf(state: State, seat: int, dwarf: int, found: list[bytes]) -> None:
    place = state.places[dwarf]
    known = _sees_gold(state, seat, state.variant.owner[dwarf])
    found.append(PLACE.at(AFTER_TRACK if place == BURNT else place))
    found.append(SLOT.at(_slot(state.ladder, dwarf)))
    found.append(SLOT.at(_slot(state.second_ladder, dwarf)))
    found.append(CARDS.at(state.out_cards[dwarf]))
    found.append(GOLD.at(state.out_gold[dwarf] if known else -1))


def _slot(ladder: list[int], dwarf: int) -> int:
    for slot in range(len(ladder)):
        if ladder[slot] == dwarf:
            return slot
    return -1


OBSERVATION: Final = Observation(layout, pieces)
