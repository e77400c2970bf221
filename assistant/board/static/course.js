// The course of a log: notches of turns, phases and dice on the time line; two moments compared.

import { ask, AnswerError } from "./ask.js";
import { $, el } from "./dom.js";
import { changed, state } from "./state.js";
import { placeName } from "./panel/parts.js";
import { called, say } from "./words.js";

let of = "";

/** The course of another log is none of this one. */
export function forgetCourse() {
  state.course = null;
  of = "";
  $("notches").replaceChildren();
}

/** Ask for the course once a log is shown, and again when it has grown. */
export async function askCourse() {
  const { scene, file } = state;
  if (!scene?.steps) {
    forgetCourse();
    return;
  }
  const key = `${file} ${scene.file} ${scene.steps} ${state.viewer}`;
  if (key === of) return;
  of = key;
  state.course = null;
  let told = null;
  try {
    told = await ask("course", { file, viewer: state.viewer });
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
  }
  if (of !== key || !told) return;
  state.course = told;
  notch();
  changed("answers");
}

/** Where turns and phases begin and dice fall: a number, a stroke, a dot. */
function notch() {
  const { points } = state.course,
    last = points.at(-1).step || 1;
  const found = [];
  points.forEach((point, index) => {
    const before = points[index - 1],
      left = { left: `${(100 * point.step) / last}%` };
    if (!before || before.turn !== point.turn)
      found.push(el("span", { class: "turn", style: left, title: say("turn", point.turn) }, String(point.turn)));
    else if (before.phase !== point.phase)
      found.push(el("span", { class: "phase", style: left, title: called("phase", point.phase) }));
    if (point.battles.length)
      found.push(
        el(
          "span",
          {
            class: "fought",
            style: left,
            title: say("foughtAt", point.battles.map((hex) => placeName(state.board, hex)).join(", ")),
          },
          "⚔",
        ),
      );
    else if (point.dice) found.push(el("span", { class: "dice", style: left, title: say("diceFell") }));
  });
  $("notches").replaceChildren(...found);
}

/** What differs between the moment shown and another: asked, and drawn on the map; none takes it away. */
export async function compareWith(step) {
  if (step === null) {
    state.compared = null;
    changed("answers");
    return;
  }
  const asked = (state.compared = { step, changes: [], busy: true });
  changed("answers");
  try {
    const other = await ask("scene", { file: state.file, step, viewer: state.viewer });
    if (state.compared === asked)
      state.compared = {
        step,
        turn: other.turn,
        phase: other.phase.id,
        of: state.step,
        changes: differing(other, state.scene),
      };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    state.compared = null;
  }
  changed("answers");
}

/** Units, their steps, supply and the control of hexes that differ, as changes from one to the other. */
function differing(before, after) {
  const [old, now] = [before, after].map(({ units }) => new Map(units.map((unit) => [unit.id, unit])));
  const found = [];
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(id),
      is = now.get(id),
      unit = is ?? was;
    const told = (kind, words) =>
      found.push({
        kind,
        name: unit.name,
        counter: unit.counter,
        hex: unit.hex,
        before: "",
        after: "",
        why: "",
        ...words,
      });
    if (!was) told("entered", { after: is.hex });
    else if (!is) told("left", { before: was.hex });
    else {
      if (was.hex !== is.hex) told("moved", { before: was.hex, after: is.hex });
      if (was.step !== is.step) told("step", { before: String(was.step), after: String(is.step) });
      if (was.supply && is.supply && was.supply.state !== is.supply.state)
        told("supply", { before: was.supply.state, after: is.supply.state });
    }
  }
  for (const hex of new Set([...Object.keys(before.control), ...Object.keys(after.control)]))
    if (before.control[hex] !== after.control[hex])
      found.push({
        kind: "control",
        name: "",
        counter: "",
        hex,
        before: before.control[hex] ?? "",
        after: after.control[hex] ?? "",
        why: "",
      });
  return found;
}
