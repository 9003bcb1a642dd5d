"""Nobody passes for someone else by letters that look alike, are invisible or turn a line."""

from __future__ import annotations

import string
import sys
import unicodedata

import pytest
from confusable_homoglyphs.confusables import confusables_data

from dvergar.core.words import words
from dvergar.web.kernel.tables.player_names import look_alike, named, normalize_name
from dvergar.web.kernel.tables.table import BOT, PERSON, Seat
from tests.web.players import Person, Program, assert_refused, invites, post
from tests.web.serving import Served

SAY = words("dvergar.web", "en")
ALIKE = [
    "\u0410nna",  # a Cyrillic A
    "Ann\u0430",
    "ANNA",
    "\uff21nna",  # of full width
    "\U0001d400nna",  # a bold one of mathematics
    "An\u200bna",
    "An\u200dna",
    "\u202eannA",
    "\u2066Anna\u2069",
    "Anna\u3164",
    "A n n a",
    "Anna\ufe0f",
    "\u00adAnna",
    "Anna\U000e0041",
]


def test_each_letter_that_looks_like_a_plain_one_counts_as_it() -> None:
    checked = 0
    for plain in string.ascii_letters + string.digits:
        for pair in confusables_data.get(plain, ()):
            other = pair["c"].replace("\u200e", "")
            if normalize_name(other) == other:  # any other is kept as something else
                assert look_alike(f"Bo{plain}", f"Bo{other}"), (plain, pair)
                checked += 1
    assert checked > 300


def test_what_cannot_be_seen_is_in_no_name() -> None:
    hidden = [
        chr(number)
        for number in range(sys.maxunicode + 1)
        if unicodedata.category(chr(number)) in ("Cc", "Cf", "Cs")
    ]
    assert len(hidden) > 2200
    for letter in hidden:
        assert "".join(normalize_name(f"{letter}An{letter}na{letter}").split()) == "Anna"
        assert normalize_name(letter) == ""
    for line in "\u2028\u2029\u00a0\u3000\n":
        assert normalize_name(f"An{line}na") == "An na"


def test_a_name_begins_with_no_mark_that_joins_what_is_before() -> None:
    assert normalize_name("\u0301\u0489 Anna") == "Anna"
    assert normalize_name("Zoe\u0301") == "Zo\u00e9", "in its usual form"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("Zoe", "Zo\u00eb"), ("Dwarf 1", "Dwarf 2"), ("Bo", "Bob"), ("Ian", "Jan")],
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize("name", ALIKE)
def test_nobody_sits_down_under_a_name_that_looks_like_another(server: Served, name: str) -> None:
    host = Program(server.url)
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    opened = host.http.post("/api/tables", json={"game": "my_gold_mine", "seats": seats}).json()
    token = invites(opened["table"])[0].rsplit("/", 1)[1]
    for answer in (
        post(f"{server.url}/api/join/{token}", json={"name": name}),
        post(f"{server.url}/join/{token}", data={"name": name}),
    ):
        assert "looks like" in assert_refused(answer, 409)
    seats[1] = {"kind": "me", "name": name}
    both = {"game": "my_gold_mine", "seats": seats}
    assert "looks like" in assert_refused(post(f"{server.url}/api/tables", json=both), 409)


def test_bots_take_no_name_that_looks_like_that_of_a_person() -> None:
    seats = named([Seat(PERSON, "Gr\u0456m"), Seat(BOT, "", "random")])
    assert not look_alike(seats[0].name, seats[1].name)
    seats = named([Seat(BOT, "", "random"), Seat(PERSON, "Gr\u0456m")])
    assert not look_alike(seats[0].name, seats[1].name)


def claimed(server: Served, name: str) -> Person:
    person = Person(server.url)
    person.post("/ratings/claim", {"name": name})
    assert f"known here as {name}" in person.document.text
    return person


def test_a_claimed_name_is_for_its_holder_alone(server: Served) -> None:
    owner = claimed(server, "Sindri")
    host = Program(server.url)
    token = invites(host.open(["me", "open"], public=True))[0].rsplit("/", 1)[1]
    for name in ("Sindri", "S\u0456ndri", "SINDRl"):
        table = {"game": "my_gold_mine", "seats": [{"kind": "me", "name": name}, {"kind": "open"}]}
        fields = {"game": "my_gold_mine", "kind-0": "me", "name-0": name, "kind-1": "here"}
        for answer in (
            post(f"{server.url}/api/tables", json=table),
            post(f"{server.url}/tables", data=fields),
            post(f"{server.url}/api/join/{token}", json={"name": name}),
            post(f"{server.url}/join/{token}", data={"name": name}),
            post(f"{server.url}/api/tables/{host.table}/sit", json={"name": name}),
        ):
            assert assert_refused(answer, 409) == SAY("error.name_claimed", name=name)
        answer = post(f"{server.url}/ratings/claim", data={"name": name})
        assert assert_refused(answer, 409) == SAY("error.claimed", name=name)
    owner.post(f"/join/{token}", {"name": "Sindri"})
    assert owner.path == f"/table/{host.table}"


def test_spaces_and_signs_alone_are_no_name(server: Served) -> None:
    host = Program(server.url)
    token = invites(host.open(["me", "open"]))[0].rsplit("/", 1)[1]
    for name in ("\u200b", "\u3164", "\u2800\u2800", "\u202e", "\u0301", "\ufe0f"):
        answer = post(f"{server.url}/api/join/{token}", json={"name": name})
        assert assert_refused(answer, 400, 422) == SAY("error.name_empty")
