"""Guided first games as they are written: every step can be played, told and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dvergar.core.facts import FactsError
from dvergar.core.guide import Guide
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, info
from dvergar.core.words import LANGUAGES, MissingText
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
    written = stones.folder().joinpath("telling", "guide.toml").read_text(encoding="utf-8")
    file = tmp_path / "guide.toml"
    file.write_text(written.replace("point =", "pointe ="))
    with pytest.raises(FactsError, match="pointe"):
        Guide.load(file)
    file.write_text(written.replace("why_fr =", "# why_fr ="))
    with pytest.raises(FactsError, match="why_fr"):
        Guide.load(file)
    file.write_text(written.replace("{name2} has", "{name} has"))
    guide = Guide.load(file)
    own = stones.guide()
    assert own is not None
    assert guide.digest == own.digest, "other words do not turn a learner away"
    file.write_text(written.replace('play = "pick"', 'play = "peek"'))
    assert Guide.load(file).digest != own.digest
    with pytest.raises(MissingText, match='the fact "name"'):
        guide.say(guide.steps[-1], "en", ["Anna", "Balin"])


def test_rules_of_moves_are_found_by_the_beginning_of_their_names() -> None:
    guide = info("my_gold_mine").guide()
    assert guide is not None
    assert guide.rule_of("swap dwarf 2") == ("my_gold_mine.exit.swap", False)
    assert guide.rule_of("dig") == ("my_gold_mine.dig.top_card", False)
    assert guide.rule_of("sing") == ("", False)
    caverna = info("caverna").guide()
    assert caverna is not None
    assert caverna.rule_of("place logging") == ("caverna.space.logging", True)
