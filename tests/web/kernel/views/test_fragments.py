"""A fragment is compressed once, and its bytes fit into every answer and stream."""

from __future__ import annotations

import gzip
import zlib

from hypothesis import given, strategies as st

from dvergar.web.kernel.views.fragments import GZIP_START, Fragment, pack
from tests.web.players import Program, read_live

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=2000)


@given(TEXTS)
def test_a_fragment_is_a_gzip_file_of_one_line(text: str) -> None:
    fragment = Fragment.of(1, text)
    assert gzip.decompress(fragment.gzipped()) == fragment.plain
    assert fragment.plain.decode() == text.replace("\n", " ")


@given(st.lists(TEXTS, max_size=6))
def test_pieces_follow_each_other_in_any_order(texts: list[str]) -> None:
    """As in streams that began at different times; each piece can be read when it has come."""
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(GZIP_START) == b""
    for text in texts:
        assert reader.decompress(pack(text.encode())) == text.encode()


def test_the_stream_says_the_same_compressed_and_plain(program: Program) -> None:
    program.open(["me", "me"])
    packed = read_live(program.http, program.table)
    program.http.headers["accept-encoding"] = "identity"
    assert read_live(program.http, program.table) == packed


def test_an_answer_says_the_same_compressed_and_plain(program: Program) -> None:
    program.open(["me", "me"])
    address = f"/table/{program.table}"
    asked = {"hx-request": "true"}
    packed = program.http.get(address, headers=asked)
    plain = program.http.get(address, headers={**asked, "accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
