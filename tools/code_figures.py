"""Figures about the code base: `python -m tools.code_figures` prints them, a test holds the aims.

Lines are all lines of a file. The length of a function does not count its docstring.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[1] / "src" / "dvergar"
MAX_FUNCTION_LINES = 50
NEVER_CHANGED = "migrations/versions"
"""Steps of the database schema stay as they were released."""
ONE_NAME_PACKAGES = ("web", "lab")
"""Packages in which together no two modules have the same name, except those in `ROLES`."""
ROLES = ("__init__", "feature", "models", "routes", "schema", "service", "views")
"""Names that say the role of a module in its folder, not its subject."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Import = ast.Import | ast.ImportFrom


class FunctionLength(NamedTuple):
    """A function and how many lines of code it has."""

    lines: int
    path: str
    name: str


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some modules."""

    modules: int
    lines: int
    import_lines: int
    functions: list[FunctionLength]
    """From the longest to the shortest."""

    @property
    def import_share(self) -> float:
        """Import lines of all lines, in percent."""
        return 100 * self.import_lines / self.lines

    def long_functions(self) -> list[FunctionLength]:
        """Functions over the limit."""
        return [one for one in self.functions if one.lines > MAX_FUNCTION_LINES]


def modules(*parts: str) -> list[Path]:
    """All modules of Dvergar, or of one of its packages."""
    return sorted(SOURCE.joinpath(*parts).rglob("*.py"))


def figures(paths: Iterable[Path]) -> Figures:
    """The figures of these modules."""
    count = lines = imports = 0
    functions: list[FunctionLength] = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        count += 1
        lines += len(text.splitlines())
        nodes = list(ast.walk(tree))
        imports += sum(_length(node) for node in nodes if isinstance(node, Import))
        where = path.relative_to(SOURCE).as_posix()
        if NEVER_CHANGED not in where:
            found = (node for node in nodes if isinstance(node, Function))
            functions += [FunctionLength(_code_length(one), where, one.name) for one in found]
    return Figures(count, lines, imports, sorted(functions, reverse=True))


def repeated_names() -> dict[str, list[str]]:
    """Module names that occur more than once in these packages, with their paths."""
    found: dict[str, list[str]] = {}
    for path in [path for package in ONE_NAME_PACKAGES for path in modules(package)]:
        if path.stem not in ROLES:
            found.setdefault(path.stem, []).append(path.relative_to(SOURCE).as_posix())
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _code_length(node: Function) -> int:
    has_docstring = ast.get_docstring(node) is not None
    return _length(node) - (_length(node.body[0]) if has_docstring else 0)


def report() -> str:
    """All figures as text."""
    packages = sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file())
    rows = [(name, figures(modules(name))) for name in packages]
    whole = figures(modules())
    lines = [f"{'package':10} {'modules':>8} {'lines':>8} {'imports':>8}"]
    for name, one in [*rows, ("dvergar", whole)]:
        lines.append(f"{name:10} {one.modules:8} {one.lines:8} {one.import_share:7.1f}%")
    lines += ["", f"functions over {MAX_FUNCTION_LINES} lines: {len(whole.long_functions())}"]
    longest = whole.long_functions() or whole.functions[:5]
    lines += [f"  {one.lines} {one.name} in {one.path}" for one in longest]
    lines += ["", "module names that occur twice:"]
    lines += [f"  {name}: {', '.join(paths)}" for name, paths in repeated_names().items()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())  # noqa: T201 - it is a command
