// The new-table form: closed seats hide behind "Add a seat", and whoever sits behind one that is closed moves up,
// so that each row shows the colour and sign it will have at the table. Options that need another number of
// players rest. Without this module every option is simply visible; the server checks everything again.

const form = document.querySelector("#new");
const rows = [...form.querySelectorAll(".seat-row")];
const add = document.querySelector("#add-seat");
const least = Number(form.dataset.min);

const kindOf = (row) => row.querySelector("input[type=radio]:checked")?.value ?? "closed";
const isAlone = () => form.elements.company?.value === "alone";

function refresh() {
  const players = isAlone() ? 1 : rows.filter((row) => kindOf(row) !== "closed").length;
  rows.forEach((row, index) => {
    row.hidden = kindOf(row) === "closed" && index >= least;
  });
  add.hidden = rows.every((row) => !row.hidden);
  for (const option of form.querySelectorAll("[data-only]")) {
    const only = option.dataset.only.split(" ").filter(Boolean).map(Number);
    option.hidden = only.length > 0 && !only.includes(players);
  }
  for (const begins of form.querySelectorAll("[name=option-first_seat] option")) {
    begins.hidden = begins.disabled = Number(begins.value) >= players;
    if (begins.disabled && begins.selected) begins.parentElement.selectedIndex = 0;
  }
}

// Takes over who sits at another row; behind the last one nobody does.
function copy(row, other) {
  const kind = other ? kindOf(other) : "closed";
  row.querySelector(`input[value=${kind}]`).checked = true;
  for (const field of ["input.field", "select"]) {
    if (other) row.querySelector(field).value = other.querySelector(field).value;
  }
}

add.addEventListener("click", () => {
  const row = rows.find((one) => one.hidden);
  row.querySelector("input[value=bot]").checked = true;
  refresh();
  row.querySelector("input:checked").focus();
});

form.addEventListener("change", (event) => {
  const closed = event.target.value === "closed" ? rows.indexOf(event.target.closest(".seat-row")) : -1;
  if (closed >= 0) rows.slice(closed).forEach((row, index) => copy(row, rows[closed + index + 1]));
  refresh();
  if (closed >= 0) (rows[closed].hidden ? add : rows[closed].querySelector("input:checked")).focus();
});
refresh();
