// The turn in the panel: the duties of the phase, who comes and by which hexes, the points.

import { el } from "../dom.js";
import { called, currentLanguage, nameOf, say } from "../words.js";
import { further } from "./further.js";
import { heading, list, quiet, reasons } from "./parts.js";

const STANDINGS = { must: "●", may: "○", done: "✓", forbidden: "✕" };
const MANY = 4; // units that are named in one line

const FEW = 4; // rows of a list that are in sight at once
const NEXT = 3; // phases ahead that are named at once

const named = (id, { byId, board, turning }) =>
  nameOf(byId.get(id) ?? { counter: id, name: turning?.called?.[id] ?? board.counters[id]?.[1] ?? id });
const names = (ids, context) =>
  ids
    .slice(0, MANY)
    .map((id) => named(id, context))
    .join(", ") + (ids.length > MANY ? ` + ${ids.length - MANY}` : "");
const worded = (id) => called("word", id, called("side", id));
const figure = (value) => value.toLocaleString(currentLanguage());

/** What the phase asks, allows and forbids; a click shows the hexes and units that it is about. */
export function duties(context) {
  const { turn } = context.turning ?? {};
  if (!turn?.duties.length) return [];
  const sorted = Object.keys(STANDINGS).flatMap((standing) => turn.duties.filter((duty) => duty.standing === standing));
  const ahead = turn.ahead.length ? comes(turn.ahead.map((id) => called("phase", id))) : undefined;
  const rows = sorted.map((duty, index) => dutyRow(duty, index, context)),
    must = sorted.findLastIndex(({ standing }) => standing === "must") + 1;
  return [heading("duties"), ...inSight(rows, Math.max(FEW, must), "duties"), ...(ahead ? [ahead] : [])];
}

/** The phases to come: the next in sight, all of them behind a fold. */
function comes(phases) {
  if (phases.length <= NEXT + 1) return quiet(say("thenComes", phases.join(" · ")));
  return el(
    "details",
    { class: "further", "data-fold": "ahead" },
    el("summary", {}, say("thenComes", `${phases.slice(0, NEXT).join(" · ")} + ${phases.length - NEXT}`)),
    quiet(phases.slice(NEXT).join(" · ")),
  );
}

/** The first rows of a list, the rest behind a fold, unless that would hide but one. */
function inSight(rows, most, fold) {
  if (rows.length <= most + 1) return [list(rows)];
  return [
    list(rows.slice(0, most)),
    el(
      "details",
      { class: "further", "data-fold": fold },
      el("summary", {}, say("moreOf", rows.length - most)),
      list(rows.slice(most)),
    ),
  ];
}

function dutyRow(duty, index, context) {
  const hexes = [...duty.hexes, ...duty.units.map((id) => context.byId.get(id)?.hex)].filter(Boolean);
  const words = [
    el(
      "span",
      { class: `standing ${duty.standing}`, title: say(`duty-${duty.standing}`) },
      STANDINGS[duty.standing],
      el("span", { class: "hidden" }, say(`duty-${duty.standing}`)),
    ),
    el(
      "span",
      { class: "grow" },
      duty.what,
      duty.units.length ? ` ${names(duty.units, context)}` : places(duty.hexes),
      " ",
      el("span", { class: "rule" }, duty.rule),
    ),
  ];
  return pointing(`duty-${index}`, hexes, words, context);
}

/** The hexes of a duty that is nobody's own, such as stacks that are too large. */
function places(hexes) {
  if (!hexes.length) return "";
  const more = hexes.length > MANY ? ` + ${hexes.length - MANY}` : "";
  return ` ${hexes.slice(0, MANY).join(" ")}${more}`;
}

/** A row that shows hexes while it is pressed; without hexes it is only text. */
function pointing(key, hexes, words, context) {
  if (!hexes.length) return el("p", { class: "row news" }, ...words);
  return el(
    "button",
    {
      class: "row news",
      id: key,
      "aria-pressed": String(context.pointed?.key === key),
      onclick: () => context.pointAt(key, hexes),
    },
    ...words,
  );
}

/** Who comes: what is for this turn in sight, the rest folded away. */
export function arrivals(context) {
  const { arrivals: found, coming } = context.turning ?? {};
  if (!found?.length) return [];
  const rows = arrivalRows(found, context);
  const soon = rows.filter(([now]) => now).map(([, row]) => row),
    later = rows.filter(([now]) => !now).map(([, row]) => row);
  return [
    heading("arrivals"),
    ...(soon.length ? inSight(soon, FEW, "soon") : [quiet(say("nobodyComes"))]),
    ...(later.length
      ? [
          el(
            "details",
            { class: "further", "data-fold": "later" },
            el("summary", {}, say("comeLater", later.length)),
            list(later),
          ),
        ]
      : []),
    ...(coming?.length ? [reasons(coming)] : []),
  ];
}

let kept = { key: [], rows: [] };

/** Rows are made anew only when the arrivals, what is shown of them or the language are others: of a campaign there are hundreds. */
function arrivalRows(found, context) {
  const key = [found, context.pointed?.key, currentLanguage(), context.board];
  if (key.some((part, index) => part !== kept.key[index]))
    kept = { key, rows: found.map((one, index) => [one.soon, arrivalRow(one, index, context)]) };
  return kept.rows;
}

function arrivalRow(one, index, context) {
  const key = `arrival-${index}`,
    hexes = one.ways.flatMap(({ path }) => path);
  const told = [
    called("side", one.side),
    worded(one.kind),
    worded(one.state),
    one.turn && say("turn", one.turn).toLowerCase(),
    one.price && say("priceOf", figure(one.price)),
  ]
    .filter(Boolean)
    .join(" · ");
  const words = [
    el(
      "span",
      { class: "grow" },
      el("strong", {}, names(one.units, context)),
      el("br"),
      el("span", { class: "quiet" }, told, " "),
      el("span", { class: "rule" }, one.rule),
    ),
  ];
  const row = pointing(key, hexes, words, context);
  if (context.pointed?.key !== key) return row;
  const ways = one.ways.map(({ by, cost, path }) =>
    el(
      "p",
      {},
      `${worded(by)}${cost ? ` (${say("pays", figure(cost))})` : ""}: ${path.slice(0, 12).join(", ")}${path.length > 12 ? ` + ${path.length - 12}` : ""}`,
    ),
  );
  const more = one.units.length > MANY ? [quiet(one.units.map((id) => named(id, context)).join(", "))] : [];
  return el(
    "div",
    {},
    row,
    el(
      "div",
      { class: "details" },
      ...more,
      ...ways,
      ...[
        reasons(one.because),
        reasons(one.refused.map(({ hex, rule, text }) => ({ rule, text: `${hex}: ${text}` }))),
      ].filter(Boolean),
    ),
  );
}

/** From how many points something holds, of whom and when if that is told. */
function thresholdRow({ what, points, rule, side, turn }) {
  const told = [side && called("side", side), turn === undefined ? "" : say("turn", turn).toLowerCase()];
  const whose = told.filter(Boolean).join(", ");
  return el(
    "p",
    { class: "quiet" },
    `${figure(points)}: ${what}${whose ? ` (${whose})` : ""} `,
    el("span", { class: "rule" }, rule),
  );
}

/** The points as they stand: sums, what the game would be called now, thresholds, line by line. */
export function score(context) {
  const { score: told } = context.turning ?? {};
  if (!told) return [];
  const sums = Object.entries(told.points)
    .map(([side, points]) => `${called("side", side)} ${figure(points)}`)
    .join(" · ");
  const worthOf = Object.entries(told.worth ?? {});
  return [
    heading("score"),
    el("p", { class: "sum", id: "score" }, sums, told.net === undefined ? "" : ` · ${say("net", figure(told.net))}`),
    told.ends ? el("p", {}, say("ifEnded", told.ends.text)) : undefined,
    ...(told.thresholds ?? []).map(thresholdRow),
    told.lines.length
      ? el(
          "details",
          { class: "further", "data-fold": "lines" },
          el("summary", {}, say("scoreLines", told.lines.length)),
          list(told.lines.map((line, index) => lineRow(line, index, context))),
        )
      : undefined,
    worthOf.length
      ? pointing(
          "worth",
          worthOf.map(([hex]) => hex),
          [el("span", { class: "grow" }, say("worth", worthOf.length))],
          context,
        )
      : undefined,
    reasons(told.because),
    ...further(rest(told), context.byId),
  ].filter(Boolean);
}

function lineRow(line, index, context) {
  const hexes = [...line.hexes, ...line.units.map((id) => context.byId.get(id)?.hex)].filter(Boolean);
  return pointing(
    `line-${index}`,
    hexes,
    [
      el("strong", {}, `${figure(line.points)}${line.stand_in ? "?" : ""}`),
      el(
        "span",
        { class: "grow" },
        `${called("side", line.side)}: ${line.what} `,
        line.units.length ? `${names(line.units, context)} ` : "",
        el("span", { class: "rule" }, line.rule),
      ),
    ],
    context,
  );
}

const TOLD = new Set(["lines", "points", "net", "level", "ends", "thresholds", "because", "worth"]);
const rest = (told) => Object.fromEntries(Object.entries(told).filter(([name]) => !TOLD.has(name)));
