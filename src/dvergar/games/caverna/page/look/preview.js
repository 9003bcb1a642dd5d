// Places on the home board: first one sees, then one lays. A finger's first tap on a place and the first
// press of its letter show the ghost and say how it is laid; the same again lays it. R turns the tile.
// Without this module a tap lays at once, and every place is a button beside the question all the same.

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, dialog, [contenteditable]";
let touched = false;

document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
}, true);

document.addEventListener("click", (event) => {
  if (event.target.closest?.(".turn")) return void turn();
  const place = event.target.closest?.(".spot, .place");
  if (!place) {
    if (!event.target.closest?.(".tools, .lay-line, .tool")) show("");
    return;
  }
  if (!touched || place.classList.contains("shown")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  show(place.dataset.letter, "tap");
}, true);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.target.closest?.(TYPING)) return;
  if (document.documentElement.dataset.keys === "off") return;
  const key = event.key.toUpperCase();
  const place = [...document.querySelectorAll(`.place[data-letter="${CSS.escape(key)}"]`)].find(isSeen);
  if (key === "ESCAPE") show("");
  if (key !== "R" && !place) return;
  if (key === "R" && !turn()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!place) return;
  if (place.classList.contains("shown")) return place.click();
  place.focus({ preventScroll: true });
  show(key, "press");
}, true);

for (const [kind, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(kind, (event) => {
    const place = event.target.closest?.(".place");
    if (place) document.querySelector(`.spot[for="${place.id}"]`)?.classList.toggle("pointed", on);
  });
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.(".tool")) say();
});

function isSeen(element) {
  return element.getClientRects().length > 0;
}

// Shows a place, whichever way round the tile lies; an empty letter shows none.
function show(letter, how = "") {
  for (const one of document.querySelectorAll(".spot, .place")) {
    one.classList.toggle("shown", one.dataset.letter === letter);
  }
  const line = document.querySelector("#lay-line");
  if (line) line.dataset.how = how;
  say();
}

// Says what would be laid and how.
function say() {
  const line = document.querySelector("#lay-line");
  const place = [...document.querySelectorAll(".place.shown")].find(isSeen);
  if (!line) return;
  line.classList.toggle("speaks", Boolean(place));
  const how = line.dataset[line.dataset.how] ?? "";
  const name = place?.getAttribute("aria-label") ?? "";
  line.querySelector("p").textContent = place ? `${name}. ${how.replace("#", place.dataset.letter)}` : "";
}

// Takes up the next thing that can be laid: a tile the other way round, or another one.
function turn() {
  const tools = [...document.querySelectorAll(".tools .tool")];
  if (tools.length < 2) return false;
  const next = tools[(tools.findIndex((one) => one.checked) + 1) % tools.length];
  next.checked = true;
  next.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
