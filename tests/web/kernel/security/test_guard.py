"""What no request gets past: bounds on its size, other sites, and paths that lead outside."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.web.settings import Settings
from tests.web.players import GAME, JSON, Person, Program, assert_refused, get, post, stream
from tests.web.serving import Served

MOST = Settings(Path()).longest_form


def endless(size: int, start: bytes = b"") -> Iterator[bytes]:
    """A body of unstated length."""
    yield start
    while size > 0:
        yield b"x" * 8192
        size -= 8192


# Size.


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/tables", "application/x-www-form-urlencoded"),
        ("/preferences", "application/x-www-form-urlencoded"),
        ("/api/tables", "application/json"),
        ("/api/join/x", "application/json"),
    ],
)
@pytest.mark.parametrize("stated", [True, False])
def test_a_huge_body_is_refused(path: str, kind: str, stated: bool, server: Served) -> None:
    for lang in LANGUAGES:
        headers = {"content-type": kind, "accept-language": lang}
        content = b"a=" + b"x" * (MOST + 1) if stated else endless(4 * MOST, b'{"game": "')
        answer = post(server.url + path, content=content, headers=headers)
        told = assert_refused(answer, 413)
        assert str(MOST // 1024) in told


def test_a_huge_upload_is_refused(server: Served) -> None:
    most = Settings(Path()).longest_record
    mark = "x" * 30
    headers = {"content-type": f"multipart/form-data; boundary={mark}"}
    start = f'--{mark}\r\ncontent-disposition: form-data; name="record"; filename="a"\r\n\r\n'
    content = endless(2 * most, start.encode())
    answer = post(f"{server.url}/records", content=content, headers=headers)
    assert_refused(answer, 413)


def test_a_body_with_countless_fields_is_refused(server: Served) -> None:
    content = "&".join(f"a{number}=1" for number in range(8000))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = post(f"{server.url}/tables", content=content, headers=headers)
    assert_refused(answer, 400, 404, 413)


def test_what_is_within_the_bound_passes(server: Served) -> None:
    fields = {"game": GAME, "kind-0": "me", "kind-1": "here", "remark": "x" * (MOST - 200)}
    assert post(f"{server.url}/tables", data=fields).status_code == 303


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/xml", "multipart/form-data", "application/json; a=b"]
)
def test_a_wrong_content_type_is_refused(kind: str, program: Program) -> None:
    table = program.open(["me", "me"])
    headers = {"content-type": kind}
    body = json.dumps({"move": "dig", "at": table["version"]})
    answer = program.http.post(
        f"/api/tables/{program.table}/moves", content=f"<{body}", headers=headers
    )
    assert_refused(answer, 400, 422)
    page = program.http.post(f"/table/{program.table}/move", content=body, headers=headers)
    assert_refused(page, 400)
    assert program.look()["version"] == table["version"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"null", b"[]", b'"x"', b"\xff", b"[" * 50_000, b"1" * 6000, b"NaN"]
)
def test_a_body_that_is_no_json_object_is_refused(content: bytes, server: Served) -> None:
    headers = {"content-type": "application/json"}
    for path in ("/api/tables", "/api/tables/x/moves", "/api/tables/x/undo", "/api/join/x"):
        answer = post(server.url + path, content=content, headers=headers)
        assert_refused(answer, 400, 401, 404, 422)


@pytest.mark.parametrize("content", [b"", b"--x", b"--x\r\n\r\n", b"--x\r\nno-colon\r\n\r\na\r\n"])
def test_a_damaged_multipart_body_is_refused(content: bytes, server: Served) -> None:
    for path in ("/tables", "/records"):
        for kind in ("multipart/form-data", "multipart/form-data; boundary=x"):
            answer = post(server.url + path, content=content, headers={"content-type": kind})
            assert_refused(answer, 400, 404)


# Other sites.


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"origin": "http://["},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "odd"},
        {"sec-fetch-site": "cross-site", "origin": "{own}"},
    ],
    ids=str,
)
def test_another_site_cannot_act_through_a_visitor(headers: JSON, server: Served) -> None:
    person = Person(server.url)
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
    program = person.program()
    before = program.look()
    sent = {name: text.format(own=server.url) for name, text in headers.items()}
    fields = {"move": "dig", "at": str(before["version"])}
    for lang in LANGUAGES:
        answer = person.http.post(
            f"/table/{person.table}/move", data=fields, headers={**sent, "accept-language": lang}
        )
        assert_refused(answer, 403)
    for path in ("/tables", "/preferences", "/records", f"/table/{person.table}/undo"):
        assert_refused(person.http.post(path, data=fields, headers=sent), 403)
    answer = person.http.post(
        f"/api/tables/{person.table}/moves", json={"move": "dig", "at": 1}, headers=sent
    )
    assert_refused(answer, 403)
    assert program.look() == before


@pytest.mark.parametrize(
    "headers", [{"origin": "{own}"}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}]
)
def test_the_page_itself_can_act(headers: JSON, server: Served) -> None:
    sent = {name: text.format(own=server.url) for name, text in headers.items()}
    person = Person(server.url)
    answer = person.http.post(
        "/tables", data={"game": GAME, "kind-0": "me", "kind-1": "here"}, headers=sent
    )
    assert answer.status_code == 200


def test_another_site_may_link_to_a_page(server: Served) -> None:
    answer = get(server.url, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "[", "a b", "x" * 300, "a:b:c", "]:80", "%00"])
def test_an_odd_host_header_is_no_fault_of_the_server(host: str, server: Served) -> None:
    status, _ = raw(server, "GET", "/", {"Host": host})
    assert status < 500


def raw(server: Served, method: str, path: str, headers: JSON) -> tuple[int, bytes]:
    """A request as it is written, which no client has made decent."""
    address = urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, text in headers.items():
        connection.putheader(name, text)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


# Files.


@pytest.mark.parametrize(
    "path",
    [
        "..",
        "../app.py",
        "../../../pyproject.toml",
        "%2e%2e/app.py",
        "%2e%2e%2fapp.py",
        "..%2fapp.py",
        "%2e%2e%5capp.py",
        "..\\app.py",
        "..%5c..%5capp.py",
        "....//app.py",
        "./look.css",
        "//etc/passwd",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "look.css/",
        "look.css%00",
        "look.css%00.js",
        "",
        ".",
        "js",
        "built",
        "games/my_gold_mine/rules.py",
        "games/my_gold_mine/__init__.py",
        "games/my_gold_mine/facts.toml",
        "games/my_gold_mine/table.html",
        "games/my_gold_mine/../my_gold_mine/1-mine.css",
        "games/nothing/1-mine.css",
        "games/%2e%2e/look.css",
        "x" * 5000,
        "x/" * 500,
        "C:/Windows/win.ini",
        "file:///etc/passwd",
        "%ff%fe",
        "%E2%80%AE",
    ],
)
def test_no_path_leads_out_of_the_assets(path: str, server: Served) -> None:
    status, body = raw(server, "GET", f"/static/{path}", {})
    assert status == 404, body[:200]
    assert b"root:" not in body
    assert b"import annotations" not in body
    assert b"[project]" not in body


@pytest.mark.parametrize("path", ["look.css", "built/htmx.min.js", "games/my_gold_mine/1-mine.css"])
def test_assets_are_served_for_ever(path: str, server: Served) -> None:
    answer = get(f"{server.url}/static/{path}")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].split(";")[0] in ("text/css", "text/javascript")


def test_assets_are_named_by_what_they_hold(person: Person) -> None:
    """Kept for ever, an asset needs another address when it changes."""
    person.go("/")
    found = [
        one["href"] or one["src"]
        for one in person.document.elements()
        if one.tag in ("link", "script")
    ]
    assert found
    for address in found:
        assert "?v=" in address, address
        assert person.http.get(address).status_code == 200, address


# Headers.


def answers(server: Served) -> Iterator[httpx.Response]:
    """One answer of every kind."""
    program = Program(server.url)
    program.open(["me", "me"])
    table = f"/table/{program.table}"
    for path in ("/", "/about", f"/rules/{GAME}", table, f"{table}?at=0", "/nothing", "/api/games"):
        yield get(server.url + path)
    yield get(f"{server.url}/api/tables/{program.table}")
    yield get(f"{server.url}/api/openapi.json")
    yield get(f"{server.url}/api/docs")
    yield get(f"{server.url}/static/look.css")
    yield get(f"{server.url}{table}/record")
    yield get(f"{server.url}/tables")
    yield post(f"{server.url}/tables", data={"game": GAME, "kind-0": "me", "kind-1": "here"})
    yield post(f"{server.url}/tables", data={"game": GAME})
    yield post(f"{server.url}/tables", headers={"sec-fetch-site": "cross-site"})
    yield post(f"{server.url}/tables", content=b"x" * (MOST + 1))
    yield post(f"{server.url}/api/tables", content=b"{")
    with stream("GET", f"{server.url}{table}/live") as live:
        yield live


def test_every_kind_of_answer_tells_browsers_what_they_may_do(server: Served) -> None:
    for answer in answers(server):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy, answer.url
        assert "frame-ancestors 'none'" in policy
        assert "form-action 'self'" in policy
        assert "script-src" not in policy or "'unsafe" not in policy.split("script-src")[1]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=(), " in answer.headers["permissions-policy"]


def test_pages_are_not_kept_by_anybody_between(server: Served) -> None:
    for answer in answers(server):
        kind = answer.headers.get("content-type", "")
        if not kind.startswith("text/html") or answer.url.path == "/api/docs":
            continue
        same_for_all = (
            answer.url.path.startswith(("/rules/", "/help/")) and "etag" in answer.headers
        )
        wanted = "private, no-cache" if same_for_all else "no-store"
        assert answer.headers["cache-control"] == wanted, answer.url


def test_cookies_are_kept_from_scripts_and_other_sites(server: Served) -> None:
    person = Person(server.url)
    person.http.follow_redirects = False
    fields = {"game": GAME, "kind-0": "me", "name-0": "Anna", "kind-1": "here"}
    opened = person.http.post("/tables", data=fields)
    chosen = person.http.post("/preferences", data={"lang": "fr", "theme": "dark"})
    cookies = [*opened.headers.get_list("set-cookie"), *chosen.headers.get_list("set-cookie")]
    assert {one.split("=")[0] for one in cookies} == {"dvergar", "name", "lang", "theme"}
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Max-Age=31536000" in cookie
        assert "Path=/" in cookie


def test_a_looker_gets_no_cookie(server: Served) -> None:
    program = Program(server.url)
    program.open(["me", "open"])
    for path in ("/", "/about", f"/table/{program.table}", f"/rules/{GAME}"):
        assert "set-cookie" not in get(server.url + path).headers


def test_a_fault_of_ours_is_one_sentence_too(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("deliberate")

    monkeypatch.setattr("dvergar.web.features.lobby.routes.game_cards", fail)
    for lang in LANGUAGES:
        answer = get(server.url, headers={"accept-language": lang})
        told = assert_refused(answer, 500)
        assert "deliberate" not in answer.text
        assert dvergar.__name__ not in told
