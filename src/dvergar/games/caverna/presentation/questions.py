"""What exactly is asked: the decision by its name, with the numbers that belong to it.

While an action is under way the question follows from what may be done next: one thing is asked for
by its own words, several are put side by side.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.words import Words
from dvergar.games.caverna.facts.goods import FOOD
from dvergar.games.caverna.facts.spaces import SPACES
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.rules.actions.expedition import Expedition as GoOnExpedition
from dvergar.games.caverna.rules.feeding import needed
from dvergar.games.caverna.rules.flow import Joined, Part
from dvergar.games.caverna.rules.spaces import SPACE_PARTS
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.moves import VOCABULARY
from dvergar.games.caverna.state.pending import Feeding, Looting, Paying, Site
from dvergar.games.caverna.state.state import State

QUESTIONS: Final = {
    pending.PLACING: "placing",
    pending.FLOW: "flow",
    pending.SITE: "site",
    pending.PAYING: "paying",
    pending.SOWING: "sowing",
    pending.LOOTING: "looting",
    pending.MARKETING: "marketing",
    pending.SELLING: "selling",
    pending.HERD: "herd",
    pending.EVENT: "event",
    pending.FEEDING: "feeding",
    pending.BREEDING: "breeding",
    pending.LAST_TRADES: "last_trades",
    pending.PURGE: "purge",
    pending.MINING: "mining",
}
"""The word of each kind of question."""
WITH_WORDS: Final = ("forge", "loot", "furnish", "imitate", "sow", "buy", "sell_ore")
"""What has a question of its own when nothing else may be done; the rest is named."""

ORDER: Final = (
    *("take_goods", "grow_family", "meadow_field", "cavern_tunnel", "cavern_cavern", "ore_mine"),
    *("ruby_mine", "small_pasture", "large_pasture", "stable", "forge", "furnish", "imitate"),
    *("buy", "sell_ore", "loot", "sow", "lay_meadow", "lay_field", "lay_tunnel", "lay_cavern"),
)
"""How several things are named in a row, much as the cards do."""


def question(state: State, word: str, speak: Words) -> str:
    """The question of a position, by the word of its kind."""
    if word == "flow":
        return _of_action(state, speak)
    return speak(f"ask.{word}", **_facts(state, speak))


def word_of(state: State) -> str:
    """The word of the question; enough food and a dwarf with a weapon have one of their own."""
    frame = state.stack[-1]
    player = state.players[state.seat]
    word = QUESTIONS[frame.kind]
    if isinstance(frame, Feeding) and needed(player, frame.food) <= player.goods[FOOD]:
        return "feeding_enough"
    if frame.kind == pending.PLACING and player.weapons[state.dwarf]:
        return "placing_armed"
    return word


def _facts(state: State, speak: Words) -> dict[str, object]:
    frame = state.stack[-1]
    player = state.players[frame.seat]
    if isinstance(frame, Feeding):
        need, food = needed(player, frame.food), player.goods[FOOD]
        return {"n": len(player.dwarfs), "need": need, "food": food}
    if isinstance(frame, Looting):
        return _loot_facts(frame)
    if isinstance(frame, Site | Paying):
        return {"tile": speak(f"tile.{TILES[frame.tile]}")}
    return {"strength": player.weapons[state.dwarf]} if frame.kind == pending.PLACING else {}


def _loot_facts(looting: Looting) -> dict[str, object]:
    return {"left": looting.left, "picks": looting.left + looting.taken.bit_count()}


def _of_action(state: State, speak: Words) -> str:
    """What the space still offers."""
    offered = {VOCABULARY.kinds[move] for move in state.moves(free=False)}
    kinds = [kind for kind in ORDER if kind in offered]
    if not kinds:
        return speak("ask.flow_nothing", space=speak(f"space.{SPACES[state.space]}"))
    *some, last = kinds
    if not some and last == "loot":
        return speak("ask.looting", **_loot_facts(looting_of(state)))
    if not some and last in WITH_WORDS:
        return speak(f"ask.flow_{last}")
    said = speak(f"action.{last}")
    if some:
        before = ", ".join(speak(f"action.{kind}") for kind in some)
        said = speak("ask.flow_several", some=before, last=said)
    return said[0].upper() + said[1:]


def looting_of(state: State) -> Looting:
    """The expedition under way, or the one that the first loot would begin."""
    frame = state.stack[-1]
    if isinstance(frame, Looting):
        return frame
    strength = state.players[frame.seat].weapons[state.dwarf]
    return Looting(frame.seat, _level(SPACE_PARTS[state.space]), 0, strength)


def _level(part: Part) -> int:
    """How much may be looted on the expedition of a flow."""
    if isinstance(part, GoOnExpedition):
        return part.level
    return max(map(_level, part.parts), default=0) if isinstance(part, Joined) else 0
