"""What cannot be chosen in Caverna, and why: by the reasons that the rules themselves give."""

from __future__ import annotations

from collections.abc import Iterable

from dvergar.core.prompt import Blocked
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts.loot import LOOT
from dvergar.games.caverna.facts.spaces import SPACES
from dvergar.games.caverna.facts.tiles import TILE_COUNT, TILES
from dvergar.games.caverna.rules.actions.expedition import why_not_loot
from dvergar.games.caverna.rules.actions.furnish import Furnish
from dvergar.games.caverna.rules.attempt import attempt_now
from dvergar.games.caverna.rules.flow_questions import open_verbs
from dvergar.games.caverna.rules.ledger import missing
from dvergar.games.caverna.rules.placing import why_not_place
from dvergar.games.caverna.rules.prices import goods_of, price
from dvergar.games.caverna.rules.reasons import POSSIBLE, REASONS
from dvergar.games.caverna.rules.rounds import open_spaces
from dvergar.games.caverna.state.moves import KIND, LOOT_ITEM
from dvergar.games.caverna.state.pending import PLACING, Looting
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State
from dvergar.games.caverna.telling.exchanges import Goods, counted, exchange_words, exchanges


def blocked(state: State, speak: Words) -> list[Blocked]:
    """Spaces, loot or tiles that cannot be chosen now, and what cannot be paid at any time."""
    found: list[Blocked] = []
    if state.stack[-1].kind == PLACING:
        found += _spaces(state, speak)
    if any(KIND[move] == LOOT_ITEM for move in state.real_moves):
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
            yield _thing("space", SPACES[space], why, "", speak)


def _loot(state: State, speak: Words) -> Iterable[Blocked]:
    """The loot that cannot be chosen on the expedition under way, or on the one to begin."""
    attempt, frame = attempt_now(state), state.stack[-1]
    strength, taken = attempt.weapon(), 0
    if isinstance(frame, Looting):
        strength, taken = frame.strength, frame.taken
    for item, name in enumerate(LOOT):
        why = why_not_loot(attempt, item, strength, taken)
        if why != POSSIBLE:
            yield _thing("loot", name, why, "", speak)


def _tiles(state: State, furnish: Furnish, speak: Words) -> Iterable[Blocked]:
    """The tiles on offer that cannot be chosen."""
    attempt = attempt_now(state)
    for tile in range(TILE_COUNT):
        why = furnish.why_not_furnish(attempt, tile) if has(state.tiles, tile) else POSSIBLE
        if why != POSSIBLE:
            short = short_of(attempt.player, tile, furnish.as_loot)
            yield _thing("tile", TILES[tile], why, counted(short, speak), speak)


def _exchanges(state: State, speak: Words) -> Iterable[Blocked]:
    """What cannot be paid; it lies nowhere on the table."""
    for one in exchanges(state):
        yield Blocked(
            exchange_words(one, speak),
            reason(one.reason, counted(one.missing, speak), speak),
            "",
            REASONS[one.reason].rule,
            REASONS[one.reason].word,
        )


def _thing(kind: str, name: str, why: int, short: str, speak: Words) -> Blocked:
    return Blocked(
        speak(f"{kind}.{name}"),
        reason(why, short, speak),
        f"{kind}:{name}",
        REASONS[why].rule,
        REASONS[why].word,
    )


def short_of(player: Player, tile: int, as_loot: bool) -> Goods:
    """The goods that a player lacks of the price of a tile."""
    return tuple(missing(player.goods, goods_of(price(player.built, tile, as_loot))))


def reason(why: int, short: str, speak: Words) -> str:
    """A reason in words; some name the goods that are missing."""
    return speak(f"blocked.{REASONS[why].word}", what=short)
