"""Games played by older rules: kept for whoever migrates them, and never replayed wrongly.

`tests/records/old/GAME-rules-N/` holds what lay in `tests/records` when the game had the rules
version N.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dvergar
from dvergar.core.record import Record
from dvergar.core.registry import games, info
from tests.spaces import plain

pytestmark = pytest.mark.whole_games

OLD = Path(__file__).parents[1] / "records" / "old"
FILES = sorted(OLD.glob("*-rules-*/*.json"))
SENTENCES = {
    "en": "This game of {game} was played by rules version {theirs}; this Dvergar plays version"
    " {ours} and could not replay it correctly.",
    "fr": "Cette partie de {game} a été jouée avec la version {theirs} des règles ; ce Dvergar joue"
    " la version {ours} et ne pourrait pas la rejouer fidèlement.",
}


def told(file: Path) -> tuple[str, int]:
    """Game and rules version, as the folder says."""
    game, _, version = file.parent.name.rpartition("-rules-")
    return game, int(version)


each_file = pytest.mark.parametrize(
    "file", FILES, ids=[f"{file.parent.name}-{file.stem}" for file in FILES]
)


@each_file
def test_a_record_of_older_rules_is_refused_with_a_sentence_and_one_of_ours_replays(
    file: Path,
) -> None:
    game, theirs = told(file)
    ours = info(game).rules_version
    tree = json.loads(file.read_text(encoding="utf-8"))
    assert (tree["game"], tree["rules"]) == (game, theirs)
    if theirs == ours:
        assert Record.load(file).verify().over
        return
    with pytest.raises(dvergar.RecordError) as refused:
        Record.load(file)
    for lang, sentence in SENTENCES.items():
        expected = sentence.format(game=game, theirs=theirs, ours=ours)
        assert plain(refused.value.text(lang)) == expected


@each_file
def test_a_record_that_lies_about_its_rules_is_not_replayed_wrongly(file: Path) -> None:
    """Either a move is refused or the result, or the game goes today as it went then."""
    tree = json.loads(file.read_text(encoding="utf-8"))
    tree["rules"] = info(tree["game"]).rules_version
    try:
        state = Record.from_json(json.dumps(tree)).verify()
    except dvergar.RecordError:
        return
    assert [score.total for score in state.scores()] == tree["scores"]


def test_games_of_every_older_version_of_the_rules_are_kept() -> None:
    kept = {told(file) for file in FILES}
    for game, its in games().items():
        assert {(game, version) for version in range(1, its.rules_version)} <= kept
