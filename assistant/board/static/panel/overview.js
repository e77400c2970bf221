// What matters in the whole position: news, trouble, supply, the best attacks, every stack.

import { stacksOf } from "../counters.js";
import { el, fill } from "../dom.js";
import { judgedOtherwise, supplyTone } from "../layers.js";
import { called, currentLanguage, nameOf, say, stateName, tell } from "../words.js";
import { strip } from "./chances.js";
import { further } from "./further.js";
import { turnCalls } from "../turncall.js";
import { courseOf } from "./course.js";
import { column, heading, list, placeName, quiet, unitRow } from "./parts.js";
import { cheapestOf, plan, reachOf } from "./plan.js";
import { trial } from "./trial.js";
import { arrivals, duties, score } from "./turning.js";

const HEADED = new Set(["turn", "units", "must", "may", "forbidden"]); // news that the head of the page and the duties say
const BEST = 8; // attacks that are shown before the others are asked for

export function overview(context) {
  const { scene } = context;
  const doomed = Object.values(scene.retreats).filter(
    (answer) => answer.outcome !== "retreat" && answer.outcome !== "stand",
  );
  const parts = [el("h2", {}, say("matters")), ...trial(context), ...duties(context)];
  const told = scene.news.filter((change) => !HEADED.has(change.kind));
  if (told.length)
    parts.push(heading(scene.status ? "newsLive" : "news"), list(told.map((change) => news(change, context))));
  if (scene.unknown.length)
    parts.push(heading("unknown"), list(scene.unknown.map((line) => el("p", { class: "alert" }, line))));
  if (scene.violations.length)
    parts.push(
      heading("broken"),
      list(scene.violations.map((found) => place(context, found.hex, `✕ ${found.text} (${found.rule})`, "bad"))),
    );
  if (context.board.ruled) parts.push(...supply(context), ...battles(context));
  else parts.push(quiet(say("noRules")));
  if (doomed.length)
    parts.push(heading("doomed"), list(doomed.map((answer) => place(context, answer.hex, stateName(answer.outcome)))));
  parts.push(...arrivals(context), ...score(context));
  if (context.board.ruled && (context.answered || context.plan.length)) parts.push(...plan(context));
  if (context.answered && context.board.ruled) parts.push(...cheapestOf(context), ...reachOf(context));
  if (context.answered) parts.push(...turnCalls(context));
  parts.push(...courseOf(context), heading("stacks"), filters(context), stackList(context));
  return [...parts, heading("keys"), quiet(say("help"))];
}

/** One piece of news; a click shows where it happened. */
function news(change, context) {
  const hex = ["moved", "entered"].includes(change.kind) ? change.after : change.hex;
  if (!(hex in context.board.centres)) return el("p", { class: "news" }, tell(change));
  return el(
    "button",
    {
      class: `row news ${{ violation: "bad", supply: "weak" }[change.kind] ?? ""}`,
      onclick: () => context.pickStack(hex),
    },
    tell(change),
  );
}

function place(context, hex, words, tone = "quiet") {
  return el(
    "button",
    { class: "row", onclick: () => context.pickStack(hex) },
    el("strong", {}, placeName(context.board, hex)),
    el("span", { class: `grow ${tone}` }, words),
  );
}

function supply(context) {
  const { scene } = context;
  if (!scene.units.some((unit) => unit.supply)) return [];
  const bad = scene.units.filter((unit) => supplyTone(unit.supply) === "bad" || judgedOtherwise(unit.supply));
  const told = bad.length
    ? list(bad.map((unit) => unitRow(unit, context, placeName(context.board, unit.hex))))
    : el("p", { class: "good" }, `✓ ${say("allSupplied")}`);
  // Others are listed because of what their state becomes.
  const all = bad.every((unit) => supplyTone(unit.supply) === "bad");
  return [heading(all ? "unsupplied" : "supply"), told, ...further(scene.supply, context.byId)];
}

function battles(context) {
  const seen = new Set(); // a target is named once; what the players have declared is named always
  const best = context.scene.attacks.filter(
    (attack) => (!seen.has(attack.target) && seen.add(attack.target)) || attack.battle,
  );
  const parts = [heading(context.scene.ahead ? "ahead" : "bestAttacks")];
  if (!best.length) return [...parts, quiet(say("noAttacks"))];
  parts.push(list(best.slice(0, BEST).map((attack) => attackRow(attack, context))));
  if (best.length > BEST)
    parts.push(
      el(
        "details",
        { class: "further" },
        el("summary", {}, say("moreAttacks", best.length - BEST)),
        list(best.slice(BEST).map((attack) => attackRow(attack, context))),
      ),
    );
  return parts;
}

/** Who fights, in a line: the names of a side, and as many as are left out. */
function fighters(ids, { byId }, most = 4) {
  const names = ids.slice(0, most).map((id) => nameOf(byId.get(id) ?? { name: id }));
  return names.join(", ") + (ids.length > most ? ` + ${ids.length - most}` : "");
}

function attackRow(attack, context) {
  return el(
    "button",
    { class: "row attack", onclick: () => context.pickTarget(attack.target) },
    el("strong", { class: "grow" }, attack.battle ? `#${attack.battle} ` : "", placeName(context.board, attack.target)),
    el("span", { class: "rule" }, column(attack.column)),
    el(
      "span",
      { class: "names quiet" },
      `${fighters(attack.attackers, context)} → ${fighters(attack.defenders, context)}`,
    ),
    strip(attack.chances, context.board),
  );
}

const KINDS = {
  bad: (unit) => supplyTone(unit.supply) === "bad",
  reduced: (unit) => unit.step > 1,
  attack: (unit, { scene }) => scene.attacks.some(({ attackers }) => attackers.includes(unit.id)),
};

/** Which stacks are listed: those with a unit of each kind that is asked for. */
function filters(context) {
  return el(
    "div",
    { class: "buttons", role: "group", "aria-label": say("filters") },
    ...(context.board.ruled ? ["bad", "reduced", "attack"] : ["reduced"]).map((kind) =>
      el(
        "button",
        {
          "aria-pressed": String(context.kinds.has(kind)),
          "data-filter": kind,
          onclick: () => context.toggleKind(kind),
        },
        say(`only-${kind}`),
      ),
    ),
  );
}

const listed = { key: [], rows: new Map(), list: null };

/** All stacks: looked at anew only when the moment, the filters or the language are others, and made anew only where their words are. */
function stackList(context) {
  const key = [context.scene, [...context.kinds].join(), currentLanguage(), context.pickStack];
  if (key.some((part, index) => part !== listed.key[index])) {
    listed.key = key;
    listed.list ??= el("ul", { class: "plain stacks" });
    listed.rows = new Map(
      stackRows(context).map(([hex, place, words]) => {
        const known = listed.rows.get(hex);
        return [
          hex,
          known?.words === `${place}\n${words}`
            ? known
            : { words: `${place}\n${words}`, row: stackRow(context, hex, place, words) },
        ];
      }),
    );
    fill(
      listed.list,
      [...listed.rows.values()].map(({ row }) => row),
    );
  }
  return listed.list;
}

const stackRow = (context, hex, place, words) =>
  el(
    "li",
    {},
    el(
      "button",
      { class: "row", "data-hex": hex, onclick: () => context.pickStack(hex) },
      el("strong", {}, place),
      el("span", { class: "grow quiet" }, words),
    ),
  );

/** The stacks of the kinds that are asked for: place, its name, who lies there. */
function stackRows(context) {
  const { board } = context;
  const wanted = (stack) => [...context.kinds].every((kind) => stack.some((unit) => KINDS[kind](unit, context)));
  const inBox = (name) => name in board.boxes || !(name in board.centres);
  const sorted = [...stacksOf(context.scene.units)]
    .filter(([, stack]) => wanted(stack))
    .sort(([a], [b]) => inBox(a) - inBox(b) || a.localeCompare(b));
  return sorted.map(([hex, stack]) => [
    hex,
    placeName(board, hex),
    stack.length > 5
      ? say("count", stack.length)
      : [called("side", stack[0].side), stack.map(nameOf).join(", ")].filter(Boolean).join(": "),
  ]);
}
