"""A program that takes a seat at a Dvergar table and plays random moves to the end.

python seat_bot.py http://127.0.0.1:8000               opens a table against a bot
python seat_bot.py http://127.0.0.1:8000/join/TOKEN    takes the seat an invite leads to
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen


def call(url: str, token: str = "", body: object = None) -> Any:
    """The JSON answer to a GET, or to a POST if there is a body."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def main(address: str) -> None:
    site, _, invite = address.rstrip("/").partition("/join/")
    if invite:
        seated = call(f"{site}/api/join/{invite}", body={"name": "Seat bot", "bot": "Random"})
    else:
        mine = {"kind": "me", "name": "Seat bot", "bot": "Random"}
        seats = [mine, {"kind": "bot", "bot": "careful"}]
        seated = call(f"{site}/api/tables", body={"game": "my_gold_mine", "seats": seats})
    token, table = seated["token"], seated["table"]
    url = f"{site}/api/tables/{table['id']}"
    while table["phase"] != "over":
        if table["my_turn"]:
            choice = random.choice(table["choices"])
            table = call(f"{url}/moves", token, {"move": choice["move"], "at": table["version"]})
        else:  # wait until something happens
            table = call(f"{url}?after={table['version']}&wait=20", token)
    for score in table["scores"]:
        print(score["rank"], table["seats"][score["seat"]]["name"], score["total"])


if __name__ == "__main__":
    main(sys.argv[1])
