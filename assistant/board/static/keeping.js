// Where the browser keeps plans: each with its game and the side whose eyes saw it, and shown only to those.

import { state } from "./state.js";

const KEY = "kessel-plans";

/** On a page of one side they go with its tab: who comes after on this machine finds none of them. */
const place = () => (state.scene.viewer && !state.board.viewers.length ? sessionStorage : localStorage);

const all = () => JSON.parse(place().getItem(KEY) ?? "{}");
const isHere = ({ game, side = "" }) => game === state.scene.game && side === state.scene.viewer;
const keyOf = (name) => [state.scene.game, state.scene.viewer, name].join("/");

function store(act) {
  try {
    const kept = all();
    act(kept);
    place().setItem(KEY, JSON.stringify(kept));
  } catch {
    /* a browser that keeps nothing */
  }
}

/** The plans of the game at hand, by name. */
export function plansKept() {
  try {
    const found = Object.entries(all()).filter(([, plan]) => isHere(plan));
    return found.map(([key, plan]) => [plan.name ?? key, plan]);
  } catch {
    return [];
  }
}

export const keep = (name, plan) =>
  store((kept) => {
    const { game, viewer: side } = state.scene;
    kept[keyOf(name)] = { ...plan, game, side, name };
  });

export const drop = (name) =>
  store((kept) => {
    for (const [key, plan] of Object.entries(kept)) if (isHere(plan) && (plan.name ?? key) === name) delete kept[key];
  });
