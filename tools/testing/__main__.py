"""The command line of the test runner: `./dvergar test [WORDS] [--without GROUP] [--long]`."""

from __future__ import annotations

import argparse
import sys

from tools.testing.runner import run
from tools.testing.steps import GROUPS


def main(arguments: list[str]) -> int:
    """Runs all checks, or the tests that the arguments choose; the exit code."""
    parser = argparse.ArgumentParser(
        prog="./dvergar test",
        allow_abbrev=False,
        description="Run all checks, or only the tests that the words choose.",
        epilog="Words and options that aren't listed here go to pytest, such as a file or -k NAME.",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="GROUP",
        help=f"leave out a group of checks ({', '.join(GROUPS)}); can be repeated",
    )
    parser.add_argument("--long", action="store_true", help="run the long campaigns as well")
    known, words = parser.parse_known_args(arguments)
    return run(without=known.without, long=known.long, words=words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
