// The lists of the start page as the stream tells them. Whoever has the focus in a list keeps it on the same table.

const mark = (element) => element?.dataset?.row ?? element?.getAttribute?.("href");

document.addEventListener("dvergar:news", ({ detail: { name, data } }) => {
  const list = [...document.querySelectorAll("[data-topic]")].find(({ dataset }) => dataset.topic === name);
  if (!list) return;
  const focused = list.contains(document.activeElement) ? mark(document.activeElement) : null;
  list.innerHTML = data;
  if (focused) [...list.querySelectorAll("a, button")].find((one) => mark(one) === focused)?.focus({ preventScroll: true });
});
