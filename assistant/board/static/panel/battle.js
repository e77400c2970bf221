// One battle: its column and chances, who takes part, what may be chosen, how it was reckoned.

import { el } from "../dom.js";
import { forceOf } from "../state.js";
import { called, nameOf, say } from "../words.js";
import { bars, strip } from "./chances.js";
import { consequence, inShort } from "./fates.js";
import { further } from "./further.js";
import { column, figures, heading, list, placeName, portrait, quiet, reasons, title, unitRow } from "./parts.js";

const JOIN = "--from "; // how the terminal writes that a unit could join

export function battle(context) {
  const { odds, board, target } = context;
  const parts = [title(context, placeName(board, target))];

  if (!odds)
    return [
      ...parts,
      ...(context.error ? [el("p", { class: "alert" }, context.error), ...chosen(context)] : [quiet(say("working"))]),
    ];
  if (context.error) parts.push(el("p", { class: "alert" }, context.error));
  parts.push(
    el(
      "div",
      { class: "verdict" },
      el("span", { class: "big", id: "column" }, odds.possible ? column(odds.column) : say("notPossible")),
      el("span", { class: "quiet" }, say("odds", odds.attack, odds.defence)),
      odds.possible ? strip(odds.chances, board) : undefined,
    ),
  );
  if (context.scene.ahead) parts.push(el("p", { class: "weak" }, say("ahead")));
  parts.push(reasons(odds.because));
  if (odds.possible && context.answered)
    parts.push(
      el(
        "button",
        {
          id: "plan-this",
          "aria-pressed": String(context.plan.some((battle) => battle.target === target)),
          onclick: () => context.planBattle(),
        },
        say(context.plan.some((battle) => battle.target === target) ? "unplanThis" : "planThis"),
      ),
    );
  parts.push(heading("attackers"), ...context.candidates.map((unit) => pick(unit, odds, context)));
  if (odds.possible && Object.keys(odds.chances).length) parts.push(...chances(context));
  parts.push(...options(context));
  if (odds.steps.length) parts.push(heading("ledger"), ledger(odds.steps));
  if (odds.stand_in) parts.push(el("p", { class: "stand" }, say("standIn")));
  parts.push(
    ...further(odds, context.byId),
    heading("defenders"),
    list(context.scene.units.filter((unit) => odds.defenders.includes(unit.id)).map((unit) => unitRow(unit, context))),
  );
  return parts;
}

function chances(context) {
  const { odds, results, shown, byId } = context;
  const parts = [
    heading("chances"),
    el("div", { id: "chances" }, ...bars(context, (result) => inShort(results?.[result], result, byId))),
  ];
  return shown && shown in odds.chances ? [...parts, ...consequence(context)] : parts;
}

function ledger(steps) {
  return el(
    "table",
    {},
    ...steps.map((line) =>
      el(
        "tr",
        {},
        el(
          "td",
          {},
          called("word", line.what),
          line.stand_in ? el("span", { class: "weak", title: say("standInUnit") }, " *") : "",
        ),
        el("td", {}, column(line.effect)),
        el("td", {}, line.rule),
      ),
    ),
  );
}

function pick(unit, odds, context) {
  const box = el("input", { type: "checkbox", value: unit.id, onchange: () => context.toggleAttacker(unit.id) });
  box.checked = forceOf(odds).includes(unit.id);
  return el(
    "label",
    { class: "pick" },
    box,
    portrait(unit),
    el(
      "span",
      {},
      el("strong", {}, nameOf(unit)),
      el("br"),
      el("span", { class: "quiet" }, [unit.hex, figures(unit)].filter(Boolean).join(" · ")),
    ),
  );
}

function options(context) {
  const { odds, options: taken, toggleOption } = context;
  const offers = (odds.offers ?? []).filter((offer) => !taken.includes(offer.option));
  if (!offers.length && !taken.length) return [];
  const { wrong } = context,
    open = offers.some(({ option }) => isOpen(option) && option.split("=")[0] === wrong?.name);
  return [
    heading("options"),
    el(
      "div",
      { class: "offers" },
      ...chosen(context),
      ...offers.map((offer) => offerRow(offer, toggleOption, context)),
    ),
    ...(wrong && !open ? [el("p", { class: "alert", role: "alert" }, wrong.text)] : []),
  ];
}

/** The options that were taken, each to be given up again. */
function chosen({ options: taken, toggleOption, byId }) {
  return taken.map((option) =>
    el(
      "button",
      { "aria-pressed": "true", "data-option": option, onclick: () => toggleOption(option) },
      el("strong", {}, optionWords(option, byId)),
      " ✕",
    ),
  );
}

/** What players call an option; the game's own word for it if it has one. */
const optionName = (name) => called("option", name, called("field", name, name.replaceAll("-", " ")));

/** An option with its value: units by their names, and a plain 1 of what is taken or not left out. */
function optionWords(option, byId) {
  if (option.startsWith(JOIN))
    return say("joins", nameOf(byId.get(option.slice(JOIN.length)) ?? { name: option.slice(JOIN.length) }));
  const [name, value = ""] = option.split("=");
  const told = value
    .split(",")
    .map((word) => partOf(word, byId))
    .join(", ");
  return told && !["yes", "true", "1"].includes(value) ? `${optionName(name)}: ${told}` : optionName(name);
}

/** A unit, with the points behind it if there are any, or a word. */
function partOf(word, byId) {
  const [id, ...points] = word.split(":");
  return [
    byId.has(id) ? nameOf(byId.get(id)) : called("counter", id, called("word", id, id)),
    ...points.map((point) => called("word", point)),
  ].join(" ");
}

/** Whose option it is, where the rules say so. */
const whose = ({ owner }) =>
  owner ? el("span", { class: "tag", title: say("owner") }, called("side", owner)) : undefined;

/** What an open option takes: a number with its bounds, a name, or what it is like. */
const wanted = ({ least, most }, value) =>
  least !== undefined && most !== undefined
    ? `${least} … ${most}`
    : value === "N"
      ? say("aNumber")
      : value === "NAME"
        ? say("aName")
        : value;

/** Whether an option waits for a value of the reader's own. */
const isOpen = (option) => /^[A-Z]/.test(option.split("=")[1] ?? "");

/** An option to take with a click, or, written NAME=N, with a number. */
function offerRow(offer, toggleOption, context) {
  const [name, value] = offer.option.split("=");
  const open = isOpen(offer.option);
  const words = [
    whose(offer),
    el("strong", {}, open ? optionName(name) : optionWords(offer.option, context.byId)),
    ` ${column(offer.effect)} `,
    el("span", { class: "rule" }, offer.rule),
  ].filter(Boolean);
  if (!open)
    return el(
      "button",
      {
        "aria-pressed": "false",
        "data-option": offer.option,
        onclick: () =>
          offer.option.startsWith(JOIN)
            ? context.toggleAttacker(offer.option.slice(JOIN.length))
            : toggleOption(offer.option),
      },
      ...words,
    );
  const wrong = context.wrong?.name === name ? context.wrong : null;
  const input = el("input", {
    size: 8,
    value: wrong?.value ?? "",
    placeholder: wanted(offer, value),
    "aria-label": say("value", optionName(name)),
    "aria-invalid": wrong ? "true" : undefined,
    "aria-describedby": wrong ? "wrong" : undefined,
    inputmode: value === "N" ? "numeric" : "text",
  });
  const take = (event) => {
    event.preventDefault();
    if (input.value.trim()) toggleOption(`${name}=${input.value.trim()}`);
  };
  return el(
    "form",
    { class: "offer", onsubmit: take },
    el("span", { class: "grow" }, ...words),
    input,
    el("button", {}, say("set")),
    wrong ? el("p", { class: "alert", id: "wrong", role: "alert" }, wrong.text) : undefined,
  );
}
