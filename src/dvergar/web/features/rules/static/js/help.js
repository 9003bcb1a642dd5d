// Help mode: a click, a tap or Enter on anything that carries data-help explains it, and nothing acts. The words
// come from the server's rule book; without this module the link that turns it on leads to the same words as a page.

const page = document.documentElement;
const link = document.querySelector("#help-link");
const dialog = document.querySelector("#help-dialog");
const banner = document.querySelector("#help-banner");
const status = document.querySelector("#help-status");
const { game, table } = link.dataset;
const PLACES = "#table, #rounds";
const FOCUSABLE = "a[href], button, input, select, summary, textarea, [contenteditable]";
const NEAR = 6;
const AGAIN = 2000;
const LISTS = "li, ol, ul";
const GIVEN = ["tabindex", "role", "aria-label"];

let names = null;
let asking = false;
let opener = null;

const isOn = () => page.classList.contains("helping");
const address = (anchor) => `${page.dataset.base ?? ""}/help/${game}/${encodeURIComponent(anchor)}?lang=${page.lang}`;

link.setAttribute("role", "button");
link.setAttribute("aria-pressed", "false");

// What explains a thing: its own anchor, or that of the drawing it shows.
function anchorOf(thing) {
  if (thing.dataset?.help || !thing.matches("use[href^='#']")) return thing.dataset?.help;
  return document.getElementById(thing.getAttribute("href").slice(1))?.dataset.help;
}

function thingAround(one) {
  const drawn = one.closest?.("use");
  return one.closest?.("[data-help]") ?? (drawn && anchorOf(drawn) ? drawn : null);
}

const thingsIn = (place) => [...place.querySelectorAll("[data-help], use[href^='#']")].filter(anchorOf);

function tell(words) { status.textContent = words; }

function turn(on) {
  page.classList.toggle("helping", on);
  link.setAttribute("aria-pressed", String(on));
  banner.hidden = !on;
  tell(on ? status.dataset.words : "");
  if (on) offer(); else unreachable();
}

// Names are those of the rule book, and asked for until they have come. A table that is put in meanwhile waits for
// them too: nobody is to hear a key in the place of a name.
async function offer() {
  if (!names && asking) return;
  asking = true;
  names ??= await fetch(address("names")).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (!names) await new Promise((done) => { setTimeout(done, AGAIN); });
  asking = false;
  if (!isOn()) return;
  if (names) reachable(); else offer();
}

// While help is on, Tab reaches all that explains itself and is no button anyway.

function reachable() {
  for (const thing of [...document.querySelectorAll(PLACES)].flatMap(thingsIn)) {
    if (thing.closest(`${FOCUSABLE}, label, td, [aria-hidden=true]`) || thing.querySelector(FOCUSABLE)) continue;
    if (thing.parentElement.closest("[data-given][role=button]") || thing.hasAttribute("data-given")) continue;
    const named = thing.hasAttribute("aria-label") || (thing instanceof HTMLElement && heard(thing));
    const name = names[anchorOf(thing)];
    if (!named && !name) continue;
    const label = named ? {} : { "aria-label": name };
    give(thing, { tabindex: "0", ...label, ...(thing.matches(LISTS) ? {} : { role: "button" }) });
  }
  for (const drawing of document.querySelectorAll("#table [role=img]")) {
    if (drawing.querySelector("[data-given]")) give(drawing, { role: "group" });
  }
}

// What a screen reader finds to say in a thing.
function heard(thing) {
  const copy = thing.cloneNode(true);
  copy.querySelectorAll("[aria-hidden=true]").forEach((one) => one.remove());
  return copy.textContent.trim();
}

function give(thing, attributes) {
  thing.dataset.given = JSON.stringify(GIVEN.map((name) => thing.getAttribute(name)));
  for (const [name, value] of Object.entries(attributes)) thing.setAttribute(name, value);
}

function unreachable() {
  for (const thing of document.querySelectorAll("[data-given]")) {
    const before = JSON.parse(thing.dataset.given);
    GIVEN.forEach((name, n) => {
      if (before[n] === null) thing.removeAttribute(name); else thing.setAttribute(name, before[n]);
    });
    delete thing.dataset.given;
  }
}

// What was pressed, or what lies under it: a place to build covers the ground that explains itself. A drawing has
// gaps, such as those between trees: there it is the thing around the point.
function thingAt({ target, clientX: x, clientY: y }) {
  const thing = thingAround(target);
  if (thing || (!x && !y)) return thing;
  const below = document.elementsFromPoint(x, y);
  return below.map(thingAround).find((one) => one?.closest(PLACES)) ?? drawnAt(below, x, y);
}

function drawnAt(below, x, y) {
  const drawing = below.find((one) => one.matches("svg"));
  return drawing && thingsIn(drawing).find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left - NEAR <= x && x <= right + NEAR && top - NEAR <= y && y <= bottom + NEAR;
  });
}

async function explain(thing) {
  const anchor = anchorOf(thing);
  let answer, words;
  try {
    answer = await fetch(address(anchor), { headers: { "HX-Request": "true" } });
    words = await answer.text();
  } catch {
    tell(status.dataset.lost);
    return;
  }
  if (!answer.ok) {
    banner.hidden = false;
    tell(words);
    return;
  }
  show(thing, anchor, words);
}

function show(thing, anchor, words) {
  const place = document.querySelector("#help-words");
  place.innerHTML = words;
  for (const rule of place.querySelectorAll("a")) rule.search = `?table=${table}`;
  const why = thing.querySelector("[data-why]");
  const now = document.querySelector("#help-now");
  now.hidden = !why;
  now.querySelector("span").textContent = why?.textContent.trim() ?? "";
  opener = { anchor, focused: document.activeElement };
  if (!dialog.open) dialog.showModal();
  place.querySelector("#help-title")?.focus();
  dialog.scrollTop = 0;
}

dialog.addEventListener("close", () => {
  const { focused, anchor } = opener ?? {};
  if (focused && focused !== document.body && !focused.isConnected) {
    document.querySelector(`[data-help="${CSS.escape(anchor)}"]`)?.focus({ preventScroll: true });
  }
  opener = null;
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("#help-close")) dialog.close();
});

// On the window and on the way down: before anything on the page hears of it.
window.addEventListener("click", (event) => {
  const target = event.target;
  if (target.closest?.("#help-link, #help-leave")) {
    event.preventDefault();
    turn(!isOn());
  } else if (target.closest?.("a[data-about]") && !isOn()) {
    event.preventDefault();
    explain(thingAround(target));
  } else if (isOn() && target.closest?.(PLACES)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const thing = thingAt(event);
    if (thing) explain(thing); else tell(status.dataset.nothing);
  }
}, true);

window.addEventListener("submit", (event) => {
  if (!isOn() || !event.target.closest(PLACES)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

window.addEventListener("keydown", (event) => {
  if (dialog.open) event.stopImmediatePropagation(); // keys of the table are for the table
  if (!isOn() || dialog.open) return;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopImmediatePropagation();
    turn(false);
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-given]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    explain(event.target);
  }
}, true);

document.addEventListener("htmx:after:swap", () => { if (isOn()) offer(); });
