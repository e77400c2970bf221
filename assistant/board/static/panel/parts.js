// Parts of which the answers beside the map are made: headings, reasons, units, places.

import { counterAddress } from "../ask.js";
import { el } from "../dom.js";
import { judgedOtherwise, supplyTone } from "../layers.js";
import { called, column, fieldName, markerName, nameOf, say, stateName } from "../words.js";

export const list = (items) => el("ul", { class: "plain" }, ...items.map((item) => el("li", {}, item)));
export const heading = (word, ...values) => el("h3", {}, say(word, ...values));
export const quiet = (words) => el("p", { class: "quiet" }, words);

export { column };

/** A sentence of the rules, in which the game's states stand by their names. */
const inNames = (text) =>
  text.replace(/`([a-z][a-z0-9-]*)`/g, (whole, id) => {
    const name = called("state", id, "");
    return name ? `«${name}»` : whole;
  });

export function placeName(board, hex) {
  if (hex in board.boxes) return called("box", hex);
  return board.names[hex] ? `${hex} ${called("names", board.names[hex])}` : called("hexside", hex);
}

/** Points that a unit has to spend: of one that has moved, what is left. */
const leftOf = (moves) => moves.moved?.left ?? Math.max(0, moves.allowance - (moves.moved?.spent ?? 0));

/** What a way costs and leaves: beyond the allowance a game may let a unit pay with fatigue, up to its `cap`. */
export function costWords(moves, cost) {
  const left = leftOf(moves) - cost,
    cap = (moves.cap ?? 0) - (moves.moved?.spent ?? 0) - cost;
  return left < 0 && cap >= 0 ? say("costsTired", cost, cap) : say("costs", cost, Math.max(0, left));
}

/** The way back, beside the name of what is shown. */
export function title(context, words) {
  return el(
    "div",
    { class: "top" },
    el(
      "button",
      { class: "back", "aria-label": say("backToAll"), title: say("backToAll"), onclick: () => context.back() },
      "←",
    ),
    el("h2", {}, words),
  );
}

export function reasons(because) {
  if (!because?.length) return undefined;
  return el(
    "div",
    { class: "why" },
    ...because.map(({ rule, text }) => el("p", {}, el("span", { class: "rule" }, rule), ` ${inNames(text)}`)),
  );
}

/** Closed hexes, those together that the same rule closes. */
export function refusals(refused) {
  const closed = new Map();
  for (const { hex, rule, text } of refused)
    closed.set(`${rule}\n${text}`, { rule, text, hexes: [...(closed.get(`${rule}\n${text}`)?.hexes ?? []), hex] });
  return reasons([...closed.values()].map(({ rule, text, hexes }) => ({ rule, text: `${hexes.join(", ")}: ${text}` })));
}

const PRINTED = /^(attack|defence|strength|movement)/; // figures that a counter shows even when they are 0

/** What counts in play: the numbers. */
export function figures(unit) {
  const shown = Object.entries(unit.values).filter(
    ([name, value]) => typeof value === "number" && (value || PRINTED.test(name)),
  );
  return shown.map(([name, value]) => `${fieldName(name)} ${value}`).join(" · ");
}

const CODE = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;

/** What else is known of a unit: its group, nation, command. */
export function particulars(unit) {
  const told = Object.entries(unit.values).filter(
    ([name, value]) => typeof value === "string" && value && name !== "code",
  ); // what the rules of set-up call it
  const shown = told
    .map(([name, value]) => [name, called("nationality", value, called("word", value))])
    .filter(([, words]) => !CODE.test(words)); // a code without a name tells a player nothing
  return shown.map(([name, words]) => `${fieldName(name)}: ${words}`).join(" · ");
}

function tags(unit) {
  const marks = unit.markers.map((marker) => el("span", { class: "tag weak" }, markerName(marker)));
  return unit.step > 1 ? [el("span", { class: "tag" }, say("stepN", unit.step)), ...marks] : marks;
}

export function portrait(unit) {
  return el("img", { src: counterAddress(unit.picture), alt: "", width: 46, height: 46 });
}

/** The cards of a place of which something is to be told, the topmost first. */
export const cardsAt = (scene, hex) =>
  scene.cards.filter((card) => card.hex === hex && (card.name || card.pile)).reverse();

/** What a card or a deck is called, and how many lie there. */
export function cardWords({ name, deck, pile }) {
  const top = name || say("faceDown");
  return deck ? `${deck}: ${say("cardsOf", pile)} · ${top}` : pile > 1 ? `${top} · ${say("pileOf", pile - 1)}` : top;
}

export function cardRow(card) {
  return el(
    "div",
    { class: "row" },
    el("img", { src: counterAddress(card.picture), alt: "", width: 46 }),
    el("span", { class: "grow" }, cardWords(card)),
  );
}

const SIGNS = { bad: "✕ ", weak: "! ", good: "" };

/** A state of supply: its word, its colour, a sign for who does not see the colour, and what it becomes. */
export function supplyWord(supply) {
  const now = supplyTone(supply);
  const worse = now === "good" && judgedOtherwise(supply) && supplyTone({ state: supply.next }) !== "good";
  const tone = worse ? "weak" : now;
  const then = judgedOtherwise(supply) ? ` (${say("whenJudged", stateName(supply.next))})` : "";
  return el("span", { class: `state ${tone}` }, `${SIGNS[tone] ?? ""}${stateName(supply.state)}${then}`);
}

const UNTYPED = "piece"; // what an adopted module's counters are called when nothing tells more

export function unitRow(unit, context, where = "") {
  return el(
    "button",
    {
      class: "row",
      "data-unit": unit.id,
      "aria-current": unit.id === context.unit ? "true" : undefined,
      onclick: () => context.pickUnit(unit),
    },
    portrait(unit),
    el(
      "span",
      { class: "grow" },
      el("strong", {}, nameOf(unit)),
      el("br"),
      el(
        "span",
        { class: "quiet" },
        [where, unit.type === UNTYPED ? "" : called("type", unit.type), figures(unit)].filter(Boolean).join(" · "),
      ),
      ...(unit.supply ? [supplyTone(unit.supply) === "good" ? " · " : el("br"), supplyWord(unit.supply)] : []),
      " ",
      ...tags(unit),
    ),
  );
}
