"""How the server keeps to HTTP: methods, HEAD, what may be kept, addresses without sense."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.players import Program, assert_refused, get, request
from tests.web.serving import PROMPT, Served, serving


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/tables", "GET, POST, HEAD"),
        ("POST", "/api/games", "GET, HEAD"),
        ("PUT", "/", "GET, HEAD"),
        ("GET", "/tables", "POST"),
        ("PATCH", "/join/whatever", "GET, POST, HEAD"),
    ],
)
def test_a_method_that_is_not_there_is_told_with_those_that_are(
    server: Served, method: str, path: str, allowed: str
) -> None:
    answer = request(method, server.url + path)
    assert_refused(answer, 405)
    assert answer.headers["allow"] == allowed


def test_head_says_what_get_would_without_the_body(program: Program) -> None:
    program.open(["me", "me"])
    for path in ("/", "/api/games", f"/table/{program.table}", "/health"):
        got, asked = program.http.get(path), program.http.head(path)
        assert (asked.status_code, asked.content) == (200, b"")
        for name in ("content-type", "cache-control", "content-length"):
            assert asked.headers.get(name) == got.headers.get(name)
    assert program.http.head(f"/table/{program.table}/live").status_code == 200
    assert program.http.head("/nowhere").status_code == 404


def test_nothing_but_files_is_kept_by_browsers(program: Program) -> None:
    program.open(["me", "me"])
    for path in ("/api/games", f"/api/tables/{program.table}", "/api/openapi.json", "/health"):
        assert program.http.get(path).headers["cache-control"] == "no-store"
    assert "immutable" in program.http.get("/static/tokens.css").headers["cache-control"]


@pytest.mark.parametrize("path", ["/table/a%00b", "/api/tables/%00", "/join/%00"])
def test_a_nul_in_an_address_leads_nowhere(server: Served, path: str) -> None:
    assert_refused(get(server.url + path), 404)


def test_a_body_that_never_comes_is_given_up(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, request_seconds=0.2)) as served:
        host, port = served.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=20) as half:
            half.sendall(
                b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                b"content-length: 50\r\n\r\n{"
            )
            answer = half.makefile("rb").readline()
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert get(served.url + "/api/games").status_code == 200
