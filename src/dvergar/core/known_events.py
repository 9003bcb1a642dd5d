"""What a player knows beforehand of the effects of a move: all that nothing hidden decides.

A game names the kinds of events that show something hidden (`GameInfo.showing`). What happens
before the first of them is known; behind it only kinds of events that come in the same way
whatever it shows. So one play of the move tells, and nothing is guessed from samples.
"""

from __future__ import annotations

from dvergar.core.events import Event
from dvergar.core.game import State


def known_events(before: State, after: State) -> list[Event]:
    """The events of a move as far as its player knows them; `before` is what that player knows.

    >>> import dvergar
    >>> from dvergar.testing import play
    >>> before = dvergar.game("my_gold_mine", players=3, first_seat=0).start(seed=1)
    >>> after = play(before.copy(), "dig")
    >>> [event.kind for event in after.events()]
    ['dig', 'reveal']
    >>> [event.kind for event in known_events(before, after)]
    ['dig']
    """
    events = after.events()
    if after.reveals == before.reveals:
        return events
    showing = after.game.info.showing
    if not any(event.kind in showing for event in events):
        return []  # something was shown, and nobody says by which of them
    known: list[Event] = []
    sure: frozenset[str] | None = None
    for event in events:
        if event.kind in showing:
            sure = showing[event.kind] if sure is None else sure & showing[event.kind]
        elif sure is None or event.kind in sure:
            known.append(event)
    return known
