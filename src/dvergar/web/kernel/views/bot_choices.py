"""The bots of a game as people are offered them: four levels, and others by their names."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar import bots
from dvergar.core.info import GameInfo
from dvergar.core.words import Words, words
from dvergar.web.kernel.tables.seats import BOT
from dvergar.web.kernel.tables.substitutes import default_bot
from dvergar.web.kernel.tables.table import Table

__all__ = ["BotChoice", "BotOffer", "bot_at", "bot_choice", "bot_label", "default_bot"]


@dataclass(frozen=True, slots=True)
class BotOffer:
    """A bot, what it is called, and what it does."""

    name: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class BotChoice:
    """The ordinary choice, and what is folded away; where there are no levels all are ordinary."""

    levels: list[BotOffer]
    others: list[BotOffer]
    usual: str = ""
    """The bot that a form begins with."""


def bot_choice(info: GameInfo, lang: str) -> BotChoice:
    """The bots of a game in a language."""
    offers = [
        BotOffer(name, bot_label(info, name, lang), _text(info, f"bot.{name}_help", lang))
        for name in bots.names(info.slug)
    ]
    levels = [offer for offer in offers if offer.name in bots.LEVELS]
    others = [offer for offer in offers if offer.name not in bots.LEVELS]
    usual = default_bot(info.slug)
    return BotChoice(levels, others, usual) if levels else BotChoice(others, [], usual)


def bot_label(info: GameInfo, bot: str, lang: str) -> str:
    """What a bot is called in a language; one of another package by its own name."""
    return _text(info, f"bot.{bot}", lang, bot)


def bot_at(table: Table, seat: int, lang: str) -> str:
    """What the bot is called that plays on a seat, for itself or for a person.

    A program goes by its own name, also where it calls itself like one of our bots.
    """
    found, substitute = table.seats[seat], table.substitutes.get(seat)
    if substitute is None and found.kind != BOT:
        return found.bot
    bot = found.bot if substitute is None else substitute.bot
    return bot_label(table.game.info, bot, lang)


def _text(info: GameInfo, key: str, lang: str, otherwise: str = "") -> str:
    """What the game says about a bot, or else the page."""
    both: tuple[Words, ...] = (info.words(lang), words("dvergar.web", lang))
    return next((speak(key) for speak in both if key in speak), otherwise)
