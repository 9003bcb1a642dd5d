"""Room for animals, tried out in every way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tests.games.caverna.referee.home import BARE_ROCK, board_of, has_stable, land, owns
from tests.games.caverna.referee.shapes import Pair, View

Herd = tuple[int, int, int, int]


class Place(NamedTuple):
    """A place for animals of one kind at a time."""

    holds: Herd
    """How many sheep, donkeys, boars or cattle, without dogs."""
    watched: bool = False
    """Whether dogs can watch sheep here."""


def places(player: View, pastures: Iterable[Pair]) -> list[Place]:
    """All places for farm animals; `pastures` tells which cells make one large pasture."""
    board = board_of(player)
    found = []
    for where, entry in board.items():
        place = _on_land(player, entry) or _in_room(player, entry["tile"])
        if place:
            found.append(place)
        else:
            assert entry["land"] != "large_pasture" or any(where in pair for pair in pastures)
    for one, other in pastures:
        assert land(board, one) == land(board, other) == "large_pasture"
        found.append(_any(4 << (has_stable(board, one) + has_stable(board, other)), watched=True))
    return found


def _on_land(player: View, entry: View) -> Place | None:
    """The place of a cell by itself, as far as its land makes one."""
    kind, stable = entry["land"], bool(entry["stable"])
    if kind == BARE_ROCK and stable:
        return Place((0, 0, 1, 0))
    if kind == "meadow":
        return _any(int(stable), watched=True)
    if kind == "small_pasture":
        return _any(4 if stable else 2, watched=True)
    if kind in ("ore_mine", "ruby_mine"):
        return Place((0, 1, 0, 0))
    bare = kind == "field" and not entry["grain"] and not entry["vegetable"]
    return _any(1) if bare and owns(player, "stubble_room") else None


def _in_room(player: View, tile: str | None) -> Place | None:
    """The place in a furnished cavern."""
    if tile in ("entry_level_dwelling", "mixed_dwelling"):
        return _any(2)
    if tile == "cuddle_room":
        return Place((len(player["dwarfs"]), 0, 0, 0))
    return Place((0, 0, 0, 3)) if tile == "breakfast_room" else None


def _any(size: int, watched: bool = False) -> Place:
    return Place((size, size, size, size), watched)


def houses(where: Iterable[Place], dogs: int, herd: Herd) -> bool:
    """Whether a herd has room: tries every kind in every place and every spread of the dogs."""
    left: set[tuple[Herd, int]] = {(herd, dogs)}
    for place in where:
        after = set()
        for need, free in left:
            after.add((need, free))
            for kind in range(4):
                if place.holds[kind] and need[kind]:
                    after.add((_less(need, kind, place.holds[kind]), free))
            if place.watched and need[0]:
                for guard in range(1, min(free, need[0]) + 1):
                    after.add((_less(need, 0, guard + 1), free - guard))
        left = after
        if any(need == (0, 0, 0, 0) for need, _ in left):
            return True
    return any(need == (0, 0, 0, 0) for need, _ in left)


def _less(need: Herd, kind: int, room: int) -> Herd:
    rest = list(need)
    rest[kind] = max(0, rest[kind] - room)
    return rest[0], rest[1], rest[2], rest[3]


def herd_of(player: View) -> Herd:
    """How many sheep, donkeys, boars and cattle somebody has."""
    goods = player["goods"]
    return goods["sheep"], goods["donkey"], goods["boar"], goods["cattle"]


def is_housed(player: View, pastures: Iterable[Pair]) -> bool:
    """Whether all farm animals have a place."""
    herd = herd_of(player)
    return not any(herd) or houses(places(player, pastures), player["goods"]["dog"], herd)
