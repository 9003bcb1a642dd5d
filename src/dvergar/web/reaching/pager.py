"""Tells people who do not look that it is their turn, at most once an hour by mail.

Every few seconds the database is asked who is to be told; whoever notes first that he does it, does
it, so several processes send one message. Nothing waits for a message, no move asks for one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

from dvergar.core.errors import UnknownGame
from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.web.errors import WebError
from dvergar.web.operating.log import told
from dvergar.web.reaching.contacts import HOOK, MAIL, Contact, Contacts, Waiting, is_mail
from dvergar.web.reaching.hooks import Hooks
from dvergar.web.reaching.mail import Mailer
from dvergar.web.security.tokens import Keys, digest
from dvergar.web.settings import Settings
from dvergar.web.tables.store import Store

LOG: Final = logging.getLogger("dvergar.reaching")
EVERY: Final = 20.0  # seconds
SHOWN: Final = 10  # tables that one message names
HOUR: Final = 3600.0
REQUESTS: Final = 100  # addresses that are asked in an hour whether they want messages


class Pager:
    """Sends what people have asked for."""

    def __init__(
        self, settings: Settings, store: Store, clock: Callable[[], float] = time.time
    ) -> None:
        self.contacts = Contacts(store, clock)
        self.mailer = Mailer(settings)
        self.hooks = Hooks(settings)
        self.keys = Keys("")
        self._settings = settings
        self._clock = clock
        self._asked: OrderedDict[str, float] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    @property
    def kinds(self) -> list[str]:
        """The ways in which people can be reached here."""
        possible = {MAIL: self.mailer.possible, HOOK: self.hooks.possible}
        return [kind for kind, yes in possible.items() if yes]

    def start(self, keys: Keys) -> None:
        """Begins to look who is to be told; `keys` makes the links."""
        self.keys = keys
        if self.kinds:
            self._task = asyncio.create_task(self._go_on())

    def close(self) -> None:
        """Sends nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.contacts.forget_unused()
                await self.round()
            except Exception as error:  # noqa: BLE001 - the next round is another try
                LOG.error("nobody could be told of a turn: %s", told(error))

    async def round(self) -> int:
        """Tells everybody who is to be told now; how many they were."""
        sent = 0
        if self.kinds:
            for contact, tables in await self.contacts.due(
                self.kinds, self._settings.turn_patience
            ):
                if await self.contacts.take(contact):
                    sent += await self._tell(contact, tables)
        return sent

    async def looks(self, holder: str) -> None:
        """Somebody looks at a page and needs no message."""
        if self.kinds and holder:
            await self.contacts.looks(holder)

    # An address is asked for, confirmed, given up.

    async def ask(self, holder: str, kind: str, address: str, lang: str) -> None:
        """Keeps a new address, and asks there whether its owner wants messages."""
        if kind not in self.kinds:
            raise WebError(404, "not_found")
        if kind == MAIL and not is_mail(address):
            raise WebError(400, "mail_address")
        if kind == HOOK:
            self.hooks.check(address)
        self._check_asked(address)
        contact = await self.contacts.put(holder, kind, address, lang)
        say = words("dvergar.web", lang)
        link = self.link(contact, "confirm")
        if kind == MAIL:
            text = say("mail.confirm", link=link, server=self._settings.address)
            taken = await self.mailer.send(
                address, say("mail.confirm_subject"), text, self.link(contact, "stop")
            )
        else:
            sentence = say("mail.confirm_hook", link=link)
            taken = await self._call(contact, {"event": "confirm", "link": link}, sentence)
        if not taken:
            await self.contacts.drop(contact.id)
            raise WebError(502, "not_reached")

    def _check_asked(self, address: str) -> None:
        """Nobody is asked twice in an hour, and not many altogether, whoever wants it."""
        now = self._clock()
        while self._asked and now - next(iter(self._asked.values())) > HOUR:
            self._asked.popitem(last=False)
        key = digest(address.lower())
        if key in self._asked or len(self._asked) >= REQUESTS:
            raise WebError(429, "asked_already")
        self._asked[key] = now

    def link(self, contact: Contact, what: str) -> str:
        """A link that only the owner of an address is sent."""
        key = self.keys.contact(contact.id, what)
        return f"{self._settings.address.rstrip('/')}/reach/{what}/{contact.id}/{key}"

    async def by_link(self, contact_id: str, what: str, key: str) -> Contact | None:
        """The address that a link belongs to; WebError if it is not ours."""
        if not self.keys.is_contact_key(key, contact_id, what):
            raise WebError(404, "not_found")
        return await self.contacts.get(contact_id)

    def secret(self, contact: Contact) -> str:
        """With what calls to an address are signed; its owner is shown it."""
        return self.keys.contact(contact.id, "sign")

    # Messages.

    async def _tell(self, contact: Contact, tables: Sequence[Waiting]) -> bool:
        say = words("dvergar.web", contact.lang)
        rows = [self._line(one, contact.lang) for one in tables[:SHOWN]]
        if contact.kind == HOOK:
            first, where = tables[0], self._where(tables[0])
            body = {"event": "turn", "table": first.id, "game": first.game, "link": where}
            return await self._call(contact, body, f"{say('turns.waits')}\n" + "\n".join(rows))
        text = say(
            "mail.turn",
            tables="\n\n".join(rows),
            stop=self.link(contact, "stop"),
            server=self._settings.address,
        )
        subject = say("turns.waits")
        return await self.mailer.send(contact.address, subject, text, self.link(contact, "stop"))

    async def _call(self, contact: Contact, body: dict[str, Any], sentence: str) -> bool:
        """Calls an address; common programs for messages show `text` or `content`."""
        more = {"time": int(self._clock()), "text": sentence, "content": sentence}
        return await self.hooks.call(contact.address, {**body, **more}, self.secret(contact))

    def _line(self, table: Waiting, lang: str) -> str:
        try:
            title = info(table.game).words(lang)("game.title")
        except UnknownGame:
            title = table.game
        name = table.name or words("dvergar.web", lang)("page.unnamed")
        return f"{title}: {name}\n{self._where(table)}"

    def _where(self, table: Waiting) -> str:
        return f"{self._settings.address.rstrip('/')}/table/{table.id}"
