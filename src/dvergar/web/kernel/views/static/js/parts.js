// Parts of the table at which one looks now and then are not in live messages (see _part.html). One that is in
// view and shows an older version than the table is fetched, and so is one that has nothing yet.

const asked = new WeakMap();

function lookAfter(part) {
  const wanted = part.dataset.at;
  const shown = part.firstElementChild?.dataset.at;
  if (Number(shown ?? -1) >= Number(wanted) || asked.get(part) === wanted) return;
  if (shown && !part.parentElement.checkVisibility()) return;
  asked.set(part, wanted);
  part.dispatchEvent(new Event("outdated"));
}

function look() {
  for (const part of document.querySelectorAll(".part[hx-get]")) lookAfter(part);
}

// After the frame that shows the change: whether a part is in view is not to be reckoned twice.
document.addEventListener("htmx:after:swap", () => requestAnimationFrame(() => setTimeout(look)));
addEventListener("hashchange", look);
addEventListener("resize", look);

// What did not get through is asked for once more when there is a reason to look again.
for (const kind of ["htmx:error", "htmx:response:error"]) {
  document.addEventListener(kind, ({ detail: { ctx } }) => asked.delete(ctx?.sourceElement));
}
