"""The start page: easy games first, playing alone, options that say what they do, seats."""

from __future__ import annotations

import pytest

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games
from dvergar.web.kernel.tables.thinking_limits import limits_of
from tests.databases import in_tab_too
from tests.toy import INFO as TOY
from tests.web.players import GAME, Person, Program, assert_refused
from tests.web.serving import Served

OURS = ["my_gold_mine", "cave_vs_cave", "caverna"]


@in_tab_too
def test_the_easy_game_comes_first_and_is_chosen(person: Person) -> None:
    person.go("/")
    cards = [one for one in person.document.find("a") if "game" in one["class"].split()]
    shown = [card["href"].rpartition("=")[2] for card in cards]
    assert [slug for slug in shown if slug != TOY.slug] == OURS
    assert "aria-current" in cards[shown.index("my_gold_mine")]
    assert person.document.find("input", name="game")[0]["value"] == "my_gold_mine"


@in_tab_too
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", OURS)
def test_every_option_says_in_its_line_what_it_does(person: Person, slug: str, lang: str) -> None:
    person.go(f"/?game={slug}&lang={lang}")
    form = person.document.find("form", id="new")[0]
    folded = form.find("details")
    assert folded
    assert not any("open" in details for details in folded), "all is as in the rule book"
    options = [one for details in folded for one in details.find("label")]
    for option in options:
        (help_,) = option.find("small")
        assert len(help_.text) > 25, option.text
        (control,) = [*option.find("input"), *option.find("select")]
        assert control["aria-describedby"] == help_["id"]
    asked = {one["name"] for one in [*form.find("select"), *form.find("input")]}
    for rule in games()[slug].options:
        if len(rule.values_for(7)) > 1:
            assert f"option-{rule.name}" in asked


@in_tab_too
def test_a_chosen_variant_stands_open_when_the_form_comes_back(person: Person) -> None:
    fields = {"game": GAME, "kind-0": "me", "kind-1": "here", "name-0": "x" * 30}
    person.post("/tables", {**fields, "option-open_gold": "on", "public": "on"})
    for part in ("variants", "table-options"):
        assert "open" in person.document.find("details", id=part)[0]


@in_tab_too
@pytest.mark.parametrize("slug", ["cave_vs_cave", "caverna"])
def test_one_plays_alone_by_one_choice(person: Person, slug: str) -> None:
    person.go(f"/?game={slug}")
    person.send(person.document.find("form", id="new")[0], company="alone", **{"name-0": "Ada"})
    table = person.program().look()
    assert [seat["name"] for seat in table["seats"]] == ["Ada"]
    assert table["phase"] == "playing"


def test_a_game_for_several_offers_no_way_to_open_it_with_too_few(person: Person) -> None:
    person.go(f"/?game={GAME}")
    form = person.document.find("form", id="new")[0]
    assert not form.find("input", name="company")
    for seat, closable in ((0, False), (1, False), (2, True)):
        kinds = [one["value"] for one in form.find("input", name=f"kind-{seat}")]
        assert ("closed" in kinds) == closable
    for lang, said in (("en", "is for 2 to 6 players, not for 1."), ("fr", "pas à 1.")):
        fields = {"game": GAME, "kind-0": "me", "company": "alone"}
        answer = person.http.post(f"/tables?lang={lang}", data=fields)
        told = assert_refused(answer, 400)
        assert told.startswith("My Gold Mine ")
        assert told.endswith(said)


@in_tab_too
def test_a_wrong_value_is_named_as_the_form_names_it(person: Person) -> None:
    fields = {"game": GAME, "kind-0": "me", "kind-1": "here", "option-first_seat": "4"}
    told = assert_refused(person.http.post("/tables", data=fields), 400)
    assert "Who begins" in told
    assert "Seat 5" in told
    assert "first_seat" not in told


def test_who_sits_at_a_row_has_its_number_at_the_table(person: Person) -> None:
    fields = {"game": "caverna", "kind-0": "me", "name-0": "Ada", "kind-1": "here", "name-1": "Bo"}
    person.post("/tables", {**fields, "kind-2": "closed", "kind-3": "here", "name-3": "Cy"})
    names = [seat["name"] for seat in person.program().look()["seats"]]
    assert names == ["Ada", "Bo"], "what is behind a closed seat is not shown, and not played"


@in_tab_too
def test_who_is_new_begins_the_guided_game_of_the_chosen_game(person: Person) -> None:
    for slug in OURS:
        person.go(f"/?game={slug}")
        quick = person.document.find("section", aria_labelledby="quick")[0]
        (button,) = quick.find("button")
        assert quick.find("form")[0]["action"] == (
            f"/guide/{slug}" if games()[slug].guide() else "/tables"
        )
        person.press(button)
        assert person.path.startswith("/table/")


# Points.


@pytest.mark.parametrize("slug", ["cave_vs_cave", "caverna"])
def test_hidden_points_are_seen_by_nobody_before_the_end(
    person: Person, program: Program, slug: str
) -> None:
    seats = ["me", "me"]
    table = program.open(seats, slug, points="hidden")
    assert table["points"] == "hidden"
    for keys in games()[slug].running_points:
        assert [player[keys] for player in table["view"]["players"]] == [None, None]
    person.http.cookies.set("dvergar", program.token)
    for path in (f"/table/{program.table}", f"/table/{program.table}?at=0"):
        person.go(path)
        assert "The points are shown at the end." in person.document.text
        assert not [one for one in person.document.find("strong") if one["class"] == "points"]
        assert not [b for p in person.document.find("p", class_="score") for b in p.find("b")]


def test_points_are_open_unless_somebody_hides_them(person: Person, program: Program) -> None:
    table = program.open(["me", "me"], "caverna")
    assert table["points"] == "open"
    assert all(isinstance(player["score"], int) for player in table["view"]["players"])
    fields = {"game": "caverna", "company": "alone", "kind-0": "me", "name-0": "Ada"}
    person.post("/tables", {**fields, "points": "hidden"})
    assert person.program().look()["points"] == "hidden"
    person.go(f"/?game={GAME}")
    assert not person.document.find("input", name="points"), "there are none to hide"


def test_a_game_without_points_on_the_way_has_none_to_hide(program: Program) -> None:
    body = {"game": GAME, "seats": [{"kind": "me", "name": "A"}] * 2, "points": "hidden"}
    assert_refused(program.http.post("/api/tables", json=body), 400)


@in_tab_too
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", OURS)
def test_levels_are_the_ordinary_choice_and_other_bots_lie_below(
    person: Person, slug: str, lang: str
) -> None:
    person.go(f"/?game={slug}&lang={lang}")
    (chosen,) = person.document.find("select", name="bot-1")
    more = chosen.find("optgroup")[0].find("option")
    levels = [one for one in chosen.find("option") if one not in more]
    assert [one["value"] for one in levels] == ["easy", "normal", "hard", "expert"]
    assert {one["value"] for one in more} >= {"greedy", "random"}
    (help_,) = [one for one in person.document.find("div") if one["class"] == "bot-help"]
    (folded,) = help_.find("details")
    assert "open" not in folded
    assert len(help_.find("dt")) == len(levels) + len(more)
    assert len(folded.find("dt")) == len(more)
    assert all(len(one.text) > 20 for one in help_.find("dd"))


def test_whoever_opens_a_table_says_how_long_its_bots_think(server: Served) -> None:
    person = Person(server.url)
    person.go(f"/?game={GAME}")
    person.send(person.document.find("form", id="new")[0], time="long", **{"bot-1": "expert"})
    table = server.run(server.inside.tables.get(person.table))
    assert table.thinking == "long"
    assert limits_of(dvergar.game("caverna"), "expert", table.thinking) == {"seconds": 3.0}


@pytest.mark.parametrize("field", ["time", "hints"])
def test_a_wrong_answer_about_the_table_is_refused(person: Person, field: str) -> None:
    fields = {"game": GAME, "kind-0": "me", "kind-1": "bot", "bot-1": "easy"}
    assert_refused(person.http.post("/tables", data={**fields, field: "ever"}), 400)


def test_about_says_what_server_and_bots_run_on(person: Person) -> None:
    person.go("/about")
    assert "engine of this server" in person.answer.text
    assert "Its bots use " in person.answer.text
