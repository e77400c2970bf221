// The answers beside the map: overview, a stack, a battle. Built from elements, never from HTML text.

import { supplyTone, stacksOf } from "./layers.js";
import { called, percent, say } from "./words.js";

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

const list = (items) => el("ul", { class: "plain" }, ...items.map((item) => el("li", {}, item)));
const heading = (word, ...values) => el("h3", {}, say(word, ...values));

export function placeName(board, hex) {
  return board.names[hex] ? `${hex} ${board.names[hex]}` : hex;
}

function reasons(because) {
  if (!because?.length) return undefined;
  return el("div", { class: "why" }, ...because.map(({ rule, text }) => el("p", {}, el("span", { class: "rule" }, rule), ` ${text}`)));
}

function figures(unit) {
  const shown = Object.entries(unit.values).filter(([, value]) => typeof value === "number" || typeof value === "string");
  return shown.map(([name, value]) => `${name} ${value}`).join(" · ");
}

function tags(unit) {
  const marks = unit.markers.map((marker) => el("span", { class: "tag weak" }, called("marker", marker).split(/[:(]/)[0].trim()));
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
      el("strong", {}, unit.name), el("br"),
      el("span", { class: "quiet" }, [called("type", unit.type), figures(unit)].filter(Boolean).join(" · ")),
      " ", ...tags(unit)),
    unit.supply ? el("span", { class: tone }, unit.supply.state) : "");
}

/** What matters in the whole position. */
export function overview(context) {
  const { scene, board } = context;
  const bad = scene.units.filter((unit) => supplyTone(unit.supply) === "bad");
  const doomed = Object.values(scene.retreats).filter((answer) => answer.outcome !== "retreat" && answer.outcome !== "stand");
  const parts = [el("h2", {}, say("matters"))];
  if (scene.news?.length) parts.push(heading("news"), list(scene.news.map((line) => el("span", {}, line))));
  if (scene.unknown.length) parts.push(heading("unknown"), list(scene.unknown.map((line) => el("p", { class: "alert" }, line))));
  if (scene.violations.length) parts.push(heading("broken"), list(scene.violations.map((found) => hexButton(context, found.hex, `${found.text} (${found.rule})`))));
  parts.push(heading("unsupplied"), bad.length ? list(bad.map((unit) => unitRow(unit, context))) : el("p", { class: "quiet" }, say("nothing")));
  parts.push(heading(scene.ahead ? "ahead" : "bestAttacks"), attackList(context));
  if (doomed.length) parts.push(heading("doomed"), list(doomed.map((answer) => hexButton(context, answer.hex, answer.outcome))));
  parts.push(heading("stacks"), stackList(context));
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
    return el("button", { class: "row", onclick: () => context.pickTarget(attack.target) },
      el("strong", {}, placeName(context.board, attack.target)), el("span", { class: "grow quiet" }, chances.join(" · ")),
      el("span", { class: "rule" }, attack.column ?? ""));
  }));
}

function stackList(context) {
  const sorted = [...stacksOf(context.scene.units)].sort(([a], [b]) => a.localeCompare(b));
  return list(sorted.map(([hex, stack]) => el("button", { class: "row", "data-hex": hex, onclick: () => context.pickHex(hex) },
    el("strong", {}, placeName(context.board, hex)),
    el("span", { class: "grow quiet" }, `${called("side", stack[0].side)}: ${stack.map((unit) => unit.name).join(", ")}`))));
}

/** One hex: its terrain, its units with their state and reasons. */
export function stack(context) {
  const { scene, board, hex, unit: chosen } = context;
  const units = scene.units.filter((unit) => unit.hex === hex);
  const terrain = board.terrain[hex] ?? [];
  const parts = [
    backButton(context), el("h2", {}, placeName(board, hex)),
    el("p", { class: "quiet" }, terrain.map((id) => called("terrain", id)).join(", ") || say("clear")),
  ];
  if (scene.control[hex]) parts.push(el("p", { class: "quiet" }, say("control", called("side", scene.control[hex]))));
  if (!units.length) parts.push(el("p", {}, say("empty")));
  for (const unit of units) {
    parts.push(unitRow(unit, context));
    if (unit.id === chosen || units.length === 1) parts.push(...unitDetails(unit, context));
  }
  if (units.length) parts.push(el("p", {}, el("button", { id: "attack-this", onclick: () => context.pickTarget(hex) }, say("attackThis"))));
  return parts;
}

function unitDetails(unit, context) {
  const parts = [];
  const supply = unit.supply;
  if (supply) {
    const source = supply.source ? ` · ${say("from", supply.source)}` : "";
    parts.push(el("p", { class: supplyTone(supply) }, supply.state + source), reasons(supply.because));
  }
  if (unit.standIn) parts.push(el("p", { class: "stand" }, say("standInUnit")));
  if (context.moves?.unit === unit.id) parts.push(el("p", { class: "quiet" }, say("moves", context.moves.allowance, context.moves.reach.length)), reasons(context.moves.because));
  return parts.filter(Boolean);
}

const backButton = (context) => el("p", {}, el("button", { onclick: () => context.back() }, `← ${say("backToAll")}`));

/** One battle: who takes part, the ledger, the chances, and what each result would do. */
export function battle(context) {
  const { odds, board, target } = context;
  const parts = [backButton(context), el("h2", {}, placeName(board, target))];
  if (context.error) return [...parts, el("p", { class: "alert" }, context.error)];
  if (!odds) return [...parts, el("p", { class: "quiet" }, "…")];
  parts.push(
    el("p", { class: "quiet" }, say("odds", odds.attack, odds.defence)),
    el("p", { class: "big", id: "column" }, odds.possible ? (odds.column ?? "") : say("notPossible")), reasons(odds.because),
    heading("attackers"), ...context.candidates.map((unit) => pick(unit, odds, context)),
  );
  if (odds.possible) parts.push(heading("chances"), el("div", { id: "chances" }, ...bars(context)));
  if (context.shown) parts.push(...consequence(context));
  parts.push(heading("ledger"), el("table", {}, ...odds.steps.map((line) => el("tr", {},
    el("td", {}, line.what, line.stand_in ? el("span", { class: "weak" }, " *") : ""), el("td", {}, line.effect), el("td", {}, line.rule)))));
  parts.push(...options(context));
  if (odds.stand_in) parts.push(el("p", { class: "stand" }, say("standIn")));
  parts.push(heading("defenders"), ...context.scene.units.filter((unit) => odds.defenders.includes(unit.id)).map((unit) => unitRow(unit, context)));
  return parts.filter(Boolean);
}

function pick(unit, odds, context) {
  const box = el("input", { type: "checkbox", value: unit.id, onchange: () => context.toggleAttacker(unit.id) });
  box.checked = odds.attackers.includes(unit.id);
  return el("label", { class: "pick" }, box, portrait(unit, context.pictures),
    el("span", {}, el("strong", {}, unit.name), el("br"), el("span", { class: "quiet" }, `${unit.hex} · ${figures(unit)}`)));
}

function bars({ odds, shown, showResult }) {
  const dice = (result) => Object.entries(odds.results).filter(([, found]) => found === result).map(([die]) => die).join(", ");
  return Object.entries(odds.chances).sort((a, b) => b[1] - a[1]).map(([result, chance]) =>
    el("button", { class: "bar", "data-result": result, "aria-pressed": String(shown === result), title: dice(result) && say("die", dice(result)), onclick: () => showResult(shown === result ? "" : result) },
      el("strong", {}, result), el("meter", { min: 0, max: 1, value: chance, "aria-hidden": "true" }), el("b", {}, percent(chance))));
}

function consequence({ results, shown, byId }) {
  const answer = results?.[shown];
  const parts = [heading("consequences", shown)];
  if (!answer) return [...parts, el("p", { class: "quiet" }, "–")];
  for (const unit of answer.units) {
    const ways = unit.options.filter((option) => option.preferred).map((option) => option.path.at(-1) ?? "–");
    const words = ways.length ? say("retreat", [...new Set(ways)].join(", ")) : unit.outcome;
    parts.push(el("p", { class: ways.length ? "" : "bad" }, `${byId.get(unit.id)?.name ?? unit.id}: ${words}`));
    const refused = unit.refused.map(({ hex, rule, text }) => ({ rule: `${hex} (${rule})`, text }));
    if (!ways.length) parts.push(reasons(refused));
  }
  parts.push(reasons(answer.because));
  return parts;
}

function options({ odds, options: chosen, toggleOption }) {
  const offers = (odds.offers ?? []).filter((offer) => !chosen.includes(offer.option));
  if (!offers.length && !chosen.length) return [];
  return [heading("options"), el("div", { class: "offers" },
    ...chosen.map((option) => el("button", { "aria-pressed": "true", onclick: () => toggleOption(option) }, option)),
    ...offers.map((offer) => el("button", { "aria-pressed": "false", "data-option": offer.option, onclick: () => toggleOption(offer.option) },
      el("strong", {}, offer.option), ` ${offer.effect} `, el("span", { class: "rule" }, offer.rule))))];
}
