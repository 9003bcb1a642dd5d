"""What Caverna asks, in words.

The question and the moves by name and place; what is blocked and why is in `blocked.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dvergar.core.prompt import Choice, Prompt
from dvergar.core.sentences import join_list
from dvergar.core.words import Words
from dvergar.games.caverna.facts.goods import FOOD, GOODS
from dvergar.games.caverna.facts.tiles import FOOD_TRADES
from dvergar.games.caverna.presentation.blocked import blocked
from dvergar.games.caverna.presentation.labels import anchor, label, trade_label, work_label
from dvergar.games.caverna.presentation.questions import question, word_of
from dvergar.games.caverna.rules.feeding import NO_WORK, needed, plan_for, player_after
from dvergar.games.caverna.rules.ledger import food_of
from dvergar.games.caverna.rules.questions import butchered
from dvergar.games.caverna.rules.score import total
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.moves import BEG, BUTCHER, BUTCHER_DONKEYS, DONE, FEED, KIND
from dvergar.games.caverna.state.pending import Feeding
from dvergar.games.caverna.state.state import State


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
    is_spending = state.real_moves == [DONE] and kind != pending.MINING
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
    if move in (FEED, BEG):
        return _meal_detail(state, move, speak)
    if KIND[move] in (BUTCHER, BUTCHER_DONKEYS):
        animal, number = butchered(move)
        food = food_of(state.players[state.seat].built, animal, number)
        return speak("ask.butcher_food", n=food)
    return ""


def _meal_detail(state: State, move: int, speak: Words) -> str:
    """What `feed` or `beg` does: the goods it takes, begging markers, and what that costs."""
    meal = state.stack[-1]
    assert isinstance(meal, Feeding)
    before, after = state.players[meal.seat], player_after(state, meal, begs=move == BEG)
    used = [have - left for have, left in zip(before.goods, after.goods, strict=True)]
    used[FOOD] = min(before.goods[FOOD], needed(before, meal.food))
    goods = [speak(f"count.{GOODS[good]}", n=n) for good, n in enumerate(used) if n > 0]
    begging = after.begging - before.begging
    points = total(before) - total(after)
    said = [
        speak("ask.meal_uses", goods=join_list(goods, speak.lang))
        if goods
        else speak("ask.meal_uses_nothing"),
        _tiles_used(state, meal, speak) if move == FEED else "",
        speak("ask.meal_leaves", n=after.goods[FOOD]) if after.goods[FOOD] else "",
        speak("ask.meal_begging", n=begging) if begging else "",
        speak("ask.meal_costs", n=points) if points else speak("ask.meal_costs_nothing"),
    ]
    return " ".join(filter(None, said))


def _tiles_used(state: State, meal: Feeding, speak: Words) -> str:
    """The exchanges and the work of tiles that `feed` makes use of."""
    plan = plan_for(state, meal)
    used: list[str] = []
    for trade, times in zip(FOOD_TRADES, plan.trades, strict=True):
        used += [trade_label(speak, trade)] * times
    if plan.work != NO_WORK:
        used.append(work_label(speak, 0, plan.work))
    return " ".join(speak("ask.meal_tile", what=one) for one in used)
