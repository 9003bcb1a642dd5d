"""No words are cut: in the top bar, in buttons, in the question and beside the log, at any size."""

from __future__ import annotations

import pytest

from dvergar.core.registry import info
from tests.browser import caves
from tests.browser.caverna.scenes import middle_of
from tests.browser.measures import resize
from tests.browser.stage import LONG_LANGUAGES, Guests, Scene, in_the_middle, set_before, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Wilhelmina-Margarethe", "Sindri", "Dora")
SCREENS = ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
WHERE = ".topbar, #table .button, #prompt .question, #undo, .log-head"
"""The frame of a page; what lies on the table has tests of its own."""
CUT = """(where) => {
  const found = new Set();
  const named = (one) => one.id ? `#${one.id}` : `${one.localName}.${one.className}`;
  const clips = (value) => !["visible", "auto", "scroll"].includes(value);
  function look(text) {
    const parent = text.parentElement;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest("svg")) return;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      let hidden = false;
      for (let one = parent; one !== document.body; one = one.parentElement) {
        const [style, box] = [getComputedStyle(one), one.getBoundingClientRect()];
        if (style.overflowY === "auto") break;
        if (box.width < 3 || box.height < 3) { hidden = true; break; }
        const slack = (line.bottom - line.top) / 5; // a line is higher than its letters
        const out = line.top > box.bottom - slack || line.bottom < box.top + slack;
        if (out && clips(style.overflowY)) { hidden = true; break; } // not to be seen at all
        const wide = clips(style.overflowX)
          && (line.right > box.right + 1 || line.left < box.left - 1);
        const high = clips(style.overflowY)
          && (line.bottom > box.bottom + slack || line.top < box.top - slack);
        const tall = one.matches(".topbar")
          && (line.bottom > box.bottom + slack || line.top < box.top - slack);
        if (wide || high || tall) found.add(`${text.data.trim()}: cut by ${named(one)}`);
      }
      const off = line.left < -1 || line.right > innerWidth + 1;
      if (off && !hidden) found.add(`${text.data.trim()}: off the page`);
    }
  }
  for (const place of document.querySelectorAll(where)) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.trim()) look(walker.currentNode);
    const full = place.matches(".button") && place.clientWidth;
    if (full && place.scrollWidth > place.clientWidth + 1) found.add(`${place.innerText}: no room`);
  }
  return [...found];
}"""
LONGEST = """([now, next]) => {
  const line = document.querySelector(".harvest-words");
  line.querySelector("strong").textContent = now;
  const small = line.querySelector("small") ?? document.createElement("small");
  small.textContent = next;
  line.append(small);
}"""


def scenes(server: Served) -> dict[str, Scene]:
    return {
        "my_gold_mine": set_up(server, 4, in_the_middle, NAMES),
        "cave_vs_cave": caves.set_up(server, 2, caves.asks("tile"), NAMES),
        "alone": caves.set_up(server, 1, caves.asks("tile"), NAMES),
        "caverna": set_before(server, middle_of(3), NAMES),
    }


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_nothing_in_the_frame_is_cut(guests: Guests, server: Served, lang: str) -> None:
    page = guests.arrive(locale=lang)
    cut: dict[str, list[str]] = {}
    for name, scene in scenes(server).items():
        guests.change_seat(page, scene.mine)
        page.goto(scene.path)
        for screen in SCREENS:
            resize(page, *screen)
            if name == "caverna":
                page.evaluate(LONGEST, longest_harvest(lang))
            if found := page.evaluate(CUT, WHERE):
                cut[f"{name} {screen[0]}"] = found
            page.evaluate("document.dispatchEvent(new CustomEvent('dvergar:letters'))")
            if found := page.evaluate(CUT, "#letters"):
                cut[f"{name} {screen[0]} letters"] = found
    assert cut == {}


def longest_harvest(lang: str) -> list[str]:
    """The most that the top bar of Caverna says about harvests."""
    speak = info("caverna").words(lang)
    harvest = max((speak(f"harvest.{one}") for one in ("pay_one", "skip_one")), key=len)
    return [speak(f"table.{one}", harvest=harvest) for one in ("round_harvest", "event_next")]
