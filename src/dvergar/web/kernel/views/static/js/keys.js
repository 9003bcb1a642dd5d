// Keyboard and focus for every page: a key presses the button or link that carries it as data-key, unless single
// keys are switched off. After a live update that took the focused element away, the focus goes to the question and
// never onto a button: whoever presses Space or Enter once more must not spend anything by it.

document.documentElement.classList.add("js");

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const PRESSED = `${TYPING}, a, button, input, label, summary, dialog, [role=button], [data-scrolls]`;
const WALKING = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);

const isOff = () => document.documentElement.dataset.keys === "off";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.repeat || event.target.closest?.(`${TYPING}, dialog`)) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() === "z" && !event.shiftKey) press(event, "#undo-button");
    return;
  }
  if (isOff() || event.key === " ") return;
  if (WALKING.has(event.key) && !walks(event.target)) return;
  if (event.key === "Enter") return void askForLetters(event);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  press(event, `[data-key="${CSS.escape(key)}"]:not([aria-disabled=true])`);
});

// Only a replay is walked through, and nobody who moves about in a list or a group of buttons leaves it by that.
function walks(focused) {
  return document.querySelector("#replay") && !focused.closest?.("[role=group], fieldset, [data-scrolls]");
}

function press(event, selector) {
  const target = document.querySelector(selector);
  if (!target) return;
  event.preventDefault();
  target.click();
  if (target.dataset.letters) showLetters(target.dataset.letters);
}

// Enter belongs to whatever has the focus; where nothing has it that could be pressed, it shows letters.
function askForLetters(event) {
  if (event.target.closest?.(PRESSED) || document.documentElement.classList.contains("helping")) return;
  showLetters("");
}

function showLetters(within) {
  document.dispatchEvent(new CustomEvent("dvergar:letters", { detail: within }));
}

let hadFocus = false;

document.addEventListener("htmx:before:swap", () => {
  hadFocus = Boolean(document.activeElement?.closest("#table"));
});

document.addEventListener("htmx:after:swap", () => {
  const question = document.querySelector("#question");
  const focused = document.activeElement;
  const parked = focused === question;
  if (!hadFocus || (focused?.closest("#table") && !parked)) return;
  question?.focus({ preventScroll: true });
});

document.addEventListener("click", async (event) => {
  const opener = event.target.closest?.("[data-opens]");
  const dialog = opener && document.getElementById(opener.dataset.opens);
  if (dialog) {
    event.preventDefault();
    opener.closest("details")?.removeAttribute("open");
    dialog.showModal();
  }
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard?.writeText(new URL(button.dataset.copy, location).href);
  button.querySelector("[data-copied]")?.replaceChildren(button.dataset.done);
});
