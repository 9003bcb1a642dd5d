"""What a page about a game says that the game itself knows: players, options, bots."""

from __future__ import annotations

from dvergar import bots
from dvergar.core.info import GameInfo
from dvergar.core.options import Option, Value
from dvergar.core.registry import info
from dvergar.core.words import Words, words

HEADS = {
    "en": (
        "players",
        "minutes",
        "option",
        "values, the usual one first",
        "what it changes",
        "bot",
        "what it does",
    ),
    "fr": (
        "joueurs",
        "minutes",
        "option",
        "valeurs, la première d’ordinaire",
        "ce qu’elle change",
        "bot",
        "ce qu’il fait",
    ),
    "de": (
        "Personen",
        "Minuten",
        "Option",
        "Werte, der übliche zuerst",
        "was sie ändert",
        "Bot",
        "was er tut",
    ),
}


def about(slug: str, lang: str) -> str:
    """The facts of a game as tables, in a language."""
    game = info(slug)
    players, minutes, option, values, changes, bot, does = HEADS[lang]
    rows = [
        f"| {players} | {minutes} |",
        "| --- | --- |",
        f"| {span(game.players)} | {span(game.minutes)} |",
    ]
    options = [f"| {option} | {values} | {changes} |", "| --- | --- | --- |"]
    options += [option_row(game, one, lang) for one in game.options]
    offered = [f"| {bot} | {does} |", "| --- | --- |"]
    offered += [bot_row(game, name, lang) for name in bots.names(slug)]
    return "\n\n".join("\n".join(table) for table in (rows, options, offered))


def span(pair: tuple[int, int]) -> str:
    """Two numbers as one says them: `2–6`."""
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"


def option_row(game: GameInfo, option: Option, lang: str) -> str:
    """One option with its values as they are typed, and what people are told of it."""
    speak = game.words(lang)
    typed = ", ".join(f"`{spelt(value)}`" for value in option.values_for(game.default_players))
    label, told = speak(f"option.{option.name}.label"), speak(f"option.{option.name}.help")
    return f"| {label} (`{option.name}`) | {typed} | {told} |"


def spelt(value: Value) -> str:
    """A value as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def bot_row(game: GameInfo, name: str, lang: str) -> str:
    """One bot and what it does, in the words of the start page."""
    own, common = game.words(lang), words("dvergar.web", lang)

    def said(key: str) -> str:
        speak: Words = own if key in own else common
        return speak(key)

    return f"| {said(f'bot.{name}')} (`{name}`) | {said(f'bot.{name}_help')} |"
