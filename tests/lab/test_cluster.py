"""Games on a cluster: the same results, and a worker that is lost costs no game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.lab import DataError, Results, simulate, tournament
from dvergar.lab.analyse import analyse
from dvergar.lab.extras import import_extra
from dvergar.lab.parallel import VERSION, run_batch

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send"),
]

MINE: dict[str, Any] = {"players": 2, "two_player_variant": False}
BOTS = ["careful", "random"]
ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "records" / "my_gold_mine-clear-win.json"


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._folder = folder
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        self.scheduler = self._start("scheduler", *words)
        here = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        self.workers = [self._start("worker", *here) for _ in range(2)]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self._file)]
        path = os.pathsep.join(filter(None, sys.path))
        return subprocess.Popen(
            command,
            cwd=self._folder,
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def address(self) -> str:
        deadline = time.monotonic() + 120
        while not self._file.exists():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        address: str = json.loads(self._file.read_text("utf-8"))["address"]
        return address

    def wait_for_both(self) -> None:
        distributed = import_extra("distributed")
        with distributed.Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(30)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    try:
        yield started
    finally:
        started.stop()


def test_a_worker_that_is_killed_costs_no_game(cluster: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    alone = simulate("my_gold_mine", MINE, BOTS, 40, 1, out=here)
    cluster.wait_for_both()

    def kill_one(results: Results) -> None:
        if results.fresh == 4:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    far = simulate(
        "my_gold_mine", MINE, BOTS, 40, 1, out=there, on=cluster.address, on_game=kill_one
    )
    assert cluster.workers[0].wait(30) == -signal.SIGKILL
    assert far == alone
    assert there.read_bytes() == here.read_bytes()
    cup = tournament("my_gold_mine", MINE, BOTS, 1, deals=2, on=cluster.address)
    assert cup.results == tournament("my_gold_mine", MINE, BOTS, 1, deals=2).results
    record = Record.load(RECORD)
    record.moves, record.scores = record.moves[:8], None
    assert analyse(record, nodes=2, on=cluster.address).data() == analyse(record, nodes=2).data()

    def end_it(_results: Results) -> None:
        cluster.scheduler.kill()

    path = tmp_path / "lost.csv"
    with pytest.raises(DataError, match="no longer answers; what was played is kept"):
        simulate("my_gold_mine", MINE, BOTS, 4_000, 1, out=path, on=cluster.address, on_game=end_it)


def test_a_worker_with_other_rules_is_refused() -> None:
    game = info("my_gold_mine")
    assert run_batch(abs, [-1], game, VERSION)[0] == [1]
    with pytest.raises(DataError, match="install the same version on every machine"):
        run_batch(abs, [-1], replace(game, rules_version=99), VERSION)
    with pytest.raises(DataError, match=r"than 9\.9 here"):
        run_batch(abs, [-1], game, "9.9")


IN_A_THREAD = """
import threading
from dvergar.core.errors import BotFailed
from dvergar.lab import Simulation, players

def work():
    try:
        Simulation("my_gold_mine", {"players": 3}, ["tests.lab.strange_bots:Hangs"], 1).play(0)
    except BotFailed as error:
        print(error)

players.MOVE_TIMEOUT_S = 0.3
thread = threading.Thread(target=work, daemon=True)
thread.start()
thread.join(30)
"""


def test_a_bot_that_hangs_in_a_thread_is_left_behind() -> None:
    # In a process of its own: the measure of coverage does not let exceptions into a thread.
    done = subprocess.run(
        [sys.executable, "-c", IN_A_THREAD],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    said = "The bot “tests.lab.strange_bots:Hangs” did not answer within 0.3 seconds."
    assert done.stdout.strip() == said, done.stderr
