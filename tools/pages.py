"""Fills the pages of the documentation that are made from the project itself.

A line such as `<!-- rulings: caverna -->` becomes the rulings of that game,
`<!-- files: caverna -->` the map of its files by room, `<!-- numbers: caverna -->` the entries of
its observation, `<!-- about: caverna fr -->` its players, options and bots in French, and
`<!-- commands: en -->` the reference of the command line: made anew with every build, so that none
can fall behind. `<!-- play_now: en -->` is a button: to the games in a browser tab where they have
been built, else to the page that says how. `<!-- environments: caverna -->` describes the
environment of that game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from dvergar.core.info import GameInfo
from dvergar.core.languages import FALLBACK
from dvergar.core.observation import Section
from dvergar.core.registry import info, make_game
from dvergar.core.words import words
from dvergar.envs.gymnasium_env import env_id
from tools.command_pages import commands
from tools.game_pages import about

GAMES = Path(__file__).parents[1] / "src/dvergar/games"
TAB = Path(__file__).parents[1] / "build" / "tab"
"""The games for a browser tab, where they have been built."""
MARK = re.compile(
    r"^<!-- (rulings|files|numbers|commands|about|play_now|environments): (\w+)"
    r"(?: ([a-z]{2}))? -->$",
    re.MULTILINE,
)
SENTENCE = re.compile(r".*?[.!?](?=\s|$)", re.DOTALL)
ROOMS = ("facts", "state", "rules", "presentation", "page", "bots")
"""The rooms of a game in the order of the plan; a small game may have a room as one file."""


def with_marks_filled(markdown: str) -> str:
    """The page with its marks filled in."""
    return MARK.sub(lambda mark: filled(mark[1], mark[2], mark[3] or "en"), markdown)


def filled(kind: str, slug: str, lang: str = "en") -> str:
    """What stands in the place of one mark."""
    if kind == "about":
        return about(slug, lang)
    if kind == "play_now":
        return play_now(slug)
    if kind == "environments":
        return environment(info(slug))
    if kind == "commands":
        return commands(slug)
    if kind == "numbers":
        return numbers(slug)
    return rulings(info(slug)) if kind == "rulings" else files(slug)


def play_now(lang: str) -> str:
    """A button that leads to the games."""
    up = "" if lang == FALLBACK else "../"
    leads_to = "tab/index.html" if TAB.exists() else "play-without-a-server.md"
    label = words("dvergar.web", lang)("start.play_now")
    return f"[{label}]({up}{leads_to}){{ .md-button .md-button--primary }}"


def environment(game: GameInfo) -> str:
    """The environment of a game: its name, spaces, mask, rewards, options and picture."""
    few, many = game.players
    plays = {count: make_game(game.slug, {"players": count}) for count in range(few, many + 1)}
    sizes = {made.layout.size for made in plays.values()}
    moves = {made.move_count for made in plays.values()}
    title = game.words("en")("game.title")
    anchor = re.sub(r"\W+", "-", title.lower())
    told = {
        "players": f"{few} to {many}",
        "observation": f"`Box(0, 1, ({spread(sizes)},), float32)`; "
        f"[what each number means](observations.md#{anchor})",
        "action": f"`Discrete({spread(moves)})`; `env.unwrapped.game.name(move)` names a move",
        "mask": '`info["action_mask"]`, 0 or 1 for each action; `env.unwrapped.action_masks()`',
        "reward": "`score`, `margin` or `rank`; `shape` may be `points`"
        + (" or `estimate`" if game.evaluate else ""),
        "options": ", ".join(f"`{option.name}`" for option in game.options) or "none",
        "version": f"{game.rules_version}, that of the rules",
    }
    picture = f"![A table of {title}](images/{game.slug.replace('_', '-')}.png){{ width=320 }}"
    rows = (f"| {name} | {text} |" for name, text in told.items())
    heading = f"### {env_id(game)} {{ #{game.slug.replace('_', '-')} }}"
    return "\n".join([heading, "", picture, "", "| | |", "| --- | --- |", *rows])


def spread(numbers: set[int]) -> str:
    """One number, or the least and the greatest of several."""
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def numbers(slug: str) -> str:
    """The entries of a game's observation, block by block; neighbours of one kind share a row."""
    layout = make_game(slug, {}).layout
    rows: list[tuple[int, int, list[str], Section]] = []  # first, after the last, names, section
    for section in layout.sections:
        after = section.first + len(section.block.names)
        if rows and rows[-1][3].block is section.block and rows[-1][3].about == section.about:
            rows[-1] = (rows[-1][0], after, [*rows[-1][2], section.name], section)
        else:
            rows.append((section.first, after, [section.name], section))
    lines = [
        f"{layout.size} numbers with {make_game(slug, {}).players} players.",
        "",
        "| places | section | entries of each | what it tells |",
        "| --- | --- | --- | --- |",
    ]
    for first, after, names, section in rows:
        names_told = ", ".join(f"`{name}`" for name in names)
        lines.append(f"| {first}–{after - 1} | {names_told} | {told(section)} | {section.about} |")
    return "\n".join(lines)


def told(section: Section) -> str:
    """The entries of a block with their bounds; an amount says what 1 stands for."""
    names = section.block.names
    amount = f"amount of {section.block.most}"
    if names == ["amount"]:
        return "0 or 1" if section.block.most == 1 else amount
    return ", ".join(amount if name == "amount" else f"`{name}`" for name in names)


def rulings(game: GameInfo) -> str:
    """All rulings of a game, each with its anchor, its source and the rules that cite it."""
    citing: dict[str, list[str]] = {}
    for rule in game.rulebook():
        for id in rule.rulings:
            citing.setdefault(id, []).append(f"`{rule.id}`")
    lines: list[str] = []
    for chapter in game.rulings().chapters:
        lines.append(f"## {chapter.title('en')}")
        for ruling in chapter.rulings:
            lines.append(f"### {ruling.id} {ruling.question('en')} {{ #{ruling.anchor} }}")
            option = f" (option `{ruling.option}`)" if ruling.option else ""
            lines.append(ruling.answer("en") + option)
            cited = ", ".join(citing.get(ruling.id, [])) or ruling.uncited["en"]
            lines.append(f"Source: {ruling.source}.<br>Rules: {cited}")
    return "\n\n".join(lines)


def files(slug: str) -> str:
    """The modules of a game by room, each with the first sentence of its docstring."""
    folder = GAMES / slug
    lines = [first_sentence(folder / "__init__.py")]
    for room, modules in rooms(folder):
        lines.append(f"### `{room}`")
        rows = [f"| `{name}` | {first_sentence(path)} |" for name, path in modules]
        lines.append("\n".join(["| module | what it is for |", "| --- | --- |", *rows]))
    return "\n\n".join(lines)


def rooms(folder: Path) -> Iterator[tuple[str, list[tuple[str, Path]]]]:
    """Every room of a game with its modules, the room itself first."""
    for room in ROOMS:
        inside = folder / room
        paths = sorted(inside.rglob("*.py")) if inside.is_dir() else [folder / f"{room}.py"]
        modules = [(name_of(path, folder), path) for path in paths if path.exists()]
        if modules:
            yield room, sorted(modules)


def name_of(path: Path, folder: Path) -> str:
    """A module's name inside its game: `rules.actions.dig`."""
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def first_sentence(path: Path) -> str:
    """What a module says of itself first, on one line."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    sentence = SENTENCE.match(text)
    return " ".join((sentence[0] if sentence else text).split()).replace("|", "\\|")
