// Through the game: a graph of strength, losses and towns of each side, and another moment to compare with.

import { el } from "../dom.js";
import { called, say, tell } from "../words.js";
import { heading, list, quiet } from "./parts.js";

const MEASURES = ["strength", "steps", "lost", "towns"];
const WIDTH = 320,
  HEIGHT = 124,
  EDGE = 6,
  LEFT = 34,
  FOOT = 16;
const TICK = 22; // the least room between the numbers of two turns
const DASHES = ["", "7 4", "2 4"];
const SVG = "http://www.w3.org/2000/svg";
let measure = "strength";

const drawn = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

export function courseOf(context) {
  const { course, scene } = context;
  if (!scene.steps || !course) return [];
  const pick = el(
    "select",
    {
      "aria-label": say("measured"),
      onchange: (event) => {
        measure = event.target.value;
        context.redrawPanel();
      },
    },
    ...MEASURES.map((id) => el("option", { value: id }, say(`course-${id}`))),
  );
  pick.value = measure;
  return [heading("course"), pick, graph(context), ...comparing(context)];
}

function graph({ course, scene, board, goTo }) {
  const { points } = course,
    last = points.at(-1).step || 1;
  const most = Math.max(1, ...points.flatMap(({ sides }) => Object.values(sides).map((told) => told[measure])));
  const broad = WIDTH - LEFT - EDGE,
    high = HEIGHT - FOOT - EDGE;
  const x = (step) => LEFT + (broad * step) / last,
    y = (value) => EDGE + high - (high * value) / most;
  const now = points.findLast(({ step }) => step <= scene.step) ?? points[0];
  const told = board.sides.map(({ id }) => `${called("side", id)} ${now.sides[id][measure]}`).join(", ");
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": told });
  svg.append(...scale(most, y), ...turns(points, x));
  board.sides.forEach(({ id }, index) =>
    svg.append(
      drawn("polyline", {
        points: points.map(({ step, sides }) => `${x(step).toFixed(1)},${y(sides[id][measure]).toFixed(1)}`).join(" "),
        class: `curve side-${index % 3}`,
        "stroke-dasharray": DASHES[index % 3],
      }),
    ),
  );
  svg.append(drawn("line", { x1: x(scene.step), x2: x(scene.step), y1: EDGE, y2: EDGE + high, class: "now-line" }));
  svg.addEventListener("click", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * WIDTH;
    goTo(Math.round(Math.min(1, Math.max(0, (at - LEFT) / broad)) * last));
  });
  const legend = board.sides.map(({ id }, index) => {
    const line = drawn("svg", { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" });
    line.append(
      drawn("line", {
        x1: 0,
        x2: 28,
        y1: 4,
        y2: 4,
        class: `curve side-${index % 3}`,
        "stroke-dasharray": DASHES[index % 3],
      }),
    );
    return el("span", { class: "legend" }, line, ` ${called("side", id)}: ${now.sides[id][measure]}`);
  });
  return el("div", {}, svg, el("p", { class: "legends" }, ...legend));
}

const tick = (text, attributes) => {
  const element = drawn("text", { class: "tick", ...attributes });
  element.textContent = text;
  return element;
};

/** Values on the left edge, each with its line across: nothing, half and the most. */
function scale(most, y) {
  return [...new Set([0, Math.round(most / 2), most])].flatMap((value) => [
    drawn("line", { x1: LEFT, x2: WIDTH - EDGE, y1: y(value), y2: y(value), class: "turn-line" }),
    tick(String(value), { x: LEFT - 4, y: y(value) + 3, "text-anchor": "end" }),
  ]);
}

/** A line where each turn begins, with its number under it as long as there is room. */
function turns(points, x) {
  let free = 0;
  return points.flatMap(({ step, turn }, index) => {
    if (index && points[index - 1].turn === turn) return [];
    const at = x(step),
      shown = at >= free && turn;
    if (shown) free = at + TICK;
    return [
      drawn("line", { x1: at, x2: at, y1: EDGE, y2: HEIGHT - FOOT, class: "turn-line" }),
      ...(shown ? [tick(String(turn), { x: at, y: HEIGHT - 4, "text-anchor": "middle" })] : []),
    ];
  });
}

function comparing(context) {
  const { course, compared, scene, board } = context;
  const starts = course.points
    .filter(
      (point, index) =>
        !index ||
        point.turn !== course.points[index - 1].turn ||
        point.phase !== course.points[index - 1].phase ||
        index === course.points.length - 1,
    )
    .filter(({ step }) => step !== scene.step);
  const pick = el(
    "select",
    {
      id: "compare",
      "aria-label": say("compare"),
      onchange: (event) => context.compareWith(event.target.value === "" ? null : Number(event.target.value)),
    },
    el("option", { value: "" }, say("compare")),
    ...starts.map(({ step, turn, phase }) =>
      el(
        "option",
        { value: step },
        [`${step}`, say("turn", turn), phase && called("phase", phase)].filter(Boolean).join(" · "),
      ),
    ),
  );
  const shown = compared && compared.of === scene.step ? compared : null;
  pick.value = shown ? String(shown.step) : "";
  if (!shown) return [pick];
  if (!shown.changes.length) return [pick, quiet(say("nothingDiffers"))];
  return [
    pick,
    list(
      shown.changes.map((change) => {
        const hex = ["moved", "entered"].includes(change.kind) ? change.after : change.hex;
        return el(
          "button",
          { class: "row news", onclick: () => hex in board.centres && context.pickStack(hex) },
          tell(change),
        );
      }),
    ),
  ];
}
