"""Guided first games as they are written: every step can be played, told and found again."""

from __future__ import annotations

import shutil
from importlib.resources import as_file
from pathlib import Path

import pytest

import dvergar
from dvergar.core.facts import FactsError
from dvergar.core.guide import Guide
from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games, info
from dvergar.core.words import MissingText
from dvergar.testing import check_guide

GUIDED = sorted(slug for slug, game in games().items() if game.guide())


def test_our_games_have_a_guide() -> None:
    assert GUIDED == ["cave_vs_cave", "caverna", "my_gold_mine"]


@pytest.mark.parametrize("slug", GUIDED)
def test_every_step_can_be_played(slug: str) -> None:
    check_guide(info(slug))


@pytest.mark.parametrize("slug", GUIDED)
def test_texts_are_short_and_differ_between_the_languages(slug: str) -> None:
    guide = info(slug).guide()
    assert guide is not None
    names = ["Anna"] * 7
    for step in guide.steps:
        told = [guide.say(step, lang, names) for lang in LANGUAGES]
        assert told[0] != told[1], step.id
        assert max(map(len, told)) < 330, step.id


def test_the_toy_game_has_a_tiny_one(stones: GameInfo) -> None:
    assert len(check_guide(stones)) == 4


def test_a_step_with_a_mistyped_key_is_refused(stones: GameInfo, tmp_path: Path) -> None:
    folder = tmp_path / "stones"
    with as_file(stones.folder()) as own_folder:
        shutil.copytree(own_folder, folder)
    file = folder / "presentation" / "guide.toml"
    written = file.read_text(encoding="utf-8")
    file.write_text(written.replace("point =", "pointe ="))
    with pytest.raises(FactsError, match="pointe"):
        Guide.load(folder)
    file.write_text(written)
    words = folder / "locales" / "en" / "guide.toml"
    said = words.read_text(encoding="utf-8")
    words.write_text(said.replace("why =", "# why ="))
    with pytest.raises(MissingText, match="why"):
        Guide.load(folder)
    words.write_text(said.replace("{name2} has", "{name} has"))
    guide = Guide.load(folder)
    own = stones.guide()
    assert own is not None
    assert guide.digest == own.digest, "other words do not turn a learner away"
    file.write_text(written.replace('play = "pick"', 'play = "peek"'))
    assert Guide.load(folder).digest != own.digest
    with pytest.raises(MissingText, match='the fact "name"'):
        guide.say(guide.steps[-1], "en", ["Anna", "Balin"])


@pytest.mark.parametrize(
    ("slug", "move", "rule", "its_own"),
    [
        ("my_gold_mine", "swap dwarf 2", "my_gold_mine.exit.swap", False),
        ("my_gold_mine", "dig", "my_gold_mine.dig.top_card", False),
        ("my_gold_mine", "gold bonus", "my_gold_mine.exit.bonus", True),
        ("caverna", "place logging", "caverna.space.logging", True),
        ("caverna", "cavern r2c4 cavern r2c5", "caverna.land.cavern_twins", False),
        ("caverna", "ruby wood", "", False),
        ("cave_vs_cave", "use stall 5 grain", "cave_vs_cave.room.stall", True),
        ("cave_vs_cave", "dig twice", "cave_vs_cave.dig.display", False),
    ],
)
def test_the_rule_of_a_move_is_found_by_its_kind_and_what_it_is_about(
    slug: str, move: str, rule: str, its_own: bool
) -> None:
    guide = info(slug).guide()
    assert guide is not None
    game = dvergar.game(slug, **guide.options)
    assert guide.rule_of(game.vocabulary, game.move(move)) == (rule, its_own)
