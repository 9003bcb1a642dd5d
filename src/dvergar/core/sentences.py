"""What happened, told as people tell it: one sentence for all that one of them did in a row.

A game tells of each event by itself; where several sentences begin with the same name, they are
run together and the name is said once. What a game's `summary` has joined beforehand is one event.

`known_events` are those that a player knows before making a move: a game names the kinds of events
that show something hidden (`GameInfo.revealing_events`); what comes before the first of them is
known, and after it only kinds of events that come whatever it shows.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dvergar.core.events import Event
from dvergar.core.game import Game, State
from dvergar.core.words import Words, words


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
    showing = after.game.info.revealing_events
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


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a story as HTML: whose it is (None: nobody's), and how it begins."""

    kind: str
    seat: int | None
    html: str


@dataclass(slots=True)
class _Clause:
    """What somebody did, without the name; a whole sentence has no subject."""

    kind: str
    seat: int | None
    subject: str
    said: list[str]


def log_sentences(
    game: Game, events: Sequence[Event], lang: str, names: Sequence[str]
) -> tuple[Sentence, ...]:
    """The events as sentences, in the order in which they happened.

    >>> import dvergar
    >>> from dvergar.testing import play
    >>> game = dvergar.game("caverna", players=2, first_seat=0)
    >>> state = play(game.start(seed=1), "place supplies")
    >>> [line.html for line in log_sentences(game, state.events(), "en", ["Ann", "Bo"])][0][:43]
    'Ann goes to <strong>Supplies</strong> and g'
    """
    speak = words("dvergar.core", lang)
    clauses: list[_Clause] = []
    for clause in _clauses(game, events, lang, names):
        last = clauses[-1] if clauses else None
        if last and clause.subject and (last.seat, last.subject) == (clause.seat, clause.subject):
            last.said += clause.said
        else:
            clauses.append(clause)
    return tuple(_sentence(clause, speak) for clause in clauses)


def join_list(said: Sequence[str], lang: str) -> str:
    """Things in a row, the last one joined by “and”.

    >>> join_list(["1 wood", "2 stone", "1 ore"], "en")
    '1 wood, 2 stone and 1 ore'
    """
    if len(said) < 2:
        return "".join(said)
    return words("dvergar.core", lang)("story.and", some=", ".join(said[:-1]), last=said[-1])


def _clauses(
    game: Game, events: Sequence[Event], lang: str, names: Sequence[str]
) -> Iterator[_Clause]:
    presenter = game.presenter
    for event in presenter.summary(game, events) if presenter.summary else events:
        text = presenter.tell(game, event, lang, names)
        if not text:
            continue
        start = ""
        if event.seat is not None and event.kind not in game.info.log_icons:
            subject = presenter.subject(game, event, lang, names) if presenter.subject else ""
            start = html.escape(subject or names[event.seat]) + " "
        if start and text.startswith(start) and text.endswith("."):
            said = text.removeprefix(start).removesuffix(".")
            yield _Clause(event.kind, event.seat, start, [said])
        else:
            yield _Clause(event.kind, event.seat, "", [text])


def _sentence(clause: _Clause, speak: Words) -> Sentence:
    if not clause.subject:
        return Sentence(clause.kind, clause.seat, clause.said[0])
    said = clause.said
    if len(said) > 1:
        joint = speak("story.and", some="", last="")
        doubled = len(said) > 2 and any(joint in one for one in said)
        some, last = ", ".join(said[:-1]), said[-1]
        said = [speak("story.and_long" if doubled else "story.and", some=some, last=last)]
    return Sentence(clause.kind, clause.seat, f"{clause.subject}{said[0]}.")
