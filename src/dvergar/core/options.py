"""The options of a game: which there are, what they may be, and checking what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dvergar.core.errors import LocalizedText, OptionError

Value = str | int | bool
FIRST_SEAT = "first_seat"


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its values (the first is the default) and the player counts it is for.

    >>> variant = Option("two_player_variant", (True, False), players=(2,))
    >>> variant.default, variant.fits(2), variant.fits(3)
    (True, True, False)
    """

    name: str
    values: tuple[Value, ...]
    players: tuple[int, ...] = ()

    @property
    def default(self) -> Value:
        """The value an option has if nobody asks for another."""
        return self.values[0]

    def fits(self, players: int) -> bool:
        """Whether the option means anything for this number of players."""
        return not self.players or players in self.players

    def values_for(self, players: int) -> tuple[Value, ...]:  # noqa: ARG002 - for `FirstSeat`
        """The values there are for this number of players."""
        return self.values


@dataclass(frozen=True, slots=True)
class FirstSeat(Option):
    """Who begins: `random`, or a seat."""

    name: str = FIRST_SEAT
    values: tuple[Value, ...] = ("random",)

    def values_for(self, players: int) -> tuple[Value, ...]:
        """`random` and every seat there is."""
        return ("random", *range(players))


def check_options(
    title: str | LocalizedText,
    declared: tuple[Option, ...],
    players: tuple[int, int],
    default_players: int,
    asked: Mapping[str, Any],
) -> dict[str, Value]:
    """All options with their values; a clear error for anything that cannot be.

    An option that means nothing for this number of players is left out of the answer.
    """
    count = asked.get("players", default_players)
    if (
        isinstance(count, bool)
        or not isinstance(count, int)
        or not players[0] <= count <= players[1]
    ):
        raise OptionError(
            "option.players", game=title, value=str(count)[:30], least=players[0], most=players[1]
        )
    known = {option.name: option for option in declared}
    for name in asked:
        if name != "players" and name not in known:
            names = ", ".join(["players", *known])
            raise OptionError("option.unknown", game=title, name=str(name)[:30], known=names)
    checked: dict[str, Value] = {"players": count}
    for option in declared:
        value = asked.get(option.name, option.default)
        allowed = option.values_for(count)
        if not any(type(value) is type(one) and value == one for one in allowed):
            raise OptionError(
                "option.value",
                name=option.name,
                value=str(value)[:30],
                allowed=", ".join(map(str, allowed)),
            )
        if option.fits(count):
            checked[option.name] = value
        elif value != option.default:
            counts = ", ".join(map(str, option.players))
            raise OptionError(
                "option.count", name=option.name, counts=counts, n=max(option.players)
            )
    return checked
