"""Builds the games for a browser tab into `build/tab`: static files that any web server can send.

In the folder are the page around the games, their style sheets and scripts, Pyodide (Python for
WebAssembly) and one archive with Dvergar and the libraries it needs. Pyodide comes from its npm
package with the other browser assets (`tools/assets.py`), the pure Python libraries from the
environment that runs this, and the one compiled library from the package index. Python itself is
compiled by Pyodide, in Node, so that no visitor's browser has to.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words
from dvergar.web.kernel.views.assets import asset_file
from dvergar.web.kernel.views.render import Renderer
from tools.assets import PYODIDE, find_node

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "tab"
PACKAGE = ROOT / "src" / "dvergar"
SHELL = PACKAGE / "web" / "features" / "tab" / "static" / "tab"
STAMP = "stamp.txt"
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
COMPILED = "pydantic-core"
"""The one library with a compiled part; the others do without theirs."""
NOT_NEEDED = {"uvicorn", "uvloop", "httpx", "numpy", "typer", "rich", "greenlet", COMPILED}
"""A server, threads and networks: nothing that runs in a tab."""
LEFT_OUT = re.compile(
    r"sqlalchemy/(dialects/(mysql|mssql|oracle)|testing|orm)/"
    r"|alembic/(templates|testing)/|pydantic/(v1/|mypy)|anyio/(_backends/_trio|pytest_plugin)"
    r"|dvergar/(cli|envs|lab/training)/|/tests?/|\.dist-info/(?!METADATA|entry)|__pycache__"
    r"|\.(so|pyc|pyi|pyx|pxd|c|h|npz|mako|md|rst)$|static/built/fonts/"
)
STDLIB_LEFT_OUT = re.compile(
    r"(pydoc_data|ensurepip|idlelib|tkinter|turtledemo|venv|test|_pyrepl|unittest|xmlrpc)/"
    r"|(pdb|pydoc|doctest|mailbox|imaplib|ftplib|poplib|turtle|cProfile|profile|pstats|_pyio)\.py"
)
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/icon-maskable.png", "512x512", "maskable"),
)
PACK = {".wasm", ".so", ".zip", ".mjs", ".js", ".css", ".svg", ".json"}
PACK_FROM = 4096
"""Larger files of these kinds are sent compressed, whatever the server does."""
XZ = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 25}]

COMPILE = """
import { loadPyodide } from %(pyodide)s;
const python = await loadPyodide();
python.FS.mkdir("/made");
python.FS.mount(python.FS.filesystems.NODEFS, { root: %(work)s }, "/made");
python.runPython(`
import importlib.util, pathlib, marshal
from types import CodeType
from importlib._bootstrap_external import _code_to_hash_pyc
def in_one_line(code):
    # Entries of the line table for up to eight units, all on the first line of the function.
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes((0xEF, 0)) * whole + (bytes((0xE8 + rest - 1, 0)) if rest else b"")
    inner = [in_one_line(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    return code.replace(co_linetable=table, co_consts=tuple(inner))
for file in [*pathlib.Path("/made").rglob("*.py")]:
    name = str(file.relative_to("/made/" + file.parts[2]))
    level = 0 if name.startswith("concurrent/") else 2  # that package computes with its docstrings
    code = compile(file.read_bytes(), name, "exec", dont_inherit=True, optimize=level)
    body = bytes(_code_to_hash_pyc(in_one_line(code), b"\\\\0" * 8, checked=False))
    if file.parts[2] == "stdlib":
        file.with_suffix(".pyc").write_bytes(body)
        file.unlink()
    else:
        cached = file.parent / "__pycache__" / (file.stem + ".cpython-314.pyc")
        cached.parent.mkdir(exist_ok=True)
        cached.write_bytes(body)
        if not name.startswith("anyio/"):  # which reads its own source
            file.write_bytes(b"")
`);
"""


class TabError(Exception):
    """The folder can't be built; the message is one sentence for a person."""


def has_pyodide() -> bool:
    """Whether Pyodide was fetched."""
    return (ROOT / PYODIDE / "xz.js").is_file()


def build(out: Path = OUT) -> None:
    """Make the folder anew; what was there before stays until the new one is complete."""
    if not has_pyodide():
        raise TabError("Pyodide is not there: run ./dvergar once, which fetches it from npm.")
    made_from = _digest()
    if (out / STAMP).is_file() and (out / STAMP).read_text("ascii") == made_from:
        return
    with tempfile.TemporaryDirectory(prefix="dvergar-tab-") as name:
        work, made = Path(name) / "work", Path(name) / "tab"
        made.mkdir()
        _gather_libraries(work / "site")
        _gather_package(work / "site" / "dvergar")
        with zipfile.ZipFile(ROOT / PYODIDE / "python_stdlib.zip") as archive:
            kept = [one for one in archive.namelist() if not STDLIB_LEFT_OUT.match(one)]
            archive.extractall(work / "stdlib", kept)
        _compile(work)
        _write_python(work, made / "py")
        _write_static(made)
        _write_shell(made)
        _finish(made)
        (made / STAMP).write_text(made_from, "ascii")
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out)


def _digest() -> str:
    """A fingerprint of what the folder is made from: equal fingerprint, equal folder."""
    found = hashlib.sha256(Path(__file__).read_bytes())
    for name in sorted(_needed() | {COMPILED}):
        found.update(f"{name} {metadata.version(name)}\n".encode())
    for file in [*sorted(PACKAGE.rglob("*")), ROOT / "package-lock.json"]:
        if file.is_file() and "__pycache__" not in file.parts:
            found.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def _gather_libraries(site: Path) -> None:
    """Copy every library that Dvergar needs in a tab, without what it does not use."""
    for name in sorted(_needed()):
        found = metadata.distribution(name)
        for file in found.files or ():
            if ".." not in file.parts and not LEFT_OUT.search(file.as_posix()):
                target = site / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(found.locate_file(file)), target)
    with tempfile.TemporaryDirectory() as name:
        wheel = _download_wheel(Path(name))
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(site)


def _needed(
    name: str = "dvergar", extra: str = "web", seen: frozenset[str] = frozenset()
) -> set[str]:
    """The names of all libraries that one needs, and those that they need."""
    found: set[str] = set()
    for line in metadata.distribution(name).requires or ():
        wanted = Requirement(line)
        plain = re.sub(r"[-_.]+", "-", wanted.name).lower()
        asked = wanted.marker is None or wanted.marker.evaluate({"extra": extra})
        if asked and plain not in NOT_NEEDED | found | seen:
            found.add(plain)
            found |= _needed(plain, "", seen | found)
    return found


def _download_wheel(folder: Path) -> Path:
    """The compiled library for WebAssembly, of the version that the others expect."""
    wanted = f"{COMPILED}=={metadata.version(COMPILED)}"
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder)]
    pip += ["--only-binary=:all:", f"--platform={PLATFORM}", f"--python-version={PYTHON}", wanted]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode:
        raise TabError(f"{done.stderr}\npip found no {wanted} for WebAssembly (see above).")
    return next(folder.glob("*.whl"))


def _gather_package(target: Path) -> None:
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE.parent).as_posix()
        if file.is_file() and not LEFT_OUT.search(name):
            copy = target.parent / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)


def _compile(work: Path) -> None:
    """Compile all modules by the Python that will run them."""
    script = COMPILE % {
        "pyodide": json.dumps((ROOT / PYODIDE / "pyodide.mjs").as_uri()),
        "work": json.dumps(str(work)),
    }
    done = subprocess.run(
        [find_node(), "--input-type=module", "-"],
        input=script,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise TabError(f"{done.stderr[-2000:]}\nPyodide could not compile the modules (see above).")


def _write_python(work: Path, target: Path) -> None:
    target.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copy(ROOT / PYODIDE / name, target)
    lock = json.loads((ROOT / PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}), "utf-8")
    _write_zip(work / "stdlib", target / "python_stdlib.zip")
    library = next((work / "site").rglob("*.so"))
    facts = {"path": f"/site/{library.relative_to(work / 'site').as_posix()}", "file": "library.so"}
    (target / "library.json").write_text(json.dumps(facts), "utf-8")
    shutil.copy(library, target / facts["file"])
    library.write_bytes(b"")  # Python looks for its name alone
    _write_zip(work / "site", target / "site.zip")


def _write_zip(folder: Path, target: Path) -> None:
    """An archive that is not compressed (the file as a whole is), the same for the same files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                name = file.relative_to(folder).as_posix()
                archive.writestr(zipfile.ZipInfo(name), file.read_bytes())


def _write_static(made: Path) -> None:
    """Everything that pages ask for below `/static`."""
    for name in sorted(set(_asset_names())):
        file = asset_file(name)
        assert file is not None, name
        target = made / "app" / "static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())


def _asset_names() -> Iterator[str]:
    for folder in PACKAGE.rglob("static"):
        for file in folder.rglob("*"):
            if file.is_file() and SHELL not in file.parents and file.suffix != ".py":
                yield file.relative_to(folder).as_posix()
    for folder in PACKAGE.glob("games/*/page/look"):
        for file in folder.iterdir():
            if file.is_file() and file.suffix in (".css", ".js", ".svg"):
                yield f"games/{folder.parts[-3]}/{file.name}"


def _write_shell(made: Path) -> None:
    """The page around the games with its scripts, and what makes it installable."""
    shutil.copytree(SHELL, made, dirs_exist_ok=True)
    shutil.copy(ROOT / PYODIDE / "xz.js", made)
    icon = asset_file("favicon.svg")
    assert icon is not None
    (made / "icon.svg").write_bytes(icon.read_bytes())
    say = {lang: words("dvergar.web", lang) for lang in LANGUAGES}
    known = say["en"].keys()
    keys = sorted(key for key in known if key.startswith("tab."))
    texts = {lang: {key[4:]: say[lang](key) for key in keys} for lang in LANGUAGES}
    facts = {"texts": texts, "no_script": {lang: texts[lang]["no_script"] for lang in LANGUAGES}}
    html = Renderer().page("tab.html", "en", "", "", **facts)
    (made / "index.html").write_text(html, "utf-8")
    manifest = {
        "name": "Dvergar",
        "short_name": "Dvergar",
        "description": say["en"]("page.description"),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#33302f",
        "theme_color": "#33302f",
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            *({"src": src, "sizes": sizes, "purpose": purpose} for src, sizes, purpose in ICONS),
        ],
    }
    (made / "manifest.json").write_text(json.dumps(manifest, indent=1), "utf-8")


def _finish(made: Path) -> None:
    """Compress large files, and tell the service worker what there is and which version it is."""
    listed, digest = [], hashlib.sha256()
    script = made / "sw.js"
    for file in sorted(made.rglob("*")):
        if not file.is_file() or file == script:
            continue
        body, name = file.read_bytes(), file.relative_to(made).as_posix()
        digest.update(name.encode() + b"\0" + body)
        packed = file.suffix in PACK and len(body) >= PACK_FROM and name.count("/") > 0
        if packed:
            body = lzma.compress(body, check=lzma.CHECK_CRC32, filters=XZ)
            file.with_name(f"{file.name}.pack").write_bytes(body)
            file.unlink()
        listed.append({"name": name, "size": len(body), "packed": packed})
    code = script.read_text("utf-8")
    digest.update(code.encode())
    facts = json.dumps({"version": digest.hexdigest()[:12], "files": listed})
    script.write_text(code.replace('{"version": "", "files": []}', facts), "utf-8")


def main() -> int:
    """Build the folder and say how large it is."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("out", nargs="?", type=Path, default=OUT, help="where (build/tab)")
    asked = words.parse_args()
    try:
        build(asked.out)
    except TabError as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in asked.out.rglob("*") if file.is_file())
    print(f"{asked.out}: {size / 1e6:.1f} MB; try: python -m http.server -d {asked.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
