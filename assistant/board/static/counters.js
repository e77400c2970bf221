// The counters on the map: fanned in a hex, side by side in a box.

import { behind } from "./gliding.js";
import { ACCENT, atLeast, edged, placePath, plate, TARGET } from "./shapes.js";

/** Units by where they lie, the lowest of each stack first. */
export function stacksOf(units) {
  const stacks = new Map();
  for (const unit of units) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  return stacks;
}

/** Hex widths below which a place has no room for counters side by side under a name. */
const LOW = 1.5;

/** Where the counters of a place lie: fanned in a hex, a square or a point, side by side in a box, at their own spots in no place of the map. */
function spots(board, name, stack) {
  const size = board.hexWidth * 0.72,
    count = stack.length;
  if (stack.some(({ spot }) => spot)) {
    const seen = new Map();
    return stack.map(({ spot }) => {
      const [x, y] = spot ?? board.centres[name],
        height = seen.get(`${x} ${y}`) ?? 0,
        shift = height * board.hexWidth * 0.075;
      seen.set(`${x} ${y}`, height + 1);
      return { x: x - size / 2 + shift, y: y - size / 2 - shift, size };
    });
  }
  const box = board.boxes[name];
  if (!box || (box[3] < board.hexWidth * LOW && board.played.includes(name))) {
    const [x, y] = board.centres[name];
    const fan = Math.min(board.hexWidth * 0.075, (board.hexWidth * 0.3) / Math.max(1, count - 1));
    return Array.from({ length: count }, (_, height) => {
      const shift = (height - (count - 1) / 2) * fan;
      return { x: x - size / 2 + shift, y: y - size / 2 - shift, size };
    });
  }
  const head = board.hexWidth * 0.4,
    edge = board.hexWidth * 0.12;
  const width = box[2] - 2 * edge,
    height = Math.max(edge, box[3] - head - edge);
  let cell = board.hexWidth * 0.78;
  while (cell > 12 && Math.floor(width / cell) * Math.floor(height / cell) < count) cell *= 0.92;
  const across = Math.max(1, Math.floor(width / cell));
  return Array.from({ length: count }, (_, index) => ({
    x: box[0] + edge + (index % across) * cell,
    y: box[1] + head + Math.floor(index / across) * cell,
    size: cell * 0.94,
  }));
}

/** Every unit of the map with its rectangle, from the bottom up. Pieces that are as large as VASSAL shows them lie as
    they do there, whatever their places; the others place by place. */
function laid(units, board, wanted = () => true) {
  const found = [];
  let large = false;
  for (const [name, stack] of stacksOf(units)) {
    if (!board.centres[name] || !wanted(name, stack)) continue;
    const places = spots(board, name, stack),
      boxed = name in board.boxes && !stack.some(({ spot }) => spot);
    stack.forEach((unit, height) => {
      const { x, y, size } = places[height],
        own = boxed ? null : unit.extent,
        middle = size / 2;
      large ||= Boolean(own);
      found.push({
        unit,
        name,
        height,
        count: stack.length,
        ...(own
          ? { x: x + middle + own[0], y: y + middle + own[1], wide: own[2], high: own[3] }
          : { x, y, wide: size, high: size }),
      });
    });
  }
  if (!large) return found;
  const order = new Map(units.map((unit, index) => [unit.id, index]));
  return found.sort((one, other) => order.get(one.unit.id) - order.get(other.unit.id));
}

/** The counter that lies on top at a point of the map. */
export function counterAt(units, board, [x, y]) {
  const under = ({ x: left, y: top, wide, high }) => x >= left && x <= left + wide && y >= top && y <= top + high;
  return laid(units, board).reverse().find(under)?.unit;
}

/** Counters in the hand, above all others, and the place under them; a `warning` says that they cannot move into it. */
export const carried =
  ({ units, point: [x, y], hex }, pictures, warning) =>
  (pen, board, k) => {
    const size = board.hexWidth * 0.8;
    if (placePath(pen, board, hex, 0.98)) edged(pen, warning ? TARGET : ACCENT, atLeast(5, 2.5, k), [10, 6]);
    pen.globalAlpha = 0.9;
    units.forEach((unit, height) => {
      const left = x - size / 2 + height * size * 0.1,
        top = y - size / 2 - height * size * 0.1;
      pen.fillStyle = "rgba(0,0,0,.45)";
      pen.fillRect(left + size * 0.08, top + size * 0.12, size, size);
      const picture = pictures.get(unit.picture);
      if (picture) pen.drawImage(picture, left, top, size, size);
      else {
        pen.fillStyle = "#cfc4a4";
        pen.fillRect(left, top, size, size);
      }
    });
    pen.globalAlpha = 1;
    if (warning) plate(pen, warning, x, y - size * 0.85, atLeast(board.hexWidth * 0.2, 12, k), "#8f1d10", "#fff3e4");
  };

/** All that lies on the map: units place by place, cards and decks among them as high as they lie. */
export const stacks =
  (units, lying, pictures, selected, sides, gliding = null) =>
  (pen, board, k, seen) => {
    const wanted = (name, stack) =>
      gliding ||
      name in board.boxes ||
      stack.some(({ extent }) => extent) ||
      isSeen(board.centres[name], board.hexWidth, seen);
    const order = new Map(units.map((unit, index) => [unit.id, index])),
      waiting = [...lying];
    const counted = ({ name, height, count }) =>
      height === count - 1 && count > 2 && !(name in board.boxes) && k * board.hexWidth > 22;
    const lift = ({ unit }) => unit.id === selected; // the chosen one is lifted above its stack
    let stack = [],
      tops = [];
    const tell = () => {
      for (const top of tops) badge(pen, board, top, top.count);
      tops = [];
    }; // above the counters of neighbouring hexes, beneath cards
    const put = () => {
      for (const one of [...stack.filter((other) => !lift(other)), ...stack.filter(lift)])
        counter(pen, board, k, pictures, one, selected, sides, gliding);
      const top = stack.at(-1);
      if (top && counted(top)) tops.push(top);
      stack = [];
    };
    for (const one of laid(units, board, wanted)) {
      if (stack.length && stack[0].name !== one.name) put();
      if (waiting.length && waiting[0].above <= order.get(one.unit.id)) {
        put();
        tell();
        while (waiting.length && waiting[0].above <= order.get(one.unit.id))
          card(pen, board, pictures, waiting.shift());
      }
      stack.push(one);
    }
    put();
    tell();
    for (const one of waiting) card(pen, board, pictures, one);
  };

function counter(pen, board, k, pictures, { unit, x: left, y: top, wide, high }, selected, sides, gliding) {
  const [right, down] = behind(unit, gliding),
    x = left + right,
    y = top + down,
    picture = pictures.get(unit.picture);
  if (!board.ownShape) {
    pen.fillStyle = "rgba(0,0,0,.34)";
    pen.fillRect(x + wide * 0.03, y + high * 0.05, wide, high);
  }
  if (picture) drawn(pen, board, picture, x, y, wide, high);
  else {
    pen.fillStyle = sides.get(unit.side) ?? "#cfc4a4";
    pen.fillRect(x, y, wide, high);
  }
  if (unit.id === selected) {
    pen.strokeStyle = ACCENT;
    pen.lineWidth = atLeast(5, 2.5, k);
    pen.strokeRect(x, y, wide, high);
  }
}

/** A card or deck on the map, and on the top one of a pile their number. */
function card(pen, board, pictures, { at: [x, y, wide, high], picture: key, pile }) {
  const picture = pictures.get(key),
    shade = board.hexWidth * 0.03;
  pen.fillStyle = "rgba(0,0,0,.3)";
  pen.fillRect(x + shade, y + shade, wide, high);
  if (picture) pen.drawImage(picture, x, y, wide, high);
  else {
    pen.fillStyle = "#cfc4a4";
    pen.fillRect(x, y, wide, high);
  }
  if (pile > 1) badge(pen, board, { x, y, wide }, pile);
}

/** A counter's picture; one with a shape of its own has its shadow in that shape. */
function drawn(pen, board, picture, x, y, wide, high) {
  const scale = board.ownShape ? pen.getTransform().a : 0,
    shade = Math.min(wide, high, board.hexWidth) * scale;
  if (scale) {
    pen.shadowColor = "rgba(0,0,0,.34)";
    pen.shadowOffsetX = shade * 0.03;
    pen.shadowOffsetY = shade * 0.05;
  }
  pen.drawImage(picture, x, y, wide, high);
  if (scale) pen.shadowColor = "transparent";
}

/** Whether a hex lies in a part of the map (left, top, right, bottom), or at its edge. */
const isSeen = ([x, y], margin, [left, top, right, bottom]) =>
  x > left - margin && x < right + margin && y > top - margin && y < bottom + margin;

/** How many counters lie in a stack that is too high to be counted by eye. */
function badge(pen, board, { x, y, wide }, count) {
  const radius = board.hexWidth * 0.13;
  pen.beginPath();
  pen.arc(x + wide, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = "#15181c";
  pen.fill();
  pen.strokeStyle = "#f4ecd8";
  pen.lineWidth = board.hexWidth * 0.02;
  pen.stroke();
  pen.font = `700 ${radius * 1.4}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = "#f4ecd8";
  pen.fillText(String(count), x + wide, y + radius * 0.08);
}
