// The list of saves and logs: each row says its game, its turn and what matters.

import { $, el, straight } from "/shared/dom.js";
import { order } from "./asking.js";
import { language, many, say } from "./words.js";

const rows = new Map(); // by key: what was shown, and its row
const FIRST = 30; // rows that are made before the first is painted
let shown = [],
  offered = new Set(),
  busy = false,
  begun = false;

/** The keys of the rows that are in sight and of which it is not told yet what matters. */
export function inSight() {
  const list = $("saves").getBoundingClientRect();
  const found = [];
  for (const save of shown) {
    if (!save.told?.game || save.told.matters || save.told.trouble) continue;
    const row = rows.get(save.key)?.row.getBoundingClientRect();
    if (row && row.height && row.bottom > list.top && row.top < list.bottom && row.top < innerHeight)
      found.push(save.key);
  }
  return found.slice(0, 40);
}

export function showSaves(told) {
  const unread = told.unread.map((one) => `${one.path}: ${one.why[language]}`);
  if (unread.join() !== [...$("unread").children].map((line) => line.textContent).join())
    $("unread").replaceChildren(...unread.map((line) => el("li", {}, line)));
  shown = told.saves;
  busy = told.busy;
  offered = new Set(told.offered);
  draw();
}

export function draw(anew = false) {
  const wanted = $("search").value.trim().toLowerCase();
  const list = $("saves");
  if (anew) rows.clear();
  let fitting = shown.filter((save) => !wanted || heard(save).includes(wanted));
  const many_ = fitting.length;
  if (!begun && many_ > FIRST) {
    fitting = fitting.slice(0, FIRST);
    requestAnimationFrame(() => setTimeout(() => draw()));
  }
  begun = true;
  const keys = new Set(fitting.map((save) => save.key));
  for (const [key, { row }] of rows)
    if (!keys.has(key)) {
      row.remove();
      rows.delete(key);
    }
  let before = list.querySelector(".empty");
  before?.remove();
  before = null;
  for (const save of fitting) {
    const told = JSON.stringify(save);
    let kept = rows.get(save.key);
    if (kept?.told !== told) {
      const row = rowOf(save),
        focused = kept?.row.contains(document.activeElement)
          ? [...kept.row.querySelectorAll("button")].indexOf(document.activeElement)
          : -1;
      kept?.row.replaceWith(row);
      if (focused >= 0) row.querySelectorAll("button")[focused]?.focus();
      kept = { told, row };
      rows.set(save.key, kept);
    }
    const place = before ? before.nextSibling : list.firstChild;
    if (place !== kept.row) list.insertBefore(kept.row, place);
    before = kept.row;
  }
  if (!fitting.length) list.replaceChildren(el("li", { class: "empty" }, say(shown.length ? "noneFound" : "none")));
  $("count").textContent = straight(
    say(many_ === 1 ? "oneSave" : "manySaves", many_) + (busy ? `, ${say("filling")}` : ""),
  );
}

const heard = (save) =>
  [save.name, save.inside, save.told?.title?.[language], save.told?.game, save.told?.module].join(" ").toLowerCase();

function rowOf(save) {
  const told = save.told,
    where = save.inside === "." ? "" : `${save.inside}/`;
  const time = new Date(save.time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const what = el(
    "div",
    { class: "what" },
    el("p", { class: "file", title: save.name }, where + save.name, el("span", { class: "quiet" }, ` ${time}`)),
    el("p", { class: "game" }, lineOf(told).filter(Boolean).join(" · ")),
    told?.trouble
      ? el("p", { class: "trouble", title: told.trouble[language] }, told.trouble[language])
      : el("p", { class: "matters" }, (told?.matters ?? []).map(matter).join(" · ")),
  );
  const can = told?.game && !told.trouble;
  const act = (name, serves, main) =>
    offered.has(name)
      ? el(
          "button",
          {
            type: "button",
            class: main ? "main" : "",
            disabled: !can,
            "aria-label": `${say(name)}: ${save.name}`,
            onclick: () => order(name, { file: save.key }, serves),
          },
          say(name),
        )
      : null;
  return el(
    "li",
    {},
    what,
    el("div", { class: "acts" }, act("open", true, true), act("report"), told?.steps ? act("judge") : null),
  );
}

function lineOf(told) {
  if (!told) return [say("reading")];
  if (told.stranger) return [say("stranger", told.module || say("unnamed"))];
  if (!told.game) return [];
  return [
    told.title[language],
    told.turn === null ? say("noTurn") : say("turn", told.turn),
    told.phase[language],
    told.steps ? say("log", told.steps) : "",
  ];
}

function matter(one) {
  return many(one.what, one.count, one.state?.[language]);
}

$("search").addEventListener("input", () => draw());
let asked;
$("saves").addEventListener(
  "scroll",
  () => {
    clearTimeout(asked);
    asked = setTimeout(() => {
      if (inSight().length) document.dispatchEvent(new CustomEvent("begun"));
    }, 250);
  },
  { passive: true },
);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) {
    event.preventDefault();
    $("search").focus();
  }
});
$("saves").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key],
    row = event.target.closest("li");
  if (!step || !row) return;
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  next?.querySelector("button:not(:disabled)")?.focus();
  event.preventDefault();
});
