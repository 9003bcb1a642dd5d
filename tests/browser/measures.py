"""Where things lie on a page, in pixels of the screen: what tests of the layout measure with."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

BOXES = """(where) => [...document.querySelectorAll(where)]
  .filter((one) => one.checkVisibility())
  .map((one) => { const box = one.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom]; })"""
ALL_BOXES = f"(all) => all.map({BOXES})"
# What an element holds that sticks out of it, or lies over what stands beside it in the same card.
STICKS_OUT = """([where, parts]) => [...document.querySelectorAll(where)]
  .filter((one) => one.checkVisibility())
  .flatMap((one) => {
    const card = one.getBoundingClientRect();
    const inside = [...one.querySelectorAll(parts)].filter((part) => part.checkVisibility()
      && part.getBoundingClientRect().width > 1).map((part) => part.getBoundingClientRect());
    return inside.filter((box) => box.left < card.left - 1 || box.right > card.right + 1
      || box.top < card.top - 1 || box.bottom > card.bottom + 1)
      .map((box) => `${one.id}: ${Math.round(box.right - card.right)}, `
        + `${Math.round(box.bottom - card.bottom)}`);
  })"""

# A rule of our own tells when the style sheets know of another size: scripts know it earlier. It is
# for what is never laid out and has no children to speak of, so that nothing else is styled again.
RESIZED = """([width, height]) => new Promise((done) => {
  if (!self.measuring) {
    self.measuring = new CSSStyleSheet();
    measuring.replaceSync("head { width: 100vw; height: 100vh; }");
    document.adoptedStyleSheets.push(measuring);
  }
  const known = getComputedStyle(document.head);
  const there = () => known.width === `${width}px` && known.height === `${height}px`;
  const look = () => (there() ? setTimeout(done) : setTimeout(look, 5));
  look();
})"""


class Box(NamedTuple):
    """A rectangle on the screen."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[int, int]:
        return round(self.right - self.left), round(self.bottom - self.top)

    def meets(self, other: Box, slack: float = 1) -> bool:
        """Whether the two lie over each other by more than a little."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > slack and down > slack


def boxes(page: Page, where: str) -> list[Box]:
    """The boxes of all visible elements that are as asked for."""
    found: list[Any] = page.evaluate(BOXES, where)
    return [Box(*one) for one in found]


def box(page: Page, where: str) -> Box:
    """The box of the first of them."""
    found = boxes(page, where)
    assert found, f"{where} is not to be seen"
    return found[0]


def resize(page: Page, width: int, height: int) -> None:
    """Another screen, once the page has taken it in."""
    if page.viewport_size == {"width": width, "height": height}:
        return
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, [width, height])


def assert_in_view(page: Page, *where: str) -> None:
    """Each of these is seen whole without scrolling."""
    size = page.viewport_size
    assert size is not None
    for one, seen in zip(where, page.evaluate(ALL_BOXES, list(where)), strict=True):
        assert seen, f"{one} is not to be seen"
        found = Box(*seen[0])
        told = f"{one} lies at {found} on {size}"
        assert found.top >= -1, told
        assert found.left >= -1, told
        assert found.bottom <= size["height"] + 1, told
        assert found.right <= size["width"] + 1, told


def sticks_out(page: Page, where: str, parts: str) -> list[str]:
    """The elements that hold something which does not fit into them."""
    found: list[str] = page.evaluate(STICKS_OUT, [where, parts])
    return found
