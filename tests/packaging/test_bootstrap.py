"""The way from a clone to a running program: the bootstrap, the browser assets, what is committed.

What these tests cannot afford, a whole installation, happens anyway: they run inside one that the
bootstrap made.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from itertools import chain
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tools import assets, constraints

ROOT = Path(__file__).parents[2]
BUILT = ROOT / assets.BUILT


@pytest.fixture
def bootstrap() -> ModuleType:
    """The script `./dvergar` as a module: it has no suffix, so it must be loaded by hand."""
    loader = importlib.machinery.SourceFileLoader("bootstrap", str(ROOT / "dvergar"))
    spec = importlib.util.spec_from_loader("bootstrap", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with two pages that use icons, one of them twice."""
    pages = tmp_path / "src/dvergar/web/kernel/views/templates"
    pages.mkdir(parents=True)
    (pages / "a.html").write_text('<use href="icons.svg#gi-sheep"/> <use href="#gi-war-pick"/>')
    (pages / "b.html").write_text("gi-sheep, but neither magi-cian nor --gi-size nor gi-{{ name }}")
    (pages / "c.txt").write_text("gi-not-searched")
    (tmp_path / "package-lock.json").write_text("{}")
    return tmp_path


def test_an_icon_is_found_where_it_is_named_and_remembers_its_first_file(checkout: Path) -> None:
    page = Path("src/dvergar/web/kernel/views/templates/a.html")
    assert assets.used_icons(checkout) == {"sheep": page, "war-pick": page}


def test_what_is_built_is_not_searched_for_icons(checkout: Path) -> None:
    (checkout / assets.BUILT).mkdir(parents=True)
    (checkout / assets.BUILT / "htmx.min.js").write_text("gi-ant")
    assert "ant" not in assets.used_icons(checkout)


def test_assets_are_current_until_an_icon_or_the_lock_changes(checkout: Path) -> None:
    assert not assets.is_current(checkout)
    (checkout / assets.BUILT).mkdir(parents=True)
    (checkout / assets.BUILT / assets.STAMP).write_text(assets.digest(checkout))
    assert assets.is_current(checkout)
    page = checkout / "src/dvergar/web/kernel/views/templates/a.html"
    page.write_text(page.read_text() + "more text, no more icons")
    assert assets.is_current(checkout)
    page.write_text("gi-crown")
    assert not assets.is_current(checkout)


def test_an_unknown_icon_is_refused_with_its_file(checkout: Path) -> None:
    with pytest.raises(
        assets.AssetError, match=r"gi-war-pick in src/dvergar/web/kernel/views/templates/a\.html"
    ):
        assets.sprite(assets.used_icons(checkout), {"sheep": {"body": "<path/>"}})


def test_the_sprite_has_every_used_icon() -> None:
    symbols = re.findall(r'<symbol id="gi-([^"]+)"', (BUILT / "icons.svg").read_text("utf-8"))
    assert symbols == sorted(assets.used_icons(ROOT))
    assert json.loads((BUILT / "icons.json").read_text("utf-8"))["icons"] == symbols


def test_every_font_that_is_declared_is_there() -> None:
    fonts = re.findall(r'url\("([^"]+)"\)', (BUILT / "fonts.css").read_text("utf-8"))
    assert len(fonts) == 10
    assert all((BUILT / font).is_file() for font in fonts)


def test_what_is_shipped_brings_its_licences() -> None:
    licences = {path.stem for path in (BUILT / "licenses").iterdir()}
    assert licences == {"htmx", "alegreya", "alegreya-sans", "game-icons"}


def test_the_stamp_tells_apart_what_the_installation_depends_on(bootstrap: ModuleType) -> None:
    stamp = bootstrap.stamp("one", dev=False)
    assert stamp == bootstrap.stamp("one", dev=False)
    assert stamp != bootstrap.stamp("two", dev=False)
    assert stamp != bootstrap.stamp("one", dev=True)


def test_the_stamp_changes_with_the_project_file(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    (tmp_path / "hatch_build.py").write_text("")
    (tmp_path / "constraints.txt").write_text("")
    (tmp_path / "pyproject.toml").write_text("[project]")
    before = bootstrap.stamp("one", dev=False)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'dvergar'")
    assert bootstrap.stamp("one", dev=False)[1] != before[1]


def test_an_old_python_gets_a_sentence(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "sys", SimpleNamespace(version_info=(3, 10), exit=sys.exit))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        bootstrap.main([])


def test_a_python_without_venv_gets_a_sentence(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        bootstrap.make_venv(clear=False)


def test_a_failing_step_shows_what_it_said(
    bootstrap: ModuleType, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(SystemExit, match="this step failed"):
        bootstrap.step([sys.executable, "-c", "print('no network'); raise SystemExit(3)"])
    assert b"no network" in capfdbinary.readouterr().err


@pytest.mark.parametrize(
    ("failing", "asked"),
    [
        ("nobody", ["pip pip>=25.1", "uv -c ."]),
        ("uv", ["pip pip>=25.1", "uv -c .", "pip -c ."]),
        ("pip pip", ["pip pip>=25.1", "pip -c ."]),
        ("uv pip", ["pip pip>=25.1", "uv -c .", "pip -c .", "pip ."]),
    ],
)
def test_pip_installs_where_uv_cannot_and_newer_versions_where_the_tested_are_gone(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, failing: str, asked: list[str]
) -> None:
    told = []

    def quietly(command: list[str]) -> SimpleNamespace:
        tool = "uv" if Path(command[0]).name == "uv" else "pip"
        told.append(" ".join([tool, *(["-c"] if "-c" in command else []), command[-1]]))
        fails = told[-1].startswith("pip pip") if failing == "pip pip" else tool in failing.split()
        fails = fails and ("-c" in command or failing == "pip pip")
        return SimpleNamespace(returncode=int(fails), stdout=b"")

    monkeypatch.setattr(bootstrap, "quietly", quietly)
    bootstrap.install(["."])
    assert told == asked


def test_the_continuous_check_is_the_command_a_person_runs() -> None:
    lines = (ROOT / ".ci/run").read_text("utf-8").splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["exec ./dvergar test"]
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert os.access(ROOT / "dvergar", os.X_OK)


def test_the_lock_names_versions_but_no_addresses() -> None:
    """Made by `npm install --package-lock-only --omit-lockfile-registry-resolved`."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]
    assert not [name for name, entry in packages.items() if "resolved" in entry]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_no_file_names_a_registry_or_a_place_on_somebodys_machine() -> None:
    # Put together here, because this file is searched as well.
    hosts = [
        r"\.".join(words) for words in (("npmjs", "org"), ("pypi", "org"), ("pythonhosted", ""))
    ]
    places = [rf"(?<![\w.}}-])/{name}/" for name in ("work", "root", "tmp", "Users")]
    forbidden = re.compile("|".join(hosts + places))
    for path in committed_files():
        text = path.read_text("utf-8", errors="replace")
        found = forbidden.search(text)
        assert found is None, f"{path.relative_to(ROOT)} names {found.group()}"


def committed_files() -> Iterator[Path]:
    """Our own text files; what is made by a build is left out."""
    yield from (path for path in ROOT.iterdir() if path.is_file() and path.name != ".git")
    for folder in ("src", "tests", "tools", "docs", "benchmarks", ".ci"):
        for path in (ROOT / folder).rglob("*"):
            made = BUILT in path.parents or "__pycache__" in path.parts
            if path.is_file() and not made and path.suffix not in {".png", ".woff2"}:
                yield path


# What is declared.


@pytest.mark.skipif(Path(sys.prefix) != ROOT / ".venv", reason="not installed by ./dvergar")
def test_the_tests_run_with_the_versions_of_the_constraints() -> None:
    pinned: dict[str, set[str]] = {}
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()[1:]:
        name, _, version = line.partition(" ;")[0].partition("==")
        pinned.setdefault(name, set()).add(version.strip())
    found = {
        re.sub(r"[-_.]+", "-", one.name.lower()): one.version for one in distributions() if one.name
    }
    others = {n: v for n, v in found.items() if n in pinned and v not in pinned[n]}
    assert others == {}, "run ./dvergar again, or python -m tools.constraints"


@pytest.mark.long
def test_the_constraints_are_refreshed_by_one_command(tmp_path: Path) -> None:
    if not (Path(sysconfig.get_path("scripts")) / "uv").exists():
        pytest.skip("uv is not installed")
    for name in ("pyproject.toml", "tools/constraints.py", "tools/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    command = [sys.executable, "-m", "tools.constraints"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "constraints.txt").read_text("utf-8").splitlines()[1:]
    assert all(constraints.PINNED.match(line) for line in lines)
    names = {line.partition("==")[0] for line in lines}
    assert {"fastapi", "numpy", "pytest", "sqlalchemy"} <= names


def test_the_constraints_name_versions_of_all_that_is_installed_and_no_host() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()[1:]
    assert all(constraints.PINNED.match(line) for line in lines)
    pinned = {re.split("[=]", line)[0].lower().replace("_", "-") for line in lines}
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*declared["project"]["dependencies"], *declared["dependency-groups"]["dev"]]
    wanted += chain(*declared["project"]["optional-dependencies"].values())
    names = {re.split(r"[\[<>=!~; ]", one)[0] for one in wanted if isinstance(one, str)}
    assert names - pinned == set(), "run python -m tools.constraints"


def test_an_extra_is_there_for_code_that_is_there() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = declared["project"]["optional-dependencies"]
    named_otherwise = {"pillow": "PIL"}
    found_by_others = {"greenlet", "python_multipart", "uvloop"}  # by what is built on them
    for extra in extras:
        for requirement in extras[extra]:
            module = re.split(r"[\[<>=!~ ]", requirement)[0].replace("-", "_")
            if module in found_by_others:
                continue
            module = named_otherwise.get(module, module)
            ways = rf'^\s*(?:import|from) {module}\b|import_extra\("{module}\b'
            imported = re.compile(ways, re.MULTILINE)
            folders = [ROOT / name for name in ("src", "tests", "tools", "benchmarks")]
            files = (file for folder in folders for file in folder.rglob("*.py"))
            assert any(imported.search(file.read_text("utf-8")) for file in files), requirement
