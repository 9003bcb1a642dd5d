"""What Caverna asks, in words: the question, and the moves by name and place.

A question is the decision by its name, with the numbers that belong to it. While an action is under
way it follows from what may be done next: one thing is asked for by its own words, several are put
side by side. What is blocked and why is in `blocked.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dvergar.core.prompt import Choice, Prompt
from dvergar.core.sentences import join_list
from dvergar.core.words import Words
from dvergar.games.caverna.facts.game import FOOD, GOODS, SPACES
from dvergar.games.caverna.facts.tiles import FOOD_TRADES, TILES
from dvergar.games.caverna.presentation.blocked import blocked
from dvergar.games.caverna.presentation.labels import anchor, label, trade_label, work_label
from dvergar.games.caverna.rules.actions.expedition import Expedition as GoOnExpedition
from dvergar.games.caverna.rules.feeding import NO_WORK, needed, plan_for, player_after
from dvergar.games.caverna.rules.flow import Joined, Part
from dvergar.games.caverna.rules.ledger import food_of
from dvergar.games.caverna.rules.questions import butchered
from dvergar.games.caverna.rules.score import total
from dvergar.games.caverna.rules.spaces import SPACE_PARTS
from dvergar.games.caverna.state import moves, pending
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
    """The word of the question; enough food, a weapon and no room for young have their own."""
    frame = state.stack[-1]
    player = state.players[state.seat]
    word = QUESTIONS[frame.kind]
    if isinstance(frame, pending.Feeding) and needed(player, frame.food) <= player.goods[FOOD]:
        return "feeding_enough"
    if frame.kind == pending.BREEDING and state.moves(free=False) == [moves.YOUNG]:
        return "breeding_none"
    if frame.kind == pending.PLACING and player.weapons[state.dwarf]:
        return "placing_armed"
    return word


def _facts(state: State, speak: Words) -> dict[str, object]:
    frame = state.stack[-1]
    player = state.players[frame.seat]
    if isinstance(frame, pending.Feeding):
        need, food = needed(player, frame.food), player.goods[FOOD]
        return {"n": len(player.dwarfs), "need": need, "food": food}
    if isinstance(frame, pending.Looting):
        return _loot_facts(frame)
    if isinstance(frame, pending.Site | pending.Paying):
        return {"tile": speak(f"tile.{TILES[frame.tile]}")}
    return {"strength": player.weapons[state.dwarf]} if frame.kind == pending.PLACING else {}


def _loot_facts(looting: pending.Looting) -> dict[str, object]:
    return {"left": looting.left, "picks": looting.left + looting.taken.bit_count()}


def _of_action(state: State, speak: Words) -> str:
    """What the space still offers."""
    offered = {moves.VOCABULARY.kinds[move] for move in state.moves(free=False)}
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


def looting_of(state: State) -> pending.Looting:
    """The expedition under way, or the one that the first loot would begin."""
    frame = state.stack[-1]
    if isinstance(frame, pending.Looting):
        return frame
    strength = state.players[frame.seat].weapons[state.dwarf]
    return pending.Looting(frame.seat, _level(SPACE_PARTS[state.space]), 0, strength)


def _level(part: Part) -> int:
    """How much may be looted on the expedition of a flow."""
    if isinstance(part, GoOnExpedition):
        return part.level
    return max(map(_level, part.parts), default=0) if isinstance(part, Joined) else 0


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    word = word_of(state)
    return Prompt(
        state.seat,
        question(state, word, speak),
        speak(f"ask.{_help(state, word)}_help"),
        [_choice(state, move, speak) for move in state.moves()],
        blocked(state, speak),
    )


def _help(state: State, word: str) -> str:
    """Which help goes with a question: to go on, something may have to be spent."""
    kind = state.stack[-1].kind
    if kind == pending.PURGE and state.variant.purge_leaves:
        return "purge_excess"
    is_spending = state.real_moves == [moves.DONE] and kind != pending.MINING
    return "spend" if is_spending else word


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    if state.variant.players == 1:
        return speak("ask.solo_over", n=state.scores()[0].total)
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    key = "ask.won" if len(winners) == 1 else "ask.shared"
    return speak(key, names=join_list(winners, speak.lang))


def _choice(state: State, move: int, speak: Words) -> Choice:
    return Choice(
        move,
        state.game.name(move),
        label(speak, move),
        anchor(state.seat, move),
        _detail(state, move, speak),
        "",
        state.game.is_free(move),
    )


def _detail(state: State, move: int, speak: Words) -> str:
    """What a meal takes, and how much food an animal brings that is let go."""
    if move in (moves.FEED, moves.BEG):
        return _meal_detail(state, move, speak)
    if moves.KIND[move] in (moves.BUTCHER, moves.BUTCHER_DONKEYS):
        animal, number = butchered(move)
        food = food_of(state.players[state.seat].built, animal, number)
        return speak("ask.butcher_food", n=food)
    return ""


def _meal_detail(state: State, move: int, speak: Words) -> str:
    """What `feed` or `beg` does: the goods it takes, begging markers, and what that costs."""
    meal = state.stack[-1]
    assert isinstance(meal, pending.Feeding)
    before, after = state.players[meal.seat], player_after(state, meal, begs=move == moves.BEG)
    used = [have - left for have, left in zip(before.goods, after.goods, strict=True)]
    used[FOOD] = min(before.goods[FOOD], needed(before, meal.food))
    goods = [speak(f"count.{GOODS[good]}", n=n) for good, n in enumerate(used) if n > 0]
    begging = after.begging - before.begging
    points = total(before) - total(after)
    said = [
        speak("ask.meal_uses", goods=join_list(goods, speak.lang))
        if goods
        else speak("ask.meal_uses_nothing"),
        _tiles_used(state, meal, speak) if move == moves.FEED else "",
        speak("ask.meal_leaves", n=after.goods[FOOD]) if after.goods[FOOD] else "",
        speak("ask.meal_begging", n=begging) if begging else "",
        speak("ask.meal_costs", n=points) if points else speak("ask.meal_costs_nothing"),
    ]
    return " ".join(filter(None, said))


def _tiles_used(state: State, meal: pending.Feeding, speak: Words) -> str:
    """The exchanges and the work of tiles that `feed` makes use of."""
    plan = plan_for(state, meal)
    used: list[str] = []
    for trade, times in zip(FOOD_TRADES, plan.trades, strict=True):
        used += [trade_label(speak, trade)] * times
    if plan.work != NO_WORK:
        used.append(work_label(speak, 0, plan.work))
    return " ".join(speak("ask.meal_tile", what=one) for one in used)
