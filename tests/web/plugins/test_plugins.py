"""Bots and games of other packages: installed for real, used through the pages of a real server.

Whatever such a package does wrong, no page goes down, nothing is stored by a refused request, and
the other tables continue.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from benchmarks.faults.plugins import BOTS, GAMES, copy_toy, install
from benchmarks.faults.served import Served, served
from dvergar.core.languages import LANGUAGES
from tests.web.players import Person, Program

pytestmark = [pytest.mark.whole_games, pytest.mark.plain]

GOOD_BOT = """
class Mine:
    def choose(self, state):
        return state.moves(free=False)[0]
"""
BAD_BOTS = """
import os, sys, time

class FailsToBeMade:
    def __init__(self): raise RuntimeError("no weights")

class NoBot:
    pass

class Fails:
    def choose(self, state): raise KeyError("gold")

class Exits:
    def choose(self, state): sys.exit(3)

class RaisesAnything:
    def choose(self, state):
        class Odd(BaseException): pass
        raise Odd("odd")

class Kills:
    def choose(self, state): os._exit(9)

class Illegal:
    def choose(self, state): return 10 ** 9

class Talks:
    def choose(self, state): return "dig"

class Hangs:
    def choose(self, state):
        while True: time.sleep(0.1)

class Unsendable:
    def choose(self, state):
        from dvergar.core.bot import Thought
        self.thought = Thought(1, 0.5, (lambda: 0,))
        return state.moves(free=False)[0]
"""
FAILING_BOTS = {
    "fails_to_be_made": "FailsToBeMade",
    "no_bot": "NoBot",
    "fails": "Fails",
    "exits": "Exits",
    "raises_anything": "RaisesAnything",
    "kills": "Kills",
    "illegal": "Illegal",
    "talks": "Talks",
    "hangs": "Hangs",
    "unsendable": "Unsendable",
}
UNLOADABLE_BOTS = {
    "fails_on_import": "raise ImportError('no torch here')",
    "exits_on_import": "import sys; sys.exit('not today')",
    "odd_on_import": "class Odd(BaseException): pass\nraise Odd",
    "blocks_on_import": "import time\nwhile True: time.sleep(60)",
    "has_no_class": "",
    "odd_games": "class Mine:\n    games = 5\n    def choose(self, state): ...",
}
UNLOADABLE_GAMES = {
    "import_fails": "raise ImportError('no rules here')",
    "import_exits": "raise SystemExit(1)",
    "import_blocks": "while True: pass",
    "no_info": "INFO = {'slug': 'no_info'}",
    "odd_info": "from dataclasses import replace\nfrom pebbles_game import INFO as I\n"
    "INFO = replace(I, slug='odd_info', players='two', difficulty='hard')",
    "odd_name": "from dataclasses import replace\nfrom pebbles_game import INFO as I\n"
    "INFO = replace(I, slug='../odd name')",
}
FAILING_GAMES = {
    "no_rules": 'game="nowhere.to:BeFound"',
    "no_presenter": 'presenter="nowhere.to:BeFound"',
    "no_game_view": 'game_view="nowhere.to:be_found"',
}


def unpack(folder: Path) -> None:
    """Installs a package with one good bot, one good game, and everything that can go wrong."""
    files = {"stranger/__init__.py": "", "stranger/good.py": GOOD_BOT, "stranger/bad.py": BAD_BOTS}
    bots = {"mine": "stranger.good:Mine"}
    bots |= {name: f"stranger.bad:{kind}" for name, kind in FAILING_BOTS.items()}
    for name, text in UNLOADABLE_BOTS.items():
        files[f"stranger/{name}.py"] = text
        bots[name] = f"stranger.{name}:Mine"
    games = {"pebbles": copy_toy(folder, "pebbles"), "mute": copy_toy(folder, "mute")}
    for place in ("locales", "presentation/rulebook.toml", "presentation/guide.toml"):
        remove(folder / "mute_game" / place)
    games["garbled"] = copy_toy(folder, "garbled")
    for file in (folder / "garbled_game").rglob("*.toml"):
        file.write_text("this is = = no TOML")
    for name, text in UNLOADABLE_GAMES.items():
        files[f"stranger/{name}.py"] = text
        games[name] = f"stranger.{name}:INFO"
    for name, change in FAILING_GAMES.items():
        files[f"stranger/{name}.py"] = (
            "from dataclasses import replace\nfrom pebbles_game import INFO as I\n"
            f"INFO = replace(I, slug='{name}', {change})"
        )
        games[name] = f"stranger.{name}:INFO"
    install(folder, "stranger", files, {BOTS: bots, GAMES: games})


def remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink()


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site-packages")
    unpack(folder)
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, stranger: Path) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("data")
    settings = {"PYTHONPATH": str(stranger), "DVERGAR_BOT_PACE": "0"}
    settings["DVERGAR_BOT_SECONDS"] = "2"
    settings["DVERGAR_PLUGIN_SECONDS"] = "5"
    with served(data, "--workers-for-bots", "2", forked=False, **settings) as running:
        yield running


def tables(server: Served) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(server.data / "dvergar.sqlite")) as database:
        return database.execute("select * from tables order by id").fetchall()


def fresh(server: Served, lang: str = "en") -> httpx.Client:
    return httpx.Client(
        base_url=server.url, timeout=60, verify=False, headers={"accept-language": lang}
    )


def log_lines(server: Served, word: str) -> list[str]:
    return [line for line in server.log.read_text().splitlines() if word in line]


def test_the_log_names_each_plug_in_that_cannot_be_loaded_once(server: Served) -> None:
    fresh(server).get("/")
    fresh(server).get("/?game=caverna")
    for name in (*UNLOADABLE_BOTS, *UNLOADABLE_GAMES):
        assert len(log_lines(server, f"“{name}”")) == 1, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_there(server: Served, lang: str) -> None:
    http = fresh(server, lang)
    games = [one["game"] for one in http.get("/api/games").json()]
    assert games[:3] == ["cave_vs_cave", "caverna", "my_gold_mine"]
    assert {"pebbles", "mute", "garbled"} <= set(games)
    assert not set(UNLOADABLE_GAMES) & set(games)
    pages = ["/", "/daily", "/statistics", "/ratings", "/best", "/mine", "/turns", "/about"]
    pages += ["/api/tables", "/api/docs", "/mine/data"]
    for game in games:
        pages += [f"{page}?game={game}" for page in ("/", "/statistics", "/ratings")]
    for page in pages:
        answer = http.get(page)
        assert answer.status_code == 200, (page, answer.text[-400:])
    for game in games:
        for page in (f"/rules/{game}", f"/help/{game}", f"/keys/{game}", f"/daily?game={game}"):
            assert http.get(page).status_code in (200, 404, 503), page


def test_a_bot_without_texts_is_offered_by_its_own_name(server: Served) -> None:
    page = fresh(server).get("/?game=caverna").text
    assert re.search(r'<option value="mine"[^>]*>\s*mine', page)
    assert not any(f'"{name}"' in page for name in UNLOADABLE_BOTS)


def test_a_game_without_texts_is_shown_by_its_own_name(server: Served) -> None:
    for slug in ("mute", "garbled"):
        assert slug in fresh(server).get(f"/?game={slug}").text
    assert "Pebbles" not in fresh(server).get("/").text  # its texts say so themselves
    person = Person(server.url)
    person.go("/?game=mute")
    person.send(person.form("/tables"))
    assert person.path.startswith("/table/")
    assert person.http.get(f"{person.path}/log").status_code == 200


@pytest.mark.parametrize("game", ["caverna", "my_gold_mine", "pebbles", "mute"])
def test_a_game_is_played_against_the_bot_of_another_package(server: Served, game: str) -> None:
    program = Program(server.url)
    table = program.open(["me", "mine", *(["open"] if game == "my_gold_mine" else [])], game)
    assert fresh(server).get(f"/table/{program.table}").status_code == 200, "also while it waits"
    if game == "my_gold_mine":
        return
    while not table["my_turn"]:
        table = program.look(after=table["version"], wait=20)
    for _ in range(3):
        table = program.move(table["choices"][-1]["move"], table["version"])
        while not table["my_turn"] and table["phase"] == "playing":
            before = table["version"]
            table = program.look(after=before, wait=20)
            assert table["version"] > before, "the bot moves"
        if table["phase"] == "over":
            break


def test_the_form_opens_a_waiting_table_with_such_a_bot(server: Served) -> None:
    form = {"game": "caverna", "kind-0": "me", "name-0": "Ada", "kind-1": "bot", "bot-1": "mine"}
    answer = fresh(server).post("/tables", data={**form, "kind-2": "link"}, follow_redirects=True)
    assert answer.status_code == 200
    assert "mine" in answer.text


@pytest.mark.parametrize("name", UNLOADABLE_BOTS)
def test_a_bot_that_cannot_be_loaded_is_refused(server: Served, name: str) -> None:
    before = tables(server)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": name}]
    answer = fresh(server).post("/api/tables", json={"game": "caverna", "seats": seats})
    assert answer.status_code == 400
    assert tables(server) == before


@pytest.mark.parametrize("game", FAILING_GAMES)
def test_a_game_that_fails_is_refused_and_leaves_no_table(server: Served, game: str) -> None:
    before = tables(server)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}]
    answer = fresh(server).post("/api/tables", json={"game": game, "seats": seats})
    assert answer.status_code == 503
    assert game in answer.json()["error"]
    form = {"game": game, "kind-0": "me", "name-0": "Ada", "kind-1": "here"}
    assert fresh(server).post("/tables", data=form).status_code == 503
    assert fresh(server).post(f"/daily/{game}").status_code == 503
    assert tables(server) == before


def test_failing_bots_stop_nobody_else(server: Served) -> None:
    """All of them have a turn at once; games against other bots continue meanwhile."""
    stuck = []
    for name in FAILING_BOTS:
        program = Program(server.url)
        program.open([name, "me"], "my_gold_mine", options={"first_seat": 0})
        stuck.append((name, program))
    good = Program(server.url)
    table = good.open(["me", "careful"], "my_gold_mine", deal=1)
    for _ in range(6):
        while not table["my_turn"] and table["phase"] == "playing":
            before = table["version"]
            table = good.look(after=before, wait=25)
            assert table["version"] > before, "the other bot moves"
        if table["phase"] == "over":
            break
        table = good.move(table["choices"][0]["move"], table["version"])
    for name, program in stuck:
        assert program.http.get(f"/table/{program.table}").status_code == 200, name
        assert program.look()["phase"] == "playing", name
    assert server.alive()
    _wait_for_lines(server, stuck)


def _wait_for_lines(server: Served, stuck: list[tuple[str, Program]]) -> None:
    """Each of them is in the log, with the name of the bot and its table."""
    missing = {name: program.table for name, program in stuck if name != "unsendable"}
    for _ in range(600):
        missing = {
            name: table
            for name, table in missing.items()
            if not [line for line in log_lines(server, table) if f"“{name}”" in line]
        }
        if not missing:
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing in the log of {missing}")


def test_the_machine_readable_list_names_the_bots(server: Served) -> None:
    found = {one["game"]: one["bots"] for one in fresh(server).get("/api/games").json()}
    assert "mine" in found["caverna"]
    assert not set(UNLOADABLE_BOTS) & set(json.dumps(found).replace('"', " ").split())
