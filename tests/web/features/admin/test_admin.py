"""The page for administrators: only the key opens it, and its buttons do what the commands do."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from dvergar.cli import run
from dvergar.web.features.admin import routes, service
from dvergar.web.features.admin.service import ADMIN_KEY
from dvergar.web.features.reports.service import write_report
from dvergar.web.kernel.clock import calendar
from dvergar.web.kernel.security.tokens import digest
from tests.databases import on_both
from tests.web.players import Person, Program, assert_refused
from tests.web.serving import Served, serving

KEY = "a-key-that-nobody-guesses"


@pytest.fixture
def admin(server: Served) -> Iterator[Person]:
    """Somebody who has signed in."""
    server.run(server.inside.store.set_value(ADMIN_KEY, digest(KEY)))
    person = Person(server.url)
    person.go("/admin")
    person.send(person.form("/admin/key"), key=f" {KEY} ")
    yield person
    server.run(server.inside.store.set_value(ADMIN_KEY, ""))


def press(person: Person, action: str, **fields: str) -> httpx.Response:
    """Sends a form of the page that has this address."""
    return person.http.post(action, data=fields)


def test_nothing_of_it_is_reachable_without_the_key(server: Served) -> None:
    table = Program(server.url)
    table.open(["me", "me"])
    paths = [
        (method, route.path.format(**dict.fromkeys(route.param_convertors, table.table)))
        for route in server.features["admin"].pages().routes
        if isinstance(route, Route) and route.path.startswith("/admin")
        for method in route.methods or ()
    ]
    assert len(paths) > 12
    server.run(server.inside.store.set_value(ADMIN_KEY, ""))
    with httpx.Client(base_url=server.url) as stranger:
        for method, path in paths:
            assert stranger.request(method, path, data={"sure": "yes"}).status_code == 404, path
        server.run(server.inside.store.set_value(ADMIN_KEY, digest(KEY)))
        stranger.cookies.set(routes.COOKIE, f"9999999999.{digest(KEY)}")
        for method, path in paths:
            if path not in ("/admin", "/admin/key"):
                answer = stranger.request(method, path, data={"sure": "yes", "on": "yes"})
                assert answer.status_code == 404, path
        shown = stranger.get("/admin")
        assert shown.status_code == 403
        assert table.table not in shown.text
        assert stranger.post("/admin/key", data={"key": "wrong"}).status_code == 403
    assert table.look()["phase"] == "playing"
    assert not server.inside.admin_state.draining
    server.run(server.inside.store.set_value(ADMIN_KEY, ""))


def test_keys_cannot_be_tried_often(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.run(served.inside.store.set_value(ADMIN_KEY, digest(KEY)))
        tries = [httpx.post(f"{served.url}/admin/key", data={"key": "x"}) for _ in range(6)]
        assert [one.status_code for one in tries] == [403] * 5 + [429]


def test_a_session_ends_in_time_and_with_its_key(
    server: Served, admin: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = next(one for one in admin.http.cookies.jar if one.name == routes.COOKIE)
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert admin.http.get("/admin").status_code == 200
    with monkeypatch.context() as patch:
        later = calendar() + service.SESSION_S + 1
        patch.setattr(service, "calendar", lambda: later)
        assert admin.http.get("/admin").status_code == 403
    server.run(server.inside.store.set_value(ADMIN_KEY, digest("another")))
    assert admin.http.get("/admin").status_code == 403


def test_signing_out_forgets_the_session(admin: Person) -> None:
    admin.go("/admin")
    admin.send(admin.form("/admin/leave"))
    assert admin.http.get("/admin").status_code == 403


@on_both
def test_the_server_drains_and_keeps_addresses_out(server: Served, admin: Person) -> None:
    admin.go("/admin")
    assert "ok" in admin.document.text
    admin.send(admin.form("/admin/drain"), on="yes")
    assert server.inside.admin_state.draining
    assert_refused(Program(server.url).http.post("/api/tables", json={"game": "x"}), 422)
    admin.send(admin.form("/admin/drain"), on="no")
    admin.go("/admin")
    assert "draining" not in admin.document.text
    assert_refused(press(admin, "/admin/ban", address="everybody"), 400)
    press(admin, "/admin/ban", address="192.0.2.0/24", on="yes")
    assert server.inside.admin_state.is_banned("192.0.2.9")
    admin.go("/admin")
    assert "192.0.2.0/24" in admin.document.text
    press(admin, "/admin/ban", address="192.0.2.0/24", on="no")
    assert not server.inside.admin_state.is_banned("192.0.2.9")


@on_both
def test_tables_are_found_closed_and_deleted(server: Served, admin: Person) -> None:
    program = Program(server.url)
    program.open(["me", "me"], name="Äther & Stein")
    for find in (program.table, "Äther &", "dwarf 1"):
        admin.go(f"/admin?find={httpx.QueryParams({'find': find})['find']}".replace("&", "%26"))
        assert program.table in admin.document.text, find
    admin.go("/admin?find=nobody-has-this-name")
    assert program.table not in admin.document.text
    page = f"/admin/table/{program.table}"
    admin.go(page)
    events = admin.http.get(f"{page}/events").text.splitlines()
    assert json.loads(events[0])["kind"] == "open"
    admin.send(admin.form(f"{page}/close"))
    assert program.look()["phase"] == "stopped"
    assert_refused(press(admin, f"{page}/delete"), 400)
    admin.send(admin.form(f"{page}/delete"), sure="yes")
    assert_refused(program.http.get(f"/api/tables/{program.table}"), 404)
    assert_refused(admin.http.get(page), 404)


@on_both
def test_backups_are_made_downloaded_and_deleted(
    server: Served, admin: Person, tmp_path: Path
) -> None:
    program = Program(server.url)
    program.open(["me", "me"])
    admin.go("/admin")
    admin.send(admin.form("/admin/backups"))
    (file,) = (server.data / "backups").glob("*.sqlite")
    assert file.stat().st_mode & 0o077 == 0
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(admin.http.get(f"/admin/backups/{file.name}").content)
    with sqlite3.connect(copy) as database:
        rows = database.execute("select count(*) from events where table_id = ?", [program.table])
        assert rows.fetchone()[0] > 0
    assert_refused(admin.http.get("/admin/backups/..%2Fsecret"), 404)
    assert_refused(admin.http.get("/admin/backups/secret"), 404)
    admin.go("/admin")
    admin.send(admin.form(f"/admin/backups/{file.name}/delete"))
    assert not file.exists()


def test_reports_are_read_and_deleted(server: Served, admin: Person) -> None:
    path = write_report(server.data, {"text": "<b>The dragon slept.</b>", "table": "abc"})
    (server.data / "reports" / "damaged.json").write_text("{}")
    admin.go("/admin")
    assert "<b>The dragon slept.</b>" in admin.document.text
    assert_refused(press(admin, "/admin/features/reports/delete", value="../secret"), 404)
    assert_refused(press(admin, "/admin/features/reports/read", value=path.name), 404)
    assert_refused(press(admin, "/admin/features/nothing/delete", value=path.name), 404)
    press(admin, "/admin/features/reports/delete", value=path.name)
    assert not path.exists()


def test_the_page_speaks_french(admin: Person) -> None:
    page = admin.http.get("/admin?lang=fr").text
    assert "Adresses bannies" in page


def test_a_command_makes_the_key_and_removes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as served:
        data = ["--data", str(tmp_path)]
        assert run(["admin-key", *data]) == 0
        key = capsys.readouterr().out.strip()
        assert len(key) > 20
        assert key not in served.run(served.inside.store.read_value(ADMIN_KEY))
        person = Person(served.url)
        person.go("/admin")
        person.send(person.form("/admin/key"), key=key)
        assert person.document.text.count("Administration")
        assert run(["admin-key", "--off", *data]) == 0
        assert person.http.get("/admin").status_code == 404
