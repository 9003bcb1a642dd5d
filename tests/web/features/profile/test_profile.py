"""Profiles: one's own finished games, and those that others show."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from sqlalchemy import update

from dvergar.core.languages import LANGUAGES
from dvergar.web.kernel.clock import today
from dvergar.web.kernel.storage.schema import RESULTS
from dvergar.web.kernel.views.charts import Charts
from tests.web.features.statistics.test_statistics import browser_of, finish, known_as, text
from tests.web.players import Person, Program, assert_refused
from tests.web.serving import Served

GAME = "my_gold_mine"


def play(server: Served, *programs: Program, **body: Any) -> Program:
    for program in programs:
        program.open(["me", "careful"], **body)
        finish(server, program.table)
    return programs[-1]


def profile_id(person: Person) -> str:
    """The number of a claimed name, from the link that shows the profile as others see it."""
    links = [one["href"] for one in person.document.find("a")]
    return next(one for one in links if one.startswith("/profile/")).removeprefix("/profile/")


def show(person: Person, level: str) -> None:
    person.go("/profile")
    person.send(person.form("/profile/show"), shown=level)
    assert person.answer.is_success


def test_a_browser_sees_its_own_finished_games_without_a_name(server: Served) -> None:
    ann = play(server, Program(server.url))
    person = browser_of(ann)
    seen = text(person, "/profile")
    assert "Points in 1 game" in seen
    assert "The last 1 game" in seen
    assert person.document.find("a", href=f"/table/{ann.table}?at=0")
    pictures = person.document.find("svg", role="img")
    assert len(pictures) == 2
    names = {
        one["id"]: one.text for kind in ("title", "desc") for one in person.document.find(kind)
    }
    assert all(names[key] for one in pictures for key in one["aria-labelledby"].split())
    assert "haven’t finished" in text(Person(server.url), "/profile")
    assert "haven’t finished" in text(person, "/profile?game=caverna")
    for lang in LANGUAGES:
        text(person, f"/profile?lang={lang}&game={GAME}&players=2&all=yes")


def test_others_see_a_profile_only_as_far_as_its_owner_lets_them(server: Served) -> None:
    eve = known_as(server, "Profile Eve")
    play(server, eve)
    person, other = browser_of(eve), Person(server.url)
    show(person, "figures")
    path = f"/profile/{profile_id(person)}"
    seen = text(other, f"{path}?game={GAME}")
    assert "Profile Eve" in seen
    assert "Points in 1 game" in seen
    assert eve.table not in other.answer.text
    assert "Profile Eve" in text(other, "/profile"), "the list of those who show theirs"
    text(other, f"/ratings?game={GAME}")
    assert other.document.find("a", href=path), "ratings lead to profiles that are shown"
    show(person, "games")
    text(other, f"{path}?game={GAME}")
    assert eve.table in other.answer.text, "she was the only person there"
    show(person, "private")
    text(other, f"/ratings?game={GAME}")
    assert "Profile Eve" in other.answer.text, "a rating is public, the profile is not"
    assert path not in other.answer.text
    assert "Profile Eve" not in text(other, "/profile")
    for address in (path, "/profile/nobody"):
        assert_refused(other.http.get(address), 404)
    assert_refused(other.http.post("/profile/show", data={"shown": "games"}), 409)
    assert_refused(person.http.post("/profile/show", data={"shown": "all"}), 400)


def test_others_see_no_private_table_of_several_people_and_no_open_deal(server: Served) -> None:
    kim = known_as(server, "Profile Kim")
    guest = Program(server.url)
    for public in (False, True):
        opened = kim.open(["me", "open"], public=public)
        guest.join(opened["seats"][1]["invite"])
        finish(server, kim.table)
        person, other = browser_of(kim), Person(server.url)
        show(person, "games")
        text(other, f"/profile/{profile_id(person)}?game={GAME}")
        assert (kim.table in other.answer.text) == public
        assert kim.table in browser_text(kim)
    deal = update(RESULTS).where(RESULTS.c.table_id == kim.table).values(day=today())
    server.run(server.inside.store.change(lambda connection: connection.execute(deal)))
    text(other, f"/profile/{profile_id(person)}?game={GAME}")
    assert kim.table not in other.answer.text


def browser_text(program: Program) -> str:
    person = browser_of(program)
    person.go(f"/profile?game={GAME}")
    return str(person.answer.text)


def test_the_setting_is_in_the_download_and_goes_with_the_name(server: Served) -> None:
    tom = known_as(server, "Profile Tom")
    play(server, tom)
    person = browser_of(tom)
    show(person, "figures")
    path = f"/profile/{profile_id(person)}"
    data = person.http.get("/mine/data").json()
    assert data["player"] == {"name": "Profile Tom", "profile": "figures"}
    assert "Everyone sees the figures" in text(person, "/mine")
    assert person.http.post("/mine/delete", data={"sure": "yes"}).is_success
    assert_refused(Person(server.url).http.get(path), 404)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_histogram_has_equal_bins_and_few_games_are_dots(lang: str) -> None:
    scores = Counter({-13: 1, 48: 4, 51: 9, 57: 3, 104: 1})
    chart = Charts(lang).histogram("points", "Points", scores, Counter({50: 90, 10: 10}))
    assert sum(bar.count for bar in chart.bars) == 18
    assert len({round(bar.width, 3) for bar in chart.bars}) == 1
    assert [row.label for row in chart.table.rows][-1].split(" – ")[0] == "100"
    assert len(chart.dashed.split()) == len(chart.table.rows) == 13
    few = Charts(lang).histogram("points", "Points", Counter({5: 2, 7: 1}))
    assert (few.bars, len(few.dots)) == ((), 3)


def test_a_curve_of_one_value_and_of_equal_ones_can_be_drawn() -> None:
    charts = Charts("en")
    assert charts.course("k", "T", "H", [("2026-01-01", 3.0)]).dots
    flat = charts.course("k", "T", "H", [("2026-01-01", 3.0), ("2026-01-02", 3.0)])
    assert len(flat.line.split()) == 2
    results = charts.results([("2026-01-01", -4, False), ("2026-01-01", 80, True)])
    assert [dot.filled for dot in results.dots] == [False, True]
    assert results.sentence.startswith("The last 2 games, 1 won")
