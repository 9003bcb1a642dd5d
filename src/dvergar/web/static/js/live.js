// An answer to a move and the live stream may overtake each other on the way to the page.
// Whatever is older than what is shown already is dropped, so the table never goes back in time.

const VERSION = /name="at" value="(\d+)"/;

document.addEventListener("htmx:before:swap", (event) => {
  const coming = VERSION.exec(event.detail.ctx?.text ?? "");
  const shown = document.querySelector("#move input[name=at]");
  if (coming && shown && Number(coming[1]) < Number(shown.value)) event.preventDefault();
});
