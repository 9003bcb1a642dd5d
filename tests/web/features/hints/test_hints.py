"""Hints: a strong bot says what it would do, to whoever may ask, and nothing happens by it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from dvergar.web.bot_workers.question import Answer, Question
from dvergar.web.bot_workers.worker import Memory
from tests.databases import in_tab_too
from tests.toy import INFO as TOY
from tests.web.players import GAME, JSON, Person, Program, assert_refused, invites
from tests.web.serving import PROMPT, Served, serving

FIRST = {"first_seat": 0}


def try_hint(program: Program, at: int | None = None) -> httpx.Response:
    version = program.look()["version"] if at is None else at
    return program.http.post(f"/api/tables/{program.table}/hint", json={"at": version})


def hint(program: Program) -> JSON:
    answer = try_hint(program)
    assert answer.is_success, answer.text
    body: JSON = answer.json()
    return body


def sit_down(server: Served, lang: str = "en", game: str = GAME, **fields: str) -> Person:
    """A person against a bot."""
    person = Person(server.url, lang=lang)
    rows = {"kind-0": "me", "kind-1": "bot", "bot-1": "easy", "option-first_seat": "0"}
    person.post("/tables", {"game": game, "table_name": "", **rows, **fields})
    return person


def press_hint(person: Person) -> None:
    person.press(person.document.find("button", id="hint-button")[0])


def test_a_hint_names_a_move_that_can_be_made_and_changes_nothing(program: Program) -> None:
    table = program.open(["me", "easy", "easy"], options=FIRST)
    assert table["hints"]
    given = hint(program)
    assert given["move"] in [choice["move"] for choice in table["choices"]]
    assert given["label"] in [choice["label"] for choice in table["choices"]]
    assert isinstance(given["points"], int)
    assert program.look() == table
    program.move(given["move"], table["version"])


def test_a_hint_compares_whole_turns_and_says_why(program: Program) -> None:
    program.open(["me", "easy"], game="caverna", options=FIRST)
    given = hint(program)
    turns = given["turns"]
    assert len(turns) == 3
    assert turns[0]["moves"][0] == given["move"]
    assert turns[0]["gap"] == 0 <= turns[1]["gap"] <= turns[2]["gap"]
    assert len({turn["moves"][0] for turn in turns}) == 3
    assert any(len(turn["moves"]) > 1 for turn in turns), "more than the first click"
    for turn in turns:
        assert turn["noise"] >= 0
        assert turn["steps"]
        assert turn["reasons"][0].startswith("Now: "), turn
        assert turn["gains"]
        assert turn["prepares"] is None or turn["prepares"]["seat"] == 0


@pytest.mark.parametrize("level", ["none", "marks", "reasons"])
def test_the_level_of_help_is_a_preference(server: Served, level: str) -> None:
    person = sit_down(server, lang="fr")
    (setting,) = person.document.find("span", id="setting-advice")
    assert setting.text == "Aide des bots"
    press_hint(person)
    person.http.post("/preferences", data={"advice": level, "back": person.path})
    person.go(person.path)
    assert bool(person.document.find("button", id="hint-button")) == (level != "none")
    assert any("data-hinted" in one for one in person.choices()) == (level != "none")
    told = [one.text for one in person.document.find("section", id="hint")]
    assert any("Tout de suite" in one for one in told) == (level == "reasons")


def test_the_same_question_gets_the_same_hint(program: Program) -> None:
    program.open(["me", "easy", "easy"], options=FIRST)
    assert hint(program) == hint(program)


def test_the_page_says_the_hint_beside_the_question_and_marks_its_place(server: Served) -> None:
    person = sit_down(server)
    assert not person.document.find("section", id="hint")
    press_hint(person)
    (said,) = person.document.find("section", id="hint")
    (marked,) = [
        one for one in person.choices() if "data-hinted" in one and one["data-hinted"] == "1"
    ]
    assert marked["aria-describedby"] == "hint-1"
    assert "point" in said.text
    assert [one["id"] for one in said.find("li")] == ["hint-1", "hint-2"]
    assert "Now: " in said.text
    person.go(person.path)
    assert person.document.find("section", id="hint"), "a reload keeps it"
    person.press(marked)
    assert not person.document.find("section", id="hint"), "it was for that question alone"


def test_hints_are_given_in_the_language_of_the_page(server: Served) -> None:
    person = sit_down(server, lang="fr")
    press_hint(person)
    assert "Conseil" in person.document.find("section", id="hint")[0].text


@in_tab_too
@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", GAME])
def test_every_game_gives_hints_and_shows_them(server: Served, slug: str) -> None:
    person = sit_down(server, game=slug)
    press_hint(person)
    assert person.document.find("section", id="hint")
    assert [one for one in person.choices() if "data-hinted" in one]


def test_a_game_without_a_strong_bot_gives_none(program: Program) -> None:
    assert not program.open(["me", "random"], game=TOY.slug)["hints"]
    assert_refused(try_hint(program), 403)


def test_among_people_there_are_no_hints_unless_the_host_allows_them(
    server: Served, program: Program
) -> None:
    table = program.open(["me", "open"], options=FIRST)
    guest = Program(server.url)
    guest.join(invites(table)[0])
    assert not program.look()["hints"]
    assert_refused(try_hint(program), 403)
    address = f"/table/{program.table}/hints"
    assert_refused(guest.http.post(address, data={"hints": "on"}), 403)
    assert_refused(program.http.post(address, data={"hints": "sometimes"}), 400)
    assert program.http.post(address, data={"hints": "on"}).status_code == 303
    assert hint(program)["move"]
    program.http.post(address, data={"hints": "off"})
    assert_refused(try_hint(program), 403)


def test_the_host_finds_the_switch_in_the_menu_and_others_do_not(server: Served) -> None:
    host = sit_down(server)
    assert host.document.find("form", action=f"/table/{host.table}/hints")
    watcher = Person(server.url)
    watcher.go(host.path)
    assert not watcher.document.find("form", action=f"/table/{host.table}/hints")
    assert not watcher.document.find("button", id="hint-button")


def test_a_table_may_be_opened_without_hints(program: Program, server: Served) -> None:
    assert not program.open(["me", "easy"], options=FIRST, hints="off")["hints"]
    assert_refused(try_hint(program), 403)
    person = sit_down(server, hints="off")
    assert not person.document.find("button", id="hint-button")


def test_only_who_is_asked_may_ask(server: Served, program: Program) -> None:
    table = program.open(["me", "me"], options=FIRST, hints="on")
    stranger = Program(server.url)
    stranger.table = program.table
    assert_refused(try_hint(stranger), 401)
    assert_refused(try_hint(program, table["version"] + 1), 409)
    assert try_hint(program).is_success


def test_whoever_watches_is_not_shown_a_hint(server: Served) -> None:
    person = sit_down(server)
    press_hint(person)
    watcher = Person(server.url)
    watcher.go(person.path)
    assert not watcher.document.find("section", id="hint")
    assert not [one for one in watcher.document.elements() if "data-hinted" in one]


def test_where_points_are_hidden_a_hint_hides_them_too(program: Program) -> None:
    program.open(["me", "easy"], game="caverna", points="hidden")
    while not program.look()["my_turn"]:
        program.look(after=program.look()["version"], wait=5)
    given = hint(program)
    assert given["points"] is None
    for turn in given["turns"]:
        assert (turn["points"], turn["noise"], turn["gains"], turn["scored"]) == (
            None,
            None,
            {},
            {},
        )
        assert "point" not in " ".join(turn["reasons"])


def test_one_address_gets_so_many_hints_in_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, hints_per_minute=1)) as served:
        program = Program(served.url)
        program.open(["me", "me", "me"], options=FIRST, hints="on")
        assert try_hint(program).is_success
        assert try_hint(program).is_success, "what is known already costs nothing"
        program.move("dig")
        assert_refused(try_hint(program), 429)


def test_a_hint_is_made_from_what_its_seat_may_know(
    server: Served, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Question] = []
    think = Memory.think

    def note(memory: Memory, question: Question) -> Answer:
        shown.append(question)
        return think(memory, question)

    monkeypatch.setattr(Memory, "think", note)
    program.open(["me", "easy", "easy"], options=FIRST)
    hint(program)
    table = server.run(server.inside.tables.get(program.table))
    (question,) = [one for one in shown if one.hint]
    assert question.state.view(0) == table.state.view(0)
    assert question.state.text() != table.state.text(), "the cards are dealt anew"


def test_who_asks_twice_at_once_is_answered_by_one_thought(
    server: Served, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    think = Memory.think

    def note(memory: Memory, question: Question) -> Answer:
        asked.append(question.bot)
        return think(memory, question)

    monkeypatch.setattr(Memory, "think", note)
    program.open(["me", "me", "me"], options=FIRST, hints="on")
    hints = server.hints

    async def ask_twice() -> None:
        table = await server.inside.tables.get(program.table)
        first, second = await asyncio.gather(hints.ask(table), hints.ask(table))
        assert first == second

    server.run(ask_twice())
    assert asked == ["expert"]


def test_hints_stay_as_they_are_in_a_rematch(program: Program) -> None:
    program.open(["me", "me"], options=FIRST, hints="off", time="long")
    while (table := program.look())["phase"] != "over":
        program.move(table["choices"][-1]["move"], table["version"])
    again = program.http.post(f"/table/{program.table}/rematch")
    program.table = again.headers["location"].rsplit("/", 1)[1]
    assert not program.look()["hints"]
