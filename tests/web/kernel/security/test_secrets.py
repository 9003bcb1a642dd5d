"""What is hidden stays on the server: seed, orders of decks, others' gold, tokens and invites."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

import dvergar
from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.web.kernel.live.presence import NOBODY_HERE
from dvergar.web.kernel.security.tokens import Keys, digest
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, PERSON, Seat, Table
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view
from tests.web.players import (
    GAME,
    Program,
    assert_refused,
    get,
    invites,
    play_out,
    read_live,
    read_news,
    stream,
)
from tests.web.serving import Served

LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")
NAMES = ["Anna", "Ben", "Cleo"]


def true_state(server: Served, table: str) -> State:
    """The whole truth about a running game, rebuilt from the stored events."""
    opening, *moves = server.events(table)
    state = dvergar.game(GAME, **opening["options"]).start(opening["seed"])
    for event in moves:
        if "move" in event:
            state.play(state.game.move(event["move"]))
    return state


def everything_shown(http: httpx.Client, table: str, number: int) -> Iterator[str]:
    """All that a visitor can get of a table."""
    page = f"/table/{table}"
    for path in ("/", page, f"{page}?at=0", f"{page}?at={number}", f"/api/tables/{table}"):
        answer = http.get(path)
        assert answer.status_code == 200
        yield answer.text
    yield http.get(page, headers={"hx-request": "true"}).text
    yield read_live(http, table)
    yield from read_news(http, table)
    yield http.get(f"{page}/record").text
    yield http.get(f"/api/tables/{table}/record").text
    yield http.post(f"{page}/move", data={"move": "dig", "at": "0"}).text


def spellings(deck: list[Any]) -> Iterator[str]:
    """An order of cards as it could slip out."""
    for order in (deck, deck[::-1]):
        for separator in (",", ", ", " ", ""):
            yield separator.join(map(str, order))
        yield json.dumps(order)
        yield json.dumps(order, separators=(",", ":"))


def test_a_running_game_keeps_its_secrets(server: Served) -> None:
    host, guest, spectator = (Program(server.url) for _ in range(3))
    opened = host.open(["me", "open", "bold", "open"], public=True)
    (first, last) = invites(opened)
    guest.join(first)
    spectator.table = host.table
    open_invite = last.rsplit("/", 1)[1]
    for one in (guest, spectator):
        for text in everything_shown(one.http, host.table, 0):
            assert open_invite not in text, "only the host sees the invite"
            assert first.rsplit("/", 1)[1] not in text
    late = Program(server.url)
    late.join(last, "Late")
    tokens = {one: [one.token, return_key(one)] for one in (host, guest, late)}
    holders = {one: digest(one.token) for one in (host, guest, late)}
    for step in range(12):
        state = true_state(server, host.table)
        if state.over:
            break
        opening = server.events(host.table)[0]
        data = state.data()
        decks = [value for value in data.values() if isinstance(value, list) and len(value) > 8]
        secrets = [str(opening["seed"]), hex(opening["seed"])[2:], *holders.values()]
        secrets += [text for deck in decks for text in spellings(deck) if len(text) > 8]
        if step in (0, 5, 11):
            for one in (host, guest, late, spectator):
                others = [
                    key for player, keys in tokens.items() if player is not one for key in keys
                ]
                for text in everything_shown(one.http, host.table, step):
                    for secret in (*secrets, *others):
                        assert secret not in text
        _one_move((host, guest, late))


def return_key(program: Program) -> str:
    """The secret part of the link by which a visitor takes his seats along."""
    page = program.http.get(f"/table/{program.table}").text
    found = re.search(rf"/return/{program.table}/[\d-]+/([\w-]{{20,}})", page)
    assert found
    return found[1]


def _one_move(programs: tuple[Program, ...]) -> None:
    for _ in range(20):
        for program in programs:
            table = program.look()
            if table["my_turn"]:
                program.move(table["choices"][0]["move"], table["version"])
                return
        programs[0].look(after=table["version"], wait=1)  # a bot thinks
    raise AssertionError("nobody can move")


def test_others_gold_is_hidden_unless_it_is_open(server: Served) -> None:
    for open_gold in (False, True):
        host, guest = Program(server.url), Program(server.url)
        opened = host.open(["me", "open", "me"], options={"open_gold": open_gold})
        guest.join(invites(opened)[0])
        spectator = Program(server.url)
        spectator.table = host.table
        for _ in range(9):
            _one_move((host, guest))
            mine = guest.look()["view"]["players"]
            assert mine[1]["gold"] is not None
            assert all((mine[seat]["gold"] is not None) is open_gold for seat in (0, 2))
            for player in spectator.look()["view"]["players"]:
                assert (player["gold"] is not None) is open_gold
            for dwarf in spectator.look()["view"]["dwarfs"]:
                assert (dwarf["gold"] is not None) is open_gold


def test_on_one_screen_only_the_one_whose_turn_it_is_sees_his_gold(program: Program) -> None:
    table = program.open(["me", "me", "me"])
    for _ in range(9):
        table = program.move(table["choices"][0]["move"], table["version"])
        if table["phase"] == "over":
            break
        seen = [player["seat"] for player in table["view"]["players"] if player["gold"] is not None]
        assert seen == [table["seat"]]


def test_the_record_leaves_the_server_only_after_the_end(program: Program) -> None:
    program.open(["me", "me"])
    for path in (f"/table/{program.table}/record", f"/api/tables/{program.table}/record"):
        for lang in LANGUAGES:
            answer = program.http.get(path, headers={"accept-language": lang})
            assert_refused(answer, 409)
    play_out([program])
    for path in (f"/table/{program.table}/record", f"/api/tables/{program.table}/record"):
        answer = program.http.get(path)
        assert "attachment" in answer.headers["content-disposition"]
        Record.from_json(answer.content).verify()


def twins(moves: list[str]) -> tuple[int, int]:
    """Two seeds whose games look the same to everybody after these moves, and are not."""
    game = dvergar.game(GAME, players=3, first_seat=0)
    seen: dict[str, tuple[int, str]] = {}
    for seed in range(200_000):
        state = game.start(seed)
        trail: list[str] = []
        try:
            for move in moves:
                state.play(game.move(move))
                trail += map(repr, state.events())
        except dvergar.DvergarError:
            continue
        views = [state.view(seat) for seat in (None, 0, 1, 2)]
        look = json.dumps([views, trail], default=repr)
        if look in seen and seen[look][1] != state.text():
            return seen[look][0], seed
        seen[look] = (seed, state.text())
    raise AssertionError("no twins were found")


@pytest.mark.parametrize(
    "moves", [[], ["dig", "dig", "dig"], ["draw exit"], ["dig", "draw exit"]], ids=str
)
def test_tables_that_differ_only_in_hidden_cards_look_the_same(
    moves: list[str], server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        server.inside.presence, "here", lambda _: NOBODY_HERE
    )  # others see who looks
    seats = [Seat(PERSON, name) for name in NAMES]
    tables = []
    for seed in twins(moves):
        host = Program(server.url, f"{seed:0>24}")
        plan = Plan(GAME, {"first_seat": 0}, seats, "Twins")
        table = server.run(server.inside.tables.open(plan, digest(host.token), seed))
        host.table = table.id
        for move in moves:
            host.move(move)
        tables.append(host)
    for shown in zip(*(all_sights(host, len(moves)) for host in tables), strict=True):
        assert shown[0] == shown[1]


def all_sights(host: Program, number: int) -> list[str]:
    """What the players and a spectator see, with the names of table and player taken out."""
    spectator = Program(host.url)
    sights = []
    for one in (host, spectator):
        for text in list(everything_shown(one.http, host.table, number))[1:]:
            unnamed = text.replace(host.table, "TABLE").replace(host.token, "TOKEN")
            unnamed = re.sub(r'(?<=name="dvergar-news" content=")\w+', "STREAM", unnamed)
            sights.append(re.sub(r"return/TABLE/[\d-]+/[\w-]+", "RETURN", unnamed))
    return sights


def test_a_position_of_the_past_shows_no_more_than_it_did(program: Program) -> None:
    """Looking back at one's own turn must not show what lay hidden then, as the score does now."""
    program.open(["me", "me", "me"])
    play_out([program])
    spectator = Program(program.url)
    page = spectator.http.get(f"/table/{program.table}?at=3").text
    state = Record.from_json(program.record().content).replay(3)
    hidden = {"extraction", "exits"} & set(state.data())
    for deck in hidden:
        for text in spellings(state.data()[deck]):
            assert len(text) < 9 or text not in page


def test_an_address_of_a_table_cannot_be_guessed(
    new_program: Callable[[], Program],
) -> None:
    ids = {new_program().open(["me", "me"])["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch(r"[a-z0-9]{12}", one) for one in ids)


def test_the_database_keeps_no_token(server: Served) -> None:
    program = Program(server.url)
    program.open(["me", "open"])
    with sqlite3.connect(server.data / "dvergar.sqlite") as connection:
        everything = "\n".join(connection.iterdump())
    assert program.token not in everything
    assert digest(program.token) in everything


def test_a_live_stream_is_filtered_for_its_viewer(server: Served) -> None:
    program = Program(server.url)
    table = program.open(["me", "me"])
    program.move("dig", table["version"])
    with stream("GET", f"{server.url}/table/{program.table}/live") as live:
        for line in live.iter_lines():
            assert 'name="move"' not in line
            if line.startswith("id:"):
                break
    assert 'name="move"' in read_live(program.http, program.table)
    assert get(f"{server.url}/table/{program.table}").status_code == 200


@pytest.mark.parametrize("game", ["my_gold_mine", "cave_vs_cave", "caverna"])
def test_a_table_that_waits_tells_nothing_of_the_deal(game: str) -> None:
    told = set()
    for seed in range(8):
        seats = [{"kind": kind, "name": ""} for kind in (PERSON, OPEN)]
        body = {"game": game, "rules": info(game).rules_version, "options": {"players": 2}}
        body |= {"seed": seed, "seats": seats, "name": "", "public": False, "host": ""}
        view = make_view(Table("t", Stored(0, "open", body)), Viewer((0,), True, "en"), LINKS, 1)
        assert view.view is None
        told.add((view.prompt.seat, view.prompt.question, len(view.prompt.blocked)))
    assert told == {(0, "", 0)}


def test_nobody_is_said_to_begin_at_a_table_that_waits(server: Served) -> None:
    host = Program(server.url)
    opened = host.open(["me", "open"], public=True)
    assert opened["phase"] == "waiting"
    assert opened["seat"] is None
    assert opened["question"] == ""
    assert opened["choices"] == opened["blocked"] == []
