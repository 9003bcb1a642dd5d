// A replay that goes on by itself: Play presses the link to the next position again and again, and moving the
// slider sends its form. Without this module the links and the form do the same, one step at a time.

const SETTLED = 120; // milliseconds without another move of the slider

let playing = false;
let next = 0;
let sliding = 0;

function show() {
  const button = document.querySelector("#replay-play");
  if (!button) return;
  button.setAttribute("aria-pressed", String(playing));
  button.textContent = playing ? button.dataset.pause : button.dataset.play;
}

function stop() {
  clearTimeout(next);
  playing = false;
  show();
}

function goOn() {
  const link = document.querySelector("#replay-on");
  if (link) link.click();
  else stop();
}

function schedule() {
  clearTimeout(next);
  if (!playing) return;
  if (!document.querySelector("#replay-on")) stop();
  else next = setTimeout(goOn, Number(document.querySelector("#replay-speed").value));
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#replay-play")) return;
  playing = !playing;
  show();
  if (playing) goOn();
  else stop();
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "replay-slider") return;
  stop();
  clearTimeout(sliding);
  sliding = setTimeout(() => event.target.form.requestSubmit(), SETTLED);
});

document.addEventListener("htmx:after:swap", () => { show(); schedule(); });
