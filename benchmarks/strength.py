"""How strong the bots are: matches that are declared, played and told in docs/strength.md.

`strength/matches.toml` beside it declares them. `python benchmarks/strength.py run NAME` plays one
and keeps every game in `strength/results/NAME.json`; it can be stopped and goes on where it was, in
as many processes as `--jobs` says. `python benchmarks/strength.py table` writes what all files of
results give into the docs, and `list` says what is declared and how much of it has been played.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dvergar.bots import LEVELS
from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.lab.confidence import Figure, mean, rate
from dvergar.lab.match import Match, MatchFile, resume

HERE = Path(__file__).resolve().parent / "strength"
MATCHES = HERE / "matches.toml"
RESULTS = HERE / "results"
ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "strength.md"
GOALS = ("today", "must", "aim", "moonshot")


@dataclass(frozen=True, slots=True)
class Asked:
    """A row of the table: what is asked of a match, and what was set as a goal."""

    match: Match
    text: str
    what: str
    goals: dict[str, float]

    def figure(self, sheet: MatchFile) -> Figure:
        """The answer that the games give."""
        return mean(sheet.points()) if self.what == "mean" else rate(sheet.firsts())

    def said(self, value: float) -> str:
        """A figure of this row as it is written."""
        return f"{value:.1f}" if self.what == "mean" else percent(value)


@dataclass(frozen=True, slots=True)
class BestLine:
    """A row of the table about the best game alone that was found, which lies there as a record."""

    text: str
    record: Path
    goals: dict[str, float]

    def row(self) -> str:
        """The points of the record, if there is one."""
        points = (Record.load(self.record).scores or [0])[0] if self.record.exists() else 0
        found = f"**{points}**{verdict(self.goals, points, str)}" if points else "not yet found"
        goals = [f"{self.goals[goal]:.0f}" if goal in self.goals else "-" for goal in GOALS]
        return f"| {self.text} | `dvergar solve` | - | {found} | {' | '.join(goals)} |"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels of one game with so many players, each against the one below it."""

    game: str
    players: int
    matches: dict[str, Match]
    """By the upper level; alone, where nobody is below, by the level that plays."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is declared."""

    lines: list[BestLine]
    asked: list[Asked]
    ladders: list[Ladder]

    def matches(self) -> dict[str, Match]:
        """Every match by its name."""
        found = {asked.match.name: asked.match for asked in self.asked}
        return found | {one.name: one for ladder in self.ladders for one in ladder.matches.values()}


def read_plan(path: Path = MATCHES) -> Plan:
    """What the file declares."""
    tree = tomllib.loads(path.read_text("utf-8"))
    lines = [BestLine(one["text"], ROOT / one["record"], goals_of(one)) for one in tree["line"]]
    asked = [row for one in tree["match"] for row in read_match(one)]
    ladders = [ladder for one in tree["levels"] for ladder in read_levels(one)]
    return Plan(lines, asked, ladders)


def goals_of(tree: dict[str, Any]) -> dict[str, float]:
    """What is set as a goal."""
    return {goal: float(tree[goal]) for goal in GOALS if goal in tree}


def read_match(tree: dict[str, Any]) -> Iterator[Asked]:
    """One match, with a row for everything that is asked of it."""
    match = Match(
        name=tree["name"],
        game=tree["game"],
        options=tree["options"],
        bot=tree["bot"],
        against=tree.get("against", ""),
        games=tree["games"],
        seed=tree["seed"],
    )
    for row in tree["asked"]:
        yield Asked(match, row["text"], row["what"], goals_of(row))


def read_levels(tree: dict[str, Any]) -> Iterator[Ladder]:
    """The levels of one game, for each of the numbers of players that are named."""
    game = tree["game"]
    for players in tree["players"]:
        limits = tree.get("limits", {})
        if players == 1:
            limits = tree.get("limits_alone", limits)
        specs = {level: ":".join([level, *filter(None, [limits.get(level)])]) for level in LEVELS}
        matches = {}
        for below, level in zip(("", *LEVELS), LEVELS, strict=False):
            if below or players == 1:
                against = specs[below] if players > 1 else ""
                name = f"levels-{game}-{players}-{level}"
                options = {"players": players, **tree.get("options", {})}
                seed = tree["seed"] + players
                matches[level] = Match(
                    name, game, options, specs[level], against, tree["games"], seed
                )
        yield Ladder(game, players, matches)


def sheet_of(match: Match, results: Path = RESULTS) -> MatchFile | None:
    """The games of a match, if any have been played."""
    path = results / f"{match.name}.json"
    return MatchFile.load(path) if path.exists() else None


def tables(plan: Plan, results: Path = RESULTS) -> dict[str, str]:
    """The tables of the page by the name of their marks."""
    return {"goals": goals_table(plan, results), "levels": levels_table(plan, results)}


def goals_table(plan: Plan, results: Path) -> str:
    """What was measured beside what was to be reached."""
    lines = [
        f"| match | bot | games | measured (95 %) | {' | '.join(GOALS)} |",
        f"| --- | --- | ---: | ---: | {' | '.join(['---:'] * len(GOALS))} |",
    ]
    lines += [line.row() for line in plan.lines]
    for asked in plan.asked:
        goals = [asked.said(asked.goals[goal]) if goal in asked.goals else "-" for goal in GOALS]
        sheet = sheet_of(asked.match, results)
        found = "not yet played"
        bot, games = asked.match.bot, 0
        if sheet:
            figure = asked.figure(sheet)
            bot, games = sheet.facts["bot"], len(sheet.games)
            how = verdict(asked.goals, figure.value, asked.said)
            found = f"**{asked.said(figure.value)}** ({between(asked, figure)}){how}{rules(sheet)}"
        lines.append(f"| {asked.text} | `{bot}` | {games:,} | {found} | {' | '.join(goals)} |")
    return "\n".join(lines)


def between(asked: Asked, figure: Figure) -> str:
    """The ends of an interval."""
    return f"{asked.said(figure.low)} to {asked.said(figure.high)}"


def verdict(goals: dict[str, float], value: float, said: Callable[[float], str]) -> str:
    """The highest goal that was reached, or by how much the lowest was missed."""
    reached = [goal for goal in GOALS[1:] if value >= goals.get(goal, float("inf"))]
    if reached:
        return f", above *{reached[-1]}*"
    missing = goals.get("must", value) - value
    return f", {said(missing)} short" if missing > 0 else ""


def levels_table(plan: Plan, results: Path) -> str:
    """Each level against the one below it."""
    lines = [
        "| game | players | even | normal against easy | hard against normal "
        "| expert against hard |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for ladder in plan.ladders:
        title = info(ladder.game).words("en")("game.title")
        cells = [level_cell(ladder, level, results) for level in LEVELS[1:]]
        even = "-" if ladder.players == 1 else percent(1 / ladder.players)
        lines.append(f"| {title} | {ladder.players} | {even} | {' | '.join(cells)} |")
    return "\n".join(lines)


def level_cell(ladder: Ladder, level: str, results: Path) -> str:
    """First places of a level against the one below; alone the points of both."""
    sheet = sheet_of(ladder.matches[level], results)
    if not sheet:
        return "-"
    if ladder.players > 1:
        figure = rate(sheet.firsts())
        shares = f"**{percent(figure.value)}** ({percent(figure.low)} to {percent(figure.high)})"
        return shares + rules(sheet)
    below = sheet_of(ladder.matches[LEVELS[LEVELS.index(level) - 1]], results)
    figure = mean(sheet.points())
    text = f"**{figure.value:.1f}** ({figure.low:.1f} to {figure.high:.1f})"
    if below:
        text += f", below {mean(below.points()).value:.1f}"
    return text + rules(sheet)


def rules(sheet: MatchFile) -> str:
    """By which rules a match was played, if they are not those of today."""
    played, today = sheet.facts["rules"], info(sheet.facts["game"]).rules_version
    return "" if played == today else f", rules version {played}"


def percent(share: float) -> str:
    """A share of one in percent."""
    return f"{100 * share:.1f} %"


def filled(page: str, made: dict[str, str]) -> str:
    """The page with the tables between their marks."""
    for name, table in made.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(start)
        page = f"{before}{start}\n{table}\n\n{end}{rest.partition(end)[2]}"
    return page


def run(asked: argparse.Namespace) -> None:
    """Plays matches, those whose names begin with what was said."""
    found = [one for name, one in read_plan().matches().items() if name.startswith(asked.name)]
    if not found:
        sys.exit(f"No match is called {asked.name}: see `list`.")
    for match in found:
        path = RESULTS / f"{match.name}.json"
        if asked.anew:
            path.unlink(missing_ok=True)
        try:
            sheet = resume(
                match, path, games=asked.games, jobs=asked.jobs, part=asked.part, on_part=tell
            )
        except ValueError as error:
            sys.exit(f"{error} (--anew)")
        tell(sheet)


def tell(sheet: MatchFile) -> None:
    """One line of progress."""
    won, points = rate(sheet.firsts()), mean(sheet.points())
    print(
        f"{sheet.facts['match']}: {len(sheet.games)} games, first {percent(won.value)} "
        f"({percent(won.low)} to {percent(won.high)}), {points.value:.1f} points, "
        f"{1000 * sheet.seconds / sheet.moves:.1f} ms a move",
        flush=True,
    )


def list_matches() -> None:
    """What is declared, and how much of it has been played."""
    for name, match in read_plan().matches().items():
        sheet = sheet_of(match)
        played = len(sheet.games) if sheet else 0
        print(f"{name}: {match.bot} against {match.against or 'nobody'}, {played}/{match.games}")


def write_page() -> None:
    """The tables of the docs, made from the files of results."""
    PAGE.write_text(filled(PAGE.read_text("utf-8"), tables(read_plan())), "utf-8")


def main() -> None:
    """Reads the command."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = words.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("run", help="play a match, or all whose names begin so")
    playing.add_argument("name")
    playing.add_argument("--games", type=int, default=0, help="instead of as many as declared")
    playing.add_argument("--jobs", type=int, default=1)
    playing.add_argument("--part", type=int, default=10, help="games between two writes")
    playing.add_argument("--anew", action="store_true", help="forget what was played before")
    commands.add_parser("table", help="write docs/strength.md")
    commands.add_parser("list", help="what is declared and played")
    asked = words.parse_args()
    if asked.command == "run":
        run(asked)
    elif asked.command == "table":
        write_page()
    else:
        list_matches()


if __name__ == "__main__":
    main()
