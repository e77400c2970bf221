// What the page shows and what is chosen on it; whoever draws it hears of every change.

import { readLink } from "./link.js";

const USUAL = ["supply", "attacks", "violations", "reach", "changes"];
const NOTHING_CHOSEN = { hex: "", unit: "", target: "", from: null, options: [], shown: "" };

export const start = readLink();

export const state = {
  file: start.file, step: start.step, scene: null, board: null, byId: new Map(), version: 0,
  hex: start.hex, unit: start.unit, target: start.target, from: start.from ? new Set(start.from) : null,
  options: start.options, shown: start.shown, layers: new Set(start.layers ?? USUAL), language: start.language,
  moves: null, odds: null, candidates: [], results: null, advances: null, error: "",
};

/** Let go of what was chosen, and choose something else or nothing. */
export function choose(chosen = {}) { Object.assign(state, NOTHING_CHOSEN, chosen); }

const listeners = { nothing: [], board: [], scene: [], answers: [] };

/** Hear that there is nothing to show yet, of another board, another moment of it, or other answers about the moment. */
export function onChange(what, listener) { listeners[what].push(listener); }

export function changed(what) { for (const listener of listeners[what]) listener(); }

let asked = 0;

/** A number for a question; while it is the newest, `isNewest(number)` holds and its answer counts. */
export function nextQuestion() { asked += 1; return asked; }

export function isNewest(question) { return question === asked; }
