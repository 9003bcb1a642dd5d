"""Lets schemathesis hold the interface for programs against its own OpenAPI document.

`python -m benchmarks.faults.documented --cases 200` makes requests by the document, right ones and
wrong ones, some of them to real tables, and looks whether every answer is one that the document
names. Schemathesis is no tool of ours: `pip install schemathesis`, here or anywhere on the path.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.faults.served import Player, served

CONFIGURATION = """
[dictionaries.tables]
values = {tables}

[dictionaries.wait]
values = [0, 0.05]

[parameters]
table_id = {{ dictionary = "tables", probability = 0.8 }}
wait = {{ dictionary = "wait", probability = 1.0 }}

[checks.missing_required_header]  # without a token one is a spectator, who may do nothing
expected-statuses = ["4xx"]

[checks.positive_data_acceptance]  # 400: a rule that no document can tell, such as those of a game
expected-statuses = ["2xx", 400, 403, 404, 409, 410]

[[operations]]
include-path = "/api/tables/{{table_id}}/resign"  # the others are to be played on
[operations.parameters]
table_id = "{given_up}"

[[operations]]
include-path = "/api/tables/{{table_id}}/stream"  # that of a running game does not end
[operations.parameters]
table_id = "{over}"
"""


def program() -> str | None:
    """Where schemathesis is, if it is anywhere."""
    beside = shutil.which("schemathesis", path=sysconfig.get_path("scripts"))
    return beside or shutil.which("schemathesis")


def checked(data: Path, cases: int, seconds: int) -> subprocess.CompletedProcess[str]:
    """What schemathesis said, and 0 as its status if it has found nothing."""
    found = program()
    if found is None:
        raise SystemExit("There is no schemathesis here; pip install schemathesis brings it.")
    with served(data, "--workers-for-bots", "0") as server:
        player, tables = Player(server.url, 1), []
        for game in ("my_gold_mine", "caverna", "cave_vs_cave"):
            player.open(game, 2)  # with one token
            tables.append(str(player.table["id"]))
            while game == "my_gold_mine" and player.move():
                pass
        over, _, given_up = tables
        configuration = data / "schemathesis.toml"
        facts = {"tables": tables, "over": over, "given_up": given_up}
        configuration.write_text(CONFIGURATION.format(**facts))
        token = player.http.headers["authorization"]
        words = [
            *(found, "--config-file", str(configuration), "--no-color"),
            *("run", f"{server.url}/api/openapi.json", "--max-examples", str(cases)),
            *("--header", f"Authorization: {token}", "--seed", "1", "--request-timeout", "60"),
            *("--max-time", str(seconds), "--continue-on-failure", "--warnings", "off"),
        ]
        done = subprocess.run(words, cwd=data, capture_output=True, text=True, check=False)
        if not server.alive():
            raise SystemExit("the server has ended")
    return done


def main(typed: Sequence[str] | None = None) -> int:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=50, help="of each request, at most")
    parser.add_argument("--seconds", type=int, default=600, help="at most")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        done = checked(Path(folder), asked.cases, asked.seconds)
    print(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
