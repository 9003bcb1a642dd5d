"""Notifies players who are away that it is their turn, at most once an hour by mail.

Players give and confirm addresses here, messages are written, and `Outbox` sends those that are
due. No move waits for a message.

Mails and webhooks have a task each, so that a mail server that hangs delays no webhook. The process
that notes first that a message goes out sends it, so several processes send one message. A message
that fails is tried a few more times; one that raises an error stops no other.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final

from dvergar.core.registry import games
from dvergar.core.words import words
from dvergar.web.features.notifications.addresses import parse_mail_address
from dvergar.web.features.notifications.contacts import (
    HOOK,
    MAIL,
    Contact,
    Contacts,
    RequestLimits,
    Subjects,
    Waiting,
)
from dvergar.web.features.notifications.delivery import Delivery, Mailer, Webhooks
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.security.client_address import site_key
from dvergar.web.kernel.security.tokens import Keys

LOG: Final = logging.getLogger("dvergar.notifications")
ROUND_S: Final = 20.0
WEBHOOKS_AT_ONCE: Final = 8
RETRY_DELAYS_S: Final = (60.0, 300.0, 1800.0, 7200.0)
"""Seconds before each further try; after the last one there is no message about this turn."""

Send = Callable[[Contact, list[Waiting]], Awaitable[Delivery]]
"""Makes a message and sends it."""


class Retries:
    """The contacts whose last message failed, and when to try again.

    In memory: after a restart, or on another server of a PostgreSQL, the few tries begin again.
    """

    def __init__(self, clock: Callable[[], float] = now) -> None:
        self._clock = clock
        self.pending: dict[str, tuple[str, int, float]] = {}
        """By contact: its kind, how many tries failed, and when the next one is."""

    def is_due(self, contact_id: str) -> bool:
        """Whether a contact may be tried now."""
        return contact_id not in self.pending or self.pending[contact_id][2] <= self._clock()

    def failed(self, kind: str, contact_id: str) -> bool:
        """Notes a failure; whether there will be another try."""
        failures = self.pending.pop(contact_id, (kind, 0, 0.0))[1]
        if failures >= len(RETRY_DELAYS_S):
            return False
        self.pending[contact_id] = kind, failures + 1, self._clock() + RETRY_DELAYS_S[failures]
        return True

    def settle(self, contact_id: str) -> None:
        """A message arrived, or never will."""
        self.pending.pop(contact_id, None)

    def forget_others(self, kind: str, kept: Collection[str]) -> None:
        """Forgets contacts of a kind that no longer wait for a message."""
        self.pending = {
            one: state for one, state in self.pending.items() if state[0] != kind or one in kept
        }


class Outbox:
    """Sends what is due, round by round."""

    def __init__(self, contacts: Contacts, retries: Retries, send: Send, delay_s: float) -> None:
        self._contacts = contacts
        self._retries = retries
        self._send = send
        self._delay_s = delay_s
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, kinds: list[str], clean_up: Callable[[], Awaitable[None]]) -> None:
        """Begins the rounds of each kind; the first kind also cleans up."""
        for number, kind in enumerate(kinds):
            work = self._run(kind, clean_up if number == 0 else None)
            self._tasks.append(asyncio.create_task(work))

    def close(self) -> None:
        """Ends the rounds."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _run(self, kind: str, clean_up: Callable[[], Awaitable[None]] | None) -> None:
        while True:
            await asyncio.sleep(ROUND_S)
            try:
                if clean_up is not None:
                    await clean_up()
                await self.send_due(kind)
            except Exception as error:  # noqa: BLE001 - the next round is another try
                LOG.error("a round of messages failed: %s", format_error(error))

    async def send_due(self, kind: str) -> int:
        """Sends everything of a kind that is due now; how many messages were sent."""
        due = await self._contacts.due([kind], self._delay_s)
        self._retries.forget_others(kind, {contact.id for contact, _ in due})
        due = [one for one in due if self._retries.is_due(one[0].id)]
        work = self._one_by_one(due) if kind == MAIL else self._side_by_side(due)
        return (await work).count(Delivery.SENT)

    async def _one_by_one(self, due: list[tuple[Contact, list[Waiting]]]) -> list[Delivery]:
        """Stops where the mail server doesn't answer: those behind are tried in the next round."""
        done: list[Delivery] = []
        for contact, tables in due:
            done.append(await self._deliver(contact, tables))
            if done[-1] is Delivery.DOWN:
                break
        return done

    async def _side_by_side(self, due: list[tuple[Contact, list[Waiting]]]) -> list[Delivery]:
        places = asyncio.Semaphore(WEBHOOKS_AT_ONCE)

        async def one(contact: Contact, tables: list[Waiting]) -> Delivery:
            async with places:
                return await self._deliver(contact, tables)

        return await asyncio.gather(*(one(*each) for each in due))

    async def _deliver(self, contact: Contact, tables: list[Waiting]) -> Delivery:
        """Sends one message, unless another process does or its owner has given it up."""
        if not await self._contacts.take(contact):
            return Delivery.REFUSED
        try:
            delivery = await self._send(contact, tables)
        except Exception as error:  # noqa: BLE001 - the messages of others must go out
            LOG.error("a message could not be made: %s", format_error(error))
            delivery = Delivery.FAILED
        if delivery in (Delivery.SENT, Delivery.REFUSED):
            self._retries.settle(contact.id)
        elif self._retries.failed(contact.kind, contact.id):
            await self._contacts.give_back(contact)
        return delivery


ADDRESSES_PER_MINUTE: Final = 5  # that one client may give
MAX_LISTED_TABLES: Final = 10  # in one message
_MARKS: Final = re.compile(r"([@＠﹫]|://|\.)(?=\S)")
"""By which programs recognise mentions, links and domains."""
_BRACKETS: Final = str.maketrans("<>", "‹›")


def defuse(text: str) -> str:
    """A text that people typed, as it may be put into a mail or a chat message.

    >>> defuse("<!here> @everyone: https://evil.example")
    '‹!here› @ everyone: https:// evil. example'
    """
    return _MARKS.sub(r"\1 ", " ".join(text.translate(_BRACKETS).split()))


class TurnNotifier:
    """Addresses of players, and the messages to them."""

    def __init__(self, kernel: Kernel, clock: Callable[[], float] = now) -> None:
        settings, store = kernel.settings, kernel.store
        self.kernel = kernel
        self.limit = kernel.rate_limit(ADDRESSES_PER_MINUTE, "too_many_requests")
        self.contacts = Contacts(store, clock)
        self.limits = RequestLimits(store, clock)
        self.mailer = Mailer(settings)
        self.hooks = Webhooks(settings)
        self.keys = Keys("")
        self._settings = settings
        self._clock = clock
        self.retries = Retries(clock)
        self.outbox = Outbox(self.contacts, self.retries, self._notify, settings.turn_patience)

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

    async def send_due(self) -> int:
        """Sends everything that is due now; how many messages were sent."""
        return sum(await asyncio.gather(*(self.outbox.send_due(kind) for kind in self.kinds)))

    async def note_active(self, user_id: str) -> None:
        """A user looks at a page and needs no message."""
        if self.kinds and user_id:
            await self.contacts.note_active(user_id)

    # Addresses.

    async def request_confirmation(
        self, user_id: str, kind: str, typed: str, lang: str, client: str
    ) -> None:
        """Stores a new address, and sends a link there by which its owner confirms it.

        `client` is the network that asks, as `client_address.network_key` names it.
        """
        if kind not in self.kinds:
            raise WebError(404, "not_found")
        address, target, domain = self._read_address(kind, typed)
        subjects = self._subjects(kind, client, user_id, target, domain)
        number = await self.limits.count(subjects)
        contact, previous = await self.contacts.put(user_id, kind, address, lang)
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

    def _subjects(self, kind: str, client: str, user_id: str, target: str, domain: str) -> Subjects:
        """Whom a request concerns, as digests that say nothing without the server's key."""
        pseudonym = self.keys.pseudonym
        return Subjects(
            kind,
            network=pseudonym("network", client),
            site=pseudonym("network", site_key(client) or client),
            holder=user_id,
            target=pseudonym(kind, target),
            domain=pseudonym("domain", domain),
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
        """The address that a link belongs to; WebError if the link is not one of ours."""
        if not self.keys.is_contact_key(key, contact_id, what):
            raise WebError(404, "not_found")
        return await self.contacts.get(contact_id)

    def secret(self, contact: Contact) -> str:
        """The key that signs calls of a webhook; its owner can see it."""
        return self.keys.contact(contact.id, "sign")

    # Messages.

    async def _notify(self, contact: Contact, tables: Sequence[Waiting]) -> Delivery:
        say = words("dvergar.web", contact.lang)
        rows = [self._line(one, contact.lang) for one in tables[:MAX_LISTED_TABLES]]
        if contact.kind == HOOK:
            first, link = tables[0], self._table_link(tables[0])
            body = {"event": "turn", "table": first.id, "game": first.game, "link": link}
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
        return f"{title}: {name}\n{self._table_link(table)}"

    def _table_link(self, table: Waiting) -> str:
        return f"{self._settings.address.rstrip('/')}/table/{table.id}"
