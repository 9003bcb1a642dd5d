// A move that waits may confirm itself: the seconds are counted down in the button that stops them. Every
// waiting move is counted once; a page that comes back to one that was stopped leaves it to its player.

let counting = 0;
let left = 0;
let counted = "";

function show() {
  const stopper = document.querySelector("#countdown-stop");
  if (!stopper) return;
  stopper.hidden = !counting;
  stopper.querySelector("span").textContent = left;
}

function stop() {
  clearInterval(counting);
  counting = 0;
  show();
}

function second() {
  if (document.documentElement.classList.contains("helping")) return;
  left -= 1;
  show();
  if (left > 0) return;
  stop();
  document.querySelector("#confirm-button")?.click();
}

function look() {
  const button = document.querySelector("#confirm-button[data-countdown]");
  const version = button?.form.elements.at.value ?? "";
  if (version !== counted) {
    stop();
    counted = version;
    left = Number(button?.dataset.countdown ?? 0);
    if (left) counting = setInterval(second, 1000);
  }
  show();
}

document.addEventListener("click", (event) => { if (event.target.closest?.("#countdown-stop")) stop(); });
document.addEventListener("htmx:after:swap", look);
look();
