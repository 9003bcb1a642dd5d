"""The web app in a browser tab: Python runs in a web worker and answers the requests of the page.

It's the same application as on a server, on SQLite in the memory of the worker. A service worker
hands the requests of pages to `Tab.answer`; after each change the database goes to the browser's
storage as one file. Some features need a server and other people, so they are left out.

WebAssembly has neither threads nor processes: work that a server gives to a thread runs at once.

Importing everything takes seconds, so the memory of Python is kept as a snapshot when all is
imported and used once (`warm_up`), and before anything of the person is read (`Tab.open`). Later
visits begin there.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import random
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import Executor, Future
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dvergar.web.kernel import clock

COOKIES_FILE: Final = "cookies.json"
SAVE_AFTER_S: Final = 0.2
"""How long to wait for further moves of bots before the database is saved."""
FRAME_POLICY: Final = (b"frame-ancestors 'none'", b"frame-ancestors 'self'")
"""A server's pages refuse to be framed; those of the tab are in a frame of the page around them."""

FORM_HEADERS: Final = (("content-type", "application/x-www-form-urlencoded"),)
WARM_UP_PATHS: Final = (
    ("my_gold_mine", "kind-0=me&kind-1=here"),
    ("cave_vs_cave", "kind-0=me&kind-1=here"),
    ("caverna", "kind-0=me&kind-1=here"),
)
"""Games whose first page is drawn before anybody asks for it."""

Headers = Iterable[tuple[str, str]]
Save = Callable[[dict[str, bytes], bool], Awaitable[bool]]
"""Stores files, which may be all there are; false where that failed."""
Begin = Callable[[int, list[list[str]]], object]
Chunk = Callable[[bytes], object]


class InlineExecutor(Executor):
    """Does at once what is handed to it."""

    def __init__(self, *_: object, **__: object) -> None:
        """Takes what a pool of threads takes."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """The result of the work, which is done when this returns."""
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **named))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            done.set_exception(error)
        return done


def do_without_threads() -> None:
    """Prepares Python in WebAssembly for code that expects threads and processes."""
    vars(concurrent.futures)["ThreadPoolExecutor"] = InlineExecutor
    for name in ("_multiprocessing", "_posixshmem"):  # imported at once, used by processes alone
        if name not in sys.modules:
            absent = ModuleType(name)
            vars(absent)["SemLock"] = type("SemLock", (), {"SEM_VALUE_MAX": 1})
            vars(absent)["sem_unlink"] = vars(absent)["shm_unlink"] = lambda _: None
            sys.modules[name] = absent


class Tab:
    """The app of one browser."""

    def __init__(self, folder: str, base: str) -> None:
        """`folder` will have what was saved; `base` is the path of the pages."""
        from dvergar.web.app import create_app  # after `do_without_threads`
        from dvergar.web.kernel.tables.table_events import TableChanged
        from dvergar.web.settings import DATABASE, Settings

        self._folder = Path(folder)
        settings = Settings(
            self._folder,
            base_path=base,
            bot_workers=0,
            bot_seconds=0.0,
            bot_pace=0.4,
            tables_per_minute=0,
            hints_per_minute=0,
            analyses_per_minute=0,
            streams_per_address=0,
        )
        self.app = create_app(settings, local=True)
        self._kernel = self.app.state.kernel
        self._database = self._folder / DATABASE
        self._base = base
        self._save: Save | None = None
        self._saving = asyncio.Lock()
        self._saved: dict[str, bytes] = {}
        self._later: asyncio.Task[None] | None = None
        self._cookies: dict[str, str] = {}
        self._answering: dict[int, asyncio.Task[None]] = {}
        self._kernel.events.on(TableChanged, lambda _: self._save_later())

    async def open(self, save: Save) -> None:
        """Opens the database and lets bots go on; `save` stores files.

        This may be long after everything before it, in a copy of the memory.
        """
        clock.restart()
        random.seed()
        self._save = save
        self._folder.mkdir(parents=True, exist_ok=True)
        self._cookies = self._read_cookies()
        self._lifespan = self.app.router.lifespan_context(self.app)
        await self._lifespan.__aenter__()

    async def close(self) -> None:
        """Ends everything and saves it."""
        if self._later is not None:
            self._later.cancel()
        await self.save()
        await self._lifespan.__aexit__(None, None, None)

    async def answer(
        self, number: int, request: dict[str, Any], begin: Begin, chunk: Chunk
    ) -> None:
        """Answers one request; `stop` with its number ends an answer that goes on."""
        task = asyncio.ensure_future(self._answer(request, begin, chunk))
        self._answering[number] = task
        try:
            await asyncio.wait((task,))
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
        finally:
            del self._answering[number]

    def stop(self, number: int) -> None:
        """Nobody reads an answer any more."""
        if number in self._answering:
            self._answering[number].cancel()

    async def _answer(self, request: dict[str, Any], begin: Begin, chunk: Chunk) -> None:
        body, changes = bytes(request["body"]), request["method"] not in ("GET", "HEAD")
        left = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not left:
                await asyncio.Event().wait()  # `stop` ends it
            return left.pop()

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = self._keep_cookies(message["headers"])
                if changes:
                    await self.save()  # what is shown is stored
                begin(message["status"], headers)
            elif message.get("body"):
                chunk(message["body"])

        await self.app(self._scope(request, len(body)), receive, send)

    def _scope(self, request: dict[str, Any], length: int) -> dict[str, Any]:
        ours = {"cookie": "; ".join(f"{name}={text}" for name, text in self._cookies.items())}
        ours |= {"content-length": str(length), "host": request["host"]}
        dropped = {"accept-encoding", "origin", "sec-fetch-site", *ours}
        sent = [(name.lower(), text) for name, text in request["headers"]]
        headers = [pair for pair in sent if pair[0] not in dropped] + list(ours.items())
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request["method"],
            "scheme": request["scheme"],
            "path": request["path"],
            "raw_path": request["path"].encode(),
            "query_string": request["query"].encode("latin-1"),
            "root_path": "",
            "headers": [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", 80),
        }

    # A service worker can neither read nor set cookies, so they are kept here.

    def _read_cookies(self) -> dict[str, str]:
        file = self._folder / COOKIES_FILE
        found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        return {str(name): str(text) for name, text in found.items()}

    def _keep_cookies(self, headers: Iterable[tuple[bytes, bytes]]) -> list[list[str]]:
        """The headers of an answer without its cookies, which are kept."""
        passed, before = [], dict(self._cookies)
        for name, text in headers:
            if name.lower() == b"set-cookie":
                self._keep_cookie(text.decode("latin-1"))
            else:
                passed.append(
                    [name.decode("latin-1"), text.replace(*FRAME_POLICY).decode("latin-1")]
                )
        if self._cookies != before:
            (self._folder / COOKIES_FILE).write_text(json.dumps(self._cookies), "utf-8")
            self._save_later()
        return passed

    def _keep_cookie(self, text: str) -> None:
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(text)
        except CookieError:
            return
        for name, morsel in cookies.items():
            if morsel["max-age"] == "0" or not morsel.value:
                self._cookies.pop(name, None)
            else:
                self._cookies[name] = morsel.coded_value

    # What is kept in the browser.

    def _save_later(self) -> None:
        if self._later is None or self._later.done():
            self._later = asyncio.ensure_future(self._save_soon())

    async def _save_soon(self) -> None:
        await asyncio.sleep(SAVE_AFTER_S)
        await self.save()

    async def save(self) -> None:
        """Hands every file that has changed to the browser's storage."""
        async with self._saving:
            await self._kernel.store.database.erase()  # puts the write-ahead log into the database
            files = {file.name: file for file in self._folder.iterdir() if file.is_file()}
            files.pop(f"{self._database.name}-shm", None)  # SQLite makes it again
            found = {name: file.read_bytes() for name, file in files.items()}
            changed = {name: body for name, body in found.items() if self._saved.get(name) != body}
            if not changed or self._save is None:
                return
            stored = await self._save(changed, False) or await self._save(found, True)
            self._saved = found if stored else {}


async def warm_up(folder: str, base: str) -> None:
    """Opens tables that nobody keeps, so that what pages need is read and compiled already."""

    async def forget(_: dict[str, bytes], __: bool) -> bool:
        """Keeps nothing."""
        return True

    tab, answers = Tab(folder, base), list[Any]()
    await tab.open(forget)

    async def ask(method: str, path: str, body: str = "") -> dict[str, str]:
        request: dict[str, Any] = {"method": method, "path": path, "query": "", "scheme": "http"}
        request |= {
            "host": "localhost",
            "headers": FORM_HEADERS if body else (),
            "body": body.encode(),
        }
        answers.clear()
        await tab.answer(0, request, lambda *begun: answers.append(begun), lambda _: None)
        return dict(answers[0][1])

    await ask("GET", f"{base}/")
    for game, seats in WARM_UP_PATHS:
        table = await ask("POST", f"{base}/tables", f"game={game}&{seats}")
        await ask("GET", table["location"])
    await tab.close()
    shutil.rmtree(folder)
