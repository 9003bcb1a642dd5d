"""A report stands alone, says what the data says in both languages, and refuses what is no data."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dvergar.core.extras import MissingExtra
from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.lab import DataError, read_table, simulate, tournament
from dvergar.lab.confidence import difference
from dvergar.lab.report import report
from dvergar.lab.report.chapters import Sample
from dvergar.lab.report.plots import Drawer
from dvergar.lab.tables import Data, description
from tests.lab.strange_bots import First

SOLO: dict[str, Any] = {"players": 1}


@pytest.fixture(scope="module")
def caverna(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "games.csv"
    bots = ["random", "tests.lab.strange_bots:First"]
    simulate("caverna", {"players": 2}, bots, 24, 1, out=path)
    return path


@pytest.fixture(scope="module")
def page(caverna: Path) -> str:
    return report(caverna)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_has_every_chapter_in_every_language(caverna: Path, lang: str) -> None:
    page = report(caverna, lang)
    titles = {
        "de": [
            "Bots",
            "Punkte",
            "Eröffnungen",
            "Gebaute Plättchen",
            "Familienzuwachs",
            "Streifzüge",
            "Länge",
            "Nach Plätzen",
        ],
        "en": [
            "Bots",
            "Scores",
            "Openings",
            "Tiles built",
            "Family growth",
            "Expeditions",
            "Length",
            "By seat",
        ],
        "fr": [
            "Bots",
            "Scores",
            "Ouvertures",
            "Tuiles construites",
            "Croissance du clan",
            "Expéditions",
            "Durée",
            "Selon la place",
        ],
    }[lang]
    assert re.findall(r"<h2[^>]*>([^<]+)</h2>", page) == titles
    assert f'<html lang="{lang}">' in page
    assert {"de": "Nutztiere und Hunde", "en": "Animals and dogs", "fr": "Animaux et chiens"}[
        lang
    ] in page
    assert page.count("<figure>") == page.count("</svg>") == page.count("<details>")


def test_a_report_needs_no_network_and_no_scripts(page: str) -> None:
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page.replace("xlink:href", "href"))
    assert "prefers-color-scheme: dark" in page
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(svg)
        assert not re.search(r"#0[0-4]\d{4}\b", svg), "every colour is the page's"


def test_the_name_of_an_axis_has_its_room() -> None:
    svg = Drawer("en").histogram([("Moves", [128, 129, 131, 132, 137, 147])], "n", "Percent", "x")
    texts = {one.text: one for one in ElementTree.fromstring(svg).iter() if one.text}
    assert float(texts["Percent"].attrib["x"]) > 8, "it stands upright and goes to the left"
    assert not any("." in text for text in texts if text[0].isdigit()), "no half moves"


def test_a_report_is_the_same_whenever_it_is_written(caverna: Path, page: str) -> None:
    assert report(caverna) == page


def test_a_report_says_what_the_data_was_made_by(caverna: Path, page: str) -> None:
    facts = read_table(caverna).facts
    assert facts["command"] in page
    assert f"Dvergar {facts['dvergar']}, rules version {facts['rules']}" in page


def test_a_tournament_has_a_chapter_of_ratings(tmp_path: Path) -> None:
    path = tmp_path / "cup.csv"
    bots = ["careful", "bold", "timid", "random"]
    cup = tournament("my_gold_mine", {"players": 2}, bots, 1, deals=1, out=path)
    page = report(path)
    assert "Ratings" in page
    above, met = cup.ratings.above("careful", "random")
    assert f"{above:g}/{met}" in page


def test_a_game_that_keeps_nothing_has_a_report_too(tmp_path: Path, stones: GameInfo) -> None:
    path = tmp_path / "games.csv"
    simulate(stones.slug, {}, ["random"], 4, 1, out=path)
    titles = re.findall(r"<h2[^>]*>([^<]+)</h2>", report(path, "fr"))
    assert titles == ["Bots", "Scores", "Durée", "Selon la place"]


def test_a_name_is_written_as_it_is(tmp_path: Path) -> None:
    class Odd(First):
        pass

    Odd.__name__ = "<b>$x^2$ & co"
    path = tmp_path / "games.csv"
    simulate("cave_vs_cave", SOLO, [Odd], 2, 1, out=path)
    page = report(path)
    assert "<b>" not in page
    assert "&lt;b&gt;$x^2$ &amp; co" in page


def rows(made: list[tuple[int, bool, int]]) -> Data:
    """Games alone: the deal, whether the tile was built, the points."""
    columns = {"seat1_tiles": "texts", "seat1_score_all": "number"}
    facts = {"options": SOLO, "columns": columns, "game": "caverna"}
    return Data(
        facts,
        [
            {
                "game": number,
                "deal": deal,
                "seed": 0,
                "moves": 1,
                "failed": None,
                "first_seat": 1,
                "seat1_bot": "x",
                "seat1_rank": 1,
                "seat1_points": points,
                "seat1_tiles": ["carpenter"] if built else [],
            }
            for number, (deal, built, points) in enumerate(made)
        ],
    )


def test_a_tile_is_worth_what_those_who_built_it_have_more() -> None:
    made = [(deal, deal % 2 == 0, 50 + 7 * (deal % 2 == 0) + deal % 3) for deal in range(12)]
    (worth,) = Sample(rows(made)).worth(lambda seat: seat.get("tiles"), least=3)
    assert (worth.name, worth.count, worth.share) == ("carpenter", 6, 0.5)
    assert worth.more.value == pytest.approx(7)
    assert worth.more.low < 7 < worth.more.high
    assert Sample(rows(made)).worth(lambda seat: seat.get("tiles"), least=7) == []


def test_a_difference_within_deals_is_surer_than_one_between_them() -> None:
    luck = [3, -8, 5, 0, 9, -4]
    ours = [(deal, 10 + points) for deal, points in enumerate(luck)]
    theirs = [(deal, points) for deal, points in enumerate(luck)]
    within = difference(ours, theirs)
    between = difference(ours, [(deal + 100, points) for deal, points in theirs])
    assert within.value == between.value == pytest.approx(10)
    assert within.high - within.low < 0.001
    assert between.high - between.low > 5


def test_what_is_no_table_of_games_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        report(tmp_path / "games.csv")
    moves = tmp_path / "moves.jsonl"
    simulate("cave_vs_cave", SOLO, ["random"], 1, 1, moves=moves)
    with pytest.raises(DataError, match="is a table of moves; name the table of games"):
        report(moves)
    failed = tmp_path / "failed.csv"
    simulate("cave_vs_cave", SOLO, ["tests.lab.strange_bots:Crashes"], 1, 1, out=failed)
    with pytest.raises(DataError, match="This table contains no finished game"):
        report(failed)
    facts = json.loads(description(failed).read_text("utf-8"))
    description(failed).write_text(json.dumps(facts | {"options": {}}), "utf-8")
    with pytest.raises(DataError, match="is damaged"):
        report(failed)


def test_a_report_without_its_library_is_refused_in_a_sentence(
    caverna: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"This needs matplotlib.*: pip install dvergar\[data\]"):
        report(caverna)
