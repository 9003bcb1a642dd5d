// A new question opens the part that answers it; an unchanged one never takes away what one looks at meanwhile.
// Escape goes back to the part of the question.

const hall = () => document.querySelector("#hall");
const question = () => hall()?.dataset.question ?? "";
let last = question();

function open() {
  const { pane } = hall().dataset;
  if (location.hash.length > 1 && location.hash !== `#${pane}`) location.replace(`#${pane}`);
}

document.addEventListener("htmx:after:swap", () => {
  const now = question();
  if (now === last) return;
  last = now;
  if (now) open();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && hall() && !event.target.closest?.("dialog, [popover], input, textarea")) open();
});
