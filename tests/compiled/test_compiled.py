"""The compiled engine: it is the one that is loaded, and it plays as the plain one does."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from abc import ABCMeta
from importlib import import_module
from pathlib import Path

import pytest

import dvergar
from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import info
from dvergar.web.bot_workers.worker import Memory
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view
from tests.compiled import fingerprints
from tests.games.caverna.campaign import campaign
from tools import compiling

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
GAMES = 500
LONG_GAMES = 4000
PARTS = 5
OURS = ("caverna", "cave_vs_cave", "my_gold_mine")

ASKED = """
import pickle, sys
import dvergar
from dvergar.web.bot_workers.question import Question
assert not dvergar.compiled
state = dvergar.game(sys.argv[1], players=2).start(3)
for _ in range(12):
    state.play(state.moves(free=False)[0])
question = Question("table", "expert", state, 5)
sys.stdout.buffer.write(state.text().encode() + b"\\n" + pickle.dumps(question))
"""


def test_every_module_on_the_list_is_compiled() -> None:
    assert dvergar.compiled
    modules = [".".join(path.with_suffix("").parts) for path in compiling.modules(ROOT)]
    assert len(modules) > 20
    for name in modules:
        assert not str(import_module(name).__file__).endswith(".py"), name


def test_compiled_classes_know_their_own_objects() -> None:
    """Compiled classes of ABCMeta share one memory of answers, so `isinstance` gives wrong ones."""
    for path in compiling.modules(ROOT):
        module = import_module(".".join(path.with_suffix("").parts))
        for name, found in vars(module).items():
            if isinstance(found, type) and found.__module__ == module.__name__:
                assert not issubclass(type(found), ABCMeta), f"{module.__name__}.{name}"
    states = {slug: dvergar.game(slug, players=2).start(seed=1) for slug in OURS}
    for slug, state in states.items():
        assert isinstance(state, State)
        for other, one in states.items():
            assert isinstance(one, type(state)) == (slug == other)


@pytest.mark.parametrize("slug", OURS)
def test_pages_are_drawn_from_the_compiled_engine(slug: str) -> None:
    """Drawing is plain Python over compiled objects."""
    renderer, links = Renderer(), Links(Keys("key"), "http://localhost/")
    least, most = info(slug).players
    for seed, players in enumerate(range(least, most + 1), start=1):
        body = {
            "name": "",
            "public": False,
            "game": slug,
            "options": {"players": players},
            "rules": info(slug).rules_version,
            "seed": seed,
            "host": "",
            "seats": [{"kind": "person", "name": f"Dwarf {n}"} for n in range(players)],
        }
        table = Table("table", Stored(0, "open", body))
        chance = random.Random(seed)
        while not table.state.over:
            move = table.game.name(chance.choice(table.state.moves()))
            table = table.after(Stored(table.version, "move", {"move": move}))
            if chance.random() < 0.2:
                viewer = Viewer((table.state.seat,), False, chance.choice(LANGUAGES))
                renderer.fragment(make_view(table, viewer, links, seed), viewer.lang)


@pytest.mark.parametrize("slug", OURS)
def test_a_position_travels_from_a_plain_server_to_a_compiled_worker(slug: str) -> None:
    """The question of a bot is pickled by the one engine and read by the other."""
    asked = subprocess.run(
        [sys.executable, "-c", ASKED, slug],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        check=True,
    )
    text, _, question = asked.stdout.partition(b"\n")
    found = pickle.loads(question)
    assert found.state.text() == text.decode()
    answer = Memory(1).think(found)
    assert answer.moves
    found.state.play(found.state.game.move(answer.moves[0]))


def test_plain_and_compiled_games_are_the_same_move_for_move() -> None:
    plain = subprocess.run(
        [sys.executable, fingerprints.__file__],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        check=True,
    )
    answer = json.loads(plain.stdout)
    assert not answer["compiled"]
    assert answer["games"] == fingerprints.fingerprints()


@pytest.mark.parametrize("part", range(PARTS))
def test_hundreds_of_games_keep_the_invariants_at_every_turn(part: int) -> None:
    games = GAMES // PARTS
    assert campaign(games, first=10_000 + part * games) == games


@pytest.mark.long
def test_thousands_of_games_keep_the_invariants_at_every_turn() -> None:
    assert campaign(LONG_GAMES, first=10_000 + GAMES) == LONG_GAMES
