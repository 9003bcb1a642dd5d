"""Plots as SVG inside a page: drawn by matplotlib, coloured by the page.

Colours are names of the page's style sheet, so that a plot is light or dark as the page is, and its
texts are texts. Nothing is needed to look at it, neither scripts nor a network.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any, Final

from dvergar.core.languages import decimal
from dvergar.lab.confidence import Figure
from dvergar.lab.extras import import_extra

INK, FAINT, PAPER = "#010101", "#020202", "#030303"
SERIES: Final = tuple(f"#0400{number:02x}" for number in range(1, 8))
VARIABLES: Final = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    PAPER: "var(--paper)",
    **{colour: f"var(--s{number})" for number, colour in enumerate(SERIES, 1)},
}
PLOT_WIDTH_INCHES: Final = 7.6
"""Inches; at 72 points each."""
MAX_OVERLAID_PLOTS: Final = 3
"""How many distributions one drawing can show distinctly."""
DASHES: Final = ("-", "--", ":", "-.")

_COLOUR: Final = re.compile("|".join(VARIABLES))
_HEAD: Final = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_META: Final = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_SIZE: Final = re.compile(r'(<svg[^>]*?) width="[^"]*"| height="[^"]*pt"')


def colour(number: int) -> str:
    """The colour of a series; they repeat after the last one."""
    return SERIES[number % len(SERIES)]


def dash(number: int) -> str:
    """The line style of a series, so that colour is never the only sign."""
    return DASHES[number % len(DASHES)]


class Plot:
    """One drawing with one pair of axes."""

    def __init__(self, lang: str, height: float) -> None:
        figures = import_extra("matplotlib.figure")
        self._figure: Any = figures.Figure(
            figsize=(PLOT_WIDTH_INCHES, height), layout="constrained"
        )
        self._figure.patch.set_alpha(0)
        self.axes: Any = self._figure.add_subplot()
        self.axes.set_facecolor("none")
        for name, spine in self.axes.spines.items():
            spine.set_visible(name in ("left", "bottom"))
            spine.set_color(FAINT)
        self.axes.tick_params(colors=INK, which="both", length=3)
        self.axes.set_axisbelow(True)
        for axis in (self.axes.xaxis, self.axes.yaxis):
            axis.set_major_formatter(lambda value, _: _number(value, lang))
        self.axes.grid(color=FAINT, linewidth=0.5, alpha=0.5)

    def names(self, across: str, up: str = "") -> None:
        """What the axes are."""
        self.axes.set_xlabel(across, color=INK)
        self.axes.set_ylabel(up, color=INK)

    def legend(self) -> None:
        """Which series is which, above the drawing."""
        self._figure.legend(
            loc="outside upper left", ncols=3, frameon=False, labelcolor=INK, fontsize=10
        )

    def svg(self, salt: str) -> str:
        """The drawing as part of a page; the same bytes every time."""
        matplotlib = import_extra("matplotlib")
        backend = import_extra("matplotlib.backends.backend_svg")
        for said in self._figure.findobj(import_extra("matplotlib.text").Text):
            said.set_parse_math(False)  # the name of a bot may have any sign
        text = io.StringIO()
        settings = {"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 10}
        with matplotlib.rc_context(settings):
            backend.FigureCanvasSVG(self._figure).print_svg(text, metadata={"Date": None})
        drawn = _META.sub("", _HEAD.sub("", text.getvalue()))
        drawn = _SIZE.sub(r"\1", drawn, count=2)
        return _COLOUR.sub(lambda found: VARIABLES[found[0]], drawn)


class Drawer:
    """Draws the plots of a report, with numbers as a language writes them."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def histogram(
        self, series: Sequence[tuple[str, Sequence[int]]], across: str, up: str, salt: str
    ) -> str:
        """How often which number came, in percent of each series."""
        plot = Plot(
            self._lang, 3.1 if len(series) <= MAX_OVERLAID_PLOTS else 0.8 + 0.55 * len(series)
        )
        low = min(min(values) for _, values in series)
        high = max(max(values) for _, values in series)
        step = max(1, -(-(high - low + 1) // 40))
        edges = list(range(low, high + step + 1, step))
        if len(series) > MAX_OVERLAID_PLOTS:
            _ridges(plot, series, edges)
            plot.names(across)
            return plot.svg(salt)
        for number, (name, values) in enumerate(series):
            weights = [100 / len(values)] * len(values)
            plot.axes.hist(
                values,
                bins=edges,
                weights=weights,
                histtype="step",
                label=name,
                color=colour(number),
                linestyle=dash(number),
                linewidth=1.8,
            )
        for axis in (plot.axes.xaxis, plot.axes.yaxis):  # where ticks grow, names lose their room
            axis.get_major_locator().set_params(integer=True)
        plot.names(across, up)
        plot.legend()
        return plot.svg(salt)

    def bars(
        self,
        labels: Sequence[str],
        series: Sequence[tuple[str, Sequence[Figure]]],
        across: str,
        salt: str,
    ) -> str:
        """A figure with its interval for each label and series, one below the other."""
        plot = Plot(self._lang, 0.9 + len(labels) * (0.14 + 0.16 * len(series)))
        thick = 0.8 / len(series)
        for number, (name, figures) in enumerate(series):
            places = [at + (number - (len(series) - 1) / 2) * thick for at in range(len(labels))]
            plot.axes.barh(
                places,
                [one.value for one in figures],
                height=thick * 0.9,
                label=name,
                color=colour(number),
            )
            _intervals(plot, figures, places)
        _rows(plot, labels)
        plot.axes.axvline(0, color=INK, linewidth=0.8)
        plot.names(across)
        plot.legend()
        return plot.svg(salt)

    def dots(
        self,
        labels: Sequence[str],
        figures: Sequence[Figure],
        across: str,
        salt: str,
        zero: bool = True,
        hollow: Sequence[bool] = (),
    ) -> str:
        """A figure with its interval for each label; `zero` is where nothing is gained or lost.

        `hollow` says for each whether its dot is empty, for figures that are less sure.
        """
        plot = Plot(self._lang, 0.8 + 0.24 * len(labels))
        places = [float(at) for at in range(len(labels))]
        _intervals(plot, figures, places)
        plot.axes.scatter(
            [one.value for one in figures],
            places,
            s=25,
            edgecolors=colour(0),
            facecolors=[PAPER if one else colour(0) for one in hollow] or colour(0),
            zorder=3,
        )
        _rows(plot, labels)
        if zero:
            plot.axes.axvline(0, color=INK, linewidth=0.8)
        plot.names(across)
        return plot.svg(salt)


def _ridges(plot: Plot, series: Sequence[tuple[str, Sequence[int]]], edges: list[int]) -> None:
    """One below the other, each as high as it can be, where together they would hide each other."""
    for number, (_, values) in enumerate(series):
        counts = [0] * (len(edges) - 1)
        for value in values:
            counts[(value - edges[0]) // (edges[1] - edges[0])] += 1
        tops = [number - 0.85 * count / max(counts) for count in counts]
        plot.axes.stairs(tops, edges, baseline=number, fill=True, color=colour(number))
    plot.axes.set_yticks(range(len(series)), [name for name, _ in series])
    plot.axes.set_ylim(len(series) - 0.9, -1)


def _rows(plot: Plot, labels: Sequence[str]) -> None:
    plot.axes.set_yticks(range(len(labels)), labels)
    plot.axes.set_ylim(len(labels) - 0.4, -0.6)


def _intervals(plot: Plot, figures: Sequence[Figure], places: Sequence[float]) -> None:
    known = [(one, at) for one, at in zip(figures, places, strict=True) if one.high < float("inf")]
    plot.axes.hlines(
        [at for _, at in known],
        [one.low for one, _ in known],
        [one.high for one, _ in known],
        color=INK,
        linewidth=1.1,
        zorder=2.5,
    )


def _number(value: float, lang: str) -> str:
    """A number at an axis.

    >>> _number(2.5, "fr"), _number(-10.0, "en")
    ('2,5', '−10')
    """
    return decimal(value, lang, 0 if abs(value - round(value)) < 1e-9 else 1)
