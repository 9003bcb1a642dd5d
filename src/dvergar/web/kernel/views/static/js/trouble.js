// Says what went wrong while the table stays as it is. A move that did not get through is kept and made once more
// when the connection is back, for the version it answers; a refused one can simply be made again. The live stream
// tries again on its own.

const RETRY = 2000;
const offline = document.querySelector("#offline");
const trouble = document.querySelector("#trouble");

let streamLost = false;
let kept = null; // the request that is to be made again

const tell = (sentence) => { trouble.textContent = sentence; };
const isPart = (ctx) => Boolean(ctx?.sourceElement?.matches?.(".part, .thinking, [data-loads-itself]")); // without a click
const shownVersion = () => document.querySelector("#move input[name=at]")?.value;

function setStream(lost) {
  streamLost = lost;
  showOffline();
}

function showOffline() {
  offline.hidden = navigator.onLine && !streamLost;
}

// Whatever answers a version of the table can be sent again: the server takes it once or not at all.
function keep({ request }) {
  const again = request.body instanceof URLSearchParams && request.body.has("at");
  kept = again ? { action: request.action, values: Object.fromEntries(request.body) } : null;
  tell(again ? trouble.dataset.kept : trouble.dataset.lost);
}

function sendAgain() {
  if (!kept || !navigator.onLine) return;
  const { action, values } = kept;
  kept = null;
  if (values.at !== shownVersion()) tell(trouble.dataset.moved);
  else htmx.ajax("POST", action, { source: document.querySelector("#move"), target: "#table", swap: "innerMorph", values });
}

document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (!isPart(ctx) && !ctx.hx.trigger && ctx.response.status !== 409) {
    tell(trouble.dataset.failed.replace("000", ctx.response.status));
  }
});
document.addEventListener("dvergar:refused", (event) => tell(event.detail.value));
document.addEventListener("dvergar:no-table", () => tell(trouble.dataset.strange));

// Who does something else meanwhile has changed his mind.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { if (!isPart(ctx)) kept = null; });

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (isPart(ctx)) return;
  if (!ctx) return void tell(trouble.dataset.lost);
  const first = ctx.sourceEvent?.type === "submit";
  keep(ctx);
  if (first) setTimeout(sendAgain, RETRY); // later attempts wait for a sign that there is a connection
});

// A stream that has not begun yet is not lost.
let begun = false;
document.addEventListener("dvergar:stream", ({ detail: open }) => {
  if (open) begun = true;
  setStream(begun && !open);
  if (open) sendAgain();
});
for (const kind of ["online", "offline"]) addEventListener(kind, () => { showOffline(); sendAgain(); });
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.swap === "none" || isPart(ctx)) return;
  const late = kept && kept.values.at !== shownVersion();
  if (late) kept = null;
  tell(late ? trouble.dataset.moved : kept ? trouble.dataset.kept : "");
});
