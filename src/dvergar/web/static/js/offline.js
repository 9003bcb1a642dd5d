// Says so while the page has lost the server, and stops saying so when an answer or the live stream is back.
// The stream itself tries again on its own; a move that did not get through can simply be made again.

const sign = document.querySelector("#offline");

const show = () => { sign.hidden = false; };
const hide = () => { sign.hidden = true; };

document.addEventListener("htmx:sse:error", show);
document.addEventListener("htmx:error", show);
document.addEventListener("htmx:sse:after:connection", hide);
document.addEventListener("htmx:after:request", hide);
