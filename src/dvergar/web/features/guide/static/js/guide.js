// Brings what the guide points at into view, between the question above and the guide's sheet below. Of itself it
// only scrolls; the focus goes there when the learner asks for it by “Show me”.

const GAP = 14;
const ARROW = 56;
const NARROWEST = 400; // a sheet beside what it points at
const AROUND = 70; // of what lies below it, where there is room
const OFF = 2;
const TRIES = 5;
let shown = "";

const guide = () => document.querySelector("#guide");
const seen = (element) => element.getClientRects().length > 0;
const onceDrawn = (act) => requestAnimationFrame(() => requestAnimationFrame(() => act()));

// A move may have a button and a place on the table: the place comes last, and is the better one to point at.
const target = () => meant().findLast((one) => seen(uncover(one))) ?? null;
const meant = () => [...document.querySelectorAll(guide()?.dataset.points || "#none")];

// What is hidden lies in a part of the page that a link brings to light.
function uncover(element) {
  for (let part = element; part && !seen(element); part = part.parentElement) {
    if (part.id) document.querySelector(`a[href="#${CSS.escape(part.id)}"]:not(#guide-show)`)?.click();
  }
  return element;
}

function room(element) {
  const prompt = document.querySelector("#prompt");
  const above = prompt && !prompt.contains(element) ? prompt.getBoundingClientRect() : null;
  const sticks = above && getComputedStyle(prompt).position === "sticky" && parseFloat(getComputedStyle(prompt).top) >= 0;
  return [(sticks ? above.height : 0) + GAP, guide().getBoundingClientRect().top - GAP];
}

function bring(element) {
  if (!element.isConnected || !guide()) return;
  makeRoom(element);
  const [top, bottom] = room(element);
  const box = element.getBoundingClientRect();
  const above = box.top - top - ARROW;
  const below = box.bottom + AROUND - bottom;
  if (above < 0 || below > 0) scrollBy({ top: above < 0 ? above : Math.min(above, below), behavior: "instant" });
  stepAside(element);
  const arrow = document.querySelector("#guide-arrow"); // a live message may have brought a step that points at nothing
  arrow?.classList.toggle("below", element.getBoundingClientRect().top < ARROW);
}

// Where what is pointed at is too high for the room between question and sheet, and too wide for a sheet at its side,
// the question scrolls away meanwhile, and the game may draw lower. What is higher than the screen gains nothing by it.
function makeRoom(element) {
  const { classList } = document.documentElement;
  classList.remove("guide-tall");
  const [top, bottom] = room(element);
  const { height, left, right } = element.getBoundingClientRect();
  const high = height + ARROW > bottom - top && height < innerHeight;
  classList.toggle("guide-tall", high && Math.max(left, innerWidth - right) < NARROWEST);
}

// What is too high for the room above the sheet is seen whole where the sheet can lie at its side. That is said of
// the page, for a live message takes from the sheet whatever the server did not write there.
function stepAside(element) {
  const { style } = document.documentElement;
  lie("0px", "0px");
  const [box, sheet] = [element.getBoundingClientRect(), guide().getBoundingClientRect()];
  if (box.bottom <= sheet.top || box.right <= sheet.left || box.left >= sheet.right) return;
  const right = innerWidth - box.right;
  if (Math.max(right, box.left) < NARROWEST) return;
  if (right >= box.left) lie(`${box.right + GAP}px`, "0px");
  else lie("0px", `${right + box.width + GAP}px`);

  function lie(left, end) {
    style.setProperty("--guide-left", left);
    style.setProperty("--guide-right", end);
  }
}

// The style sheet lays the ring. Where the browser scrolled by itself at the same time, Chromium may take that twice and
// leave the ring elsewhere for good; put in anew, it is laid out anew.
function encircle(tries = TRIES) {
  const [ring, element] = [document.querySelector("#guide-ring"), meant().findLast(seen)];
  if (!tries || !ring || !element || !seen(ring) || lies(ring, element)) return;
  for (const mark of document.querySelectorAll("#guide-ring, #guide-arrow")) mark.replaceWith(mark);
  onceDrawn(() => encircle(tries - 1));
}

function lies(ring, element) {
  const [one, other] = [ring.getBoundingClientRect(), element.getBoundingClientRect()];
  const off = [one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom];
  return off.every((twice) => Math.abs(twice) <= 2 * OFF);
}

function look(again = false) {
  const sheet = guide();
  history.scrollRestoration = sheet?.dataset.points ? "manual" : "auto"; // not where the page was, but where it points
  if (!sheet?.dataset.points || sheet.dataset.step !== shown) document.documentElement.classList.remove("guide-tall");
  if (!sheet) return;
  letter();
  document.documentElement.style.setProperty("--guide-height", `${sheet.offsetHeight}px`);
  if (!again && sheet.dataset.step === shown) return;
  shown = sheet.dataset.step;
  const element = target();
  if (!element) return;
  bring(element);
  requestAnimationFrame(() => {
    bring(element); // a part that came to light may have scrolled there by itself
    onceDrawn(encircle);
  });
}

// Where letters stand on the table, the one that is meant is said.
function letter() {
  const key = document.querySelector("#guide-key");
  const label = meant().find((one) => one.dataset.letter);
  if (!key) return;
  key.hidden = !label;
  key.textContent = label?.dataset.letter ?? "";
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#guide-show")) return;
  event.preventDefault();
  look(true);
  const place = target();
  const element = place?.control ?? place;
  if (!element) return;
  if (!element.matches("a, button, input, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
});

document.addEventListener("htmx:after:swap", () => requestAnimationFrame(() => look()));
addEventListener("resize", () => look(true));
addEventListener("scrollend", () => onceDrawn(encircle), true);
addEventListener("load", () => requestAnimationFrame(() => look(true))); // the browser's own scrolling is over then
document.fonts.ready.then(() => look(true)); // letters of another size move what lies below them
look();
