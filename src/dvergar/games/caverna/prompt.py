"""What Caverna asks, in words.

The question, the moves by name and place, and what is blocked and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.games.caverna.board import NAMES
from dvergar.games.caverna.cells import called
from dvergar.games.caverna.facts import SPACES
from dvergar.games.caverna.feeding import KINDS, WORK_GOODS, food_of, needed, plan_for
from dvergar.games.caverna.frames import (
    BREEDING,
    EVENT,
    FEEDING,
    FLOW,
    HERD,
    LAST_TRADES,
    LOOTING,
    MARKETING,
    MINING,
    PAYING,
    PLACING,
    PURGE,
    SELLING,
    SITE,
    SOWING,
)
from dvergar.games.caverna.goods import DONKEY, FARM_ANIMALS, FOOD, GOODS
from dvergar.games.caverna.moves import BUTCHER, BUTCHER_DONKEYS, CELL_A, DONE, FEED, FIRST_FREE
from dvergar.games.caverna.possible import why_not_place
from dvergar.games.caverna.reasons import POSSIBLE, REASONS
from dvergar.games.caverna.rounds import open_spaces

if TYPE_CHECKING:
    from dvergar.core.words import Words
    from dvergar.games.caverna.rules import State

QUESTIONS: Final = {
    PLACING: "placing",
    FLOW: "flow",
    SITE: "site",
    PAYING: "paying",
    SOWING: "sowing",
    LOOTING: "looting",
    MARKETING: "marketing",
    SELLING: "selling",
    HERD: "herd",
    EVENT: "event",
    FEEDING: "feeding",
    BREEDING: "breeding",
    LAST_TRADES: "last_trades",
    PURGE: "purge",
    MINING: "mining",
}
# Words of move names that are looked up: the first word says how the rest is read.
LISTS: Final = {
    "place": "space",
    "imitate": "space",
    "save": "space",
    "loot": "loot",
    "furnish": "tile",
    "buy": "good",
    "butcher": "good",
    "sow": "good",
}


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    frame = state.stack[-1]
    kind = QUESTIONS[frame[0]]
    facts: dict[str, object] = {
        "name": names[state.seat],
        "space": speak(f"space.{SPACES[state.space]}"),
    }
    player = state.players[state.seat]
    if frame[0] == FEEDING:
        facts["need"] = needed(player, frame[2])
        facts["food"] = player.goods[FOOD]
    if frame[0] == PLACING:
        facts["strength"] = player.weapons[state.dwarf]
        if player.weapons[state.dwarf]:
            kind = "placing_armed"
    choices = [_choice(state, move, speak) for move in state.moves()]
    blocked = _blocked(state, speak) if frame[0] == PLACING else []
    return Prompt(
        state.seat,
        speak(f"ask.{kind}", **facts),
        speak(f"ask.{_help(state, kind)}_help", **facts),
        choices,
        blocked,
    )


def _help(state: State, kind: str) -> str:
    """Which help goes with a question: to go on, something may have to be spent."""
    return "spend" if state.real == [DONE] and state.stack[-1][0] != MINING else kind


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    if state.caverna.players == 1:
        return speak("ask.solo_over", n=state.scores()[0].total)
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    key = "ask.won" if len(winners) == 1 else "ask.shared"
    return speak(key, names=", ".join(winners))


def _choice(state: State, move: int, speak: Words) -> Choice:
    name = state.game.name(move)
    return Choice(
        move,
        name,
        label(speak, name),
        _anchor(state, move, name),
        _detail(state, move, speak),
        "",
        move >= FIRST_FREE,
    )


def label(speak: Words, name: str) -> str:
    """A move by its name in words."""
    key = "move." + name.replace(" ", "_").replace("-", "_")
    if key in speak:
        return speak(key)
    first, *rest = name.split()
    if first in LISTS:
        return speak(f"move.{first}", what=speak(f"{LISTS[first]}.{rest[0]}"))
    if first == "young":
        return speak("move.young", what=", ".join(speak(f"good.{kind}") for kind in rest))
    if first in ("ruby", "eat"):
        if len(rest) == 2:
            return speak(f"move.{first}_land", what=speak(f"land.{rest[0]}"), cell=called(rest[1]))
        return speak(f"move.{first}", what=speak(f"good.{rest[0]}"))
    if first == "lay":
        return speak("move.lay", what=speak(f"land.{rest[0]}"), cell=called(rest[1]))
    if first == "into":
        return speak("move.into", cell=called(rest[0]))
    if first in ("small_pasture", "ruby_mine", "stable"):
        return speak(f"move.{first}", cell=called(rest[0]))
    if first == "large_pasture":
        return speak("move.large_pasture", a=called(rest[0]), b=called(rest[1]))
    if first in ("meadow", "cavern", "ore_mine"):
        one, two = speak(f"land.{first}"), speak(f"land.{rest[1]}")
        return speak("move.twin", one=one, a=called(rest[0]), two=two, b=called(rest[2]))
    return speak(f"move.{first}", n=rest[-1])  # forge, jump, disarm


def _anchor(state: State, move: int, name: str) -> str:
    """The place on the table where a move lies."""
    seat = state.seat
    if CELL_A[move] >= 0:
        return f"cell:{seat}:{NAMES[CELL_A[move]]}"
    first, *rest = name.split()
    if first in ("place", "imitate", "save"):
        return f"space:{rest[0]}"
    if first == "furnish":
        return f"tile:{rest[0]}"
    if first == "loot":
        return f"loot:{rest[0]}"
    return ""


def _detail(state: State, move: int, speak: Words) -> str:
    """What feeding eats, and how much food an animal brings that is let go."""
    if move == FEED:
        return _feeding_detail(state, speak)
    if BUTCHER <= move <= BUTCHER_DONKEYS:
        kind, amount = DONKEY, 2
        if move != BUTCHER_DONKEYS:
            kind, amount = FARM_ANIMALS[move - BUTCHER], 1
        return speak("ask.butcher_food", n=food_of(state.players[state.seat], kind, amount))
    return ""


def _feeding_detail(state: State, speak: Words) -> str:
    """What `feed` will eat."""
    _, seat, base, worked, adult = state.stack[-1]
    player = state.players[seat]
    if needed(player, base) <= player.goods[FOOD]:
        return speak("ask.feed_food")
    plan = plan_for(state, seat, base, bool(worked), adult)
    eaten = [
        f"{amount} {speak('good.' + GOODS[kind])}"
        for kind, amount in zip(KINDS, plan.amounts, strict=True)
        if amount
    ]
    eaten += [speak("move.trade_cooking_cave")] * plan.cooking
    eaten += [speak("move.trade_beer_parlor_food")] * plan.beer
    if plan.work >= 0:
        eaten.append(speak(f"move.feed_adult_with_{GOODS[WORK_GOODS[plan.work]]}"))
    return speak("ask.feed_plan", eaten=", ".join(eaten)) if eaten else speak("ask.feed_nothing")


def _blocked(state: State, speak: Words) -> list[Blocked]:
    """The spaces where the acting dwarf cannot go, and why."""
    blocked = []
    for space in open_spaces(state):
        reason = why_not_place(state, space)
        if reason != POSSIBLE:
            name = SPACES[space]
            blocked.append(
                Blocked(
                    speak(f"space.{name}"),
                    speak(f"blocked.{REASONS[reason]}"),
                    f"space:{name}",
                    "caverna.placing.something_to_do",
                )
            )
    return blocked
