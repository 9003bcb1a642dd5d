"""Advice in words: whole turns and their reasons, in every game and language."""

from __future__ import annotations

import pytest

import dvergar
from dvergar import bots
from dvergar.core.languages import LANGUAGES
from dvergar.lab.move_evaluation import ForeseenMove, TurnAdvice, advise
from dvergar.web.kernel.views.turn_advice import turn_text

NOW = {"de": "Jetzt: ", "en": "Now: ", "fr": "Tout de suite"}
NAMES = ("Anna", "Balin")


@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_turns_and_reasons_are_words_in_every_game_and_language(slug: str) -> None:
    state = dvergar.game(slug, players=2).start(seed=3)
    state = state.imagine(state.seat, 1)
    advised = advise(bots.make("expert", 1, slug, nodes=60), state, seed=1)
    for lang in LANGUAGES:
        texts = [turn_text(state, one, lang, NAMES) for one in advised]
        assert any(text.reasons[0].startswith(NOW[lang]) for text in texts)
        for text, one in zip(texts, advised, strict=True):
            assert text.reasons
            assert text.steps
            assert not set(text.steps) & set(one.moves), "labels, not names of moves"
            assert not any("{" in reason or "advice." in reason for reason in text.reasons)


def test_a_reason_says_what_a_turn_brings_prepares_and_denies() -> None:
    state = dvergar.game("caverna", players=2).start(seed=3)
    moves = [state.game.name(one) for one in state.moves()]
    other = 1 - state.seat
    advice = TurnAdvice(
        moves=(moves[0],),
        points=(60.0, 50.0),
        gains=(("wood", 2), ("stone", -1)),
        scored=(("gold", 3),),
        prepares=ForeseenMove(state.seat, (), moves[1]),
        denies=(ForeseenMove(other, (), moves[0]),),
        takes=((other, 2.5),),
    )
    now, prepares, denies = turn_text(state, advice, "en", NAMES).reasons
    assert now == "Now: 2 wood and 3 points on the score pad, for 1 stone."
    assert prepares.startswith("Prepares: ")
    assert denies.startswith(f"Denies {NAMES[other]}: ")
    hidden = turn_text(state, advice, "en", NAMES, points=False).reasons[0]
    assert hidden == "Now: 2 wood, for 1 stone."
    taken = TurnAdvice(advice.moves, advice.points, takes=advice.takes)
    assert turn_text(state, taken, "en", NAMES).reasons == (
        f"{NAMES[other]} can expect 2.5 fewer points.",
    )
