// Shows in the title and the icon of every tab at how many tables it is your turn, also in the background. If switched
// on, one page for all shows a notification and plays a soft sound for each new one.

const settings = document.querySelector("meta[name=dvergar-turns]");
const icon = document.querySelector("#favicon");
const calm = icon?.href;
const COUNT = /^\(\d+\) /;
let count = 0;

function show() {
  const bare = document.title.replace(COUNT, "");
  const wanted = count ? `(${count}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
  const href = count ? settings.dataset.icon : calm;
  if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

document.addEventListener("dvergar:turns", ({ detail: tables }) => {
  count = tables.length;
  show();
});

// Each new position of a table replaces the title.
new MutationObserver(show).observe(document.querySelector("title"), { childList: true });

// Browsers allow sound once someone has used the page.
let audio = null;
function wake() {
  audio ??= new AudioContext();
  audio.resume();
}
if (settings.dataset.sound === "on" && self.AudioContext) {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { once: true });
}

// Two soft notes.
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
  const shown = new Notification(settings.dataset.words, { body: `${game}: ${name}`, tag: `dvergar-${id}`, icon: calm });
  shown.addEventListener("click", () => {
    focus();
    location.assign(url);
    shown.close();
  });
}

document.addEventListener("dvergar:announce", ({ detail: tables }) => {
  if (settings.dataset.sound === "on" && audio?.state === "running") chime();
  if (settings.dataset.notify === "on" && self.Notification?.permission === "granted") tables.forEach(notify);
});
