"""The planner: it keeps a plan of a game alone, and plays on soundly when the plan is lost."""

from __future__ import annotations

import pytest

import dvergar
from dvergar import bots
from dvergar.bots.anneal import first_plan
from dvergar.bots.beam import Beam, Place
from dvergar.bots.judge import judge_of
from dvergar.bots.planner import Planner
from dvergar.bots.turn_replay import Turns
from dvergar.core.bot import Bot, ask, thought_of
from dvergar.core.chance import Chance, derive
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.info import GameInfo
from dvergar.core.registry import evaluate

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

ALONE = ("caverna", "cave_vs_cave")
FEW = "planner:nodes=300:deals=2"


def play_out(state: State, bot: Bot, most: int = 1000, forget: bool = False) -> list[str]:
    """The names of the moves to the end, or of so many; who forgets is a new bot at each."""
    names: list[str] = []
    while not state.over and len(names) < most:
        thinker = bots.make("planner:nodes=20:deals=1", seed=len(names)) if forget else bot
        move = ask(thinker, state, derive(4, len(names)))
        names.append(state.game.name(move))
        state.play(move)
    return names


@pytest.mark.parametrize("game", ALONE)
def test_same_seed_same_moves(game: str) -> None:
    games = []
    for _ in range(2):
        bot = bots.make(FEW, seed=3)
        games.append(play_out(dvergar.game(game, players=1).start(5), bot, 12))
    assert games[0] == games[1]


@pytest.mark.parametrize("game", ALONE)
def test_it_plays_to_the_end_and_expects_what_it_gets(game: str) -> None:
    state = dvergar.game(game, players=1).start(6)
    bot = bots.make(FEW, seed=1)
    play_out(state, bot)
    thought = thought_of(bot)
    assert thought is not None
    assert thought.nodes >= 300
    assert thought.share == 1.0
    assert state.over
    if game == "caverna":  # nothing is hidden there
        assert state.scores()[0].total >= thought.points[0]


@pytest.mark.parametrize("game", ALONE)
def test_a_plan_that_is_lost_in_the_middle_of_a_turn_is_made_anew(game: str) -> None:
    state = dvergar.game(game, players=1).start(6)
    play_out(state, bots.make(FEW, seed=1), forget=True)
    assert state.over


def test_a_turn_is_thought_over_once() -> None:
    state = dvergar.game("caverna", players=1).start(1)
    bot = bots.make(FEW, seed=2)
    thoughts: dict[int, set[int]] = {}
    while state.turn < 6:
        number = state.turn
        state.play(ask(bot, state, 1))
        thoughts.setdefault(number, set()).add(id(thought_of(bot)))
    assert all(len(one) == 1 for one in thoughts.values())


def test_a_plan_is_taken_up_again_in_another_position() -> None:
    state = dvergar.game("caverna", players=1).start(1)
    bot = bots.make(FEW, seed=2)
    ask(bot, state, 1)
    other = state.copy()
    other.play(other.game.move("place logging"))
    assert ask(bot, other, 1) in other.moves()


def test_more_thought_makes_a_better_game() -> None:
    totals = []
    for nodes in (50, 1000):
        state = dvergar.game("caverna", players=1).start(1)
        bot = bots.make("planner", seed=1, nodes=nodes)
        play_out(state, bot)
        totals.append(state.scores()[0].total)
    assert totals[0] < totals[1]


def test_seconds_are_a_limit_as_well() -> None:
    state = dvergar.game("caverna", players=1).start(1)
    bot = bots.make("planner", seed=1, seconds=0.02)
    assert ask(bot, state, 1) in state.moves()
    thought = thought_of(bot)
    assert thought is not None
    assert thought.share == 1.0


def test_two_deals_that_look_alike_get_the_same_answer() -> None:
    game = dvergar.game("cave_vs_cave", players=1)
    state = game.start(8)
    answers = {
        ask(bots.make("planner:nodes=600:deals=2", seed=1), state.imagine(0, other), 5)
        for other in range(3)
    }
    assert len(answers) == 1


def test_a_plan_follows_its_turns_and_reaches_the_end() -> None:
    judge = evaluate("caverna")
    assert judge is not None
    start = dvergar.game("caverna", players=1).start(1)
    turns = Turns(judge, Chance(1))
    plan = first_plan(turns, start, [])
    again = first_plan(turns, start, plan.turns)
    assert plan.turns == again.turns
    assert plan.points == again.points == plan.last.scores()[0].total
    assert plan.last.over


def test_it_is_not_offered_and_refuses_a_table_with_others() -> None:
    assert "planner" not in bots.names("caverna")
    state = dvergar.game("caverna", players=2).start(1)
    with pytest.raises(UnknownBot, match="only plays solo games"):
        ask(bots.make("planner", seed=1, game="caverna"), state, 1)


def test_it_cannot_be_had_where_nobody_plays_alone(stones: GameInfo) -> None:
    for game in ("my_gold_mine", stones.slug):
        with pytest.raises(UnknownBot):
            bots.make("planner", seed=1, game=game)


@pytest.mark.parametrize("game", ALONE)
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_upper_levels_plan_where_one_plays_alone(game: str, level: str) -> None:
    state = dvergar.game(game, players=1).start(2)
    bot = bots.make(level, seed=1, nodes=200, game=game)
    assert ask(bot, state, 1) in state.moves()
    thought = thought_of(bot)
    assert thought is not None
    assert thought.nodes >= 200


def late_in_the_game() -> State:
    """Caverna alone before its last rounds."""
    state = dvergar.game("caverna", players=1).start(1)
    chance = Chance(2)
    while (state.progress()[0] or 0) < 10:
        moves = state.moves(False)
        state.play(moves[chance.below(len(moves))])
    return state


def test_a_beam_is_determined_by_its_seed_and_can_be_followed() -> None:
    start = late_in_the_game()
    found: list[list[list[int]]] = []
    for seed in (1, 1, 2):
        beam = Beam(judge_of("caverna", trust=0.0), Chance(seed), 3, noise=20.0, preference=5.0)
        found.append(beam.line(start))
        assert beam.ends[0].value == max(end.value for end in beam.ends)
    assert found[0] == found[1] != found[2]
    judge = evaluate("caverna")
    assert judge is not None
    assert first_plan(Turns(judge, Chance(0)), start, found[0]).turns == found[0]


def test_a_beam_that_is_late_goes_on_with_one_line() -> None:
    start = late_in_the_game()
    judges = [judge_of("caverna", trust=0.0) for _ in range(2)]
    assert Beam(judges[0], Chance(1), 6, is_late=lambda: True).line(start)
    assert Beam(judges[1], Chance(1), 6).line(start)
    assert 2 * judges[0].asked < judges[1].asked


def test_only_a_part_of_a_beam_is_of_one_kind() -> None:
    """However good they look: of eight two have the same family, and one is armed alike."""
    start = late_in_the_game()
    beam = Beam(judge_of("caverna"), Chance(1), 8)
    kinds = [(1, 1, 1)] * 12 + [(1, 1, 2)] * 4 + [(1, 2, 1)] * 2 + [(1, 3, 1), (1, 4, 1), (1, 5, 1)]
    places = [Place(start, 90.0 - number, [], None) for number in range(len(kinds))]
    for place, kind in zip(places, kinds, strict=True):
        place.kind = kind
    chosen = [place.kind for place in beam._kept(places)]
    assert chosen[:6] == [kinds[0], kinds[12], *kinds[16:17], *kinds[18:]]
    assert chosen[6:] == [(1, 1, 1)] * 2  # kinds are few here: the best of the rest


def test_the_first_plan_of_the_planner_comes_from_a_beam() -> None:
    state = late_in_the_game()
    chosen: list[int] = []
    for _ in range(2):
        bot = Planner(3, nodes=2000, first=30)
        chosen.append(bot.choose(state))
        assert bot.thought is not None
        assert bot.thought.nodes >= 60_000
    assert chosen[0] == chosen[1]
