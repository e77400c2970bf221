// Trying things out: what the reader changes on the map, one gesture after another; no save hears of it.

import { ask, AnswerError } from "./ask.js";
import { el } from "./dom.js";
import { loadScene } from "./loading.js";
import { hint, view } from "./stage.js";
import { changed, moment, state } from "./state.js";
import { placeName } from "./panel/parts.js";
import { say } from "./words.js";

const SLOW = 60; // milliseconds after which an answer is not waited for to show what was put down
const WARNED = 7000; // milliseconds that a warning stands over the map
const safe = (word) => encodeURIComponent(word).replaceAll("~", "%7E");

/** A change as the server reads it. */
export const change = (verb, ...words) => [verb, ...words.map(String).map(safe)].join(":");

/** Turn trying on or off; what was tried stays until it is undone. */
export function switchTrying(on = !state.trying) {
  state.trying = on;
  document.body.classList.toggle("trying", on);
  changed("answers");
}

/** One gesture of the hand: shown at once, and answered when the server has thought about it. */
export function attempt(...changes) {
  state.emptied = false;
  state.changes = [...state.changes, changes.join("~")];
  state.undone = [];
  return again();
}

export function undo() {
  if (!state.changes.length) return state.emptied ? redo() : undefined;
  state.undone = [...state.undone, state.changes.at(-1)];
  state.changes = state.changes.slice(0, -1);
  return again();
}

export function redo() {
  if (!state.undone.length) return undefined;
  state.changes = [...state.changes, state.undone.at(-1)];
  state.undone = state.undone.slice(0, -1);
  state.emptied = false;
  return again();
}

/** Back to the game as it is; one undo brings the try back as a whole. */
export function reset() {
  if (!state.changes.length) return undefined;
  Object.assign(state, { undone: [state.changes.join("~")], changes: [], emptied: true });
  return again();
}

/** Units taken up: the server finds out meanwhile what will be asked when they are put down. */
export function lift(ids) {
  ask("lifted", { ...moment(), unit: ids.join(",") }).catch(() => {});
}

/** Units put down in a hex: moved on the map before the server has answered. */
export function drop(ids, hex) {
  const moved = ids.map((id) => state.byId.get(id)).filter((unit) => unit && unit.hex !== hex);
  if (!moved.length) return undefined;
  if (enemiesAt(hex, moved[0].side).length) hint(say("uponEnemies", placeName(state.board, hex)), WARNED);
  for (const unit of moved) unit.hex = hex;
  state.scene.units = [...state.scene.units.filter((unit) => !moved.includes(unit)), ...moved];
  if (state.unit && ids.includes(state.unit) && !state.target) state.hex = hex;
  const answered = attempt(...moved.map((unit) => change("move", unit.id, hex))); // the server thinks meanwhile
  // The answer is mostly here before the eye is: to draw the map and the panel twice would delay it.
  view.spare();
  setTimeout(() => {
    if (moved[0] === state.byId.get(moved[0].id)) changed("hand");
  }, SLOW);
  return answered;
}

/** Units of another side in a hex: who is dropped on them fights, and does not move. */
export function enemiesAt(hex, side) {
  if (!state.board.ruled || !hex || hex in state.board.boxes) return [];
  return state.scene.units.filter((unit) => unit.hex === hex && unit.side !== side);
}

/** Units lie again where they were before they were put down in a hex. */
export function takeBack(ids, hex) {
  const unwanted = new Set(ids.map((id) => change("move", id, hex)));
  state.changes = state.changes
    .map((gesture) =>
      gesture
        .split("~")
        .filter((one) => !unwanted.has(one))
        .join("~"),
    )
    .filter(Boolean);
  state.undone = [];
  return again();
}

async function again() {
  state.ways = [];
  await loadScene({ keep: true });
}

/** Whether the rules let the moved units go where they were put. */
export async function askWays() {
  if (!state.changes.length) {
    state.ways = [];
    return;
  }
  const asked = state.changes,
    { file } = state;
  try {
    const found = await ask("ways", moment());
    if (asked === state.changes && file === state.file) {
      state.ways = found;
      changed("answers");
    }
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
  }
}

/** The position as it now lies, to keep as a file. */
export async function savePosition() {
  try {
    const { text } = await ask("position", moment());
    const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    el("a", { href: address, download: `${state.scene.file.replace(/\.\w+$/, "")}-${say("triedName")}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    hint(error.message, 5000);
  }
}
