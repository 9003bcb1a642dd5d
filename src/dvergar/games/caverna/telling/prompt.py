"""What Caverna asks, in words.

The question and the moves by name and place; what is blocked and why is in `telling/blocked.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dvergar.core.prompt import Choice, Prompt
from dvergar.core.story import listed
from dvergar.core.words import Words
from dvergar.games.caverna.facts.goods import FOOD, GOODS
from dvergar.games.caverna.facts.spaces import SPACES
from dvergar.games.caverna.facts.tiles import FOOD_TRADES
from dvergar.games.caverna.rules.feeding import NO_WORK, PLAN_GOODS, needed, plan_for
from dvergar.games.caverna.rules.food import food_of
from dvergar.games.caverna.rules.herd import butchered
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.moves import BUTCHER, BUTCHER_DONKEYS, DONE, FEED, KIND
from dvergar.games.caverna.state.pending import Feeding
from dvergar.games.caverna.state.state import State
from dvergar.games.caverna.telling.blocked import blocked
from dvergar.games.caverna.telling.labels import anchor, label, trade_label, work_label

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


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    frame = state.stack[-1]
    word = QUESTIONS[frame.kind]
    facts: dict[str, object] = {
        "name": names[state.seat],
        "space": speak(f"space.{SPACES[state.space]}"),
    }
    player = state.players[state.seat]
    if isinstance(frame, Feeding):
        facts["need"] = needed(player, frame.food)
        facts["food"] = player.goods[FOOD]
        if needed(player, frame.food) <= player.goods[FOOD]:
            word = "feeding_enough"
    if frame.kind == pending.PLACING:
        facts["strength"] = player.weapons[state.dwarf]
        if player.weapons[state.dwarf]:
            word = "placing_armed"
    return Prompt(
        state.seat,
        speak(f"ask.{word}", **facts),
        speak(f"ask.{_help(state, word)}_help", **facts),
        [_choice(state, move, speak) for move in state.moves()],
        blocked(state, speak),
    )


def _help(state: State, word: str) -> str:
    """Which help goes with a question: to go on, something may have to be spent."""
    is_spending = state.real_moves == [DONE] and state.stack[-1].kind != pending.MINING
    return "spend" if is_spending else word


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    if state.variant.players == 1:
        return speak("ask.solo_over", n=state.scores()[0].total)
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    key = "ask.won" if len(winners) == 1 else "ask.shared"
    return speak(key, names=listed(winners, speak.lang))


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
    """What feeding eats, and how much food an animal brings that is let go."""
    if move == FEED:
        return _feeding_detail(state, speak)
    if KIND[move] in (BUTCHER, BUTCHER_DONKEYS):
        animal, number = butchered(move)
        food = food_of(state.players[state.seat].built, animal, number)
        return speak("ask.butcher_food", n=food)
    return ""


def _feeding_detail(state: State, speak: Words) -> str:
    """What `feed` will eat."""
    meal = state.stack[-1]
    assert isinstance(meal, Feeding)
    player = state.players[meal.seat]
    if needed(player, meal.food) <= player.goods[FOOD]:
        return speak("ask.feed_food")
    plan = plan_for(state, meal)
    eaten = [
        speak(f"count.{GOODS[kind]}", n=amount)
        for kind, amount in zip(PLAN_GOODS, plan.amounts, strict=True)
        if amount
    ]
    for trade, times in zip(FOOD_TRADES, plan.trades, strict=True):
        eaten += [trade_label(speak, trade)] * times
    if plan.work != NO_WORK:
        eaten.append(work_label(speak, 0, plan.work))
    return (
        speak("ask.feed_plan", eaten=listed(eaten, speak.lang))
        if eaten
        else speak("ask.feed_nothing")
    )
