"""Bots with little to think with, so that a test of every bot is quick."""

from __future__ import annotations

from dvergar import bots
from dvergar.core.errors import UnknownBot

NODES = 24


def small(name: str, seed: int, game: str) -> bots.Bot:
    """The bot of that name, its nodes limited where it counts any."""
    try:
        return bots.make(name, seed, game, nodes=NODES)
    except UnknownBot:
        return bots.make(name, seed, game)
