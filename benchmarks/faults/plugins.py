"""A package with bots and games of somebody else, installed in a folder as an installer would.

A server finds it when the folder is on `PYTHONPATH`: there is a real `.dist-info` with entry
points in it. Without that folder on the path, the package is uninstalled.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

TOY = Path(__file__).parents[2] / "tests" / "toy"
BOTS = "dvergar.bots"
GAMES = "dvergar.games"


def install(
    folder: Path, name: str, files: Mapping[str, str], entries: Mapping[str, Mapping[str, str]]
) -> None:
    """Installs a package: its files by path, and its entry points by group and name."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = (
        "\n".join([f"[{group}]", *(f"{one} = {where}" for one, where in points.items())])
        for group, points in entries.items()
    )
    (about / "entry_points.txt").write_text("\n".join(groups) + "\n")


def copy_toy(folder: Path, slug: str, rules_version: int = 1) -> str:
    """Copies the toy game to a package of its own; the address of its INFO."""
    package = f"{slug}_game"
    shutil.copytree(TOY, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / package).rglob("*.py"):
        file.write_text(file.read_text().replace("tests.toy", package))
    for file in (folder / package).rglob("*.toml"):
        file.write_text(file.read_text().replace("stones.", f"{slug}."))
    init = folder / package / "__init__.py"
    text = init.read_text().replace('slug="stones"', f'slug="{slug}"')
    init.write_text(text.replace("rules_version=1", f"rules_version={rules_version}"))
    return f"{package}:INFO"
