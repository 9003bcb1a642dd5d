"""Questions of whole random games, and whether every answer to one can be seen and pressed.

The engine plays the games, which is cheap; of each kind of question the position with the most
answers is laid before the browser.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import Page

import dvergar
from tests.browser.measures import resize

SCREENS = ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
FREE_MOVES = 0.03
"""How often a random player makes a free move: goods should pile up, for goods open answers."""

FAULTS = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); // for question.js
  const root = document.documentElement;
  const form = document.querySelector("#move");
  const buttons = [...form.elements].filter((one) => one.name === "move");
  const faults = new Set();
  const answered = new Set();
  const left = () => buttons.filter((one) => !answered.has(one));
  const tell = (button, what) => faults.add(`${button.value}: ${what}`);
  const named = (one) => one.id ? `#${one.id}` : `${one.localName}.${one.classList[0] ?? ""}`;
  const styles = new Map();
  const styleOf = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);

  // What would hide a part of it, among all that it lies in.
  function hidden(part) {
    const box = part.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return "has no size";
    if (box.left < -1 || box.right > root.clientWidth + 1) return "sticks out of the page";
    const panel = part.closest("#prompt")?.getBoundingClientRect();
    if (panel && part.scrollWidth > part.clientWidth + 1) return "has no room for its words";
    const laid = panel && styleOf(part).position !== "fixed";
    if (laid && (box.top < panel.top || box.bottom > panel.bottom)) {
      return "sticks out of the question";
    }
    for (let one = part; one && one !== document.body; one = one.parentElement) {
      const style = styleOf(one);
      if (style.clipPath !== "none" || style.maskImage !== "none") {
        return `is faded by ${named(one)}`;
      }
      if (one === part || style.display === "contents") continue;
      for (const [way, low, high, whole, seen] of [
        ["overflowX", "left", "right", one.scrollWidth, one.clientWidth],
        ["overflowY", "top", "bottom", one.scrollHeight, one.clientHeight],
      ]) {
        if (style[way] === "visible") continue;
        const around = one.getBoundingClientRect();
        const cut = box[low] < around[low] - 1 || box[high] > around[high] + 1;
        if (cut) return `is cut by ${named(one)}`;
        const scrolls = ["auto", "scroll"].includes(style[way]) && whole > seen + 1;
        if (scrolls) return `is in ${named(one)}, which scrolls by itself`;
      }
    }
    return "";
  }

  // What lies over its centre, now or once the page is scrolled to it.
  function covered(part) {
    const found = () => {
      const box = part.getBoundingClientRect();
      return document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    };
    if (part.contains(found())) return "";
    part.scrollIntoView({ block: "center", behavior: "instant" });
    const over = found();
    if (!over) return "cannot be scrolled to";
    return part.contains(over) ? "" : `lies under ${named(over)}`;
  }

  // An answer is a button, or the place on a board that is its label.
  function look() {
    styles.clear();
    for (const button of left()) {
      const parts = [button, ...button.labels].filter((part) => part.checkVisibility());
      const reasons = parts.map((part) => {
        const reason = hidden(part);
        if (reason) tell(button, reason);
        return reason || covered(part);
      });
      if (reasons.includes("")) answered.add(button);
      else reasons.forEach((reason) => tell(button, reason));
    }
  }

  // What is in hand, menus and parts of the table bring other answers to light.
  function pressed(control) {
    if (!control.checkVisibility()) return;
    const reason = hidden(control) || covered(control);
    if (reason) faults.add(`${named(control)} ${reason}`);
    control.click();
    look();
  }

  look();
  for (const tool of document.querySelectorAll("#table input.tool + label")) pressed(tool);
  for (const menu of document.querySelectorAll("#table [popover]")) {
    for (const opens of document.querySelectorAll(`[popovertarget="${menu.id}"]`)) {
      if (!menu.contains(opens)) pressed(opens);
    }
    menu.hidePopover();
  }
  for (const part of document.querySelectorAll("#table nav a[href^='#']")) {
    if (left().length) pressed(part);
  }
  left().forEach((one) => tell(one, "is not to be seen"));
  const question = document.querySelector("#question");
  scrollTo({ top: 0, behavior: "instant" });
  const reason = hidden(question) || covered(question);
  if (reason) faults.add(`the question ${reason}`);
  if (root.scrollWidth > root.clientWidth) faults.add("the page scrolls sideways");
  return [buttons.length, [...faults]];
}"""


def faults_at_every_size(page: Page, address: str) -> list[str]:
    """What hides an answer of a table's question, at each size of the window."""
    page.goto(address)
    found = []
    for screen in SCREENS:
        resize(page, *screen)
        page.evaluate("location.hash = ''")
        answers, faults = page.evaluate(FAULTS)
        assert answers, "nothing is asked"
        found += [f"{screen[0]} px: {fault}" for fault in faults]
    return found


def largest_questions(slug: str, players: Iterable[int], games: int) -> dict[str, Any]:
    """Of each kind of question in random games, the position with the most answers.

    The kind is the verb of most answers; the one with the most answers comes first.
    """
    largest: dict[str, tuple[int, Any]] = {}
    for many in players:
        for seed in range(1, games + 1):
            for verb, answers, state in _questions(slug, many, seed):
                if answers > largest.get(verb, (0, None))[0]:
                    largest[verb] = answers, state.copy()
    ranked = sorted(largest, key=lambda verb: -largest[verb][0])
    return {verb: largest[verb][1] for verb in ranked}


def _questions(slug: str, players: int, seed: int) -> Iterator[tuple[str, int, Any]]:
    game = dvergar.game(slug, players=players)
    chance = random.Random(seed)
    state: Any = game.start(seed)
    while not state.over:
        real, every = state.moves(free=False), state.moves()
        verbs = Counter(game.name(move).split()[0] for move in real)
        (verb, _), *_ = verbs.most_common(1)
        yield verb, len(every), state
        state.play(chance.choice(every if chance.random() < FREE_MOVES else real))
