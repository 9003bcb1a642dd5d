"""A bot at a seat of a server: it asks for its turns, chooses, and answers.

The server may be away for a while: the bot waits, and gives up in the end. The token of a seat goes
into a header and never into an address, and nothing that a server says is shown without being
cleaned: it is somebody else's text.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from dvergar.core.bot import Bot
from dvergar.core.chance import derive
from dvergar.core.errors import DvergarError
from dvergar.core.game import Game, State
from dvergar.core.languages import FALLBACK
from dvergar.core.registry import info, make_game
from dvergar.core.words import printable
from dvergar.lab.players import Entrant, ask_bot, close_bot, is_ours, make_bot, name_of

_PLACE: Final = re.compile(
    r"(?P<path>.*?)/(?:(?:api/tables|table)/(?P<table>\w+)|(?P<link>(?:join|return)/[^?#]+))/?"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A server, and perhaps a table of it or a link to a seat; the link is a secret."""

    site: str
    table: str = ""
    link: str = field(default="", repr=False)


def read_address(url: str) -> Address:
    """An address that someone typed or copied.

    >>> read_address("http://localhost:8000")
    Address(site='http://localhost:8000', table='')
    >>> read_address("https://games.example/dwarfs/table/abcdefghjkmn?at=3")
    Address(site='https://games.example/dwarfs', table='abcdefghjkmn')
    >>> address = read_address("http://localhost:8000/join/abcdefghjkmn-1-KEY")
    >>> address.site, address.link, "KEY" in repr(address)
    ('http://localhost:8000', 'join/abcdefghjkmn-1-KEY', False)
    >>> read_address("localhost:8000")
    Traceback (most recent call last):
    ...
    dvergar.lab.remote_bot.RemoteError: This is not the address of a server...
    """
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise RemoteError("remote.address")
    found = _PLACE.fullmatch(parts.path)
    if found is None:
        return Address(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")
    site = f"{parts.scheme}://{parts.netloc}{found['path']}"
    return Address(site, found["table"] or "", found["link"] or "")


JSON = dict[str, Any]

SERVER_AWAY_TIMEOUT_S: Final = 300.0
"""Seconds that a server may be away before it counts as gone for good."""
FIRST_RETRY_S: Final = 0.25
MAX_RETRY_S: Final = 10.0
STREAM_TIMEOUT_S: Final = 45.0
"""Seconds without a word after which a connection counts as lost; a stream speaks every 15."""
TOO_MANY_REQUESTS: Final = 429
SERVER_AWAY_STATUSES: Final = (502, 503, 504)
"""What a reverse proxy answers while its server restarts."""


class RemoteError(DvergarError):
    """A server that is not there, does not let a bot play, or is none."""


class Refused(RemoteError):
    """A request that the server has refused with a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__("remote.refused", why=why)
        self.status = status


class Lost(Exception):
    """The server did not answer, or not yet as it should."""


class Client:
    """One program at one server."""

    def __init__(
        self,
        site: str,
        lang: str = FALLBACK,
        patience: float = SERVER_AWAY_TIMEOUT_S,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """`lost` is called when the connection is lost, once for each time."""
        self.site = site
        self._patience = patience
        self._lost = lost
        self._away_since: float | None = None
        self._pause = FIRST_RETRY_S
        self._http = httpx.Client(
            base_url=site,
            timeout=httpx.Timeout(STREAM_TIMEOUT_S, connect=10.0),
            headers={"accept-language": lang, "accept": "application/json"},
            verify=site.startswith("https:"),  # reading all certificates takes a while
        )

    def hold(self, token: str) -> None:
        """Sends the token of a seat from now on."""
        self._http.headers["authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Ends all connections."""
        self._http.close()

    def get(self, path: str) -> Any:
        """The answer to a question, however often it has to be asked."""
        return self._insist("GET", path, None)

    def post(self, path: str, body: JSON) -> JSON:
        """The answer to a request; a request repeated after a lost answer counts once."""
        answer: JSON = self._insist("POST", path, body)
        return answer

    def try_once(self, path: str) -> None:
        """A last request, whether it is heard or not."""
        try:
            self._http.post(path, json={}, timeout=5)
        except httpx.HTTPError:
            return

    @contextmanager
    def lines(self, path: str) -> Iterator[Iterator[JSON]]:
        """A stream of lines of JSON; Lost when the connection breaks."""
        try:
            with self._http.stream("GET", path) as answer:
                if answer.status_code != httpx.codes.OK:
                    answer.read()
                    self._read(answer)
                yield self._lines(answer)
        except httpx.HTTPError as error:
            raise Lost from error

    def _lines(self, answer: httpx.Response) -> Iterator[JSON]:
        for line in answer.iter_lines():
            self._is_back()
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise RemoteError("remote.foreign", site=self.site) from error

    def wait(self) -> None:
        """Waits before the next try, longer each time; RemoteError if it takes too long."""
        now = time.monotonic()
        if self._away_since is None:
            self._away_since = now
            self._lost()
        if now - self._away_since >= self._patience:
            raise RemoteError("remote.gone", site=self.site, seconds=round(self._patience))
        time.sleep(self._pause)
        self._pause = min(2 * self._pause, MAX_RETRY_S)

    def _is_back(self) -> None:
        self._away_since = None
        self._pause = FIRST_RETRY_S

    def _insist(self, method: str, path: str, body: JSON | None) -> Any:
        while True:
            try:
                answer = self._read(self._http.request(method, path, json=body))
            except (httpx.HTTPError, Lost):
                self.wait()
            else:
                self._is_back()
                return answer

    def _read(self, answer: httpx.Response) -> Any:
        """The answer as data; Lost where one has to ask again."""
        if answer.status_code in (TOO_MANY_REQUESTS, *SERVER_AWAY_STATUSES):
            raise Lost
        try:
            body = answer.json()
            if answer.is_success:
                return body
            why = plain(body["error"])
        except (ValueError, KeyError, TypeError) as error:
            raise RemoteError("remote.foreign", site=self.site) from error
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise Lost
        raise Refused(answer.status_code, why)


def plain(text: object, most: int = 300) -> str:
    """Text from someone else, safe for a terminal.

    >>> plain("so\\x1b[31m it\\nis")
    'so[31m it is'
    """
    return printable(str(text)[:most])


MAX_NAME_LETTERS: Final = 24
CONFLICT: Final = 409
MAX_NAMES_TRIED: Final = 7
"""How many names are tried at a table where others have the same."""


def program_name(entrant: str) -> str:
    """What a server shows of a bot: its name or class, without limits, files and commands.

    >>> program_name("search:nodes=200"), program_name("mine.py:Mine:depth=3"), program_name("Mine")
    ('search', 'Mine', 'Mine')
    """
    first, _, rest = entrant.partition(":")
    return (rest.partition(":")[0] if "." in first else first)[:MAX_NAME_LETTERS]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended for the bot's first seat."""

    table: str
    game: str
    rank: int
    total: int
    players: int


class Player:
    """One entrant at one table, on one seat or, by a link to them, on several."""

    def __init__(self, client: Client, entrant: Entrant, name: str, seed: int) -> None:
        self.client = client
        self.entrant = entrant
        self.called = name_of(entrant)
        self.name = name or self.called
        self.seed = seed
        self.table = ""
        self.game: Game | None = None
        self._bots: dict[int, Bot] = {}

    # Sitting down.

    def sit(self, address: Address) -> JSON:
        """Takes the seat; the table as the bot sees it."""
        path = "/api/join" if address.link else f"/api/tables/{address.table}/sit"
        asked = {"bot": program_name(self.called)}
        if address.link:
            asked["link"] = address.link
        for number in range(1, MAX_NAMES_TRIED + 1):
            name = self.name[:MAX_NAME_LETTERS]
            if number > 1:
                name = f"{self.name[: MAX_NAME_LETTERS - 2]} {number}"
            try:
                seated = self.client.post(path, {**asked, "name": name})
            except Refused as refused:
                if number == MAX_NAMES_TRIED or not self._is_name_taken(address, refused, name):
                    raise
            else:
                break
        self.client.hold(seated["token"])
        table: JSON = seated["table"]
        self.table = table["id"]
        try:
            self._prepare(table)
        except BaseException:
            self.leave()
            raise
        return table

    def _is_name_taken(self, address: Address, refused: Refused, name: str) -> bool:
        """Whether another name would help because someone at the table has this one."""
        table = address.table or address.link.removeprefix("join/").partition("-")[0]
        if refused.status != CONFLICT:
            return False
        seats = self.client.get(f"/api/tables/{table}")["seats"]
        return name.casefold() in {str(seat["name"]).casefold() for seat in seats}

    def _prepare(self, table: JSON) -> None:
        """Makes the game and the bots; RemoteError where ours is not the server's."""
        ours, theirs = info(table["game"]).rules_version, table["rules"]
        if ours != theirs:
            raise RemoteError("remote.rules", game=table["game"], ours=ours, theirs=theirs)
        self.game = make_game(table["game"], table["options"])
        for seat in table["my_seats"]:
            self._bots[seat] = make_bot(self.entrant, derive(self.seed, seat), self.game.slug)

    def leave(self) -> None:
        """Gives the seat back, if the server hears it, and lets the bot go."""
        if self.table:
            self.client.try_once(f"/api/tables/{self.table}/leave")
        self._dismiss()

    def _dismiss(self) -> None:
        for bot in self._bots.values():
            with suppress(Exception):  # it is no longer needed, whatever it says
                close_bot(bot)

    # Playing.

    def play(self) -> Ended:
        """Plays to the end of the game; leaves the seat when stopped or when the bot fails."""
        try:
            ended = self._play()
        except BaseException:
            self.leave()
            raise
        self._dismiss()
        return ended

    def _play(self) -> Ended:
        done = -1
        for summary in self._tables():
            table = summary
            if table["version"] <= done:
                continue  # said before the bot's last move
            while table["my_turn"]:
                table = self._turn(table)
            if (table["wish"] or {}).get("asked"):
                table = self._agree(table)
            done = table["version"]
            if table["phase"] == "over":
                return self._ended(table)
            if all(_is_left(table["seats"][seat]) for seat in table["my_seats"]):
                self.table = ""  # nothing is left to leave
                raise RemoteError("remote.lost", table=summary["id"])
        raise AssertionError("the stream of a table has ended")

    def _tables(self) -> Iterator[JSON]:
        """The table whenever something has happened, over all lost connections."""
        while True:
            with suppress(Lost), self.client.lines(f"/api/tables/{self.table}/stream") as lines:
                for line in lines:
                    yield line["table"]
            self.client.wait()

    def _turn(self, table: JSON) -> JSON:
        """Makes one move; the table after it, or as it is if someone else was faster."""
        state, seat, version = self._state(table), table["seat"], table["version"]
        bot, seed = self._bots[seat], derive(self.seed, version + 1_000)
        move = ask_bot(bot, self.called, state, seed, watched=not is_ours(self.entrant))
        body = {"move": state.game.name(move), "at": version}
        try:
            return self.client.post(f"/api/tables/{self.table}/moves", body)
        except Refused as refused:
            now = self._look()
            if refused.status != CONFLICT or now["version"] == version:
                raise
            return now

    def _agree(self, table: JSON) -> JSON:
        """Agrees to every request to undo."""
        body = {"at": table["version"], "agree": True}
        try:
            return self.client.post(f"/api/tables/{self.table}/wish", body)
        except Refused:
            return self._look()

    def _look(self) -> JSON:
        table: JSON = self.client.get(f"/api/tables/{self.table}")
        return table

    def _state(self, table: JSON) -> State:
        """A position out of what the seat sees; its moves have to be those that are offered."""
        assert self.game is not None, "seated before"
        game, seat = self.game, table["seat"]
        state = game.from_view(table["view"], seat, derive(self.seed, table["version"]))
        offered = {choice["move"] for choice in table["choices"]}
        if offered != {game.name(move) for move in state.moves()}:
            raise RemoteError("remote.unlike", game=game.slug)
        return state

    def _ended(self, table: JSON) -> Ended:
        mine = min(self._bots)
        score = next(one for one in table["scores"] if one["seat"] == mine)
        title = plain(table["game"], 60)
        return Ended(self.table, title, score["rank"], score["total"], len(table["seats"]))


def _is_left(seat: JSON) -> bool:
    """Whether someone has left a seat, so that a bot of the server plays there."""
    return seat.get("standing_in") == "left"
