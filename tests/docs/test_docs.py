"""The pages are true: their code runs, their numbers are right, and what they point at is there."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dvergar.cli.typed import translated_command
from dvergar.core import registry
from dvergar.web.app import create_app
from dvergar.web.kernel.http import json_models as bodies, table_stream as live
from dvergar.web.kernel.tables import player_names as tables
from dvergar.web.settings import Settings, listing
from tests.conftest import LIMITS
from tests.web.players import post
from tests.web.serving import serving
from tools.pages import TAB
from tools.testing.steps import GROUPS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")]
PAGES += sorted(DOCS.rglob("*.md"))
EXAMPLE = DOCS / "examples/seat_bot.py"
TOKENS = ROOT / "src/dvergar/web/kernel/views/static/tokens.css"

FENCE = re.compile(r"^```(\w+)(.*)\n((?:.*\n)*?)```$", re.M)
TITLE = re.compile(r'title="([^"]+)"')
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
PATH = re.compile(r"`((?:src|tests|docs|tools|\.ci)/[\w./-]*)`")
NAMED = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|toml|js))`")
# `./dvergar test` is a tool of the checkout, not a command of the package.
COMMAND = re.compile(r"^(?:\./)?dvergar (?!test\b)([\w-]+)(.*?)(?: #.*)?$", re.M)
OPTIONS = doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of code on a page; `quotes` is the file it is quoted from, if it is."""

    language: str
    text: str
    line: int
    quotes: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(
            language=found[1],
            text=found[3],
            line=text.count("\n", 0, found.start()) + 1,
            quotes=title[1] if (title := TITLE.search(found[2])) else "",
        )
        for found in FENCE.finditer(text)
    ]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def having(*languages: str) -> list[Path]:
    """The pages with code in one of these languages."""
    return [page for page in PAGES if any(one.language in languages for one in blocks(page))]


TOUR = ("inside/engine.md", "inside/server.md", "inside/testing.md")
"""The pages whose sections name the files of one folder."""


def sections(page: str) -> list[str]:
    """The sections of a page, each beginning with its title."""
    return (DOCS / page).read_text("utf-8").split("\n## ")[1:]


def title_of(section: str) -> str:
    return section.partition("\n")[0]


def words_of(page: str) -> str:
    """The text of a page on one line."""
    return " ".join((DOCS / page).read_text("utf-8").split())


@pytest.fixture
def clean_registry() -> Iterator[None]:
    """What a page registers is forgotten after it."""
    known = dict(registry.games())
    yield
    registry.games().clear()
    registry.games().update(known)


@pytest.mark.parametrize("page", having("python", "pycon"), ids=name_of)
@pytest.mark.usefixtures("clean_registry")
def test_the_code_on_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        if block.quotes:
            continue
        if block.language == "pycon":
            run_session(block, page, names)
        elif block.language == "python":
            exec(compile(block.text, f"{name_of(page)}:{block.line}", "exec"), names)
    for name in [name for name in names if name.startswith("test_")]:
        names[name]()


def run_session(block: Block, page: Path, names: dict[str, Any]) -> None:
    session = doctest.DocTestParser().get_doctest(
        block.text, names, name_of(page), str(page), block.line
    )
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(session, out=said.append, clear_globs=False)
    assert not said, "".join(said)
    names.update(session.globs)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=f"{name_of(page)}:{block.line}")
        for page in PAGES
        for block in blocks(page)
        if block.quotes
    ],
)
def test_what_is_quoted_stands_in_its_file(block: Block) -> None:
    assert letters(block.text) in letters((ROOT / block.quotes).read_text("utf-8"))


def letters(text: str) -> str:
    """A text without its spaces, so that a method can be quoted without its class."""
    return "".join(text.split())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = PATH.findall(page.read_text("utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("section", [one for page in TOUR for one in sections(page)], ids=title_of)
def test_every_file_of_the_tour_lies_in_the_folder_that_its_section_names(section: str) -> None:
    folders = [ROOT / path for path in PATH.findall(section) if (ROOT / path).is_dir()]
    if not folders:
        return  # it speaks of every game, or of none
    named = NAMED.findall(section)
    there = [name for name in named if any((one / name).exists() for one in (ROOT, *folders))]
    assert named == there


def test_the_number_of_rules_is_right() -> None:
    page = (DOCS / "rules.md").read_text("utf-8")
    stated = re.findall(r"^\| ([\w: ]+) \| (\d+) \|$", page, re.MULTILINE)
    games = registry.games().values()
    books = {info.words("en")("game.title"): len(info.rulebook().ids()) for info in games}
    assert {name: int(number) for name, number in stated} == books


def test_the_changelog_has_the_rules_versions_of_the_newest_release() -> None:
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    stated = re.findall(r"^\| ([\w: ]+) \| (\d+) \|$", newest, re.MULTILINE)
    games = registry.games().values()
    versions = {info.words("en")("game.title"): info.rules_version for info in games}
    assert {name: int(number) for name, number in stated} == versions
    for name, version in versions.items():
        if version > 1:
            said = f"- {name.removeprefix('Caverna: ')}, version {version}: "
            assert said in newest, "the changelog says what the new rules change"


def test_the_limits_of_a_server_are_right() -> None:
    settings = Settings(Path())
    page = words_of("host.md")
    assert f"A form may have {settings.longest_form // 1024} KB" in page
    assert f"a record {settings.longest_record // 1024**2} MB" in page
    assert f"a name {tables.MAX_NAME_LETTERS} letters" in page
    assert f"a table's name {tables.MAX_TABLE_NAME_LETTERS}" in page
    assert f"may open {settings.tables_per_minute} tables in a minute" in page
    assert f"take {settings.joins_per_minute} seats" in page
    assert f"send {settings.moves_per_minute:,} moves and {settings.messages_per_minute} m" in page
    assert f"keep {settings.streams_per_address} live pages open" in page
    assert f"has {settings.request_seconds:.0f} seconds to arrive" in page
    assert f"After {settings.longest_table:,} events you can't undo anything" in page
    assert f"at least every {live.HEARTBEAT_S:.0f} seconds" in page
    assert f"{bodies.MAX_WAIT_S:.0f} seconds is the longest wait" in words_of("write-a-bot.md")


def test_the_list_of_settings_is_the_one_of_the_server(pytestconfig: pytest.Config) -> None:
    page = DOCS / "host.md"
    text = page.read_text("utf-8")
    before, rest = text.split("<!-- settings -->\n")
    after = rest.split("<!-- end of settings -->")[1]
    written = f"{before}<!-- settings -->\n\n{listing()}\n\n<!-- end of settings -->{after}"
    if pytestconfig.getoption("--write-golden"):
        page.write_text(written, "utf-8")
    assert text == written, "./dvergar test tests/docs --write-golden writes it anew"


def test_the_options_of_serve_are_all_explained() -> None:
    explained = re.findall(r"^\| `(--[\w-]+)", (DOCS / "host.md").read_text("utf-8"), re.M)
    serve = translated_command().commands["serve"]
    assert sorted(explained) == sorted(option.opts[0] for option in serve.params)


@pytest.mark.parametrize("page", having("sh"), ids=name_of)
def test_every_command_can_be_typed(page: Path) -> None:
    commands = translated_command().commands
    for block in blocks(page):
        if block.language != "sh":
            continue
        for name, rest in COMMAND.findall(block.text):
            assert name in commands
            command = commands[name]
            if hasattr(command, "commands"):
                command = command.commands[rest.split()[0]]
            known = {opt for option in command.params for opt in option.opts}
            assert set(re.findall(r"--[\w-]+", rest)) <= known, f"{name}{rest}"


def test_what_can_be_left_out_of_the_tests_is_listed() -> None:
    assert f"one group: {', '.join(GROUPS)}" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_every_mark_of_a_test_is_listed(request: pytest.FixtureRequest) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", text, re.M)
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["markers"]
    assert listed == [line.partition(":")[0] for line in ours]
    assert f"{request.config.getini('timeout')} seconds, {LIMITS['whole_games']} for" in text


def test_the_requests_a_program_can_make_are_all_listed(tmp_path: Path) -> None:
    paths = create_app(Settings(tmp_path)).openapi()["paths"]
    offered = {f"{method.upper()} {path}" for path, item in paths.items() for method in item}
    listed = re.findall(r"^\| `((?:GET|POST) [^`]+)`", (DOCS / "write-a-bot.md").read_text(), re.M)
    assert set(listed) == offered


def test_every_page_stands_in_the_contents() -> None:
    contents = (ROOT / "zensical.toml").read_text("utf-8")
    listed = re.findall(r'"([\w/.-]+\.md)"', contents)
    pages = [page.relative_to(DOCS) for page in DOCS.rglob("*.md")]
    assert sorted(listed) == sorted(str(page) for page in pages if not is_decision(page))


def is_decision(page: Path) -> bool:
    """Decisions are listed on their own index, not in the menu."""
    return page.parent.name == "decisions" and page.name != "index.md"


def test_every_decision_is_in_the_index() -> None:
    index = (DOCS / "decisions/index.md").read_text("utf-8")
    listed = re.findall(r"\]\((\d+-[\w-]+\.md)\)", index)
    assert listed == sorted(page.name for page in (DOCS / "decisions").glob("0*.md"))


def test_the_site_can_be_built_and_loads_nothing_from_other_sites() -> None:
    command = [sys.executable, "-m", "tools.site"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    site = ROOT / "build" / "site"
    loaded = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="((?:https?:)?//[^"]+)"')
    for page in site.rglob("*.html"):
        assert loaded.findall(page.read_text("utf-8")) == [], page.name
    assert 'id="dvergar.Game"' in (site / "reference" / "contract.html").read_text("utf-8")
    assert (site / "styles/tokens.css").read_text("utf-8") == TOKENS.read_text("utf-8")
    for lang, name in (("en", "play.html"), ("de", "de/spielen.html"), ("fr", "fr/jouer.html")):
        text = (site / name).read_text("utf-8")
        assert f'<html lang="{lang}"' in text
        target = "tab/index.html" if TAB.exists() else "play-without-a-server.html"
        assert (site / target).is_file()
        assert f'md-button--primary" href="{"" if lang == "en" else "../"}{target}"' in text
        menu = text[text.index("md-nav--primary") : text.index("md-sidebar--secondary")]
        assert ("Write a bot" in menu) == (lang == "en")
        assert ("Vie privée" in menu) == (lang == "fr")
        assert ("Datenschutz" in menu) == (lang == "de")


# The example bot.


@pytest.fixture
def seat_bot() -> ModuleType:
    spec = spec_from_file_location("seat_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_bot_has_thirty_lines_of_code_and_needs_nothing_but_python() -> None:
    text = EXAMPLE.read_text("utf-8")
    lines = {number for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
    imported: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    assert len(lines) <= 30
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


def test_the_example_bot_opens_a_table_and_plays_to_the_end(
    seat_bot: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as server:
        seat_bot.main(server.url + "/")
    ranks = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert ranks in (["1", "2"], ["1", "1"]), "one wins, or both share the victory"


def test_the_example_bot_takes_the_seat_of_an_invite_link(tmp_path: Path) -> None:
    seats = [{"kind": "bot", "bot": "bold"}, {"kind": "open"}]
    with serving(tmp_path) as server:
        body = {"game": "my_gold_mine", "seats": seats}
        table = post(f"{server.url}/api/tables", json=body).json()["table"]
        command = [sys.executable, str(EXAMPLE), table["seats"][1]["invite"]]
        played = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert len(played.stdout.splitlines()) == 2
    assert "Seat bot" in played.stdout
