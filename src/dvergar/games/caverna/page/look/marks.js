// An answer that is pointed at, or has the focus, shows at the supplies what it would take: data-takes="ore 6, grain 1".

let marks = [];

function show(one) {
  for (const mark of marks) mark.remove();
  marks = [...(one?.dataset.takes ?? "").matchAll(/(\w+) (\d+)/g)].flatMap(([, good, amount]) => {
    const place = document.querySelector(`.stock [data-help="good:${good}"]`);
    const mark = Object.assign(document.createElement("i"), { className: "delta would", textContent: `−${amount}` });
    mark.setAttribute("aria-hidden", "true"); // the answer says it
    place?.append(mark);
    return place ? [mark] : [];
  });
}

const answer = (element) => element?.closest?.("[data-takes]");

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => show(answer(event.target) ?? answer(document.activeElement)));
}
document.addEventListener("htmx:before:swap", () => show(null));
document.addEventListener("htmx:after:swap", () => {
  show(document.querySelector("[data-takes]:hover") ?? answer(document.activeElement));
});
