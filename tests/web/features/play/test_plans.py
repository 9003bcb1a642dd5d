"""A plan: several free moves and one more, sent as one answer."""

from __future__ import annotations

import pytest

from dvergar.core.prompt import PLAN_SEPARATOR
from tests.web.players import Program


@pytest.mark.parametrize(
    "moves",
    [
        ["place wood_gathering", "place logging"],
        ["place wood_gathering", "eat grain"],
        ["eat grain"] * 50 + ["place logging"],
        ["eat grain", "place logging"],
    ],
)
def test_a_plan_is_free_moves_that_can_be_made_and_one_more(
    program: Program, moves: list[str]
) -> None:
    """Nobody answers for the next player, and nothing is half done."""
    program.open(["me", "me"], game="caverna", options={"first_seat": 0})
    before = program.look()
    path = f"/table/{program.table}/move"
    plan = {"plan": PLAN_SEPARATOR.join(moves), "at": str(before["version"])}
    assert program.http.post(path, data=plan).status_code in (400, 409)
    assert program.look() == before
