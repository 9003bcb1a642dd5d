"""The Python on the pages for programmers keeps its own types: `mypy --strict` finds nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("write-a-bot", "environments", "observations", "inside/chance", "inside/records")
FENCE = re.compile(r"^```(\w+)(.*)\n((?:.*\n)*?)```$", re.M)


def program(page: str) -> str:
    """All that a reader would type, in order: code blocks, and what stands behind the prompts."""
    lines: list[str] = []
    for language, title, text in FENCE.findall((ROOT / f"docs/{page}.md").read_text("utf-8")):
        if language == "python" and "title=" not in title:
            lines += text.splitlines()
        elif language == "pycon":
            lines += [
                line[4:] for line in text.splitlines() if line.startswith((">>> ", "... ", "..."))
            ]
    return "\n".join(lines) + "\n"


@pytest.mark.plain
def test_the_python_on_the_pages_is_well_typed(tmp_path: Path) -> None:
    files = []
    for page in PAGES:
        files.append(tmp_path / f"{re.sub('[-/]', '_', page)}.py")
        files[-1].write_text(program(page), "utf-8")
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            str(ROOT / "pyproject.toml"),
            *files,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
