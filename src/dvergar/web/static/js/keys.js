// Keyboard and focus for every page: a key presses the button or link that carries it as data-key.
// After a live update that took the focused element away, the focus goes to what can be answered next.

document.documentElement.classList.add("js");

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.repeat || event.target.matches?.(TYPING)) return;
  if (ARROWS.has(event.key) && event.target.closest?.("[role=group], fieldset, [data-scrolls]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const target = document.querySelector(`[data-key="${CSS.escape(key)}"]:not([aria-disabled=true])`);
  if (!target) return;
  event.preventDefault();
  target.click();
});

let hadFocus = false;

document.addEventListener("htmx:before:swap", () => {
  hadFocus = Boolean(document.activeElement?.closest("#table"));
});

document.addEventListener("htmx:after:swap", () => {
  const question = document.querySelector("#question");
  const focused = document.activeElement;
  const parked = focused === question;
  if (!hadFocus || (focused?.closest("#table") && !parked)) return;
  const next = document.querySelector("#table button[form=move]") ?? question;
  next?.focus({ preventScroll: true });
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard?.writeText(button.dataset.copy);
  button.querySelector("[data-copied]")?.replaceChildren(button.dataset.done);
});
