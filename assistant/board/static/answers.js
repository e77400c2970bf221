// The answers that a choice calls for: the battle of a target, the reach of a unit.

import { AnswerError, ask } from "./ask.js";
import { changed, forceOf, isNewest, moment, nextQuestion, state } from "./state.js";

/** Ask again whatever is selected: the moment or the choice has changed. */
export async function askAgain() {
  Object.assign(state, { moves: null, odds: null, results: null, advances: null, error: "" });
  changed("answers");
  return askAnew();
}

/** Ask again, and show the answers that are there until the new ones come. */
export async function askAnew() {
  const question = nextQuestion();
  try {
    // Of a game without rules nothing is asked: the panel says so once.
    const told = !state.board?.ruled ? [] : state.target ? battle() : state.unit ? reach() : [];
    for await (const answers of told) {
      if (!isNewest(question)) return;
      Object.assign(state, { error: "" }, answers);
      changed("answers");
    }
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    if (!isNewest(question)) return;
    Object.assign(state, { error: error.message });
    changed("answers");
  }
}

/** The reach of the chosen unit, or of those of its stack that are asked about together. */
async function* reach() {
  const moves = await ask("moves", { ...moment(), unit: state.group || state.unit });
  yield { moves, group: state.group && moves.unit };
}

/** The odds first, for they are what was clicked for; then what each result would do. */
async function* battle() {
  const asked = { ...moment(), hex: state.target, with: state.options.join(";") };
  const from = [...(state.from ?? [])].filter((id) => state.byId.has(id));
  const all = ask("odds", asked);
  const [everybody, odds] = await Promise.all([
    all,
    from.length ? ask("odds", { ...asked, from: from.join(",") }) : all,
  ]);
  yield { odds, candidates: candidates(forceOf(everybody), forceOf(odds)), results: null, advances: null };
  if (!odds.possible) return;
  const fought = { ...asked, from: odds.attackers.join(",") };
  const [results, advances] = await Promise.all([
    ask("results", fought),
    ask("advances", { ...fought, result: state.shown }),
  ]);
  yield { results, advances };
}

/** The advance after the result that is shown now: how far depends on who retreats and where. */
export async function askAdvance() {
  const { shown, odds } = state;
  if (!shown || !odds) return;
  const told = await ask("advances", {
    ...moment(),
    hex: state.target,
    with: state.options.join(";"),
    from: odds.attackers.join(","),
    result: shown,
  });
  if (state.shown === shown && state.odds === odds) {
    state.advances = told;
    changed("answers");
  }
}

function candidates(...attackers) {
  const ids = new Set(attackers.flat());
  return state.scene.units.filter((unit) => ids.has(unit.id));
}
