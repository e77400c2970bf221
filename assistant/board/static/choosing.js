// What a click or a key chooses: a place, a unit, a battle, its attackers and options.

import { askAdvance, askAgain, askAnew } from "./answers.js";
import { counterAt } from "./counters.js";
import { $ } from "./dom.js";
import { drop as putDown, lift } from "./trying.js";
import { bringIntoSight } from "./stage.js";
import { changed, choose, forceOf, state } from "./state.js";

/** A place: its battle if it can be attacked, else its stack; clicked again, the next unit down. */
export function pickHex(hex) {
  if (!hex || !state.scene) return undefined;
  const here = state.scene.units.filter((unit) => unit.hex === hex);
  const again = state.hex === hex;
  const goal =
    state.unit &&
    !state.target &&
    !here.length &&
    state.moves?.unit === (state.group || state.unit) &&
    state.moves.reach.find((reached) => reached.hex === hex);
  if (goal && state.goal !== hex) {
    state.goal = hex;
    changed("answers");
    return undefined;
  }
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

/** The units of a stack together, or again the one that is chosen. */
export function pickGroup(ids) {
  choose({ hex: state.hex, unit: state.unit, group: state.group ? "" : ids.join(",") });
  return askAgain();
}

/** A battle of the plan, with those who fight it. */
export function pickPlanned({ target, from, options }) {
  choose({ hex: target, target, from: new Set(from), options: [...options] });
  bringIntoSight([target]);
  return askFromTheTop();
}

export function pickTarget(hex) {
  choose({ hex, target: hex });
  bringIntoSight([hex]);
  return askFromTheTop();
}

/** Let an attacker take part or not; the last one stays. */
export function toggleAttacker(id) {
  const from = new Set(forceOf(state.odds));
  if (!from.delete(id)) from.add(id);
  if (from.size) state.from = from;
  state.shown = "";
  return askAnew();
}

/** Take an option of the battle, written NAME=VALUE, or give it up. One that cannot be is told in its place, and the battle stays as it was. */
export async function toggleOption(option) {
  const name = option.split("=")[0],
    before = state.options;
  const without = before.filter((other) => other.split("=")[0] !== name);
  Object.assign(state, { options: before.includes(option) ? without : [...without, option], shown: "", wrong: null });
  await askAnew();
  if (!state.error || !state.options.includes(option)) return;
  Object.assign(state, {
    options: before,
    wrong: { name, value: option.slice(name.length + 1), text: withoutName(state.error, option) },
    error: "",
  });
  changed("answers");
}

/** What a result would do, drawn and told; no result hides it. */
export function showResult(result) {
  state.shown = result;
  changed("answers");
  return askAdvance();
}

/** What a hand lifts from the map while somebody tries things out: a counter, or its whole stack. */
export function grab(point, whole) {
  if (!state.trying || !state.board || !state.scene) return null;
  const unit = counterAt(state.scene.units, state.board, point);
  if (!unit) return null;
  const units =
    whole || state.wholeStack
      ? state.scene.units.filter((other) => other.hex === unit.hex && other.side === unit.side)
      : [lifted(unit)];
  lift(units.map(({ id }) => id));
  return {
    at(here, hex) {
      $("hover").hidden = true;
      state.carried = { units, point: here, hex };
      refreshMap();
    },
    end(hex) {
      state.carried = null;
      if (
        !hex ||
        !putDown(
          units.map(({ id }) => id),
          hex,
        )
      )
        refreshMap();
    },
  };
}

/** The chosen unit if it lies in the same stack: who chose it in the list means it. */
const lifted = (unit) => {
  const chosen = state.byId.get(state.unit);
  return chosen?.hex === unit.hex ? chosen : unit;
};

function refreshMap() {
  changed("hand");
}

/** List stacks of a kind only, or all again. */
export function toggleKind(kind) {
  if (!state.kinds.delete(kind)) state.kinds.add(kind);
  changed("answers");
}

export function back() {
  choose();
  return askFromTheTop();
}

function askFromTheTop() {
  $("panel").scrollTop = 0;
  return askAgain();
}

/** What is wrong with a value, told beside its field: the program's word for the option is left out. */
function withoutName(text, option) {
  const rest = text.startsWith(`${option}: `) ? text.slice(option.length + 2) : text;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
