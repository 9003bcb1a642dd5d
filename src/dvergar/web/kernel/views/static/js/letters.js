// Letters on everything that can be pressed at the table, so that each of them is two keys away: one that asks for
// the letters (see keys.js), and the letter. What has a key of its own keeps that. Nothing gets the focus by it.

const LABELS = "abcdefghijklmnopqrstuvwxyz123456789";
const CHOICES = "button[name=move]:not([data-key], [data-letter]), button[popovertarget^=menu-]";

const EDGE = 12;
const WIDE = 120; // such a thing begins with its name, and has its letter at the other end

const sheet = Object.assign(document.createElement("div"), { id: "letters", popover: "manual" });
const status = document.querySelector("#letters-status");
let signs = new Map();
let typed = "";

sheet.setAttribute("aria-hidden", "true");
document.body.append(sheet);

const isSeen = (button) => button.getClientRects().length > 0 && !button.matches("[aria-disabled=true]");

// One key each as long as there are enough of them, else two.
function labels(count) {
  if (count <= LABELS.length) return [...LABELS];
  return [...LABELS].flatMap((first) => [...LABELS].map((second) => first + second));
}

function show(within) {
  hide();
  const menu = document.querySelector("#table [popover]:popover-open");
  const places = menu ? [menu] : [...document.querySelectorAll(within || "#table")];
  const targets = places.flatMap((place) => [...place.querySelectorAll(CHOICES)]).filter(isSeen);
  if (!targets.length) return;
  const names = labels(targets.length);
  targets.forEach((target, number) => signs.set(names[number], sign(target, names[number])));
  sheet.replaceChildren(...[...signs.values()].map((one) => one.sign));
  sheet.showPopover();
  lay();
  status.textContent = status.dataset.words;
}

function sign(target, label) {
  const found = document.createElement("kbd");
  found.textContent = label.toUpperCase();
  return { target, sign: found };
}

function lay() {
  for (const { target, sign: one } of signs.values()) {
    const box = target.getBoundingClientRect();
    const left = box.width > WIDE ? box.right - EDGE : box.left;
    one.style.left = `${Math.min(innerWidth - 2 * EDGE, Math.max(EDGE, left))}px`;
    one.style.top = `${Math.max(EDGE, box.top)}px`;
  }
}

function hide() {
  if (!signs.size) return;
  signs = new Map();
  typed = "";
  sheet.hidePopover();
  status.textContent = "";
}

document.addEventListener("dvergar:letters", ({ detail }) => requestAnimationFrame(() => show(detail)));

document.addEventListener("keydown", (event) => {
  if (!signs.size || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.key === "Escape") return void stop(event);
  if (event.key.length > 1 || event.key === " ") return;
  typed += event.key.toLowerCase();
  const found = signs.get(typed);
  const begun = [...signs.keys()].some((label) => label.startsWith(typed));
  if (found || !begun) stop(event);
  else event.stopImmediatePropagation();
  found?.target.click();
}, true);

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  hide();
}

document.addEventListener("pointerdown", hide);
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (!ctx.sourceElement?.closest?.("[data-beside-table]")) hide(); // panels beside the table don't change its buttons
});
for (const kind of ["scroll", "resize"]) addEventListener(kind, lay, true);
