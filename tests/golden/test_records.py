"""Every played game in `tests/records/` still replays: it is a test by lying there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dvergar
from dvergar.core.record import Record
from tests.golden.building import full_cave, has_full_cave
from tests.golden.endings import ENDINGS, find
from tests.golden.tables import CAVE_VS_CAVE, CAVERNA, MY_GOLD_MINE, made
from tests.golden.wandering import wander

pytestmark = pytest.mark.whole_games

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda file: file.stem)
def test_a_played_game_replays_to_its_end(file: Path) -> None:
    record = Record.load(file)
    assert record.verify().over
    assert record.to_json() == file.read_text(encoding="utf-8")


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Callable[[str, Callable[[], Record]], Record]:
    """The record of that name; one that does not replay any more is made anew when asked for."""

    def keep(name: str, make: Callable[[], Record]) -> Record:
        file = RECORDS / f"{name}.json"
        if request.config.getoption("--write-golden") and not _replays(file):
            make().save(file)
        return Record.load(file)

    return keep


def _replays(file: Path) -> bool:
    try:
        return Record.load(file).verify().over
    except dvergar.RecordError:
        return False


Kept = Callable[[str, Callable[[], Record]], Record]


@pytest.mark.parametrize("table", MY_GOLD_MINE)
def test_there_is_a_game_of_my_gold_mine_for_every_number_of_players(
    table: str, kept: Kept
) -> None:
    options = MY_GOLD_MINE[table]
    record = kept(table, lambda: find(options, ENDINGS["clear-win"]))
    assert record.options.items() >= options.items()


@pytest.mark.parametrize("ending", ENDINGS)
def test_there_is_a_game_of_my_gold_mine_for_every_way_to_end(ending: str, kept: Kept) -> None:
    record = kept(f"my_gold_mine-{ending}", lambda: find({"players": 3}, ENDINGS[ending]))
    assert ENDINGS[ending](record.replay())


@pytest.mark.parametrize("table", CAVERNA)
def test_there_is_a_game_of_caverna_for_every_number_of_players(table: str, kept: Kept) -> None:
    record = kept(table, lambda: wander(made(table), seed=1))
    assert record.options.items() >= CAVERNA[table].items()


@pytest.mark.parametrize("table", CAVE_VS_CAVE)
def test_there_is_a_game_of_cave_vs_cave_alone_and_for_two(table: str, kept: Kept) -> None:
    record = kept(table, lambda: wander(made(table), seed=1))
    assert record.options.items() >= CAVE_VS_CAVE[table].items()


def test_there_is_a_game_of_cave_vs_cave_in_which_a_cave_is_filled(kept: Kept) -> None:
    game = dvergar.game("cave_vs_cave", players=2)
    assert has_full_cave(kept("cave_vs_cave-full-cave", lambda: full_cave(game)))
