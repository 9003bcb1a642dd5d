// The new-table form: closed seats hide behind "Add a seat", options that need another number of players rest.
// Without this module every row and option is simply visible; the server checks everything again.

const form = document.querySelector("#new");
const rows = [...form.querySelectorAll(".seat-row")];
const add = document.querySelector("#add-seat");
const least = Number(form.dataset.min);

const kindOf = (row) => row.querySelector("input[type=radio]:checked").value;

function refresh() {
  const players = rows.filter((row) => kindOf(row) !== "closed").length;
  rows.forEach((row, index) => {
    row.hidden = kindOf(row) === "closed" && index >= least;
  });
  add.hidden = rows.every((row) => !row.hidden);
  for (const option of form.querySelectorAll("[data-only]")) {
    const only = option.dataset.only.split(" ").filter(Boolean).map(Number);
    option.hidden = only.length > 0 && !only.includes(players);
  }
}

add.addEventListener("click", () => {
  const row = rows.find((one) => one.hidden);
  row.querySelector("input[value=bot]").checked = true;
  refresh();
  row.querySelector("input:checked").focus();
});

form.addEventListener("change", refresh);
refresh();
