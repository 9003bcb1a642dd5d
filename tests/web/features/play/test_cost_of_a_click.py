"""What a click costs: statements to the database, moves played, fragments rendered, bytes sent."""

from __future__ import annotations

import asyncio
import queue
import random
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from benchmarks.click_trace import GAMES, measure
from dvergar.core.game import State
from dvergar.web.kernel.http import table_stream as live
from dvergar.web.kernel.tables.table import sample
from dvergar.web.kernel.views.render import Renderer
from tests.web.kernel.live.streams import LOCKED_S, Message, listening
from tests.web.players import Program
from tests.web.serving import Place, Served, statements

GZIP = 31  # what zlib calls a stream with the head of gzip
END = b"\n\n"  # of a message of a live stream
LONGEST = 15 * 1024


@pytest.fixture(autouse=True)
def no_heartbeat(monkeypatch: pytest.MonkeyPatch, server: Served) -> None:
    """Streams that nobody has closed yet look after their table: not while we count."""
    monkeypatch.setattr(live, "HEARTBEAT_S", 3600.0)
    for wait in ("gather_s", "grace_s"):  # who comes and goes is no news here
        monkeypatch.setattr(server.inside.presence, wait, 3600.0)


def click(program: Program, move: str, at: int) -> None:
    form = {"move": move, "at": str(at)}
    answer = program.http.post(
        f"/table/{program.table}/move", data=form, headers={"hx-request": "true"}
    )
    assert answer.status_code == 200


def move(program: Program, move: str, at: int) -> None:
    """What a program does instead of clicking."""
    assert program.try_move(move, at).status_code == 200


@contextmanager
def two_viewers(
    program: Program, server: Served, version: int
) -> Iterator[list[queue.Queue[Message]]]:
    with (
        listening(Program(server.url, program.token).http, program.table, f"?after={version}") as a,
        listening(Program(server.url).http, program.table, f"?after={version}") as b,
    ):
        yield [a, b]


@pytest.mark.parametrize("way", [click, move])
@pytest.mark.parametrize("game", ["my_gold_mine", "caverna", "cave_vs_cave"])
def test_a_click_asks_the_database_three_times(
    game: str, way: Callable[[Program, str, int], None], program: Program, server: Served
) -> None:
    """The table with the seats of who clicks; the event; the lists. Viewers ask nothing."""
    table = program.open(["me", "me"], game=game)
    with two_viewers(program, server, table["version"]) as viewers:
        for _ in range(3):
            seen = program.look()
            with statements(server) as asked:
                way(program, seen["choices"][0]["move"], seen["version"])
                now = server.inside.tables.cached(program.table)
                assert now is not None
                for viewer in viewers:
                    assert viewer.get(timeout=LOCKED_S).id == str(now.version)
            assert len(asked) <= 3, asked


def test_a_click_asks_postgresql_three_times_too(shared: Place) -> None:
    """What a server hears of its own events it knows already."""
    with shared.serving() as served:
        program = Program(served.url)
        version = program.open(["me", "me"])["version"]
        with two_viewers(program, served, version) as viewers, statements(served) as asked:
            for more in range(3):
                click(program, "dig", version + more)
                for viewer in viewers:
                    assert viewer.get(timeout=LOCKED_S).id == str(version + more + 1)
            program.http.get("/keys")  # and time to ask more has passed
        assert len(asked) <= 9, asked


def test_a_click_at_a_table_that_was_forgotten_asks_three_times_too(
    program: Program, server: Served
) -> None:
    table = program.open(["me", "me"])
    server.inside.tables.repository.forget_all()
    with statements(server) as asked:
        click(program, table["choices"][0]["move"], table["version"])
    assert len(asked) <= 3, asked


@pytest.mark.parametrize("path", ["/table/{}", "/api/tables/{}", "/table/{}?at=0"])
def test_looking_asks_once(path: str, program: Program, server: Served) -> None:
    program.open(["me", "me"])
    with statements(server) as asked:
        assert program.http.get(path.format(program.table)).status_code == 200
    assert len(asked) == 1, asked


def test_lists_are_read_in_one_go_each(program: Program, server: Served) -> None:
    for _ in range(3):
        program.open(["me", "me"])
    with statements(server) as asked:
        assert program.http.get("/").status_code == 200
    assert len(asked) == 2, asked


@pytest.mark.parametrize(
    ("game", "move", "confirm"),
    [
        ("my_gold_mine", "dig", "never"),
        ("caverna", "place clearing", "never"),
        ("caverna", "place clearing", "always"),
        ("cave_vs_cave", "take excavation", "always"),
    ],
)
def test_a_move_is_played_once(
    game: str,
    move: str,
    confirm: str,
    program: Program,
    server: Served,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where it would wait if it ended the turn, which is known only when it was played."""
    table = program.open(["me", "me"], game=game)
    program.http.cookies.set("confirm", confirm)
    kind: type[State] = type(server.run(server.inside.tables.get(program.table)).state)
    played: list[int] = []
    play = kind.play

    def count(self: State, move: int) -> None:
        played.append(move)
        play(self, move)

    monkeypatch.setattr(kind, "play", count)
    click(program, move, table["version"])
    assert len(played) == 1
    assert program.look()["number"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_click_plays_once_and_builds_one_view(game: str) -> None:
    """A move that waits for its confirmation is played once more, to show what it would do."""
    figures = asyncio.run(measure([game]))
    once = {"moves played", "states imagined", "views of the state", "prompts"}
    for click, counts in figures.items():
        assert counts["views of the table"] == counts["tables drawn"] == 1, click
        most = 2 if click.endswith("waits") else 1
        assert {what: counts[what] for what in once if counts[what] > most} == {}, click
        assert counts["moves played"] == most


@pytest.mark.parametrize("game", GAMES)
def test_what_lists_show_needs_no_view(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sample(game, 2)

    def refuse(*_: object) -> dict[str, Any]:
        raise AssertionError("a view was built")

    monkeypatch.setattr(State, "view", refuse)
    assert table.summary().facts["round"] == 1


def test_who_sees_the_same_is_sent_the_same_rendering(
    program: Program, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two spectators, the mover's page and his answer: two renderings."""
    table = program.open(["me", "me"])
    version = table["version"]
    rendered = []
    fragment = Renderer.fragment

    def count(self: Renderer, *arguments: Any) -> str:
        rendered.append(arguments)
        return fragment(self, *arguments)

    monkeypatch.setattr(Renderer, "fragment", count)
    with (
        two_viewers(program, server, version) as viewers,
        listening(Program(server.url).http, program.table, f"?after={version}") as third,
    ):
        click(program, "dig", version)
        for viewer in (*viewers, third):
            viewer.get(timeout=LOCKED_S)
    assert len(rendered) == 2


def test_looking_wakes_nobody_and_changes_nothing(
    program: Program, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    program.open(["me", "me"])
    monkeypatch.setattr(server.inside.bots, "wake", woken.append)
    table = server.inside.tables.cached(program.table)
    program.look()
    program.http.get(f"/table/{program.table}?at=0")
    assert woken == []
    assert server.inside.tables.cached(program.table) is table


def kind_of_question(state: Any) -> tuple[int, bool] | None:
    """What makes a long message: late in the game, a tile to choose, or much else."""
    names = [] if state.over else [state.game.name(move) for move in state.moves()]
    tile = any(name.startswith("furnish ") for name in names)
    return (state.round, tile) if state.round > 5 and (tile or len(names) > 30) else None


def bytes_of_a_move(program: Program, server: Served, move: str, version: int) -> int:
    """How long the message of a live page is that tells of a move, as it comes over the wire."""
    address = f"/table/{program.table}/live?after={version}"
    with program.http.stream("GET", address) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        chunks = answer.iter_raw()
        beginning = next(chunks)
        other = Program(server.url, program.token, "fr")
        other.table = program.table
        click(other, move, version)
        sent, text = 0, b""
        unzipped = zlib.decompressobj(wbits=GZIP)
        unzipped.decompress(beginning)
        while text.count(END) < 2:  # of what every stream begins with, and of the message
            chunk = next(chunks)
            sent += len(chunk)
            text += unzipped.decompress(chunk)
        assert len(beginning) < 100
        now = server.inside.tables.cached(program.table)
        assert now is not None
        assert b"id: %d\n" % now.version in text
        return sent


def test_a_live_message_at_seven_players_is_small(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes over the wire after a move, measured where it is hardest to keep small."""
    monkeypatch.setattr("secrets.randbits", lambda _: 1)
    program = Program(server.url, lang="fr")  # the longer words
    program.open(["me"] * 7, game="caverna")
    chance = random.Random(1)
    sent: dict[tuple[int, bool], int] = {}
    table = server.run(server.inside.tables.get(program.table))
    while not table.state.over:
        move = chance.choice(table.state.moves())
        after = table.state.copy()
        after.play(move)
        kind, name = kind_of_question(after), table.game.name(move)
        if kind and kind not in sent:
            sent[kind] = bytes_of_a_move(program, server, name, table.version)
            table = server.run(server.inside.tables.get(program.table))
        else:
            table = server.run(server.inside.tables.play(table, name))
    assert len(sent) > 8
    assert max(sent.values()) <= LONGEST, sent
