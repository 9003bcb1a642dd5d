"""The commands `games`, `rules`, `view` and `translations`: what there is, how it is played."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from dvergar import bots
from dvergar.cli import console
from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES, language_rules
from dvergar.core.options import Option
from dvergar.core.registry import games, info, make_game
from dvergar.core.rulebook import Ruling, Rulings
from dvergar.core.words import untranslated


def show_games(as_json: bool) -> None:
    """Every game with its players, its bots and its options."""
    if as_json:
        console.write_json([_facts(game) for game in games().values()])
        return
    for number, game in enumerate(games().values()):
        if number:
            console.write("")
        _show_game(game)


def _facts(game: GameInfo) -> dict[str, Any]:
    """What a program wants to know of a game."""
    its = game.words(console.lang())
    return {
        "game": game.slug,
        "title": its("game.title"),
        "rules": game.rules_version,
        "players": list(game.players),
        "minutes": list(game.minutes),
        "bots": list(bots.names(game.slug)),
        "options": {
            option.name: {
                "label": its(f"option.{option.name}.label"),
                "values": list(option.values_for(game.default_players)),
                "players": list(option.players or range(game.players[0], game.players[1] + 1)),
            }
            for option in game.options
        },
    }


def show_translations(asked: str) -> int:
    """The languages with the texts they lack, or what one of them lacks by file."""
    if not asked:
        for code in LANGUAGES:
            there, missing = _translated(code)
            name = language_rules(code).name
            console.say("translations.language", code=code, name=name, n=there, missing=missing)
        return 0
    lacks = _untranslated(asked)
    for path, keys in lacks.items():
        if keys:
            console.write(path, style="bold")
            console.write("\n".join(f"  {key}" for key in keys))
    missing = sum(map(len, lacks.values()))
    console.say(
        "translations.missing" if missing else "translations.complete", code=asked, n=missing
    )
    return 1 if missing else 0


def _translated(code: str) -> tuple[int, int]:
    """How many texts a language has and lacks."""
    whole = sum(map(len, _untranslated("").values()))
    missing = sum(map(len, _untranslated(code).values()))
    return whole - missing, missing


def _untranslated(code: str) -> dict[str, list[str]]:
    """What a language lacks of our own texts and those of installed games."""
    found = untranslated(files("dvergar"), code, "dvergar/")
    for game in games().values():
        if game.is_plugin:
            found |= untranslated(game.folder(), code, f"{game.package}/")
    return found


def _show_game(game: GameInfo) -> None:
    its = game.words(console.lang())
    least, most = game.players
    shortest, longest = game.minutes
    console.write(f"{its('game.title')} ({game.slug})", style="bold")
    console.write(f"  {its('game.pitch')}")
    console.say("games.players", range=_range(least, most), minutes=_range(shortest, longest))
    console.say("games.bots", bots=", ".join(bots.names(game.slug)))
    if game.options:
        console.say("games.options")
    for option in game.options:
        _show_option(game, option)


def _show_option(game: GameInfo, option: Option) -> None:
    values = "|".join(console.spell(value) for value in option.values_for(game.default_players))
    its = game.words(console.lang())
    only = ""
    if option.players:
        only = console.speak()(
            "games.only", counts=", ".join(map(str, option.players)), n=max(option.players)
        )
    console.write(f"    {option.name}={values}")
    label, explained = its(f"option.{option.name}.label"), its(f"option.{option.name}.help")
    console.write(f"      {label}{only}. {explained}", style="dim")


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def show_view(
    slug: str,
    players: int | None,
    options: Sequence[str],
    seed: int | None,
    seat: int | None,
    schema: bool,
) -> None:
    """What programs are shown at the start of a game, or the JSON schema of that."""
    game = make_game(slug, console.read_options(info(slug), players, options))
    if schema:
        console.write_json(game.view_schema())
        return
    if seat is not None and seat >= game.players:
        raise console.CommandError("view_seat", n=game.players - 1)
    console.write_json(game.start(console.read_seed(seed)).view(seat))


def show_rules(slug: str) -> None:
    """The living rule book of a game, chapter by chapter, and then the rulings that it follows."""
    game = info(slug)
    rulings = game.rulings()
    console.write(game.words(console.lang())("game.title"), style="bold")
    for section in game.rulebook().sections:
        console.write("")
        console.write(section.title(console.lang()), style="bold")
        for rule in section.rules:
            console.write(f"  • {rule.text(console.lang())}")
            console.write(f"    {rule.id} · {rule.source_in(console.lang())}", style="dim")
            for id in rule.rulings:
                console.write(f"    {id}: {rulings[id].question(console.lang())}", style="dim")
    if rulings.chapters:
        _show_rulings(game, rulings)


def _show_rulings(game: GameInfo, rulings: Rulings) -> None:
    """A terminal has no links: a rule shows what its rulings are about, the answers stand here."""
    console.write("")
    console.write(console.speak()("rules.rulings"), style="bold")
    console.say("rules.rulings_text")
    for chapter in rulings.chapters:
        console.write("")
        console.write(chapter.title(console.lang()), style="bold")
        for ruling in chapter.rulings:
            console.write(f"  • {ruling.id}: {ruling.question(console.lang())}")
            console.write(f"    {ruling.answer(console.lang())}")
            console.write(
                f"    {ruling.source_in(console.lang())}{_other_answers(game, ruling)}", style="dim"
            )


def _other_answers(game: GameInfo, ruling: Ruling) -> str:
    """The option that allows another answer than ours, if there is one."""
    if not ruling.option:
        return ""
    label = game.words(console.lang())(f"option.{ruling.option}.label")
    return " · " + console.speak()("rules.option", name=ruling.option, label=label)
