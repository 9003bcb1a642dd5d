"""A bot that sits at the table of a server and plays there to the end of the game.

It thinks on positions made of what its seat sees, so it needs nothing that the seat does not know.
Whatever goes wrong ends with one sentence, and the seat is left so that others can play on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from dvergar.core.bot import Bot
from dvergar.core.chance import derive
from dvergar.core.game import Game, State
from dvergar.core.registry import info, make_game
from dvergar.lab.players import Entrant, ask_bot, close_bot, is_ours, make_bot, name_of
from dvergar.lab.remote.client import JSON, Address, Client, Lost, Refused, RemoteError, plain

MAX_NAME_LETTERS: Final = 24
CONFLICT: Final = 409
MAX_NAMES_TRIED: Final = 7
"""How many names are tried at a table where others have the same."""


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
        path = f"/api/tables/{address.table}/sit"
        told = {} if not address.link else {"link": address.link}
        for number in range(1, MAX_NAMES_TRIED + 1):
            name = self.name[:MAX_NAME_LETTERS]
            if number > 1:
                name = f"{self.name[: MAX_NAME_LETTERS - 2]} {number}"
            try:
                seated = self.client.post("/api/join" if told else path, {**told, "name": name})
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
        """Whether another name would help: somebody at the table has this one."""
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
        """Plays to the end of the game; whoever stops it, or a failing bot, leaves the seat."""
        try:
            ended = self._play()
        except BaseException:
            self.leave()
            raise
        self._dismiss()
        return ended

    def _play(self) -> Ended:
        done = -1
        for told in self._tables():
            table = told
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
                raise RemoteError("remote.lost", table=told["id"])
        raise AssertionError("a stream is taken up again")

    def _tables(self) -> Iterator[JSON]:
        """The table whenever something has happened, over all lost connections."""
        while True:
            with suppress(Lost), self.client.lines(f"/api/tables/{self.table}/stream") as lines:
                for line in lines:
                    yield line["table"]
            self.client.wait()

    def _turn(self, table: JSON) -> JSON:
        """Makes one move; the table after it, or as it is where somebody was quicker."""
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
        """A bot minds nothing that somebody wants to take back."""
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
    """Whether somebody has left a seat, so that a bot of the server plays there."""
    return seat.get("standing_in") == "left"
