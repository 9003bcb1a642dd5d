// Cards that fly from one place of the table to another: CSS moves them, this measures how far.
// An element with data-fly-from names its starting place; without this module it only fades in.

function aim() {
  for (const card of document.querySelectorAll("[data-fly-from]")) {
    const from = document.querySelector(card.dataset.flyFrom)?.getBoundingClientRect();
    const to = card.parentElement.getBoundingClientRect();
    if (!from?.width) continue;
    const zoom = card.currentCSSZoom ?? 1;
    card.style.setProperty("--dx", `${(from.left - to.left) / zoom}px`);
    card.style.setProperty("--dy", `${(from.top - to.top) / zoom}px`);
  }
}

document.addEventListener("htmx:after:swap", aim);
aim();
