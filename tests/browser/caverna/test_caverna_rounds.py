"""The words about harvests in the top bar are read whole, and leave room for everything else."""

from __future__ import annotations

import pytest

from dvergar.core.registry import info
from dvergar.web.kernel.security.tokens import digest, new_token
from dvergar.web.kernel.tables.clocks import Timing
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import PERSON, Seat
from tests.browser.measures import resize
from tests.browser.stage import LONG_LANGUAGES, Guests
from tests.web.serving import Served

pytestmark = pytest.mark.browser

WIDTHS = (1200, 1280, 1366, 1499, 1500, 1700, 1920)
RED = ("none", "pay_one", "skip_one")  # what red markers mean, one after the other
HARVESTS = [
    *((now, event) for now in ("full", "none", "pay_one", "hidden") for event in (*RED, "")),
    ("skip_one", ""),
]
CUT = """(texts) => texts.flatMap(([now, event]) => {
  const words = document.querySelector(".harvest-words");
  words.innerHTML = `<strong>${now}</strong>` + (event && `<small>${event}</small>`);
  const box = words.getBoundingClientRect();
  const bar = words.closest(".table-top").getBoundingClientRect();
  const beside = [...document.querySelectorAll(".table-top .track, .table-top .button")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const faults = [];
  if (beside.some((one) => one.right > bar.right)) faults.push("pushes a button out");
  if (document.querySelector(".crumb").clientWidth < 60) faults.push("hides the name of the game");
  if (words.scrollHeight > words.clientHeight + 1) faults.push("is cut");
  if (box.top < bar.top || box.bottom > bar.bottom) faults.push("is higher than the bar");
  if (beside.some((one) => one.left < box.right && one.right > box.left)) faults.push("is covered");
  return faults.map((fault) => `${now} / ${event} ${fault}`);
})"""


@pytest.mark.parametrize("timing", [Timing(), Timing(move=30, reserve=60)], ids=["calm", "clock"])
@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_words_about_harvests_are_not_cut(
    guests: Guests, server: Served, lang: str, timing: Timing
) -> None:
    token = new_token()
    seats = [Seat(PERSON, f"Dwarf {n}") for n in range(7)]
    plan = Plan("caverna", {"players": 7}, seats, "Friday under the hill", timing=timing)
    table = server.run(server.inside.tables.open(plan, digest(token), 1))
    page = guests.arrive(token, locale=lang)
    page.goto(f"/table/{table.id}")
    speak = info("caverna").words(lang)
    texts = [
        (
            speak("table.round_harvest", harvest=speak(f"harvest.{now}")),
            speak("table.event_next", harvest=speak(f"harvest.{event}")) if event else "",
        )
        for now, event in HARVESTS
    ]
    for width in WIDTHS:
        resize(page, width, 800)
        assert page.evaluate(CUT, texts) == [], width
