// Who is at the table and whose time runs. The server says until when; here it is only counted down, by its time.

const presence = document.querySelector("#presence");
const [loaded] = performance.getEntriesByType("navigation");
const ahead = Number(presence.dataset.now) - performance.timeOrigin - (loaded?.responseStart ?? 0);
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW = 10_000;

const filled = (text, facts) => text.replace(/\{(\w)\}/g, (_, name) => facts[name]);

function timeText(milliseconds) {
  const whole = Math.max(0, Math.round(milliseconds / 1000));
  const [d, h, m] = [DAY, HOUR, MINUTE].map((size) => Math.floor(whole / size));
  if (d > 1) return filled(presence.dataset.days, { d, h: h % 24 });
  if (h) return filled(presence.dataset.hours, { h, m: m % 60 });
  return `${m}:${String(whole % 60).padStart(2, "0")}`;
}

function count() {
  const clock = presence.querySelector(".clock");
  if (!clock) return;
  const now = Date.now() + ahead;
  const [due, free] = [Number(clock.dataset.due), Number(clock.dataset.free ?? 0)];
  const left = (now < free ? free : due) - now;
  const words = clock.querySelector(".clock-left");
  if (words.textContent !== timeText(left)) words.textContent = timeText(left);
  clock.classList.toggle("in-reserve", free > 0 && now >= free);
  clock.classList.toggle("low", due - now < LOW);
}

document.addEventListener("dvergar:presence", (event) => {
  const { now, list, shown } = JSON.parse(event.detail.data);
  presence.querySelector("#presence-now").innerHTML = now;
  presence.querySelector("#presence-list").innerHTML = list;
  presence.hidden = !shown;
  count();
});

count();
setInterval(count, 250);
