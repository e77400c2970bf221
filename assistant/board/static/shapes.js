// Shapes that the layers are made of, in pixels of the map: places, arrows, words, tints.

export const INK = "rgba(20,20,20,.78)",
  FAINT = "rgba(20,20,20,.45)",
  ACCENT = "#f0c05e",
  TARGET = "#ff7d6b";

/** As wide as a part of a hex, and never thinner than so many pixels of the screen. */
export const atLeast = (width, pixels, k) => Math.max(width, pixels / k);

/** The outline of a hex, an area or a box as the pen's path; false if the map does not show it. */
export function placePath(pen, board, name, inset = 1) {
  const centre = board.centres[name];
  if (!centre) return false;
  pen.beginPath();
  if (name in board.boxes) {
    const [left, top, width, height] = board.boxes[name],
      gap = board.hexWidth * (1 - inset);
    pen.rect(left + gap, top + gap, width - 2 * gap, height - 2 * gap);
    return true;
  }
  const radius = (board.hexWidth / Math.sqrt(3)) * inset;
  const turn = board.orientation === "pointy" ? Math.PI / 6 : 0;
  for (let corner = 0; corner < 6; corner += 1) {
    const angle = turn + (corner * Math.PI) / 3;
    pen.lineTo(centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle));
  }
  pen.closePath();
  return true;
}

/** The path that was laid, stroked in a colour on a dark edge that parts it from any ground. */
export function edged(pen, colour, width, dash = []) {
  pen.setLineDash([]);
  pen.strokeStyle = dash.length ? FAINT : INK;
  pen.lineWidth = width * 1.6;
  pen.stroke();
  pen.setLineDash(dash);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
  pen.setLineDash([]);
}

export function text(pen, words, x, y, size, ink = "#1b1b1b", halo = "rgba(255,252,240,.92)") {
  pen.font = `700 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.strokeStyle = halo;
  pen.lineWidth = size / 4;
  pen.strokeText(words, x, y);
  pen.fillStyle = ink;
  pen.fillText(words, x, y);
}

/** A hex under a tint, and words in it where it is wider than `from` pixels. `below` is how far below
 *  its centre they stand, `size` how large they are: both in widths of a hex. */
export function shade(pen, board, k, hex, { tint, inset, alpha = 1, words, below, size, ink = "#222", from = 26 }) {
  if (!placePath(pen, board, hex, inset)) return;
  pen.save();
  pen.globalAlpha = alpha;
  pen.fillStyle = tint;
  pen.fill();
  pen.restore();
  if (k * board.hexWidth <= from) return;
  const [x, y] = board.centres[hex];
  text(pen, words, x, y + board.hexWidth * below, board.hexWidth * size, ink);
}

/** Words on a plate of their own, legible over any counter. */
export function plate(pen, words, x, y, size, ground, ink) {
  pen.font = `700 ${size}px system-ui, sans-serif`;
  const width = pen.measureText(words).width + size * 0.7,
    height = size * 1.3;
  pen.beginPath();
  pen.roundRect(x - width / 2, y - height / 2, width, height, size * 0.3);
  pen.fillStyle = ground;
  pen.fill();
  pen.strokeStyle = ink;
  pen.lineWidth = size * 0.09;
  pen.stroke();
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = ink;
  pen.fillText(words, x, y + size * 0.06);
}

/** The point a part of the way from one point to another. */
export const between = (from, to, part) => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];

export function arrow(pen, from, to, colour, width) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const tip = [from[0] + Math.cos(angle) * (far - width * 2), from[1] + Math.sin(angle) * (far - width * 2)];
  for (const [ink, extra] of [
    [INK, width * 0.5],
    [colour, 0],
  ]) {
    pen.strokeStyle = ink;
    pen.fillStyle = ink;
    pen.lineCap = "round";
    pen.lineWidth = width + extra;
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...tip);
    pen.stroke();
    pen.beginPath();
    for (const [spread, length] of [
      [0, width * 2 + extra / 2],
      [2.5, width * 2.6 + extra],
      [-2.5, width * 2.6 + extra],
    ])
      pen.lineTo(tip[0] + Math.cos(angle + spread) * length, tip[1] + Math.sin(angle + spread) * length);
    pen.fill();
  }
}

const SLOPES = [
  [
    [0, 12],
    [12, 0],
  ],
  [
    [0, 0],
    [12, 12],
  ],
  [
    [6, 0],
    [6, 12],
  ],
];

/** A tint with strokes of a slope of its own, so that it is told apart without its colour too. */
export function hatched(pen, colour, index, k) {
  const tile = new OffscreenCanvas(12, 12),
    ink = tile.getContext("2d");
  ink.globalAlpha = 0.24;
  ink.fillStyle = colour;
  ink.fillRect(0, 0, 12, 12);
  ink.globalAlpha = 0.75;
  ink.strokeStyle = colour;
  ink.lineWidth = 1.4;
  const [from, to] = SLOPES[index % SLOPES.length];
  for (const shift of [-12, 0, 12]) {
    ink.beginPath();
    ink.moveTo(from[0] + shift, from[1]);
    ink.lineTo(to[0] + shift, to[1]);
    ink.stroke();
  }
  const pattern = pen.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / k));
  return pattern;
}
