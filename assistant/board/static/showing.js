// Shows what the state says: the answers in the panel, the layers on the map, the address of it all.

import { ANSWERED } from "./ask.js";
import * as choosing from "./choosing.js";
import { carried, stacks } from "./counters.js";
import { $, fill } from "./dom.js";
import * as layers from "./layers.js";
import { lettering } from "./lettering.js";
import { layersOfPlan, threatLayer, threatPlates } from "./planning.js";
import * as planning from "./planning.js";
import * as trying from "./trying.js";
import { pointAt, pointed, worth } from "./turning.js";
import { compareWith } from "./course.js";
import * as drawing from "./drawing.js";
import { writeLink } from "./link.js";
import { battle } from "./panel/battle.js";
import { leavesEmpty } from "./panel/fates.js";
import { overview } from "./panel/overview.js";
import { stack } from "./panel/stack.js";
import { unpressed } from "./pressing.js";
import { begun } from "./rest.js";
import { TARGET } from "./shapes.js";
import { pictures, view } from "./stage.js";
import { state, tried } from "./state.js";
import { goTo } from "./timeline.js";
import { say } from "./words.js";

const CALM = 150; // milliseconds after the last change before the address follows

export function refresh() {
  if (!state.scene || !state.board) return;
  unpressed($("panel"), rebuilt);
}

function rebuilt() {
  const panel = $("panel");
  const focus = focusKey(document.activeElement);
  const make = state.target ? battle : state.hex ? stack : overview;
  const open = new Set([...panel.querySelectorAll("details[open]")].map(foldOf));
  fill(
    panel,
    make({
      ...state,
      ...choosing,
      ...drawing,
      ...planning,
      ...trying,
      compareWith,
      goTo,
      pointAt,
      redrawPanel: refresh,
      answered: ANSWERED,
    }).filter(Boolean),
  );
  for (const fold of panel.querySelectorAll("details")) {
    fold.open = open.has(foldOf(fold));
    if (fold.open) fold.unfold?.();
  }
  restoreFocus(panel, focus);
  view.layers = layersNow();
  view.redraw();
  remember();
}

/** The map alone: something lies in the hand or under the pointer. */
export function refreshMap() {
  if (!state.scene || !state.board) return;
  view.layers = layersNow();
  view.redraw();
}

/** What is unfolded stays so in a rebuilt panel: known by its name, or else by its words. */
const foldOf = (fold) => fold.dataset.fold ?? fold.firstElementChild?.textContent ?? "";

/** A rebuilt panel keeps the keyboard where it was: on what has the same name, or is of the same kind with the same words. */
function focusKey(element) {
  const panel = $("panel");
  if (!panel.contains(element)) return null;
  if (element === panel) return () => panel;
  const { unit, hex, result, option } = element.dataset;
  const name = Object.entries({ unit, hex, result, option }).find(([, value]) => value);
  const selector = element.id
    ? `#${CSS.escape(element.id)}`
    : element.matches("input[type=checkbox]")
      ? `input[value="${CSS.escape(element.value)}"]`
      : name && `[data-${name[0]}="${CSS.escape(name[1])}"]`;
  if (selector) return () => panel.querySelector(selector);
  const words = wordsOf(element);
  return () => [...panel.querySelectorAll(element.localName)].find((other) => wordsOf(other) === words);
}

const wordsOf = (element) => element.getAttribute("aria-label") ?? element.textContent;

function restoreFocus(panel, find) {
  if (find) (find() ?? panel).focus({ preventScroll: true });
}

/** The layers that are switched on, the lowest first. */
function layersNow() {
  const { scene, board, byId, odds, target, unit } = state;
  const on = (name) => state.layers.has(name);
  const ground = board.sides.flatMap((side, index) =>
    on(`zones-${side.id}`) ? [layers.zones(scene.zones[side.id] ?? [], index)] : [],
  );
  const outcome = state.shown ? state.results?.[state.shown] : null;
  const attacks = outcome
    ? []
    : odds?.possible
      ? [odds]
      : target || (unit && state.moves?.reach.length) || state.threat
        ? []
        : scene.attacks;
  const changes =
    state.compared?.of === scene.step
      ? state.compared.changes
      : [...scene.happened, ...scene.news, ...scene.tried.changes];
  const inHand = state.carried,
    upon = inHand && trying.enemiesAt(inHand.hex, inHand.units[0].side).length;
  return [
    lettering(state.names.below),
    ...ground,
    outcome && state.advances && leavesEmpty(outcome, byId) && layers.advances(state.advances),
    on("reach") && state.moves && layers.reach(state.moves),
    // One tint a hex: two over each other say nothing.
    on("distance") && !state.threat && layers.supplyHeat(scene.units),
    on("supply") && unit && layers.supplyLine(byId.get(unit)?.supply),
    state.threat && threatLayer(state.threat),
    state.pointed && state.pointed.key !== "worth" && pointed(state.pointed.hexes),
    on("changes") && layers.changes(changes),
    stacks(
      scene.units,
      scene.cards,
      pictures,
      unit,
      new Map(board.sides.map((side) => [side.id, side.colour || "#cfc4a4"])),
      state.gliding,
    ),
    scene.tried.changes.length > 0 && layers.wasHere(scene.tried.changes),
    on("changes") && layers.relabelled(changes),
    on("supply") && layers.rings(scene.units),
    lettering(state.names.again),
    state.hex && layers.selection(state.hex, target ? TARGET : undefined),
    on("attacks") && layers.attacks(attacks, byId),
    on("violations") && layers.violations(scene.violations),
    state.pointed?.key === "worth" && worth(state.turning?.score?.worth ?? {}),
    outcome && layers.retreats(outcome, byId),
    state.threat && threatPlates(state.threat),
    ...layersOfPlan(),
    state.moves && (state.hover || state.goal) && layers.way(state.moves, state.hover, state.goal),
    state.drawn.length > 0 && drawing.drawn(state.drawn),
    inHand && carried(inHand, pictures, upon ? say("noMove") : ""),
  ].filter(Boolean);
}

let timer = 0;
let remembered = () => {};

/** The address says what is shown, so that it can be sent; once the hand is still. */
export function remember() {
  clearTimeout(timer);
  remembered();
  remembered = begun();
  timer = setTimeout(() => {
    writeLink(state, view.camera, tried());
    remembered();
  }, CALM);
}
