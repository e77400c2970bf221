// What matters in the whole position: news, trouble, supply, the best attacks, every stack.

import { stacksOf } from "../counters.js";
import { el } from "../dom.js";
import { supplyTone } from "../layers.js";
import { called, nameOf, say, stateName, tell } from "../words.js";
import { strip } from "./chances.js";
import { further } from "./further.js";
import { column, heading, list, placeName, quiet, unitRow } from "./parts.js";

const BEST = 8; // attacks that are shown before the others are asked for

export function overview(context) {
  const { scene } = context;
  const doomed = Object.values(scene.retreats).filter((answer) => answer.outcome !== "retreat" && answer.outcome !== "stand");
  const parts = [el("h2", {}, say("matters"))];
  const told = scene.news.filter((change) => !["turn", "units"].includes(change.kind)); // the head of the page says these
  if (told.length) parts.push(heading("news"), list(told.map((change) => news(change, context))));
  if (scene.unknown.length) parts.push(heading("unknown"), list(scene.unknown.map((line) => el("p", { class: "alert" }, line))));
  if (scene.violations.length) parts.push(heading("broken"), list(scene.violations.map((found) => place(context, found.hex, `✕ ${found.text} (${found.rule})`, "bad"))));
  parts.push(...supply(context), ...battles(context));
  if (doomed.length) parts.push(heading("doomed"), list(doomed.map((answer) => place(context, answer.hex, stateName(answer.outcome)))));
  parts.push(heading("stacks"), stackList(context));
  return [...parts, heading("keys"), quiet(say("help"))];
}

/** One piece of news; a click shows where it happened. */
function news(change, context) {
  const hex = ["moved", "entered"].includes(change.kind) ? change.after : change.hex;
  if (!(hex in context.board.centres)) return el("p", { class: "news" }, tell(change));
  return el("button", { class: `row news ${{ violation: "bad", supply: "weak" }[change.kind] ?? ""}`, onclick: () => context.pickStack(hex) }, tell(change));
}

function place(context, hex, words, tone = "quiet") {
  return el("button", { class: "row", onclick: () => context.pickStack(hex) }, el("strong", {}, placeName(context.board, hex)), el("span", { class: `grow ${tone}` }, words));
}

function supply(context) {
  const { scene } = context;
  if (!scene.units.some((unit) => unit.supply)) return [];
  const bad = scene.units.filter((unit) => supplyTone(unit.supply) === "bad");
  const told = bad.length ? list(bad.map((unit) => unitRow(unit, context, placeName(context.board, unit.hex)))) : el("p", { class: "good" }, `✓ ${say("allSupplied")}`);
  return [heading("unsupplied"), told, ...further(scene.supply, context.byId)];
}

function battles(context) {
  const seen = new Set();
  const best = context.scene.attacks.filter((attack) => !seen.has(attack.target) && seen.add(attack.target));
  const parts = [heading(context.scene.ahead ? "ahead" : "bestAttacks")];
  if (!best.length) return [...parts, quiet(say("noAttacks"))];
  parts.push(list(best.slice(0, BEST).map((attack) => attackRow(attack, context))));
  if (best.length > BEST) parts.push(el("details", { class: "further" }, el("summary", {}, say("moreAttacks", best.length - BEST)), list(best.slice(BEST).map((attack) => attackRow(attack, context)))));
  return parts;
}

function attackRow(attack, context) {
  return el("button", { class: "row attack", onclick: () => context.pickTarget(attack.target) },
    el("strong", { class: "grow" }, placeName(context.board, attack.target)), el("span", { class: "rule" }, column(attack.column)), strip(attack.chances, context.board));
}

function stackList(context) {
  const { board } = context;
  const inBox = (name) => name in board.boxes || !(name in board.centres);
  const sorted = [...stacksOf(context.scene.units)].sort(([a], [b]) => inBox(a) - inBox(b) || a.localeCompare(b));
  return list(sorted.map(([hex, stack]) => el("button", { class: "row", "data-hex": hex, onclick: () => context.pickStack(hex) },
    el("strong", {}, placeName(board, hex)),
    el("span", { class: "grow quiet" }, stack.length > 5 ? say("count", stack.length) : `${called("side", stack[0].side)}: ${stack.map(nameOf).join(", ")}`))));
}
