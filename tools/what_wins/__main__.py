"""The two commands of the study: `data` plays, `tables` writes the page from what was played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dvergar.core.errors import DvergarError
from tools.what_wins.data import play
from tools.what_wins.findings import results
from tools.what_wins.gather import gathered
from tools.what_wins.page import kept, write
from tools.what_wins.plan import OBSERVED


def main() -> None:
    """Reads the command."""
    words = argparse.ArgumentParser(prog="python -m tools.what_wins", description=__doc__)
    commands = words.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("data", help="play, and go on where it was stopped")
    playing.add_argument("folder", type=Path, help="where the games are kept")
    playing.add_argument("--rounds", type=int, default=10, help="how many rounds there shall be")
    playing.add_argument("--jobs", type=int, default=1, help="processes that play")
    playing.add_argument("--only", default="", help="parts whose names begin so")
    making = commands.add_parser("tables", help="make figures, plots and pages of what was played")
    making.add_argument("folder", type=Path, help="where the games are kept")
    commands.add_parser("page", help="the same from the figures that are kept")
    try:
        run(words.parse_args())
    except DvergarError as error:
        sys.exit(error.text("en"))
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on.")


def tell(line: str) -> None:
    """Says at once what was played, also where nobody looks but a file."""
    print(line, flush=True)


def run(asked: argparse.Namespace) -> None:
    """Does what was asked for."""
    if asked.command == "data":
        play(asked.folder, asked.rounds, asked.jobs, tell=tell, only=asked.only)
    elif asked.command == "page":
        write(kept())
    else:
        found = gathered(asked.folder)
        if OBSERVED not in found:
            sys.exit(
                f"No finished games of hard against itself are in {asked.folder}:"
                f" let `data {asked.folder}` play first."
            )
        write(results(found))


if __name__ == "__main__":
    main()
