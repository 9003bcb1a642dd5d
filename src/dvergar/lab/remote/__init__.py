"""A local bot at the table of a server: where it sits, how it hears of the game, how it plays."""

from __future__ import annotations

from dvergar.lab.remote.client import Address, Client, RemoteError, read_address
from dvergar.lab.remote.player import Ended, Player

__all__ = ["Address", "Client", "Ended", "Player", "RemoteError", "read_address"]
