"""The examples of learning run: OpenSpiel's registration, and the notebook in the long tests."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs/examples"


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
@pytest.mark.parametrize("game", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_a_game_of_openspiel_is_played_to_its_end(game: str) -> None:
    script = [sys.executable, str(EXAMPLES / "open_spiel_game.py"), game]
    said = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"dvergar_{game}(players=")
    assert "moves" in said


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_openspiels_searches_play_and_do_not_know_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    monkeypatch.syspath_prepend(EXAMPLES)
    importlib.import_module("open_spiel_game")
    chance = numpy.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, chance)
    for slug in ("caverna", "cave_vs_cave", "my_gold_mine"):
        game = pyspiel.load_game(f"dvergar_{slug}")
        state = game.new_initial_state()
        state.apply_action(3)
        other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0, 1))
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.position.text() != state.position.text()
        for bot in (
            ismcts.ISMCTSBot(game, rollout, 20, 5, random_state=chance),
            mcts.MCTSBot(game, 20, 5, rollout, random_state=chance),
        ):
            assert bot.step(state) in state.legal_actions()
    state.apply_action(0)  # dig in My Gold Mine: the next chance node says what is found
    found = {str(state.child(outcome)) for outcome in range(20)}
    assert len(found) > 1


def cells() -> list[str]:
    book = json.loads((EXAMPLES / "learn_caverna.ipynb").read_text("utf-8"))
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]


SCRIPTS = ("ppo_alone", "ppo_self_play", "torchrl_ppo", "rllib_ppo")
TRIES = (
    ("sb3_contrib", "ppo_alone.py --task cave-vs-cave-1 --steps 4096 --deals 2"),
    ("torch", "ppo_self_play.py --task my-gold-mine-4 --steps 20000 --deals 2"),
    ("torchrl", "torchrl_ppo.py --moves 4096"),
    ("ray.rllib", "rllib_ppo.py --rounds 2 --moves 500"),
)


def installed(module: str) -> bool:
    """Whether a module is there, without importing more of it than the packages around it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_scripts_that_learn_are_python_and_named_on_the_page(name: str) -> None:
    compile((EXAMPLES / f"{name}.py").read_text("utf-8"), name, "exec")
    page = (EXAMPLES.parent / "environments.md").read_text("utf-8")
    assert f"`docs/examples/{name}.py`" in page
    assert f"\npython docs/examples/{name}.py" in page


@pytest.mark.long
@pytest.mark.parametrize(("module", "command"), TRIES)
def test_the_scripts_that_learn_run(module: str, command: str, tmp_path: Path) -> None:
    if not installed(module):
        pytest.skip(f"{module} is not installed")
    script, *words = command.split()
    run = [sys.executable, str(EXAMPLES / script), *words]
    said = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert said.strip()
    if script.startswith("ppo_"):
        result = json.loads(said[said.index("{") :])
        assert (result["deals"], result["failed"]) == (2, 0)


def test_the_cells_of_the_notebook_are_python() -> None:
    for number, cell in enumerate(cells()):
        compile(cell, f"cell {number}", "exec")


@pytest.mark.long
@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not installed")
def test_the_notebook_learns_caverna_past_greedy(tmp_path: Path) -> None:
    check = "assert watch.mean() > greedy, (watch.mean(), greedy)"
    script = tmp_path / "notebook.py"
    script.write_text("\n".join([*cells(), check]), "utf-8")
    settings = {**os.environ, "MPLBACKEND": "agg", "LEARN_MINUTES": "60"}
    subprocess.run([sys.executable, str(script)], cwd=tmp_path, env=settings, check=True)
    assert (tmp_path / "learn_caverna.png").stat().st_size > 10_000
