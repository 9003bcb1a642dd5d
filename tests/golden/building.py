"""Games of Cave vs Cave in which somebody fills a whole cave: random play never gets that far."""

from __future__ import annotations

from typing import Any, Final

from dvergar.core.chance import Chance
from dvergar.core.game import Game
from dvergar.core.record import Record

WORTH: Final = {"wood": 1.0, "stone": 1.0, "grain": 0.7, "flax": 0.7, "food": 0.8, "gold": 1.4}
ENOUGH: Final = 5


def build(game: Game, seed: int) -> Record:
    """A game of players who dig, furnish and gather as much as they can in one move."""
    state, chance, record = game.start(seed), Chance(seed), Record.of(game, seed)
    while not state.over:
        tried = [(_value(state, move) + chance.below(100) / 70, move) for move in state.moves()]
        _, move = max(tried)
        record.moves.append(game.name(move))
        state.play(move)
    record.finish(state)
    return record


def has_full_cave(record: Record) -> bool:
    """Whether somebody won the additional cavern."""
    return any(move.startswith("cavern ") for move in record.moves)


def full_cave(game: Game) -> Record:
    """The first such game, seed after seed."""
    seed = 1
    while True:
        record = build(game, seed)
        if has_full_cave(record):
            return record
        seed += 1


def _value(state: Any, move: int) -> float:
    """What a move brings to whoever makes it."""
    seat, name = state.seat, state.game.name(move)
    after = state.copy()
    after.play(move)
    value = _hoard(after.view(None)["players"][seat])
    if name.startswith(("furnish ", "into ", "pay ")):
        value += 9
    if name.startswith("take ") and after.seat == seat and not after.over:
        value += _promise([after.game.name(one) for one in after.moves()])
    return value - {"done": 3.0, "eat": 1.5}.get(name.split()[0], 0.0)


def _promise(names: list[str]) -> float:
    """What a tile lets one do."""
    value = 9.0 if any(name.startswith("furnish ") for name in names) else 0.0
    if any(name.startswith("dig ") for name in names):
        value += 5.0 if "dig twice" in names else 3.0
    return value + (1.5 if any(name.startswith("use ") for name in names) else 0.0)


def _hoard(player: dict[str, Any]) -> float:
    """What a player has: goods, points, rooms, caverns."""
    goods = sum(
        WORTH[good] * (min(amount, ENOUGH) + max(amount - ENOUGH, 0) / 5)
        for good, amount in player["goods"].items()
    )
    dug = sum(cell["state"] != "face_down" for cell in player["cells"].values())
    return float(goods + player["points"] + 3 * player["rooms"] + 1.5 * dug)
