"""The app as a browser tab runs it, without a browser; and where a server offers it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dvergar.web.app import create_app
from dvergar.web.settings import DATABASE, Settings
from dvergar.web.tab_server import InlineExecutor, Tab

FORM = [("content-type", "application/x-www-form-urlencoded")]
NEW = b"game=my_gold_mine&kind-0=me&name-0=Ada&kind-1=here&name-1=Balin"


class Browser:
    """What a browser keeps of a tab, and its requests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.works = True
        self.happened: list[str] = []
        self.kept: dict[str, bytes] = {}
        self.tab = Tab(str(folder), "/app")

    async def save(self, files: dict[str, bytes], all_files: bool) -> bool:
        if not self.works:
            self.works = True  # what was cleared is made again, and empty
            return False
        self.happened.append("saved")
        self.kept = files if all_files else self.kept | files
        return True

    async def ask(
        self, address: str, method: str = "GET", body: bytes = b""
    ) -> tuple[int, dict[str, str], str]:
        path, _, query = address.partition("?")
        request: dict[str, Any] = {"method": method, "path": path, "query": query}
        request |= {
            "scheme": "http",
            "host": "localhost",
            "headers": FORM if body else [],
            "body": body,
        }
        answer: list[Any] = []

        def begin(status: int, headers: list[list[str]]) -> None:
            self.happened.append("answered")
            answer.append((status, headers))

        await self.tab.answer(1, request, begin, answer.append)
        status, headers = answer[0]
        return status, dict(headers), b"".join(answer[1:]).decode()


def test_a_table_is_stored_before_it_is_shown_and_still_there_after_a_restart(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        first = Browser(tmp_path / "first")
        await first.tab.open(first.save)
        status, headers, _ = await first.ask("/app/tables", "POST", NEW)
        assert status == 303
        assert "set-cookie" not in headers, "a service worker could not pass it on"
        assert first.happened[-2:] == ["saved", "answered"]
        kept = dict(first.kept)
        await first.tab.close()

        again = tmp_path / "again"
        again.mkdir()
        for name, body in (kept | first.kept).items():
            (again / name).write_bytes(body)
        assert DATABASE in kept
        second = Browser(again)
        await second.tab.open(second.save)
        status, headers, html = await second.ask(headers["location"])
        assert status == 200
        assert "Balin" in html
        assert 'name="move"' in html, "the seats are still this browser's"
        assert "frame-ancestors 'self'" in headers["content-security-policy"]
        await second.tab.close()

    asyncio.run(play())


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Browser]:
    browser = Browser(folder)
    await browser.tab.open(browser.save)
    yield browser
    await browser.tab.close()


def test_what_the_browser_could_not_store_is_stored_whole_next_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as browser:
            await browser.ask("/app/tables", "POST", NEW)
            names = set(browser.kept)
            assert {DATABASE, "cookies.json"} <= names
            browser.kept, browser.works = {}, False  # somebody clears the data of the page
            await browser.ask("/app/tables", "POST", NEW)
            assert set(browser.kept) == names

    asyncio.run(play())


def test_a_full_storage_does_not_end_the_game(tmp_path: Path) -> None:
    async def refuse(_files: dict[str, bytes], _all: bool) -> bool:
        return False

    async def play() -> None:
        browser = Browser(tmp_path)
        await browser.tab.open(refuse)
        _, headers, _ = await browser.ask("/app/tables", "POST", NEW)
        assert 'name="move"' in (await browser.ask(headers["location"]))[2]
        await browser.tab.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("address", "said", "absent"),
    [
        ("", "weaker than on a server", "when everyone with a link"),
        ("", "playing by link, chat and ratings need a server", "Widen your search"),
        ("ratings", "Ratings need a server", "Claim this name"),
        ("profile", "stay in this browser", "Claim a name"),
        ("daily", "here you play for yourself", "Everyone on this server"),
        ("privacy", "no server here", "administrator"),
        ("about", "in this browser", "of this server"),
        ("table/gone12345678", "until you delete your data", "dvergar serve"),
    ],
)
def test_pages_say_what_needs_a_server(
    tmp_path: Path, address: str, said: str, absent: str
) -> None:
    async def look() -> None:
        async with opened(tmp_path) as browser:
            html = (await browser.ask(f"/app/{address}"))[2]
            assert said in html
            assert absent not in html
            assert 'href="/app/ratings"' not in html
            assert 'value="link"' not in html
            assert (await browser.ask("/app/api/docs"))[0] == 404

    asyncio.run(look())


def test_every_link_leads_somewhere(tmp_path: Path) -> None:
    async def look() -> None:
        async with opened(tmp_path) as browser:
            _, headers, _ = await browser.ask("/app/tables", "POST", NEW)
            left, seen = ["/app/", headers["location"]], set[str]()
            while left:
                seen.add(address := left.pop())
                status, headers, html = await browser.ask(address)
                assert status in (200, 303), address
                assert "dvergar serve" not in html, f"{address} speaks of a server's network"
                found = re.findall(r'<a [^>]*href="(/[^"#]*)', html)
                assert all(one.startswith("/app/") for one in found), address
                plain = {unescape(one) for one in found if "/rules/" not in one}
                left += plain - seen - set(left)
            assert {"/app/puzzles", "/app/statistics", "/app/mine"} <= seen

    asyncio.run(look())


def test_a_running_game_is_taken_along_by_link(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "phone") as phone:
            _, headers, _ = await phone.ask("/app/tables", "POST", NEW)
            table = headers["location"]
            assert f'href="{table}/link"' in (await phone.ask(table))[2]
            page = (await phone.ask(f"{table}/link"))[2]
            assert "<img" in page, "a camera can read it"
            assert (await phone.ask(f"{table}/link.svg"))[0] == 200
            link = unescape(re.findall(r'value="(http[^"]*)"', page)[0])
        assert link.startswith("http://localhost/#records?game="), "no file server sees the game"
        async with opened(tmp_path / "laptop") as laptop:
            arrived = (await laptop.ask(f"/app/{link.partition('#')[2]}"))[2]
            assert "Ada, Balin" in arrived
            code = re.findall(r'name="code" value="([^"]*)"', arrived)[0]
            status, headers, _ = await laptop.ask("/app/records", "POST", f"code={code}".encode())
            assert status == 303
            assert "Balin" in (await laptop.ask(headers["location"]))[2]

    asyncio.run(play())


def test_work_for_a_thread_is_done_at_once() -> None:
    def fail() -> None:
        raise ValueError("no")

    pool = InlineExecutor(1, "store-write")
    assert pool.submit(max, 1, 2).result() == 2
    with pytest.raises(ValueError, match="no"):
        pool.submit(fail).result()


def test_a_server_offers_the_folder_at_an_address_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "tab" / "py").mkdir(parents=True)
    (tmp_path / "tab" / "index.html").write_text("the games")
    (tmp_path / "tab" / "py" / "pyodide.mjs").write_text("export {}")
    settings = Settings(tmp_path / "data", tab_folder=str(tmp_path / "tab"), bot_workers=0)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        page = client.get("/tab")
        assert page.text == "the games"
        assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
        script = client.get("/tab/py/pyodide.mjs")
        assert script.headers["content-type"].startswith("text/javascript")
        assert client.get("/tab/../data/secret").status_code == 404
        assert client.get("/tab/%2e%2e/data/secret").status_code == 404
        assert 'href="/tab/"' in client.get("/").text


def test_without_the_folder_nothing_is_offered(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(tmp_path, bot_workers=0)), "http://localhost") as client:
        assert client.get("/tab/").status_code == 404
        assert 'href="/tab/"' not in client.get("/").text
