"use strict";
// Goes from trial to trial, by the keys of a slider or by the pointer over the curve.
const outcomes = ["ok", "illegal", "compile-error", "compile-timeout", "run-timeout", "crash",
  "wrong-answer", "out-of-memory"];
const all = JSON.parse(document.getElementById("trials").textContent);
document.querySelectorAll(".reader").forEach((reader, number) => {
  const trials = all[number], figure = reader.parentElement, curve = figure.querySelector(".curve");
  const slider = reader.querySelector("input"), output = reader.querySelector("output");
  const cursor = curve.querySelector(".cursor"), [first, last] = curve.dataset.x.split(",").map(Number);
  const top = cursor.getAttribute("d").replace(/^M\S+/, "");
  const show = () => {
    const trial = Number(slider.value) - 1, time = trials[trial];
    const right = trials.slice(0, trial + 1).filter(each => each > 0);
    const best = right.length ? `best so far ${Math.min(...right)} us` : "none right so far";
    const what = time > 0 ? `${time} us` : outcomes[-time];
    output.value = `trial ${trial + 1} of ${trials.length}: ${what}; ${best}`;
    slider.setAttribute("aria-valuetext", output.value);
    const share = trials.length > 1 ? trial / (trials.length - 1) : 0;
    cursor.setAttribute("d", `M${first + (last - first) * share}${top}`);
    cursor.removeAttribute("hidden");
  };
  slider.addEventListener("input", show);
  slider.addEventListener("focus", show);
  curve.addEventListener("pointermove", event => {
    const box = curve.getBoundingClientRect();
    const x = (event.clientX - box.left) * curve.viewBox.baseVal.width / box.width;
    const share = last > first ? (x - first) / (last - first) : 0;
    slider.value = Math.round(Math.min(Math.max(share, 0), 1) * (trials.length - 1)) + 1;
    show();
  });
  reader.hidden = false;
});
