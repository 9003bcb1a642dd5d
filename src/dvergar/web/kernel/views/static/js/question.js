// Tells the style sheets how high the question is: what sticks below it begins there, and a question that
// would cover too much of the window does not stick.

const heights = new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--question", `${target.offsetHeight}px`);
});
let observed = null;

function observe() {
  const prompt = document.querySelector("#prompt");
  if (prompt === observed) return;
  heights.disconnect();
  observed = prompt;
  if (prompt) heights.observe(prompt);
}

observe();
document.addEventListener("htmx:after:swap", observe);
