"""Names that people have claimed, so that ratings and lists know them: no account, no password.

A claimed name belongs to the token of a browser, as seats do. A private link takes it to other
browsers; it is made with the key of the server and isn't stored.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.tokens import new_table_id
from dvergar.web.kernel.storage.schema import BROWSERS, PLAYERS
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import Conflict
from dvergar.web.kernel.tables.player_names import MAX_NAME_LETTERS, clean, is_free

PRIVATE: Final = "private"
FIGURES: Final = "figures"
GAMES: Final = "games"
PROFILE_LEVELS: Final = (PRIVATE, FIGURES, GAMES)
"""What someone lets others see of their finished games: nothing, numbers and charts, or all."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person who has claimed a name."""

    id: str
    name: str
    links: int
    """How often the private link was withdrawn."""
    shown: str = PRIVATE
    """What others may see of the finished games."""


def folded(name: str) -> str:
    """What two names share that look alike.

    >>> folded("Zoë  B") == folded("ZOE\u0308 b")
    True
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())[:100]


class ClaimedNames:
    """All claimed names."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, user_id: str) -> Player | None:
        """The claimed name of a user, if there is one."""
        query = (
            select(PLAYERS)
            .join(BROWSERS, BROWSERS.c.player == PLAYERS.c.id)
            .where(BROWSERS.c.holder == user_id)
        )
        return await self._one(query) if user_id else None

    async def by_id(self, player_id: str) -> Player | None:
        """The claimed name with this number."""
        return await self._one(select(PLAYERS).where(PLAYERS.c.id == player_id))

    async def claimed_by_another(self, names: Iterable[str], user_id: str) -> str:
        """The first of these names that looks like someone else's claimed name, or empty."""
        known = await self.names()
        me = await self.of(user_id) if known else None
        others = [name for player, name in known.items() if me is None or player != me.id]
        return next((name for name in names if not is_free(name, others)), "")

    async def check_owned(self, names: Sequence[str], user_id: str) -> None:
        """Refuses names that someone else has claimed."""
        name = await self.claimed_by_another(names, user_id)
        if name:
            raise WebError(409, "name_claimed", name=name)

    async def names(self) -> dict[str, str]:
        """All names by their numbers."""
        query = select(PLAYERS.c.id, PLAYERS.c.name)
        return await self._store.ask(
            lambda connection: {row.id: row.name for row in connection.execute(query)}
        )

    async def claim(self, name: str, user_id: str) -> Player:
        """A user claims a name that nobody has."""
        if await self.of(user_id) is not None:
            raise WebError(409, "claimed_already")
        player = Player(new_table_id(), clean(name, MAX_NAME_LETTERS), 0)
        row = {"id": player.id, "name": player.name, "folded": folded(player.name)}

        def work(connection: Connection) -> None:
            known = connection.execute(select(PLAYERS.c.name)).scalars()
            if not is_free(player.name, known):
                raise WebError(409, "claimed", name=player.name)
            connection.execute(insert(PLAYERS), {**row, "links": 0, "since": now()})
            connection.execute(insert(BROWSERS), {"holder": user_id, "player": player.id})

        try:
            await self._store.change(work)
        except Conflict as error:
            raise WebError(409, "claimed", name=player.name) from error
        return player

    async def take(self, player: Player, user_id: str) -> None:
        """Another browser of the same person holds the name as well."""

        def work(connection: Connection) -> None:
            connection.execute(delete(BROWSERS).where(BROWSERS.c.holder == user_id))
            connection.execute(insert(BROWSERS), {"holder": user_id, "player": player.id})

        await self._store.change_with_retries(work)

    async def renew_link(self, player: Player, user_id: str) -> None:
        """Voids the private link; other browsers no longer hold the name."""

        def work(connection: Connection) -> None:
            mine = BROWSERS.c.player == player.id
            connection.execute(delete(BROWSERS).where(mine & (BROWSERS.c.holder != user_id)))
            renewed = update(PLAYERS).where(PLAYERS.c.id == player.id)
            connection.execute(renewed.values(links=player.links + 1))

        await self._store.change(work)

    async def show(self, player: Player, shown: str) -> None:
        """Lets others see more or less of one's finished games."""
        chosen = update(PLAYERS).where(PLAYERS.c.id == player.id).values(shown=shown)
        await self._store.change(lambda connection: connection.execute(chosen))

    async def shown_to_others(self) -> dict[str, str]:
        """The names of those who let others see something, by their numbers."""
        query = select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.shown != PRIVATE)
        return await self._store.ask(
            lambda connection: {
                row.id: row.name for row in connection.execute(query.order_by(PLAYERS.c.folded))
            }
        )

    async def withdraw(self, player: Player) -> None:
        """Frees the name; results keep a number that no longer means anyone."""

        def work(connection: Connection) -> None:
            connection.execute(delete(BROWSERS).where(BROWSERS.c.player == player.id))
            connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player.id))

        await self._store.change(work)
        await self._store.database.erase()

    async def _one(self, query: Any) -> Player | None:
        row = await self._store.ask(lambda connection: connection.execute(query).first())
        return None if row is None else Player(row.id, row.name, row.links, row.shown)


def withdraw_names(connection: Connection, user_id: str) -> None:
    """Withdraws the name of a user; results keep a number that no longer means anyone."""
    mine = select(BROWSERS.c.player).where(BROWSERS.c.holder == user_id)
    for player in connection.execute(mine).scalars().all():
        connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))
        connection.execute(delete(BROWSERS).where(BROWSERS.c.player == player))
