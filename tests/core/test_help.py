"""What explains itself: every anchor has a name in both languages and rules that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from dvergar.core.help import Help
from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games, info
from dvergar.games.cave_vs_cave.facts.game import GOODS as CAVE_GOODS, TILE_NAMES
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES
from dvergar.games.caverna.facts.game import GOODS, LOOT, SPACES
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.my_gold_mine.facts.material import EXIT_ACTIONS
from tests import toy
from tests.tables import rulebook

pytestmark = pytest.mark.plain

OURS = [game for game in games().values() if game.explains()]


def test_all_three_games_explain_themselves() -> None:
    assert {game.slug for game in OURS} >= {"caverna", "cave_vs_cave", "my_gold_mine"}


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_every_entry_has_a_name_and_rules_in_both_languages(game: GameInfo) -> None:
    help = game.help()
    anchors = [topic.anchor for topic in help.topics()]
    assert len(anchors) == len(set(anchors)) > 20
    ids = set(rulebook(game.slug).ids())
    for lang in LANGUAGES:
        speak = game.words(lang)
        assert all(f"help.kind.{kind}" in speak for kind in help.kinds)
        for topic in help.topics():
            assert not topic.title(speak)[0].islower()
            assert topic.rules
            assert set(topic.rules) <= ids
            assert len(topic.rules) == len(set(topic.rules)), topic.anchor


@pytest.mark.parametrize(
    ("slug", "kind", "names"),
    [
        ("caverna", "space", SPACES),
        ("caverna", "tile", TILES),
        ("caverna", "loot", LOOT),
        ("caverna", "good", GOODS),
        ("cave_vs_cave", "tile", TILE_NAMES),
        ("cave_vs_cave", "room", ROOM_NAMES),
        ("cave_vs_cave", "good", CAVE_GOODS),
        ("my_gold_mine", "card", EXIT_ACTIONS),
    ],
)
def test_all_that_the_facts_know_is_explained(slug: str, kind: str, names: list[str]) -> None:
    help = info(slug).help()
    assert [name for name in names if f"{kind}:{name}" not in help] == []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_every_score_line_is_explained(game: GameInfo) -> None:
    import dvergar

    state = dvergar.game(game.slug, players=game.players[1]).start(seed=1)
    help = game.help()
    for line, _ in state.scores()[0].lines:
        assert f"score:{line}" in help
    assert "score:total" in help


def test_details_follow_their_rule_and_are_no_topics() -> None:
    help = info("cave_vs_cave").help()
    topic = help.get("tile:renovation")
    assert topic is not None
    names = [rule.rpartition(".")[2] for rule in topic.rules]
    assert names[:3] == ["renovation", "renovation_gold", "renovation_moment"]
    assert "tile:renovation_gold" not in help
    assert "tile" not in help
    assert "" not in help


def test_a_rule_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "help.toml"
    file.write_text('[good]\nwood = ["goods.nonsense"]\n')
    with pytest.raises(LookupError, match=r"cave_vs_cave\.goods\.nonsense"):
        Help.load(file, "cave_vs_cave", [], info("cave_vs_cave").words("en"))


def test_what_is_shown_has_to_be_listed(tmp_path: Path) -> None:
    file = tmp_path / "help.toml"
    file.write_text('[good]\nshown = ["wod"]\nwood = []\n')
    with pytest.raises(LookupError, match="wod"):
        Help.load(file, "cave_vs_cave", [], info("cave_vs_cave").words("en"))


def test_a_game_without_help_explains_nothing() -> None:
    assert not toy.INFO.explains()
    assert toy.INFO.help().topics() == []
