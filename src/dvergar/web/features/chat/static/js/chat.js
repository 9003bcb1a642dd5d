// The chat beside the log. The live stream only announces that there are new messages; they are loaded then. This
// browser remembers which messages were read; unread ones are counted on the tab.

const panel = document.querySelector("#chat");
const tab = document.querySelector("#chat-link");
const links = document.querySelectorAll("[data-chat]"); // the tab, and for small screens one in the menu
const body = document.querySelector("#chat-body");
const counts = document.querySelectorAll(".chat-unread");
const home = panel.parentElement;
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

// The table is drawn again and again, sometimes with the log in another place: tab and panel move along.
function settle() {
  const place = document.querySelector("#chat-place") ?? home;
  if (panel.parentElement !== place) place.append(panel);
  const tabs = document.querySelector("#chat-tab-place");
  if (tab && tabs && tab.parentElement !== tabs) tabs.replaceChildren(tab);
  document.querySelector("#log-tab")?.setAttribute("aria-expanded", String(panel.hidden));
}

// Which of the two is open stands at the root, which nothing draws again.
function show(open) {
  panel.hidden = !open;
  document.documentElement.toggleAttribute("data-chat-open", open);
  for (const link of links) link.setAttribute("aria-expanded", String(open));
  settle();
  update();
}

function fold(folded) {
  show(!folded);
  const inMenu = opener.closest("details");
  inMenu?.removeAttribute("open");
  const target = folded ? (inMenu?.querySelector("summary") ?? tab ?? opener) : form.querySelector("input");
  target.focus({ preventScroll: true });
  if (!folded) panel.scrollIntoView({ block: "nearest" });
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
  link.addEventListener("click", (event) => {
    settle();
    const place = panel.parentElement;
    if (place === home || !place.parentElement.checkVisibility()) return; // it has a page of its own
    event.preventDefault();
    opener = link;
    fold(!panel.hidden && link !== tab);
  });
  link.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); link.click(); } });
}
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#log-tab")) return;
  event.preventDefault();
  show(false);
});
panel.addEventListener("keydown", (event) => { if (event.key === "Escape") fold(true); });

document.addEventListener("dvergar:chat", reload);
document.addEventListener("dvergar:stream", ({ detail: open }) => { if (open) reload(); });
addEventListener("online", reload); // the stream may have survived what a request did not
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === form) form.reset();
  if (ctx.sourceElement === body) retry = RETRY_MS;
  settle();
  if (panel.contains(ctx.sourceElement)) update();
});
settle();
if (document.querySelector("#waiting-chat")) show(true); // people who wait for others talk
