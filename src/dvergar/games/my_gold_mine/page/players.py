"""The players: where their dwarfs are, the cards they have, the big nuggets they won.

Also the dwarfs as figures on the page: whose they are, their names, and who is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Choice
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.presentation.log import dwarf_name
from dvergar.games.my_gold_mine.state import State


@dataclass(frozen=True, slots=True)
class Figure:
    """One dwarf."""

    dwarf: int
    seat: int
    number: int
    """Tells the dwarfs of one player apart; 0 where there is but one."""
    name: str
    acting: bool
    flag: str
    """Whose turn it is, over the figure that the viewer moves."""
    target: Choice | None
    """The swap with this dwarf, if it can be chosen."""


def figure(context: ViewContext, dwarf: int) -> Figure:
    """A dwarf as a viewer sees it."""
    state: State = context.state
    team = state.variant.dwarfs_per_seat
    seat = state.variant.owner[dwarf]
    acting = dwarf == state.dwarf and not state.over
    flag = context.words("table.you") if len(context.mine) == 1 else context.names[seat]
    elsewhere = state.places[dwarf] != state.places[state.dwarf]
    targets = context.prompt.at(f"dwarf:{dwarf}") if context.acts and elsewhere else []
    return Figure(
        dwarf,
        seat,
        dwarf % team + 1 if team > 1 else 0,
        dwarf_name(state.variant, dwarf, context.words, context.names),
        acting,
        flag if acting and context.acts else "",
        targets[0] if targets else None,
    )


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """One dwarf of a player, and where it is."""

    figure: Figure
    burnt: bool
    word: str


@dataclass(frozen=True, slots=True)
class Player:
    """One row of the list of players."""

    seat: int
    dwarfs: tuple[Whereabouts, ...]
    cards: int
    gold: str
    """In words, where the viewer may know it and there still is some to be had."""
    gone: bool
    """All dwarfs are burnt."""
    nuggets: int


@dataclass(frozen=True, slots=True)
class Prize:
    """What the best dwarfs of a round get."""

    nuggets: int
    word: str


class Rank(NamedTuple):
    """One dwarf that came out of the mine in a round: its gold, and the nuggets won."""

    seat: int
    name: str
    gold: int
    prize: int


class Result(NamedTuple):
    """How a round ended, the best first."""

    round: int
    ranking: tuple[Rank, ...]


def results(context: ViewContext) -> tuple[Result, ...]:
    """The finished rounds, the last one first."""
    return tuple(
        Result(
            one["round"],
            tuple(
                Rank(rank["seat"], context.names[rank["seat"]], rank["gold"], rank["prize"])
                for rank in one["ranking"]
            ),
        )
        for one in reversed(context.view["results"])
    )


def players(context: ViewContext) -> list[Player]:
    """All rows, by seat."""
    return [_player(context, one) for one in context.view["players"]]


def prizes(context: ViewContext) -> list[Prize]:
    """The prizes of the round; none in the last one, where gold itself counts."""
    state: State = context.state
    if state.round not in MATERIAL.prize_rounds:
        return []
    return [
        Prize(prize, context.words(f"table.prize_{rank}"))
        for rank, prize in enumerate(MATERIAL.prizes, start=1)
    ]


def _player(context: ViewContext, seen: dict[str, Any]) -> Player:
    dwarfs = [context.view["dwarfs"][number] for number in seen["dwarfs"]]
    gone = all(dwarf["state"] == "burnt" for dwarf in dwarfs)
    gold = ""
    if seen["gold"] is not None and not gone:
        in_all = seen["gold"] + sum(dwarf["gold"] for dwarf in dwarfs)
        gold = context.words("table.gold", n=in_all)
    return Player(
        seen["seat"],
        tuple(_whereabouts(context, dwarf) for dwarf in dwarfs),
        seen["cards"] + sum(dwarf["cards"] for dwarf in dwarfs),
        gold,
        gone,
        seen["nuggets"],
    )


def _whereabouts(context: ViewContext, dwarf: dict[str, Any]) -> Whereabouts:
    who = figure(context, dwarf["dwarf"])
    return Whereabouts(who, dwarf["state"] == "burnt", _where(dwarf, who.number > 0, context.words))


def _where(dwarf: dict[str, Any], team: bool, speak: Words) -> str:
    if dwarf["state"] == "inside":
        return speak("table.steps_to_go", n=dwarf["place"])
    if dwarf["state"] == "burnt":
        return speak("table.burnt_team" if team else "table.burnt_lost")
    slot = dwarf["slot"]
    return speak("table.out_first") if slot == 1 else speak("table.out_slot", slot=slot)
