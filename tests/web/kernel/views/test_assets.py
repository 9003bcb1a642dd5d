"""Assets: no address leads out of their folders on any system, and browsers may keep them."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given, strategies as st

from dvergar.web.kernel.views.assets import asset_file, is_plain
from tests.web.players import get
from tests.web.serving import Served

NASTY = [
    "D:/x",
    "C:x",
    "C:/Windows/win.ini",
    "look.css:stream",
    "nul",
    "NUL.css",
    "js/con",
    "COM1.js",
    "lpt9",
    "//server/share/x",
    "/etc/passwd",
    "\\\\server\\share",
    "js\\..\\..\\x",
    "..",
    "js/../look.css",
    "look.css\x00",
    "look.css.",
    "look.css ",
    ".git",
    "",
    "js/",
    "js//keys.js",
    "~root",
    "x" * 300,
]


@pytest.mark.parametrize("path", NASTY)
def test_what_means_something_special_anywhere_is_no_name(path: str) -> None:
    assert not is_plain(path)
    assert asset_file(path) is None


@given(st.one_of(st.text(max_size=30), st.text("aA./\\:~ \x00CONDnulcom1", max_size=12)))
def test_a_plain_name_stays_in_its_folder_on_every_system(path: str) -> None:
    if not is_plain(path):
        return
    for system in (PurePosixPath, PureWindowsPath):
        root = system("C:/site/static")
        inside = root.joinpath(*path.split("/"))
        assert inside.is_relative_to(root)
        assert ".." not in inside.parts
        assert len(inside.parts) == len(root.parts) + path.count("/") + 1


@pytest.mark.parametrize("path", ["look.css", "built/htmx.min.js", "games/my_gold_mine/1-mine.css"])
def test_an_asset_that_is_known_is_not_sent_again(path: str, server: Served) -> None:
    address = f"{server.url}/static/{path}"
    first = get(address)
    assert first.status_code == 200
    again = get(address, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert "immutable" in again.headers["cache-control"]


def test_pages_and_assets_come_compressed_to_who_asks_for_it(server: Served) -> None:
    for path in ("/", "/static/look.css", "/static/built/htmx.min.js"):
        packed = get(server.url + path, headers={"accept-encoding": "gzip"})
        plain = get(server.url + path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
