"""Games of older rules, as tables: each goes on as it went, or stops at the move that differs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dvergar.core.errors import OptionError
from dvergar.core.registry import info
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.stored_rows import Listed, Stored
from dvergar.web.kernel.tables import repository
from dvergar.web.kernel.tables.repository import build_table, migrate_rules
from dvergar.web.kernel.tables.table import OVER, STOPPED, Table

OLD = Path(__file__).parents[3] / "records" / "old"
FILES = sorted(
    file for file in OLD.glob("*-rules-*/*.json") if "my_gold_mine" not in file.parent.name
)
DIFFERENT = {"cave_vs_cave-rules-1/full-cave": 37}
"""The one that goes differently today: a payment that could be made in two ways, by its move."""


def opening(tree: dict[str, Any]) -> Stored:
    seats = [{"kind": "person", "name": name, "bot": ""} for name in tree["seats"]]
    known = {name: tree[name] for name in ("game", "rules", "options", "seed")}
    body = {**known, "name": "", "public": False, "host": "", "seats": seats}
    return Stored(0, "open", body)


def stored(tree: dict[str, Any]) -> list[Stored]:
    """What a server of those days would have stored of a game."""
    moves = [
        Stored(number, "move", {"move": move, "seat": None})
        for number, move in enumerate(tree["moves"], start=1)
    ]
    return [opening(tree), *moves]


def listed(table: Table, phase: str = OVER) -> Listed:
    return Listed(phase, json.dumps(table.summary().facts))


ENDED = Listed(OVER, "{}")
"""What lists showed of a finished game; the seat that moved last is not in its record."""


@pytest.mark.whole_games
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_game_of_older_rules_goes_as_it_went_or_stops_where_it_differs(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "COMPARED_FACTS", ())  # a record says the scores instead
    tree = json.loads(file.read_text(encoding="utf-8"))
    table = build_table("old", stored(tree), ENDED)
    different = DIFFERENT.get(f"{file.parent.name}/{file.stem}")
    if different is None:
        assert table.phase == OVER
        assert table.points() == tree["scores"]
        assert table.record().verify().over, "its record is one of our rules"
    else:
        assert table.phase == STOPPED
        assert table.moves == tree["moves"] == table.record().moves, "nothing of it is lost"
        assert table.moves.index(tree["moves"][different], different) == different
        assert len(table.moves[:different]) <= len(table.steps) < len(tree["moves"])
        assert table.record().rules == tree["rules"]


def older(name: str = "caverna-rules-1/2") -> dict[str, Any]:
    tree: dict[str, Any] = json.loads((OLD / f"{name}.json").read_text(encoding="utf-8"))
    return tree


def test_what_older_rules_did_by_themselves_is_put_in_and_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(repository, "COMPARED_FACTS", ())
    tree = older()
    table = build_table("old", stored(tree), ENDED)
    put_in = [step.move for step in table.steps if step.auto]
    assert put_in == ["done"]
    kind, body = migrate_rules(table)
    again = table.loaded(Stored(table.version, kind, body))
    assert not again.is_older
    assert again.moves == [step.move for step in again.steps] == body["moves"]


def test_a_move_that_differed_and_was_taken_back_stops_nothing() -> None:
    tree = older("cave_vs_cave-rules-1/full-cave")
    events = stored(tree)[: DIFFERENT["cave_vs_cave-rules-1/full-cave"] + 2]
    stopped = Table("old", events[0]).loaded(*events[1:])
    assert stopped.differs
    back = stopped.loaded(Stored(len(events), "undo", {"to": len(events) - 2}))
    assert not back.differs
    assert len(back.moves) == len(events) - 2


def test_points_that_were_noted_have_to_be_the_same() -> None:
    tree = older()
    events = stored(tree)[:20]
    then = Table("old", events[0]).loaded(*events[1:])
    events[-1].body["points"] = then.points()
    assert not Table("old", events[0]).loaded(*events[1:]).differs
    events[-1].body["points"] = [99, 99]
    differs = Table("old", events[0]).loaded(*events[1:])
    assert differs.differs
    assert len(differs.steps) == len(then.steps) - 1
    assert [entry.step for entry in differs.log] == differs.steps


def test_a_table_that_led_to_something_else_is_cut_off() -> None:
    tree = older()
    events = stored(tree)[:20]
    then = Table("old", events[0]).loaded(*events[1:])
    same = build_table("old", events, listed(then, then.phase))
    assert not same.stopped
    facts = {**then.summary().facts, "seat": 1 - then.state.seat}
    cut = build_table("old", events, Listed(then.phase, json.dumps(facts)))
    assert cut.phase == STOPPED
    assert cut.moves == then.moves
    assert len(cut.steps) == len(then.steps) - 1


def test_a_move_of_another_seat_is_not_taken_for_the_one_that_was_made() -> None:
    events = stored(older())[:3]
    seat = Table("old", events[0]).state.seat
    events[1].body["seat"] = 1 - seat
    assert Table("old", events[0]).loaded(*events[1:]).differs


def test_options_that_are_gone_leave_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OptionError("option.unknown")

    monkeypatch.setattr("dvergar.web.kernel.tables.table.make_game", gone)
    with pytest.raises(WebError) as refused:
        build_table("old", stored(older())[:1], Listed("playing", "{}"))
    assert refused.value.status == 410


@pytest.mark.parametrize(
    "events",
    [
        [],
        [Stored(0, "open", {})],
        [Stored(1, "open", {"game": "caverna"})],
        [opening(older()), Stored(1, "dance", {})],
        [opening(older()), Stored(1, "agree", {"seats": [0]})],
        [opening(older()), Stored(2, "move", {"move": "feed", "seat": 0})],
    ],
    ids=["nothing", "no opening", "no first event", "unknown", "no wish", "one missing"],
)
def test_a_damaged_table_is_refused_in_a_sentence(events: list[Stored]) -> None:
    with pytest.raises(WebError, match="damaged") as refused:
        build_table("old", events, Listed("playing", "{}"))
    assert refused.value.status == 410


def test_every_older_version_of_the_rules_has_its_games() -> None:
    for game in ("caverna", "cave_vs_cave"):
        for version in range(1, info(game).rules_version):
            assert any(file.parent.name == f"{game}-rules-{version}" for file in FILES)
