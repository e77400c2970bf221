// What a click or a key chooses: a place, a unit, a battle, its attackers and options.

import { askAgain, askAnew } from "./answers.js";
import { $ } from "./dom.js";
import { bringIntoSight } from "./stage.js";
import { changed, choose, state } from "./state.js";

/** A place: its battle if it can be attacked, else its stack; clicked again, the next unit down. */
export function pickHex(hex) {
  if (!hex || !state.scene) return undefined;
  const here = state.scene.units.filter((unit) => unit.hex === hex);
  const again = state.hex === hex;
  if (!again && state.scene.attacks.some((attack) => attack.target === hex)) return pickTarget(hex);
  choose({ hex, unit: here.length ? (again ? below(here) : here.at(-1).id) : "" });
  return askFromTheTop();
}

/** The next unit down in a stack that is clicked again. */
function below(units) {
  const index = units.findIndex((unit) => unit.id === state.unit);
  return units.at(index <= 0 ? -1 : index - 1).id;
}

/** A stack named in the panel: shown on the map too. */
export function pickStack(hex) {
  bringIntoSight([hex]);
  return pickHex(hex);
}

export function pickUnit(unit) {
  choose({ hex: unit.hex, unit: unit.id });
  bringIntoSight([unit.hex, ...(unit.supply?.path ?? [])]);
  return askAgain();
}

export function pickTarget(hex) {
  choose({ hex, target: hex });
  bringIntoSight([hex]);
  return askFromTheTop();
}

/** Let an attacker take part or not; the last one stays. */
export function toggleAttacker(id) {
  const from = new Set(state.odds.attackers);
  if (!from.delete(id)) from.add(id);
  if (from.size) state.from = from;
  state.shown = "";
  return askAnew();
}

/** Take an option of the battle, written NAME=VALUE, or give it up. */
export function toggleOption(option) {
  const name = option.split("=")[0];
  const without = state.options.filter((other) => other.split("=")[0] !== name);
  state.options = state.options.includes(option) ? without : [...without, option];
  state.shown = "";
  return askAnew();
}

/** What a result would do, drawn and told; no result hides it. */
export function showResult(result) { state.shown = result; changed("answers"); }

export function back() {
  choose();
  return askFromTheTop();
}

function askFromTheTop() {
  $("panel").scrollTop = 0;
  return askAgain();
}
