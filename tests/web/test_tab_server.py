"""The app as a browser tab runs it, without a browser; and where a server offers it."""

from __future__ import annotations

import asyncio
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
        self.happened: list[str] = []
        self.kept: dict[str, bytes] = {}
        self.tab = Tab(str(folder), "/app")

    async def save(self, files: dict[str, bytes]) -> None:
        self.happened.append("saved")
        self.kept |= files

    async def ask(
        self, path: str, method: str = "GET", body: bytes = b""
    ) -> tuple[int, dict[str, str], str]:
        request: dict[str, Any] = {"method": method, "path": path, "query": "", "scheme": "http"}
        request |= {"host": "localhost", "headers": FORM if body else [], "body": body}
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


def test_the_start_page_says_what_needs_a_server(tmp_path: Path) -> None:
    async def look() -> None:
        browser = Browser(tmp_path)
        await browser.tab.open(browser.save)
        _, _, html = await browser.ask("/app/")
        assert "without a server" in html
        assert 'value="link"' not in html
        assert (await browser.ask("/app/api/docs"))[0] == 404
        await browser.tab.close()

    asyncio.run(look())


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
