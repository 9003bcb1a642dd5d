"""What Cave vs Cave asks, in words: the question, its answers, and what is blocked and why."""

from __future__ import annotations

from collections.abc import Sequence

from dvergar.core.prompt import Prompt
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts.rooms import NO_ROOM
from dvergar.games.cave_vs_cave.presentation.blocked import blocked
from dvergar.games.cave_vs_cave.presentation.choices import choice
from dvergar.games.cave_vs_cave.presentation.names import room_name, tile_name
from dvergar.games.cave_vs_cave.rules.score import mark
from dvergar.games.cave_vs_cave.state.questions import ASK_DIGS, ASK_TILE, QUESTIONS
from dvergar.games.cave_vs_cave.state.state import State


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    kind = QUESTIONS[state.question]
    facts: dict[str, object] = {"name": names[state.seat]}
    if state.question != ASK_TILE:
        facts["tile"] = tile_name(speak, state.tile)
    if state.room != NO_ROOM:
        facts["room"] = room_name(speak, state.room)
    if state.question == ASK_DIGS:
        facts["n"] = state.digs
    return Prompt(
        state.seat,
        speak(f"ask.{kind}", **facts),
        speak(f"ask.{kind}_help", **facts),
        [choice(state, move, speak) for move in state.moves()],
        blocked(state, speak),
    )


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    if state.variant.players == 1:
        return speak(f"ask.alone_{mark(state)}", n=state.scores()[0].total)
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    if len(winners) > 1:
        return speak("ask.draw")
    return speak("ask.won", name=winners[0])
