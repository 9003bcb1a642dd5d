"""Nobody can use up the confirmation mails of others, or flood a mailbox with them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from dvergar.core.languages import LANGUAGES
from dvergar.web.features.notifications.addresses import parse_mail_address
from dvergar.web.features.notifications.contacts import LIMITS, RequestLimits, Subjects
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.client_address import network_key
from dvergar.web.kernel.security.tokens import new_token
from tests.databases import on_both, place_of
from tests.web.features.notifications.mail_server import (
    MailServer,
    give_address,
    link_in,
    running_mail_server,
    seated,
)
from tests.web.players import assert_refused, post
from tests.web.serving import Place, Served

HOME = "198.51.100.7"
ELSEWHERE = "203.0.113.9"


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with running_mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, mail: MailServer
) -> Iterator[Served]:
    place = place_of(request, tmp_path_factory.mktemp("server"))
    with place.serving(**mail.settings()) as served:
        yield served


@pytest.fixture(autouse=True)
def fresh(server: Served, mail: MailServer) -> None:
    mail.clear()
    forget_requests(server)


def change(server: Served, statement: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text(statement))

    server.run(server.inside.store.change(work))


def forget_requests(server: Served) -> None:
    server.turn_notifier.limit._seen.clear()
    change(server, "delete from contact_requests")


def ask_often(server: Served, client: str, addresses: list[str]) -> list[int]:
    """The statuses of requests of one network, each by a new person."""
    notifier, network = server.turn_notifier, network_key(client)

    async def ask(address: str) -> int:
        try:
            await notifier.request_confirmation(new_token(), "mail", address, "en", network)
        except WebError as error:
            return error.status
        return 200

    return [server.run(ask(address)) for address in addresses]


@on_both
def test_one_network_cannot_use_up_the_mails_of_others(server: Served, mail: MailServer) -> None:
    flood = ask_often(server, HOME, [f"a{n}@flood{n}.org" for n in range(14)])
    assert flood.count(429) == 4
    assert len(mail.mails) == 10
    anna, mallory = seated(server, ELSEWHERE), seated(server, HOME)
    assert_refused(give_address(mallory, "m@elsewhere.org"), 429)
    assert give_address(anna, "anna@example.org").is_success
    assert mail.recipients[-1] == "anna@example.org"


def test_addresses_of_one_ipv6_network_count_together(server: Served) -> None:
    clients = [f"2001:db8:1:2::{n:x}" for n in range(1, 13)]
    statuses = [ask_often(server, one, [f"a@x{n}.org"])[0] for n, one in enumerate(clients)]
    assert statuses.count(200) == 10
    assert ask_often(server, "2001:db8:9::1", ["b@example.org"]) == [200]


@pytest.mark.parametrize(
    "same",
    [
        ["anna@example.org", "anna+1@example.org", "anna+2@example.org", "ANNA+x+y@Example.ORG"],
        ["anna.b@gmail.com", "annab@gmail.com", "a.n.n.a.b@googlemail.com", "AnnaB+1@GMAIL.com"],
        ["anna@müller.example", "anna@xn--mller-kva.example", "anna@MÜLLER.example"],
        ["anna@me.com", "anna@icloud.com", "anna@mac.com"],
        ["an.na@proton.me", "anna@pm.me", "an-na@protonmail.com"],
    ],
)
def test_a_mailbox_gets_one_mail_however_its_address_is_written(
    server: Served, mail: MailServer, same: list[str]
) -> None:
    assert ask_often(server, HOME, same) == [200] + [429] * (len(same) - 1)
    assert len(mail.mails) == 1
    assert ask_often(server, ELSEWHERE, same) == [200] + [429] * (len(same) - 1)
    third = ask_often(server, "192.0.2.33", same)
    assert third == [429] * len(same), "two mails an hour, from wherever"


def test_a_stranger_cannot_keep_a_mailbox_from_its_owner(server: Served) -> None:
    ask_often(server, ELSEWHERE, ["anna@example.org"] * 3)
    assert ask_often(server, HOME, ["anna@example.org"]) == [200]


@pytest.mark.parametrize(
    "addresses",
    [
        [f"a{n}@catch-all.example" for n in range(10)],
        [f"anna@sub{n}.wildcard.example" for n in range(10)],
        [f"anna@sub{n}.wildcard.co.uk" for n in range(10)],
    ],
)
def test_a_domain_is_not_flooded_from_one_network(server: Served, addresses: list[str]) -> None:
    assert ask_often(server, HOME, addresses).count(200) == 6
    assert ask_often(server, ELSEWHERE, addresses[-1:]) == [200], "others have their share"


def test_a_mail_provider_is_no_domain_of_one_person(server: Served) -> None:
    assert ask_often(server, HOME, [f"anna{n}x@gmail.com" for n in range(8)]) == [200] * 8


def test_one_person_asks_five_times_an_hour(server: Served) -> None:
    anna = seated(server)
    statuses = []
    for n in range(7):
        server.turn_notifier.limit._seen.clear()
        anna.http.headers["x-forwarded-for"] = f"198.51.100.{n}"
        statuses.append(give_address(anna, f"anna@typo{n}.org").status_code)
    assert statuses == [200] * 5 + [429] * 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_says_what_to_do(server: Served, lang: str) -> None:
    anna = seated(server, HOME, lang)
    give_address(anna, "anna@example.org")
    again = give_address(anna, "anna+1@example.org")
    assert_refused(again, 429)
    said = {"de": "Spam-Ordner", "en": "spam", "fr": "indésirables"}
    assert said[lang] in again.text


def test_limits_outlive_a_restart_and_hold_no_address(tmp_path: Path, mail: MailServer) -> None:
    place = Place(tmp_path)
    with place.serving(**mail.settings()) as first:
        assert ask_often(first, HOME, ["anna@example.org"]) == [200]
    with sqlite3.connect(tmp_path / "dvergar.sqlite") as connection:
        rows = connection.execute("select * from contact_requests").fetchall()
    assert len(rows) == 1
    assert not any(secret in str(rows) for secret in ("anna", "example", HOME))
    with place.serving(**mail.settings()) as second:
        assert ask_often(second, HOME, ["anna+1@example.org"]) == [429]


def test_a_mail_that_was_not_taken_can_be_asked_for_again(server: Served, mail: MailServer) -> None:
    mail.closed = "451 try later"
    assert ask_often(server, HOME, ["anna@example.org"]) == [502]
    mail.closed = ""
    assert ask_often(server, HOME, ["anna@example.org"]) == [200]


@on_both
def test_requests_at_the_same_time_count_one_after_the_other(
    server: Served, mail: MailServer
) -> None:
    async def ask(number: int) -> bool:
        with suppress(WebError):
            await server.turn_notifier.request_confirmation(
                f"p{number}", "mail", "a@example.org", "en", HOME
            )
            return True
        return False

    async def together() -> list[bool]:
        return await asyncio.gather(*(ask(number) for number in range(6)))

    assert server.run(together()).count(True) == 1
    assert len(mail.mails) == 1


def test_an_address_stays_confirmed_if_nothing_reaches_its_successor(
    server: Served, mail: MailServer
) -> None:
    anna = seated(server, HOME)
    give_address(anna, "anna@example.org")
    post(server.url + link_in(mail.mails[-1].get_content(), "confirm"))
    mail.closed = "550 no such mailbox"
    assert_refused(give_address(anna, "anna@typo.example"), 502)
    assert anna.http.get("/mine/data").json()["contacts"] == [
        {"kind": "mail", "address": "anna@example.org", "confirmed": True}
    ]


def test_whoever_stops_an_unwanted_request_gets_no_further_ones(
    server: Served, mail: MailServer
) -> None:
    assert ask_often(server, ELSEWHERE, ["anna@example.org"]) == [200]
    stop = link_in(mail.mails[-1]["List-Unsubscribe"], "stop")
    assert post(f"{server.url}{stop}").is_success
    change(server, "update contact_requests set at = at - 2 * 24 * 3600")
    server.run(server.turn_notifier.limits.prune())
    for client in (ELSEWHERE, HOME):
        assert ask_often(server, client, ["anna+2@example.org"]) == [429]
    change(server, "update contact_requests set at = at - 30 * 24 * 3600")
    server.run(server.turn_notifier.limits.prune())
    assert ask_often(server, HOME, ["anna@example.org"]) == [200], "after a month"


def test_ones_data_has_the_requests_and_deleting_takes_ones_name_from_them(
    server: Served,
) -> None:
    anna = seated(server, HOME)
    give_address(anna, "anna@example.org")
    (kept,) = anna.http.get("/mine/data").json()["confirmation_requests"]
    assert kept["kind"] == "mail"
    anna.go("/mine")
    anna.send(anna.form("/mine/delete"), sure="yes")

    def holders(connection: Connection) -> list[str]:
        return list(connection.execute(text("select holder from contact_requests")).scalars())

    assert server.run(server.inside.store.change(holders)) == [""]
    other = seated(server, HOME)
    assert_refused(give_address(other, "anna@example.org"), 429)  # the mailbox stays safe


# The rules themselves, with a clock and keys of the test.


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@on_both
def test_an_attacker_with_one_network_never_takes_what_a_newcomer_needs(server: Served) -> None:
    # The server's own rounds would delete requests that are old by the clock of the machine.
    server.loop.call_soon_threadsafe(server.turn_notifier.outbox.close)
    clock = Clock()
    limits = RequestLimits(server.inside.store, clock)
    allowed = 0
    for step in range(300):
        clock.now += 60.0
        subjects = Subjects("mail", "bad", "bad", f"p{step}", f"box{step}", f"d{step % 7}")
        allowed += can(server, limits, subjects)
    assert allowed <= 30, "what one network may ask for in a day"
    for n in range(20):
        good = Subjects("mail", f"net{n}", f"net{n}", f"good{n}", f"mine{n}", f"d{n % 7}")
        assert can(server, limits, good)


def can(server: Served, limits: RequestLimits, subjects: Subjects) -> bool:
    """Whether a request passes; it counts then."""
    with suppress(WebError):
        return server.run(limits.count(subjects)) > 0
    return False


def test_the_last_half_of_the_server_is_kept_for_networks_that_have_asked_for_nothing(
    server: Served,
) -> None:
    clock = Clock()
    limits = RequestLimits(server.inside.store, clock)
    most = next(one for one in LIMITS["mail"] if not one.subject).hour
    for n in range(most // 2):
        server.run(limits.count(Subjects("mail", f"n{n // 5}", f"n{n // 5}", f"p{n}", f"b{n}", "")))
    assert not can(server, limits, Subjects("mail", "n0", "n0", "p", "b", ""))
    for n in range(most // 2):
        subjects = Subjects("mail", f"new{n}", f"new{n}", f"q{n}", f"c{n}", "")
        server.run(limits.count(subjects))
    assert not can(server, limits, Subjects("mail", "newest", "newest", "p", "b", ""))
    clock.now += 3601.0
    assert can(server, limits, Subjects("mail", "newest", "newest", "p", "b", ""))


@pytest.mark.parametrize(
    "address",
    [
        *("", "anna", "@x.org", "a@", "a@b@c.org", "a b@c.org", "a@b..org", "a@-b.org", "a@b-.org"),
        *(
            "a..b@c.org",
            ".a@c.org",
            "a.@c.org",
            "a@[127.0.0.1]",
            '"a"@c.org',
            "a@b.org\r\nBcc: c@d",
        ),
        *("Anna <a@b.org>", "a@b.org,c@d.org", "ä@b.org", "a@" + "b" * 64 + ".org", "a@b.org\0"),
        *("a@127.0.0.1", "a" * 65 + "@b.org", "a@" + ".".join(["b" * 60] * 5), "a@b.org."),
        *("+tag@b.org", "a@\u200b.org", "a@xn--\u00fc.org", "a@b_c.org"),
    ],
)
def test_what_is_no_address_is_none(address: str) -> None:
    assert parse_mail_address(address) is None


@pytest.mark.parametrize(
    ("address", "sent_to", "mailbox", "domain"),
    [
        ("Anna@Example.org", "Anna@example.org", "anna@example.org", "example.org"),
        ("a.b+c@gmail.com", "a.b+c@gmail.com", "ab@gmail.com", ""),
        ("anna@bücher.de", "anna@xn--bcher-kva.de", "anna@xn--bcher-kva.de", "xn--bcher-kva.de"),
        ("x@a.b.example.co.uk", "x@a.b.example.co.uk", "x@a.b.example.co.uk", "example.co.uk"),
        ("x@name.fastmail.com", "x@name.fastmail.com", "x@name.fastmail.com", "fastmail.com"),
    ],
)
def test_an_address_is_read_as_it_is_sent_to_and_counted(
    address: str, sent_to: str, mailbox: str, domain: str
) -> None:
    found = parse_mail_address(address)
    assert found is not None
    assert (found.address, found.mailbox, found.domain) == (sent_to, mailbox, domain)
