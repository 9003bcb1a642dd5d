// The chat over the table. The live stream only says that somebody has spoken; what was said is fetched. Which
// messages were read is remembered in this browser, and those that were not are counted beside the link.

const panel = document.querySelector("#chat");
const links = document.querySelectorAll("[data-chat]"); // in the top bar, and for phones in the menu
const body = document.querySelector("#chat-body");
const counts = document.querySelectorAll(".chat-unread");
const news = document.querySelector("#chat-news");
const form = document.querySelector("#chat-form");
const RETRY = 1_000;
const LONGEST_RETRY = 60_000;
const READ = `dvergar-chat-${panel.dataset.table}`;

let told = 0; // the newest message that a screen reader was told of, or found here
let first = true;
let opener = links[0];

const stored = () => { try { return Number(localStorage.getItem(READ)) || 0; } catch { return 0; } };
const store = (number) => { try { localStorage.setItem(READ, number); } catch { /* it is counted again */ } };
const lines = () => [...body.querySelectorAll("li[data-number]")];
const numberOf = (line) => Number(line.dataset.number);

function look() {
  const all = lines();
  const newest = all.length ? numberOf(all.at(-1)) : 0;
  if (!panel.hidden) store(Math.max(newest, stored()));
  const waiting = all.filter((line) => numberOf(line) > stored() && !("mine" in line.dataset));
  for (const unread of counts) {
    unread.hidden = !waiting.length;
    unread.textContent = waiting.length;
  }
  const fresh = waiting.filter((line) => numberOf(line) > told);
  if (first && waiting.length) news.textContent = panel.dataset.waiting.replace("000", waiting.length);
  else if (fresh.length && panel.hidden) news.textContent = fresh.map((line) => line.textContent.trim()).join(" ");
  told = Math.max(told, newest);
  first = false;
  const box = body.querySelector("#chat-lines");
  if (box && !panel.hidden) box.scrollTop = box.scrollHeight;
}

function fold(folded) {
  panel.hidden = folded;
  for (const link of links) link.setAttribute("aria-expanded", String(!folded));
  look();
  const inMenu = opener.closest("details");
  inMenu?.removeAttribute("open");
  (folded ? (inMenu?.querySelector("summary") ?? opener) : form.querySelector("input")).focus({ preventScroll: true });
}

const fetchAnew = () => body.dispatchEvent(new Event("outdated"));

// What did not get through is asked for again, in longer and longer steps.
let retry = RETRY;
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.sourceElement !== body) return;
  setTimeout(fetchAnew, retry);
  retry = Math.min(retry * 2, LONGEST_RETRY);
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

document.addEventListener("dvergar:chat", fetchAnew);
document.addEventListener("dvergar:stream", ({ detail: open }) => { if (open) fetchAnew(); });
addEventListener("online", fetchAnew); // a stream may outlive a net that nothing could be fetched by
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === form) form.reset();
  if (ctx.sourceElement === body) retry = RETRY;
  if (panel.contains(ctx.sourceElement)) look();
});
