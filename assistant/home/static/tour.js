// The tour: real questions to the example log, answered by the very commands that are shown.

import { $, el, straight } from "/shared/dom.js";
import { order } from "./asking.js";
import { language, say, tours } from "./words.js";

const asked = new Map(); // by step and language: the number of its command
const ASKED = 4;
let at = 0,
  jobs = [],
  ended = () => {};

export function beginTour(onEnd) {
  ended = onEnd;
  $("guide").showModal();
  go(0);
}

/** The commands as they stand now. */
export function tellTour(now) {
  jobs = now;
  if ($("guide").open) answer();
}

async function go(step) {
  at = step;
  const all = tours(),
    last = step === all.length - 1,
    key = `${step} ${language}`;
  const end = () => {
    $("guide").close();
    ended();
  };
  const onward = last
    ? el("button", { type: "button", class: "main", onclick: end }, say("toSaves"))
    : el("button", { type: "button", class: step === ASKED ? "" : "main", onclick: () => go(step + 1) }, say("next"));
  $("guide").replaceChildren(
    el("h2", { id: "guide-title" }, all[step][0]),
    el("p", {}, all[step][1]),
    ...(step < ASKED
      ? [el("pre", { id: "answer", tabindex: 0, "aria-live": "polite" }, say("asking")), el("code", { id: "asked" })]
      : [el("div", { class: "space" })]),
    el(
      "div",
      { class: "acts" },
      el("span", { class: "quiet" }, say("stepOf", step + 1, all.length)),
      el("button", { type: "button", onclick: () => $("guide").close() }, say("close")),
      el("button", { type: "button", disabled: step === 0, onclick: () => go(step - 1) }, say("back")),
      step === ASKED
        ? el("button", { type: "button", class: "main", onclick: () => order("tour-board", {}, true) }, say("toBoard"))
        : null,
      onward,
    ),
  );
  $("guide").querySelector(".acts .main")?.focus();
  if (step < ASKED && !asked.has(key)) {
    const job = await order("tour", { step });
    if (job) asked.set(key, job.number);
  }
  answer();
}

function answer() {
  const job = jobs.find((one) => one.number === asked.get(`${at} ${language}`));
  if (!job || !$("answer")) return;
  $("asked").textContent = straight(`${say("same")} ${job.command}`);
  if (job.status !== null) $("answer").textContent = straight((at ? job.lines : happened(job.lines)).join("\n"));
}

/** What a log tells, without the table of all pieces that stands before it. */
function happened(lines) {
  const table = lines.indexOf(""),
    steps = lines.lastIndexOf("") + 1;
  return table < 0 ? lines : [...lines.slice(0, table), "…", ...lines.slice(steps)];
}
