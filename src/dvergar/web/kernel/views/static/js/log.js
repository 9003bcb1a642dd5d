// Older turns that somebody has asked for stay in the log while the table goes on. When the part that every
// page has begins later, or something before it was taken back, they are fetched once more.

let fetched = "";

document.addEventListener("click", (event) => {
  const more = event.target.closest?.("#log-more");
  if (more) fetched = more.dataset.stamp;
});

document.addEventListener("htmx:after:swap", () => {
  const more = document.querySelector("#log-more");
  const older = document.querySelector("#log-older");
  if (!more || !older?.firstElementChild) return;
  // The link is gone from view now, and must not take the focus with it.
  if (document.activeElement === more) document.querySelector("#log-lines").focus({ preventScroll: true });
  if (fetched !== more.dataset.stamp) more.click();
});
