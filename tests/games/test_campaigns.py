"""A campaign that was stopped goes on, and games played by older rules are played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import campaigns


class Table:
    """Notes which games were played, and is called away once there have been enough."""

    def __init__(self, patience: int = 1000) -> None:
        self.seeds: list[int] = []
        self.patience = patience

    def play(self, games: int, first: int) -> int:
        if len(self.seeds) >= self.patience:
            raise KeyboardInterrupt
        self.seeds += range(first, first + games)
        return games


@pytest.fixture(autouse=True)
def _an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "BUILD", tmp_path / "build")


def test_a_campaign_plays_every_game_once() -> None:
    table = Table()
    assert campaigns.go_on("some", 1, 250, table.play, first=1000) == 250
    assert table.seeds == list(range(1000, 1250))


def test_a_campaign_goes_on_where_it_was_stopped() -> None:
    stopped, later = Table(patience=200), Table()
    with pytest.raises(KeyboardInterrupt):
        campaigns.go_on("some", 1, 250, stopped.play)
    assert campaigns.go_on("some", 1, 250, later.play) == 250
    assert stopped.seeds + later.seeds == list(range(250))


def test_games_by_older_rules_do_not_count() -> None:
    older, newer = Table(), Table()
    campaigns.go_on("some", 1, 250, older.play)
    campaigns.go_on("some", 2, 250, newer.play)
    assert newer.seeds == older.seeds
