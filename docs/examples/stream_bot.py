"""A program that plays at all its tables at once, with one token and one stream.

python stream_bot.py http://127.0.0.1:8000            opens two tables against bots
python stream_bot.py http://127.0.0.1:8000 TOKEN      plays wherever this token has a seat
"""

import json
import random
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(url: str, token: str = "", body: object = None) -> Any:
    """The JSON answer to a GET, or to a POST if there is a body."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def play(url: str, token: str) -> int:
    """Answers while it is our turn; the version up to which we know the table."""
    table = call(url, token)
    while table["my_turn"]:
        choice = random.choice(table["choices"])
        try:
            table = call(f"{url}/moves", token, {"move": choice["move"], "at": table["version"]})
        except HTTPError as error:
            if error.code != 409:
                raise
            table = call(url, token)  # something else happened first: look again
    return int(table["version"])


def main(site: str, token: str = "") -> None:
    mine = {"kind": "me", "name": "Stream bot", "bot": "Random"}
    seats = [mine, {"kind": "bot", "bot": "careful"}]
    for _ in range(0 if token else 2):
        token = call(f"{site}/api/tables", token, {"game": "my_gold_mine", "seats": seats})["token"]
    known: dict[str, int] = {}
    running: set[str] = set()
    headers = {"Authorization": f"Bearer {token}"}
    with urlopen(Request(f"{site}/api/stream", headers=headers), timeout=60) as stream:
        for line in stream:
            if not line.strip():
                continue  # the server is still there
            news = json.loads(line)
            if news["version"] <= known.get(news["id"], -1):
                continue  # told before we looked at the table ourselves
            known[news["id"]] = news["version"]
            running.add(news["id"])
            if news["phase"] in ("over", "stopped"):
                print(f"{news['id']} is over")
                running.discard(news["id"])
                if not running:
                    return
            elif news["my_turn"]:
                # At the end of a game we are told so by a line: it must not look old.
                known[news["id"]] = play(f"{site}/api/tables/{news['id']}", token) - 1


if __name__ == "__main__":
    main(*sys.argv[1:])
