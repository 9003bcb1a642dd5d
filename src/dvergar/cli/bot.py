"""The command `dvergar bot`: a local bot takes a seat at the table of a server and plays there.

The address is that of a server, a table or a seat. At a server the bot takes an open seat of a
public table, or the tables are listed for whoever has to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from dvergar.bots import load
from dvergar.cli.console import OUT, CommandError, lang, note, read_seed, say, speak
from dvergar.core.registry import info
from dvergar.lab.players import close_bot
from dvergar.lab.remote_bot import Address, Client, Player, plain, read_address


def bot(
    url: str,
    entrant: str,
    game: str | None,
    table: str | None,
    name: str,
    seed: int | None,
    patience: float,
) -> None:
    """Plays to the end of the game, or says why that is not possible."""
    address = read_address(url)
    if game is not None:
        info(game)
    close_bot(load(entrant, 0, game or ""))  # what does not exist is said before it sits down
    client = Client(address.site, lang(), patience, lambda: note("remote.away", site=address.site))
    try:
        if not address.table and not address.link:
            found = _chosen(client, address, game, table)
            if found is None:
                return
            address = found
        _play(Player(client, entrant, name, read_seed(seed)), address)
    finally:
        client.close()


def _play(player: Player, address: Address) -> None:
    table = player.sit(address)
    seats = ", ".join(str(seat + 1) for seat in table["my_seats"])
    note("remote.seated", bot=player.called, table=table["id"], seat=seats)
    try:
        ended = player.play()
    except KeyboardInterrupt:
        note("remote.left", table=table["id"])
        return
    say(
        "remote.over",
        bot=player.called,
        table=ended.table,
        n=ended.total,
        rank=ended.rank,
        players=ended.players,
    )


def _chosen(
    client: Client, address: Address, game: str | None, table: str | None
) -> Address | None:
    """The table that was asked for or, by the game, the newest; None where they were listed."""
    tables = client.get("/api/tables")
    free = [one for one in tables if any(seat["open"] for seat in one["seats"])]
    if table is not None:
        wanted = [one for one in free if table in (one["id"], one["name"])]
    else:
        wanted = [one for one in free if game is None or one["game"] == game]
    if not wanted:
        raise CommandError("no_seat", site=address.site)
    if table is None and game is None:
        _list(wanted)
        return None
    return Address(address.site, wanted[0]["id"])


def _list(tables: Sequence[dict[str, Any]]) -> None:
    heads = ("table", "game", "name", "seats")
    rows = Table(*(speak()(f"remote.{head}") for head in heads))
    for one in tables:
        seats = ", ".join(plain(seat["name"], 24) or "–" for seat in one["seats"])
        rows.add_row(one["id"], one["game"], plain(one["name"], 40), seats)
    OUT.print(rows)
    say("remote.choose")
