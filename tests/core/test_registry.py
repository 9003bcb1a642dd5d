"""Games are found: ours by their folder, a stranger's by the entry point of its package."""

from __future__ import annotations

import importlib
import pickle
from pathlib import Path

import pytest

import dvergar
import dvergar.bots
from dvergar.core import registry
from dvergar.core.errors import UnknownBot, UnknownGame
from dvergar.core.info import GameInfo
from dvergar.core.record import Record
from dvergar.testing import check_game

ENTRY = "[dvergar.games]\n{name} = {name}:INFO\n"
MODULE = """
from dataclasses import replace
from tests import toy
INFO = replace(toy.INFO, slug="{slug}")
"""


def install(folder: Path, name: str, slug: str, patch: pytest.MonkeyPatch) -> None:
    """Puts a package with one game on the path, as an installer would."""
    (folder / f"{name}.py").write_text(MODULE.format(slug=slug))
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY.format(name=name))
    patch.syspath_prepend(folder)
    importlib.invalidate_caches()


def fresh_games() -> dict[str, GameInfo]:
    """What would be found by a process that starts now."""
    return registry.games.__wrapped__()


def test_our_games_are_found_by_their_folder() -> None:
    assert registry.games()["my_gold_mine"].default_players == 3


def test_a_game_of_another_package_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "pebbles_game", "pebbles", monkeypatch)
    found = fresh_games()
    assert list(found)[-1] == "pebbles"
    monkeypatch.setitem(registry.games(), "pebbles", found["pebbles"])
    check_game(dvergar.game("pebbles"), games=1)


def test_another_package_cannot_replace_a_game_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "impostor_game", "my_gold_mine", monkeypatch)
    assert fresh_games()["my_gold_mine"] == registry.info("my_gold_mine")


def test_a_game_can_be_added_by_hand(stones: GameInfo) -> None:
    assert registry.info("stones") is stones
    game = dvergar.game("stones")
    assert pickle.loads(pickle.dumps(game)) is game
    assert Record.of(game, 1).replay() == game.start(1)


@pytest.mark.parametrize("name", ["chess", "", "My Gold Mine", "../my_gold_mine", "x" * 1000])
def test_an_unknown_game_is_refused(name: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        dvergar.game(name)
    assert "my_gold_mine" in refused.value.text("en")
    assert len(refused.value.text("fr")) < 200


def test_a_bot_belongs_to_its_game() -> None:
    with pytest.raises(UnknownBot, match="no bot called “clever”"):
        dvergar.bots.make("clever", seed=1, game="my_gold_mine")
    assert "bold" in registry.info("my_gold_mine").bots


def test_a_game_may_have_an_estimate(stones: GameInfo) -> None:
    estimate = registry.evaluate("my_gold_mine")
    assert estimate is not None
    assert estimate(dvergar.game("my_gold_mine").start(1), 0) == 0
    assert registry.evaluate(stones.slug) is None


def test_what_is_known_of_a_game_does_not_load_its_rules() -> None:
    info = registry.info("my_gold_mine")
    assert info.game.startswith("dvergar.games.my_gold_mine.rules.machine:")
    assert info.folder().joinpath("presentation", "rulebook.toml").is_file()
