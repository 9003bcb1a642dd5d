"""The living rule book: every rule has its texts, its source and its test."""

from __future__ import annotations

import re
from importlib.resources import as_file
from pathlib import Path

import pytest

from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.rulebook import proved_rules
from tests.tables import INFOS

pytestmark = pytest.mark.plain

TESTS = Path(__file__).parents[1]
SENTENCE = re.compile(r"\S.*[.!?»”)]$", re.DOTALL)

each_game = pytest.mark.parametrize("info", INFOS, ids=lambda info: info.slug)


@pytest.fixture(scope="module")
def proved() -> dict[str, list[str]]:
    """The rules that our tests name: all test files are read once."""
    return proved_rules(TESTS)


@each_game
def test_every_rule_has_a_test(info: GameInfo, proved: dict[str, list[str]]) -> None:
    assert [id for id in info.rulebook().ids() if id not in proved] == []


def test_every_mark_names_a_rule_there_is(proved: dict[str, list[str]]) -> None:
    known = {id for info in INFOS for id in info.rulebook().ids()}
    assert {id: tests for id, tests in proved.items() if id not in known} == {}


@each_game
def test_every_rule_says_something_in_every_language(info: GameInfo) -> None:
    for section in info.rulebook().sections:
        assert section.rules, f"{section.id} has no rules"
        assert all(section.title(lang).strip() for lang in LANGUAGES)
    for rule in info.rulebook():
        assert rule.source.strip(), rule.id
        assert "(" not in rule.source, (
            f"{rule.id}: what is explained is explained in every language"
        )
        for lang in LANGUAGES:
            assert SENTENCE.match(rule.text(lang)), f"{rule.id} in {lang}: {rule.text(lang)}"
        assert rule.text("en") != rule.text("fr"), rule.id


@each_game
def test_ids_are_unique_and_begin_with_the_name_of_the_game(info: GameInfo) -> None:
    book = info.rulebook()
    assert len(set(book.ids())) == len(book.ids())
    assert len({section.id for section in book.sections}) == len(book.sections)
    for rule in book:
        assert re.fullmatch(rf"{info.slug}(\.[a-z0-9_]+)+", rule.id), rule.id
        assert book[rule.id] is rule or book[rule.id] == rule


@each_game
def test_a_rule_that_the_code_cites_is_in_the_book(info: GameInfo) -> None:
    known = set(info.rulebook().ids())
    cited = re.compile(rf'"({info.slug}\.[a-z0-9_.]+)"')
    with as_file(info.folder()) as folder:
        for file in folder.rglob("*.py"):
            assert set(cited.findall(file.read_text(encoding="utf-8"))) <= known, file.name


def test_marks_are_read_without_running_the_tests(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "raise SystemExit\n"
        '@rule("a.b", "a.c")\n'
        "def test_one(): ...\n"
        "@other\n"
        "def test_two(): ...\n"
        'class TestMore:\n    @rule("a.b")\n    def test_three(self): ...\n'
    )
    assert proved_rules(tmp_path) == {
        "a.b": ["test_one.py::test_one", "test_one.py::test_three"],
        "a.c": ["test_one.py::test_one"],
    }
