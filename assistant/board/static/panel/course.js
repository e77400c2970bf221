// Through the game: a graph of strength, losses and towns of each side, and another moment to compare with.

import { el } from "../dom.js";
import { called, say, tell } from "../words.js";
import { heading, list, quiet } from "./parts.js";

const MEASURES = ["strength", "steps", "lost", "towns"];
const WIDTH = 320, HEIGHT = 110, EDGE = 4;
const DASHES = ["", "7 4", "2 4"];
const SVG = "http://www.w3.org/2000/svg";
let measure = "strength";

const drawn = (tag, attributes) => { const element = document.createElementNS(SVG, tag); for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value); return element; };

export function courseOf(context) {
  const { course, scene } = context;
  if (!scene.steps || !course) return [];
  const pick = el("select", { "aria-label": say("measured"), onchange: (event) => { measure = event.target.value; context.redrawPanel(); } }, ...MEASURES.map((id) => el("option", { value: id }, say(`course-${id}`))));
  pick.value = measure;
  return [heading("course"), pick, graph(context), ...comparing(context)];
}

function graph({ course, scene, board, goTo }) {
  const { points } = course, last = points.at(-1).step || 1;
  const most = Math.max(1, ...points.flatMap(({ sides }) => Object.values(sides).map((told) => told[measure])));
  const x = (step) => EDGE + ((WIDTH - 2 * EDGE) * step) / last, y = (value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * value) / most;
  const now = points.findLast(({ step }) => step <= scene.step) ?? points[0];
  const told = board.sides.map(({ id }) => `${called("side", id)} ${now.sides[id][measure]}`).join(", ");
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": told });
  points.forEach(({ step, turn }, index) => { if (index && points[index - 1].turn !== turn) svg.append(drawn("line", { x1: x(step), x2: x(step), y1: 0, y2: HEIGHT, class: "turn-line" })); });
  board.sides.forEach(({ id }, index) => svg.append(drawn("polyline", { points: points.map(({ step, sides }) => `${x(step).toFixed(1)},${y(sides[id][measure]).toFixed(1)}`).join(" "), class: `curve side-${index % 3}`, "stroke-dasharray": DASHES[index % 3] })));
  svg.append(drawn("line", { x1: x(scene.step), x2: x(scene.step), y1: 0, y2: HEIGHT, class: "now-line" }));
  svg.addEventListener("click", (event) => { const { left, width } = svg.getBoundingClientRect(); goTo(Math.round(((event.clientX - left) / width) * last)); });
  const legend = board.sides.map(({ id }, index) => { const line = drawn("svg", { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" }); line.append(drawn("line", { x1: 0, x2: 28, y1: 4, y2: 4, class: `curve side-${index % 3}`, "stroke-dasharray": DASHES[index % 3] })); return el("span", { class: "legend" }, line, ` ${called("side", id)}: ${now.sides[id][measure]}`); });
  return el("div", {}, svg, el("p", { class: "legends" }, ...legend));
}

function comparing(context) {
  const { course, compared, scene, board } = context;
  const starts = course.points.filter((point, index) => !index || point.turn !== course.points[index - 1].turn || point.phase !== course.points[index - 1].phase || index === course.points.length - 1).filter(({ step }) => step !== scene.step);
  const pick = el("select", { id: "compare", "aria-label": say("compare"), onchange: (event) => context.compareWith(event.target.value === "" ? null : Number(event.target.value)) }, el("option", { value: "" }, say("compare")),
    ...starts.map(({ step, turn, phase }) => el("option", { value: step }, [`${step}`, say("turn", turn), phase && called("phase", phase)].filter(Boolean).join(" · "))));
  const shown = compared && compared.of === scene.step ? compared : null;
  pick.value = shown ? String(shown.step) : "";
  if (!shown) return [pick];
  if (!shown.changes.length) return [pick, quiet(say("nothingDiffers"))];
  return [pick, list(shown.changes.map((change) => { const hex = ["moved", "entered"].includes(change.kind) ? change.after : change.hex; return el("button", { class: "row news", onclick: () => hex in board.centres && context.pickStack(hex) }, tell(change)); }))];
}
