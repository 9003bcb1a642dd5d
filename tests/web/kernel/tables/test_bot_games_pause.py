"""Games between bots pause while nobody watches; games with people never do."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import dvergar
from dvergar.web.kernel.live.peers import NoPeers, Notifier
from dvergar.web.kernel.live.presence import WATCHED_S, Presence
from dvergar.web.kernel.tables.bot_runner import PAUSE_S, _patience
from dvergar.web.kernel.tables.table import BRISK, CALM
from tests.web.players import Program
from tests.web.serving import Served, serving


def moves_made(server: Served, table: str) -> int:
    return len(server.events(table)) - 1


def rests(server: Served, table: str) -> bool:
    """Whether the bots of a table come to rest before its game is over."""
    for _ in range(200):
        if table not in server.inside.bots._tasks:
            return True
        time.sleep(0.05)
    return False


def test_bots_among_themselves_wait_until_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watching = Presence.note_watched
    monkeypatch.setattr(Presence, "note_watched", lambda *_: None)  # nobody ever looks
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["random", "random"])
        assert rests(served, program.table)
        made = moves_made(served, program.table)
        program.look()
        assert rests(served, program.table)
        assert moves_made(served, program.table) == made
        monkeypatch.setattr(Presence, "note_watched", watching)
        version = program.look()["version"]
        assert program.look(after=version, wait=20)["version"] > version


def test_bots_go_on_where_a_person_plays_though_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Presence, "note_watched", lambda *_: None)
    with serving(tmp_path) as served:
        program = Program(served.url)
        version = program.open(["random", "me"], options={"first_seat": 0})["version"]
        assert program.look(after=version, wait=20)["version"] > version


def test_a_look_lasts_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    presence = Presence(Notifier(), NoPeers())
    presence.note_watched("a")
    now[0] += WATCHED_S - 1
    assert presence.is_watched("a")
    now[0] += 1
    assert not presence.is_watched("a")
    presence.note_watched("b")
    assert presence.watched_tables() == 1, "what nobody looks at is forgotten"


def test_who_is_out_of_the_mine_watches_nobody_unless_they_like_it_calm() -> None:
    game = dvergar.game("my_gold_mine", players=3)
    state: Any = game.position(dwarfs=[4, 4, 4])

    def patience(state: Any, pace: str) -> float:
        table: Any = SimpleNamespace(game=game, state=state, pace=pace, people=lambda: {0})
        return _patience(table)

    assert patience(state, BRISK) == PAUSE_S[BRISK]
    state.places[0] = 0  # out of the mine
    assert patience(state, BRISK) == 0.0
    assert patience(state, CALM) == PAUSE_S[CALM]
    state.places[0] = -1  # burnt
    assert patience(state, BRISK) == 0.0
