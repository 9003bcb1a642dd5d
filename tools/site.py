"""Builds the documentation site into `build/site`, or shows it while one writes (`--serve`).

The pages of `docs` are copied to `build/pages` with what is made from the project filled in, and
Zensical makes the site of them by `zensical.toml`. A link that leads nowhere fails the build.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from tools.pages import with_marks_filled

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "pages"


def prepare() -> None:
    """Lays the pages out as Zensical reads them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for page in PAGES.rglob("*.md"):
        page.write_text(with_marks_filled(page.read_text("utf-8")), "utf-8")


def main() -> int:
    """Build, or build and serve; Zensical's exit code."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--serve", action="store_true", help="show the site on this machine")
    asked = words.parse_args()
    prepare()
    do = ["serve"] if asked.serve else ["build", "--strict", "--clean"]
    return subprocess.call([sys.executable, "-m", "zensical", *do], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
