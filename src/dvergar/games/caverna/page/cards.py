"""Action spaces as cards: what lies there, what one does there, who is there, or why it is closed.

What a card says is read off the flow the rules use, so the two cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from dvergar.core.words import Words
from dvergar.games.caverna import flow
from dvergar.games.caverna.board import TUNNEL
from dvergar.games.caverna.facts import FACTS, SPACES, space_facts
from dvergar.games.caverna.goods import GOLD, GOODS, ORE, RUBY, STONE, WOOD
from dvergar.games.caverna.page import bits
from dvergar.games.caverna.page.bits import ART, ICON, JOIN, PILE, Bit
from dvergar.games.caverna.possible import why_not
from dvergar.games.caverna.reasons import NOTHING_THERE, POSSIBLE, REASONS
from dvergar.games.caverna.spaces import (
    CAVERN_CAVERN,
    CAVERN_TUNNEL,
    MEADOW_FIELD,
    ORE_MINE_DEEP_TUNNEL,
    SPACE_FLOWS,
)
from dvergar.games.caverna.tiles import DWELLINGS, FULL_SET

if TYPE_CHECKING:
    from dvergar.core.prompt import Choice
    from dvergar.core.scene import Sight
    from dvergar.games.caverna.flow import Part

TWINS: Final = (
    (CAVERN_TUNNEL, "cavern-tunnel"),
    (CAVERN_CAVERN, "cavern-cavern"),
    (MEADOW_FIELD, "meadow-field"),
    (ORE_MINE_DEEP_TUNNEL, "mine-tunnel"),
)
JOINTS: Final = {
    flow.ANY_OF: "any_of",
    flow.IN_ORDER: "in_order",
    flow.ONE_OF: "one_of",
    flow.FIRST: "first",
}
TAKE: Final = Bit("take")
MOST_LINES: Final = 2  # of a card; what has more parts runs on
OPEN, TAKEN, BLOCKED, RESTING = "open", "taken", "blocked", "resting"


@dataclass(frozen=True, slots=True)
class SpaceCard:
    """One action space."""

    key: str
    name: str
    round: int | None
    current: bool
    lines: list[list[Bit]]
    spoken: str
    state: str
    occupant: int | None
    here: bool
    reason: str
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class FutureCard:
    """A round card that lies face down: its round and what may still come."""

    round: int
    names: list[str]
    sure: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """The round cards of a stage, open ones and those to come."""

    number: int
    first: int
    last: int
    cards: list[SpaceCard | FutureCard]


def space_cards(sight: Sight) -> list[SpaceCard]:
    """All spaces in play."""
    view = sight.view
    choices: dict[str, Choice] = {}
    blocked: dict[str, str] = {}
    if sight.acts:
        choices = {c.anchor: c for c in sight.prompt.choices if c.anchor.startswith("space:")}
        blocked = {one.anchor: one.reason for one in sight.prompt.blocked}
    using = SPACES[sight.state.space] if _in_action(sight) else ""
    return [_space_card(sight, entry, choices, blocked, using) for entry in view["spaces"]]


def _in_action(sight: Sight) -> bool:
    return not sight.state.over and bool(sight.state.stack) and sight.view["acting"] is None


def _space_card(
    sight: Sight,
    entry: dict[str, Any],
    choices: dict[str, Choice],
    blocked: dict[str, str],
    using: str,
) -> SpaceCard:
    key = entry["space"]
    anchor = f"space:{key}"
    players = len(sight.view["players"])
    lines = [
        [one for bit in line for one in _filled(bit, entry["goods"], key, players)]
        for line in says(key, players, sight.words)
    ]
    choice = choices.get(anchor)
    occupant = entry["occupant"]
    if choice:
        state = OPEN
    elif occupant is not None:
        state = TAKEN
    else:
        state = BLOCKED if anchor in blocked else RESTING
    return SpaceCard(
        key,
        sight.words(f"space.{key}"),
        entry["stage_round"],
        entry["stage_round"] == sight.view["round"],
        lines,
        bits.spoken([bit for line in lines for bit in line], sight.words),
        state,
        occupant,
        key == using and occupant is not None,
        blocked.get(anchor, "") if state == BLOCKED else "",
        choice,
    )


def _filled(bit: Bit, goods: dict[str, int], key: str, players: int) -> list[Bit]:
    """A sign, with what lies on the space in place of the taking."""
    if bit is not TAKE:
        return [bit]
    facts = space_facts(SPACES.index(key), players)
    assert facts is not None
    gathers = dict.fromkeys(GOODS[good] for good, _ in facts.empty + facts.more)
    there = {good: goods.get(good, 0) for good in gathers}
    if any(there.values()):
        there = {good: count for good, count in there.items() if count}
    return [Bit(PILE, good, count) for good, count in there.items()]


@cache
def says(key: str, players: int, speak: Words) -> list[list[Bit]]:
    """What a card says, line by line."""
    part = SPACE_FLOWS[key]
    space = SPACES.index(key)
    if part.kind not in JOINTS:
        return [_signs(part, space, players, speak)]
    lines = []
    for number, one in enumerate(part.parts):
        signs = _signs(one, space, players, speak)
        if number and signs:
            signs = [_joint(part.kind, speak), *signs]
        if signs:
            lines.append(signs)
    return lines if len(lines) <= MOST_LINES else [[bit for line in lines for bit in line]]


def _joint(kind: int, speak: Words) -> Bit:
    return Bit(JOIN, word=speak(f"joint.{JOINTS[kind]}"))


def _inner_joint(kind: int, speak: Words) -> Bit:
    """Within a line, and/or is a stroke: cards are small."""
    return Bit(JOIN, word="/") if kind == flow.ANY_OF else _joint(kind, speak)


def _signs(part: Part, space: int, players: int, speak: Words) -> list[Bit]:
    """The signs of a part."""
    facts = space_facts(space, players)
    goods = facts.goods if facts else []
    a, b = part.a, part.b
    match part.kind:
        case flow.ALL_OF:
            return [bit for one in part.parts for bit in _signs(one, space, players, speak)]
        case flow.ANY_OF | flow.IN_ORDER | flow.ONE_OF | flow.FIRST:
            found: list[Bit] = []
            for number, one in enumerate(part.parts):
                found += [_inner_joint(part.kind, speak)] if number else []
                found += _signs(one, space, players, speak)
            return found
        case flow.TAKE:
            return [TAKE]
        case flow.GOODS | flow.GOODS_WHENEVER:
            return [bits.gain(good, amount) for good, amount in goods]
        case flow.GAIN:
            return [bits.gain(a, b)]
        case flow.TWIN:
            return [Bit(ART, name) for kind, name in TWINS if a & kind]
        case flow.SMALL_PASTURE | flow.LARGE_PASTURE:
            small = part.kind == flow.SMALL_PASTURE
            return [bits.cost(WOOD, a), Bit(ART, "fence" if small else "fences")]
        case flow.BUILD_STABLE:
            return [*([bits.cost(STONE, a)] if a else []), Bit(ART, "stable")]
        case flow.BUILD_RUBY_MINE:
            mine = Bit(ART, "ruby-mine" if a == TUNNEL else "ruby-mine-deep")
            return [mine] if a == TUNNEL else [mine, bits.gain(RUBY, 1)]
        case flow.IMITATE:
            food = facts.food if facts else 0
            pay = [bits.cost(GOODS.index("food"), food)] if food else []
            return [*pay, _icon("gi-mirror-mirror", "imitate", speak)]
        case flow.TRADE_ORE:
            sell = [bits.cost(ORE, 2), bits.gain(GOLD, 2), bits.gain(GOODS.index("food"), 1)]
            return [*sell, Bit("word", word=speak("sign.times", n=a))]
    return [_leaf(part, speak)]


def _leaf(part: Part, speak: Words) -> Bit:
    match part.kind:
        case flow.EXPEDITION:
            return _icon("gi-treasure-map", "expedition", speak, part.a)
        case flow.FURNISH if part.a == FULL_SET:
            return _icon("gi-hammer-nails", "furnish", speak)
        case flow.FURNISH if part.a == DWELLINGS & FULL_SET:
            return _icon("gi-hobbit-door", "dwelling", speak)
        case flow.SOW:
            return _icon("gi-sprout", "sow", speak)
        case flow.GROW:
            return _icon("gi-baby-bottle", "child", speak)
        case flow.FORGE:
            return _icon("gi-anvil-impact", "forge", speak, FACTS["weapons"]["forge"])
        case flow.ORE_MINES:
            return _icon("gi-mine-wagon", "per_mine", speak, part.b)
        case flow.RUBY_MINES:
            return _icon("gi-cut-diamond", f"ruby_mines_{part.a}", speak)
        case flow.MARKET:
            return _icon("gi-shop", "market", speak)
        case _:
            return _icon("gi-flying-flag", "first_next", speak)


def _icon(name: str, word: str, speak: Words, n: int = 0) -> Bit:
    return Bit(ICON, name, n, speak(f"sign.{word}", n=n))


def board_spaces(cards: list[SpaceCard]) -> list[SpaceCard]:
    """The spaces printed on the boards."""
    return [card for card in cards if card.round is None]


def stages(cards: list[SpaceCard], sight: Sight) -> list[Stage]:
    """The round cards by the stages of the rule book: rounds 1-3, 4-6, 7-9 and 10-12."""
    speak = sight.words
    by_round: dict[int, SpaceCard | FutureCard] = {
        card.round: card for card in cards if card.round is not None
    }
    for entry in sight.view["future"]:
        names = [speak(f"space.{name}") for name in entry["cards"]]
        by_round[entry["round"]] = FutureCard(entry["round"], names, len(names) == 1)
    found = []
    for number in range(4):
        first = 3 * number + 1
        rounds = [one for one in range(first, first + 3) if one in by_round]
        found.append(Stage(number + 1, rounds[0], rounds[-1], [by_round[one] for one in rounds]))
    return found


def part_reason(state: Any, node: int) -> str:
    """Why a part of an action cannot be done, as the name of a reason; empty if it can."""
    reason = why_not(state, node)
    return "" if reason == POSSIBLE else REASONS[reason or NOTHING_THERE]
