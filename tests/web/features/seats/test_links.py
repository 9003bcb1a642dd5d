"""Invite links say who can open them, and are shown as a picture where a phone can."""

from __future__ import annotations

import pytest

from dvergar.web.kernel.security import network
from tests.toy import INFO as TOY
from tests.web.players import Person, Program, assert_refused, invites
from tests.web.serving import Served

NETWORK = "192.168.7.5"


@pytest.fixture
def host(server: Served, monkeypatch: pytest.MonkeyPatch) -> Person:
    """The host of a table with an open seat, in front of the machine that serves it."""
    monkeypatch.setattr(network, "network_address", lambda: NETWORK)
    program = Program(server.url)
    program.open(["me", "open"], game=TOY.slug)
    person = Person(server.url)
    person.http.cookies.set("dvergar", program.token)
    person.go(f"/table/{program.table}")
    return person


def test_a_link_to_this_computer_says_how_others_get_in(server: Served, host: Person) -> None:
    text = " ".join(host.answer.text.split())
    assert "Only this computer can open this link." in text
    assert "<code>dvergar serve --host 0.0.0.0</code>" in text
    port = server.url.rpartition(":")[2]
    assert f"then links begin with http://{NETWORK}:{port}/ and" in text
    assert "code.svg" not in text
    host.go(f"{host.path}?lang=fr")
    assert "Seul cet ordinateur peut ouvrir ce lien." in host.answer.text


def test_a_server_for_the_network_links_to_its_address_there(
    server: Served, host: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.inside, "serves_network", True)
    host.go(host.path)
    assert "Only this computer" not in host.answer.text
    (link,) = [one["value"] for one in host.document.find("input") if "/join/" in one["value"]]
    assert link.startswith(f"http://{NETWORK}:")
    pictures = [one for one in host.document.find("img") if one["src"].endswith("code.svg")]
    assert [one["alt"].startswith("QR code") for one in pictures] == [True, True]
    for picture in pictures:
        answer = host.http.get(picture["src"])
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
    assert_refused(host.http.get("/join/wrong/code.svg"), 404)


def test_a_machine_without_a_network_says_so(
    server: Served, host: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "")
    host.go(host.path)
    assert "isn’t on one right now" in host.answer.text
    monkeypatch.setattr(server.inside, "serves_network", True)
    program = Program(server.url)
    (invite,) = invites(program.open(["me", "open"], game=TOY.slug))
    assert invite.startswith(server.url), "a link to this computer is better than none"


def test_the_address_in_the_network_is_no_address_of_this_machine_alone() -> None:
    assert not network.is_this_computer(f"http://{network.network_address() or NETWORK}/")
    assert all(map(network.is_this_computer, ("http://[::1]:1/", "http://127.3.2.1/")))
