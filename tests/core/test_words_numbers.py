"""The numbers in the words of the games come from the facts, or are declared here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.words import fact_texts, paths_in, words
from tests.numbers_in_texts import numbers_in
from tests.tables import INFOS
from tests.texts import texts

pytestmark = pytest.mark.plain

GAMES: Final = [info for info in INFOS if info.package.startswith("dvergar.")]
each_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.slug)

RULE: Final[dict[str, dict[str, list[int]]]] = {
    "caverna": {
        "ask.paying_help": [1, 1],
        "blocked.no_bed": [1],
        "blocked.no_tunnels_for_mine": [2],
        "blocked.no_two_meadows": [2],
        "effect.breeding_cave": [1, 2, 3, 4],
        "effect.builder": [1, 1, 1, 1],
        "effect.dog_school": [1],
        "effect.entry_level_dwelling": [1],
        "effect.miner": [1],
        "effect.mixed_dwelling": [1],
        "effect.quarry": [1],
        "effect.ruby_supplier": [1],
        "effect.seam": [1],
        "effect.stone_supplier": [1],
        "effect.stubble_room": [1],
        "effect.wood_supplier": [1],
        "effect.working_cave": [1],
        "move.eat_1_more_gold": [1],
        "move.eat_2_gold": [1],
        "move.pay_ore_for_both": [1, 1],
        "move.pay_ore_for_stone": [1],
        "move.pay_ore_for_wood": [1],
        "position.dwarfs": [0],
        "sign.forge": [1],
    },
    "cave_vs_cave": {
        "option.solo_reveal.help": [1, 1],
        "option.solo_reveal.turn": [1],
        "position.cavern": [1],
        "room_help.tunnel": [1],
        "table.stack_help": [1],
    },
    "my_gold_mine": {
        "option.two_player_variant.help": [2],
    },
}
"""Numbers that are the rule itself and built into the code."""

WORDING: Final[dict[str, dict[str, list[int]]]] = {
    "caverna": {
        "action.cavern_cavern": [2],
        "ask.purge_excess_help": [1],
        "ask.purge_help": [1],
        "blocked.no_cavern": [1],
        "blocked.no_tunnel_for_ruby_mine": [1],
        "harvest.skip_one": [2],
        "help.round.stage_1": [1],
        "help.round.stage_2": [2],
        "help.round.stage_3": [3],
        "help.round.stage_4": [4],
        "option.solo_purge.help": [1, 6],
        "position.beside": [1],
        "position.cards": [2],
        "position.twice": [2],
        "table.beg_markers.one": [1],
        "table.meal_begging.one": [1],
    },
    "cave_vs_cave": {
        "ask.digs_help": [2],
        "blocked.no_two_digs": [2],
        "help.round.group_2": [2],
        "help.round.group_3": [3],
        "help.round.group_4": [4],
        "move.dig_twice": [2],
        "move.dig_twice_help": [2],
        "option.additional_cavern_two_wall_side.help": [2],
        "option.additional_cavern_two_wall_side.label": [2],
        "position.wall_twice": [2],
        "side.three_walls": [3],
        "side.two_walls": [2],
        "table.display_help": [2],
        "table.do_dig": [2],
        "table.hint_breach": [1],
        "tile_help.excavation": [2],
        "walls.w1": [1],
        "walls.w2o": [2],
        "walls.w3": [3],
        "walls.w4": [4],
    },
    "my_gold_mine": {
        "bot.bold_help": [1],
        "log.move.double.one": [1],
        "option.final_tie_no_slot.help": [2],
        "option.final_tie_no_slot.round_two_slot": [2],
        "position.piles": [1],
        "table.choose_action": [1],
        "table.maybe_bonus": [3],
        "table.prize_1": [1],
        "table.prize_2": [2],
        "table.prize_3": [3],
        "text.extraction": [1],
    },
}
"""Numbers that are a way to speak, or the name of something."""

OTHERWISE: Final[dict[str, dict[str, dict[str, list[int]]]]] = {
    "fr": {
        "caverna": {"ask.event_help": [2], "option.solo_purge.help": []},
        "my_gold_mine": {"table.maybe_bonus": []},
    },
    "de": {"caverna": {"harvest.skip_one": []}},
}
"""The same of translations that say it otherwise than English."""

HOLDS: Final[dict[str, dict[str, object]]] = {
    "caverna": {"solo.purge_over": 6},
    "cave_vs_cave": {
        "tiles.excavation.do.0.one_of.1.dig": 2,  # “dig twice”
        "cave.additional_cavern.three_walls.count": 3,
        "cave.additional_cavern.two_walls.corner.count": 2,
        "cave.additional_cavern.two_walls.opposite.count": 2,
        "goods.eaten": {"grain": 1, "flax": 1, "gold": 1},
        "tiles.expedition.do.0.one_of.1.trade.stone": 5,  # “5 of it”, filled from wood
    },
    "my_gold_mine": {"derived.bonus_card_gold": 3, "prizes.count": 3, "rounds": 3},
}
"""Facts that these texts take for granted."""


def mistakes(info: GameInfo, key: str, text: dict[str, str]) -> Iterator[str]:
    """What is wrong with the numbers of one text."""
    declared = [
        number for known in (RULE, WORDING) for number in known.get(info.slug, {}).get(key, [])
    ]
    found = {lang: [one.value for one in numbers_in(text[lang], lang)] for lang in LANGUAGES}
    if Counter(found["en"]) != Counter(declared):
        yield f"{key} in English says {found['en']}, declared are {declared}"
    for lang in LANGUAGES[1:]:
        others = OTHERWISE.get(lang, {}).get(info.slug, {})
        other = others.get(key, [n for n in declared if n != 1])
        if Counter(n for n in found[lang] if n != 1) != Counter(other):
            yield f"{key} in {lang} says {found[lang]}, declared are {other}"
        if _facts_in(text["en"]) != _facts_in(text[lang]):
            yield f"{key} is filled with other facts in {lang}"


def _facts_in(text: str) -> Counter[str]:
    return Counter(path for path in paths_in(text, {}) if "." in path)


def _texts(info: GameInfo) -> dict[str, dict[str, str]]:
    found = {lang: texts(info.package, lang) for lang in LANGUAGES}
    return {key: {lang: found[lang][key] for lang in LANGUAGES} for key in found["en"]}


@each_game
def test_every_number_of_a_games_words_is_a_fact_or_declared(info: GameInfo) -> None:
    all_texts = _texts(info)
    wrong = [line for key, text in all_texts.items() for line in mistakes(info, key, text)]
    assert wrong == []
    declared = [
        *RULE[info.slug],
        *WORDING[info.slug],
        *(key for other in OTHERWISE.values() for key in other.get(info.slug, {})),
    ]
    assert set(declared) <= set(all_texts)


@each_game
def test_what_the_words_take_for_granted_is_in_the_facts(info: GameInfo) -> None:
    facts = fact_texts(info.package)
    for path, value in HOLDS.get(info.slug, {}).items():
        assert facts.value(path) == value, path


@each_game
def test_a_changed_number_in_any_text_is_noticed(info: GameInfo) -> None:
    for key, text in _texts(info).items():
        for lang in LANGUAGES:
            for number in numbers_in(text[lang], lang):
                other = text[lang][: number.start] + "17" + text[lang][number.end :]
                assert list(mistakes(info, key, text | {lang: other})), f"{key}: {other}"


def test_the_words_are_read_with_their_numbers() -> None:
    speak = words("dvergar.games.caverna", "en")
    assert speak("effect.carpenter") == "1 wood less when you furnish or fence"
    assert speak("loot.ordinary_dwelling") == "Ordinary dwelling for 2 wood and 2 stone"
    assert words("dvergar.games.caverna", "fr")("loot.ore_2") == "2 minerais"
    assert words("dvergar.games.my_gold_mine", "en").markup("log.dig.red", name="<Bo>") == (
        "&lt;Bo&gt; digs <strong>2 gold</strong> behind a red door."
    )
