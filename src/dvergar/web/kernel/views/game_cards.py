"""The games to choose from, as several pages list them."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar.core.info import GameInfo
from dvergar.core.registry import games
from dvergar.web.kernel.views.render import game_file


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as the start page offers it."""

    slug: str
    title: str
    pitch: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    difficulty: int
    chosen: bool
    url: str
    vignette: str


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game among those to choose from."""

    slug: str
    title: str
    chosen: bool


def by_difficulty() -> list[GameInfo]:
    """All games, those that are quickly learnt first; those of other packages after ours."""
    return sorted(games().values(), key=lambda game: (game.is_plugin, game.difficulty))


def game_links(chosen: str, lang: str) -> list[GameLink]:
    """All games, the easiest first."""
    return [
        GameLink(one.slug, one.words(lang)("game.title"), one.slug == chosen)
        for one in by_difficulty()
    ]


def chosen_game(game: str) -> str:
    """The game that is asked for, or the first one."""
    return game if game in games() else by_difficulty()[0].slug


def game_cards(chosen: str, lang: str) -> list[GameCard]:
    """All games, one of them chosen."""
    return [
        GameCard(
            slug=game.slug,
            title=game.words(lang)("game.title"),
            pitch=game.words(lang)("game.pitch"),
            players=game.players,
            minutes=game.minutes,
            difficulty=game.difficulty,
            chosen=game.slug == chosen,
            url=f"/?game={game.slug}",
            vignette=game_file(game.slug, "vignette.html"),
        )
        for game in by_difficulty()
    ]
