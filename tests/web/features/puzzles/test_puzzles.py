"""Puzzles: each has one best turn, is solved on the real table, and is explained afterwards."""

from __future__ import annotations

import pytest

from dvergar.core.puzzles import Puzzle, puzzles_of
from tests.databases import in_tab_too
from tests.web.players import Person, Program
from tests.web.serving import Served

LEAST = {"caverna": 30, "cave_vs_cave": 20, "my_gold_mine": 10}


def shipped(slug: str) -> tuple[Puzzle, ...]:
    found = puzzles_of(slug)
    assert found is not None
    return found.puzzles


@pytest.mark.parametrize("slug", LEAST)
def test_every_shipped_puzzle_can_be_played_and_leads_clearly(slug: str) -> None:
    found = puzzles_of(slug)
    assert found is not None
    assert len(found.puzzles) >= LEAST[slug]
    assert len({puzzle.id for puzzle in found.puzzles}) == len(found.puzzles)
    for puzzle in found.puzzles:
        assert puzzle.margin >= found.margin
        points = [turn.points for turn in puzzle.turns]
        assert points == sorted(points, reverse=True)
        assert round(points[0] - points[1], 2) == pytest.approx(puzzle.margin, abs=0.011)
        for turn in puzzle.turns:
            state = puzzle.position()
            seat, begun = state.seat, state.turn
            for name in turn.moves:
                assert (state.seat, state.turn) == (seat, begun), puzzle.id
                state.play(state.game.move(name))


def begin(server: Served, puzzle: Puzzle, lang: str = "en") -> tuple[Person, Program]:
    """Somebody who has no name yet opens a puzzle."""
    person = Person(server.url, lang)
    person.go(f"/puzzles?game={puzzle.game}")
    person.send(person.form(f"/puzzles/{puzzle.game}/{puzzle.id}"))
    assert person.path.startswith("/table/")
    program = person.program()
    program.table = person.table
    return person, program


@in_tab_too
@pytest.mark.parametrize("slug", LEAST)
def test_the_best_turn_solves_a_puzzle(server: Served, slug: str) -> None:
    puzzle = shipped(slug)[0]
    person, program = begin(server, puzzle)
    for name in puzzle.solution.moves:
        program.move(name)
    person.go(f"/table/{program.table}")
    assert "Solved! That’s the best turn." in person.document.text
    person.send(person.form(f"/table/{program.table}/puzzle/next"))
    assert person.table != program.table
    person.go(f"/puzzles?game={slug}")
    assert f"Solved: 1 of {len(shipped(slug))}" in " ".join(person.document.text.split())


@in_tab_too
def test_another_turn_is_explained_and_can_be_tried_again(server: Served) -> None:
    puzzle = shipped("caverna")[0]
    person, program = begin(server, puzzle, "fr")
    for name in puzzle.turns[1].moves:
        program.move(name)
    person.go(f"/table/{program.table}")
    (panel,) = person.document.find("section", id="puzzle")
    assert "puzzle-wrong" in panel["class"]
    person.send(person.form(f"/table/{program.table}/puzzle"))
    program.move(puzzle.solution.moves[0])
