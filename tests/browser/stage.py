"""What browser tests are set up with: positions found by play, and guests who look and act.

A position that a test needs is searched with the engine, in seeded games, and then played on the
server, so a test begins where it has something to see.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Frame,
    Locator,
    Page,
    Route,
    WebError,
)

import dvergar
from dvergar.web.kernel.security.tokens import COOKIE, digest, new_token
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, Seat, Table
from tests.web.serving import Served

GAME = "my_gold_mine"
START = f"/?game={GAME}"
NAMES = ("Anna", "Balin", "Dora", "Fundin", "Gisela", "Hugin", "Idun")
LOCKED_S = 20_000
"""Milliseconds; the machine may be busy with the other tests."""

VERSION = "#move input[name=at]"
MOVES = "#table button[name=move]"
SEEN = "(where) => ['#scores', where].map((one) => Boolean(document.querySelector(one)))"
"""Whether the game is over, and whether there is something to answer."""
CHANGED = "([where, before]) => document.querySelector(where)?.value !== before"
ANSWER = """(button, [where, patience]) => new Promise((done, fail) => {
  const before = document.querySelector(where).value;
  const end = Date.now() + patience;
  const look = () => {
    if (document.querySelector(where)?.value !== before) done();
    else if (Date.now() > end) fail(new Error("nothing came of it"));
    else setTimeout(look, 10);
  };
  button.click();
  look();
})"""
"""Presses a button and waits for another version, in one message to the browser."""

NO_SHARING = "delete self.SharedWorker"
"""Lets a page have a stream of its own, which a test can hold back."""

LONG_LANGUAGES = ("fr", "de")
"""The longest words; what fits in these fits in English."""

UNPAINTED = """{
  globalThis.unpainted = new CSSStyleSheet();
  unpainted.replaceSync(":root { opacity: 0 !important; }");
  document.adoptedStyleSheets.push(unpainted);
}"""
"""Spares Chromium the drawing, a third of its work; what lies where and what a click hits stay."""

KEPT = 8
"""So many browsers wait for another guest; each is a process."""

Wanted = Callable[[Any], bool]


class Windows:
    """The browsers of all tests: one that was left and emptied is given to the next guest.

    A page that stays open in each keeps its process alive, for starting one takes longer than most
    pages do.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[str, BrowserContext, Page]] = []
        self._taken: dict[BrowserContext, tuple[str, Page]] = {}

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """A browser with nothing in it."""
        kind = repr(sorted(options.items()))
        free = next((one for one in self._free if one[0] == kind), None)
        if free:
            self._free.remove(free)
            _, context, keeper = free
        else:
            context = self._browser.new_context(**options)
            context.set_default_timeout(LOCKED_S)
            context.add_init_script(UNPAINTED)
            keeper = context.new_page()
            keeper.goto("/static/look.css")
        self._taken[context] = kind, keeper
        return context

    def give_back(self, context: BrowserContext, spoilt: bool) -> None:
        """Closes all pages but one and forgets what they kept; what is spoilt is closed."""
        kind, keeper = self._taken.pop(context)
        if spoilt:
            context.close()
            return
        for page in context.pages:
            if page is not keeper:
                page.close()
        context.clear_cookies()
        context.set_offline(False)
        keeper.evaluate("localStorage.clear()")
        self._free.append((kind, context, keeper))
        if len(self._free) > KEPT:
            self._free.pop(0)[1].close()

    def close(self) -> None:
        for _, context, _ in self._free:
            context.close()


class Guests:
    """Everybody who opens a browser in one test; complains of what the pages complained of.

    Their pages are laid out but not drawn, until `paint` asks for it.
    """

    def __init__(self, windows: Windows, url: str) -> None:
        self._windows = windows
        self._url = url
        self._contexts: dict[BrowserContext, bool] = {}
        self.troubles: list[str] = []

    def arrive(
        self, token: str = "", confirm: str = "never", spoils: bool = False, **options: Any
    ) -> Page:
        """A browser of its own with one page; a token lets it hold the seats of that token.

        Moves do not wait to be confirmed unless `confirm` says so; empty leaves it to the game.
        Whoever `spoils` a browser with what cannot be undone, as another clock, has it to himself.
        """
        options = {
            "base_url": self._url,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 900},
            **options,
        }
        context = self._windows.take(options)
        context.on("weberror", self._note)
        context.on("console", self._listen)
        self._contexts[context] = spoils
        if confirm:
            context.add_cookies([{"name": "confirm", "value": confirm, "url": self._url}])
        page = context.new_page()
        if token:
            self.change_seat(page, token)
        return page

    def change_seat(self, page: Page, token: str) -> None:
        """From now on the browser holds the seats of another token; what it has loaded it keeps."""
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": self._url}])

    def _note(self, error: WebError) -> None:
        self.troubles.append(str(error.error))

    def _listen(self, message: ConsoleMessage) -> None:
        # Chromium reports every refused request by itself; tests ask for some of them.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.troubles.append(message.text)

    def leave(self) -> None:
        for context, spoilt in self._contexts.items():
            context.remove_listener("weberror", self._note)
            context.remove_listener("console", self._listen)
            self._windows.give_back(context, spoilt)
        assert not self.troubles, self.troubles


@dataclass(frozen=True, slots=True)
class Scene:
    """A table in a position that was asked for; each seat is held by a token of its own."""

    id: str
    tokens: list[str]
    acting: int
    moves: int

    @property
    def path(self) -> str:
        return f"/table/{self.id}"

    @property
    def mine(self) -> str:
        """The token of the seat whose turn it is."""
        return self.tokens[self.acting]

    @property
    def other(self) -> str:
        """The token of the seat after it."""
        return self.tokens[(self.acting + 1) % len(self.tokens)]


def set_up(
    server: Served,
    players: int,
    wanted: Wanted,
    names: Sequence[str] = NAMES,
    one_screen: bool = False,
    slug: str = GAME,
    **options: Any,
) -> Scene:
    """A table at the first position of seeded random games that is as `wanted`."""
    seed, moves, acting = find(players, wanted, slug, **options)
    tokens = [new_token()] * players if one_screen else [new_token() for _ in range(players)]
    table = seat_all(server, slug, names, tokens, seed, **options)
    for move in moves:
        table = server.run(server.inside.tables.play(table, move))
    return Scene(table.id, tokens, acting, len(moves))


def set_before(server: Served, state: Any, names: Sequence[str] = NAMES, token: str = "") -> Scene:
    """A table at a position prepared with `game.position`; a token holds the seat asked."""
    game = state.game
    options = {name: value for name, value in game.options.items() if name != "players"}
    tokens = [new_token() for _ in range(game.players)]
    tokens[state.seat] = token or tokens[state.seat]
    table = seat_all(server, game.slug, names, tokens, 1, **options)
    table.state = state
    table._checkpoints = {0: state.copy()}  # what was dealt is as if it had never been
    return Scene(table.id, tokens, state.seat, 0)


def seat_all(
    server: Served,
    slug: str,
    names: Sequence[str],
    tokens: Sequence[str],
    seed: int,
    **options: Any,
) -> Table:
    """A new table with everybody seated."""
    seats = [Seat(OPEN, "") for _ in tokens]
    tables = server.inside.tables
    plan = Plan(slug, options, seats, "Friday under the hill")
    table = server.run(tables.open(plan, digest(tokens[0]), seed))
    for seat, token in enumerate(tokens):
        table = server.run(tables.sit(table, seat, names[seat], digest(token)))
    return server.run(tables.get(table.id))


def find(
    players: int, wanted: Wanted, slug: str = GAME, **options: Any
) -> tuple[int, list[str], int]:
    """Seed, moves and acting seat of a position that is as `wanted`."""
    game = dvergar.game(slug, players=players, **options)
    for seed in range(1, 2000):
        chance = random.Random(seed)
        state = game.start(seed)
        moves: list[str] = []
        while not wanted(state) and not state.over:
            move = chance.choice(state.moves())
            moves.append(game.name(move))
            state.play(move)
        if wanted(state):
            return seed, moves, state.seat
    raise AssertionError("no such position")


# Positions that many tests want to see.


def at_start(_: Any) -> bool:
    return True


def with_exit_choice(state: Any) -> bool:
    return len(state.moves()) > 1 and state.card >= 0


def in_the_middle(state: Any) -> bool:
    """Somebody is out, somebody is burnt, and the rest go on."""
    return state.round == 2 and 0 in state.places and -1 in state.places and state.card < 0


def near_the_end(state: Any) -> bool:
    """The last round, and two dwarfs at most are still in the mine."""
    inside = [place for place in state.places if place > 0]
    return state.round == 3 and len(inside) <= 2 and state.card < 0 and not state.over


def at_the_end(state: Any) -> bool:
    return bool(state.over)


# What a guest does.


def paint(page: Page | Frame, really: bool = True) -> None:
    """Has a page drawn, as it must be for a picture or where colours are looked at."""
    page.evaluate("(really) => { if (self.unpainted) unpainted.disabled = really; }", really)


def version(page: Page | Frame) -> str:
    """The version of the table that a page shows."""
    return page.locator(VERSION).input_value()


def act(page: Page, wish: str = "draw exit", by_mouse: bool = True) -> None:
    """Answers the question of the table by a button, and waits for what comes of it."""
    button = page.locator(f'{MOVES}[value="{wish}"]')
    press((button if button.count() else page.locator(MOVES)).first, by_mouse)


def press(button: Locator, by_mouse: bool) -> None:
    """Presses the button of a move and waits for what comes of it.

    The mouse waits until the page stands still, which long games cannot.
    """
    if by_mouse:
        before = version(button.page)
        button.click()
        wait_for_change(button.page, before)
    else:
        button.evaluate(ANSWER, [VERSION, LOCKED_S])


def wait_for_question(page: Page | Frame) -> None:
    """Waits until there is something to answer, or the game is over."""
    page.locator(f"{MOVES}, #scores").first.wait_for()


def wait_for_change(page: Page | Frame, before: str) -> None:
    """Waits until the table is of another version."""
    page.wait_for_function(CHANGED, arg=[VERSION, before], polling=30)


def hold_back(page: Page, where: str) -> list[Route]:
    """The requests for an address from now on; they are answered when a test does so."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(where, keep)
    return held


def play(pages: Sequence[Page], moves: int = 1000) -> int:
    """Whoever is asked answers, as often as told or to the end; gives back how often."""
    played = 0
    last_move = time.monotonic()
    while played < moves:
        seen = [page.evaluate(SEEN, MOVES) for page in pages]
        if all(over for over, _ in seen):
            break
        asked = next((page for page, (_, mine) in zip(pages, seen, strict=True) if mine), None)
        if asked is None:
            assert time.monotonic() - last_move < LOCKED_S / 1000, "the game does not go on"
            pages[0].wait_for_timeout(20)
            continue
        act(asked, "dig" if played < 3 else "draw exit", by_mouse=played % 8 == 0)
        played += 1
        last_move = time.monotonic()
    return played


def open_table(page: Page, start: str = START, **fields: str) -> None:
    """Fills in the form of the start page and opens the table; `kind_1="link"` and the like."""
    page.goto(start)
    for field, value in fields.items():
        name = field.replace("_", "-") if field[-1].isdigit() else field
        if field.startswith("kind"):
            row = page.locator(".seat-row").nth(int(field[-1]))
            if row.is_hidden():
                page.locator("#add-seat").click()
            row.locator(f".kind-{value}").click()
        else:
            page.locator(f"#new [name='{name}']").fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
