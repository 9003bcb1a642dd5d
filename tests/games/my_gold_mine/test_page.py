"""What the page draws: every choice once, gains, odds and warnings that come true, no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.events import Event
from dvergar.core.languages import LANGUAGES
from dvergar.core.presentation import ViewContext
from dvergar.games.my_gold_mine.page.choices import odds_said
from dvergar.games.my_gold_mine.page.game_view import GameView, game_view
from dvergar.games.my_gold_mine.page.mine import DRAGON_STEP, WALK, changes
from dvergar.testing import play, rule

pytestmark = pytest.mark.plain

NAMES = ["Alba", "Bruno", "Chloé", "Dag", "Eir", "Finn"]
TIMINGS = ("after_move", "before_move")
DOORS = ("stay", "forbid", "burn")


def mine(**options: Any) -> Any:
    """The game with these options, for three if nothing else is said."""
    return dvergar.game("my_gold_mine", **{"players": 3, **options})


def look(state: Any, seat: int | None = 0, lang: str = "en") -> GameView:
    """The table as a seat sees it, or a spectator."""
    names = NAMES[: state.game.players]
    acts = not state.over and state.seat == seat
    held = () if seat is None else (seat,)
    prompt, words = state.prompt(lang, names), state.game.info.words(lang)
    return game_view(ViewContext(state, state.view(seat), prompt, seat, held, acts, names, words))


def positions() -> Iterator[Any]:
    """Positions of games with all options that change what is drawn."""
    for seed, (players, timing, door) in enumerate(product((2, 3, 6), TIMINGS, DOORS)):
        game = mine(players=players, dragon_timing=timing, red_door_at_dragon=door)
        state, chance = game.start(seed), Chance(seed)
        while not state.over:
            yield state
            moves = state.moves()
            state.play(moves[chance.below(len(moves))])
        yield state


def words_of(one: GameView) -> list[str]:
    """What digging does, as it is read."""
    return [effect.word for effect in one.dig.effects]


def staying(state: Any) -> list[int]:
    """The swaps with a dwarf on the same card, which all change nothing."""
    here = state.places[state.dwarf]
    return [
        move
        for move in state.moves()
        if (name := state.game.name(move)).startswith("swap")
        and state.places[int(name.split()[-1]) - 1] == here
    ]


@rule("my_gold_mine.turn.two_ways", "my_gold_mine.exit.choose")
def test_every_choice_lies_on_the_page() -> None:
    for number, state in enumerate(positions()):
        if number % 5:
            continue
        one = look(state, state.seat)
        choices = [one.dig.choice, one.exits.choice]
        if one.drawn:
            choices += [answer.choice for answer in one.drawn.answers]
        drawn = sorted(choice.move for choice in choices if choice)
        stays = staying(state)
        assert drawn == [move for move in state.moves() if move not in stays[1:]]
        targets = [figure.target for cell in one.mine.cells for figure in cell.folk]
        swaps = [target.name for target in targets if target]
        names = [state.game.name(move) for move in state.moves() if move not in stays]
        assert sorted(swaps) == [name for name in names if name.startswith("swap")]
        if not state.over:
            flags = [figure for figure in one.figures if figure.flag]
            assert [figure.dwarf for figure in flags] == [state.view(None)["dwarf"]]


@rule("my_gold_mine.table.decks")
def test_the_page_knows_no_secret_and_gives_no_choice_to_others() -> None:
    for number, state in enumerate(positions()):
        if number % 23:
            continue
        for seat in (*range(state.game.players), None):
            one = look(state, seat)
            assert one == look(state.imagine(seat, 3), seat)
            if seat != state.seat:
                assert one.dig.choice is one.exits.choice is None
                assert not any(figure.target or figure.flag for figure in one.figures)


@rule("my_gold_mine.dig.plain", "my_gold_mine.dig.red_door", "my_gold_mine.dig.blue_door")
@pytest.mark.parametrize(("timing", "door"), list(product(TIMINGS, DOORS)))
@pytest.mark.parametrize("top", ["plain", "red", "blue"])
def test_what_digging_is_said_to_bring_is_what_it_brings(top: str, timing: str, door: str) -> None:
    game = mine(dragon_timing=timing, red_door_at_dragon=door)
    for place in range(1, 7):
        deck = {"extraction": [top, "plain", "plain"], "piles": [["red"], [], []]}
        state = game.position(dwarfs=[place, 4, 4], dragon=7, turn=0, **deck)
        one = look(state)
        if game.move("dig") not in state.moves():
            assert words_of(one) == [one.dig.blocked.reason if one.dig.blocked else ""]
            continue
        play(state, "dig")
        view = state.view(0)
        gold = view["players"][0]["gold"] + view["dwarfs"][0]["gold"]
        burnt, end = view["dwarfs"][0]["state"] == "burnt", view["dwarfs"][0]["place"]
        assert one.dig.nuggets == (2 if top == "red" else 1)
        assert f"Your gold: 2 → {2 + one.dig.nuggets}" in words_of(one)
        assert burnt or gold == 2 + one.dig.nuggets
        ghosts = [cell.place for cell in one.mine.cells if cell.ghost]
        assert ghosts == ([] if burnt or end == place else [end])
        assert ("You walk into the fire" in words_of(one)) == burnt
        stays = top == "red" and end == place
        assert ("You stay: the dragon is next" in words_of(one)) == stays


@rule("my_gold_mine.dragon.burns", "my_gold_mine.option.dragon_timing.before_move")
@pytest.mark.parametrize(("timing", "door"), list(product(TIMINGS, DOORS)))
@pytest.mark.parametrize("top", ["plain", "red", "blue"])
def test_the_warning_comes_where_a_dragon_below_would_burn(
    top: str, timing: str, door: str
) -> None:
    game = mine(dragon_timing=timing, red_door_at_dragon=door)
    for place in range(1, 7):
        state = game.position(
            dwarfs=[place, 4, 4], dragon=7, turn=0, extraction=[top, "dragon", "plain"]
        )
        warning = look(state).dig.odds.warning
        assert look(state, 1).dig.odds.warning == "", "it is his to decide"
        if game.move("dig") in state.moves():
            play(state, "dig")
            assert bool(warning) == (state.view(0)["dwarfs"][0]["state"] == "burnt")


@rule("my_gold_mine.table.open")
@pytest.mark.parametrize(
    ("below", "pips", "word", "exact"),
    [
        ([], 0, "never", "0 of 0 hidden cards"),
        (["plain"], 0, "never", "0 of 1 hidden card"),
        (["dragon"], 5, "certainly", "1 of 1 hidden card"),
        (
            ["plain", "dragon"],
            2,
            "1 in 2 (50%)",
            "1 of 2 hidden cards",
        ),
        (
            ["plain"] * 6 + ["dragon"],
            1,
            "1 in 7 (14%)",
            "1 of 7 hidden cards",
        ),
        (
            ["plain"] * 16 + ["dragon"] * 3,
            1,
            "about 1 in 6 (16%)",
            "3 of 19 hidden cards",
        ),
        (
            ["plain"] * 14 + ["dragon"] * 4,
            1,
            "2 in 9 (22%)",
            "4 of 18 hidden cards",
        ),
        (
            ["plain"] * 14 + ["dragon"],
            1,
            "1 in 15 (7%)",
            "1 of 15 hidden cards",
        ),
    ],
)
def test_the_odds_are_those_of_the_hidden_cards(
    below: list[str], pips: int, word: str, exact: str
) -> None:
    state = mine().position(extraction=["plain", *below], short_deck=True)
    odds = look(state).dig.odds
    said = odds.word.replace("\N{NO-BREAK SPACE}", " ")
    assert (odds.pips, said, odds.exact) == (pips, word, exact)
    assert look(state).exits.odds.pips == 0


@rule("my_gold_mine.round.end_before_dragon")
@pytest.mark.parametrize("timing", TIMINGS)
@pytest.mark.parametrize("others", ["burnt", 4])
def test_the_dragon_does_not_move_once_the_last_dwarf_has_left(
    timing: str, others: int | str
) -> None:
    state = mine(dragon_timing=timing).position(
        dwarfs=[1, others, others], dragon=7, turn=0, extraction=["blue", "dragon", "plain"]
    )
    never = look(state).dig.odds.word == "never"
    play(state, "dig")
    assert never == ("dragon" not in [event.kind for event in state.events()])


@rule("my_gold_mine.option.open_gold")
@pytest.mark.parametrize("open_gold", [False, True])
def test_the_page_says_who_sees_the_gold(open_gold: bool) -> None:
    one = look(mine(open_gold=open_gold).position(piles=[["red"], ["plain"], []], turn=0))
    note = one.dig.effects[-1].note
    assert note == ("everyone sees it" if open_gold else "only you see your pile")
    assert [bool(player.gold) for player in one.players] == [True, open_gold, open_gold]


@rule("my_gold_mine.table.open")
def test_the_mine_is_drawn_as_it_lies() -> None:
    state = mine().position(
        dwarfs=[5, "out", 2], dragon=6, ladder={1: ["red"]}, extraction=["plain"]
    )
    one = look(state)
    kinds = [cell.kind for cell in one.mine.cells]
    assert kinds == ["exit", *["card"] * 5, "dragon", "burnt", "burnt"]
    assert [cell.place for cell in one.mine.cells if cell.hot] == [5]
    assert [cell.place for cell in one.mine.cells if cell.wagon] == [4]
    folk = {cell.place: [figure.name for figure in cell.folk] for cell in one.mine.cells}
    assert {place: names for place, names in folk.items() if names} == {
        0: ["Bruno"],
        2: ["Chloé"],
        5: ["Alba"],
    }
    assert [rung.word for rung in one.mine.ladder] == ["Place 1: Bruno", *[""] * 5]
    assert one.mine.cells[4].word == "The wagon is here. Mine card, 4 steps to the exit"
    assert [player.dwarfs[0].word for player in one.players] == [
        "5 steps to go",
        "out first",
        "2 steps to go",
    ]


@rule("my_gold_mine.two_players.pile")
def test_two_dwarfs_of_a_player_have_numbers_and_one_row() -> None:
    one = look(mine(players=2).position(dwarfs=[4, "burnt", 3, 2], piles=[["red"], []], turn=0))
    assert one.team
    assert [figure.name for figure in one.figures][:2] == ["Alba (dwarf 1)", "Alba (dwarf 2)"]
    assert [dwarf.word for dwarf in one.players[0].dwarfs] == ["4 steps to go", "burnt"]
    assert (one.players[0].cards, one.players[0].gold, one.players[0].gone) == (1, "2 gold", False)


@rule("my_gold_mine.round.prizes_twice")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_prizes_of_a_round_are_shown_where_there_are_any(number: int) -> None:
    prizes = look(mine().position(round=number)).prizes
    assert [prize.nuggets for prize in prizes] == ([] if number == 3 else [3, 2, 1])


def test_a_finished_round_is_shown_until_everybody_has_moved_once() -> None:
    state = mine().position(dwarfs=[1, "burnt", "burnt"], dragon=6, exits=["small"])
    assert look(state).just_over(0) is None
    one = look(play(state, "draw exit"))
    assert [bool(one.just_over(moves)) for moves in range(5)] == [True, True, True, False, False]
    assert one.changes(state.events()).new_round


def test_one_thing_after_the_other_moves_on_the_page() -> None:
    state = mine().position(
        dwarfs=[6, 6, 1], dragon=8, turn=0, extraction=["red", "dragon", "plain"]
    )
    told = look(play(state, "dig")).changes(state.events())
    assert (told.digger, told.drew) == (0, False)
    assert (told.walks[0].start, told.walks[0].end, told.walks[0].gaps) == (6, 7, -1)
    [step] = told.dragon_steps
    assert step.delay >= told.walks[0].delay + WALK
    assert [(burn.dwarf, burn.place) for burn in told.burns] == [(0, 7)]
    assert told.burns_at(7)
    assert told.dragon_came_to(7) == step
    assert told.bared is not None
    assert told.bared >= step.delay + DRAGON_STEP


def test_the_exit_is_wider_than_a_mine_card() -> None:
    facts: dict[str, int | str] = {"dwarf": 0, "start": 1, "end": 0, "why": "small"}
    assert changes([Event("move", 0, facts)], dragon=8).walks[0].cards == "1.17"


@rule("my_gold_mine.table.open")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_odds_that_are_said_are_the_exact_ones_or_close_to_them(lang: str) -> None:
    speak = mine().info.words(lang)
    for hidden, dragons in ((n, k) for n in range(1, 60) for k in range(1, min(n, 12))):
        said, chance = odds_said(dragons, hidden, speak), dragons / hidden
        k, of, percent = (int(number) for number in re.findall(r"\d+", said))
        assert abs(chance - k / of) < 0.03, said
        assert abs(100 * chance - percent) <= 0.5, said
        assert (k / of == chance) == (str(k) == said.split()[0]), f"{said} for {chance}"
