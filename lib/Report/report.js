"use strict";
// One call is marked everywhere: in the graph, in the tables, in the pictures. Links work without.
const mark = number => {
  document.querySelectorAll(".marked").forEach(each => each.classList.remove("marked"));
  document.querySelectorAll(`[data-call="${number}"]`).forEach(each => each.classList.add("marked"));
};
const follow = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target)
    return;
  if (target.tagName === "DETAILS")
    target.open = true;
  if (target.dataset.call !== undefined) {
    mark(target.dataset.call);
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
  }
};
addEventListener("hashchange", follow);
follow();
document.querySelectorAll("a[data-call], tr[data-call]").forEach(each =>
  each.addEventListener("pointerenter", () => mark(each.dataset.call)));

// A column's button sorts by numbers where cells have them, else by text.
document.querySelectorAll("table.sortable").forEach(table => {
  const headers = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  headers.forEach((header, column) => {
    const button = header.querySelector("button");
    if (!button)
      return;
    button.addEventListener("click", () => {
      const isDown = header.getAttribute("aria-sort") !== "descending" &&
        [...body.rows].some(row => row.cells[column].dataset.value) ||
        header.getAttribute("aria-sort") === "ascending";
      headers.forEach(each => each.hasAttribute("aria-sort") && each.setAttribute("aria-sort", "none"));
      header.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const value = row => {
        const cell = row.cells[column];
        return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
      };
      const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b :
        typeof a === typeof b ? a.localeCompare(b) : typeof a === "number" ? 1 : -1;
      const rows = [...body.rows].sort((a, b) => order(value(a), value(b)));
      body.append(...(isDown ? rows.reverse() : rows));
    });
  });
});

// From row to row by the arrow keys.
document.querySelectorAll("tr[data-call]").forEach(row => row.addEventListener("keydown", event => {
  const next = event.key === "ArrowDown" ? row.nextElementSibling :
    event.key === "ArrowUp" ? row.previousElementSibling : null;
  if (next && event.target === row) {
    event.preventDefault();
    mark(next.dataset.call);
    next.focus();
  }
}));

const filter = document.getElementById("filter");
if (filter)
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase();
    for (const row of document.getElementById("refused").tBodies[0].rows)
      row.hidden = !row.textContent.toLowerCase().includes(words);
  });
