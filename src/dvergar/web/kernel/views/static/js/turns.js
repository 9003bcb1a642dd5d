// It is my turn: the title and the icon of every tab say at how many tables, also in the background. Where it was
// asked for, a notification and a soft sound tell of a new one; one page does it for all.

const news = document.querySelector("meta[name=dvergar-news]");
const icon = document.querySelector("#favicon");
const calm = icon?.href;
const COUNT = /^\(\d+\) /;
let count = 0;

function show() {
  const bare = document.title.replace(COUNT, "");
  const wanted = count ? `(${count}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
  const href = count ? news.dataset.icon : calm;
  if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

document.addEventListener("dvergar:turns", ({ detail: tables }) => {
  count = tables.length;
  show();
});

// A table that goes on brings a title of its own.
new MutationObserver(show).observe(document.querySelector("title"), { childList: true });

// A sound may be made once somebody has touched the page.
let audio = null;
function wake() {
  audio ??= new AudioContext();
  audio.resume();
}
if (news.dataset.sound === "on" && self.AudioContext) {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { once: true });
}

// Two soft notes, made here.
function chime() {
  for (const [delay, pitch] of [[0, 523.25], [0.16, 659.25]]) {
    const start = audio.currentTime + delay;
    const note = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
    const loud = new GainNode(audio, { gain: 0 });
    loud.gain.linearRampToValueAtTime(0.12, start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
    note.connect(loud).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.75);
  }
}

function notify({ id, name, game, url }) {
  const shown = new Notification(news.dataset.words, { body: `${game}: ${name}`, tag: `dvergar-${id}`, icon: calm });
  shown.addEventListener("click", () => {
    focus();
    location.assign(url);
    shown.close();
  });
}

document.addEventListener("dvergar:announce", ({ detail: tables }) => {
  if (news.dataset.sound === "on" && audio?.state === "running") chime();
  if (news.dataset.notify === "on" && self.Notification?.permission === "granted") tables.forEach(notify);
});
