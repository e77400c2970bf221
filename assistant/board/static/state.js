// What the page shows and what is chosen on it; whoever draws it hears of every change.

import { ANSWERED } from "./ask.js";
import { readLink } from "./link.js";

const USUAL = ["supply", "attacks", "violations", "reach", "changes"];
const NOTHING_CHOSEN = {
  hex: "",
  unit: "",
  group: "",
  target: "",
  from: null,
  options: [],
  shown: "",
  goal: "",
  pointed: null,
  wrong: null,
};

export const start = readLink();

export const state = {
  file: start.file,
  step: start.step,
  scene: null,
  board: null,
  byId: new Map(),
  version: 0,
  hex: start.hex,
  unit: start.unit,
  group: "",
  target: start.target,
  from: start.from ? new Set(start.from) : null,
  options: start.options,
  shown: start.shown,
  layers: new Set(start.layers ?? USUAL),
  language: start.language,
  kinds: new Set(),
  changes: start.changes,
  undone: [],
  trying: ANSWERED && start.changes.length > 0,
  ways: [],
  goal: "",
  hover: "",
  carried: null,
  gliding: null,
  found: "",
  threat: null,
  plan: start.plan,
  drawn: start.drawn,
  outlooks: new Map(),
  best: null,
  turning: null,
  pointed: null,
  wrong: null,
  course: null,
  cheapest: null,
  viewer: start.viewer,
  compared: null,
  names: { below: [], again: [] },
  moves: null,
  odds: null,
  candidates: [],
  results: null,
  advances: null,
  error: "",
};

/** Let go of what was chosen, and choose something else or nothing. */
export function choose(chosen = {}) {
  Object.assign(state, NOTHING_CHOSEN, chosen);
}

const OF_A_UNIT = new Set(["move", "step", "gone", "new", "own", "state"]);

/** What is tried as the server reads it: of two changes of the same thing the later. */
export function tried() {
  const last = new Map();
  for (const change of state.changes.flatMap((gesture) => gesture.split("~"))) {
    const [verb, one, other] = change.split(":");
    const key = ["mark", "bare"].includes(verb)
      ? `marker:${one}:${other}`
      : OF_A_UNIT.has(verb)
        ? `${verb}:${one}`
        : verb;
    last.delete(key);
    last.set(key, change);
  }
  return [...last.values()].join("~");
}

/** The moment that questions are about: a file, a step of it, and what is tried from there. */
export const moment = () => ({ file: state.file, step: state.step, try: tried(), viewer: state.viewer });

/** Who fights a battle: the attackers, and the guns that bombard with them (Kursk). */
export const forceOf = (odds) => [...odds.attackers, ...(odds.bombarding ?? [])];

const listeners = { nothing: [], coming: [], board: [], scene: [], answers: [], hand: [] };

/** Hear that there is nothing to show yet, or that a live game is still to come, of another board, another moment of it, or other answers about the moment. */
export function onChange(what, listener) {
  listeners[what].push(listener);
}

export function changed(what) {
  for (const listener of listeners[what]) listener();
}

let asked = 0;

/** A number for a question; while it is the newest, `isNewest(number)` holds and its answer counts. */
export function nextQuestion() {
  asked += 1;
  return asked;
}

export function isNewest(question) {
  return question === asked;
}
