// The answers beside the map: overview, a stack, a battle. Built from elements, never from HTML text.

import { supplyTone, stacksOf } from "./layers.js";
import { called, currentLanguage, fieldName, markerName, nameOf, percent, say, stateName, tell } from "./words.js";

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

/** Columns as they are printed: no signs of a programming language. */
export const column = (name) => (name ?? "").replace(">=", "≥ ").replace("<=", "≤ ");

const list = (items) => el("ul", { class: "plain" }, ...items.map((item) => el("li", {}, item)));
const heading = (word, ...values) => el("h3", {}, say(word, ...values));

export function placeName(board, hex) {
  if (hex in board.boxes) return called("box", hex);
  return board.names[hex] ? `${hex} ${called("names", board.names[hex])}` : hex;
}

function reasons(because) {
  if (!because?.length) return undefined;
  return el("div", { class: "why" }, ...because.map(({ rule, text }) => el("p", {}, el("span", { class: "rule" }, rule), ` ${text}`)));
}

/** Closed hexes, those together that the same rule closes. */
function refusals(refused) {
  const closed = new Map();
  for (const { hex, rule, text } of refused) closed.set(`${rule}\n${text}`, { rule, text, hexes: [...(closed.get(`${rule}\n${text}`)?.hexes ?? []), hex] });
  return reasons([...closed.values()].map(({ rule, text, hexes }) => ({ rule, text: `${hexes.join(", ")}: ${text}` })));
}

function figures(unit) {
  const shown = Object.entries(unit.values).filter(([, value]) => typeof value === "number" || typeof value === "string");
  return shown.map(([name, value]) => `${fieldName(name)} ${value}`).join(" · ");
}

function tags(unit) {
  const marks = unit.markers.map((marker) => el("span", { class: "tag weak" }, markerName(marker)));
  return unit.step > 1 ? [el("span", { class: "tag" }, say("stepN", unit.step)), ...marks] : marks;
}

function portrait(unit, pictures) {
  return el("img", { src: pictures.get(unit.picture)?.src, alt: "", width: 46, height: 46 });
}

function unitRow(unit, context) {
  const tone = supplyTone(unit.supply);
  return el("button", { class: "row", "data-unit": unit.id, "aria-current": unit.id === context.unit ? "true" : undefined, onclick: () => context.pickUnit(unit) },
    portrait(unit, context.pictures),
    el("span", { class: "grow" },
      el("strong", {}, nameOf(unit)), el("br"),
      el("span", { class: "quiet" }, [called("type", unit.type), figures(unit)].filter(Boolean).join(" · ")),
      " ", ...tags(unit)),
    unit.supply ? el("span", { class: tone }, stateName(unit.supply.state)) : "");
}

/** What matters in the whole position. */
export function overview(context) {
  const { scene, board } = context;
  const bad = scene.units.filter((unit) => supplyTone(unit.supply) === "bad");
  const doomed = Object.values(scene.retreats).filter((answer) => answer.outcome !== "retreat" && answer.outcome !== "stand");
  const parts = [el("h2", {}, say("matters"))];
  if (scene.news?.length) parts.push(heading("news"), list(scene.news.map((change) => el("span", {}, tell(change)))));
  if (scene.unknown.length) parts.push(heading("unknown"), list(scene.unknown.map((line) => el("p", { class: "alert" }, line))));
  if (scene.violations.length) parts.push(heading("broken"), list(scene.violations.map((found) => hexButton(context, found.hex, `${found.text} (${found.rule})`))));
  parts.push(heading("unsupplied"), bad.length ? list(bad.map((unit) => unitRow(unit, context))) : el("p", { class: "quiet" }, say("nothing")));
  parts.push(...further(scene.supply, context));
  parts.push(heading(scene.ahead ? "ahead" : "bestAttacks"), attackList(context));
  if (doomed.length) parts.push(heading("doomed"), list(doomed.map((answer) => hexButton(context, answer.hex, stateName(answer.outcome)))));
  parts.push(heading("stacks"), stackList(context));
  if (currentLanguage() !== "en") parts.push(el("p", { class: "quiet" }, say("english")));
  parts.push(heading("keys"), el("p", { class: "quiet" }, say("help")));
  return parts;
  function hexButton(inside, hex, words) {
    return el("button", { class: "row", onclick: () => inside.pickHex(hex) }, el("strong", {}, placeName(board, hex)), el("span", { class: "grow quiet" }, words));
  }
}

function attackList(context) {
  const seen = new Set();
  const best = context.scene.attacks.filter((attack) => !seen.has(attack.target) && seen.add(attack.target)).slice(0, 8);
  if (!best.length) return el("p", { class: "quiet" }, say("nothing"));
  return list(best.map((attack) => {
    const chances = Object.entries(attack.chances).sort((a, b) => b[1] - a[1]).slice(0, 3).map(([result, chance]) => `${result} ${percent(chance)}`);
    return el("button", { class: "row attack", onclick: () => context.pickTarget(attack.target) },
      el("strong", {}, placeName(context.board, attack.target)), el("span", { class: "grow quiet" }, chances.join(" · ")),
      el("span", { class: "rule" }, column(attack.column)));
  }));
}

function stackList(context) {
  const { board } = context;
  const inBox = (name) => name in board.boxes || !(name in board.centres);
  const sorted = [...stacksOf(context.scene.units)].sort(([a], [b]) => inBox(a) - inBox(b) || a.localeCompare(b));
  return list(sorted.map(([hex, stack]) => el("button", { class: "row", "data-hex": hex, onclick: () => context.pickHex(hex) },
    el("strong", {}, placeName(board, hex)),
    el("span", { class: "grow quiet" }, stack.length > 5 ? say("count", stack.length) : `${called("side", stack[0].side)}: ${stack.map(nameOf).join(", ")}`))));
}

/** One hex: its terrain, its units with their state and reasons. */
export function stack(context) {
  const { scene, board, hex, unit: chosen } = context;
  const units = scene.units.filter((unit) => unit.hex === hex);
  const terrain = board.terrain[hex] ?? [];
  const parts = [
    backButton(context), el("h2", {}, placeName(board, hex)),
    hex in board.boxes ? "" : el("p", { class: "quiet" }, terrain.map((id) => called("terrain", id)).join(", ") || say("clear")),
  ];
  if (scene.control[hex]) parts.push(el("p", { class: "quiet" }, say("control", called("side", scene.control[hex]))));
  if (!units.length) parts.push(el("p", {}, say("empty")));
  for (const unit of units) {
    parts.push(unitRow(unit, context));
    if (unit.id === chosen || units.length === 1) parts.push(...unitDetails(unit, context));
  }
  if (context.error) parts.push(el("p", { class: "alert" }, context.error));
  if (units.length && !(hex in board.boxes)) parts.push(el("p", {}, el("button", { id: "attack-this", onclick: () => context.pickTarget(hex) }, say("attackThis"))));
  return parts;
}

function unitDetails(unit, context) {
  const parts = [];
  const supply = unit.supply;
  if (supply) {
    const source = supply.source ? ` · ${say("from", supply.source)}` : "";
    parts.push(el("p", { class: supplyTone(supply) }, stateName(supply.state) + source), reasons(supply.because));
  }
  if (unit.standIn) parts.push(el("p", { class: "stand" }, say("standInUnit")));
  if (context.moves?.unit === unit.id) parts.push(el("p", { class: "quiet moves" }, say("moves", context.moves.allowance, context.moves.reach.length)), reasons(context.moves.because));
  return parts.filter(Boolean);
}

const backButton = (context) => el("p", {}, el("button", { onclick: () => context.back() }, `← ${say("backToAll")}`));

/** One battle: who takes part, the ledger, the chances, and what each result would do. */
export function battle(context) {
  const { odds, board, target } = context;
  const parts = [backButton(context), el("h2", {}, placeName(board, target))];
  if (context.error) return [...parts, el("p", { class: "alert" }, context.error)];
  if (!odds) return [...parts, el("p", { class: "quiet" }, say("working"))];
  if (context.scene.ahead) parts.push(el("p", { class: "weak" }, say("ahead")));
  parts.push(
    el("p", { class: "quiet" }, say("odds", odds.attack, odds.defence)),
    el("p", { class: "big", id: "column" }, odds.possible ? column(odds.column) : say("notPossible")), reasons(odds.because),
  );
  if (odds.possible) parts.push(heading("chances"), el("div", { id: "chances" }, ...bars(context)));
  if (odds.possible && context.shown) parts.push(...consequence(context));
  parts.push(heading("attackers"), ...context.candidates.map((unit) => pick(unit, odds, context)));
  parts.push(heading("ledger"), el("table", {}, ...odds.steps.map((line) => el("tr", {},
    el("td", {}, line.what, line.stand_in ? el("span", { class: "weak" }, " *") : ""), el("td", {}, line.effect), el("td", {}, line.rule)))));
  parts.push(...options(context), ...further(odds, context));
  if (odds.stand_in) parts.push(el("p", { class: "stand" }, say("standIn")));
  parts.push(heading("defenders"), ...context.scene.units.filter((unit) => odds.defenders.includes(unit.id)).map((unit) => unitRow(unit, context)));
  return parts.filter(Boolean);
}

function pick(unit, odds, context) {
  const box = el("input", { type: "checkbox", value: unit.id, onchange: () => context.toggleAttacker(unit.id) });
  box.checked = odds.attackers.includes(unit.id);
  return el("label", { class: "pick" }, box, portrait(unit, context.pictures),
    el("span", {}, el("strong", {}, nameOf(unit)), el("br"), el("span", { class: "quiet" }, `${unit.hex} · ${figures(unit)}`)));
}

function bars({ odds, shown, showResult }) {
  const dice = (result) => Object.entries(odds.results).filter(([, found]) => found === result).map(([die]) => die).join(", ");
  return Object.entries(odds.chances).sort((a, b) => b[1] - a[1]).map(([result, chance]) =>
    el("button", { class: "bar", "data-result": result, "aria-pressed": String(shown === result), title: dice(result) && say("die", dice(result)), onclick: () => showResult(shown === result ? "" : result) },
      el("strong", {}, result), el("meter", { min: 0, max: 1, value: chance, "aria-hidden": "true" }), el("b", {}, percent(chance)),
      el("small", { class: "quiet" }, called("result", result, ""))));
}

function consequence(context) {
  const { results, shown, byId, advances } = context;
  const answer = results?.[shown];
  const parts = [heading("consequences", shown)];
  if (!results) return [...parts, el("p", { class: "quiet" }, say("working"))];
  if (!answer) return [...parts, el("p", { class: "quiet" }, say("noRetreatAsked"))];
  for (const unit of answer.units) {
    const known = byId.get(unit.id);
    const fate = fateOf(unit);
    parts.push(el("p", { class: fate.bad ? "bad" : "" }, `${known ? nameOf(known) : unit.id}: ${fate.words}`));
    if (!unit.options.length) parts.push(refusals(unit.refused));
    parts.push(reasons(unit.because));
  }
  parts.push(reasons(answer.because), ...further(answer, context));
  if (answer.units.length && answer.units.every((unit) => ["retreat", "eliminated"].includes(unit.outcome))) parts.push(...advance(advances, byId));
  return parts;
}

/** What becomes of a unit: where it may go, what that costs, or its end. */
function fateOf(unit) {
  const best = unit.options.filter((option) => option.preferred);
  const ways = [...new Set((best.length ? best : unit.options).map((option) => option.path.at(-1)).filter(Boolean))];
  const losses = Math.min(...unit.options.map((option) => option.losses ?? 0));
  const words = [];
  if (unit.outcome === "eliminated") words.push(say("dies"));
  else if (unit.outcome === "stand") words.push(say("stays"));
  else if (unit.outcome !== "retreat") words.push(called("result", unit.outcome));
  if (ways.length && unit.outcome !== "eliminated") words.push(say("retreat", ways.join(", ")));
  if (losses > 0 && Number.isFinite(losses)) words.push(say("losesSteps", losses));
  return { words: words.join(", ") || say("nobodyMoves"), bad: unit.outcome === "eliminated" || losses > 0 };
}

function advance(answer, byId) {
  if (!answer) return [];
  const able = answer.units.filter((unit) => unit.options.length);
  const parts = [heading("advance")];
  if (!able.length) parts.push(el("p", { class: "quiet" }, say("noAdvance")), ...answer.units.map((unit) => refusals(unit.refused)));
  for (const unit of able) {
    const ends = [...new Set(unit.options.map((path) => path.at(-1)))];
    parts.push(el("p", {}, `${nameOf(byId.get(unit.id) ?? { name: unit.id })}: ${say("mayAdvance", ends.join(", "))}`));
  }
  return [...parts, reasons(answer.because)];
}

const KNOWN = new Set(["target", "attackers", "defenders", "attack", "defence", "steps", "shift", "column", "possible", "results", "chances",
  "stand_in", "because", "offers", "hex", "result", "outcome", "units", "differential"]);

/** What a game tells besides what all games tell, line by line. */
function further(answer, { byId }) {
  const empty = (value) => value === null || value === "" || value === false || (typeof value === "object" && !Object.keys(value).length);
  const plain = (value) => {
    if (Array.isArray(value)) return value.map(plain).join(", ");
    if (value && typeof value === "object") return Object.entries(value).filter(([, inner]) => !empty(inner)).map(([name, inner]) => `${name.replaceAll("_", " ")}: ${plain(inner)}`).join("; ");
    return byId.has(value) ? nameOf(byId.get(value)) : String(value);
  };
  const rest = Object.entries(answer).filter(([name, value]) => !KNOWN.has(name) && !empty(value));
  if (!rest.length) return [];
  return [el("details", { class: "further" }, el("summary", {}, say("further")),
    el("dl", {}, ...rest.flatMap(([name, value]) => [el("dt", {}, name.replaceAll("_", " ")), el("dd", {}, plain(value))])))];
}

function options({ odds, options: chosen, toggleOption }) {
  const offers = (odds.offers ?? []).filter((offer) => !chosen.includes(offer.option));
  if (!offers.length && !chosen.length) return [];
  return [heading("options"), el("div", { class: "offers" },
    ...chosen.map((option) => el("button", { "aria-pressed": "true", "data-option": option, onclick: () => toggleOption(option) }, el("strong", {}, option), " ✕")),
    ...offers.map((offer) => offerRow(offer, toggleOption)))];
}

/** An option to take with a click, or, written NAME=N, with a number. */
function offerRow(offer, toggleOption) {
  const [name, value] = offer.option.split("=");
  const words = [el("strong", {}, /^[A-Z]/.test(value ?? "") ? name : offer.option), ` ${offer.effect} `, el("span", { class: "rule" }, offer.rule)];
  if (!/^[A-Z]/.test(value ?? "")) return el("button", { "aria-pressed": "false", "data-option": offer.option, onclick: () => toggleOption(offer.option) }, ...words);
  const input = el("input", { size: 5, "aria-label": say("value", name), inputmode: value === "N" ? "numeric" : "text" });
  const take = (event) => { event.preventDefault(); if (input.value.trim()) toggleOption(`${name}=${input.value.trim()}`); };
  return el("form", { class: "offer", onsubmit: take }, el("span", { class: "grow" }, ...words), input, el("button", {}, say("set")));
}
