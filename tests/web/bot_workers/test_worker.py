"""What a worker tells its server: how far a bot has come, its answer, and what went wrong."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection
from typing import ClassVar

import pytest

import dvergar
from dvergar import bots
from dvergar.compiled_engine import Engine
from dvergar.core.bot import Thought
from dvergar.core.game import State
from dvergar.web.bot_workers import worker, worker_pool as workers
from dvergar.web.bot_workers.question import Answer, Failure, Question

STATE = dvergar.game("my_gold_mine", players=3, first_seat=0).start(7)


class Brooder:
    """Thinks until it is told to come to an end."""

    end: ClassVar[threading.Event]

    def __init__(self, seed: int) -> None:
        self.thought = Thought(seed % 2 + 5, 0.25)

    def choose(self, state: State) -> int:
        assert self.end.wait(60)
        return state.moves()[0]


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> Connection:
    """The server's end of a worker that runs in a thread."""
    Brooder.end = threading.Event()
    monkeypatch.setitem(bots.GENERAL, "brooder", Brooder)
    monkeypatch.setattr(worker, "PROGRESS_S", 0.01)
    monkeypatch.setattr(worker, "end_with_parent", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "nice", lambda _: 0, raising=False)
    ours, theirs = multiprocessing.Pipe()
    threading.Thread(target=worker.work, args=(theirs, 4), daemon=True).start()
    assert ours.recv() == dvergar.compiled
    return ours


def test_a_bot_is_seen_thinking_before_it_answers(connection: Connection) -> None:
    connection.send(Question("t", "brooder", STATE, seed=1))
    assert isinstance(connection.recv(), Thought)
    Brooder.end.set()
    while isinstance(said := connection.recv(), Thought):
        assert said.share == 0.25
    assert isinstance(said, Answer)
    assert said.moves == ("dig",)
    connection.close()


def test_what_went_wrong_is_told_and_the_next_is_served(connection: Connection) -> None:
    Brooder.end.set()
    connection.send(Question("t", "clever", STATE, seed=1))
    failed = connection.recv()
    assert isinstance(failed, Failure)
    assert "UnknownBot" in failed.message
    connection.send(Question("t", "brooder", STATE, seed=1))
    assert isinstance(connection.recv(), Answer | Thought)
    connection.send("t")
    connection.close()


def test_so_many_workers_as_asked_for_or_a_thread() -> None:
    assert [type(one) for one in workers.make_workers(0, 4, Engine())] == [workers.ThreadWorker]
    assert len(workers.make_workers(3, 4, Engine())) == 3
