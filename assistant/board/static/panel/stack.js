// One place: its terrain, its units with their state and reasons, what the chosen one may do.

import { el } from "../dom.js";
import { called, say } from "../words.js";
import { particulars, placeName, quiet, reasons, refusals, title, unitRow } from "./parts.js";

export function stack(context) {
  const { scene, board, hex, unit: chosen } = context;
  const units = scene.units.filter((unit) => unit.hex === hex);
  const inBox = hex in board.boxes;
  const ground = [inBox ? "" : (board.terrain[hex] ?? []).map((id) => called("terrain", id)).join(", ") || say("clear"),
    scene.control[hex] ? say("control", called("side", scene.control[hex])) : ""].filter(Boolean).join(" · ");
  const parts = [title(context, placeName(board, hex)), ground ? quiet(ground) : ""];
  const broken = scene.violations.filter((found) => found.hex === hex);
  parts.push(...broken.map((found) => el("p", { class: "alert" }, el("span", { class: "rule" }, found.rule), ` ${found.text}`)));
  if (!units.length) parts.push(quiet(say("empty")));
  for (const unit of units) {
    parts.push(unitRow(unit, context));
    if (unit.id === chosen || units.length === 1) parts.push(...details(unit, context));
  }
  if (context.error) parts.push(el("p", { class: "alert" }, context.error));
  if (units.length && !inBox) parts.push(el("p", {}, el("button", { id: "attack-this", onclick: () => context.pickTarget(hex) }, say("attackThis"))));
  return parts;
}

function details(unit, context) {
  const { supply } = unit, { moves, board } = context;
  const parts = [];
  if (supply?.source) parts.push(el("p", {}, `${say("supply")}: ${say("from", placeName(board, supply.source))}`));
  if (supply) parts.push(reasons(supply.because));
  if (particulars(unit)) parts.push(quiet(particulars(unit)));
  if (unit.standIn) parts.push(el("p", { class: "stand" }, say("standInUnit")));
  if (moves?.unit === unit.id) parts.push(el("p", { class: "quiet moves" }, say("moves", moves.allowance, moves.reach.length)), reasons(moves.because), ...closed(moves.refused));
  return [el("div", { class: "details" }, ...parts.filter(Boolean))];
}

/** The neighbouring hexes that the unit may not enter, folded away until they are asked for. */
function closed(refused) {
  return refused.length ? [el("details", { class: "further" }, el("summary", {}, say("closed", refused.length)), refusals(refused))] : [];
}
