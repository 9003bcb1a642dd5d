"""The stream of a program: one line for each of its tables whenever something is new there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.databases import on_both
from tests.web.players import Program, assert_refused, invites, play_out
from tests.web.serving import Served

EXAMPLES = Path(__file__).parents[4] / "docs/examples"


@contextmanager
def streaming(program: Program) -> Iterator[Iterator[dict[str, Any]]]:
    """The lines that are not empty, as they come."""
    with program.http.stream("GET", "/api/stream") as answer:
        assert answer.is_success
        yield (json.loads(line) for line in answer.iter_lines() if line)


@on_both
def test_all_my_tables_are_told_of_and_no_others(server: Served) -> None:
    program, stranger = Program(server.url), Program(server.url)
    first = program.open(["me", "open"])
    stranger.open(["me", "me"])
    with streaming(program) as lines:
        line = next(lines)
        assert line == {
            "id": first["id"],
            "game": "my_gold_mine",
            "version": first["version"],
            "phase": "waiting",
            "my_seats": [0],
            "bot_seats": [],
            "my_turn": False,
        }
        second = program.open(["me", "me"])
        line = next(lines)
        assert (line["id"], line["my_seats"], line["my_turn"]) == (second["id"], [0, 1], True)
        program.move("dig")
        assert next(lines)["version"] > line["version"]
        stranger.join(invites(first)[0])
        assert (next(lines)["id"], line["phase"]) == (first["id"], "playing")


def test_a_table_that_is_over_has_one_last_line(server: Served) -> None:
    program = Program(server.url)
    table = program.open(["me", "me"])["id"]
    with streaming(program) as lines:
        assert next(lines)["phase"] == "playing"
        play_out([program])
        last = next(line for line in lines if line["phase"] == "over")
        assert (last["id"], last["my_turn"]) == (table, False)
    program.open(["me", "me"])
    with streaming(program) as lines:
        assert next(lines)["id"] == program.table, "finished tables aren't told of anew"


def test_a_program_without_a_token_has_no_tables(server: Served) -> None:
    assert_refused(Program(server.url).http.get("/api/stream"), 401)


@pytest.mark.parametrize("example", ["stream_bot.py", "stream_bot.js"])
def test_the_examples_play_two_games_at_once_to_their_end(server: Served, example: str) -> None:
    runner = shutil.which("node") if example.endswith("js") else sys.executable
    if runner is None:
        pytest.skip("there is no Node here")
    done = subprocess.run(
        [runner, str(EXAMPLES / example), server.url],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.count(" is over") == 2
