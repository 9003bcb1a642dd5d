"""Every played game in `tests/records/` still replays: it is a test by lying there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar.core.record import Record
from tests.golden.endings import ENDINGS, find
from tests.golden.test_playthroughs import TABLES

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda file: file.stem)
def test_a_played_game_replays_to_its_end(file: Path) -> None:
    record = Record.load(file)
    assert record.verify().over
    assert record.to_json() == file.read_text(encoding="utf-8")


def kept(request: pytest.FixtureRequest, name: str, options: dict[str, Any], ending: str) -> Record:
    """The record of that name; one that does not replay any more is found anew when asked for."""
    file = RECORDS / f"my_gold_mine-{name}.json"
    if request.config.getoption("--write-golden") and not _replays(file):
        find(options, ENDINGS[ending]).save(file)
    return Record.load(file)


def _replays(file: Path) -> bool:
    try:
        return Record.load(file).verify().over
    except dvergar.RecordError:
        return False


@pytest.mark.parametrize("table", TABLES)
def test_there_is_a_game_for_every_number_of_players(
    table: str, request: pytest.FixtureRequest
) -> None:
    name = table.removeprefix("my_gold_mine-")
    record = kept(request, name, TABLES[table], "clear-win")
    assert record.options.items() >= TABLES[table].items()


@pytest.mark.parametrize("ending", ENDINGS)
def test_there_is_a_game_for_every_way_to_end(ending: str, request: pytest.FixtureRequest) -> None:
    record = kept(request, ending, {"players": 3}, ending)
    assert ENDINGS[ending](record.replay())
