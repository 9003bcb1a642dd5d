// Only a table replaces the table, and never an older one: an answer to a move and the live stream may
// overtake each other on the way, and what a proxy or a login page of the network says is no table at all.
// Both bring the same table to whoever moved; the second time there is nothing to change.

const VERSION = /name="at" value="(\d+)"/;
const table = document.querySelector("#table[data-table]");
let newest = "";

// What the stream brings is put in like an answer, one after the other.
let last = Promise.resolve();
document.addEventListener("dvergar:news", ({ detail: { name, data } }) => {
  if (name !== table?.dataset.table || data === newest) return;
  const ctx = { sourceElement: table, target: table, swap: "innerMorph swapEmpty:false", text: data };
  last = last.then(() => (data === newest ? null : htmx.swap(ctx))).catch(console.error);
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.target?.id === "table" && ctx.text === newest) event.preventDefault();
});

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (ctx.swap === "none" || !tasks.some((task) => task.target?.id === "table")) return;
  const coming = VERSION.exec(ctx.text ?? "");
  const shown = document.querySelector("#move input[name=at]");
  if (!coming || (shown && Number(coming[1]) < Number(shown.value))) event.preventDefault();
  else newest = ctx.text;
  if (!coming) document.dispatchEvent(new CustomEvent("dvergar:no-table"));
});
