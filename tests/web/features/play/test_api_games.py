"""Whole games through the JSON interface: people, bots, open seats, waiting for one's turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from dvergar.core.record import Record
from tests.web.players import GAME, Program, invites, play_out
from tests.web.serving import Served

pytestmark = pytest.mark.whole_games

BOTS = ("careful", "bold", "random")
WAIT = 20  # seconds; whoever waits in vain waits so long, and nobody else does


@pytest.mark.parametrize("players", [2, 5])
def test_programs_sit_down_by_invite_and_play_a_whole_game(
    players: int, new_program: Callable[[], Program]
) -> None:
    host = new_program()
    table = host.open(["me"] + ["open"] * (players - 1))
    assert table["phase"] == "waiting"
    guests = [new_program() for _ in invites(table)]
    for number, (guest, invite) in enumerate(zip(guests, invites(table), strict=True), start=1):
        assert guest.join(invite, f"Guest {number}")["my_seats"] == [number]
    end = play_out([host, *guests], seed=players)
    assert [seat["kind"] for seat in end["seats"]] == ["person"] * players
    assert sorted(row["seat"] for row in end["scores"]) == list(range(players))
    assert min(row["rank"] for row in end["scores"]) == 1


@pytest.mark.parametrize("players", [3, 6])
def test_one_person_plays_against_bots(players: int, program: Program) -> None:
    program.open(["me", *(BOTS[n % 3] for n in range(players - 1))], name="Under the hill")
    end = play_out([program], seed=players)
    assert end["name"] == "Under the hill"
    assert [seat["kind"] for seat in end["seats"]] == ["person"] + ["bot"] * (players - 1)


def test_bots_play_among_themselves_while_nobody_has_to_press_anything(program: Program) -> None:
    table = program.open(["careful", "bold", "random"])
    assert table["my_seats"] == []
    for _ in range(400):
        table = program.look(after=table["version"], wait=5)
        if table["phase"] == "over":
            break
    assert table["scores"]


@pytest.mark.parametrize(
    "options",
    [
        {"two_player_variant": False},
        {"open_gold": True},
        {"first_seat": 1, "red_door_at_dragon": "burn", "dragon_timing": "before_move"},
        {"no_winner_starter": "same_seat", "final_tie_no_slot": "round_two_slot"},
    ],
)
def test_every_option_can_be_asked_for(
    options: dict[str, object], program: Program, server: Served
) -> None:
    program.open(["me", "me"], options=options)
    assert options.items() <= server.events(program.table)[0]["options"].items()


def test_a_team_leads_two_dwarfs(program: Program) -> None:
    table = program.open(["me", "me"])
    assert [dwarf["seat"] for dwarf in table["view"]["dwarfs"]] == [0, 0, 1, 1]


def test_the_record_of_a_finished_game_replays_to_the_same_scores(program: Program) -> None:
    program.open(["me", "me", "bold"])
    end = play_out([program], seed=5)
    record = Record.from_json(program.record().content)
    state = record.verify()
    totals = {row["seat"]: row["total"] for row in end["scores"]}
    assert [totals[seat] for seat in range(3)] == [score.total for score in state.scores()]
    assert record.seats == [seat["name"] for seat in end["seats"]]


def test_every_answer_says_what_can_be_played_and_only_to_whom_it_concerns(
    program: Program, new_program: Callable[[], Program]
) -> None:
    table = program.open(["me", "open"])
    guest = new_program()
    guest.join(invites(table)[0])
    seen = [program.look(), guest.look()]
    acting, idle = sorted(seen, key=lambda one: not one["my_turn"])
    assert {choice["move"] for choice in acting["choices"]} == {"dig", "draw exit"}
    assert all(choice["label"] and choice["anchor"] for choice in acting["choices"])
    assert not idle["my_turn"]
    assert idle["choices"] == []
    assert acting["question"] == idle["question"]


def test_who_waits_for_news_gets_them_at_once(program: Program, server: Served) -> None:
    table = program.open(["me", "me"])
    started = time.monotonic()
    news: list[tuple[int, float]] = []

    def wait() -> None:
        seen = Program(server.url, program.token)
        seen.table = program.table
        answer = seen.look(after=table["version"], wait=WAIT)
        news.append((answer["version"], time.monotonic() - started))

    waiter = threading.Thread(target=wait)
    waiter.start()
    time.sleep(0.3)
    program.move("dig", table["version"])
    waiter.join(2 * WAIT)
    assert [version for version, _ in news] == [table["version"] + 1]
    assert 0.25 < news[0][1] < WAIT


def test_who_waits_in_vain_gets_the_same_table_again(program: Program) -> None:
    table = program.open(["me", "me"])
    started = time.monotonic()
    assert program.look(after=table["version"], wait=0.3)["version"] == table["version"]
    assert time.monotonic() - started >= 0.29


def test_news_that_were_seen_already_wake_nobody(program: Program, server: Served) -> None:
    """A signal may come after what it tells of has been read."""
    table = program.open(["me", "me"])
    version = program.move("dig", table["version"])["version"]
    signal = threading.Timer(0.3, lambda: server.run(_notify(server, program.table)))
    signal.start()
    started = time.monotonic()
    assert program.look(after=version, wait=1)["version"] == version
    assert time.monotonic() - started > 0.9


async def _notify(server: Served, table: str) -> None:
    server.inside.notifier.notify(table)


def test_who_is_behind_does_not_wait(program: Program) -> None:
    table = program.open(["me", "me"])
    program.move("dig", table["version"])
    started = time.monotonic()
    assert program.look(after=table["version"], wait=WAIT)["version"] == table["version"] + 1
    assert time.monotonic() - started < WAIT


def test_the_games_are_listed_with_their_options_and_bots(program: Program) -> None:
    (mine,) = [one for one in program.http.get("/api/games").json() if one["game"] == GAME]
    assert mine["players"] == [2, 6]
    assert {*BOTS, "greedy"} <= set(mine["bots"])
    options = {option["name"]: option for option in mine["options"]}
    assert options["open_gold"]["values"] == [False, True]
    assert options["two_player_variant"]["players"] == [2]


def test_texts_come_in_the_language_asked_for(server: Served) -> None:
    english, french = Program(server.url), Program(server.url, lang="fr")
    table = english.open(["me", "me"])
    french.table, french.token = english.table, english.token
    assert french.look()["version"] == table["version"]
    assert french.look()["question"] != table["question"]
    assert [one["move"] for one in french.look()["choices"]] == ["dig", "draw exit"]
