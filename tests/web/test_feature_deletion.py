"""Deleting the folder of an optional feature leaves a server that plays, without links to it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import dvergar
from dvergar.web.app import create_app
from dvergar.web.kernel.folders import feature_folders
from dvergar.web.settings import Settings
from tests.web.documents import Element
from tests.web.players import START, Person, open_table, play_game
from tests.web.serving import ServerProcess

pytestmark = pytest.mark.whole_games

REQUIRED = {"lobby", "play", "seats"}
OPTIONAL = (
    "admin",
    "analysis",
    "api_docs",
    "chat",
    "daily",
    "guide",
    "hints",
    "my_data",
    "notifications",
    "profile",
    "puzzles",
    "records",
    "replay",
    "reports",
    "rules",
    "statistics",
    "tab",
)
ADDRESSES = ("href", "action", "formaction", "src", "hx-get", "hx-post", "data-live", "data-worker")
POSITION = r"/table/\w+\?at="
"""A replay has no path of its own."""


def test_each_feature_is_either_required_or_optional() -> None:
    assert {folder.name for folder in feature_folders()} == REQUIRED.union(OPTIONAL)


@pytest.fixture(
    params=[
        pytest.param(OPTIONAL, id="all"),
        *(pytest.param((one,), id=one, marks=pytest.mark.long) for one in OPTIONAL),
    ]
)
def deleted(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The features whose folders are deleted: all optional ones, or each by itself."""
    return tuple(request.param)


@pytest.fixture
def server(deleted: tuple[str, ...], tmp_path: Path) -> Iterator[ServerProcess]:
    """A server from a copy of the package that lacks a feature."""
    copy = tmp_path / "src" / "dvergar"
    shutil.copytree(Path(dvergar.__file__).parent, copy)
    for feature in deleted:
        shutil.rmtree(copy / "web" / "features" / feature)
    process = ServerProcess(tmp_path, PYTHONPATH=str(copy.parent), DVERGAR_BOT_WORKERS="0")
    process.start()
    yield process
    process.close()


def test_a_server_without_a_feature_plays_whole_games(
    deleted: tuple[str, ...], server: ServerProcess, tmp_path: Path
) -> None:
    host, guest = Person(server.url), Person(server.url)
    pages = _Pages(deleted, host)
    open_table(host, ["me", "bot"])
    pages.look()
    alone = host.path
    play_game([host], alone)
    pages.look()

    together = open_table(host, ["me", "link"])
    pages.look()
    link = next(one["value"] for one in host.document.find("input") if "/join/" in one["value"])
    guest.go(link)
    guest.send(guest.form(urlsplit(link).path), name="Guest")
    host.go(together)
    pages.look()
    play_game([host, guest], together)

    pages.crawl("/", START, "/?game=cave_vs_cave", alone, together, f"{alone}?at=3")
    assert "Traceback" not in (tmp_path / "server.log").read_text("utf-8")


class _Pages:
    """Looks at pages of a server that lacks a feature: nothing on them may lead to it."""

    def __init__(self, deleted: Sequence[str], person: Person) -> None:
        self._person = person
        features = create_app(Settings(Path())).state.features
        routes = [route for name in deleted for route in features[name].pages().routes]
        paths = [re.sub(r"\{\w+\}", "[^/]+", route.path) for route in routes]
        self._deleted = [re.compile(f"{path}([?#]|$)") for path in paths]
        if "replay" in deleted:
            self._deleted.append(re.compile(POSITION))

    def look(self) -> set[str]:
        """Checks the page that is open; returns the addresses of this server on it."""
        answer = self._person.answer
        assert answer.status_code == 200, f"{answer.url}: {answer.status_code}"
        elements = list(self._person.document.elements())
        found = {one[name] for one in elements for name in ADDRESSES if one[name].startswith("/")}
        lost = [one for one in found if any(path.match(one) for path in self._deleted)]
        assert lost == [], f"{answer.url} leads to a feature that is not there"
        return {address for one in elements if (address := _followed(one))}

    def crawl(self, *start: str) -> None:
        """Opens these pages, and one of each kind that they and further ones link to."""
        waiting, seen = list(start), set[tuple[str, ...]]()
        while waiting:
            address = waiting.pop(0)
            self._person.go(address)
            if "text/html" not in self._person.answer.headers["content-type"]:
                assert self._person.answer.status_code == 200, address
                continue
            for link in sorted(self.look()):
                if (kind := _kind_of(link)) not in seen:
                    seen.add(kind)
                    waiting.append(link)


def _followed(element: Element) -> str:
    """The address that a browser loads, or loads when the link is pressed; empty if none."""
    name = {"a": "href", "link": "href", "script": "src"}.get(element.tag, "")
    address = element[name].split("#")[0] if name else ""
    return address if address.startswith("/") else ""


def _kind_of(address: str) -> tuple[str, ...]:
    """Tells pages of different kinds apart, and each style sheet and script."""
    parts = urlsplit(address)
    path = parts.path.strip("/").split("/")
    if path[0] == "table":
        return ("table", *path[2:], parts.query.split("=")[0])
    return (path[0], str(len(path))) if path[0] in ("help", "rules", "keys") else tuple(path)
