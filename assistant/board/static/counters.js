// The counters on the map: fanned in a hex, side by side in a box.

import { behind } from "./gliding.js";
import { ACCENT, atLeast, edged, placePath, plate, TARGET } from "./shapes.js";

/** Units by where they lie, the lowest of each stack first. */
export function stacksOf(units) {
  const stacks = new Map();
  for (const unit of units) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  return stacks;
}

/** Where the counters of a place lie: fanned in a hex, side by side in a box, at their own spots in no place of the map. */
function spots(board, name, stack) {
  const size = board.hexWidth * 0.72, count = stack.length;
  if (stack.some(({ spot }) => spot)) {
    const seen = new Map();
    return stack.map(({ spot }) => {
      const [x, y] = spot ?? board.centres[name], height = seen.get(`${x} ${y}`) ?? 0, shift = height * board.hexWidth * 0.075;
      seen.set(`${x} ${y}`, height + 1);
      return { x: x - size / 2 + shift, y: y - size / 2 - shift, size };
    });
  }
  const box = board.boxes[name];
  if (!box) {
    const [x, y] = board.centres[name];
    const fan = Math.min(board.hexWidth * 0.075, (board.hexWidth * 0.3) / Math.max(1, count - 1));
    return Array.from({ length: count }, (_, height) => {
      const shift = (height - (count - 1) / 2) * fan;
      return { x: x - size / 2 + shift, y: y - size / 2 - shift, size };
    });
  }
  const head = board.hexWidth * 0.4, edge = board.hexWidth * 0.12;
  const width = box[2] - 2 * edge, height = Math.max(edge, box[3] - head - edge);
  let cell = board.hexWidth * 0.78;
  while (cell > 12 && Math.floor(width / cell) * Math.floor(height / cell) < count) cell *= 0.92;
  const across = Math.max(1, Math.floor(width / cell));
  return Array.from({ length: count }, (_, index) => ({
    x: box[0] + edge + (index % across) * cell, y: box[1] + head + Math.floor(index / across) * cell, size: cell * 0.94,
  }));
}

/** The counter that lies on top at a point of the map. */
export function counterAt(units, board, [x, y]) {
  for (const [name, stack] of [...stacksOf(units)].reverse()) {
    if (!board.centres[name]) continue;
    const places = spots(board, name, stack);
    for (let height = stack.length - 1; height >= 0; height -= 1) {
      const spot = places[height];
      if (x >= spot.x && x <= spot.x + spot.size && y >= spot.y && y <= spot.y + spot.size) return stack[height];
    }
  }
  return undefined;
}

/** Counters in the hand, above all others, and the place under them; a `warning` says that they cannot move into it. */
export const carried = ({ units, point: [x, y], hex }, pictures, warning) => (pen, board, k) => {
  const size = board.hexWidth * 0.8;
  if (placePath(pen, board, hex, 0.98)) edged(pen, warning ? TARGET : ACCENT, atLeast(5, 2.5, k), [10, 6]);
  pen.globalAlpha = 0.9;
  units.forEach((unit, height) => {
    const left = x - size / 2 + height * size * 0.1, top = y - size / 2 - height * size * 0.1;
    pen.fillStyle = "rgba(0,0,0,.45)"; pen.fillRect(left + size * 0.08, top + size * 0.12, size, size);
    const picture = pictures.get(unit.picture);
    if (picture) pen.drawImage(picture, left, top, size, size);
    else { pen.fillStyle = "#cfc4a4"; pen.fillRect(left, top, size, size); }
  });
  pen.globalAlpha = 1;
  if (warning) plate(pen, warning, x, y - size * 0.85, atLeast(board.hexWidth * 0.2, 12, k), "#8f1d10", "#fff3e4");
};

export const stacks = (units, pictures, selected, sides, gliding = null) => (pen, board, k, seen) => {
  for (const [name, stack] of stacksOf(units)) {
    if (!board.centres[name] || !(gliding || name in board.boxes || isSeen(board.centres[name], board.hexWidth, seen))) continue;
    const places = spots(board, name, stack);
    const laid = stack.map((unit, height) => {
      const [right, down] = behind(unit, gliding), { x, y, size } = places[height];
      return { unit, x: x + right, y: y + down, size };
    });
    laid.sort((one, other) => (one.unit.id === selected) - (other.unit.id === selected)); // the chosen one is lifted
    for (const { unit, x, y, size } of laid) {
      const picture = pictures.get(unit.picture);
      if (!board.ownShape) { pen.fillStyle = "rgba(0,0,0,.34)"; pen.fillRect(x + size * 0.03, y + size * 0.05, size, size); }
      if (picture) drawn(pen, board, picture, x, y, size);
      else { pen.fillStyle = sides.get(unit.side) ?? "#cfc4a4"; pen.fillRect(x, y, size, size); }
      if (unit.id === selected) { pen.strokeStyle = ACCENT; pen.lineWidth = atLeast(5, 2.5, k); pen.strokeRect(x, y, size, size); }
    }
    if (stack.length > 2 && !(name in board.boxes) && k * board.hexWidth > 22) badge(pen, board, places.at(-1), stack.length);
  }
};

/** Cards and decks on the map, from the bottom up; the number of each pile. */
export const cards = (lying, pictures) => (pen, board) => {
  for (const { at: [x, y, wide, high], picture: key, pile } of lying) {
    const picture = pictures.get(key), shade = board.hexWidth * 0.03;
    pen.fillStyle = "rgba(0,0,0,.3)"; pen.fillRect(x + shade, y + shade, wide, high);
    if (picture) pen.drawImage(picture, x, y, wide, high);
    else { pen.fillStyle = "#cfc4a4"; pen.fillRect(x, y, wide, high); }
    if (pile > 1) badge(pen, board, { x, y, size: wide }, pile);
  }
};

/** A counter's picture; one with a shape of its own has its shadow in that shape. */
function drawn(pen, board, picture, x, y, size) {
  const scale = board.ownShape ? pen.getTransform().a : 0;
  if (scale) { pen.shadowColor = "rgba(0,0,0,.34)"; pen.shadowOffsetX = size * 0.03 * scale; pen.shadowOffsetY = size * 0.05 * scale; }
  pen.drawImage(picture, x, y, size, size);
  if (scale) pen.shadowColor = "transparent";
}

/** Whether a hex lies in a part of the map (left, top, right, bottom), or at its edge. */
const isSeen = ([x, y], margin, [left, top, right, bottom]) => x > left - margin && x < right + margin && y > top - margin && y < bottom + margin;

/** How many counters lie in a stack that is too high to be counted by eye. */
function badge(pen, board, { x, y, size }, count) {
  const radius = board.hexWidth * 0.13;
  pen.beginPath(); pen.arc(x + size, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = "#15181c"; pen.fill();
  pen.strokeStyle = "#f4ecd8"; pen.lineWidth = board.hexWidth * 0.02; pen.stroke();
  pen.font = `700 ${radius * 1.4}px system-ui, sans-serif`;
  pen.textAlign = "center"; pen.textBaseline = "middle"; pen.fillStyle = "#f4ecd8";
  pen.fillText(String(count), x + size, y + radius * 0.08);
}
