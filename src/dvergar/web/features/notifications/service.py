"""Tells people who do not look that it is their turn, at most once an hour by mail.

Here addresses are given and confirmed, and messages are written; `outbox` sends them. Nothing waits
for a message, and no move asks for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from dvergar.core.registry import games
from dvergar.core.words import words
from dvergar.web.features.notifications.contacts import HOOK, MAIL, Contact, Contacts, Waiting
from dvergar.web.features.notifications.delivery import Delivery
from dvergar.web.features.notifications.mail import Mailer
from dvergar.web.features.notifications.mailbox import parse_mail_address
from dvergar.web.features.notifications.outbox import Outbox
from dvergar.web.features.notifications.plain_text import defuse
from dvergar.web.features.notifications.request_limits import RequestLimits, Subjects
from dvergar.web.features.notifications.retries import Retries
from dvergar.web.features.notifications.webhooks import Hooks
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.security.client_address import site_key
from dvergar.web.kernel.security.tokens import Keys

ADDRESSES_PER_MINUTE: Final = 5  # that one client may give
SHOWN: Final = 10  # tables that one message names


class Pager:
    """Sends what people have asked for."""

    def __init__(self, kernel: Kernel, clock: Callable[[], float] = now) -> None:
        settings, store = kernel.settings, kernel.store
        self.kernel = kernel
        self.limit = kernel.rate_limit(ADDRESSES_PER_MINUTE, "too_many_requests")
        self.contacts = Contacts(store, clock)
        self.limits = RequestLimits(store, clock)
        self.mailer = Mailer(settings)
        self.hooks = Hooks(settings)
        self.keys = Keys("")
        self._settings = settings
        self._clock = clock
        self.retries = Retries(clock)
        self.outbox = Outbox(self.contacts, self.retries, self._tell, settings.turn_patience)

    @property
    def kinds(self) -> list[str]:
        """The ways in which people can be reached here."""
        possible = {MAIL: self.mailer.possible, HOOK: self.hooks.possible}
        return [kind for kind, yes in possible.items() if yes]

    def start(self, keys: Keys) -> None:
        """Begins to send what is due; `keys` makes the links."""
        self.keys = keys
        self.outbox.start(self.kinds, self._clean_up)

    def close(self) -> None:
        """Sends nothing more."""
        self.outbox.close()
        self.mailer.close()

    async def _clean_up(self) -> None:
        await self.contacts.forget_unused()
        await self.limits.prune()

    async def round(self) -> int:
        """Sends everything that is due now; how many messages were sent."""
        return sum(await asyncio.gather(*(self.outbox.round(kind) for kind in self.kinds)))

    async def looks(self, holder: str) -> None:
        """Somebody looks at a page and needs no message."""
        if self.kinds and holder:
            await self.contacts.looks(holder)

    # An address is asked for, confirmed, given up.

    async def ask(self, holder: str, kind: str, typed: str, lang: str, client: str) -> None:
        """Stores a new address, and sends a link there by which its owner confirms it.

        `client` is the network that asks, as `client_address.network_key` names it.
        """
        if kind not in self.kinds:
            raise WebError(404, "not_found")
        address, target, domain = self._read_address(kind, typed)
        subjects = self._subjects(kind, client, holder, target, domain)
        number = await self.limits.count(subjects)
        contact, previous = await self.contacts.put(holder, kind, address, lang)
        if await self._send_link(contact) is Delivery.SENT:
            return
        await self.contacts.restore(contact, previous)
        if kind == MAIL:  # nothing came there; a webhook may have been called all the same
            await self.limits.release(number)
        raise WebError(502, "not_reached")

    def _read_address(self, kind: str, typed: str) -> tuple[str, str, str]:
        """An address to store, what limits count as the same one, and its domain."""
        if kind == HOOK:
            url = self.hooks.check(typed)
            return typed, f"{url.host}{url.path}", url.host
        found = parse_mail_address(typed)
        if found is None:
            raise WebError(400, "mail_address")
        return found.address, found.mailbox, found.domain

    def _subjects(self, kind: str, client: str, holder: str, target: str, domain: str) -> Subjects:
        """Whom a request concerns, as digests that say nothing without the server's key."""
        hide = self.keys.pseudonym
        return Subjects(
            kind,
            network=hide("network", client),
            site=hide("network", site_key(client) or client),
            holder=holder,
            target=hide(kind, target),
            domain=hide("domain", domain),
        )

    async def _send_link(self, contact: Contact) -> Delivery:
        say = words("dvergar.web", contact.lang)
        link = self.link(contact, "confirm")
        if contact.kind == HOOK:
            sentence = say("mail.confirm_hook", link=link)
            return await self._call(contact, {"event": "confirm", "link": link}, sentence)
        text = say("mail.confirm", link=link, server=self._settings.address)
        subject = say("mail.confirm_subject")
        return await self.mailer.send(contact.address, subject, text, self.link(contact, "stop"))

    async def stop(self, contact: Contact) -> None:
        """The owner of an address wants no more messages.

        If they never confirmed it, somebody else gave it: further requests are refused as well.
        """
        if not contact.confirmed:
            _, target, _ = self._read_address(contact.kind, contact.address)
            await self.limits.block(self.keys.pseudonym(contact.kind, target))
        await self.contacts.drop(contact.id)

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

    async def _tell(self, contact: Contact, tables: Sequence[Waiting]) -> Delivery:
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

    async def _call(self, contact: Contact, body: dict[str, Any], sentence: str) -> Delivery:
        """Calls a webhook; Slack shows `text`, Discord `content`, and neither pings anybody."""
        more = {
            "time": int(self._clock()),
            "text": sentence,
            "content": sentence,
            "allowed_mentions": {"parse": []},
        }
        taken = await self.hooks.call(contact.address, {**body, **more}, self.secret(contact))
        return Delivery.SENT if taken else Delivery.FAILED

    def _line(self, table: Waiting, lang: str) -> str:
        game = games().get(table.game)
        title = game.words(lang)("game.title") if game is not None else table.game
        name = defuse(table.name) or words("dvergar.web", lang)("page.unnamed")
        return f"{title}: {name}\n{self._where(table)}"

    def _where(self, table: Waiting) -> str:
        return f"{self._settings.address.rstrip('/')}/table/{table.id}"
