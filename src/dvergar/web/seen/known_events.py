"""What a player knows beforehand of the effects of a move.

It is told from imagined positions: only what comes out the same in all of them is known, and
nothing else is told.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.chance import derive
from dvergar.core.events import Event
from dvergar.core.game import State

WORLDS: Final = 16  # imagined positions that have to agree before something counts as known


def known_events(state: State, move: int, seed: int) -> list[Event]:
    """What a move causes as far as it is the same in all worlds.

    That is everything up to the first thing that its player cannot know, and what happens to the
    player in any case after it.
    """
    futures = []
    for world in range(WORLDS):
        future = state.imagine(state.seat, derive(seed, world))
        future.play(move)
        futures.append(future.events())
    known = []
    for same in zip(*futures, strict=False):
        if any(event != same[0] for event in same):
            break
        known.append(same[0])
    later = [future[len(known) :] for future in futures]
    sure = [event for event in later[0] if all(event in others for others in later)]
    return known + [event for event in sure if event.seat == state.seat]
