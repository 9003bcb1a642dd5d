"""What an index gets: a source archive that needs no Node, a light package, a page about it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from tools import assets, release
from tools.metadata import readme

ROOT = Path(__file__).parents[2]
RELEASE = [sys.executable, "-m", "tools.release", "--rehearse"]
LEFT_BEHIND = shutil.ignore_patterns(".venv", ".git", "build", "site", "__pycache__", ".*_cache")


def test_a_source_archive_has_the_browser_assets_inside(tmp_path: Path) -> None:
    (archive,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = tmp_path / Path(archive).name.removesuffix(".tar.gz")
    assert assets.is_current(unpacked), "nothing is left to be made of it"
    assert (unpacked / assets.BUILT / "icons.svg").is_file()


def test_the_package_names_no_address_that_was_not_set() -> None:
    known = ProjectMetadata(str(ROOT), PluginManager())
    assert known.core.urls == {}
    assert "![" not in known.core.readme, "a picture without an address would not show"
    assert "](docs/" not in known.core.readme


def test_with_an_address_links_and_pictures_are_whole() -> None:
    shown = readme((ROOT / "README.md").read_text("utf-8"), "https://some.where/dvergar")
    assert "(https://some.where/dvergar/raw/main/docs/images/turn.webp)" in shown
    assert "[Play](https://some.where/dvergar/blob/main/docs/play.md)" in shown
    assert "](docs/" not in shown


LIGHT = """
import sys
for heavy in (
    *("fastapi", "sqlalchemy", "alembic", "jinja2", "uvicorn", "platformdirs", "starlette"),
    *("openskill", "prometheus_client", "confusable_homoglyphs", "segno"),
):
    sys.modules[heavy] = None
from dvergar.cli import run
import dvergar.lab
sys.exit(run(sys.argv[1:]))
"""


def light(typed: str) -> subprocess.CompletedProcess[str]:
    """A command where the libraries of the page are not installed."""
    command = [sys.executable, "-c", LIGHT, *typed.split(), "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("typed", ["serve --no-open", ""], ids=["serve", "nothing"])
def test_a_command_that_needs_an_extra_says_so(typed: str) -> None:
    done = light(typed)
    assert done.returncode == 2
    assert "which is part of the extra “web”: pip install dvergar[web]." in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "--version",
        "games",
        "rules my_gold_mine",
        "simulate my_gold_mine --bots careful,random --games 2 --seed 1 --jobs 1",
        "perft caverna --depth 1 --seed 1",
    ],
)
def test_engine_bots_and_command_need_no_extra(typed: str) -> None:
    done = light(typed)
    assert done.returncode == 0, done.stderr


def test_a_notebook_shows_a_position_as_text_without_the_extra_web() -> None:
    code = LIGHT.split("from dvergar.cli", maxsplit=1)[0] + (
        "import dvergar\n"
        "print(dvergar.game('my_gold_mine', players=2).start(seed=1)._repr_html_())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.startswith("<pre>Round 1 of"), done.stderr


@pytest.mark.long
@pytest.mark.skipif(
    any(find_spec(tool) is None for tool in ("build", "twine", "auditwheel")),
    reason="the tools of the extra release are not installed",
)
def test_what_an_index_takes_is_made_from_the_archive_alone(tmp_path: Path) -> None:
    copy = tmp_path / "dvergar"
    shutil.copytree(ROOT, copy, ignore=LEFT_BEHIND)
    done = subprocess.run(RELEASE, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    archive, wheel = sorted(copy.glob("build/release/*"), reverse=True)
    assert "PASSED" in done.stdout
    assert "is equal to the byte" in done.stdout
    assert archive.name.endswith(".tar.gz")
    assert "manylinux" in wheel.name or sys.platform != "linux"


def test_versions_agree_and_only_the_day_may_be_open() -> None:
    open_questions = {
        "the section 0.1.0 of CHANGELOG.md has no date",
        "CITATION.cff has another date than CHANGELOG.md",
    }
    assert set(release.not_ready(ROOT)) <= open_questions


def test_the_checklist_finds_versions_and_dates_that_disagree(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "src/dvergar/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text("utf-8")
        text = text.replace("## 0.1.0 - unreleased", "## 0.1.0 - 2027-01-31")
        (tmp_path / name).write_text(
            re.sub("date-released: .*", "date-released: 2027-01-31", text), "utf-8"
        )
    assert release.not_ready(tmp_path) == []
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text(pyproject.read_text("utf-8").replace("0.1.0", "0.2.0", 1), "utf-8")
    assert release.not_ready(tmp_path) == [
        "dvergar.__version__ is not 0.2.0",
        "the newest section of CHANGELOG.md is not 0.2.0",
        "CITATION.cff is not about 0.2.0",
    ]


def test_the_checklist_ends_where_something_is_not_committed(tmp_path: Path) -> None:
    assert release.uncommitted(tmp_path) == []
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "new.txt").write_text("new")
    assert release.uncommitted(tmp_path) == ["new.txt is not committed"]


def test_the_package_is_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dvergar", "games", "--json"], capture_output=True, check=True
    )
    assert b'"game": "caverna"' in done.stdout


def test_the_metadata_can_be_read_without_compiling_and_name_all_licences(tmp_path: Path) -> None:
    ask = "from tools import backend as b; print(b.prepare_metadata_for_build_wheel('{}'))"
    command = [sys.executable, "-c", ask.format(tmp_path.as_posix())]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    written = (tmp_path / told.strip() / "METADATA").read_text("utf-8")
    assert "License-Expression: MIT AND 0BSD AND CC-BY-3.0 AND OFL-1.1" in written
    assert written.count("License-File: ") == 5
    assert "Provides-Extra: dev" not in written
