"""A bot in a process of its own: lines of JSON in, lines of JSON out.

dvergar simulate my_gold_mine --bots "run:python docs/examples/line_bot.py,careful" --games 20
"""

import json
import sys


def main() -> None:
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "game":
            print(f"{told['game']}, seat {told['seat']}", file=sys.stderr)
        elif told["type"] == "ask":
            real = [name for name in told["moves"] if name not in told["free"]]
            print(json.dumps({"move": real[-1]}), flush=True)


if __name__ == "__main__":
    main()
