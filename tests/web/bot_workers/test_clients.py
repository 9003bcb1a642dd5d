"""The network of whoever makes a bot think is known to the queue, for bots, hints and analyses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.web.bot_workers.question import Answer, Question
from dvergar.web.bot_workers.worker_pool import Show
from tests.web.players import GAME, Person, Program, finished, upload, wait_until
from tests.web.serving import PROMPT, Served, serving

NETWORK = "198.51.100.7"


@pytest.fixture
def asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[tuple[Served, list[Question]]]:
    """A server behind a proxy, and what its bots are asked."""
    questions: list[Question] = []
    with serving(tmp_path, replace(PROMPT, trusted_proxies="127.0.0.1")) as served:
        queue = served.inside.queue
        real = queue.think

        async def think(question: Question, show: Show = lambda _: None) -> Answer:
            questions.append(question)
            return await real(question, show)

        monkeypatch.setattr(queue, "think", think)
        yield served, questions


def program(served: Served, address: str = NETWORK) -> Program:
    made = Program(served.url)
    if address:
        made.http.headers["x-forwarded-for"] = address
    return made


def test_bots_and_hints_count_as_of_those_who_act(asked: tuple[Served, list[Question]]) -> None:
    served, questions = asked
    anna = program(served)
    anna.open(["me", "careful", "careful"], options={"first_seat": 0})
    anna.http.post(f"/api/tables/{anna.table}/hint", json={"at": anna.look()["version"]})
    (hint,) = questions
    assert (hint.hint, hint.client) == (True, NETWORK)
    while anna.look()["my_turn"] and len(questions) == 1:
        anna.move(anna.look()["choices"][0]["move"])
    wait_until(lambda: len(questions) > 1)
    assert {one.client for one in questions} == {NETWORK}


def test_a_bot_that_begins_counts_as_of_whoever_opened_the_table(
    asked: tuple[Served, list[Question]],
) -> None:
    served, questions = asked
    program(served).open(["careful", "me"], options={"first_seat": 0})
    wait_until(lambda: questions)
    assert questions[0].client == NETWORK


def test_nobody_stands_behind_a_proxy_that_does_not_say_for_whom_it_asks(
    asked: tuple[Served, list[Question]],
) -> None:
    served, questions = asked
    program(served, "").open(["careful", "me"], options={"first_seat": 0})
    wait_until(lambda: questions)
    assert questions[0].client == ""


def test_an_analysis_counts_as_of_whoever_asked_for_it(
    asked: tuple[Served, list[Question]],
) -> None:
    served, questions = asked
    person = Person(served.url)
    person.http.headers["x-forwarded-for"] = NETWORK
    person._see(upload(person, json.dumps(finished()).encode()))
    person.press(person.form(f"{person.path}/analyse").find("button")[0])
    wait_until(lambda: questions)
    assert (questions[0].is_analysis, questions[0].client) == (True, NETWORK)
    assert questions[0].state.game.slug == GAME
