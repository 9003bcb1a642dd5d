"""Webhooks: any address is accepted or refused with a sentence, and none leads inside."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, strategies as st

from dvergar.web.features.notifications.addresses import is_public
from dvergar.web.features.notifications.contacts import Contact, Waiting
from dvergar.web.features.notifications.delivery import Delivery, Webhooks
from dvergar.web.features.notifications.service import defuse
from dvergar.web.kernel.errors import WebError
from dvergar.web.settings import Settings
from tests.web.features.notifications.mail_server import ADDRESS, give_address, seated
from tests.web.players import assert_refused
from tests.web.serving import Place, Served

HOSTILE = [
    *("https://a..b/", f"https://{'a' * 64}.org/", "https://.org/", "https://a.org./", "https://."),
    *(
        f"https://{'a.' * 130}org/",
        "https://xn--/",
        "https://xn--a.org/",
        "https://xn--\u00fc.org/",
    ),
    *(
        "https://-a.org/",
        "https://a-.org/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.1/",
    ),
    *(
        "https://0x7f000001/",
        "https://1.2.3.4.5/",
        "https://[::1/",
        "https://[::1%25lo]/",
        "https://[]/",
    ),
    *(
        "https://[v1.x]/",
        "https://a%2eb/",
        "https://a b.org/",
        "https:\\\\a.org",
        "https://a.org:x/",
    ),
    *(
        "https://a.org:99999/",
        "https://a.org:0/",
        "https://a.org:-1/",
        "https://u:p@a.org/",
        "https:a",
    ),
    *(
        "https://\u0000.org/",
        "https://a.org/\r\nHost: b",
        "javascript:alert(1)",
        "file:///etc/passwd",
    ),
    *(
        "//a.org/",
        "https://\ud800.org/",
        "https://a.org\\@b.org/",
        "https://",
    ),
]
SPECIAL = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
    *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
    *("224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32", "168.63.129.16/32"),
    *("::/128", "::1/128", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96"),
    *("64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32", "2001:1::1/128"),
    *("2001:2::/48", "2001:3::/32", "2001:4:112::/48", "2001:10::/28", "2001:20::/28"),
    *("2001:30::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16"),
    *("fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
]
"""The special-purpose registries of IANA for IPv4 and IPv6, and what older documents reserve."""


def hooks(allowed: str = "public") -> Webhooks:
    return Webhooks(Settings(Path(), address=ADDRESS, hooks=allowed))


@pytest.mark.parametrize("network", SPECIAL)
def test_no_address_of_a_special_network_is_public(network: str) -> None:
    found = ip_network(network)
    middle = found.network_address + found.num_addresses // 2
    for address in (found.network_address, middle, found.broadcast_address):
        assert not is_public(str(address)), address
        assert not is_public(f"{address}%eth0")


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "93.184.215.14"])
def test_no_address_of_the_new_kind_stands_for_one_of_the_old(inner: str) -> None:
    number = int(ip_address(inner))
    teredo = (0x2001 << 112) | (number ^ 0xFFFFFFFF)
    for outer in (
        *(number, (0xFFFF << 32) | number, (0xFFFF << 48) | number, (0x64FF9B << 96) | number),
        *((0x64FF9B0001 << 80) | number, (0x2002 << 112) | (number << 80), teredo),
    ):
        assert not is_public(str(ip_address(outer.to_bytes(16)))), hex(outer)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "1.1.1.1", "198.17.255.255", "100.128.0.0", "2606:4700::1111"]
)
def test_addresses_of_the_open_internet_are_public(address: str) -> None:
    assert is_public(address)


def accepts(checked: Webhooks, url: str) -> bool:
    """Whether a URL is accepted; only a refusal with a sentence is anything else."""
    with suppress(WebError):
        checked.check(url)
        return True
    return False


@pytest.mark.parametrize("allowed", ["public", "all"])
@pytest.mark.parametrize("url", HOSTILE)
def test_a_hostile_address_is_refused_with_a_sentence(url: str, allowed: str) -> None:
    with pytest.raises(WebError, match="can’t be called") as refused:
        hooks(allowed).check(url)
    assert refused.value.status == 400


PIECE = st.one_of(
    st.sampled_from(
        ["https://", "http://", "//", ":", "@", "[", "]", "::1", ".", "..", "%", "%2e"]
    ),
    st.sampled_from(["xn--", "a" * 64, "a.org", "127.0.0.1", "0x7f", "?", "#", "/", "\\", ":443"]),
    st.text(max_size=8),
)


@given(st.lists(PIECE, max_size=8).map("".join), st.sampled_from(["public", "all"]))
def test_any_text_is_accepted_or_refused(text: str, allowed: str) -> None:
    for url in (text, f"https://{text}", f"https://{text}.org/x"):
        checked = hooks(allowed)
        if accepts(checked, url):
            host = checked.check(url).host
            host.encode("idna")  # as the resolver does it
            assert asyncio.run(call_unresolved(checked, url)) is False


async def call_unresolved(checked: Webhooks, url: str) -> bool:
    """Calls where no name is known, so that nothing is sent."""

    async def resolve(host: str, *_: object, **__: object) -> list[Any]:
        host.encode("idna")
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    asyncio.get_running_loop().getaddrinfo = resolve  # type: ignore[assignment]
    return await checked.call(url, {}, "key")


@pytest.mark.parametrize("error", [UnicodeError("label too long"), OverflowError(), OSError()])
def test_a_name_that_cannot_be_looked_up_is_not_called(error: Exception) -> None:
    async def scene() -> bool:
        async def resolve(*_: object, **__: object) -> list[Any]:
            raise error

        asyncio.get_running_loop().getaddrinfo = resolve  # type: ignore[method-assign]
        return await hooks().call("https://example.org/", {}, "key")

    assert asyncio.run(scene()) is False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = Place(tmp_path_factory.mktemp("server"))
    with place.serving(address=ADDRESS, hooks="all", turn_patience=0.0) as served:
        yield served


@pytest.mark.parametrize("url", ["https://a..b/", f"https://{'a' * 64}.org/", "https://xn--/", ""])
def test_the_page_refuses_what_cannot_be_called(server: Served, url: str) -> None:
    server.turn_notifier.limit._seen.clear()
    assert_refused(give_address(seated(server), url, "hook"), 400)


# What is called, and with what.


class Receiver(BaseHTTPRequestHandler):
    """Somebody's program."""

    bodies: list[tuple[str, dict[str, Any]]] = []  # noqa: RUF012 - emptied by each test

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.bodies.append((self.headers["host"], json.loads(body)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def receiving(host: str) -> Iterator[int]:
    Receiver.bodies.clear()
    with ThreadingHTTPServer((host, 0), Receiver) as there:
        threading.Thread(target=there.serve_forever, args=(0.02,), daemon=True).start()
        yield there.server_port
        there.shutdown()


@pytest.fixture
def receiver() -> Iterator[int]:
    with receiving("127.0.0.1") as port:
        yield port


def test_the_address_that_was_checked_is_the_one_that_is_called(receiver: int) -> None:
    """A name that leads elsewhere the second time is not asked for a second time."""
    asked = []

    async def scene() -> bool:
        loop = asyncio.get_running_loop()
        real = loop.getaddrinfo

        async def resolve(host: str, port: int, *rest: Any, **more: Any) -> list[Any]:
            if host != "rebind.example.org":
                return await real(host, port, *rest, **more)
            asked.append(host)
            address = "127.0.0.1" if len(asked) == 1 else "192.0.2.1"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

        loop.getaddrinfo = resolve  # type: ignore[assignment]
        return await hooks("all").call(f"http://rebind.example.org:{receiver}/", {}, "key")

    assert asyncio.run(scene()) is True
    assert len(asked) == 1
    assert Receiver.bodies == [(f"rebind.example.org:{receiver}", {})]


def call_behind(url: str, *addresses: str) -> bool:
    """Calls a name behind which there are these addresses."""

    async def scene() -> bool:
        loop = asyncio.get_running_loop()
        real = loop.getaddrinfo

        async def resolve(host: str, port: int, *rest: Any, **more: Any) -> list[Any]:
            if host != "many.example.org":
                return await real(host, port, *rest, **more)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in addresses]

        loop.getaddrinfo = resolve  # type: ignore[assignment]
        return await hooks("all").call(url, {}, "key")

    return asyncio.run(scene())


def test_an_address_that_cannot_be_connected_to_is_followed_by_the_next(receiver: int) -> None:
    url = f"http://many.example.org:{receiver}/"
    assert call_behind(url, "127.0.0.2", "127.0.0.3", "127.0.0.1", "127.0.0.1") is True
    assert Receiver.bodies == [(f"many.example.org:{receiver}", {})], "once"
    Receiver.bodies.clear()
    assert call_behind(url, "127.0.0.2", "127.0.0.3") is False
    assert call_behind(url, *(f"127.0.0.{n}" for n in range(2, 9)), "127.0.0.1") is False
    assert Receiver.bodies == [], "only so many are tried"


def test_a_message_that_was_sent_is_not_sent_to_another_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Receiver, "send_response", lambda *_: None)
    monkeypatch.setattr(Receiver, "end_headers", lambda *_: None)  # hangs up without an answer
    with receiving("0.0.0.0") as port:
        url = f"http://many.example.org:{port}/"
        assert call_behind(url, "127.0.0.1", "127.0.0.2") is False
    assert len(Receiver.bodies) == 1


PINGS = [
    *("@everyone", "@here", "@channel @all", "<!everyone>", "<!here|x>", "<@123>", "<@&42>"),
    *("<#7>", "＠everyone", "a@everyone", "@\u200beveryone", "&lt;!everyone&gt;"),
    *(
        "[x](https://evil.example)",
        "<https://evil.example|x>",
        "www.evil.example",
        "evil.example/x",
    ),
]


@pytest.mark.parametrize("name", PINGS)
def test_a_name_pings_nobody_and_is_no_link(server: Served, receiver: int, name: str) -> None:
    contact = Contact(
        "id", "holder", "hook", f"http://127.0.0.1:{receiver}/", "en", confirmed=True, sent=0.0
    )
    notifier = server.turn_notifier
    said = notifier._notify(contact, [Waiting("table", "my_gold_mine", name)])
    assert server.run(said) is Delivery.SENT
    ((_, body),) = Receiver.bodies
    assert body["allowed_mentions"] == {"parse": []}
    for field in ("text", "content"):
        shown = body[field].replace(f"{ADDRESS}table/table", "")
        assert not re.search(r"[@＠﹫]\w|[<>]|://\S|\w\.\w", shown), shown


@given(st.text(max_size=40))
def test_defused_text_keeps_its_letters(text: str) -> None:
    done = defuse(text)
    assert [c for c in done if c.isalnum()] == [c for c in text if c.isalnum()]
    assert not re.search(r"[@＠﹫][^\s]|[<>]|://\S|\w\.\w|\n", done)
    assert defuse(done) == done


def test_a_redirect_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, Any]] = []
    real = httpx.AsyncClient

    def client(**options: Any) -> httpx.AsyncClient:
        made.append(options)
        return real(**options)

    monkeypatch.setattr("httpx.AsyncClient", client)
    asyncio.run(hooks("all").call("http://127.0.0.1:9/", {}, "key"))
    assert made
    assert made[0]["follow_redirects"] is False
    assert made[0]["trust_env"] is False, "no proxy of the environment"
