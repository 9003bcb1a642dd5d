// Arrow keys take the focus from one answer to the nearest one in that direction, within the same part of the table.

const ANSWERS = "button:is([name=move], [name=plan]):not([aria-disabled=true])";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STRAIGHT = 3; // so many times worse is a step aside than one ahead

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  const answer = event.target.closest?.(ANSWERS);
  if (document.documentElement.dataset.keys === "off") return;
  if (!way || !answer || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const part = answer.closest("section, #table");
  const next = nearest(answer, part?.querySelectorAll(ANSWERS) ?? [], way);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

function nearest(answer, others, [x, y]) {
  const [left, top] = middle(answer);
  let [best, least] = [null, Infinity];
  for (const one of others) {
    if (one === answer || !one.getClientRects().length) continue;
    const [dx, dy] = [middle(one)[0] - left, middle(one)[1] - top];
    const ahead = dx * x + dy * y;
    const far = ahead + STRAIGHT * (Math.abs(dx * y) + Math.abs(dy * x));
    if (ahead > 1 && far < least) [best, least] = [one, far];
  }
  return best;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
