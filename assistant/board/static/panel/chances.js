// The chances of a battle as bars, in the colours of the printed table and from its best to its worst.

import { el } from "../dom.js";
import { inkOn, ordered, tintOf } from "../tints.js";
import { called, percent, say } from "../words.js";

const ROOM = 0.11; // the part of a bar that takes words

/** All chances of a battle in one bar. */
export function strip(chances, board) {
  const found = ordered(chances, board);
  const told = found.map(([result, chance]) => `${result} ${percent(chance)}`);
  return el(
    "span",
    { class: "strip-bar", role: "img", "aria-label": told.join(", "), title: told.join(" · ") },
    ...found.map(([result, chance], index) =>
      el(
        "span",
        {
          style: {
            "flex-grow": chance,
            "background-color": tintOf(board, result),
            color: inkOn(tintOf(board, result)),
          },
        },
        chance < ROOM ? "" : chance < 2 * ROOM ? result : told[index],
      ),
    ),
  );
}

/** Rolls one after another as from and to: 1, 4–6. */
function runs(dice) {
  const found = [];
  for (const die of dice) {
    const last = found.at(-1);
    if (last && Number(die) === Number(last[1]) + 1) last[1] = die;
    else found.push([die, die]);
  }
  return found.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
}

/** One bar a result, to be pressed for what follows; `fates` says in a line what would. */
export function bars({ odds, board, shown, showResult }, fates) {
  return ordered(odds.chances, board).map(([result, chance]) => {
    const dice = runs(Object.keys(odds.results).filter((die) => odds.results[die] === result));
    return el(
      "button",
      {
        class: "bar",
        "data-result": result,
        "aria-pressed": String(shown === result),
        onclick: () => showResult(shown === result ? "" : result),
      },
      el("strong", {}, result),
      el(
        "span",
        { class: "track" },
        el("span", { style: { width: `${100 * chance}%`, "background-color": tintOf(board, result) } }),
      ),
      el("b", {}, percent(chance)),
      el("span", { class: "quiet dice" }, dice && say("die", dice)),
      el(
        "small",
        { class: "quiet" },
        [
          called("result", result, odds.outcomes?.[result] ?? ""),
          odds.attacker_losses?.[result] > 1 && say("attackerLoses", odds.attacker_losses[result]),
        ]
          .filter(Boolean)
          .join(". "),
      ),
      el("small", { class: "fates" }, ...fates(result)),
    );
  });
}
