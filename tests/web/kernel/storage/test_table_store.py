"""What every store of tables promises: SQLite, PostgreSQL and memory alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from dvergar.web.kernel.storage.memory_store import MemoryStore
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import Change, Conflict, Stored, Summary, TableStore
from tests.web.serving import Place

TABLE = "abcdefghjkmn"
Check = Callable[[TableStore], Awaitable[None]]
OPENED = Stored(0, "open", {"game": "toy"})


def summary(phase: str = "playing", table: str = TABLE, **facts: Any) -> Summary:
    return Summary(table, "toy", phase, facts)


def opening(*claims: tuple[int, str]) -> Change:
    return Change(TABLE, [OPENED], claims=claims)


@pytest.fixture
def run(place: Place) -> Callable[[Check], None]:
    """Runs a check on the store of a database; then on one in memory."""

    async def on_both(check: Check) -> None:
        store = Store(place.address)
        await store.open()
        try:
            await check(store)
        finally:
            await store.close()
        await check(MemoryStore())

    return lambda check: asyncio.run(on_both(check))


def test_events_and_seats_are_found_again(run: Callable[[Check], None]) -> None:
    async def check(store: TableStore) -> None:
        await store.create([opening((0, "ann"), (1, "ann"))], summary(), True)
        body = {"move": "dig", "nested": {"list": [1, 2.5, None, "é"]}}
        await store.append(Change(TABLE, [Stored(1, "move", body)], summary("over", won=1)))
        body["move"] = "changed later"
        found = await store.load(TABLE, 0, "ann")
        assert [event.kind for event in found.events] == ["open", "move"]
        assert found.events[1].body == {"move": "dig", "nested": {"list": [1, 2.5, None, "é"]}}
        assert found.seats == (0, 1)
        assert found.listed is not None
        assert (found.listed.phase, found.listed.facts()) == ("over", {"won": 1})
        assert [event.number for event in (await store.load(TABLE, 1)).events] == [1]
        assert (await store.load(TABLE, 2, "bo")).seats == ()

    run(check)


def test_an_unknown_table_is_not_found(run: Callable[[Check], None]) -> None:
    async def check(store: TableStore) -> None:
        for table_id in ("unknown", "", "no\0table"):
            found = await store.load(table_id, 0, "ann")
            assert (found.events, found.seats, found.listed) == ([], (), None)

    run(check)


@pytest.mark.parametrize(
    "change",
    [
        Change(TABLE, [Stored(0, "sit", {})], summary("over"), claims=[(1, "thief")]),
        Change(TABLE, [Stored(1, "a", {}), Stored(0, "b", {})], summary("over")),
        Change("gone", [Stored(0, "move", {})], summary("over", "gone")),
        Change(TABLE, [Stored(1, "sit", {})], summary("over"), claims=[(0, "ann")]),
    ],
    ids=["taken", "second taken", "no table", "claimed twice"],
)
def test_a_conflict_leaves_nothing_behind(change: Change, run: Callable[[Check], None]) -> None:
    async def check(store: TableStore) -> None:
        await store.create([opening((0, "ann"))], summary(), False)
        with pytest.raises(Conflict):
            await store.append(change)
        found = await store.load(TABLE, 0, "thief")
        assert (found.events, found.seats) == ([OPENED], ())
        assert found.listed is not None
        assert found.listed.phase == "playing"
        assert (await store.load("gone", 0)).listed is None

    run(check)


def test_a_rematch_is_opened_once(run: Callable[[Check], None]) -> None:
    """The event at the first table has a number, so the second to ask gets nothing."""

    async def check(store: TableStore) -> None:
        await store.create([opening()], summary(), False)
        again = Change(TABLE, [Stored(1, "rematch", {})])
        for table_id in ("first", "second"):
            changes = [Change(table_id, [OPENED]), again]
            if table_id == "first":
                await store.create(changes, summary(table=table_id), False)
                continue
            with pytest.raises(Conflict):
                await store.create(changes, summary(table=table_id), False)
            assert (await store.load(table_id, 0)).listed is None

    run(check)


def test_freed_seats_keep_one_user_or_none(run: Callable[[Check], None]) -> None:
    async def check(store: TableStore) -> None:
        await store.create([opening((0, "ann"), (0, "bo"), (1, "ann"))], summary(), False)
        await store.append(Change(TABLE, [Stored(1, "relink", {})], freed=[(0, "ann"), (1, "")]))
        assert (await store.load(TABLE, 0, "ann")).seats == (0,)
        assert (await store.load(TABLE, 0, "bo")).seats == ()

    run(check)


def test_what_is_stored_beside_a_table_fails_with_it(run: Callable[[Check], None]) -> None:
    async def check(store: TableStore) -> None:
        def fail(_: object, table_id: str) -> None:
            raise ValueError(table_id)

        with pytest.raises(ValueError, match=TABLE):
            await store.create([opening()], summary(), False, fail)
        assert (await store.load(TABLE, 0)).listed is None

    run(check)
