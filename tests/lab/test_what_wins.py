"""The study of what wins in Caverna says what its games give, and its estimates find the truth."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.strength import filled
from dvergar.bots.random import Random
from dvergar.core.bot import Bot
from dvergar.core.languages import LANGUAGES
from dvergar.lab import simulate
from dvergar.lab.confidence import Figure
from dvergar.lab.tables import Data, read_table
from tools.what_wins import data, estimates, gather, lots, observed, page, plan, tables
from tools.what_wins.estimates import Case, Finding, for_each, holm, paired, within
from tools.what_wins.findings import results
from tools.what_wins.plan import OBSERVED, OPENINGS, PLACED, WISHES, Part
from tools.what_wins.sentences import Teller

FIRST = "tests.lab.strange_bots:First"
SMALL = (
    Part(WISHES, ("random",), 4),
    Part("no-children", (FIRST, "random"), 4),
    Part(PLACED, ("random",), 4),
    Part(OPENINGS, ("random",), 4),
    Part(OBSERVED, ("random",), 6),
)
TRUE = 4.0
"""Points that something is worth in games that are made up."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_what_the_results_give(lang: str) -> None:
    text = page.PAGES[lang].read_text("utf-8")
    made = filled(text, page.sections(page.kept(), lang))
    assert made == text, "run python -m tools.what_wins page"


def test_every_plot_is_there_with_its_labels_for_both_lights() -> None:
    plots = page.plots(page.kept())
    assert {"experiments", "tiles", "first child"} <= {name for name in plots if plots[name][0]}
    for name, (findings, labels) in plots.items():
        if not findings:
            continue
        svg = (page.RESULTS.parent / f"{name.replace(' ', '-')}.svg").read_text("utf-8")
        texts = {one.text for one in ElementTree.fromstring(svg).iter() if one.text}
        assert set(labels) <= texts, name
        assert "prefers-color-scheme:dark" in svg


@pytest.mark.parametrize(
    "module", [estimates, lots, observed, page, plan, tables], ids=lambda one: one.__name__
)
def test_the_examples_of_the_study_are_right(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_study_goes_on_where_it_was_and_makes_all_of_its_page(tmp_path: Path) -> None:
    told: list[str] = []
    data.play(tmp_path, rounds=1, jobs=1, plan=SMALL, tell=told.append)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    data.play(tmp_path, rounds=2, jobs=1, plan=SMALL, tell=told.append)
    assert len(told) == 2 * len(SMALL)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    made = results(gather.gathered(tmp_path, SMALL))
    assert made["made by"]["games"] == {part.name: 2 * part.games for part in SMALL}
    file = tmp_path / "made" / "results.json"
    page.write(made, file)
    assert page.kept(file) == made
    assert (file.parent / "experiments.svg").exists()
    text = page.sections(made, "en")
    assert set(text) == {
        mark.removeprefix("<!-- end of ").removesuffix(" -->")
        for mark in page.PAGES["en"].read_text("utf-8").splitlines()
        if mark.startswith("<!-- end of ")
    }


def test_the_table_of_games_says_what_every_seat_drew(tmp_path: Path) -> None:
    seeds: list[int] = []

    def noting(seed: int) -> Bot:
        seeds.append(seed)
        return Random(seed)

    simulate("caverna", {"players": 2}, [noting], 3, 5, out=tmp_path / "games.jsonl")
    rows = read_table(tmp_path / "games.jsonl").rows
    assert seeds[-6:] == [lots.seed_at(row["seed"], seat) for row in rows for seat in (1, 2)]


def test_every_tile_and_every_placement_is_drawn_as_often_as_another() -> None:
    times = 4000
    tiles = Counter(tile for seed in range(times) for tile in lots.drawn_tiles(seed))
    assert len(tiles) == len(lots.FURNISHING) == 48
    assert all(abs(n - times / lots.ONE_IN) < 75 for n in tiles.values()), tiles
    numbers = Counter(lots.drawn_placement(seed) for seed in range(times))
    assert set(numbers) == {0, *lots.PLACEMENTS}
    assert all(abs(n - times / 6) < 120 for n in numbers.values()), numbers


def test_parts_are_the_same_in_one_process_and_in_two_and_can_be_chosen(tmp_path: Path) -> None:
    for jobs in (1, 2):
        data.play(tmp_path / str(jobs), 1, jobs, SMALL, tell=str, only=OPENINGS)
    one, two = (gather.gathered(tmp_path / str(jobs), SMALL) for jobs in (1, 2))
    assert set(one) == {OPENINGS}
    assert one[OPENINGS].rows == two[OPENINGS].rows


def test_two_rounds_never_share_a_deal(tmp_path: Path) -> None:
    data.play(tmp_path, rounds=2, jobs=1, plan=SMALL[1:2], tell=str)
    rows = gather.gathered(tmp_path, SMALL[1:2])["no-children"].rows
    assert len({row["deal"] for row in rows}) == len({row["seed"] for row in rows}) == 4


def covered(estimate: Callable[[random.Random], Finding], times: int = 400) -> float:
    """How often the interval holds the truth."""
    chance = random.Random(5)
    figures = [estimate(chance).figure for _ in range(times)]
    return sum(one.low <= TRUE <= one.high for one in figures) / times


def a_pair(chance: random.Random) -> Finding:
    """Few deals, each from both seats: what a deal does to both games is common to them."""
    told = []
    for deal in range(8):
        luck = chance.gauss(0, 6)
        told += [(deal, TRUE + luck + seat + chance.gauss(0, 8)) for seat in (3, -3)]
    return paired("made up", told)


def a_choice(chance: random.Random) -> Finding:
    """Whoever goes first has 10 points more and chooses so more often, which must not count."""
    cases = []
    for deal in range(40):
        luck = chance.gauss(0, 5)
        for among, often, base in (("first", 0.7, 70), ("second", 0.2, 60)):
            did = chance.random() < often
            cases.append(Case(deal, among, did, base + luck + TRUE * did + chance.gauss(0, 8)))
    return within("made up", cases)


def a_wish(chance: random.Random) -> Finding:
    """One seat in four wants it and then has it twice in three times, the others once in five."""
    cases, came = [], []
    for deal in range(60):
        luck = chance.gauss(0, 3)
        for among in ("first", "second"):
            wants = chance.random() < 0.25
            came.append(chance.random() < (2 / 3 if wants else 0.2))
            points = 60 + luck + TRUE * came[-1] + chance.gauss(0, 4)
            cases.append(Case(deal, among, wants, points))
    return for_each("made up", cases, came)


@pytest.mark.parametrize("estimate", [a_pair, a_choice, a_wish])
def test_an_interval_holds_the_truth_19_times_in_20(
    estimate: Callable[[random.Random], Finding],
) -> None:
    assert 0.925 <= covered(estimate) <= 0.975


def test_among_thirty_choices_worth_nothing_hardly_ever_one_is_said_to_hold() -> None:
    chance = random.Random(3)
    wrong = seeming = 0
    for _ in range(60):
        means = [
            paired(str(n), [(deal, chance.gauss(0, 9)) for deal in range(12)]) for n in range(30)
        ]
        seeming += any(one.figure.low > 0 or one.figure.high < 0 for one in means)
        wrong += any(one.holds for one in holm(means))
    assert wrong <= 8 < 30 < seeming


def made_up(
    games: int,
    bots: list[str],
    seed: int,
    arm: float = 0.0,
    wish: float = 0.0,
    drawn: float = 0.0,
) -> Data:
    """Games in which going first is worth 6, a guest room 4, and being the first bot `arm`.

    Who wants a guest room has it oftener by `wish`; a third placement by lot is worth `drawn`.
    """
    chance, rows = random.Random(seed), []
    for game in range(games):
        row: dict[str, Any] = {"game": game, "deal": game // len(bots), "failed": None}
        row |= {"first_seat": 1 + game // 2 % 2, "seed": game, "moves": 1}
        points = []
        for seat in (1, 2):
            bot = bots[(game + seat - 1) % len(bots)]
            is_first = seat == row["first_seat"]
            lot = lots.seed_at(game, seat)
            often = (0.5 if is_first else 0.2) + wish * ("guest_room" in lots.drawn_tiles(lot))
            has_room = chance.random() < often
            base = 60 + drawn * (lots.drawn_placement(lot) == 3)
            base += 6 * is_first + TRUE * has_room + arm * (bot == bots[0])
            points.append(round(base + chance.gauss(0, 7)))
            told = {"bot": bot, "points": points[-1], "score_animals": 9, "children": [7]}
            told |= {
                "loot": [],
                "loot_rounds": [],
                "opening": [chance.choice(["logging", "supplies"])],
            }
            told |= {"tiles": ["guest_room"] * has_room, "tiles_rounds": [2] * has_room}
            row |= {f"seat{seat}_{name}": value for name, value in told.items()}
        row |= {f"seat{seat}_rank": 1 + (points[seat - 1] < max(points)) for seat in (1, 2)}
        rows.append(row)
    facts = {"bots": bots, "options": {"players": 2}, "dvergar": "0", "rules": 3}
    return Data(facts, rows)


def test_known_effects_are_found_in_games_that_are_made_up() -> None:
    found = results(
        {
            "no-herds": made_up(120, ["held", "hard"], 1, arm=-9.0),
            WISHES: made_up(300, ["tiles wanted"], 4, wish=0.5),
            PLACED: made_up(300, ["drawn"], 5, drawn=-8.0),
            OPENINGS: made_up(300, ["any"], 2),
            OBSERVED: made_up(300, ["hard"], 3),
        }
    )
    arm, room = found["experiments"][0], found["observed"]["tiles"][0]
    first = found["observed"]["going first"][0]
    third = found["chosen placements"][2]
    truths = ((arm, -9.0), (room, TRUE), (first, 6.0 + 0.3 * TRUE), (third, -8.0))
    for told, truth in truths:
        _, low, high = told["figure"]
        assert low <= truth <= high
        assert high - low < 6
    assert arm["holds"]
    assert room["holds"]
    assert not any(one["holds"] for one in found["openings"])
    assert arm["won"][2] < 0.5 < first["won"][1]
    assert [one["name"] for one in found["chosen placements"] if one["holds"]] == ["3"]
    wanted = {one["name"]: one for one in found["wanted tiles"]}
    assert wanted["guest_room"]["furnished"] > wanted["guest_room"]["else"] + 0.3
    assert wanted["guest_room"]["each"][1] <= TRUE <= wanted["guest_room"]["each"][2]
    assert found["observed"]["seats"] == 120 + 2 * 300 + 2 * 300, "none who drew tiles"


@pytest.mark.parametrize(
    ("figure", "holds", "says"),
    [
        (
            Figure(-5, -8, -2),
            True,
            {
                "de": "kostet gegen `hard` 5,0 (2,0 bis 8,0)",
                "en": "costs 5.0 (2.0 to 8.0)",
                "fr": "coûte 5,0 (2,0 à 8,0)",
            },
        ),
        (Figure(5, 2, 8), True, {"en": "brings 5.0", "fr": "rapporte 5,0"}),
        (Figure(-5, -8, -2), False, {"en": "may cost", "fr": "coûte peut-être"}),
        (Figure(-5, -11, 1), False, {"en": "makes no certain difference", "fr": "ne montre ni"}),
    ],
)
def test_a_sentence_claims_only_what_holds(
    figure: Figure, holds: bool, says: dict[str, str]
) -> None:
    for lang, text in says.items():
        finding = Finding("made up", 9, figure, 0.01, holds)
        told = Teller(page.kept(), lang).verdict(finding, (0.5, 0.3, 0.7))
        assert told.startswith(text)
