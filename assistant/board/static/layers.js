// What is drawn over the map: zones, supply, reach, attacks, violations, retreats, changes.

import { stacksOf } from "./counters.js";
import { ACCENT, arrow, atLeast, between, edged, hatched, placePath, plate, shade } from "./shapes.js";
import { inkOn, middling, tintOf } from "./tints.js";
import { called, column, markerName, say } from "./words.js";

const SIDE_TINTS = ["#3f66b5", "#c0392b", "#4f8f4a"];
const BAD = "#f0503c",
  WEAK = "#f2a93b",
  GOOD = "#9fe08f",
  ATTACK = "#f4623f",
  CHANGED = "#5aa9ff",
  BY_RULE = "#ffe14d"; // the rim of a hex that is reached by a rule of its own, as infiltration: no march

const FULL = new Set(["supplied", "land", "unknown"]),
  SHORT = new Set(["port", "alt", "defence", "relocated"]);

/** How good a state of supply is: bad, weak or good; nothing where none is told. A game may have words of its own for being out of it. */
export function supplyTone(supply) {
  if (!supply) return "";
  return FULL.has(supply.state) || supply.supplied ? "good" : SHORT.has(supply.state) ? "weak" : "bad";
}

/** Whether the state of a unit will be another once supply is judged: a marker holds till then. */
export const judgedOtherwise = (supply) => Boolean(supply?.next) && supply.next !== supply.state;

/** The colour of a side's zones: its own, or one of those that are told apart best. */
export const sideTint = (board, index) => board.sides[index].colour || SIDE_TINTS[index % SIDE_TINTS.length];

export const zones = (hexes, index) => (pen, board, k) => {
  pen.fillStyle = hatched(pen, sideTint(board, index), index, k);
  for (const hex of hexes) if (placePath(pen, board, hex)) pen.fill();
};

/** Near, farther, farthest: thirds and quarters of what a unit can pay, the cheapest the brightest. */
const BANDS = ["rgba(255,240,150,.56)", "rgba(255,206,92,.48)", "rgba(240,150,60,.42)", "rgba(190,90,60,.38)"];

export const reach = (moves) => (pen, board, k) => {
  const most = Math.max(moves.allowance, ...moves.reach.map(({ cost }) => cost), 1);
  for (const { hex, cost } of moves.reach) {
    const tint = BANDS[Math.min(BANDS.length - 1, Math.floor((cost / most) * BANDS.length * 0.999))];
    shade(pen, board, k, hex, { tint, inset: 0.96, words: String(cost), below: 0.3, size: 0.22, ink: "#5b4300" });
  }
  for (const hex of moves.ruled ?? [])
    if (placePath(pen, board, hex, 0.86)) edged(pen, BY_RULE, atLeast(3, 1.5, k), [atLeast(4, 2, k), atLeast(4, 2, k)]);
  pen.setLineDash([6, 5]);
  for (const { hex } of moves.refused)
    if (placePath(pen, board, hex, 0.9)) {
      pen.strokeStyle = "rgba(160,30,20,.8)";
      pen.lineWidth = atLeast(2.5, 1, k);
      pen.stroke();
    }
};

export const selection =
  (hex, colour = ACCENT) =>
  (pen, board, k) => {
    if (placePath(pen, board, hex, 0.98)) edged(pen, colour, atLeast(5, 2.5, k));
  };

/** Out of supply a whole ring, short of it a broken one: told apart without their colours too. */
export const rings = (units) => (pen, board, k) => {
  for (const [hex, stack] of stacksOf(units)) {
    const tones = stack.map((unit) => supplyTone(unit.supply));
    const bad = tones.includes("bad"),
      centre = board.centres[hex];
    if (hex in board.boxes || !centre || !(bad || tones.includes("weak"))) continue;
    const width = atLeast(6, 2.5, k);
    pen.beginPath();
    pen.arc(...centre, board.hexWidth * 0.52, 0, 2 * Math.PI);
    edged(pen, bad ? BAD : WEAK, width, bad ? [] : [width * 3.2, width * 2.6]);
  }
};

/** How far each hex of a line of supply lies from its source: {hex: hexes}. */
function distances(units) {
  const found = {};
  for (const { supply } of units)
    (supply?.path ?? []).forEach((hex, index, path) => {
      const far = path.length - 1 - index;
      if (!(found[hex] <= far)) found[hex] = far;
    });
  return found;
}

const HEAT = ["#2c7bb6", "#7fb8d9", "#e8e2a0", "#f0a25e", "#c8303a"];

/** The farther from its source, the hotter; the number says how far. */
export const supplyHeat = (units) => (pen, board, k) => {
  const found = distances(units),
    most = Math.max(1, ...Object.values(found));
  for (const [hex, far] of Object.entries(found)) {
    if (hex in board.boxes) continue;
    const tint = HEAT[Math.min(HEAT.length - 1, Math.floor((HEAT.length * far) / (most + 1)))];
    shade(pen, board, k, hex, { tint, inset: 0.97, alpha: 0.5, words: String(far), below: -0.33, size: 0.2 });
  }
};

export const supplyLine = (supply) => (pen, board, k) => {
  const points = (supply?.path ?? []).map((hex) => board.centres[hex]).filter(Boolean);
  if (points.length < 2) return;
  const width = atLeast(6, 2.5, k);
  pen.lineJoin = "round";
  pen.lineCap = "round";
  pen.beginPath();
  points.forEach((point) => pen.lineTo(...point));
  edged(pen, GOOD, width, [width * 2.4, width * 2]);
  pen.beginPath();
  pen.arc(...points.at(-1), width * 2, 0, 2 * Math.PI);
  pen.fillStyle = GOOD;
  pen.fill();
  edged(pen, "#15300f", width * 0.5);
};

/** Short arrows across the hexsides, so that no counter is hidden, and the column on a plate in the
 *  colour of the result to be expected. */
export const attacks = (found, byId) => (pen, board, k) => {
  const drawn = new Set();
  const sideOf = (attack) => byId.get(attack.attackers[0])?.side;
  const both = new Set(found.map(sideOf)).size > 1; // where either side may attack, whose arrow it is
  const inkOf = (attack) => {
    const index = board.sides.findIndex(({ id }) => id === sideOf(attack));
    return both && index >= 0 ? sideTint(board, index) : ATTACK;
  };
  for (const attack of found) {
    if (drawn.has(attack.target)) continue;
    drawn.add(attack.target);
    const to = board.centres[attack.target];
    if (!to) continue;
    const width = Math.min(board.hexWidth * 0.13, atLeast(board.hexWidth * 0.075, 1.6, k));
    for (const hex of new Set(attack.attackers.map((id) => byId.get(id)?.hex))) {
      const from = board.centres[hex];
      if (from) arrow(pen, between(from, to, 0.3), between(from, to, 0.74), inkOf(attack), width);
    }
  }
  if (k * board.hexWidth < 26) return;
  for (const attack of found) {
    const to = board.centres[attack.target];
    if (!to || !drawn.delete(attack.target) || !attack.column) continue;
    const ground = tintOf(board, middling(attack.chances, board));
    plate(
      pen,
      column(attack.column).replace(/ /g, ""),
      to[0],
      to[1] - board.hexWidth * 0.52,
      board.hexWidth * 0.2,
      ground,
      inkOn(ground),
    );
  }
};

export const violations = (found) => (pen, board, k) => {
  for (const { hex } of found) {
    if (!placePath(pen, board, hex, 0.94)) continue;
    const width = atLeast(5, 2, k);
    pen.fillStyle = "rgba(224,56,43,.25)";
    pen.fill();
    edged(pen, BAD, width, [width * 2, width * 1.2]);
    plate(
      pen,
      "!",
      board.centres[hex][0] + board.hexWidth * 0.36,
      board.centres[hex][1] - board.hexWidth * 0.34,
      atLeast(board.hexWidth * 0.3, 9, k),
      "#8f1d10",
      "#fff3e4",
    );
  }
};

/** What the last step or save moved: from where to where, and who came. */
export const changes = (told) => (pen, board, k) => {
  const width = atLeast(board.hexWidth * 0.06, 2, k);
  for (const change of told) {
    const from = change.kind === "moved" && board.centres[change.before],
      to = board.centres[change.after];
    if (from && to)
      arrow(
        pen,
        from,
        between(to, from, Math.min(0.4, (board.hexWidth * 0.42) / Math.hypot(to[0] - from[0], to[1] - from[1]))),
        CHANGED,
        width,
      );
    const owner = change.kind === "control" ? board.sides.findIndex(({ id }) => id === change.after) : -1;
    if (owner >= 0 && placePath(pen, board, change.hex, 0.9)) {
      pen.fillStyle = hatched(pen, sideTint(board, owner), owner, k);
      pen.fill();
    }
    if (["moved", "entered"].includes(change.kind) && placePath(pen, board, change.after, 0.94))
      edged(pen, CHANGED, width * 0.7);
  }
};

/** Marks that were laid or taken off and hexes that changed hands, over the counters: each by its name. */
export const relabelled = (told) => (pen, board, k) => {
  const legible = k * board.hexWidth > 24,
    size = atLeast(board.hexWidth * 0.16, 9, k),
    lines = new Map();
  for (const { kind, hex, before, after } of told) {
    if (!["marked", "unmarked", "control"].includes(kind) || hex in board.boxes || !board.centres[hex]) continue;
    const index = board.sides.findIndex(({ id }) => id === after),
      ours = kind === "control";
    if (ours && placePath(pen, board, hex, 0.9))
      edged(pen, index >= 0 ? sideTint(board, index) : CHANGED, atLeast(4, 2, k));
    const words = ours
      ? after
        ? called("side", after)
        : say("noOwner")
      : `${kind === "marked" ? "+" : "−"} ${markerName(after || before)}`;
    lines.set(hex, [...(lines.get(hex) ?? []), words]);
  }
  for (const [hex, words] of lines)
    words.forEach((line, index) => {
      const [x, y] = board.centres[hex];
      if (legible)
        plate(
          pen,
          fitted(pen, line, atLeast(board.hexWidth * 1.9, 130, k), size),
          x,
          y + board.hexWidth * 0.4 + index * size * 1.4,
          size,
          "#123a66",
          "#e9f3ff",
        );
      else {
        pen.beginPath();
        pen.arc(x, y + board.hexWidth * 0.4, atLeast(4, 3, k), 0, 2 * Math.PI);
        pen.fillStyle = CHANGED;
        pen.fill();
      }
    });
};

/** Words that are cut where they would be wider than so many pixels of the map. */
function fitted(pen, words, width, size) {
  pen.font = `700 ${size}px system-ui, sans-serif`;
  let cut = words;
  while (cut.length > 4 && pen.measureText(cut).width > width) cut = `${cut.slice(0, -2).trimEnd()}…`;
  return cut;
}

/** Where what was tried out lay before: an empty frame of a counter. */
export const wasHere = (told) => (pen, board, k) => {
  const size = board.hexWidth * 0.72,
    width = atLeast(3, 1.5, k);
  for (const { kind, before } of told) {
    const centre = ["moved", "left"].includes(kind) && board.centres[before];
    if (!centre || before in board.boxes) continue;
    pen.beginPath();
    pen.rect(centre[0] - size / 2, centre[1] - size / 2, size, size);
    edged(pen, CHANGED, width, [width * 2.5, width * 2]);
  }
};

/** The way of the chosen unit to the hex under the pointer, and to the one that was clicked. */
export const way =
  (moves, ...hexes) =>
  (pen, board, k) => {
    const width = atLeast(6, 2.5, k);
    for (const reached of moves.reach.filter(({ hex }) => hexes.includes(hex))) {
      const points = reached.path.map((hex) => board.centres[hex]).filter(Boolean);
      if (points.length < 2) continue;
      pen.lineJoin = "round";
      pen.lineCap = "round";
      pen.beginPath();
      points.forEach((point) => pen.lineTo(...point));
      edged(pen, ACCENT, width);
      plate(
        pen,
        String(reached.cost),
        points.at(-1)[0],
        points.at(-1)[1] - board.hexWidth * 0.2,
        atLeast(board.hexWidth * 0.28, 12, k),
        "#2a2412",
        "#ffe6a8",
      );
    }
  };

/** Every way that a result leaves, the preferred over the others, each stretch of it once. */
export const retreats = (answer, byId) => (pen, board, k) => {
  const width = atLeast(6, 2, k);
  const ways = answer.units
    .filter((unit) => unit.outcome !== "eliminated")
    .flatMap((unit) => unit.options.map((option) => ({ ...option, path: [byId.get(unit.id)?.hex, ...option.path] })));
  const drawn = new Set();
  for (const { path, preferred } of ways.sort((one, other) => other.preferred - one.preferred)) {
    path.slice(1).forEach((hex, index) => {
      const from = board.centres[path[index]],
        to = board.centres[hex];
      if (!from || !to || drawn.has(`${path[index]} ${hex}`)) return;
      drawn.add(`${path[index]} ${hex}`);
      arrow(
        pen,
        between(from, to, index ? 0.2 : 0.36),
        between(from, to, 0.86),
        preferred ? "#7ed16f" : "#d8d2bd",
        preferred ? width : width * 0.6,
      );
    });
  }
  for (const unit of answer.units) {
    const at = board.centres[byId.get(unit.id)?.hex];
    if (at && unit.outcome === "eliminated") cross(pen, at, board.hexWidth * 0.3, width * 1.3);
  }
};

function cross(pen, [x, y], reach, width) {
  pen.beginPath();
  pen.lineCap = "round";
  for (const slope of [1, -1]) {
    pen.moveTo(x - reach, y - slope * reach);
    pen.lineTo(x + reach, y + slope * reach);
  }
  edged(pen, BAD, width);
}

/** Where attackers may go once the defenders are gone: outlines, for units may stand there. */
export const advances = (answer) => (pen, board, k) => {
  const width = atLeast(3, 1.5, k);
  for (const hex of new Set(answer.units.flatMap((unit) => unit.options.map((path) => path.at(-1)))))
    if (placePath(pen, board, hex, 0.9)) {
      pen.fillStyle = "rgba(255,216,115,.16)";
      pen.fill();
      edged(pen, "#ffd873", width);
    }
};
