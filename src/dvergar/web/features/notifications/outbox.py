"""Sends the messages that are due: mails one after another, webhooks side by side.

Mails and webhooks have a task each, so that a mail server that hangs delays no webhook. The process
that notes first that a message goes out sends it, so several processes send one message. A message
that fails is tried a few more times; one that raises an error stops no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from dvergar.web.features.notifications.contacts import MAIL, Contact, Contacts, Waiting
from dvergar.web.features.notifications.mail import Delivery
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.ops.log import format_error

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
