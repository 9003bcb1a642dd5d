"""The plots of the study as SVG files, light or dark as the reader's system is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from dvergar.lab.report.plots import Drawer
from tools.what_wins.estimates import Finding

LIGHT: Final = "--paper:#fbf8f2;--ink:#26221c;--faint:#c9c0b0;--s1:#0b6e99"
DARK: Final = "--paper:#1d1b18;--ink:#ece5d8;--faint:#5c5548;--s1:#62b5e5"
STYLE: Final = (
    f"<style>:root{{{LIGHT};color-scheme:light dark}}"
    f"@media(prefers-color-scheme:dark){{:root{{{DARK}}}}}"
    "text{font-family:system-ui,sans-serif!important}</style>"
    '<rect width="100%" height="100%" rx="6" style="fill:var(--paper)"/>'
)
ROOT: Final = re.compile(r"<svg[^>]*>")
AXIS: Final = "difference in points, with 95 % intervals (full dot: holds)"


def drawn(findings: list[Finding], labels: list[str], name: str) -> str:
    """A dot with its interval for each finding, hollow where it does not hold by Holm."""
    svg = Drawer("en").dots(
        labels,
        [one.figure for one in findings],
        AXIS,
        name,
        hollow=[not one.holds for one in findings],
    )
    return ROOT.sub(lambda found: found[0] + STYLE, svg, count=1)


def draw(folder: Path, plots: dict[str, tuple[list[Finding], list[str]]]) -> None:
    """Writes a file for each plot that has something to show."""
    for name, (findings, labels) in plots.items():
        if findings:
            (folder / name).write_text(drawn(findings, labels, name), "utf-8")
