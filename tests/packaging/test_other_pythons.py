"""Every Python that the package is for: a copy of the project is set up and tested with each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = shutil.ignore_patterns(".venv", ".git", "build", "site", "__pycache__", ".*_cache")
PARTS = (
    "tests/core",
    "tests/games",
    "tests/bots",
    "tests/lab",
    "tests/envs",
    "tests/web",
    "tests/cli",
)
FIRST_CASES = "not whole_games and not further_case"
VERSIONS = [
    line.rpartition(":: ")[2].rstrip('",')
    for line in (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    if "Programming Language :: Python :: 3." in line
]


def find_python(version: str) -> str | None:
    """A Python of this version that runs: on the path, or among those of pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = shutil.which(f"python{version}")
    known = [*([Path(on_path)] if on_path else []), *versions.glob(f"{version}.*/bin/python")]
    asked = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
    for python in known:
        said = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
        if said.stdout.strip() == version:
            return str(python)
    return None


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_a_copy_is_set_up_and_passes_its_tests(version: str, tmp_path: Path) -> None:
    python = find_python(version)
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("the whole run is on this one")
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    copy = tmp_path / "dvergar"
    shutil.copytree(ROOT, copy, ignore=LEFT_BEHIND)
    told = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV"))
    }
    words = [python, "dvergar", "test", *PARTS, "-m", FIRST_CASES, "-q"]
    done = subprocess.run(words, cwd=copy, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
