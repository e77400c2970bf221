// A plan of battles, what it promises in sum, and what either side could reach: asked for and drawn.

import { ask, AnswerError } from "./ask.js";
import { forgetCourse } from "./course.js";
import { el } from "./dom.js";
import { drop, keep, plansKept } from "./keeping.js";
import { forgetNames } from "./lettering.js";
import { loadScene } from "./loading.js";
import { during } from "./rest.js";
import { arrow, atLeast, between, placePath, plate, shade } from "./shapes.js";
import { hint } from "./stage.js";
import { changed, forceOf, moment, state } from "./state.js";
import { attempt, change } from "./trying.js";
import { currentLanguage } from "./words.js";

const PLANNED = "#57d0c4";

const keyOf = ({ target, from, options }) => [target, [...from].sort().join(","), options.join(";")].join("!");

/** The battle that is shown, as one of the plan; taken out if it is in it. */
export function planBattle() {
  const { odds, options, target } = state;
  const battle = { target, from: forceOf(odds), options: [...options] };
  const there = state.plan.some((other) => other.target === target);
  setPlan(there ? state.plan.filter((other) => other.target !== target) : [...state.plan, battle]);
}

export function setPlan(plan) {
  state.plan = plan;
  changed("answers");
  return askPlan();
}

/** The odds of every battle of the plan as things now lie. */
export async function askPlan() {
  const asked = moment();
  const wanted = state.plan.filter((battle) => state.outlooks.get(keyOf(battle))?.of !== stamp(asked));
  await Promise.all(
    wanted.map(async (battle) => {
      const from = battle.from.filter((id) => state.byId.has(id));
      let told;
      try {
        told = from.length
          ? await ask("outlook", { ...asked, hex: battle.target, from: from.join(","), with: battle.options.join(";") })
          : { possible: false };
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error;
        told = { possible: false, error: error.message };
      }
      if (stamp(asked) === stamp(moment())) state.outlooks.set(keyOf(battle), { ...told, of: stamp(asked) });
    }),
  );
  if (wanted.length) changed("answers");
}

const stamp = ({ file, step, try: changes }) => `${file} ${step} ${changes} ${state.version}`;

export const outlookOf = (battle) => state.outlooks.get(keyOf(battle));

/** Units that fight in more than one battle of the plan. */
export function usedTwice(plan) {
  const seen = new Set(),
    twice = new Set();
  for (const id of plan.flatMap(({ from }) => from)) (seen.has(id) ? twice : seen).add(id);
  return twice;
}

/** What the plan promises in sum; battles that are not possible promise nothing. */
export function sumOf(plan, outlooks = plan.map(outlookOf)) {
  const sum = { kills: 0, losses: 0, taken: 0 };
  for (const told of outlooks) for (const name of Object.keys(sum)) sum[name] += told?.outlook?.[name] ?? 0;
  return sum;
}

export { plansKept };

export function keepPlan(name) {
  if (!name.trim()) return;
  const { plan, changes } = state;
  keep(name.trim().slice(0, 60), { battles: plan, changes, sum: sumOf(plan), columns: columnsOf(plan) });
  changed("answers");
}

/** The column of each battle of a plan, by its target; none where it is not possible. */
export const columnsOf = (plan) =>
  Object.fromEntries(plan.map((battle) => [battle.target, outlookOf(battle)?.column ?? ""]));

export function dropPlan(name) {
  drop(name);
  changed("answers");
}

/** The best plan of a side by a measure. */
export async function askBest(side, measure) {
  state.best = { busy: true, side, measure };
  changed("answers");
  const asked = state.best;
  let found;
  try {
    found = await ask("plan", { ...moment(), side, for: measure });
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    found = { error: error.message };
  }
  if (state.best === asked) {
    state.best = { ...found, side, measure };
    changed("answers");
  }
}

/** The least force that reaches a column, target by target. */
export async function askCheapest(wished) {
  const asked = (state.cheapest = { wished, busy: true, found: [] });
  changed("answers");
  try {
    const found = await ask("cheapest", { ...moment(), column: wished });
    if (state.cheapest === asked) state.cheapest = { wished, found };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    if (state.cheapest === asked) state.cheapest = { wished, found: [], error: error.message };
  }
  changed("answers");
}

const shown = { moment: "", table: "", phase: "" };

/** Whether something shown is another than at the last call; the first is none. */
function isOther(what, ...words) {
  const before = shown[what];
  shown[what] = JSON.stringify(words);
  return Boolean(before) && before !== shown[what];
}

/** What was asked of another moment, of another phase or of another file is true no more. */
export function forgetOfOtherMoments() {
  const { file, viewer, scene } = state,
    table = [file, viewer, scene.board];
  if (isOther("moment", moment(), state.version)) Object.assign(state, { threat: null, cheapest: null });
  if (isOther("phase", ...table, scene.turn, scene.phase.id)) state.turning = null;
  if (!isOther("table", ...table)) return;
  Object.assign(state, { best: null, compared: null, ways: [], outlooks: new Map() });
  forgetCourse();
  forgetNames();
}

/** Where a side could go and what it could strike; asked again, hidden. */
export async function askThreat(side) {
  if (state.threat?.side === side) {
    state.threat = null;
    changed("answers");
    return;
  }
  state.threat = { side, busy: true, hexes: {}, threatened: {} };
  changed("answers");
  const asked = state.threat;
  try {
    const found = await ask("reach", { ...moment(), side });
    if (state.threat === asked) state.threat = found;
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    if (state.threat === asked) state.threat = { side, error: error.message, hexes: {}, threatened: {} };
  }
  changed("answers");
}

/** Of both sides together: in each hex, what strength each could bring there. */
export async function askRatio() {
  if (state.threat?.side === RATIO) {
    state.threat = null;
    changed("answers");
    return;
  }
  const counts = new Map();
  for (const unit of state.scene.units)
    if (state.board.centres[unit.hex] && !(unit.hex in state.board.boxes))
      counts.set(unit.side, (counts.get(unit.side) ?? 0) + 1);
  const sides = state.board.sides
    .map(({ id }) => id)
    .filter((id) => counts.get(id))
    .sort((one, other) => counts.get(other) - counts.get(one))
    .slice(0, 2);
  const asked = (state.threat = { side: RATIO, sides, busy: true, hexes: {}, threatened: {} });
  changed("answers");
  try {
    const [one, other] = await Promise.all(sides.map((side) => ask("reach", { ...moment(), side })));
    const hexes = {};
    for (const [index, found] of [one, other].entries())
      for (const [hex, [, , force]] of Object.entries(found?.hexes ?? {})) (hexes[hex] ??= [0, 0])[index] = force;
    if (state.threat === asked)
      state.threat = { ...asked, busy: false, hexes, left: (one?.left ?? 0) + (other?.left ?? 0) };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    if (state.threat === asked) state.threat = { ...asked, busy: false, error: error.message };
  }
  changed("answers");
}

export const RATIO = "ratio";

/** From the one side's blue over white to the other's orange, told apart without red and green. */
export const RATIO_TINTS = ["#2166ac", "#92c5de", "#f3f0e6", "#f4a860", "#b35806"];

/** How a ratio of strengths is read: 3:1, 1:2. */
export const ratioWords = ([one, other]) =>
  !one || !other
    ? one
      ? "∞:1"
      : "1:∞"
    : one >= other
      ? `${Math.round((10 * one) / other) / 10}:1`
      : `1:${Math.round((10 * other) / one) / 10}`;

/** Three to one and more, more, even, less, one to three and less. */
function ratioBand([one, other]) {
  const ratio = (one + 0.001) / (other + 0.001);
  return ratio >= 3 ? 0 : ratio > 1.2 ? 1 : ratio >= 1 / 1.2 ? 2 : ratio > 1 / 3 ? 3 : 4;
}

const ratioLayer =
  ({ hexes }) =>
  (pen, board, k) => {
    for (const [hex, forces] of Object.entries(hexes)) {
      if (hex in board.boxes) continue;
      const tint = RATIO_TINTS[ratioBand(forces)],
        words = ratioWords(forces);
      shade(pen, board, k, hex, { tint, inset: 0.98, alpha: 0.55, words, below: -0.33, size: 0.17, from: 34 });
    }
  };

/** What is drawn of either. */
export const threatLayer = (threat) => (threat.side === RATIO ? ratioLayer(threat) : reachLayer(threat));

/** Reach of a side: the more strength could come, the darker. */
const reachLayer =
  ({ hexes }) =>
  (pen, board, k) => {
    const most = Math.max(1, ...Object.values(hexes).map(([, , force]) => force));
    for (const [hex, [, , force]] of Object.entries(hexes)) {
      if (hex in board.boxes || !placePath(pen, board, hex, 0.98)) continue;
      pen.fillStyle = `rgba(178,58,140,${(0.12 + 0.5 * Math.sqrt(force / most)).toFixed(2)})`;
      pen.fill();
    }
  };

/** What could strike each hex of the enemy, above the counters. */
export const threatPlates =
  ({ threatened }) =>
  (pen, board, k) => {
    if (k * board.hexWidth < 24) return;
    for (const [hex, { force }] of Object.entries(threatened)) {
      const centre = board.centres[hex];
      if (centre)
        plate(
          pen,
          `⚔ ${force}`,
          centre[0],
          centre[1] + board.hexWidth * 0.42,
          board.hexWidth * 0.2,
          "#f8d9ee",
          "#5c1046",
        );
    }
  };

/** The plan's battles on the map, numbered in the order of the list. */
export function layersOfPlan() {
  return state.plan.map(({ target, from }, index) => (pen, board, k) => {
    const to = board.centres[target];
    if (!to) return;
    const width = Math.min(board.hexWidth * 0.11, atLeast(board.hexWidth * 0.07, 2, k));
    for (const hex of new Set(from.map((id) => state.byId.get(id)?.hex)))
      if (board.centres[hex])
        arrow(pen, between(board.centres[hex], to, 0.3), between(board.centres[hex], to, 0.74), PLANNED, width);
    plate(
      pen,
      `${index + 1}`,
      to[0] - board.hexWidth * 0.38,
      to[1] - board.hexWidth * 0.3,
      atLeast(board.hexWidth * 0.24, 11, k),
      "#103b38",
      "#b9fff7",
    );
  });
}

/** The try's moves and the plan's battles as a log for VASSAL, from the moment shown; `lines` say the battles. */
export async function saveLog(lines) {
  const words = { ...moment(), lines: lines.join("\n"), language: currentLanguage() };
  const answer = await during(fetch(`plan.vlog?${new URLSearchParams(words)}`));
  if (!answer.ok) {
    hint((await answer.json().catch(() => ({}))).error ?? answer.statusText, 6000);
    return;
  }
  const address = URL.createObjectURL(await answer.blob());
  el("a", { href: address, download: `${state.scene.file.replace(/\.\w+$/, "")}-plan.vlog` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A plan that was kept, with what was tried for it. */
export function openPlan({ battles, changes }) {
  Object.assign(state, { changes, undone: [], trying: state.trying || changes.length > 0, plan: battles });
  return loadScene({ keep: true }).then(askPlan);
}

/** The best plan, taken over: its units moved as a try, its battles as the plan. */
export async function takeBest({ battles, phase }) {
  const moves = battles.flatMap((battle) => battle.moves).map(({ unit, path }) => change("move", unit, path.at(-1)));
  state.plan = battles.map(({ odds }) => ({ target: odds.target, from: odds.attackers, options: [] }));
  Object.assign(state, { trying: true, best: null });
  await attempt(...moves, change("phase", phase));
  return askPlan();
}
