"""The live part of a table, rendered and compressed once for all who see the same.

A fragment is one line of HTML. Its compressed form is a piece of a deflate stream that refers to
nothing before it, so the same bytes fit into an answer to a move and into every live stream.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cachetools import LRUCache

from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import TableView, Viewer

MAX_CACHED_FRAGMENTS: Final = 300
# Levels of compression. The higher one takes twice the time and saves 15 %, which is worth it only
# above so many bytes: a message may have 10 KB on the wire.
GZIP_LEVEL: Final = 3
LARGE_GZIP_LEVEL: Final = 6
LARGE_BYTES: Final = 55_000
GZIP_START: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST_BLOCK: Final = b"\x03\x00"


@dataclass(frozen=True, slots=True)
class Fragment:
    """One line of HTML, plain and compressed."""

    version: int
    plain: bytes
    packed: bytes

    @staticmethod
    def of(version: int, html: str) -> Fragment:
        """A fragment of some HTML."""
        plain = html.encode().replace(b"\n", b" ")
        return Fragment(version, plain, pack(plain))

    def gzipped(self) -> bytes:
        """The whole as one gzip file."""
        end = struct.pack("<LL", zlib.crc32(self.plain), len(self.plain) & 0xFFFFFFFF)
        return GZIP_START + self.packed + _LAST_BLOCK + end


def pack(plain: bytes) -> bytes:
    """A piece of a deflate stream that can follow and precede any other such piece."""
    level = LARGE_GZIP_LEVEL if len(plain) > LARGE_BYTES else GZIP_LEVEL
    packer = zlib.compressobj(level, wbits=-zlib.MAX_WBITS)
    return packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)


@lru_cache(64)
def packed_words(plain: bytes) -> bytes:
    """The same for short pieces that come again and again."""
    return pack(plain)


class Fragments:
    """The fragments that were asked for lately."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._cache: LRUCache[tuple[str, int, Viewer, str], Fragment] = LRUCache(
            MAX_CACHED_FRAGMENTS
        )

    def get(
        self, table: Table, viewer: Viewer, view: Callable[[], TableView], part: str = ""
    ) -> Fragment:
        """What a viewer is sent of a table now; `view` is called only where it is not known.

        `part` asks for one of the parts that are not in live messages.
        """
        key = (table.id, table.version, viewer, part)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self.make(view(), viewer.lang, part)
        return found

    def make(self, view: TableView, lang: str, part: str = "") -> Fragment:
        """A fragment that is not kept."""
        return Fragment.of(view.version, self._renderer.fragment(view, lang, part))
