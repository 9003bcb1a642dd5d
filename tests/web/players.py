"""Those who play in the tests: a program with the JSON interface, a person with pages and forms."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import httpx

import dvergar
from dvergar.core.record import Record
from tests.web.documents import Element, form_fields, form_of, read_document

GAME = "my_gold_mine"
START = f"/?game={GAME}"
JSON = dict[str, Any]
T = TypeVar("T")

# Making a client that would know all certificates of the world takes longer than most tests.
# And a machine that runs four tests at once may keep one of them waiting for long.
LOCKED_S = 60.0
request = partial(httpx.request, verify=False, timeout=LOCKED_S)
get = partial(httpx.get, verify=False, timeout=LOCKED_S)
post = partial(httpx.post, verify=False, timeout=LOCKED_S)
stream = partial(httpx.stream, verify=False, timeout=LOCKED_S)


class Program:
    """A program at a table: keeps its token and sends it with every request."""

    def __init__(self, url: str, token: str = "", lang: str = "en") -> None:
        self.http = httpx.Client(
            base_url=url, timeout=LOCKED_S, headers={"accept-language": lang}, verify=False
        )
        self.url = url
        self.token = token
        self.table = ""

    @property
    def token(self) -> str:
        return self._token

    @token.setter
    def token(self, token: str) -> None:
        self._token = token
        if token:
            self.http.headers["authorization"] = f"Bearer {token}"

    def open(self, seats: Sequence[str], game: str = GAME, **body: Any) -> JSON:
        """Opens a table: seats are `me`, `open`, or the name of a bot."""
        rows = [_seat(number, kind) for number, kind in enumerate(seats)]
        answer = self.http.post("/api/tables", json={"game": game, "seats": rows, **body})
        return self._sat(answer)

    def join(self, invite: str, name: str = "Guest") -> JSON:
        """Sits down where an invite leads to."""
        token = invite.rsplit("/", 1)[1]
        return self._sat(self.http.post(f"/api/join/{token}", json={"name": name}))

    def _sat(self, answer: httpx.Response) -> JSON:
        assert answer.is_success, answer.text
        body: JSON = answer.json()
        self.token = body["token"]
        self.table = body["table"]["id"]
        table: JSON = body["table"]
        return table

    def look(self, **query: Any) -> JSON:
        """The table as this program sees it."""
        answer = self.http.get(f"/api/tables/{self.table}", params=query)
        assert answer.is_success, answer.text
        body: JSON = answer.json()
        return body

    def try_move(self, move: str, at: int) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/moves", json={"move": move, "at": at})

    def move(self, move: str, at: int | None = None) -> JSON:
        """Makes a move that has to be accepted."""
        answer = self.try_move(move, self.look()["version"] if at is None else at)
        assert answer.is_success, answer.text
        body: JSON = answer.json()
        return body

    def try_undo(self, at: int, whole_turn: bool = False) -> httpx.Response:
        body = {"at": at, "whole_turn": whole_turn}
        return self.http.post(f"/api/tables/{self.table}/undo", json=body)

    def undo(self, whole_turn: bool = False) -> JSON:
        """Takes back the last choice or the whole turn, or asks the others for it."""
        answer = self.try_undo(self.look()["version"], whole_turn)
        assert answer.is_success, answer.text
        body: JSON = answer.json()
        return body

    def answer_wish(self, agree: bool) -> JSON:
        """Agrees to what somebody has asked to take back, or does not."""
        said = {"at": self.look()["version"], "agree": agree}
        answer = self.http.post(f"/api/tables/{self.table}/wish", json=said)
        assert answer.is_success, answer.text
        body: JSON = answer.json()
        return body

    def record(self) -> httpx.Response:
        return self.http.get(f"/api/tables/{self.table}/record")


def _seat(number: int, kind: str) -> dict[str, str]:
    if kind in ("me", "open"):
        return {"kind": kind, "name": f"Dwarf {number + 1}" if kind == "me" else ""}
    return {"kind": "bot", "bot": kind}


def invites(table: Mapping[str, Any]) -> list[str]:
    """The invites of a table that its host sees."""
    return [seat["invite"] for seat in table["seats"] if seat["invite"]]


def pick(choices: Sequence[T], chance: random.Random) -> T:
    """Anything, but more often the last: it leads out of the mine and so to the end."""
    return chance.choice([*choices, choices[-1], choices[-1]])


def play_out(programs: Sequence[Program], seed: int = 0) -> JSON:
    """All programs play at random, waiting for bots where it is their turn, to the end."""
    chance = random.Random(seed)
    players = {seat: program for program in programs for seat in program.look()["my_seats"]}
    table = programs[0].look()
    while table["phase"] != "over":
        player = players.get(table["seat"])
        if player is None:
            before = table["version"]
            table = programs[0].look(after=before, wait=20)
            assert table["version"] > before, "the game does not go on"
        else:
            mine = table if table["my_turn"] else player.look()
            table = player.move(pick(mine["choices"], chance)["move"], mine["version"])
    return table


class Person:
    """A person with a browser that has no JavaScript: reads pages, follows links, sends forms."""

    def __init__(self, url: str, lang: str = "en", confirm: str = "never") -> None:
        self.http = httpx.Client(
            base_url=url,
            timeout=LOCKED_S,
            follow_redirects=True,
            headers={"accept-language": lang},
            cookies={"confirm": confirm} if confirm else {},
            verify=False,
        )
        self.answer = httpx.Response(200, text="")
        self._document: Element | None = None

    @property
    def document(self) -> Element:
        """The page as a tree; read when somebody looks at it."""
        if self._document is None:
            self._document = read_document(self.answer.text)
        return self._document

    def go(self, path: str) -> None:
        """Opens an address."""
        self._see(self.http.get(path))

    def follow(self, link: str) -> None:
        """Opens a private link, whole or its path, and presses the one button of its page."""
        self.go(link)
        self.press(self.form(httpx.URL(link).path).find("button")[0])

    def post(self, path: str, fields: Mapping[str, str]) -> None:
        self._see(self.http.post(path, data=dict(fields)))

    def press(self, button: Element, **changes: str) -> None:
        """Presses a button of the page, after changing fields of its form."""
        form = form_of(self.document, button)
        fields = {**form_fields(self.document, form), **changes}
        if button["name"]:
            fields[button["name"]] = button["value"]
        assert form["method"] == "post", form.attributes
        self.post(form["action"], fields)

    def send(self, form: Element, **changes: str) -> None:
        """Sends a form of the page with these fields changed."""
        self.post(form["action"], {**form_fields(self.document, form), **changes})

    def form(self, action: str) -> Element:
        """The first form of the page that leads to an address."""
        return self.document.find("form", action=action)[0]

    def choices(self) -> list[Element]:
        """The buttons that answer the question of the table."""
        return self.document.find("button", name="move")

    def _see(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._document = None

    @property
    def path(self) -> str:
        return self.answer.url.path

    @property
    def table(self) -> str:
        found = re.fullmatch(r"/table/(\w+)", self.path)
        assert found, self.path
        return found[1]

    def program(self) -> Program:
        """The same visitor as a program: with the token of the cookie."""
        program = Program(str(self.http.base_url), self.http.cookies.get("dvergar") or "")
        program.table = self.table
        return program


def play_game(people: list[Person], table: str, seed: int = 0) -> None:
    """Plays by random buttons of the pages until the score is shown; people sit in this order."""
    chance = random.Random(seed)
    judge = Program(str(people[0].http.base_url))
    judge.table = table.removeprefix("/table/")
    seen = judge.look()
    while seen["phase"] != "over":
        if seen["seats"][seen["seat"]]["kind"] == "bot":
            version = seen["version"]
            seen = judge.look(after=version, wait=20)
            assert seen["version"] > version, "the game does not go on"
            continue
        one = people[seen["seat"] % len(people)]
        one.go(table)
        one.press(pick(one.choices(), chance))
        assert one.answer.status_code == 200, one.answer.text
        assert one.path == table
        seen = judge.look()
    for one in people:
        one.go(table)
        assert one.document.find(id="scores")


def open_table(person: Person, kinds: list[str], **fields: str) -> str:
    """Fills the form of the start page and sends it."""
    person.go(START)
    form = person.document.find("form", id="new")[0]
    seats = {f"kind-{seat}": "closed" for seat in range(6)}
    seats |= {f"kind-{seat}": kind for seat, kind in enumerate(kinds)}
    person.send(form, **seats, **fields)
    assert person.answer.status_code == 200, person.answer.text
    return person.path


def port_of(url: str) -> str:
    """The port of a server with its colon: pages also name its address in the network."""
    return f":{url.rpartition(':')[2]}"


def read_live(http: httpx.Client, table: str) -> str:
    """The first message of a live stream."""
    with http.stream("GET", f"/table/{table}/live") as live:
        lines = []
        for line in live.iter_lines():
            lines.append(line)
            if line == "" and any(one.startswith("data:") for one in lines):
                break
    return "\n".join(lines)


def read_news(http: httpx.Client, table: str, lines: int = 1, number: int = 0) -> list[str]:
    """The first lines of the stream for programs."""
    found: list[str] = []
    with http.stream("GET", f"/api/tables/{table}/stream?number={number}") as news:
        assert news.headers["content-type"].startswith("application/x-ndjson")
        for line in news.iter_lines():
            found += [line] if line else []
            if len(found) == lines:
                break
    return found


def wait_until(there: Callable[[], object]) -> None:
    """Waits for what a server is about to do by itself."""
    for _ in range(2000):
        if there():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def finished(seed: int = 7) -> JSON:
    """A finished game as the tree of its record."""
    game = dvergar.game(GAME, players=2)
    record = Record.of(game, seed)
    state = game.start(seed)
    while not state.over:
        move = state.moves()[-1]
        record.moves.append(game.name(move))
        state.play(move)
    record.finish(state)
    tree: JSON = json.loads(record.to_json())
    return tree


def upload(
    person: Person, content: bytes, name: str = "game.json", kind: str = "application/json"
) -> httpx.Response:
    return person.http.post("/records", files={"record": (name, content, kind)})


def sentence(answer: httpx.Response) -> str:
    """The one sentence of a refusal, wherever the page shows it."""
    if answer.headers["content-type"].startswith("application/json"):
        body = answer.json()
        assert list(body) in (["error"], ["error", "reason", "rule"]), body
        return str(body["error"])
    document = read_document(answer.text)
    shown = [
        one.text
        for one in document.elements()
        if one["role"] in ("alert", "status") and "hidden" not in one and one.text
    ]
    assert len(shown) == 1, f"{shown} in {document.text[:500]}"
    return shown[0]


def assert_refused(answer: httpx.Response, *statuses: int) -> str:
    """A refusal as promised: 4xx, one sentence, no traceback. Gives back the sentence."""
    assert answer.status_code in statuses, f"{answer.status_code}: {answer.text[:500]}"
    assert "Traceback" not in answer.text
    assert 'File "' not in answer.text
    told = sentence(answer)
    assert told
    assert "\n" not in told
    assert told.endswith((".", "!", "?", "»")), told
    return told
