// What a game tells besides what all games tell, line by line.

import { el } from "../dom.js";
import { called, nameOf, say } from "../words.js";

const KNOWN = new Set(["target", "attackers", "defenders", "attack", "defence", "steps", "shift", "column", "possible", "results", "chances",
  "stand_in", "because", "offers", "hex", "result", "outcome", "units", "differential"]);

export function further(answer, byId) {
  const rest = Object.entries(answer).filter(([name, value]) => !KNOWN.has(name) && !empty(value));
  if (!rest.length) return [];
  return [el("details", { class: "further" }, el("summary", {}, say("further")),
    el("dl", {}, ...rest.flatMap(([name, value]) => [el("dt", {}, worded(name)), el("dd", {}, plain(value, byId))])))];
}

const worded = (name) => called("field", name, name.replaceAll(/[_-]/g, " "));

const empty = (value) => value === null || value === "" || value === false || value === 0 || (typeof value === "object" && Object.values(value).every(empty));

function plain(value, byId) {
  if (value === true) return say("yes");
  if (Array.isArray(value)) return value.map((inner) => plain(inner, byId)).join(value.some((inner) => typeof inner === "object") ? "; " : ", ");
  if (value && typeof value === "object") return Object.entries(value).filter(([, inner]) => !empty(inner)).map(([name, inner]) => `${worded(name)} ${plain(inner, byId)}`).join(", ");
  return byId.has(value) ? nameOf(byId.get(value)) : String(value);
}
