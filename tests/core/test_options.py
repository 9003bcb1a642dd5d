"""Options: what is asked for is completed or refused with a sentence, never guessed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import assume, given, strategies as st

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.core.options import FirstSeat, Option, check_options
from dvergar.core.registry import info
from tests.tables import every_option, made

NONSENSE = st.none() | st.integers(min_value=2) | st.floats() | st.text() | st.binary()
DECLARED = (
    Option("tiles", ("full", "starter")),
    Option("teams", (False, True), players=(2, 4)),
    FirstSeat(),
)


def check(**asked: Any) -> dict[str, Any]:
    return check_options("toy", DECLARED, (2, 4), 3, asked)


def test_what_is_not_asked_for_takes_its_default() -> None:
    assert check() == {"players": 3, "tiles": "full", "first_seat": "random"}
    assert check(players=2) == {
        "players": 2,
        "tiles": "full",
        "teams": False,
        "first_seat": "random",
    }


def test_what_is_asked_for_is_kept() -> None:
    asked = {"players": 4, "tiles": "starter", "teams": True, "first_seat": 3}
    assert check(**asked) == asked


@pytest.mark.parametrize("players", [1, 5, 0, -2, "3", 3.0, True, None, [], "x" * 100])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(dvergar.OptionError) as refused:
        check(players=players)
    assert "for 2 to 4 players" in refused.value.text("en")
    assert "2 joueurs au moins et à 4 au plus" in refused.value.text("fr")
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"colour": "red"}, "toy has no option called “colour”"),
        ({"tiles": "none"}, "“none” is not a value of the option tiles; choose one of: full"),
        ({"first_seat": 3}, "“3” is not a value of the option first_seat"),
        ({"first_seat": True}, "“True” is not a value of the option first_seat"),
        ({"players": 2, "teams": 1}, "“1” is not a value of the option teams"),
        ({"teams": True}, "teams is only for games of 2, 4 players; leave it out."),
        ({"tiles": ["full"]}, "is not a value of the option tiles"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(dvergar.OptionError) as refused:
        check(**asked)
    assert sentence in refused.value.text("en")
    assert refused.value.text("fr") != refused.value.text("en")


def test_an_option_for_other_player_counts_may_be_given_its_default() -> None:
    assert "teams" not in check(players=3, teams=False)


@given(st.dictionaries(st.text(max_size=8), st.none() | st.integers() | st.text(), min_size=1))
def test_names_of_no_option_are_refused(asked: dict[str, Any]) -> None:
    for name in ("players", "nonsense"):
        asked.pop(name, None)
    with pytest.raises(dvergar.OptionError) as refused:
        dvergar.game("my_gold_mine", **asked, nonsense=1)
    assert all(refused.value.text(lang) for lang in LANGUAGES)


@given(st.sampled_from(info("my_gold_mine").options), NONSENSE)
def test_values_of_no_option_are_refused(option: Option, value: Any) -> None:
    assume(value not in option.values_for(2))  # texts of the code are tried too
    with pytest.raises(dvergar.OptionError) as refused:
        dvergar.game("my_gold_mine", players=2, **{option.name: value})
    assert all(refused.value.text(lang) for lang in LANGUAGES)
    assert len(str(refused.value)) < 250


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("table", every_option())
def test_every_value_there_is_makes_a_game_with_it(table: tuple[str, dict[str, Any]]) -> None:
    game = made(table)
    assert game.options.items() >= table[1].items()
    assert game is made(table), "a game is made once"
    assert game.start(1).game is game


@pytest.mark.parametrize("seed", [-1, 1 << 64, True, "7", 1.5, None])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(dvergar.OptionError, match="is not a seed"):
        dvergar.game("my_gold_mine").start(seed)


def test_the_greatest_seed_is_one() -> None:
    assert not dvergar.game("my_gold_mine").start((1 << 64) - 1).over


TYPED = {
    "caverna": dvergar.CavernaOptions,
    "cave_vs_cave": dvergar.CaveVsCaveOptions,
    "my_gold_mine": dvergar.MyGoldMineOptions,
}


@pytest.mark.parametrize("slug", TYPED)
def test_the_typed_options_of_a_game_are_those_it_has(slug: str) -> None:
    hints = get_type_hints(TYPED[slug])
    assert hints.pop("players") is int
    assert set(hints) == {option.name for option in info(slug).options}
    for option in info(slug).options:
        hint = hints[option.name]
        if isinstance(option, FirstSeat):
            assert set(get_args(hint)) == {Literal["random"], int}
        elif hint is bool:
            assert set(option.values) == {True, False}
        else:
            assert get_origin(hint) is Literal
            assert set(get_args(hint)) == set(option.values)
    assert getattr(dvergar, slug)().options == dvergar.game(slug).options


def test_a_type_checker_refuses_wrong_options(tmp_path: Path) -> None:
    file = tmp_path / "typed.py"
    file.write_text(
        "import dvergar\n"
        'dvergar.caverna(players=2, tiles="introductory", first_seat=1)\n'
        'dvergar.caverna(tiles="small")\n'
        "dvergar.my_gold_mine(open_goldd=True)\n"
    )
    said = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--no-incremental", file],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    assert [line.split(":")[1] for line in said if ": error:" in line] == ["3", "4"], said
