"""Nothing that a stranger has written reaches the terminal as an order to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dvergar.cli import run
from tests.web.players import finished

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31mEve\x7f\r"


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("where", ["seats", "moves", "game", "path"])
def test_escape_sequences_of_a_record_are_only_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, where: str
) -> None:
    tree = finished()
    if where in ("seats", "moves"):
        tree[where][0] = EVIL
    elif where == "game":
        tree["game"] = EVIL
    file = tmp_path / ("\x1b[2Jgame.json" if where == "path" else "game.json")
    file.write_text(json.dumps(tree), encoding="utf-8")
    run([command, str(file), "--lang", "en"])
    out, err = capsys.readouterr()
    assert out + err
    assert not {"\x1b", "\x07", "\x9b", "\x7f", "\r"} & set(out + err)
