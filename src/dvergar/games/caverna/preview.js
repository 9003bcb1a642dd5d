// On a touch screen there is no hovering: the first tap on a place of the home board shows the ghost,
// the second lays it. Without this module the first tap lays, and Undo takes it back.

let touched = false;

document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
}, true);

document.addEventListener("click", (event) => {
  const hit = event.target.closest?.(".hit");
  for (const other of document.querySelectorAll(".hit.shown")) {
    if (other !== hit) other.classList.remove("shown");
  }
  if (!hit || !touched || hit.classList.contains("shown")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hit.classList.add("shown");
  hit.focus({ preventScroll: true });
}, true);
