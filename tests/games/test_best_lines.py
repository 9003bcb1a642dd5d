"""The best lines known: each is a whole game, and the referee of its game agrees with all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dvergar.core.game import State
from dvergar.core.record import Record
from tests.games.cave_vs_cave import test_invariants as cave_vs_cave
from tests.games.cave_vs_cave.referee import Referee as CaveReferee
from tests.games.caverna.campaign import check_feeding
from tests.games.caverna.referee.watching import Referee as CavernaReferee
from tools.best_lines import FOLDER, PAGE, page

ROOT = Path(__file__).parents[2]
LINES = sorted((ROOT / FOLDER).glob("*.json"))


def watch_caverna(record: Record) -> State:
    """Plays a record under the eyes of Caverna's referee."""
    game = record.make_game()
    state = game.start(record.seed)
    referee = CavernaReferee(game, state)
    for name in record.moves:
        before = referee.view if name in ("feed", "beg") else None
        state.play(game.move(name))
        if before:
            check_feeding(before, name, state.events())
        referee.read(state)
        referee.check(state)
    return state


def watch_cave_vs_cave(record: Record) -> State:
    """Plays a record move by move on both sides: the engine's, and the second set of rules."""
    game = record.make_game()
    state = game.start(record.seed)
    referee = CaveReferee(dict(game.options), state.view(None))
    names = iter(record.moves)

    def recorded(offered: list[str]) -> str:
        name = next(names)
        assert name in offered
        return name

    cave_vs_cave.refereed(state, referee, recorded)
    assert not list(names)
    return state


WATCHED = {"caverna": watch_caverna, "cave_vs_cave": watch_cave_vs_cave}


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_the_referee_agrees_with_every_best_line(path: Path) -> None:
    record = Record.load(path)
    state = WATCHED[record.game](record)
    assert state.over
    assert [score.total for score in state.scores()] == record.scores


def test_there_is_a_best_line_for_every_game_alone() -> None:
    assert {Record.load(path).game for path in LINES} == set(WATCHED)


def test_the_page_of_best_lines_is_made_from_the_records() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page(ROOT), "python -m tools.best_lines"
