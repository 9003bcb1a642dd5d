"""One client is one network in limits and bans, whatever form its address has."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.ops import admin_state
from dvergar.web.kernel.ops.admin_state import ServerState, write
from dvergar.web.kernel.security.client_address import is_among, network_key, parse_ban, site_key
from dvergar.web.kernel.security.rate_limit import AtOnce, RateLimit
from dvergar.web.kernel.security.reverse_proxy import ForwardedHeaders, is_local
from dvergar.web.settings import IPNetwork, Settings, WrongSetting, parse, read
from tests.web.players import assert_refused, get, post
from tests.web.serving import PROMPT, Served, serving

TABLE = {"game": "my_gold_mine", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]}


def forms_of(address: str) -> list[str]:
    """All the ways in which an IPv4 client can show up."""
    number = int(IPv4Address(address))
    high, low = f"{number >> 16:x}", f"{number & 0xFFFF:x}"
    teredo = IPv6Address((0x20010000_53AA064C << 64) | (~number & 0xFFFFFFFF))
    return [
        address,
        f" {address} ",
        f"{address}:1234",
        f"::ffff:{address}",
        f"::FFFF:{high}:{low}",
        f"0:0:0:0:0:ffff:{high}:{low}",
        f"[::ffff:{address}]",
        f"[::ffff:{address}]:443",
        f"::ffff:{address}%eth0",
        f"::ffff:0:{address}",
        f"64:ff9b::{address}",
        f"64:ff9b:1::{address}",
        f"64:ff9b:1:7::{address}",
        f"2002:{high}:{low}::1",
        f"2002:{high}:{low}:9:8:7:6:5",
        f"::{address}",
        str(teredo),
    ]


def neighbours(count: int, net: str = "2001:db8:1:2::") -> list[str]:
    """Many addresses of one IPv6 /64."""
    return [str(IPv6Address(int(IPv6Address(net)) + 7919**3 * n + 1)) for n in range(count)]


@given(st.ip_addresses(v=4))
def test_an_ipv4_client_is_one_client_in_every_form(address: IPv4Address) -> None:
    if address.is_loopback or int(address) < 2:  # ::1 and :: are addresses of their own
        return
    assert {network_key(form) for form in forms_of(str(address))} == {str(address)}


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_an_ipv6_client_is_its_64(address: IPv6Address, host_bits: int) -> None:
    other = IPv6Address((int(address) >> 64 << 64) | host_bits)
    mine, others = network_key(str(address)), network_key(str(other))
    if mine.endswith("/64") and others.endswith("/64"):
        assert mine == others
        assert site_key(mine) == site_key(others)


@given(st.text(max_size=300))
def test_any_text_has_a_short_key(text: str) -> None:
    assert len(network_key(text)) <= 64


@pytest.mark.parametrize("ban", ["198.51.100.7", "198.51.100.0/24", *forms_of("198.51.100.7")[3:6]])
def test_a_ban_on_an_ipv4_client_holds_in_every_form(ban: str) -> None:
    for form in forms_of("198.51.100.7"):
        assert is_among(form, [parse_ban(ban)]), form
    for form in forms_of("198.51.101.7"):
        assert not is_among(form, [parse_ban(ban)]), form


@pytest.mark.parametrize("ban", ["2001:db8:1:2::9", "2001:db8:1:2::9/128", "2001:db8:1:2::/64"])
def test_a_ban_on_an_ipv6_client_is_one_on_its_64(ban: str) -> None:
    assert all(is_among(one, [parse_ban(ban)]) for one in neighbours(50))
    assert not is_among("2001:db8:1:3::9", [parse_ban(ban)])


@pytest.mark.parametrize(
    "ban", ["2002::/16", "64:ff9b::/96", "::/0", "::ffff:0:0/96", "2001:db8::/32"]
)
def test_a_ban_on_a_whole_kind_of_ipv6_spares_ipv4_and_this_machine(ban: str) -> None:
    spared = ["198.51.100.7", "::ffff:198.51.100.7"] + (["::1"] if ban != "::/0" else [])
    assert not any(is_among(one, [parse_ban(ban)]) for one in spared)


def refused(limit: RateLimit, clients: Iterable[str]) -> int:
    """How many of these are refused."""
    count = 0
    for client in clients:
        try:
            limit.check(network_key(client))
        except WebError:
            count += 1
    return count


def test_addresses_of_one_client_share_its_limit() -> None:
    assert refused(RateLimit(30, "too_many_tables", 8), neighbours(70)) == 40
    assert refused(RateLimit(5, "too_many_tables", 8), forms_of("198.51.100.7")) == 12
    one_each = [f"198.51.100.{n}" for n in range(70)]
    assert refused(RateLimit(1, "too_many_tables", 8), one_each) == 0


def test_the_networks_of_one_ipv6_site_have_a_limit_together() -> None:
    networks = [f"2001:db8:1:{n:x}::1" for n in range(1000)]
    assert refused(RateLimit(3, "too_many_tables", 8), networks) == 1000 - 24
    assert refused(RateLimit(3, "too_many_tables", 0), networks) == 0, "unless it is switched off"
    streams = AtOnce(2, "too_many_streams", 3)
    kept = [streams.keep(network_key(one)) for one in networks[:6]]
    for one in kept:
        one.__enter__()
    assert len(streams) == 6
    with pytest.raises(WebError):
        streams.check(network_key(networks[7]))
    for one in kept:
        one.__exit__(None, None, None)
    assert len(streams) == 0
    streams.check(network_key(networks[7]))


def test_one_ipv6_network_opens_no_more_tables_than_one_address(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, tables_per_minute=3)) as served:
        answers = [
            post(f"{served.url}/api/tables", json=TABLE, headers={"x-forwarded-for": address})
            for address in neighbours(12)
        ]
    assert [one.status_code for one in answers] == [201] * 3 + [429] * 9
    assert_refused(answers[-1], 429)


def test_a_banned_client_is_kept_out_in_every_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_state, "FILE_CHECK_S", 0.0)
    with serving(tmp_path) as served:
        write(tmp_path, ServerState(banned=("198.51.100.7/32", "2001:db8:1:2::/64")))
        for form in [*forms_of("198.51.100.7"), *neighbours(5)]:
            answer = get(f"{served.url}/about", headers={"x-forwarded-for": form.strip()})
            assert answer.status_code == 403, form
        answer = get(f"{served.url}/about", headers={"x-forwarded-for": "198.51.100.8"})
        assert answer.status_code == 200


# Whose word counts.


def seen(peer: str, headers: list[tuple[str, str]], trusted: str) -> dict[str, Any]:
    """What the application sees of a request."""
    found: dict[str, Any] = {}

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        found.update(scope)

    networks = Settings(Path(), trusted_proxies=trusted).proxy_networks()
    raw = [(name.encode(), text.encode()) for name, text in headers]
    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": raw}
    asyncio.run(ForwardedHeaders(app, networks)(scope, None, None))  # type: ignore[arg-type]
    return found


X = "x-forwarded-for"
CASES: list[tuple[str, str, list[str], str]] = [
    ("127.0.0.1", "127.0.0.1, ::1", ["203.0.113.5"], "203.0.113.5"),
    ("::1", "127.0.0.1, ::1", ["203.0.113.5"], "203.0.113.5"),
    ("::ffff:127.0.0.1", "127.0.0.1, ::1", ["203.0.113.5"], "203.0.113.5"),
    ("203.0.113.9", "127.0.0.1, ::1", ["127.0.0.1"], "203.0.113.9"),
    ("127.0.0.1", "127.0.0.1", ["127.0.0.1, 203.0.113.5"], "203.0.113.5"),
    ("127.0.0.1", "127.0.0.1", ["6.6.6.6, 7.7.7.7, 203.0.113.5"], "203.0.113.5"),
    ("127.0.0.1", "127.0.0.1", ["6.6.6.6", "203.0.113.5"], "203.0.113.5"),
    ("127.0.0.1", "127.0.0.1, 10.0.0.0/8", ["6.6.6.6, 203.0.113.5, 10.1.1.1"], "203.0.113.5"),
    ("127.0.0.1", "127.0.0.1, 10.0.0.0/8", ["10.1.1.1"], "10.1.1.1"),
    ("127.0.0.1", "127.0.0.1, 10.0.0.0/8", ["6.6.6.6, nonsense, 10.1.1.1"], "10.1.1.1"),
    ("127.0.0.1", "127.0.0.1", ["nonsense"], "127.0.0.1"),
    ("127.0.0.1", "127.0.0.1", [""], "127.0.0.1"),
    ("127.0.0.1", "", ["203.0.113.5"], "127.0.0.1"),
    ("172.18.0.1", "private", ["6.6.6.6, 203.0.113.5"], "203.0.113.5"),
    ("172.18.0.1", "*", ["127.0.0.1, 203.0.113.5"], "203.0.113.5"),
]


@pytest.mark.parametrize(("peer", "trusted", "lines", "client"), CASES)
def test_the_nearest_untrusted_hop_is_the_client(
    peer: str, trusted: str, lines: list[str], client: str
) -> None:
    found = seen(peer, [(X, line) for line in lines], trusted)
    assert network_key(found["client"][0]) == client
    assert not is_local(found)


@pytest.mark.parametrize("said", ["https", "HTTPS", "http, https"])
def test_the_scheme_is_believed_of_a_trusted_proxy_alone(said: str) -> None:
    header = [("x-forwarded-proto", said)]
    assert (seen("127.0.0.1", header, "127.0.0.1"))["scheme"] == "https"
    assert (seen("203.0.113.9", header, "127.0.0.1"))["scheme"] == "http"
    nonsense = [("x-forwarded-proto", "gopher")]
    assert seen("127.0.0.1", nonsense, "127.0.0.1")["scheme"] == "http"


MARKS = [X, "forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-proto", "via"]


def test_no_header_reads_the_metrics(server: Served) -> None:
    for name in MARKS:
        for claim in ["127.0.0.1", "::1", "for=127.0.0.1", "127.0.0.1, 127.0.0.1"]:
            assert_refused(get(f"{server.url}/metrics", headers={name: claim}), 404)
    assert get(f"{server.url}/metrics").status_code == 200


@pytest.mark.parametrize(
    "text", ["0.0.0.0/0", "::/0", "proxy.example.org", "10.0.0.0/99", "*, ::/0"]
)
def test_a_server_does_not_trust_everybody(text: str) -> None:
    with pytest.raises(WrongSetting):
        parse("trusted_proxies", text)
    with pytest.raises(WrongSetting):
        read(Path(), {"FORWARDED_ALLOW_IPS": text}, {})


def test_the_variable_of_earlier_releases_still_names_proxies() -> None:
    old = {"FORWARDED_ALLOW_IPS": "192.0.2.7"}
    assert read(Path(), old, {}).trusted_proxies == "192.0.2.7"
    assert read(Path(), old | {"DVERGAR_TRUSTED_PROXIES": "::1"}, {}).trusted_proxies == "::1"


def test_no_example_of_a_deployment_trusts_everybody() -> None:
    for file in (Path(__file__).parents[4] / "deploy").iterdir():
        text = file.read_text("utf-8")
        assert "FORWARDED_ALLOW_IPS" not in text, file.name
        assert "proxy_add_x_forwarded_for" not in text, file.name
        for found in re.findall(r"DVERGAR_TRUSTED_PROXIES[:=] *(\S+)", text):
            assert all(one.num_addresses == 1 for one in _networks_of(found)), file.name


def _networks_of(text: str) -> tuple[IPNetwork, ...]:
    return Settings(Path(), trusted_proxies=text).proxy_networks()
