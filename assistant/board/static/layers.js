// What is drawn over the map: stacks, zones, supply, reach, attacks, violations, retreats.

const SIDE_TINTS = ["rgba(70,110,190,.26)", "rgba(200,60,50,.26)", "rgba(90,150,80,.26)"];
const BAD = "#e0382b", WEAK = "#e59a1f", ACCENT = "#e3b45a";

/** The outline of a hex, an area or a box as the pen's path; false if the map does not show it. */
export function placePath(pen, board, name, inset = 1) {
  const centre = board.centres[name];
  if (!centre) return false;
  pen.beginPath();
  if (name in board.boxes) {
    const [left, top, width, height] = board.boxes[name], gap = board.hexWidth * (1 - inset);
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

function text(pen, words, x, y, size, ink = "#1b1b1b", halo = "rgba(255,252,240,.92)") {
  pen.font = `700 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center"; pen.textBaseline = "middle"; pen.lineJoin = "round";
  pen.strokeStyle = halo; pen.lineWidth = size / 4; pen.strokeText(words, x, y);
  pen.fillStyle = ink; pen.fillText(words, x, y);
}

function arrow(pen, from, to, colour, width) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const tip = [from[0] + Math.cos(angle) * (far - width * 2), from[1] + Math.sin(angle) * (far - width * 2)];
  for (const [ink, extra] of [["rgba(20,20,20,.75)", width * 0.5], [colour, 0]]) {
    pen.strokeStyle = ink; pen.fillStyle = ink; pen.lineCap = "round"; pen.lineWidth = width + extra;
    pen.beginPath(); pen.moveTo(...from); pen.lineTo(...tip); pen.stroke();
    pen.beginPath();
    for (const [spread, length] of [[0, width * 2 + extra / 2], [2.5, width * 2.6 + extra], [-2.5, width * 2.6 + extra]])
      pen.lineTo(tip[0] + Math.cos(angle + spread) * length, tip[1] + Math.sin(angle + spread) * length);
    pen.fill();
  }
}

export function supplyTone(supply) {
  if (!supply) return "";
  if (/oos|isolated|fuel|overload|none/.test(supply.state)) return "bad";
  return /port|alt|defence|relocated/.test(supply.state) ? "weak" : "good";
}

export function stacksOf(units) {
  const stacks = new Map();
  for (const unit of units) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  return stacks;
}

export const zones = (hexes, index) => (pen, board) => {
  pen.fillStyle = SIDE_TINTS[index % SIDE_TINTS.length];
  for (const hex of hexes) if (placePath(pen, board, hex)) pen.fill();
};

export const reach = (moves) => (pen, board, k) => {
  for (const { hex, cost } of moves.reach) {
    if (!placePath(pen, board, hex, 0.96)) continue;
    pen.fillStyle = "rgba(255,236,160,.42)"; pen.fill();
    if (k > 0.3) text(pen, String(cost), board.centres[hex][0], board.centres[hex][1] + board.hexWidth * 0.3, board.hexWidth * 0.2, "#5b4300");
  }
  pen.setLineDash([6, 5]);
  for (const { hex } of moves.refused) if (placePath(pen, board, hex, 0.9)) { pen.strokeStyle = "rgba(160,30,20,.8)"; pen.lineWidth = 2.5; pen.stroke(); }
};

export const selection = (hex, colour = ACCENT) => (pen, board) => {
  for (const [ink, width] of [["rgba(20,20,20,.8)", 8], [colour, 5]])
    if (placePath(pen, board, hex, 0.98)) { pen.strokeStyle = ink; pen.lineWidth = width; pen.stroke(); }
};

/** Where the counters of a place lie: fanned in a hex, side by side in a box. */
function spots(board, name, count) {
  const size = board.hexWidth * 0.72;
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

export const stacks = (units, pictures, selected, sides) => (pen, board, k) => {
  for (const [name, stack] of stacksOf(units)) {
    if (!board.centres[name]) continue;
    const places = spots(board, name, stack.length);
    stack.forEach((unit, height) => {
      const { x, y, size } = places[height];
      pen.fillStyle = "rgba(0,0,0,.34)"; pen.fillRect(x + size * 0.03, y + size * 0.05, size, size);
      const picture = pictures.get(unit.picture);
      if (picture?.complete && picture.naturalWidth) pen.drawImage(picture, x, y, size, size);
      else { pen.fillStyle = sides.get(unit.side) ?? "#cfc4a4"; pen.fillRect(x, y, size, size); }
      if (unit.id === selected) { pen.strokeStyle = ACCENT; pen.lineWidth = 5; pen.strokeRect(x, y, size, size); }
    });
    if (stack.length > 2 && !(name in board.boxes) && k > 0.25) badge(pen, board, places.at(-1), stack.length);
  }
};

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

export const rings = (units) => (pen, board) => {
  for (const [hex, stack] of stacksOf(units)) {
    if (hex in board.boxes) continue;
    const tones = stack.map((unit) => supplyTone(unit.supply));
    const tone = tones.includes("bad") ? BAD : tones.includes("weak") ? WEAK : "";
    const centre = board.centres[hex];
    if (!tone || !centre) continue;
    for (const [ink, width] of [["rgba(20,20,20,.7)", 9], [tone, 6]]) {
      pen.beginPath(); pen.arc(centre[0], centre[1], board.hexWidth * 0.52, 0, 2 * Math.PI);
      pen.strokeStyle = ink; pen.lineWidth = width; pen.stroke();
    }
  }
};

export const supplyLine = (supply) => (pen, board) => {
  const points = (supply?.path ?? []).map((hex) => board.centres[hex]).filter(Boolean);
  if (points.length < 2) return;
  pen.lineJoin = "round"; pen.lineCap = "round";
  for (const [ink, width, dash] of [["rgba(15,30,15,.8)", 11, []], ["#9fe08f", 6, [14, 12]]]) {
    pen.setLineDash(dash); pen.strokeStyle = ink; pen.lineWidth = width;
    pen.beginPath(); points.forEach((point) => pen.lineTo(...point)); pen.stroke();
  }
  pen.setLineDash([]);
  pen.beginPath(); pen.arc(...points.at(-1), 12, 0, 2 * Math.PI); pen.fillStyle = "#9fe08f"; pen.fill();
  pen.strokeStyle = "#15300f"; pen.lineWidth = 3; pen.stroke();
};

export const attacks = (found, byId) => (pen, board) => {
  const drawn = new Set();
  for (const attack of found) {
    if (drawn.has(attack.target)) continue;
    drawn.add(attack.target);
    for (const hex of new Set(attack.attackers.map((id) => byId.get(id)?.hex))) {
      const from = board.centres[hex], to = board.centres[attack.target];
      if (from && to) arrow(pen, from, [(from[0] + 2 * to[0]) / 3, (from[1] + 2 * to[1]) / 3], "#f05a3c", 7);
    }
    const centre = board.centres[attack.target];
    if (centre && attack.column) text(pen, attack.column.replace(">=", "≥").replace("<=", "≤"), centre[0], centre[1] - board.hexWidth * 0.44, board.hexWidth * 0.24, "#a01d10");
  }
};

export const violations = (found) => (pen, board) => {
  for (const { hex } of found) {
    if (!placePath(pen, board, hex, 0.94)) continue;
    pen.fillStyle = "rgba(224,56,43,.25)"; pen.fill();
    pen.strokeStyle = BAD; pen.lineWidth = 5; pen.setLineDash([10, 6]); pen.stroke(); pen.setLineDash([]);
    text(pen, "!", board.centres[hex][0] + board.hexWidth * 0.36, board.centres[hex][1] - board.hexWidth * 0.3, board.hexWidth * 0.4, BAD);
  }
};

export const retreats = (answer, byId) => (pen, board) => {
  for (const unit of answer.units) {
    const from = board.centres[byId.get(unit.id)?.hex];
    if (!from) continue;
    for (const option of unit.options) {
      let at = from;
      for (const hex of option.path) {
        const to = board.centres[hex];
        if (to) { arrow(pen, at, to, option.preferred ? "#7ed16f" : "#d8d2bd", option.preferred ? 7 : 5); at = to; }
      }
    }
    if (!unit.options.length && unit.outcome !== "stand") text(pen, "✕", from[0], from[1], board.hexWidth * 0.7, BAD);
  }
};

/** Where attackers may go once the defenders are gone: outlines, for units may stand there. */
export const advances = (answer) => (pen, board) => {
  const ends = new Set(answer.units.flatMap((unit) => unit.options.map((path) => path.at(-1))));
  for (const hex of ends) {
    if (!placePath(pen, board, hex, 0.88)) continue;
    for (const [ink, width, dash] of [["rgba(20,20,20,.75)", 6, []], ["#ffd873", 4, [10, 8]]]) { pen.strokeStyle = ink; pen.lineWidth = width; pen.setLineDash(dash); pen.stroke(); }
  }
  pen.setLineDash([]);
};
