// The bar under the map while somebody tries things out: undo, whose phase, which turn.

import { $, el } from "./dom.js";
import { attempt, change, redo, reset, savePosition, switchTrying, undo } from "./trying.js";
import { state } from "./state.js";
import { called, currentLanguage, say } from "./words.js";

export function useTrial() {
  const acts = { undo, redo, reset, keep: savePosition, leave: () => switchTrying(false) };
  for (const [id, act] of Object.entries(acts)) $(id).onclick = act;
  $("all").onclick = () => {
    state.wholeStack = !state.wholeStack;
    fillTrial();
  };
  $("phase").onchange = (event) => attempt(change("phase", event.target.value));
  $("turn").onchange = (event) => attempt(change("turn", event.target.value));
}

export function fillTrial() {
  $("trial").hidden = !state.trying || !state.scene || !state.board;
  $("try").setAttribute("aria-pressed", String(Boolean(state.trying)));
  document.body.classList.toggle("trying", Boolean(state.trying));
  if ($("trial").hidden) return;
  const { scene, board } = state;
  for (const [id, there] of [
    ["undo", state.changes.length || state.emptied],
    ["redo", state.undone.length],
    ["reset", state.changes.length],
  ])
    $(id).setAttribute("aria-disabled", String(!there));
  $("all").setAttribute("aria-pressed", String(Boolean(state.wholeStack)));
  fillMoments(board);
  $("phase").value = scene.phase.id;
  $("phase").hidden = !board.phases.length;
  $("turn").value = String(scene.turn);
}

let filled = [];

/** The phases and turns to choose from: the same for every moment of a game. */
function fillMoments(board) {
  if (filled[0] === board && filled[1] === currentLanguage()) return;
  filled = [board, currentLanguage()];
  $("phase").replaceChildren(
    el("option", { value: "" }, "–"),
    ...board.phases.map(({ id, side }) => el("option", { value: id }, phaseName(id, side))),
  );
  const { first, last } = board.turns;
  $("turn").replaceChildren(
    ...Array.from({ length: last - first + 1 }, (_, index) =>
      el("option", { value: first + index }, say("turn", first + index)),
    ),
  );
}

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const phaseName = (id, side) => {
  const name = called("phase", id),
    whose = side ? called("side", side) : "";
  return whose && !plain(name).includes(plain(whose).slice(0, 5)) ? `${name} (${whose})` : name;
};
