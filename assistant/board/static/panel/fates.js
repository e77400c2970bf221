// What a result of battle does to each unit: who retreats where, at what loss, who dies, who advances.

import { el } from "../dom.js";
import { called, nameOf, say } from "../words.js";
import { heading, quiet, reasons, refusals } from "./parts.js";
import { further } from "./further.js";

const MOST_CLOSED = 12; // closed hexes of an advance that are worth a reason each
const MOST = 4; // units, and hexes, that fit in one line of a bar

const LEAVING = ["retreat", "eliminated", "relocated", "displaced"];

/** Whether a hex of the battle stands empty after a result, so that attackers may enter. */
export function leavesEmpty(answer, byId) {
  const held = new Map(); // hex -> whether anybody stays
  for (const { id, outcome } of answer.units) {
    const hex = byId.get(id)?.hex;
    held.set(hex, Boolean(held.get(hex)) || !LEAVING.includes(outcome));
  }
  return [...held.values()].includes(false);
}

/** The ways that a unit may take, by what they cost: [{ losses, ends, stays }], cheapest first. */
function waysOf(unit) {
  const preferred = unit.options.filter((option) => option.preferred);
  const ways = new Map();
  for (const { path, losses = 0 } of preferred.length ? preferred : unit.options) {
    const way = ways.get(losses) ?? { losses, ends: new Set(), stays: false };
    if (path.length) way.ends.add(path.at(-1));
    else way.stays = true;
    ways.set(losses, way);
  }
  return [...ways.values()].sort((one, other) => one.losses - other.losses);
}

const cost = (losses) => (losses > 1 ? say("losesSteps", losses) : losses ? say("losesStep") : "");

/** Whether something else befalls a unit than the result says, since it cannot be obeyed. */
const worse = (unit, result) => !["retreat", "stand", result].includes(unit.outcome);

/** The reason that says what becomes of a unit whose outcome is the result itself. */
const becomes = (unit, result) => (unit.outcome === result ? unit.because[0] : undefined);

/** What becomes of a unit: a result that the game names, or a word of it. */
const outcomeName = (id) => called("result", id, called("word", id));

/** Every way and the end of a unit in sentences. */
function fateOf(unit, result) {
  const ways = waysOf(unit);
  const choices = ways.map(({ losses, ends, stays }) =>
    [
      ends.size && say("retreat", [...ends].join(", ")),
      stays && say("stays"),
      cost(losses) || (ways.length > 1 && say("noLoss")),
    ]
      .filter(Boolean)
      .join(", "),
  );
  if (unit.outcome === "eliminated") return { bad: true, lines: [say("dies")] };
  if (unit.outcome === "stand") return { lines: [say("stays")] };
  // What a result does to all is told by what becomes of this one, where the answer says so.
  const own = unit.outcome === "retreat" ? [] : [becomes(unit, result)?.text ?? outcomeName(unit.outcome)];
  return {
    bad: worse(unit, result) || (ways.length > 0 && ways[0].losses > 0),
    lines: [...own, ...choices].length ? [...own, ...choices] : [say("nobodyMoves")],
  };
}

/** The fates of a result in a few words, for its bar; none where they say no more than the result. */
export function inShort(answer, result, byId) {
  const units = (answer?.units ?? []).filter((unit) => unit.outcome !== result);
  const fares = new Set(units.map(({ outcome, options }) => JSON.stringify([outcome, options])));
  const all = units.length > 1 && units.length === answer.units.length && fares.size === 1; // told once, by no name
  const told = (all ? units.slice(0, 1) : units.slice(0, MOST)).map((unit) => {
    const name = all ? say("allOfThem") : nameOf(byId.get(unit.id) ?? { name: unit.id });
    if (unit.outcome === "eliminated") return el("span", { class: "bad" }, `✕ ${name}`);
    if (unit.outcome === "stand") return el("span", {}, `${name}: ${say("stays")}`);
    const [way] = waysOf(unit);
    if (!way)
      return worse(unit, result)
        ? el("span", { class: "bad" }, `✕ ${name}: ${outcomeName(unit.outcome)}`)
        : undefined;
    const ends = [...way.ends],
      more = ends.length > MOST ? " …" : "";
    const where = ends.length ? `${name} → ${ends.slice(0, MOST).join(" / ")}${more}` : `${name}: ${say("stays")}`;
    return el("span", { class: way.losses ? "bad" : "" }, [where, cost(way.losses)].filter(Boolean).join(", "));
  });
  return [
    ...told.filter(Boolean),
    !all && units.length > MOST ? el("span", {}, `+ ${units.length - MOST}`) : undefined,
  ];
}

/** What befalls the units, those together that fare alike, each sentence once: where a hex is closed
 * by no other reason than the unit stays by, or all stay by, the hexes are not gone through. */
function alike(answer, result, byId) {
  const fates = new Map(),
    common = new Set(answer.because.map(({ text }) => text));
  for (const unit of answer.units) {
    const { bad, lines } = fateOf(unit, result);
    const said = new Set([...lines, ...common]);
    const because = unit.because.filter(({ text }) => !said.has(text));
    unit.because.forEach(({ text }) => said.add(text));
    const refused = unit.options.length ? [] : unit.refused.filter(({ text }) => !said.has(text));
    const key = JSON.stringify([bad, lines, refused, because]);
    const fate = fates.get(key) ?? { bad, lines, refused, because, names: [] };
    fate.names.push(nameOf(byId.get(unit.id) ?? { name: unit.id }));
    fates.set(key, fate);
  }
  return [...fates.values()];
}

/** The result that was chosen, unit by unit, with its reasons, and the advance after it. */
export function consequence(context) {
  const { results, shown, byId, advances } = context;
  const answer = results?.[shown];
  const parts = [heading("consequences", shown)];
  if (!results) return [...parts, quiet(say("working"))];
  if (!answer) return [...parts, quiet(say("noRetreatAsked"))];
  for (const { bad, lines, refused, because, names } of alike(answer, shown, byId)) {
    if (lines.length === 1) parts.push(el("p", { class: bad ? "bad" : "" }, `${names.join(", ")}: ${lines[0]}`));
    else
      parts.push(
        el("p", { class: bad ? "bad" : "" }, `${names.join(", ")}:`),
        el("ul", { class: "ways" }, ...lines.map((line) => el("li", {}, line))),
      );
    parts.push(refusals(refused), reasons(because));
  }
  parts.push(reasons(answer.because), ...further(answer, byId));
  if (leavesEmpty(answer, byId)) parts.push(...advance(advances, byId));
  return parts;
}

function advance(answer, byId) {
  if (!answer) return [];
  const able = answer.units.filter((unit) => unit.options.length);
  const parts = [heading("advance")];
  if (!able.length) parts.push(quiet(say("noAdvance")), ...answer.units.map((unit) => refusals(unit.refused)));
  const together = new Map();
  for (const unit of able) {
    const ends = [...new Set(unit.options.map((path) => path.at(-1)))].join(", ");
    together.set(ends, [...(together.get(ends) ?? []), nameOf(byId.get(unit.id) ?? { name: unit.id })]);
  }
  for (const [ends, names] of together) parts.push(el("p", {}, el("strong", {}, ends), `: ${names.join(", ")}`));
  // Where those who may advance may not follow farther, it is said why.
  const closed = new Map(able.flatMap(({ refused }) => refused).map((one) => [`${one.hex} ${one.text}`, one]));
  if (closed.size && closed.size <= MOST_CLOSED) parts.push(refusals([...closed.values()]));
  return [...parts, reasons(answer.because)];
}
