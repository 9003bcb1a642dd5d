"""A server answers to its own names, and builds no link from any other."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.web.kernel.security.guard import AllowedHosts
from dvergar.web.settings import Settings, WrongSetting, parse, read
from tests.web.players import Program, assert_refused, invites, request
from tests.web.serving import PROMPT, Served, serving

ADDRESS = "https://games.example.org/"
ALWAYS = ["localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "127.1.2.3"]
AT_HOME = [
    *("192.168.1.5", "10.0.0.7:8000", "172.20.1.1", "169.254.3.4", "100.101.102.103:8000"),
    *("[fe80::1]", "[fd00::5]:8000", "miner", "miner:8000", "miner.local", "MINER.LAN.:80"),
    *("miner.home.arpa", "miner.fritz.box", "dvergar.localhost:8000", "miner.internal"),
]
HOSTILE = [
    *("evil.example", "evil.example:8000", "8.8.8.8", "[2001:4860:4860::8888]", "6.6"),
    *("localhost.evil.example", "127.0.0.1.evil.example", "evil.example/localhost"),
    *("evil.example@localhost", "localhost@evil.example", "localhost:8000@evil.example"),
    *("localhost:99999", "localhost:8000:8000", "localhost:x", "localhost:-1", ":8000", ""),
    *("local host", "localhost,evil.example", "localhost, localhost", "localhost#", "localhost?"),
    *("localhost\\evil.example", "http://localhost", "//localhost", "[::1", "::1", "[]", "[::1]x"),
    *("evil.example\t", ".local", "localhost\x00", "lôcalhost", "x" * 300, "a." * 200, "%6c%6f"),
    *("games.example.org.evil.example", "xgames.example.org", "x.games.example.org"),
]


def allows(host: str, server: str = "203.0.113.9", **settings: str) -> bool:
    scope = {"headers": [(b"host", host.encode("latin-1"))], "server": (server, 8000)}
    return AllowedHosts(Settings(Path(), **settings)).allows(scope)  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ALWAYS)
def test_this_machine_can_always_be_asked(host: str) -> None:
    assert allows(host)
    assert allows(host, address=ADDRESS)


@pytest.mark.parametrize("host", AT_HOME)
def test_a_server_at_home_needs_no_name(host: str) -> None:
    assert allows(host)
    assert not allows(host, address=ADDRESS), "a public one has its own"
    assert not allows(host, allowed_hosts="games.example.org")


@pytest.mark.parametrize("host", HOSTILE)
def test_no_other_name_is_answered(host: str) -> None:
    assert not allows(host)
    assert not allows(host, address=ADDRESS)
    assert not allows(host, address=ADDRESS, allowed_hosts="www.example.org, 192.0.2.7")


def test_the_names_that_are_set_are_answered() -> None:
    for host in ("games.example.org", "Games.Example.Org:443", "games.example.org."):
        assert allows(host, address=ADDRESS)
        assert allows(host, allowed_hosts="www.example.org games.example.org")
        assert not allows(host), "a public name has to be set"
    assert allows("192.0.2.7:8000", allowed_hosts="192.0.2.7")
    assert allows("[2001:db8::7]:8000", allowed_hosts="[2001:db8::7]")
    assert allows("203.0.113.9", address=ADDRESS), "the address that was really connected to"
    assert allows(socket.gethostname())


def test_two_hosts_are_none() -> None:
    twice = [(b"host", b"localhost"), (b"host", b"evil.example")]
    hosts = AllowedHosts(Settings(Path()))
    assert not hosts.allows({"headers": twice})
    assert hosts.allows({"headers": []}), "an old client names no other"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = replace(PROMPT, address=ADDRESS)
    with serving(tmp_path_factory.mktemp("public"), settings) as served:
        yield served


def test_an_unknown_name_gets_a_sentence_and_no_link_to_it(server: Served, public: Served) -> None:
    for served in (server, public):
        for path in ("/", "/api/games", "/about", "/static/look.css", "/metrics", "/health"):
            answer = request("GET", served.url + path, headers={"host": "evil.example"})
            assert_refused(answer, 421)
            assert "evil.example" not in answer.text + str(answer.headers)
        headers = {"host": "evil.example", "hx-request": "true"}
        assert "allowed_hosts" in request("GET", served.url, headers=headers).text


def test_links_of_a_public_server_begin_with_its_address(public: Served) -> None:
    program = Program(public.url)
    table = program.open(["me", "open"])
    assert invites(table)[0].startswith(f"{ADDRESS}join/")
    page = program.http.get(f"/table/{program.table}").text
    assert f"{ADDRESS}return/" in page
    assert public.url not in page


@pytest.mark.parametrize("text", ["games.example.org", "ftp://x/", "https://a b/", "https://x/?y"])
def test_an_address_is_a_whole_one(text: str) -> None:
    with pytest.raises(WrongSetting):
        parse("address", text)
    with pytest.raises(WrongSetting):
        parse("allowed_hosts", f"{text}/")


def test_the_address_of_a_server_below_a_path_ends_with_it() -> None:
    def settings(address: str) -> Settings:
        return read(Path(), {"DVERGAR_ADDRESS": address, "DVERGAR_BASE_PATH": "/dvergar"}, {})

    assert settings("https://example.org/dvergar/").address == "https://example.org/dvergar/"
    for wrong in ("https://example.org/", "https://example.org/other/"):
        with pytest.raises(WrongSetting):
            settings(wrong)
