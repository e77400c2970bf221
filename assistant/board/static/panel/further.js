// What a game tells besides what all games tell, line by line.

import { el } from "../dom.js";
import { called, nameOf, say } from "../words.js";

const KNOWN = new Set([
  "target",
  "attackers",
  "defenders",
  "attack",
  "defence",
  "steps",
  "shift",
  "column",
  "possible",
  "results",
  "chances",
  "outcomes",
  "stand_in",
  "because",
  "offers",
  "hex",
  "result",
  "outcome",
  "units",
  "differential",
]);

export function further(answer, byId) {
  const rest = Object.entries(answer).filter(([name, value]) => !KNOWN.has(name) && !empty(value));
  return rest.length ? [el("details", { class: "further" }, el("summary", {}, say("further")), facts(rest, byId))] : [];
}

function facts(pairs, byId) {
  return el(
    "dl",
    {},
    ...pairs.flatMap(([name, value]) => {
      const beside = holds(value) ? undefined : "inline"; // a single word stands beside its heading
      return [el("dt", { class: beside }, worded(name)), el("dd", { class: beside }, shown(value, byId))];
    }),
  );
}

const worded = (name) => called("side", name, called("field", name, name.replaceAll(/[_-]/g, " ")));

const empty = (value) =>
  value === null ||
  value === "" ||
  value === false ||
  value === 0 ||
  (typeof value === "object" && Object.values(value).every(empty));

const holds = (value) => value !== null && typeof value === "object";

/** A value as it is best read: words, a list of words, or facts of its own under each other. */
function shown(value, byId) {
  if (value === true) return say("yes");
  if (!holds(value))
    return byId.has(value) ? nameOf(byId.get(value)) : called("word", String(value), called("side", String(value)));
  if (!Array.isArray(value))
    return facts(
      Object.entries(value).filter(([, inner]) => !empty(inner)),
      byId,
    );
  if (!value.some(holds)) return value.map((inner) => shown(inner, byId)).join(", ");
  return el("ul", {}, ...value.map((inner) => el("li", {}, ...inLine(inner, byId))));
}

/** The facts of one thing in a list, in one line; a place or a unit needs no heading. */
function inLine(value, byId) {
  if (!holds(value) || Array.isArray(value)) return [shown(value, byId)];
  const told = Object.entries(value).filter(([, inner]) => !empty(inner));
  return told.flatMap(([name, inner], index) => [
    index ? ", " : "",
    ["hex", "id", "unit", "text", "rule"].includes(name) ? "" : `${worded(name)} `,
    shown(inner, byId),
  ]);
}
