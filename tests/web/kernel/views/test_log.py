"""The log: whole, turn by turn, in reading order; and what the others did since my own turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import PERSON, Table
from dvergar.web.kernel.views.log_view import TURNS_PER_BLOCK, LogPart, LogWriter, fold
from tests.web.documents import Element, read_document
from tests.web.players import GAME, Program, assert_refused, get, invites, play_out
from tests.web.serving import Served

NAMES = ["Alma", "Bror", "Cilla", "Dagny"]
SAY = words("dvergar.web", "en")


def opened(slug: str, players: int, **options: Any) -> Table:
    """A table of people, without any server."""
    seats = [{"kind": PERSON, "name": name, "bot": ""} for name in NAMES[:players]]
    body = {"game": slug, "options": {"players": players, **options}, "seed": 4, "seats": seats}
    body |= {"name": "", "public": False, "host": "", "rules": info(slug).rules_version}
    return Table("table", Stored(0, "open", body))


def play(table: Table, move: str) -> Table:
    return table.after(Stored(table.version, "move", {"move": move}))


def undo(table: Table, to: int) -> Table:
    return table.after(Stored(table.version, "undo", {"to": to}))


def teller(table: Table) -> LogWriter:
    return LogWriter(table, "en", table.names)


def played(slug: str, players: int, moves: int) -> Iterator[Table]:
    """A table after each of so many random moves, some of them taken back."""
    table, dice = opened(slug, players), random.Random(3)
    for _ in range(moves):
        if table.state.over:
            return
        if table.steps and dice.random() < 0.1:
            table = undo(table, max(0, len(table.steps) - dice.choice((1, 1, 1, 9))))
        else:
            state = table.state
            table = play(table, state.game.name(dice.choice(state.moves())))
        yield table


@pytest.mark.parametrize(("slug", "players"), [(GAME, 3), ("caverna", 3), ("cave_vs_cave", 2)])
def test_a_page_and_what_it_asks_for_are_the_whole_log(slug: str, players: int) -> None:
    stamps: dict[str, tuple[LogPart, ...]] = {}
    for table in played(slug, players, 150):
        told, number = teller(table), len(table.steps)
        page, whole = told.newest(number), told.all(number)
        older = told.all(number, page.before) if page.before else ()
        assert older + page.parts == whole, "no turn is lost between the two, and none told twice"
        assert stamps.setdefault(page.stamp, older) == older, "another stamp when it has changed"
        shown = len(fold(table.log)) - page.before
        assert page.before == 0 or shown >= TURNS_PER_BLOCK, "enough is in view"
        assert shown < 3 * TURNS_PER_BLOCK, "a message stays small"
    assert len(stamps) < 30, "what was fetched seldom has to be fetched again"
    positions = [part.number for part in whole if not part.undone]
    assert positions == sorted(positions), "the oldest first"
    assert whole[0].heading, "it begins with the first round"


def test_a_turn_is_one_part_of_the_log_and_a_round_a_heading() -> None:
    table = opened("caverna", 2, first_seat=0)
    for move in ("place clearing", "done", "place supplies"):
        table = play(table, move)
    first, *turns = teller(table).all(3)
    assert first.heading.startswith("<strong>Round 1</strong>")
    assert [(turn.number, turn.seat, len(turn.lines)) for turn in turns] == [(2, 0, 1), (3, 1, 1)]


@pytest.mark.usefixtures("stones")
def test_what_was_taken_back_is_told_apart_and_not_at_all_in_a_replay() -> None:
    table = opened("stones", 2)
    for move in ("pick", "pick"):
        table = play(table, move)
    table = play(undo(table, 1), "drop")
    told = teller(table)
    assert [(part.number, part.undone) for part in told.all(2)] == [
        (1, False),
        (2, True),
        (2, False),
    ]
    assert [part.undone for part in told.all(1)] == [False]
    assert not any(part.undone for part in told.since([1]))


def test_since_my_last_turn_is_what_the_others_did() -> None:
    table = opened("caverna", 3, first_seat=0)
    assert teller(table).since([1]) == ()
    table = play(table, "place supplies")
    assert [part.seat for part in teller(table).since([1])] == [0]
    assert teller(table).since([0]) == ()
    table = play(table, "place logging")
    table = play(table, "place clearing")
    assert [part.seat for part in teller(table).since([0])] == [1, 2], "also while somebody thinks"
    table = play(table, "done")
    assert [part.number for part in teller(table).since([0])] == [2, 4], "one line a dwarf"
    table = play(table, "place drift_mining")
    assert [part.seat for part in teller(table).since([0])] == [1, 2], "my turn goes on"
    assert [part.seat for part in teller(table).since([1])] == [2, 0]
    table = play(table, "done")
    assert teller(table).since([0]) == ()


def parts_of(page: Element) -> list[str]:
    found = [
        one
        for one in page.find("li")
        if one["class"].split()[:1] in (["log-turn"], ["log-heading"])
    ]
    return [" ".join(one.text.split()) for one in found]


def test_the_whole_log_has_a_page_and_a_fragment(server: Served) -> None:
    program = Program(server.url)
    program.open(["me"] * 4)
    play_out([program])
    table = f"{server.url}/table/{program.table}"
    page = read_document(get(table).text)
    whole = read_document(get(f"{table}/log").text)
    (link,) = [one for one in page.find("a") if one["id"] == "log-more"]
    assert link["href"] == f"/table/{program.table}/log", "for browsers without scripts"
    fragment = get(server.url + link["hx-get"], headers={"hx-request": "true"}).text
    assert "<html" not in fragment
    assert parts_of(read_document(fragment)) + parts_of(page) == parts_of(whole)
    assert len(parts_of(page)) < len(parts_of(whole))
    headings = [one.text for one in whole.find("h3")]
    assert [heading[:7] for heading in headings] == ["Round 1", "Round 2", "Round 3"]
    replay = read_document(get(f"{table}/log?at=5").text)
    assert len(parts_of(replay)) > 2
    assert parts_of(replay)[:-1] == parts_of(whole)[: len(parts_of(replay)) - 1]
    french = get(f"{table}/log", headers={"accept-language": "fr"}).text
    assert "manche 1" in french


@pytest.mark.parametrize("query", ["before=x", "at=-1", "before=1234567890", "at=²"])
def test_a_wrong_place_in_the_log_is_refused(query: str, server: Served) -> None:
    program = Program(server.url)
    program.open(["me"] * 2)
    assert_refused(get(f"{server.url}/table/{program.table}/log?{query}"), 400, 422)
    assert_refused(get(f"{server.url}/table/nothing/log"), 404)


def test_before_the_game_nothing_is_told(server: Served) -> None:
    program = Program(server.url)
    program.open(["me", "open"])
    assert SAY("log.nothing") in get(f"{server.url}/table/{program.table}/log").text


def test_the_page_says_what_the_others_did_and_a_screen_reader_hears_no_more(
    server: Served,
) -> None:
    host, guest = Program(server.url), Program(server.url)
    guest.join(invites(host.open(["me", "open"], options={"two_player_variant": False}))[0])
    first = host if host.look()["my_turn"] else guest
    second = guest if first is host else host
    first.move("dig")
    mine, other = page_of(second), page_of(first)
    (line,) = [one for one in mine.find("li") if one["class"] == "since-turn"]
    assert "1 gold" in line.text
    assert "digs 1 gold" in str(line.find("a")[0]["title"]), "the whole sentence is not far"
    seat = first.look()["my_seats"][0]
    assert [one["href"] for one in line.find("a")] == [
        f"#seat-{seat}",
        f"/table/{host.table}?at=1#seat-{seat}",
    ]
    assert mine.find("span", id=f"seat-{seat}"), "his place on the page"
    assert SAY("since.nothing") in other.text
    polite = [one["id"] for one in mine.elements() if one["aria-live"] == "polite"]
    assert "since-turns" in polite
    assert not {"log", "log-lines", "log-parts"} & set(polite)
    watching = read_document(get(f"{server.url}/table/{host.table}").text)
    assert not watching.find("section", id="since"), "whoever watches has no turn"


def page_of(program: Program) -> Element:
    return read_document(program.http.get(f"/table/{program.table}").text)
