"""What cannot be chosen in Caverna, and why: by the reasons that the rules themselves give.

`exchanges` lists what a player could do at any time but can't pay. Each price is one exchange,
however many things it buys. Without a ruby, all that one ruby buys is a single exchange, and what
costs more is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from dvergar.core.prompt import Blocked, Reason
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import LAND_NAMES
from dvergar.games.caverna.facts.tiles import TILE_COUNT, TILES, TRADE_GET
from dvergar.games.caverna.presentation.labels import label
from dvergar.games.caverna.rules.actions import farm
from dvergar.games.caverna.rules.actions.expedition import Expedition, Forge, why_not_loot
from dvergar.games.caverna.rules.actions.furnish import Furnish, GrowFamily
from dvergar.games.caverna.rules.actions.goods import Market, TradeOre
from dvergar.games.caverna.rules.actions.land import (
    PlaceOreMine,
    PlaceRubyMine,
    PlaceSingle,
    PlaceTwin,
)
from dvergar.games.caverna.rules.anytime import BuyGood, BuyLand, Purchase, is_offered, too_dear
from dvergar.games.caverna.rules.flow import Part
from dvergar.games.caverna.rules.ledger import goods_of, missing, price
from dvergar.games.caverna.rules.questions import offers_free, open_verbs, why_not_place
from dvergar.games.caverna.rules.reasons import POSSIBLE, REASONS, attempt_now
from dvergar.games.caverna.rules.rounds import open_spaces
from dvergar.games.caverna.rules.spaces import Imitate
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import PLACING, Looting
from dvergar.games.caverna.state.state import Player, State

Goods = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A price that cannot be paid, the goods and lands it buys, and the dwarf it sends first.

    Of several goods of which one may choose, the first stands for all.
    """

    price: Goods
    missing: Goods
    reason: int
    goods: Goods = ()
    lands: tuple[int, ...] = ()
    dwarf: int = 0
    moves: tuple[int, ...] = ()
    """The moves that are not possible for this very reason."""


def exchanges(state: State) -> list[Exchange]:
    """What the seat that decides cannot pay; what is nearly within reach first."""
    if not offers_free(state):
        return []
    hand = state.players[state.seat].goods
    by_price: dict[tuple[object, ...], list[tuple[int, Purchase]]] = {}
    for move, one in too_dear(state):
        if _is_near(hand, move, one):
            by_price.setdefault(_sort(move, one), []).append((move, one))
    found = [_exchange(hand, alike) for alike in by_price.values()]
    found.sort(key=lambda one: sum(n for _, n in one.missing))
    return found


def _is_near(hand: list[int], move: int, one: Purchase) -> bool:
    """Whether it is worth telling: with nothing in hand, one need not hear of every price."""
    if move == moves.EAT_MORE_GOLD:
        return False
    if isinstance(one, BuyGood | BuyLand) and not hand[facts.RUBY]:
        return one.price(move) == [(facts.RUBY, facts.GOOD_RUBIES)]
    return (
        hand[facts.GOLD] > 0
        or one.price(move)[0][0] != facts.GOLD
        or moves.KIND[move] == moves.TRADE
    )


def _sort(move: int, one: Purchase) -> tuple[object, ...]:
    """Moves of the same sort are one exchange."""
    if moves.KIND[move] == moves.TRADE:
        return (move,)
    return (*one.price(move), moves.KIND[move] == moves.JUMP)


def _exchange(hand: list[int], alike: list[tuple[int, Purchase]]) -> Exchange:
    first, one = alike[0]
    price = one.price(first)
    return Exchange(
        tuple(price),
        tuple(missing(hand, price)),
        one.too_dear(first),
        tuple(next((_goods(move) for move, _ in alike if _goods(move)), [])),
        tuple(dict.fromkeys(land for move, _ in alike for land in _lands(move))),
        max(
            (moves.ARGUMENT[move] for move, _ in alike if moves.KIND[move] == moves.JUMP), default=0
        ),
        tuple(move for move, each in alike if each.too_dear(move) == one.too_dear(first)),
    )


def _goods(move: int) -> list[tuple[int, int]]:
    """The goods that a move buys."""
    if moves.KIND[move] == moves.TRADE:
        return TRADE_GET[moves.ARGUMENT[move]]
    if moves.KIND[move] == moves.RUBY_GOOD:
        return [(facts.RUBY_GOODS[moves.ARGUMENT[move]], 1)]
    return (
        []
        if moves.KIND[move] == moves.JUMP or moves.KIND[move] in moves.RUBY_SINGLE
        else [(facts.FOOD, 1)]
    )


def _lands(move: int) -> Iterator[int]:
    """The single tile that a move buys."""
    if moves.KIND[move] in moves.RUBY_SINGLE:
        yield moves.SINGLE_LAND[moves.RUBY_SINGLE.index(moves.KIND[move])]


def exchange_words(exchange: Exchange, speak: Words) -> str:
    """An exchange in words."""
    if exchange.dwarf:
        return speak("move.jump", n=exchange.dwarf)
    goods = counted(exchange.goods, speak)
    lands = ", ".join(speak(f"sign.{LAND_NAMES[land]}") for land in exchange.lands)
    get = f" {speak('joint.one_of')} ".join(part for part in (goods, lands) if part)
    return speak("table.exchange", get=get, pay=counted(exchange.price, speak))


def counted(goods: Goods, speak: Words) -> str:
    """Goods and how many of each, in words."""
    return ", ".join(speak(f"count.{facts.GOODS[good]}", n=n) for good, n in goods)


KIND_OF_VERB: Final[dict[type[Part], int]] = {
    farm.BuildLargePasture: moves.LARGE_PASTURE_ON,
    farm.BuildSmallPasture: moves.SMALL_PASTURE_ON,
    farm.BuildStable: moves.STABLE_ON,
    Expedition: moves.LOOT_ITEM,
    Forge: moves.FORGE,
    Furnish: moves.FURNISH,
    GrowFamily: moves.GROW_FAMILY,
    Imitate: moves.IMITATE,
    Market: moves.BUY,
    PlaceOreMine: moves.ORE_MINE_TILE,
    PlaceRubyMine: moves.RUBY_MINE_ON,
    farm.Sow: moves.SOW,
    TradeOre: moves.SELL_ORE,
}
"""The kind of move that begins a verb."""

NEEDED_FOR_ACTION: Final = Reason("needed_for_action", "caverna.anytime.action_stays_possible")


def blocked(state: State, speak: Words) -> list[Blocked]:
    """Spaces, loot or tiles that cannot be chosen now, and what cannot be paid at any time."""
    found: list[Blocked] = []
    if state.stack[-1].kind == PLACING:
        found += _spaces(state, speak)
    if any(moves.KIND[move] == moves.LOOT_ITEM for move in state.real_moves):
        found += _loot(state, speak)
    for verb in open_verbs(state):
        if isinstance(verb, Furnish):
            found += _tiles(state, verb, speak)
    found += _exchanges(state, speak)
    return found


def _spaces(state: State, speak: Words) -> Iterable[Blocked]:
    """The spaces where the acting dwarf cannot go."""
    for space in open_spaces(state):
        why = why_not_place(state, space)
        if why != POSSIBLE:
            yield _thing("space", facts.SPACES[space], why, "", speak, moves.PLACE + space)


def _loot(state: State, speak: Words) -> Iterable[Blocked]:
    """The loot that cannot be chosen on the expedition under way, or on the one to begin."""
    attempt, frame = attempt_now(state), state.stack[-1]
    strength, taken = attempt.weapon(), 0
    if isinstance(frame, Looting):
        strength, taken = frame.strength, frame.taken
    for item, name in enumerate(facts.LOOT):
        why = why_not_loot(attempt, item, strength, taken)
        if why != POSSIBLE:
            yield _thing("loot", name, why, "", speak, moves.LOOT_ITEM + item)


def _tiles(state: State, furnish: Furnish, speak: Words) -> Iterable[Blocked]:
    """The tiles on offer that cannot be chosen."""
    attempt = attempt_now(state)
    for tile in range(TILE_COUNT):
        why = furnish.why_not_furnish(attempt, tile) if has(state.tiles, tile) else POSSIBLE
        if why != POSSIBLE:
            short = short_of(attempt.player, tile, furnish.as_loot)
            yield _thing(
                "tile", TILES[tile], why, counted(short, speak), speak, moves.FURNISH + tile
            )


def _exchanges(state: State, speak: Words) -> Iterable[Blocked]:
    """What cannot be paid; it lies nowhere on the table."""
    for one in exchanges(state):
        yield Blocked(
            exchange_words(one, speak),
            reason(one.reason, counted(one.missing, speak), speak),
            "",
            REASONS[one.reason].rule,
            REASONS[one.reason].word,
            one.moves,
        )


def why_not(state: State, move: int, lang: str) -> Blocked | None:
    """Why a move is not possible that is none of the above: a part of the action, or a purchase."""
    speak = state.game.info.words(lang)
    if move >= moves.FIRST_FREE:
        why, short = _why_not_free(state, move, speak)
    else:
        why, short = REASONS[_why_not_begin(state, move)], ""
    if not why.word:
        return None
    part = "refused" if why is NEEDED_FOR_ACTION else "blocked"
    said = speak(f"{part}.{why.word}", what=short)
    return Blocked(label(speak, move), said, "", why.rule, why.word, (move,))


def _why_not_begin(state: State, move: int) -> int:
    """Why the part of the action is not possible that a move would begin."""
    verbs = [verb for verb in open_verbs(state) if is_begun_by(verb, move)]
    return verbs[0].why_not(attempt_now(state)) if verbs else POSSIBLE


def _why_not_free(state: State, move: int, speak: Words) -> tuple[Reason, str]:
    """Why an at-any-time move is not possible, and the goods that are missing for it."""
    if not offers_free(state):
        return REASONS[POSSIBLE], ""
    for one, purchase in too_dear(state):
        if one == move:
            short = missing(state.players[state.seat].goods, purchase.price(move))
            return REASONS[purchase.too_dear(move)], counted(tuple(short), speak)
    return NEEDED_FOR_ACTION if is_offered(state, move) else REASONS[POSSIBLE], ""


def is_begun_by(verb: Part, move: int) -> bool:
    """Whether a move is one of those that begin a verb, possible or not."""
    if isinstance(verb, PlaceTwin):
        return moves.KIND[move] in [tile.kind for tile in verb.tiles]
    if isinstance(verb, PlaceSingle):
        return moves.KIND[move] == verb.first_move
    return KIND_OF_VERB.get(type(verb)) == moves.KIND[move]


def _thing(kind: str, name: str, why: int, short: str, speak: Words, move: int) -> Blocked:
    return Blocked(
        speak(f"{kind}.{name}"),
        reason(why, short, speak),
        f"{kind}:{name}",
        REASONS[why].rule,
        REASONS[why].word,
        (move,),
    )


def short_of(player: Player, tile: int, as_loot: bool) -> Goods:
    """The goods that a player lacks of the price of a tile."""
    return tuple(missing(player.goods, goods_of(price(player.built, tile, as_loot))))


def reason(why: int, short: str, speak: Words) -> str:
    """A reason in words; some name the goods that are missing."""
    return speak(f"blocked.{REASONS[why].word}", what=short)
