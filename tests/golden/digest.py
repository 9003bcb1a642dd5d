"""Random games as digests, so that two trees of the project can be compared game by game.

A digest is made of what everybody can ask a game for: the names of the moves, the events, the views
of all seats, the scores and the ranking after every single move. It needs nothing but the contract
of a game, and so works on older and newer trees, plain or compiled. As a script:

    python tests/golden/digest.py my_gold_mine --games 20000
    python tests/golden/digest.py my_gold_mine --games 20000 --tree ../older-checkout

prints one line for every number of players, and the words of the choices as a line of their own.
Where two trees differ, `--each` has a line for every game, and `--show 17` all about one of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from dvergar.core.game import Game, State

COUNTS: Final = {"my_gold_mine": range(2, 7), "caverna": range(1, 8), "cave_vs_cave": range(1, 3)}
"""The numbers of players."""

OPTIONS: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "my_gold_mine": {
        "open_gold": (False, True),
        "exit_deck": ("dvergar",),
        "red_door_at_dragon": ("stay", "forbid", "burn"),
        "dragon_timing": ("after_move", "before_move"),
        "no_winner_starter": ("next_seat", "same_seat"),
        "final_tie_no_slot": ("shared", "round_two_slot"),
    },
    "caverna": {
        "tiles": ("full", "introductory"),
        "harvest_reveal": ("round_start", "before_harvest"),
    },
    "cave_vs_cave": {
        "additional_cavern_two_wall_side": ("corner", "opposite"),
        "dungeon_same_turn": (True, False),
        "junction_room_gold": (True, False),
        "retting_room_full_flax": (False, True),
        "wood_storeroom_timing": ("before", "after"),
    },
}
"""Their values here, not those a tree knows: an option that is added later changes no digest."""

OF_ONE_COUNT: Final[dict[tuple[str, int], dict[str, tuple[Any, ...]]]] = {
    ("my_gold_mine", 2): {"two_player_variant": (True, False)},
    ("caverna", 1): {"solo_purge": ("printed", "six", "excess")},
    ("cave_vs_cave", 1): {"solo_reveal": ("turn", "action")},
}
LANGUAGES: Final = ("en", "fr")
GAMES_IN_WORDS: Final = 2
"""How many games of each number of players are put into words."""


def table(slug: str, seed: int) -> dict[str, Any]:
    """The number of players and the options that a seed is played with."""
    counts = COUNTS[slug]
    players = counts[seed % len(counts)]
    dice = random.Random(seed)
    values = {**OPTIONS[slug], **OF_ONE_COUNT.get((slug, players), {})}
    if players > 1:
        values["first_seat"] = ("random", *range(players))
    return {"players": players, **{name: _pick(dice, values[name]) for name in sorted(values)}}


def played(slug: str, seed: int) -> Iterator[tuple[str, State]]:
    """A game of random moves: every position with the name of the move that led to it."""
    import dvergar

    game = dvergar.game(slug, **table(slug, seed))
    state, dice = game.start(seed), random.Random(seed)
    yield "", state
    while not state.over:
        move = _pick(dice, state.moves(free=dice.random() < 0.25))
        state.play(move)
        yield game.name(move), state


def _pick(dice: random.Random, values: Any) -> Any:
    """One of the values; only `random()` itself is the same in every Python there will be."""
    return values[int(dice.random() * len(values))]


def told(slug: str, seed: int) -> Iterator[str]:
    """Everything about a game but its words, a line for every move."""
    yield _line(seed, table(slug, seed))
    for name, state in played(slug, seed):
        game: Game = state.game
        yield _line(
            name,
            [(event.kind, event.seat, event.facts) for event in state.events()],
            [game.name(move) for move in state.moves()],
            [game.name(move) for move in state.moves(free=False)],
            None if state.over else state.seat,
            views(state),
            [(score.total, score.lines) for score in state.scores()],
            state.ranking(),
        )


def views(state: State) -> list[dict[str, Any]]:
    """What a spectator sees, and of the view of every seat the entries that are others.

    The names of all entries are there for everybody; equal ones are left out to save the time.
    """
    open_to_all = state.view(None)
    found = [open_to_all]
    for seat in range(state.game.players):
        view = state.view(seat)
        other = {name: view[name] for name in view if view[name] != open_to_all.get(name)}
        found.append({"entries": sorted(view), "other": other})
    return found


def worded(slug: str, seed: int) -> Iterator[str]:
    """The choices of a game in words, with their places on the table, a line for every move."""
    for _, state in played(slug, seed):
        if not state.over:
            for lang in LANGUAGES:
                choices = state.prompt(lang).choices
                yield _line(*((choice.name, choice.label, choice.anchor) for choice in choices))


def _line(*values: Any) -> str:
    return json.dumps(values, sort_keys=True, ensure_ascii=False)


def digest(lines: Iterable[str]) -> str:
    """The sha256 of lines."""
    seen = hashlib.sha256()
    for line in lines:
        seen.update(line.encode() + b"\n")
    return seen.hexdigest()


def digests(slug: str, games: int) -> Iterator[tuple[str, str]]:
    """The digest of so many games for every number of players, and that of the words."""
    counts = COUNTS[slug]
    for players in counts:
        yield f"players-{players}", digest_for(slug, games, players)
    seeds = range(min(games, GAMES_IN_WORDS * len(counts)))
    yield "words", digest(digest(worded(slug, seed)) for seed in seeds)


def digest_for(slug: str, games: int, players: int) -> str:
    """The digest of those among so many games that are played by a number of players."""
    counts = COUNTS[slug]
    seeds = range(counts.index(players), games, len(counts))
    return digest(digest(told(slug, seed)) for seed in seeds)


def use_tree(tree: Path) -> None:
    """Lets `import dvergar` find the package of a tree, or of a folder that holds it."""
    source = tree / "src" if (tree / "src" / "dvergar").is_dir() else tree
    if not (source / "dvergar").is_dir():
        raise SystemExit(f"There is no dvergar in {tree}.")
    sys.path.insert(0, str(source.resolve()))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Digests of random games.")
    parser.add_argument("slug", choices=COUNTS)
    parser.add_argument("--games", type=int, default=200, help="the seeds 0, 1 and so on")
    parser.add_argument("--players", type=int, help="only the games of this number of players")
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--each", action="store_true", help="a line for every game")
    parser.add_argument("--show", type=int, metavar="SEED", help="all about one game")
    asked = parser.parse_args()
    if asked.players not in (None, *COUNTS[asked.slug]):
        parser.error(f"{asked.slug} is not for {asked.players} players")
    use_tree(asked.tree)
    for line in _answer(asked):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()  # a long run is watched


def _answer(asked: argparse.Namespace) -> Iterator[str]:
    """The lines that were asked for."""
    if asked.show is not None:
        yield from told(asked.slug, asked.show)
        yield from worded(asked.slug, asked.show)
    elif asked.each:
        for seed in range(asked.games):
            yield f"{asked.slug} seed-{seed} {digest(told(asked.slug, seed))}"
    elif asked.players is not None:
        value = digest_for(asked.slug, asked.games, asked.players)
        yield f"{asked.slug} {asked.games} games players-{asked.players} {value}"
    else:
        for name, value in digests(asked.slug, asked.games):
            yield f"{asked.slug} {asked.games} games {name} {value}"


if __name__ == "__main__":
    main()
