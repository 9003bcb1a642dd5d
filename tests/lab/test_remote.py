"""A local bot at the table of a server: it plays to the end, and any mishap is one sentence."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dvergar.cli import run
from dvergar.core.errors import BotFailed, DvergarError
from dvergar.core.record import Record
from dvergar.lab.players import Entrant
from dvergar.lab.remote_bot import Address, Client, Ended, Player, RemoteError, read_address
from tests.lab.strange_bots import Cheats, Crashes
from tests.web.documents import read_document
from tests.web.players import GAME, JSON, Program, invites
from tests.web.serving import PROMPT, Served, ServerProcess, serving

STRANGE = Path(__file__).parent / "strange_bots.py"
LINE_BOT = Path(__file__).parents[2] / "docs/examples/line_bot.py"
SOON = 20.0
SIMPLE = {"two_player_variant": False, "first_seat": 0}
"""One dwarf a seat, so that whoever has moved has to wait."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), PROMPT) as served:
        yield served


class Seated:
    """A bot at a table, in a thread of its own."""

    def __init__(self, url: str, entrant: Entrant, seed: int = 1, patience: float = 60) -> None:
        address = read_address(url)
        self.client = Client(address.site, patience=patience)
        self.player = Player(self.client, entrant, "", seed)
        self.table = self.player.sit(address)
        self.ended: Ended | None = None
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self) -> None:
        try:
            self.ended = self.player.play()
        except BaseException as error:  # noqa: BLE001 - for the test to look at
            self.error = error

    def join(self, seconds: float = 100) -> Seated:
        self._thread.join(seconds)
        assert not self._thread.is_alive(), "the bot does not end"
        self.client.close()
        return self


def opened(url: str, *seats: str, game: str = GAME, **body: Any) -> tuple[Program, JSON]:
    host = Program(url)
    return host, host.open(seats, game=game, public=True, **body)


def at(url: str, table: JSON) -> str:
    return f"{url}/table/{table['id']}"


def waited(condition: Callable[[], bool]) -> None:
    """Waits until something is so."""
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


@pytest.mark.whole_games
@pytest.mark.parametrize(
    ("game", "body"),
    [
        ("my_gold_mine", {}),
        ("cave_vs_cave", {"points": "hidden"}),
        ("caverna", {"points": "hidden", "options": {"first_seat": 1}}),
    ],
)
def test_two_remote_bots_play_each_other_to_the_end(game: str, body: JSON, server: Served) -> None:
    host, table = opened(server.url, "open", "open", game=game, **body)
    bots = [Seated(at(server.url, table), bot) for bot in ("greedy", "random")]
    for bot in bots:
        bot.join()
        assert bot.error is None
    ranks = sorted(bot.ended.rank for bot in bots if bot.ended)
    assert ranks[0] == 1
    record = Record.from_json(host.record().content)
    assert record.verify().over
    assert record.seats == ["greedy", "random"]


def test_a_bot_follows_an_invite_and_plays_beside_bots_of_the_server(server: Served) -> None:
    host, table = opened(server.url, "open", "bold", "careful")
    (invite,) = invites(table)
    bot = Seated(invite, "careful").join()
    assert bot.ended is not None
    assert (bot.ended.table, bot.ended.players) == (table["id"], 3)
    assert host.look()["seats"][0]["name"] == "careful"


def test_two_of_the_same_name_are_told_apart(server: Served) -> None:
    host, table = opened(server.url, "open", "open", "me")
    bots = [Seated(at(server.url, table), "random") for _ in range(2)]
    assert [seat["name"] for seat in host.look()["seats"]][:2] == ["random", "random 2"]
    for bot in bots:
        bot.player.client.try_once(f"/api/tables/{table['id']}/leave")
        assert isinstance(bot.join().error, RemoteError)


def test_the_link_to_ones_own_seat_lets_a_bot_play_on_and_no_address_holds_a_secret(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = opened(server.url, "me", "bold")
    page = read_document(host.http.get(f"/table/{host.table}").text)
    (link,) = {one["value"] for one in page.find("input") if "/return/" in one["value"]}
    asked: list[str] = []
    send = httpx.Client.send

    def noted(self: httpx.Client, request: httpx.Request, **options: Any) -> httpx.Response:
        asked.append(str(request.url))
        return send(self, request, **options)

    monkeypatch.setattr(httpx.Client, "send", noted)
    bot = Seated(link, "careful").join()
    assert bot.error is None
    assert host.look()["phase"] == "over"
    token = bot.client._http.headers["authorization"].partition(" ")[2]
    assert asked
    assert not any(link.rsplit("/", 1)[1] in url or token in url for url in asked)


@pytest.mark.parametrize("bot", [Crashes, Cheats], ids=["crashes", "cheats"])
def test_a_bot_that_fails_leaves_its_seat_with_one_sentence_and_tells_the_server_nothing(
    bot: Any, server: Served
) -> None:
    host, table = opened(server.url, "open", "me", options=SIMPLE)
    failing = Seated(at(server.url, table), bot)
    error = failing.join().error
    assert isinstance(error, BotFailed)
    assert "\n" not in str(error)
    assert host.look()["seats"][0]["standing_in"] == "left", "a bot of the server plays on"
    left = next(
        event for event in server.events(table["id"]) if "seats" in event and "bot" in event
    )
    assert left == {"seats": [0], "bot": "normal"}


def test_a_bot_agrees_to_what_a_person_takes_back(server: Served) -> None:
    host, table = opened(server.url, "me", "open", game="caverna", options={"first_seat": 0})
    bot = Seated(at(server.url, table), "random")
    while (seen := host.look())["my_turn"]:
        host.move(seen["choices"][0]["move"], seen["version"])
    waited(lambda: bool(host.look()["my_turn"]))
    assert host.undo(whole_turn=True)["wish"]
    waited(lambda: bool(host.look()["number"] == 0))
    bot.client.try_once(f"/api/tables/{table['id']}/leave")
    bot.join()


def test_a_seat_that_somebody_else_holds_ends_the_bot(server: Served) -> None:
    host, table = opened(server.url, "me", "open", options=SIMPLE)
    bot = Seated(at(server.url, table), "random")
    host.http.post(f"/api/tables/{table['id']}/leave", headers=dict(bot.client._http.headers))
    error = bot.join().error
    assert isinstance(error, RemoteError)
    assert "taken by someone else" in str(error)


def test_bots_play_on_after_their_server_was_killed_and_started_anew(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    host, table = opened(process.url, "open", "open", game="cave_vs_cave")
    bots = [Seated(at(process.url, table), bot) for bot in ("greedy", "random")]
    waited(lambda: bool(host.look()["number"] > 5))
    process.kill()
    process.start()
    for bot in bots:
        assert bot.join().error is None
    assert host.look()["phase"] == "over"
    process.close()


def test_a_server_that_is_gone_for_good_is_given_up(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        _, table = opened(server.url, "me", "open", options=SIMPLE)
        bot = Seated(at(server.url, table), "random", patience=0.5)
    error = bot.join().error
    assert isinstance(error, RemoteError)
    assert "has not answered for" in str(error)


def test_other_rules_are_told_before_a_seat_is_kept(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, table = opened(server.url, "me", "open")
    answer = Client.post

    def older(self: Client, path: str, body: JSON) -> JSON:
        told = answer(self, path, body)
        told["table"]["rules"] = 0
        return told

    monkeypatch.setattr(Client, "post", older)
    with pytest.raises(RemoteError, match="rules version 0"):
        Seated(at(server.url, table), "random")
    assert host.look()["seats"][1]["standing_in"] == "left"


def test_what_is_no_server_of_ours_is_called_so() -> None:
    with pytest.raises(DvergarError, match="not the address"):
        read_address("ftp://somewhere/")
    with pytest.raises(DvergarError, match="not the address"):
        read_address("http://[half/")
    client = Client("http://127.0.0.1:1", patience=0)
    with pytest.raises(RemoteError, match="has not answered"):
        client.get("/api/tables")
    stranger = Client("http://stranger")
    stranger._http = httpx.Client(
        base_url="http://stranger",
        transport=httpx.MockTransport(lambda _: httpx.Response(200, text="<html>")),
    )
    with pytest.raises(RemoteError, match="does not answer like a Dvergar server"):
        stranger.get("/api/tables")


def test_a_full_table_has_no_seat_for_a_bot(server: Served) -> None:
    _, table = opened(server.url, "me", "bold")
    with pytest.raises(RemoteError, match="This seat is already taken"):
        Seated(at(server.url, table), "random")


# The command.


@pytest.fixture
def type_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    monkeypatch.setenv("DVERGAR_LANG", "en")
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def typed(*words: object) -> tuple[int, str, str]:
        code = run(["bot", *map(str, words)])
        return (code, *capsys.readouterr())

    return typed


Typed = Callable[..., tuple[int, str, str]]


def test_tables_are_listed_where_none_is_named(type_in: Typed, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        code, _, err = type_in(server.url, "--bot", "random")
        assert (code, "no suitable public table" in err) == (2, True)
        _, table = opened(server.url, "open", "bold", name="Under the hill")
        code, out, _ = type_in(server.url, "--bot", "random")
        assert (code, table["id"] in out, "Under the hill" in out) == (0, True, True)
        code, _, err = type_in(server.url, "--bot", "random", "--game", "caverna")
        assert (code, "no suitable public table" in err) == (2, True)


@pytest.mark.parametrize(
    "bot", ["careful", f"{STRANGE}:First", f"run:python {LINE_BOT}", "greedy:breadth=4"]
)
def test_any_bot_takes_a_seat_by_command(bot: str, type_in: Typed, server: Served) -> None:
    host, _ = opened(server.url, "open", "bold", name=f"For {bot[-12:]}")
    name = ["--name", "Remote"]
    code, out, err = type_in(server.url, "--bot", bot, "--table", f"For {bot[-12:]}", *name)
    assert (code, "is at table" in err, "is over" in out) == (0, True, True), err
    assert host.look()["seats"][0]["name"] == "Remote"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere", "--bot", "random"], "not the address"),
        (["http://127.0.0.1:1", "--bot", "nobody"], "no bot called"),
        (["http://127.0.0.1:1", "--bot", "random", "--game", "chess"], "no game called"),
        (["http://127.0.0.1:1", "--bot", "random", "--patience", "0"], "has not answered"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    words: list[str], sentence: str, type_in: Typed
) -> None:
    code, out, err = type_in(*words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_ctrl_c_leaves_the_seat(
    type_in: Typed, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, table = opened(server.url, "me", "open")

    def interrupted(_player: Player) -> Ended:
        raise KeyboardInterrupt

    monkeypatch.setattr(Player, "_play", interrupted)
    code, _, err = type_in(at(server.url, table), "--bot", "random")
    assert (code, "has left its seat" in err) == (0, True)
    assert host.look()["seats"][1]["standing_in"] == "left"


def test_a_table_that_does_not_exist_is_refused_in_a_sentence(
    type_in: Typed, server: Served
) -> None:
    code, _, err = type_in(f"{server.url}/table/abcdefghjkmn", "--bot", "random")
    assert (code, err) == (2, "The server refuses: There is nothing at this address.\n")
    assert Address(server.url).table == ""
