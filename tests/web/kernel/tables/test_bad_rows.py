"""One bad row stops nobody: lists, pages, background work and commands serve all other tables.

A database holds tables that are damaged in every way beside good ones of the same people. The bad
ones answer with a sentence.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from dvergar.cli import run
from dvergar.web.kernel.clock import today
from tests.web.players import Person, Program, play_out, wait_until
from tests.web.serving import Served, serving

pytestmark = pytest.mark.whole_games
HOUR = 3600
Damage = Callable[[sqlite3.Connection, str], None]
HOST, GUEST = "h" * 43, "g" * 43


def row(**columns: Any) -> Damage:
    """Puts something else into the row of a table."""

    def damage(database: sqlite3.Connection, table: str) -> None:
        for name, value in columns.items():
            database.execute(f"update tables set {name} = ? where id = ?", [value, table])

    return damage


def summary(**facts: Any) -> Damage:
    """Puts something else into what lists show."""

    def damage(database: sqlite3.Connection, table: str) -> None:
        query = "select summary from tables where id = ?"
        text = json.loads(database.execute(query, [table]).fetchone()[0])
        row(summary=json.dumps({**text, **facts}))(database, table)

    return damage


def opening(**facts: Any) -> Damage:
    """Puts something else into the first event."""

    def damage(database: sqlite3.Connection, table: str) -> None:
        query = "select body from events where table_id = ? and number = 0"
        body = json.loads(database.execute(query, [table]).fetchone()[0])
        event(0, json.dumps({**body, **facts}))(database, table)

    return damage


def event(number: int, body: str, kind: str = "") -> Damage:
    """Puts something else in the place of an event."""

    def damage(database: sqlite3.Connection, table: str) -> None:
        where = "where table_id = ? and number = ?"
        database.execute(f"update events set body = ? {where}", [body, table, number])
        if kind:
            database.execute(f"update events set kind = ? {where}", [kind, table, number])

    return damage


def without(condition: str) -> Damage:
    """Takes events out."""

    def damage(database: sqlite3.Connection, table: str) -> None:
        database.execute(f"delete from events where table_id = ? and {condition}", [table])

    return damage


def both(*damages: Damage) -> Damage:
    def damage(database: sqlite3.Connection, table: str) -> None:
        for one in damages:
            one(database, table)

    return damage


BOT_NOBODY = [
    {"kind": "person", "name": "Ada", "bot": ""},
    {"kind": "bot", "name": "Odd", "bot": "nobody"},
    {"kind": "open", "name": "", "bot": ""},
]
KINDS: dict[str, Damage] = {
    "unknown game": both(row(game="chess"), opening(game="chess")),
    "unknown game in the row": row(game="chess"),
    "unknown game in the events": opening(game="chess"),
    "game that is no text": opening(game=None),
    "unknown rules": opening(rules=999),
    "rules that are no number": opening(rules="new"),
    "unknown option": both(opening(options={"wild": True}), summary(options={"wild": True})),
    "unknown value": both(
        opening(options={"players": 3, "first_seat": 9}), summary(options={"first_seat": "x"})
    ),
    "options that are none": both(opening(options=5), summary(options=5)),
    "half an event": event(0, "{"),
    "half a move": event(1, '{"seat": '),
    "no event": without("number >= 0"),
    "no opening": without("number = 0"),
    "hole": without("number = 1"),
    "illegal move": event(1, '{"move": "fly to the moon", "seat": 0}', "move"),
    "unknown event": event(1, "{}", "dance"),
    "seat that is none": event(1, '{"seat": 77, "name": "X"}', "sit"),
    "unknown bot": opening(seats=BOT_NOBODY),
    "no seats": opening(seats=[]),
    "half a summary": row(summary='{"name": '),
    "summary without facts": row(summary="[]"),
    "summary of other types": summary(names=None, taken=5, seat="x", round={}),
    "unknown phase": row(phase="asleep"),
    "time that is none": opening(timing={"deadline": "soon"}, when="now"),
}


@dataclass(slots=True)
class Stored:
    """What the folder of a test holds."""

    data: Path
    good: dict[str, str] = field(default_factory=dict)
    bad: dict[str, str] = field(default_factory=dict)


def mixed(table: Program, guest: Program, name: str) -> str:
    """A public table of two people with one seat left, where somebody has done something."""
    opened = table.open(["me", "open", "open"], name=name, public=True, timing={"deadline": HOUR})
    invite = next(seat["invite"] for seat in opened["seats"] if seat["invite"])
    guest.join(invite)
    return table.table


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    found = Stored(tmp_path_factory.mktemp("bad"))
    with serving(found.data) as server:
        host, guest = Program(server.url, HOST), Program(server.url, GUEST)
        for name in KINDS:
            found.bad[name] = mixed(host, guest, f"Bad {name}")
        found.good["open"] = mixed(host, guest, "Good")
        host.open(["me", "me"], timing={"deadline": HOUR}, name="Late")
        found.good["late"] = host.table
        host.open(["me", "careful"], name="Bot", options={"first_seat": 1}, deal=3)
        found.good["bot"] = host.table
        host.open(["me", "me"], name="Over")
        play_out([host])
        found.good["over"] = host.table
        for name in list(KINDS)[:6]:
            host.open(["me", "me"], name=f"Over {name}")
            play_out([host])
            found.bad[f"over {name}"] = host.table
        server.run(server.inside.results.settle())
    spoil(found)
    return found


def spoil(found: Stored) -> None:
    with closing(sqlite3.connect(found.data / "dvergar.sqlite")) as database:
        for name, table in found.bad.items():
            KINDS[name.removeprefix("over ")](database, table)
            late = time.time() - 2 * HOUR
            if not name.startswith("over "):
                row(due=late, phase="playing")(database, table)
        row(due=time.time() - HOUR)(database, found.good["late"])
        opening(when=time.time() - 2 * HOUR)(database, found.good["late"])
        results = "select number from results order by number"
        numbers = [number for (number,) in database.execute(results)]
        damaged = ('{"', "[]", "{}", '{"seats": 5, "out": ""}')
        for number, body in zip(numbers[1:], damaged, strict=False):
            database.execute("update results set body = ? where number = ?", [body, number])
        attempts = [
            (today(), "my_gold_mine", HOST + str(n), t) for n, t in enumerate([*found.bad.values()])
        ]
        database.executemany("insert into attempts values (?, ?, ?, ?)", attempts)
        database.execute("update results set day = ?", [today()])
        database.commit()


@pytest.fixture(scope="module")
def server(stored: Stored) -> Iterator[Served]:
    """A server that starts on such a database."""
    with serving(stored.data) as served:
        yield served


def test_the_server_starts_and_its_bots_move(server: Served, stored: Stored) -> None:
    table = server.run(server.inside.tables.get(stored.good["bot"]))
    wait_until(lambda: server.run(server.inside.tables.get(table.id)).steps)


def test_whoever_is_late_at_a_good_table_is_found(server: Served, stored: Stored) -> None:
    end = time.monotonic() + 30
    table = server.run(server.inside.tables.get(stored.good["late"]))
    while not table.substitutes and time.monotonic() < end:  # the server's own task may be at it
        server.run(server.inside.deadlines.check())
        table = server.run(server.inside.tables.get(stored.good["late"]))
    assert table.substitutes, "a bot moves for whoever is late"


def test_the_task_for_deadlines_goes_on(server: Served) -> None:
    task = server.inside.deadlines._task
    assert task is not None
    assert not task.done()
    host = Program(server.url, HOST)
    host.open(["me", "me"], timing={"move": 10}, name="Quick")
    server.run(server.inside.deadlines.check())
    assert host.table in server.inside.deadlines._known


def test_a_deadline_at_a_bad_table_is_kept(server: Served, stored: Stored) -> None:
    """The game may come back: who was late then is late again."""
    server.run(server.inside.deadlines.check())
    with closing(sqlite3.connect(stored.data / "dvergar.sqlite")) as database:
        query = "select due from tables where id = ?"
        kept = database.execute(query, [stored.bad["unknown game"]]).fetchone()[0]
    assert kept is not None


PAGES = ["/", "/?lang=fr", "/mine", "/statistics?game=my_gold_mine", "/ratings?game=my_gold_mine"]
PAGES += ["/best", f"/daily/{today()}?game=my_gold_mine", "/turns", "/health", "/metrics"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("token", [HOST, GUEST, ""])
def test_every_page_is_there(server: Served, page: str, token: str) -> None:
    answer = Program(server.url, token).http.get(page)
    assert answer.status_code == 200, answer.text[-600:]
    if page == "/mine" and token:
        assert "Good" in answer.text


def test_the_start_page_lists_the_good_tables(server: Served) -> None:
    for token in (HOST, ""):
        assert "Good" in Program(server.url, token).http.get("/").text


def test_programs_get_the_list_of_public_tables(server: Served, stored: Stored) -> None:
    answer = Program(server.url).http.get("/api/tables")
    assert answer.status_code == 200
    assert stored.good["open"] in [table["id"] for table in answer.json()]


def test_my_data_is_handed_out_with_what_is_known_of_bad_tables(
    server: Served, stored: Stored
) -> None:
    answer = Program(server.url, HOST).http.get("/mine/data")
    assert answer.status_code == 200
    tables = {table["table"]: table for table in answer.json()["tables"]}
    assert tables[stored.good["over"]]["record"]
    assert "error" in tables[stored.bad["unknown game"]]
    assert tables[stored.bad["unknown game"]]["my_seats"] == [0]
    unlisted = {"half a summary", "summary without facts"}
    assert {table for name, table in stored.bad.items() if name not in unlisted} <= set(tables)


def test_statistics_count_the_good_games(server: Served) -> None:
    server.run(server.inside.results.catch_up())
    found = server.run(server.statistics.of("my_gold_mine"))
    assert found.games.total() >= 1


def test_one_stream_tells_of_all_good_tables(server: Served, stored: Stored) -> None:
    http = Program(server.url, HOST).http
    wanted = ",".join([*list(stored.bad.values())[:22], stored.good["open"]])
    with http.stream("GET", f"/live?tables={wanted}&open=&mine=1") as live:
        assert live.status_code == 200
        for line in live.iter_lines():
            if line == f"event: {stored.good['open']}":
                return
    raise AssertionError("nothing was told of the good table")


ADDRESSES = ["/table/{}", "/table/{}?at=0", "/table/{}/log", "/table/{}/record", "/table/{}/live"]
ADDRESSES += ["/table/{}/report", "/table/{}/chat", "/table/{}/analysis", "/api/tables/{}"]
ADDRESSES += ["/api/tables/{}/record", "/api/tables/{}/stream", "/api/tables/{}/chat"]


@pytest.mark.parametrize("name", KINDS)
def test_a_bad_table_answers_with_a_sentence(server: Served, stored: Stored, name: str) -> None:
    for token in (HOST, ""):
        http = Program(server.url, token).http
        for address in ADDRESSES:
            with http.stream("GET", address.format(stored.bad[name])) as answer:
                assert answer.status_code < 500, (address, answer.read())
        for what in ("move", "undo", "leave", "back", "resign", "pace", "rematch", "chat"):
            sent = {"at": "1", "move": "dig", "sure": "yes", "pace": "calm", "text": "Hello"}
            answer = http.post(f"/table/{stored.bad[name]}/{what}", data=sent)
            assert answer.status_code < 500, (what, answer.text[-400:])
    page = http.get(f"/table/{stored.bad[name]}").text
    assert "<p" in page


def test_the_sentence_says_that_the_game_is_missing(server: Served, stored: Stored) -> None:
    person = Person(server.url)
    person.go(f"/table/{stored.bad['unknown game']}")
    assert person.answer.status_code == 404
    assert "chess" in person.answer.text
    assert "isn’t installed" in " ".join(person.document.text.split())


def test_messages_reach_everybody_else(
    server: Served, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    notifier: Any = server.turn_notifier
    sent: list[str] = []

    async def send(address: str, *_: Any) -> bool:
        if address.startswith("broken"):
            raise RuntimeError("this one cannot be sent")
        sent.append(address)
        return True

    monkeypatch.setattr(notifier.mailer, "send", send)
    monkeypatch.setattr(type(notifier), "kinds", ["mail"])
    host = Program(server.url)
    host.open(["me", "me"], name="Told")
    for address in ("broken@example.org", "fine@example.org"):
        table = server.run(server.inside.tables.get(host.table))
        holder = table.host if address.startswith("fine") else server.run(_holder(server, stored))
        contact, _ = server.run(notifier.contacts.put(holder, "mail", address, "en"))
        server.run(notifier.contacts.confirm(contact.id))
    monkeypatch.setattr(server.inside.settings.__class__, "turn_patience", -1.0, raising=False)
    notifier.contacts._clock = lambda: time.time() + 10 * HOUR
    server.run(notifier.send_due())
    assert "fine@example.org" in sent


async def _holder(server: Served, stored: Stored) -> str:
    return (await server.inside.tables.get(stored.good["open"])).host


def test_idle_tables_are_deleted_one_by_one(
    server: Served, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = server.inside.store.delete
    first, deleted = stored.bad["no event"], []

    async def delete(table_id: str) -> bool:
        if table_id == first:
            raise RuntimeError("this one cannot be deleted")
        deleted.append(table_id)
        return bool(real)

    monkeypatch.setattr(server.inside.store, "delete", delete)
    server.run(server.inside.delete_idle(time.time() + HOUR))
    assert stored.good["over"] in deleted


COMMANDS = [["tables", "list"], ["tables", "list", "--json"]]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_list_all_tables(
    stored: Stored, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--data", str(stored.data)]) == 0
    out = capsys.readouterr().out
    assert stored.good["open"][:8] in out


@pytest.mark.parametrize("name", KINDS)
def test_commands_about_a_bad_table_answer(
    stored: Stored, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["show"], ["show", "--json"], ["export"], ["export", "--events"]):
        code = run(["tables", words[0], stored.bad[name], *words[1:], "--data", str(stored.data)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert out if code == 0 else err.count("\n") == 1, (words, code, err)


def test_whoever_wants_it_has_all_data_deleted(server: Served, stored: Stored) -> None:
    """The last test: nothing of the guest is left afterwards, at bad tables too."""
    guest = Program(server.url, GUEST)
    answer = guest.http.post("/mine/delete", data={"sure": "yes"})
    assert answer.status_code == 303, answer.text[-500:]
    assert Program(server.url, GUEST).http.get("/mine/data").json()["tables"] == []
    table = server.run(server.inside.tables.get(stored.good["open"]))
    assert table.seats[1].kind == "bot"
