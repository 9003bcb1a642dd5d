"""What bad input gets: a 4xx page or JSON with one sentence, and nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from dvergar.core.languages import LANGUAGES
from tests.web.players import (
    GAME,
    JSON,
    Person,
    Program,
    assert_refused,
    finished,
    get,
    invites,
    play_out,
    post,
    request,
    sentence,
    upload,
)
from tests.web.serving import PROMPT, Served, serving

Make = Callable[[], Program]


@contextmanager
def nothing_changes(program: Program) -> Iterator[None]:
    """The table is the same after the block, to the last field."""
    before = program.look()
    yield
    assert program.look() == before


def in_both_languages(ask: Callable[[str], httpx.Response], *statuses: int) -> None:
    """Asks in English and in French: two refusals, two sentences."""
    told = [assert_refused(ask(lang), *statuses) for lang in LANGUAGES]
    assert told[0] != told[1]


def api(program: Program, path: str, body: object, lang: str = "en") -> httpx.Response:
    return program.http.post(path, json=body, headers={"accept-language": lang})


# A new table.


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": ""}, 404),
        ({"game": "../my_gold_mine"}, 404),
        ({"options": {"open_gold": "yes"}}, 400),
        ({"options": {"open_gold": 1}}, 400),
        ({"options": {"colour": "red"}}, 400),
        ({"options": {"players": 6}}, 400),
        ({"options": {"first_seat": 5}}, 400),
        ({"options": {"first_seat": True}}, 400),
        ({"seats": [{"kind": "me", "name": "A"}]}, 400),
        ({"seats": [{"kind": "me", "name": "A"}] * 7}, 400),
        ({"seats": [{"kind": "me", "name": "A"}] * 8}, 422),
        ({"seats": []}, 422),
        ({"seats": [{"kind": "king", "name": "A"}] * 2}, 422),
        ({"seats": [{"kind": "me", "name": ""}] * 2}, 400),
        ({"seats": [{"kind": "me", "name": " \t\u202e"}] * 2}, 400),
        ({"seats": [{"kind": "me", "name": "x" * 25}] * 2}, 422),
        ({"seats": [{"kind": "me", "name": "A"}, {"kind": "bot", "bot": "genius"}]}, 400),
        ({"seats": [{"kind": "me", "name": "A"}, {"kind": "bot"}]}, 400),
        ({"name": "x" * 41}, 422),
        ({"seed": 7}, 422),
    ],
)
def test_a_table_that_cannot_be_is_refused(change: JSON, status: int, program: Program) -> None:
    good: JSON = {"game": GAME, "seats": [{"kind": "me", "name": "A"}] * 3}
    in_both_languages(lambda lang: api(program, "/api/tables", {**good, **change}, lang), status)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": ""}, 404),
        ({"option-dragon_timing": "never"}, 400),
        ({"option-first_seat": "5"}, 400),
        ({"kind-0": "king"}, 400),
        ({"kind-1": "closed"}, 400),
        ({"kind-1": "bot", "bot-1": "genius"}, 400),
        ({"name-0": "x" * 25}, 400),
        ({"name-0": "\u202e\u200b\x07"}, 400),
        ({"table_name": "x" * 41}, 400),
        ({"table_name": "\u200b"}, 400),
    ],
)
def test_a_form_that_asks_for_a_wrong_table_comes_back_with_a_sentence(
    change: dict[str, str], status: int, server: Served
) -> None:
    def ask(lang: str) -> httpx.Response:
        person = Person(server.url, lang)
        good = {"game": GAME, "kind-0": "me", "kind-1": "here", "name-0": "A", "name-1": "B"}
        person.post("/tables", {**good, **change})
        assert "dvergar" not in person.http.cookies, "no seat was taken"
        return person.answer

    in_both_languages(ask, status)


def test_a_refused_form_keeps_what_was_typed(person: Person) -> None:
    fields = {"game": GAME, "kind-0": "me", "name-0": "Anna", "kind-2": "bot", "bot-2": "bold"}
    person.post("/tables", {**fields, "table_name": "Friday", "option-first_seat": "5"})
    assert person.answer.status_code == 400
    assert person.document.find("input", name="name-0")[0]["value"] == "Anna"
    assert person.document.find("input", name="table_name")[0]["value"] == "Friday"
    (kind,) = [one for one in person.document.find("input", name="kind-2") if "checked" in one]
    assert kind["value"] == "bot"


# Names.


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna \t Berta\n", "Anna Berta"),
        ("Anna\x00\x1b[31m", "Anna[31m"),
        ("\u202egolb\u202c", "golb"),
        ("🧔🏽‍♂️ Grünbart", "🧔🏽♂ Grünbart"),
        ("שלום", "שלום"),
        ("<b>&amp;\"'", "<b>&amp;\"'"),
        ("{name} %s {0}", "{name} %s {0}"),
    ],
)
def test_odd_names_are_tidied_and_kept(typed: str, kept: str, program: Program) -> None:
    seats = [{"kind": "me", "name": typed}, {"kind": "me", "name": "B"}]
    answer = api(program, "/api/tables", {"game": GAME, "seats": seats})
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    assert table["seats"][0]["name"] == kept
    page = program.http.get(f"/table/{table['id']}")
    assert page.status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "\u202e", "x" * 25])
def test_nobody_sits_down_without_a_proper_name(name: str, server: Served) -> None:
    host = Program(server.url)
    token = invites(host.open(["me", "open"]))[0].rsplit("/", 1)[1]
    with nothing_changes(host):
        for lang in LANGUAGES:
            person = Person(server.url, lang)
            person.post(f"/join/{token}", {"name": name})
            assert_refused(person.answer, 400)
            assert person.document.find("form", action=f"/join/{token}"), "one can try again"
        body = {"name": name}
        in_both_languages(
            lambda lang: api(Program(server.url), f"/api/join/{token}", body, lang), 400, 422
        )


# Moves.


@pytest.mark.parametrize("move", ["", "dance", "DIG", "small step", "swap dwarf 2", "dig\x00", "0"])
def test_an_unknown_or_impossible_move_is_refused(move: str, program: Program) -> None:
    table = program.open(["me", "me"])
    path = f"/api/tables/{program.table}/moves"
    with nothing_changes(program):
        body = {"move": move, "at": table["version"]}
        in_both_languages(lambda lang: api(program, path, body, lang), 409)
        page = program.http.post(
            f"/table/{program.table}/move", data={"move": move, "at": str(table["version"])}
        )
        assert_refused(page, 409)


def test_a_move_of_another_seat_is_refused(program: Program, new_program: Make) -> None:
    guest = new_program()
    guest.join(invites(program.open(["me", "open"]))[0])
    seen = {one.look()["my_turn"]: one for one in (program, guest)}
    idle, version = seen[False], program.look()["version"]
    with nothing_changes(program):
        body = {"move": "dig", "at": version}
        path = f"/api/tables/{program.table}/moves"
        in_both_languages(lambda lang: api(idle, path, body, lang), 409)
        page = idle.http.post(
            f"/table/{program.table}/move", data={"move": "dig", "at": str(version)}
        )
        assert_refused(page, 409)


def test_a_spectator_cannot_act(program: Program, new_program: Make) -> None:
    table = program.open(["me", "me"])
    program.move("dig", table["version"])
    spectator = new_program()
    spectator.table = program.table
    other = new_program()
    other.open(["me", "me"])
    other.table = program.table
    at = program.look()["version"]
    with nothing_changes(program):
        for stranger in (spectator, other):
            refused = 403 if stranger.token else 401
            assert_refused(stranger.try_move("dig", at), refused)
            assert_refused(stranger.try_undo(at), refused)
            for act in ("move", "undo", "rematch", "fill"):
                fields = {"move": "dig", "at": str(at), "seat": "0", "bot": "bold"}
                page = stranger.http.post(f"/table/{program.table}/{act}", data=fields)
                assert_refused(page, 403)


def test_a_stale_move_changes_nothing_and_shows_the_fresh_page(program: Program) -> None:
    table = program.open(["me", "me"])
    program.move("dig", table["version"])
    now = program.look()
    with nothing_changes(program):
        for at in (0, table["version"], now["version"] + 1, 999_999_999):
            assert_refused(program.try_move("dig", at), 409)
            fields = {"move": "dig", "at": str(at)}
            for lang in LANGUAGES:
                page = program.http.post(
                    f"/table/{program.table}/move", data=fields, headers={"accept-language": lang}
                )
                assert_refused(page, 409)
                assert f'name="at" value="{now["version"]}"' in page.text, "the present position"


@pytest.mark.parametrize("at", ["", "-1", "1.5", "x", "1e3", "99999999999999999999", "0x1"])
def test_a_damaged_position_is_refused(at: str, program: Program) -> None:
    program.open(["me", "me"])
    with nothing_changes(program):
        for act in ("move", "undo"):
            fields = {"move": "dig", "at": at}
            in_both_languages(
                lambda lang, act=act, fields=fields: program.http.post(  # type: ignore[misc]
                    f"/table/{program.table}/{act}",
                    data=fields,
                    headers={"accept-language": lang},
                ),
                400,
            )
        answer = program.http.post(
            f"/api/tables/{program.table}/moves", json={"move": "dig", "at": at}
        )
        assert_refused(answer, 409 if at.isdigit() else 422)


@pytest.mark.parametrize("times", [2, 6])
def test_of_identical_clicks_exactly_one_wins(times: int, program: Program, server: Served) -> None:
    table = program.open(["me", "me", "me"])
    at = table["version"]

    def click(number: int) -> int:
        one = Program(server.url, program.token)
        one.table = program.table
        if number % 2:
            return one.try_move("dig", at).status_code
        fields = {"move": "dig", "at": str(at)}
        answer = one.http.post(
            f"/table/{one.table}/move", data=fields, headers={"hx-request": "true"}
        )
        return answer.status_code

    with ThreadPoolExecutor(times) as pool:
        statuses = sorted(pool.map(click, range(times)))
    assert statuses == [200] + [409] * (times - 1)
    assert program.look()["version"] == at + 1
    assert program.look()["number"] == 1


def test_nothing_moves_before_everybody_sits_and_after_the_end(program: Program) -> None:
    table = program.open(["me", "open"])
    with nothing_changes(program):
        assert_refused(program.try_move("dig", table["version"]), 409)
        assert_refused(program.try_undo(table["version"]), 409)
        assert_refused(program.http.post(f"/table/{program.table}/rematch"), 409)
    program.open(["me", "me"])
    end = play_out([program])
    with nothing_changes(program):
        assert_refused(program.try_move("dig", end["version"]), 409)
        assert_refused(program.try_undo(end["version"]), 409)


# Records.


def test_a_finished_record_can_be_looked_at(person: Person) -> None:
    tree = finished()
    answer = upload(person, json.dumps(tree).encode())
    assert answer.status_code == 200
    assert answer.url.path.startswith("/table/")
    last = person.http.get(f"{answer.url.path}?at={len(tree['moves'])}")
    assert 'id="scores"' in last.text
    again = person.http.get(f"{answer.url.path}/record").json()
    assert again == tree


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe\x00",
        b"PK\x03\x04" * 100,
        b"[" * 100_000,
        b'{"format": "pgn"}',
        b"1" * 5000,
        b'"\\ud800"',
    ],
)
def test_a_foreign_file_is_refused(content: bytes, server: Served) -> None:
    in_both_languages(lambda lang: upload(Person(server.url, lang), content), 400)


@pytest.mark.parametrize(
    "damage",
    [
        {"version": 2},
        {"version": None},
        {"rules": 99},
        {"rules": "1"},
        {"game": "chess"},
        {"game": 7},
        {"seed": -1},
        {"seed": 1 << 64},
        {"seed": "7"},
        {"seed": True},
        {"options": {}},
        {"options": {"players": 2, "open_gold": []}},
        {"options": []},
        {"moves": ["dance"]},
        {"moves": ["dig", "small step"]},
        {"moves": "dig"},
        {"moves": [["dig"]]},
        {"moves": ["dig"] * 30_000},
        {"seats": ["A"]},
        {"seats": ["A", "x" * 61]},
        {"scores": [1, 2]},
        {"scores": "many"},
        {"moves": [], "scores": [0, 0]},
    ],
    ids=str,
)
def test_a_damaged_record_is_refused(damage: dict[str, Any], server: Served) -> None:
    content = json.dumps({**finished(), **damage}).encode()
    in_both_languages(lambda lang: upload(Person(server.url, lang), content), 400)


def test_a_record_that_is_too_long_is_refused(server: Served) -> None:
    content = json.dumps({**finished(), "remark": "x" * 2_100_000}).encode()
    in_both_languages(lambda lang: upload(Person(server.url, lang), content), 400, 413)


def test_an_upload_without_a_file_is_refused(server: Served) -> None:
    def ask(lang: str, **body: Any) -> httpx.Response:
        return Person(server.url, lang).http.post("/records", **body)

    in_both_languages(ask, 400)
    in_both_languages(lambda lang: ask(lang, data={"record": "no file"}), 400)
    in_both_languages(lambda lang: ask(lang, json=finished()), 400)
    in_both_languages(lambda lang: ask(lang, files={"other": ("a", b"b")}), 400)


# Cookies.

ODD_COOKIES = ["", "x", "a" * 5000, "ÿþ\x80", '"', "%00%ff%c3", "a=b; c", "../../etc", "' OR 1=1--"]


@pytest.mark.parametrize("odd", ODD_COOKIES)
@pytest.mark.parametrize("name", ["dvergar", "name", "lang", "theme"])
def test_a_broken_cookie_counts_as_none(name: str, odd: str, server: Served) -> None:
    host = Program(server.url)
    host.open(["me", "me"])
    cookie = {b"cookie": f"{name}={odd}".encode("latin-1")}
    with nothing_changes(host):
        for path in ("/", "/about", f"/rules/{GAME}", f"/table/{host.table}"):
            answer = get(server.url + path, headers=cookie)
            assert answer.status_code == 200
        fields = {"move": "dig", "at": str(host.look()["version"])}
        answer = post(f"{server.url}/table/{host.table}/move", data=fields, headers=cookie)
        assert_refused(answer, 403)
        look = get(f"{server.url}/api/tables/{host.table}", headers=cookie)
        assert look.json()["my_seats"] == []


@pytest.mark.parametrize("name", ["%20%20", "%E2%80%AE", "%00", "%C3"])
def test_with_a_broken_name_cookie_one_can_still_open_a_table(name: str, server: Served) -> None:
    fields = {"game": GAME, "kind-0": "me", "kind-1": "bot", "bot-1": "bold"}
    answer = post(f"{server.url}/tables", data=fields, headers={"cookie": f"name={name}"})
    assert answer.status_code == 303


@pytest.mark.parametrize("odd", ["", "Bearer", "Bearer x", "Basic abc", "bearer \x80", "é"])
def test_a_broken_token_of_a_program_is_no_seat(odd: str, program: Program) -> None:
    program.open(["me", "me"])
    headers = {b"authorization": odd.encode("latin-1")}
    look = get(f"{program.url}/api/tables/{program.table}", headers=headers)
    assert look.json()["my_seats"] == []


# Addresses.


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/table/nothing",
        "/table/nothing/live",
        "/table/nothing/record",
        "/table/" + "x" * 2000,
        "/table/%00",
        "/table/%ff%fe",
        "/join/nothing",
        "/join/" + "x" * 2000,
        "/rules/chess",
        "/rules/%3Cscript%3E",
        "/api",
        "/api/nothing",
        "/api/tables/nothing",
        "/api/tables/nothing/record",
        "//evil.example/",
    ],
)
def test_there_is_nothing_at_an_unknown_address(path: str, server: Served) -> None:
    in_both_languages(lambda lang: get(server.url + path, headers={"accept-language": lang}), 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/"),
        ("GET", "/tables"),
        ("PUT", "/tables"),
        ("DELETE", "/table/x"),
        ("GET", "/preferences"),
        ("PATCH", "/about"),
        ("GET", "/table/x/move"),
        ("DELETE", "/api/games"),
        ("PUT", "/api/tables"),
        ("PUT", "/api/tables/x/moves"),
        ("BREW", "/api/games"),
        ("TRACE", "/"),
    ],
)
def test_an_address_cannot_be_used_in_another_way(method: str, path: str, server: Served) -> None:
    in_both_languages(
        lambda lang: request(method, server.url + path, headers={"accept-language": lang}),
        405,
    )


@pytest.mark.parametrize(
    "at", ["x", "-1", "1.5", "", "٣", "9" * 9, "9" * 10, "%00", "1&at=2", "<script>"]
)
def test_a_replay_address_with_garbage_is_refused_or_bounded(at: str, program: Program) -> None:
    table = program.open(["me", "me"])
    program.move("dig", table["version"])
    with nothing_changes(program):
        answer = program.http.get(f"/table/{program.table}?at={at}")
        if answer.status_code != 200:
            assert_refused(answer, 400)


def test_a_position_beyond_the_end_is_the_last_one(program: Program) -> None:
    table = program.open(["me", "me"])
    program.move("dig", table["version"])
    beyond = program.http.get(f"/table/{program.table}?at=500")
    assert beyond.status_code == 200
    assert 'name="move"' not in beyond.text, "a replay has nothing to press"


@pytest.mark.parametrize("query", ["after=x", "after=-1", "wait=-1", "wait=1000", "wait=nan"])
def test_a_wrong_question_to_the_interface_is_refused(query: str, program: Program) -> None:
    program.open(["me", "me"])
    assert_refused(program.http.get(f"/api/tables/{program.table}?{query}"), 422)


# Many tables.


def test_one_address_opens_only_so_many_tables_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, tables_per_minute=3)) as served:
        program = Program(served.url)
        for _ in range(2):
            program.open(["me", "me"])
        person = Person(served.url)
        fields = {"game": GAME, "kind-0": "me", "kind-1": "here"}
        person.post("/tables", fields)
        assert person.answer.status_code == 200
        seats = [{"kind": "me", "name": "A"}] * 2
        body = {"game": GAME, "seats": seats}
        in_both_languages(lambda lang: api(program, "/api/tables", body, lang), 429)
        person.post("/tables", fields)
        assert_refused(person.answer, 429)
        assert_refused(upload(person, json.dumps(finished()).encode()), 429)
        assert program.look()["version"] == 1, "what there is can still be played"


def test_a_sentence_is_found_on_pages_of_every_kind(server: Served) -> None:
    """The helper of these tests itself: each kind of refusal has exactly one sentence."""
    person = Person(server.url)
    person.go("/nothing")
    assert sentence(person.answer)
    person.post("/tables", {"game": GAME})
    assert sentence(person.answer)
