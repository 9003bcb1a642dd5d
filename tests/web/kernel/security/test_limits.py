"""What one address may do, and what all who only watch share."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.web.kernel.views.fragments import Fragments
from tests.web.kernel.live.streams import LOCKED_S, listening
from tests.web.players import Person, Program, assert_refused, invites
from tests.web.serving import PROMPT, serving


def test_one_address_keeps_so_many_live_pages_open_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, streams_per_address=2)) as served:
        program = Program(served.url)
        program.open(["me", "me"])
        path = f"/table/{program.table}/live"
        lines = []  # whoever lets go of them closes the stream
        with ExitStack() as open_pages:
            for _ in range(2):
                live = open_pages.enter_context(Program(served.url).http.stream("GET", path))
                lines.append(live.iter_lines())
                assert next(lines[-1])
            assert_refused(Program(served.url).http.get(path), 429)
            waiting = program.http.get(f"/api/tables/{program.table}", params={"wait": 1})
            assert_refused(waiting, 429)
            assert program.look()["phase"] == "playing", "whoever does not wait is answered"
        for _ in range(200):
            if not len(served.inside.streams):
                break
            program.look()
        with Program(served.url).http.stream("GET", path) as live:
            assert live.status_code == 200, "those that were closed make room"


def test_one_address_makes_so_many_moves_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, moves_per_minute=3)) as served:
        program = Program(served.url)
        version = program.open(["me", "me"])["version"]
        for number in range(3):
            program.try_move("dig", version + number)
        assert_refused(program.try_move("dig", program.look()["version"]), 429)
        person = Person(served.url)
        person.http.cookies.set("dvergar", program.token)
        fields = {"move": "dig", "at": str(program.look()["version"])}
        assert_refused(person.http.post(f"/table/{program.table}/move", data=fields), 429)


def test_one_address_takes_so_many_seats_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, joins_per_minute=1)) as served:
        first, second = invites(Program(served.url).open(["me", "open", "open"]))
        Program(served.url).join(first, "Ann")
        token = second.rsplit("/", 1)[1]
        answer = Program(served.url).http.post(f"/api/join/{token}", json={"name": "Bo"})
        assert_refused(answer, 429)
        assert_refused(Person(served.url).http.post(f"/join/{token}", data={"name": "Bo"}), 429)


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/return/abcdefghjkmn/0/key", "/player/abcdefghjkmn/key"])
def test_one_address_tries_so_many_private_links_a_minute(
    tmp_path: Path, path: str, method: str
) -> None:
    with serving(tmp_path, replace(PROMPT, joins_per_minute=3)) as served:
        http = Program(served.url).http
        answers = [http.request(method, path).status_code for _ in range(5)]
        assert answers == [404, 404, 404, 429, 429]
        if path.startswith("/return/"):
            assert_refused(http.post("/api/join", json={"link": path, "name": "Ann"}), 429)


def test_one_address_downloads_its_data_so_often_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, exports_per_minute=2)) as served:
        http = Program(served.url).http
        assert [http.get("/mine/data").status_code for _ in range(2)] == [200, 200]
        assert_refused(http.get("/mine/data"), 429)


def test_all_who_only_watch_in_one_language_share_what_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, str]] = []
    make = Fragments.make

    def count(self: Fragments, view: object, lang: str, part: str = "") -> object:
        drawn.append((view.version, lang))  # type: ignore[attr-defined]
        return make(self, view, lang, part)  # type: ignore[arg-type]

    monkeypatch.setattr(Fragments, "make", count)
    with serving(tmp_path) as served, ExitStack() as pages:
        program = Program(served.url)
        version = program.open(["me", "me"])["version"]
        heard = []
        for number, confirm in enumerate(("always", "countdown", "never", "")):
            spectator = Person(served.url, confirm=confirm)
            spectator.http.cookies.set("dvergar", f"{number}" * 32)
            spectator.http.cookies.set("name", f"Nosy{number}")
            page = pages.enter_context(
                listening(spectator.http, program.table, f"?after={version}")
            )
            heard.append(page)
        drawn.clear()
        program.move("dig", version)
        messages = [page.get(timeout=LOCKED_S).html for page in heard]
        assert len(set(messages)) == 1
        assert drawn == [(version + 1, "en")]
