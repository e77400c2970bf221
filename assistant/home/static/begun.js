// Says at the window's foot how what was begun here fares, while its row among the jobs is out of sight.

import { $, el, straight } from "/shared/dom.js";
import { isBad, outcomeOf, rowAt, titleOf } from "./jobs.js";
import { say } from "./words.js";

const MOST = 3; // lines at once
const still = matchMedia("(prefers-reduced-motion: reduce)");
const heads = new Map(); // by number of a job: the head of its row, and whether it is in sight
const lines = new Map(); // by number: what is said of it, and its line
let jobs = [],
  from = null; // where the keyboard was when the last job was begun

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      for (const head of heads.values()) if (head.node === target) head.seen = isIntersecting;
    draw();
  },
  { threshold: 0.9 },
);

/** Follow a job that was begun on this page; the tour tells its own. */
export function follow(job) {
  if (job.what.startsWith("tour")) return;
  heads.set(job.number, {});
  from = document.activeElement;
}

/** The jobs as they stand now, when their rows are made. */
export function tellBegun(now, anew = false) {
  jobs = now;
  if (anew) clear();
  for (const [number, head] of heads) {
    const node = rowAt(number)?.querySelector(".row");
    if (node === head.node) continue;
    if (head.node) sight.unobserve(head.node);
    head.node = node;
    if (node) sight.observe(node);
  }
  draw();
}

function draw() {
  for (const job of jobs) {
    const head = heads.get(job.number);
    // A page that it serves is in a tab of its own; what has ended and was seen is told.
    if (head && (job.address || (job.status !== null && head.seen && !document.hidden))) drop(job.number);
  }
  const wanted = jobs.filter((job) => heads.get(job.number)?.seen === false).slice(0, MOST);
  for (const number of [...lines.keys()]) if (!wanted.some((job) => job.number === number)) take(number);
  for (const job of wanted.reverse()) show(job);
  $("begun").hidden = !lines.size;
}

function show(job) {
  const told = `${titleOf(job)}: ${outcomeOf(job)}`;
  const bar = job.status === null ? (job.progress ?? []) : null;
  let kept = lines.get(job.number);
  if (!kept) {
    kept = { line: lineOf(job), bar: el("progress", { "aria-hidden": "true" }) };
    lines.set(job.number, kept);
    $("begun").prepend(kept.line);
  }
  const words = kept.line.firstChild;
  if (kept.told !== told) {
    kept.told = told;
    words.textContent = straight(told); // said aloud once, because nothing else in the line changes
    words.className = job.status === null ? "" : isBad(job) ? "bad" : "good";
  }
  if (!bar) kept.bar.remove();
  else if (!kept.bar.isConnected) words.after(kept.bar);
  if (bar?.length) [kept.bar.value, kept.bar.max] = bar;
}

function lineOf(job) {
  const button = (what, run) =>
    el("button", { type: "button", "aria-label": `${say(what)}: ${titleOf(job)}`, onclick: run }, say(what));
  return el(
    "li",
    {},
    el("span"),
    button("see", () => {
      const row = rowAt(job.number);
      row?.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
      row?.focus({ preventScroll: true });
    }),
    button("close", () => {
      drop(job.number);
      draw();
      if (from?.isConnected) from.focus({ preventScroll: true });
    }),
  );
}

function take(number) {
  lines.get(number).line.remove();
  lines.delete(number);
}

function clear() {
  for (const number of [...lines.keys()]) take(number);
}

function drop(number) {
  if (heads.get(number)?.node) sight.unobserve(heads.get(number).node);
  heads.delete(number);
}
