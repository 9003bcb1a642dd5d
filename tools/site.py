"""Builds the documentation site into `build/site`, or shows it while one writes (`--serve`).

The pages of `docs` are copied to `build/pages` with what is made from the project filled in, and
Zensical makes the site of them by `zensical.toml`. A link that leads nowhere fails the build.

A folder of `docs` with the code of a language (`de`, `fr`) has the pages in that language: they get
the narrow spaces it wants here, and `lang`, a menu and the words of the theme by the templates in
`tools/site_theme`. Colours and letters are those of the product. `--tab` puts the games themselves
beside the pages, so that "Play now" begins one in the visitor's browser.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from dvergar.core.languages import LANGUAGES, with_narrow_spaces
from tools.pages import TAB, with_marks_filled

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "pages"
STYLES = ROOT / "src/dvergar/web/kernel/views/static"
NOT_PROSE = re.compile(
    r"(^```.*?^```$|`[^`\n]*`|<[^>]*>|!?\[|\]\([^)]*\)|\{[^}]*\})", re.DOTALL | re.MULTILINE
)
"""Code, tags, links and attributes of a Markdown page, whose spaces mean something."""


def prepare() -> None:
    """Lays the pages out as Zensical reads them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    lay_out_styles(PAGES / "styles")
    shutil.copy(STYLES / "favicon.svg", PAGES / "images")
    if TAB.exists():
        shutil.copytree(TAB, PAGES / "tab")
    for page in PAGES.rglob("*.md"):
        text = with_marks_filled(page.read_text("utf-8"))
        folder = page.relative_to(PAGES).parts[0]
        page.write_text(spaced(text, folder) if folder in LANGUAGES else text, "utf-8")


def lay_out_styles(folder: Path) -> None:
    """The style sheet of the site, and the colours and fonts of the product that it uses."""
    folder.mkdir()
    shutil.copy(ROOT / "tools/site_theme/site.css", folder)
    shutil.copy(STYLES / "tokens.css", folder)
    shutil.copy(STYLES / "built/fonts.css", folder)
    shutil.copytree(STYLES / "built/fonts", folder / "fonts")


def spaced(markdown: str, lang: str) -> str:
    """The page with the narrow spaces of its language in the prose."""
    parts = NOT_PROSE.split(markdown)
    parts[::2] = [with_narrow_spaces(part, lang) for part in parts[::2]]
    return "".join(parts)


def main() -> int:
    """Build, or build and serve; Zensical's exit code."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--serve", action="store_true", help="show the site on this machine")
    words.add_argument("--tab", action="store_true", help="with the games, to play in the browser")
    asked = words.parse_args()
    if asked.tab and subprocess.call([sys.executable, "-m", "tools.tab"], cwd=ROOT):
        return 1
    prepare()
    do = ["serve"] if asked.serve else ["build", "--strict", "--clean"]
    return subprocess.call([sys.executable, "-m", "zensical", *do], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
