// The page around the app: it starts the service worker and Python, shows how far they are, and lets the app appear
// in a frame. One page at a time holds the games of this browser; the others say so.

const scope = new URL("./", location).href;
const base = `${new URL(scope).pathname}app`;
const all = JSON.parse(document.querySelector("#words").textContent);
const known = navigator.languages.map((lang) => lang.slice(0, 2)).find((lang) => all[lang]) ?? Object.keys(all)[0];
const words = all[known];
const $ = (id) => document.querySelector(`#${id}`);
const [frame, bar, state, button] = ["app", "bar", "state", "button"].map($);
const PREPARE_AFTER_MS = 4000;
const TAKE_OVER_MS = 10000;
let worker = null;
let waiting = [];
let ready = false;
let closing = false; // for a new version, which waits until the old one has nothing left to answer
let unsaved = false;
let failure = "offline"; // why a download ended, unless the service worker knows better

document.documentElement.lang = known;
for (const part of document.querySelectorAll("[data-word]")) part.textContent = words[part.dataset.word];

function show(sentence, part, action, label) {
  frame.hidden = true;
  $("start").hidden = false;
  state.textContent = sentence;
  bar.hidden = part === undefined;
  bar.value = part ?? 0;
  button.hidden = !action;
  button.onclick = action ?? null;
  button.textContent = label ?? "";
}

function warn(sentence, action, label) {
  $("note").hidden = !sentence;
  $("note-text").textContent = sentence ?? "";
  $("note-button").hidden = !action;
  $("note-button").onclick = action ?? null;
  $("note-button").textContent = label ?? "";
}

async function installed() {
  if (!("serviceWorker" in navigator)) throw new Error(words.unsupported);
  const { serviceWorker } = navigator;
  serviceWorker.onmessage = ({ data, ports }) => {
    if (data.progress !== undefined && !ready) show(words.loading, 0.7 * data.progress);
    if (data.failure) failure = data.failure;
    if (data.asked && closing) ports[0].postMessage({});
    else if (data.asked && worker) forward(data, ports);
  };
  const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  registration.addEventListener("updatefound", () => watch(registration));
  watch(registration);
  if (!serviceWorker.controller) {
    await new Promise((resolve, reject) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => {
        if (coming.state === "redundant") reject(new Error(words[failure]));
      });
      if (registration.active && !coming) setTimeout(() => location.reload(), 1000); // after a forced reload
    });
  }
}

// A new version waits until somebody wants it: nothing changes in the middle of a game.
function watch(registration) {
  const offer = () => warn(words.update, () => update(registration), words.update_now);
  if (registration.waiting && navigator.serviceWorker.controller) offer();
  registration.installing?.addEventListener("statechange", ({ target }) => {
    if (target.state === "installed" && navigator.serviceWorker.controller) offer();
  });
}

// The old version can go when it has nothing left to answer; what is played is stored already.
function update(registration) {
  warn();
  show(words.app, 0);
  const address = location.href;
  const restart = () => {
    history.replaceState(null, "", address);
    location.reload();
  };
  navigator.serviceWorker.addEventListener("controllerchange", restart, { once: true });
  setTimeout(restart, TAKE_OVER_MS); // if the browser keeps the old version, the game continues with that
  const takeOver = () => registration.waiting?.postMessage("take over");
  ready = false;
  closing = true;
  frame.src = "about:blank";
  if (!worker) return takeOver();
  worker.onmessage = ({ data }) => {
    if (!data.closed) return;
    worker.terminate();
    worker = null;
    takeOver();
  };
  setTimeout(() => worker?.postMessage({ close: true }), 200);
}

// Says when games can't be stored, and takes it back when they can be again.
function tellKept({ kept, full, cleared }) {
  if (!kept) warn(full ? words.full : words.not_kept);
  else if (cleared) warn(words.cleared, () => warn(), words.ok);
  else if (unsaved) warn();
  unsaved = !kept;
}

function forward(data, ports) {
  if (ready) worker.postMessage(data, ports);
  else waiting.push([data, ports]);
}

function begin() {
  show(words.python, 0.75);
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.step) show(words[data.step], data.step === "python" ? 0.75 : 0.85);
    if (data.kept !== undefined) tellKept(data);
    if (data.failed) show(`${words.failed} ${data.failed}`, undefined, () => location.reload(), words.again);
    if (data.ready) {
      ready = true;
      document.documentElement.dataset.began = data.prepared ? "memory" : "anew";
      if (!data.prepared) setTimeout(prepare, PREPARE_AFTER_MS);
      document.documentElement.dataset.memory = data.memory;
      for (const [asked, ports] of waiting.splice(0)) worker.postMessage(asked, ports);
      frame.src = `${base}/${location.hash.slice(1)}`;
    }
  };
  worker.postMessage({ scope, base });
}

// Makes the next start quick, when this one is over and its pages are there.
function prepare() {
  if (!ready) return;
  const second = new Worker("worker.js", { type: "module" });
  second.onmessage = ({ data }) => {
    if (!data.prepared) return;
    second.terminate();
    document.documentElement.dataset.prepared = "";
  };
  second.postMessage({ prepare: true, scope, base });
}

// Browsers ask the network for a download, not the service worker. So the page fetches the file itself.
async function download(event) {
  const link = event.target.closest("a[download]");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  const answer = await frame.contentWindow.fetch(link.href);
  const [, name] = answer.headers.get("content-disposition")?.match(/filename="(.+)"/) ?? [];
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = name ?? "";
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60000);
}

frame.addEventListener("load", () => {
  if (!ready) return;
  const inside = frame.contentWindow.location;
  if (!inside.pathname.startsWith(`${base}/`)) return;
  frame.contentDocument.addEventListener("click", download, true);
  $("start").hidden = true;
  frame.hidden = false;
  document.title = frame.contentDocument.title;
  document.documentElement.dataset.theme = frame.contentDocument.documentElement.dataset.theme;
  history.replaceState(null, "", `#${inside.pathname.slice(base.length + 1)}${inside.search}`);
  frame.focus();
});

// Somebody opens a link to a page of the app in this tab.
window.addEventListener("hashchange", () => {
  if (ready) frame.contentWindow.location.assign(`${base}/${location.hash.slice(1)}`);
});

function end() {
  worker?.terminate();
  worker = null;
  ready = false;
  frame.removeAttribute("src");
  show(words.elsewhere, undefined, () => hold({ steal: true }), words.here);
}

function hold(options) {
  navigator.locks.request(`dvergar-tab:${scope}`, options, (lock) => {
    if (!lock) return end();
    begin();
    return new Promise(() => {});
  }).catch(end); // another page has taken the games over
}

show(words.loading, 0);
installed().then(() => {
  navigator.storage?.persist?.();
  hold({ ifAvailable: true });
}).catch((error) => show(error.message, undefined, () => location.reload(), words.again));
