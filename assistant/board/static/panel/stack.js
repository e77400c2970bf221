// One place: its terrain, its units with their state and reasons, what the chosen one may do.

import { el } from "../dom.js";
import { supplyTone } from "../layers.js";
import { called, markerName, say } from "../words.js";
import { marking } from "./marking.js";
import { bringing, handling, owning } from "./trial.js";
import {
  cardRow,
  cardsAt,
  costWords,
  particulars,
  placeName,
  quiet,
  reasons,
  refusals,
  title,
  unitRow,
} from "./parts.js";

const UNSUPPLIED = /^(oos|isolated|unsupplied|out-of-supply)/; // marks that say of a unit what is asked anew here

export function stack(context) {
  const { scene, board, hex, unit: chosen } = context;
  const units = scene.units.filter((unit) => unit.hex === hex);
  const inBox = hex in board.boxes;
  const ground = [
    inBox ? "" : (board.terrain[hex] ?? []).map((id) => called("terrain", id)).join(", ") || say("clear"),
    scene.control[hex] ? say("control", called("side", scene.control[hex])) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  const parts = [title(context, placeName(board, hex)), ground ? quiet(ground) : ""];
  const broken = scene.violations.filter((found) => found.hex === hex);
  parts.push(
    ...broken.map((found) => el("p", { class: "alert" }, el("span", { class: "rule" }, found.rule), ` ${found.text}`)),
  );
  const lying = cardsAt(scene, hex);
  if (!units.length && !lying.length) parts.push(quiet(say("empty")));
  parts.push(...together(units, context));
  for (const unit of units) {
    parts.push(unitRow(unit, context));
    if (unit.id === chosen || units.length === 1) parts.push(...details(unit, context));
  }
  parts.push(...lying.map(cardRow));
  if (context.error) parts.push(el("p", { class: "alert" }, context.error));
  const phasing = board.phases.find(({ id }) => id === scene.phase.id)?.side;
  parts.push(...owning(hex, context), ...bringing(hex, context), ...marking(hex, context));
  // One's own stack is not attacked: whoever would attack it is asked about as the other side.
  if (board.ruled && units.length && !inBox && (phasing ?? scene.viewer) !== units[0].side && context.answered)
    parts.push(
      el("p", {}, el("button", { id: "attack-this", onclick: () => context.pickTarget(hex) }, say("attackThis"))),
    );
  return parts;
}

/** Where the units of a stack could go together: asked about by a button, since each has a reach of its own. */
function together(units, context) {
  const own = units.filter((unit) => unit.side === units.at(-1).side).map(({ id }) => id);
  if (own.length < 2 || !context.answered || !context.board.ruled || context.hex in context.board.boxes) return [];
  const asked = el(
    "button",
    { id: "together", "aria-pressed": String(Boolean(context.group)), onclick: () => context.pickGroup(own) },
    say("together"),
  );
  const { moves, group } = context;
  if (!group || moves?.unit !== group) return [asked];
  return [asked, el("div", { class: "details" }, ...reached(group, context))];
}

/** What is told of a reach: the points, the chosen goal with its way, what is closed. */
function reached(ids, context) {
  const { moves, board } = context;
  const goal = moves.reach.find((one) => one.hex === context.goal),
    parts = [];
  if (moves.timing) parts.push(quiet(moves.timing.text));
  if (goal)
    parts.push(
      el("p", { class: "way" }, el("strong", {}, placeName(board, goal.hex)), `: ${costWords(moves, goal.cost)}`),
      quiet(goal.path.join(" → ")),
      context.trying
        ? el("button", { onclick: () => context.drop(ids.split(","), goal.hex) }, say("moveThere"))
        : undefined,
    );
  parts.push(
    el("p", { class: "quiet moves" }, say("moves", moves.allowance, moves.reach.length)),
    reasons(moves.because),
    ...closed(moves.refused),
  );
  return parts.filter(Boolean);
}

function details(unit, context) {
  const { supply } = unit,
    { moves, board } = context;
  const parts = [];
  if (supply?.source)
    parts.push(
      el(
        "p",
        {},
        `${say("supply")}: ${say("from", placeName(board, supply.source))}${supply.path.length > 1 ? ` · ${say("lineOf", supply.path.length - 1)}` : ""}`,
      ),
    );
  if (supply?.path.length > 1)
    parts.push(
      el("details", { class: "further" }, el("summary", {}, say("lineHexes")), quiet(supply.path.join(" · "))),
    );
  if (supply) parts.push(reasons(supply.because));
  const mark = supplyTone(supply) === "good" && unit.markers.find((marker) => UNSUPPLIED.test(marker));
  if (mark) parts.push(el("p", { class: "weak" }, say("markedYetSupplied", markerName(mark))));
  if (particulars(unit)) parts.push(quiet(particulars(unit)));
  if (unit.standIn) parts.push(el("p", { class: "stand" }, say("standInUnit")));
  const mine = moves?.unit === unit.id ? reached(unit.id, context) : [];
  parts.push(...mine, ...handling(unit, context));
  return [el("div", { class: "details" }, ...parts.filter(Boolean))];
}

/** The neighbouring hexes that the unit may not enter, folded away until they are asked for. */
function closed(refused) {
  return refused.length
    ? [el("details", { class: "further" }, el("summary", {}, say("closed", refused.length)), refusals(refused))]
    : [];
}
