"""Tables in lists: those that are open, with what somebody is looking for, and one's own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from dvergar.core.info import GameInfo
from dvergar.core.options import FIRST_SEAT, Option, Value
from dvergar.core.registry import games, info
from dvergar.core.words import Words, words
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import NOW, OVER, SPEEDS, STOPPED, WAITING

LOG: Final = logging.getLogger("dvergar.tables")
OPEN_TABLES_PER_PAGE: Final = 12  # open tables on one page
OWN_TABLES_PER_PAGE: Final = 8  # tables of one's own on one page
MAX_OWN_TABLES_READ: Final = 300  # tables of one person that are looked through for those that wait
MAX_FREE_SEATS: Final = 6
STATUS_ORDER: Final = ("your_turn", "waiting", "running", "over")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list."""

    id: str
    url: str
    name: str
    game: str
    slug: str
    status: str
    round_text: str
    turn_seat: int
    turn_name: str
    result_text: str
    seats: list[bool]
    joinable: bool
    free: int
    speed: str
    bots: bool
    """Whether programs may sit down."""
    variants: str
    """The rules that are not those of the rule book."""
    mine: list[int]
    """The seats of whoever looks."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of a list, and the addresses of those beside it."""

    rows: list[TableRow]
    total: int
    page: int
    pages: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for among the open tables, and the page he is on."""

    game: str = ""
    free: int = 0
    speed: str = ""
    bots: bool = False
    page: int = 1

    @staticmethod
    def of(query: Mapping[str, str]) -> Wanted:
        """What an address asks for; whatever makes no sense is not asked for.

        >>> Wanted.of({"only": "caverna", "free": "2", "speed": "slowly"})
        Wanted(game='caverna', free=2, speed='', bots=False, page=1)
        """
        game, speed = query.get("only", ""), query.get("speed", "")
        return Wanted(
            game=game if game in games() else "",
            free=min(number(query.get("free", "")), MAX_FREE_SEATS),
            speed=speed if speed in SPEEDS else "",
            bots=query.get("bots", "") == "on",
            page=max(1, number(query.get("page", ""))),
        )

    def query(self, page: int = 1) -> str:
        """The same as it stands in an address."""
        asked = {
            "only": self.game,
            "free": str(self.free) if self.free else "",
            "speed": self.speed,
            "bots": "on" if self.bots else "",
            "page": str(page) if page > 1 else "",
        }
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def narrows(self) -> bool:
        """Whether not all open tables are asked for."""
        return bool(self.game or self.free or self.speed or self.bots)

    def fits(self, row: TableRow) -> bool:
        """Whether a table is one of those that are looked for."""
        return (
            self.game in ("", row.slug)
            and row.free >= self.free
            and self.speed in ("", row.speed)
            and (row.bots or not self.bots)
        )


def number(text: str) -> int:
    """A small number of an address; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def open_listing(summaries: Iterable[Summary], wanted: Wanted, lang: str, say: Words) -> Listing:
    """The open tables that somebody looks for: those first at which there is a free seat."""
    rows = [row for one in summaries if (row := _row(one, lang, say, [])) and wanted.fits(row)]
    rows.sort(key=lambda row: not row.joinable)
    return _page(
        rows, OPEN_TABLES_PER_PAGE, wanted.page, lambda page: f"/?{wanted.query(page)}#open-tables"
    )


def my_listing(mine: Iterable[TableRow], page: int) -> Listing:
    """One's own tables: where it is one's turn first, those that are over last."""
    rows = sorted(mine, key=lambda row: STATUS_ORDER.index(row.status))
    return _page(rows, OWN_TABLES_PER_PAGE, page, lambda number: f"/?mine={number}#my-tables")


async def all_my_tables(store: Store, context: RequestContext, most: int) -> list[TableRow]:
    """Everything at which the visitor has a seat, newest first."""
    found = await store.tables_of(context.user_id, most) if context.token else []
    say = context.words
    rows = [
        _row(summary, context.lang, say, seats)
        for summary, seats in found
        if "puzzle" not in summary.facts
    ]
    return list(filter(None, rows))


def from_memory(rows: Iterable[TableRow], tables: TableService) -> list[TableRow] | None:
    """The same rows with whose turn it is now; None if that is not known without the database."""
    found = []
    for row in rows:
        if row.status == "over":
            found.append(row)
            continue
        table = tables.cached(row.id)
        if table is None:
            return None
        found.append(replace(row, status=_status(table.phase, table.state.seat in row.mine)))
    return found


def _page(rows: Sequence[TableRow], most: int, page: int, address: Callable[[int], str]) -> Listing:
    pages = max(1, -(-len(rows) // most))
    page = min(page, pages)
    first = (page - 1) * most
    return Listing(
        rows=list(rows[first : first + most]),
        total=len(rows),
        page=page,
        pages=pages,
        before=address(page - 1) if page > 1 else "",
        after=address(page + 1) if page < pages else "",
    )


def _row(summary: Summary, lang: str, say: Words, seats: list[int]) -> TableRow | None:
    """A table in a list; None, and a line in the log, where its game is gone or its row damaged."""
    try:
        return _whole_row(summary, lang, say, seats)
    except Exception as error:  # noqa: BLE001 - one bad row takes no list down
        LOG.warning("table %s cannot be listed: %s", summary.id, format_error(error))
        return None


def _whole_row(summary: Summary, lang: str, say: Words, seats: list[int]) -> TableRow:
    facts = summary.facts
    game = info(summary.game)
    speak = game.words(lang)
    acting = facts["seat"]
    status = _status(summary.phase, acting in seats)
    free = facts["taken"].count(False)
    return TableRow(
        id=summary.id,
        url=f"/table/{summary.id}",
        name=facts["name"] or say("page.unnamed"),
        game=speak("game.title"),
        slug=summary.game,
        status=status,
        round_text=_progress(facts, speak, say),
        turn_seat=acting,
        turn_name=facts["names"][acting],
        result_text=_result(facts, say, seats) if status == "over" else "",
        seats=facts["taken"],
        joinable=free > 0,
        free=free,
        speed=facts.get("speed", NOW),
        bots=facts.get("bots", True),
        mine=seats,
        variants=_variants(game, facts.get("options", {}), speak, say),
    )


def _status(phase: str, mine: bool) -> str:
    if phase in (OVER, STOPPED):
        return "over"
    if phase == WAITING:
        return "waiting"
    return "your_turn" if mine else "running"


def _variants(game: GameInfo, options: Mapping[str, Any], speak: Words, say: Words) -> str:
    """The options that are not as usual, in words."""
    found = []
    for option in game.options:
        if option.name in options:
            value = options[option.name]
            label = speak(f"option.{option.name}.label")
            if value is False:
                label = say("start.without", variant=label)
            elif value is not True:
                label = f"{label}: {value_label(option, value, speak)}"
            found.append(label)
    return ", ".join(found)


def _progress(facts: dict[str, Any], speak: Words, say: Words) -> str:
    """How far a table has come: the step of a guided game, or the round."""
    if "guide" in facts:
        return say("guide.step", n=facts["guide"][0], of=facts["guide"][1])
    if not facts["round"]:
        return ""
    return speak("game.round", round=facts["round"], rounds=facts["rounds"])


def _result(facts: dict[str, Any], say: Words, seats: list[int]) -> str:
    winners = facts["winners"]
    if not winners:
        return ""
    if any(seat in seats for seat in winners):
        return say("start.you_won")
    return say("start.won", name=", ".join(facts["names"][seat] for seat in winners))


def value_label(option: Option, value: Value, speak: Words) -> str:
    """What a value of an option is called."""
    if option.name == FIRST_SEAT and isinstance(value, int):
        return words("dvergar.core", speak.lang)("seat.name", n=value + 1)
    return speak(f"option.{option.name}.{value}")
