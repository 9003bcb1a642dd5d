"""By https the token is in a cookie that no neighbouring site can set, and nobody loses a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from http.cookies import SimpleCookie

import httpx
import pytest

from tests.web.players import GAME, LOCKED_S, Program, request
from tests.web.serving import PROMPT, Served, serving

HTTPS = {"x-forwarded-proto": "https"}
NEW = "__Host-dvergar"
FIELDS = {"game": GAME, "kind-0": "me", "name-0": "Anna", "kind-1": "here"}


def ask(served: Served, method: str, path: str, cookie: str = "", **more: object) -> httpx.Response:
    headers = {**HTTPS, "cookie": cookie} if cookie else HTTPS
    return request(method, served.url + path, headers=headers, timeout=LOCKED_S, **more)  # type: ignore[arg-type]


def cookies(answer: httpx.Response) -> dict[str, str]:
    """What the browser is to keep, each cookie with all that is said of it."""
    return {one.partition("=")[0]: one for one in answer.headers.get_list("set-cookie")}


def value(cookie: str) -> str:
    return next(iter(SimpleCookie(cookie).values())).value


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = replace(PROMPT, base_path="/dvergar")
    with serving(tmp_path_factory.mktemp("below"), settings) as served:
        yield replace(served, url=f"{served.url}/dvergar")


def test_by_https_the_cookie_belongs_to_this_host_alone(server: Served) -> None:
    found = cookies(ask(server, "POST", "/tables", data=FIELDS))
    assert set(found) == {NEW, "name"}
    for said in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
        assert said in found[NEW].split("; ")
    assert "domain" not in found[NEW].lower()


def test_below_a_path_and_by_http_it_keeps_its_name(server: Served, below: Served) -> None:
    found = cookies(ask(below, "POST", "/tables", data=FIELDS))
    assert set(found) == {"dvergar", "name"}
    assert "Path=/dvergar" in found["dvergar"]
    assert "Secure" in found["dvergar"]
    plain = cookies(request("POST", f"{server.url}/tables", data=FIELDS))
    assert set(plain) == {"dvergar", "name"}
    assert "Secure" not in plain["dvergar"]


def test_a_browser_with_the_old_cookie_keeps_its_seats_and_gets_the_new_one(server: Served) -> None:
    owner = Program(server.url)
    owner.open(["me", "me"])
    path = f"/table/{owner.table}"
    page = ask(server, "GET", path, f"dvergar={owner.token}")
    assert 'name="move"' in page.text
    assert value(cookies(page)[NEW]) == owner.token
    later = ask(server, "GET", path, f"{NEW}={owner.token}; dvergar={owner.token}")
    assert 'name="move"' in later.text
    assert cookies(later) == {}


def test_a_cookie_that_a_neighbour_has_set_replaces_none(server: Served) -> None:
    owner = Program(server.url)
    owner.open(["me", "me"])
    path = f"/table/{owner.table}"
    for said in (f"dvergar={'x' * 32}; {NEW}={owner.token}", f"{NEW}={owner.token}; dvergar=x"):
        assert 'name="move"' in ask(server, "GET", path, said).text
    by_http = request("GET", server.url + path, headers={"cookie": f"{NEW}={owner.token}"})
    assert 'name="move"' not in by_http.text, "by http anybody between could have set it"


def test_deleting_ones_data_deletes_both(server: Served) -> None:
    owner = Program(server.url)
    owner.open(["me", "me"])
    said = f"{NEW}={owner.token}; dvergar={owner.token}"
    assert owner.token not in ask(server, "GET", "/mine/data", said).text
    found = cookies(ask(server, "POST", "/mine/delete", said, data={"sure": "yes"}))
    assert "Secure" in found[NEW], "browsers heed nothing else of such a name"
    assert {"dvergar", NEW} <= set(found)
