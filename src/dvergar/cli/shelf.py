"""The commands `dvergar games` and `dvergar rules`: which games there are, how they are played."""

from __future__ import annotations

from dvergar import bots
from dvergar.cli.choices import spell
from dvergar.cli.speech import lang, say, speak, write
from dvergar.core.options import Option
from dvergar.core.registry import GameInfo, games, info


def show_games() -> None:
    """Every game with its players, its bots and its options."""
    for number, game in enumerate(games().values()):
        if number:
            write("")
        _show_game(game)


def _show_game(game: GameInfo) -> None:
    its = game.words(lang())
    least, most = game.players
    shortest, longest = game.minutes
    write(f"{its('game.title')} ({game.slug})", style="bold")
    write(f"  {its('game.pitch')}")
    say("games.players", range=_range(least, most), minutes=_range(shortest, longest))
    say("games.bots", bots=", ".join(bots.names(game.slug)))
    if game.options:
        say("games.options")
    for option in game.options:
        _show_option(game, option)


def _show_option(game: GameInfo, option: Option) -> None:
    values = "|".join(spell(value) for value in option.values_for(game.default_players))
    its = game.words(lang())
    only = ""
    if option.players:
        only = speak()("games.only", counts=", ".join(map(str, option.players)))
    write(f"    {option.name}={values}")
    label, explained = its(f"option.{option.name}.label"), its(f"option.{option.name}.help")
    write(f"      {label}{only}. {explained}", style="dim")


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def show_rules(slug: str) -> None:
    """The living rule book of a game, chapter by chapter."""
    game = info(slug)
    write(game.words(lang())("game.title"), style="bold")
    for section in game.rulebook().sections:
        write("")
        write(section.title(lang()), style="bold")
        for rule in section.rules:
            write(f"  • {rule.text(lang())}")
            write(f"    {rule.id} · {rule.source}", style="dim")
