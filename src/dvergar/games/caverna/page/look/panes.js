// On screens that show one part of the table at a time: when a question is answered on another
// part than the last one, the page goes there, whatever part its address still names.

const narrow = matchMedia("(max-width: 959px)");
const asked = () => document.querySelector(".table:has(.prompt.yours) #hall")?.dataset.pane;
let last = asked();

document.addEventListener("htmx:after:swap", () => {
  const now = asked();
  if (!now || now === last) return;
  last = now;
  if (narrow.matches && location.hash.length > 1) location.replace(`#${now}`);
});
