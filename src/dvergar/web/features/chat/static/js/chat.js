// The chat over the table. The live stream only announces that there are new messages; they are loaded then. This
// browser remembers which messages were read; unread ones are counted beside the link.

const panel = document.querySelector("#chat");
const links = document.querySelectorAll("[data-chat]"); // in the top bar, and for phones in the menu
const body = document.querySelector("#chat-body");
const counts = document.querySelectorAll(".chat-unread");
const news = document.querySelector("#chat-news");
const form = document.querySelector("#chat-form");
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
const READ = `dvergar-chat-${panel.dataset.table}`;

let announced = 0; // the newest message that screen readers know of
let first = true;
let opener = links[0];

const stored = () => { try { return Number(localStorage.getItem(READ)) || 0; } catch { return 0; } };
const store = (number) => { try { localStorage.setItem(READ, number); } catch { /* counts as unread again */ } };
const lines = () => [...body.querySelectorAll("li[data-number]")];
const numberOf = (line) => Number(line.dataset.number);

function update() {
  const all = lines();
  const newest = all.length ? numberOf(all.at(-1)) : 0;
  if (!panel.hidden) store(Math.max(newest, stored()));
  const waiting = all.filter((line) => numberOf(line) > stored() && !("mine" in line.dataset));
  for (const unread of counts) {
    unread.hidden = !waiting.length;
    unread.textContent = waiting.length;
  }
  const fresh = waiting.filter((line) => numberOf(line) > announced);
  if (first && waiting.length) news.textContent = panel.dataset.waiting.replace("000", waiting.length);
  else if (fresh.length && panel.hidden) news.textContent = fresh.map((line) => line.textContent.trim()).join(" ");
  announced = Math.max(announced, newest);
  first = false;
  const box = body.querySelector("#chat-lines");
  if (box && !panel.hidden) box.scrollTop = box.scrollHeight;
}

function fold(folded) {
  panel.hidden = folded;
  for (const link of links) link.setAttribute("aria-expanded", String(!folded));
  update();
  const inMenu = opener.closest("details");
  inMenu?.removeAttribute("open");
  (folded ? (inMenu?.querySelector("summary") ?? opener) : form.querySelector("input")).focus({ preventScroll: true });
}

const reload = () => body.dispatchEvent(new Event("outdated"));

// Retries failed requests, after longer and longer pauses.
let retry = RETRY_MS;
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.sourceElement !== body) return;
  setTimeout(reload, retry);
  retry = Math.min(retry * 2, MAX_RETRY_MS);
});

for (const link of links) {
  link.setAttribute("role", "button");
  link.setAttribute("aria-expanded", "false");
  link.setAttribute("aria-controls", "chat");
  link.addEventListener("click", (event) => { event.preventDefault(); opener = link; fold(!panel.hidden); });
  link.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); link.click(); } });
}
document.querySelector("#chat-close").addEventListener("click", () => fold(true));
panel.addEventListener("keydown", (event) => { if (event.key === "Escape") fold(true); });

document.addEventListener("dvergar:chat", reload);
document.addEventListener("dvergar:stream", ({ detail: open }) => { if (open) reload(); });
addEventListener("online", reload); // the stream may have survived what a request did not
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === form) form.reset();
  if (ctx.sourceElement === body) retry = RETRY_MS;
  if (panel.contains(ctx.sourceElement)) update();
});
