// The chances of a battle as bars, in the colours of the printed table and from its best to its worst.

import { el } from "../dom.js";
import { called, percent, say } from "../words.js";

const PLAIN = "#8b93a1", ROOM = 0.11; // a result without a colour of its own; the part of a bar that takes words

/** Results and chances in the order of the table, the attacker's best first; others by chance. */
export function ordered(chances, board) {
  const rank = (result) => board.results.findIndex(({ id }) => id === result);
  return Object.entries(chances).sort(([one, chance], [other, more]) => rank(other) - rank(one) || more - chance);
}

const tint = (board, result) => board.results.find(({ id }) => id === result)?.tint ?? PLAIN;

/** Black or white, whichever is read better on a colour written #rrggbb. */
function inkOn(colour) {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = channels.map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** All chances of a battle in one bar. */
export function strip(chances, board) {
  const found = ordered(chances, board);
  const told = found.map(([result, chance]) => `${result} ${percent(chance)}`);
  return el("span", { class: "strip-bar", role: "img", "aria-label": told.join(", "), title: told.join(" · ") }, ...found.map(([result, chance], index) =>
    el("span", { style: { "flex-grow": chance, "background-color": tint(board, result), color: inkOn(tint(board, result)) } }, chance < ROOM ? "" : chance < 2 * ROOM ? result : told[index])));
}

/** Rolls one after another as from and to: 1, 4–6. */
function runs(dice) {
  const found = [];
  for (const die of dice) {
    const last = found.at(-1);
    if (last && Number(die) === Number(last[1]) + 1) last[1] = die; else found.push([die, die]);
  }
  return found.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
}

/** One bar a result, to be pressed for what follows; `fates` says in a line what would. */
export function bars({ odds, board, shown, showResult }, fates) {
  return ordered(odds.chances, board).map(([result, chance]) => {
    const dice = runs(Object.keys(odds.results).filter((die) => odds.results[die] === result));
    return el("button", { class: "bar", "data-result": result, "aria-pressed": String(shown === result), onclick: () => showResult(shown === result ? "" : result) },
      el("strong", {}, result),
      el("span", { class: "track" }, el("span", { style: { width: `${100 * chance}%`, "background-color": tint(board, result) } })),
      el("b", {}, percent(chance)), el("span", { class: "quiet dice" }, dice && say("die", dice)),
      el("small", { class: "quiet" }, called("result", result, "")), el("small", { class: "fates" }, ...fates(result)));
  });
}
