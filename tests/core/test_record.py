"""Records: a played game comes back exactly, or is refused with a sentence in both languages."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.core.record import MAX_MOVES, MAX_RECORD_LETTERS, Record
from dvergar.testing import play_out
from tests.spaces import plain


def played(players: int = 3, seed: int = 5) -> Record:
    """A finished game of random moves."""
    game = dvergar.game("my_gold_mine", players=players)
    state = game.start(seed)
    record = Record.of(game, seed)
    before = state.copy()

    def note(after: dvergar.State) -> None:
        nonlocal before
        record.moves.append(next(name for name in _names(before) if _leads(before, name, after)))
        before = after.copy()

    record.finish(play_out(state, seed, note))
    return record


def _names(state: dvergar.State) -> list[str]:
    return [state.game.name(move) for move in state.moves()]


def _leads(before: dvergar.State, name: str, after: dvergar.State) -> bool:
    state = before.copy()
    state.play(state.game.move(name))
    return state == after


GOOD = played()


def tree(**changes: Any) -> dict[str, Any]:
    """A good record as data, with changes; a change to `None` takes the entry away."""
    entries = json.loads(GOOD.to_json()) | changes
    return {name: entry for name, entry in entries.items() if entry is not None}


def refusal(text: str | bytes) -> tuple[str, str]:
    """What is said about a text that is no record, in English and in French."""
    with pytest.raises(dvergar.RecordError) as refused:
        Record.from_json(text).verify()
    english, french = (plain(refused.value.text(lang)) for lang in ("en", "fr"))
    assert "\n" not in english + french
    return english, french


def test_a_record_is_text_that_a_person_can_read() -> None:
    lines = GOOD.to_json().splitlines()
    assert lines[1:5] == [
        ' "format": "dvergar-record",',
        ' "version": 1,',
        ' "game": "my_gold_mine",',
        ' "rules": 1,',
    ]
    assert '  "draw exit",' in lines, "one move a line, by its name"


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    GOOD.save(tmp_path / "game.json")
    loaded = Record.load(tmp_path / "game.json")
    assert loaded == GOOD
    assert loaded.to_json() == GOOD.to_json()


def test_a_record_replays_to_its_end_and_to_every_position() -> None:
    end = GOOD.verify()
    assert end.over
    assert [score.total for score in end.scores()] == GOOD.scores
    texts = [state.text() for state in GOOD.positions()]
    assert len(texts) == len(GOOD.moves) + 1
    for number in (0, 1, 17, len(GOOD.moves)):
        assert GOOD.replay(number).text() == texts[number]


def test_a_game_that_was_left_is_a_record_too() -> None:
    record = Record.from_json(json.dumps(tree(moves=GOOD.moves[:10], scores=None)))
    assert record.scores is None
    assert not record.verify().over


def test_the_result_of_an_unfinished_game_is_not_noted() -> None:
    record = Record.of(dvergar.game("my_gold_mine"), 1)
    record.finish(record.replay())
    assert record.scores is None


def test_names_of_any_script_survive() -> None:
    seats = ["Þórr ⚒", "Дварф", "矮人"]
    assert Record.from_json(json.dumps(tree(seats=seats))).seats == seats


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("", "damaged", "endommagé"),
        ("{", "damaged", "endommagé"),
        (GOOD.to_json()[:-40], "damaged", "endommagé"),
        (b"\xff\xfe\x00", "damaged", "endommagé"),
        ("[" * 100_000, "damaged", "endommagé"),
        ("[]", "not the record", "pas l’enregistrement"),
        ('"dvergar-record"', "not the record", "pas l’enregistrement"),
        ('{"format": "pgn"}', "not the record", "pas l’enregistrement"),
        (" " * (MAX_RECORD_LETTERS + 1), "too long", "trop long"),
    ],
)
def test_what_is_no_record_is_refused(text: str | bytes, english: str, french: str) -> None:
    said = refusal(text)
    assert english in said[0]
    assert french in said[1]


@pytest.mark.parametrize(
    ("changes", "english", "french"),
    [
        ({"version": 2}, "format version “2”", "format « 2 »"),
        ({"version": None}, "format version “None”", "format « None »"),
        ({"rules": 2}, "played by rules version 2; this Dvergar plays version 1", "version 2"),
        ({"rules": 2, "options": {"new": 1}}, "rules version 2", "version 2"),
        ({"game": "chess"}, "no game called “chess”", "Aucun jeu ne s’appelle « chess »"),
        ({"options": {"players": 9}}, "2 to 6 players, not for 9", "6 au plus, pas à 9"),
        ({"options": {"luck": 1}}, "no option called “luck”", "pas d’option appelée « luck »"),
        ({"seats": ["Alma", "Bo"]}, "damaged", "endommagé"),
        ({"seats": ["x" * 61, "Bo", "Cy"]}, "damaged", "endommagé"),
        ({"seats": ["\ud800", "Bo", "Cy"]}, "damaged", "endommagé"),
        ({"seed": -1}, "damaged", "endommagé"),
        ({"seed": 1 << 64}, "damaged", "endommagé"),
        ({"seed": True}, "damaged", "endommagé"),
        ({"seed": None}, "damaged", "endommagé"),
        ({"moves": "dig"}, "damaged", "endommagé"),
        ({"moves": [1, 2]}, "damaged", "endommagé"),
        ({"moves": ["dig"] * (MAX_MOVES + 1)}, "damaged", "endommagé"),
        ({"scores": "12"}, "damaged", "endommagé"),
        ({"scores": [1.5, 2, 3]}, "damaged", "endommagé"),
        ({"scores": [0, 0, 0]}, "does not match its moves", "ne correspond pas"),
        ({"scores": []}, "does not match its moves", "ne correspond pas"),
        ({"moves": GOOD.moves[:-1]}, "do not reach the end", "ne vont pas jusqu’à la fin"),
        ({"moves": ["fly", *GOOD.moves]}, "Move 1 of the record, “fly”", "Le coup 1"),
        ({"moves": ["dig", "small step"]}, "Move 2 of the record, “small step”", "Le coup 2"),
        ({"moves": [*GOOD.moves, "dig"]}, f"Move {len(GOOD.moves) + 1} of", "Le coup"),
    ],
)
def test_a_record_that_cannot_be_is_refused(
    changes: dict[str, Any], english: str, french: str
) -> None:
    said = refusal(json.dumps(tree(**changes)))
    assert english in said[0]
    assert french in said[1]


def test_an_altered_record_is_refused_unless_only_its_names_were() -> None:
    text, chance = GOOD.to_json(), random.Random(1)
    pieces = ("", "0", "-", "e9", "9" * 400, "1e999", "[", "{", '"', "null", "x")
    for number in range(300):
        place = chance.randrange(len(text))
        altered = text[:place] + chance.choice(pieces) + text[place + number % 2 :]
        try:
            Record.from_json(altered).verify()
        except dvergar.RecordError:
            continue
        assert json.loads(altered) | {"seats": GOOD.seats} == json.loads(text)


def test_another_seed_is_another_game() -> None:
    assert refusal(json.dumps(tree(seed=6)))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(dvergar.RecordError, match="cannot be read"):
            Record.load(path)


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "long.json").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(dvergar.RecordError, match="too long"):
        Record.load(tmp_path / "long.json")


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
GARBAGE = st.recursive(
    PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner), max_leaves=8
)


@given(st.text() | st.binary())
@example("NaN")
@example("1e999")
@example("1" * 5000)
def test_garbage_is_refused(text: str | bytes) -> None:
    assert refusal(text)


@given(st.sampled_from(sorted(tree())), GARBAGE)
def test_a_record_with_garbage_in_it_is_refused_or_still_true(entry: str, value: Any) -> None:
    text = json.dumps(tree() | {entry: value})
    try:
        record = Record.from_json(text)
        end = record.verify()
    except dvergar.RecordError as error:
        assert all(error.text(lang).encode() for lang in LANGUAGES)  # noqa: PT017 - either is right
    else:
        assert record.replay() == end
        assert Record.from_json(record.to_json()) == record
