// A reader's own marks on the map: arrows, coloured hexes, notes; they stand in the address.

import { arrow, atLeast, between, edged, placePath, plate } from "./shapes.js";
import { changed, state } from "./state.js";

/** Colours that are told apart by most eyes; each has a stroke of its own besides. */
export const INKS = ["#ff6a3d", "#2fb7a3", "#5b8cff", "#f2c230"];
const STROKES = [[], [10, 6], [3, 5], [16, 4]];
const MOST = 200;

const same = (one, other) =>
  one.kind === other.kind && one.hex === other.hex && (one.kind !== "arrow" || one.other === other.other);

function put(mark, there = true) {
  const others = state.drawn.filter((other) => !same(other, mark));
  state.drawn = there ? [...others, mark].slice(-MOST) : others;
  changed("answers");
}

/** The right button: from a hex to another an arrow, or none if it is there; in one hex the next colour. */
export function inkHexes(from, to) {
  if (!from || !to) return;
  if (from !== to) {
    setArrow(from, to);
    return;
  }
  const now = Number(colourOf(from) || 0);
  setColour(from, now < INKS.length ? String(now + 1) : "");
}

export const colourOf = (hex) => state.drawn.find(({ kind, hex: at }) => kind === "hex" && at === hex)?.other ?? "";
export const noteOf = (hex) => state.drawn.find(({ kind, hex: at }) => kind === "note" && at === hex)?.other ?? "";

export const setColour = (hex, number) => put({ kind: "hex", hex, other: number }, Boolean(number));
export const setNote = (hex, words) =>
  put({ kind: "note", hex, other: words.trim().slice(0, 200) }, Boolean(words.trim()));
export const setArrow = (hex, other) =>
  put({ kind: "arrow", hex, other }, !state.drawn.some((mark) => same(mark, { kind: "arrow", hex, other })));
export function clearMarks() {
  state.drawn = [];
  changed("answers");
}

export const drawn = (marks) => (pen, board, k) => {
  const width = atLeast(6, 2.5, k);
  for (const { kind, hex, other } of marks) {
    const from = board.centres[hex];
    if (!from) continue;
    if (kind === "hex" && INKS[other - 1] && placePath(pen, board, hex, 0.9)) {
      pen.save();
      pen.globalAlpha = 0.32;
      pen.fillStyle = INKS[other - 1];
      pen.fill();
      pen.restore();
      edged(
        pen,
        INKS[other - 1],
        width,
        STROKES[other - 1].map((part) => part * width * 0.3),
      );
    }
    const to = kind === "arrow" && board.centres[other];
    if (to)
      arrow(pen, between(from, to, 0.04), between(from, to, 0.96), INKS[2], atLeast(board.hexWidth * 0.09, 2.5, k));
  }
  for (const { kind, hex, other } of marks) {
    const at = kind === "note" && board.centres[hex];
    if (at)
      plate(
        pen,
        other.length > 28 ? `${other.slice(0, 27)}…` : other,
        at[0],
        at[1] + board.hexWidth * 0.55,
        atLeast(board.hexWidth * 0.19, 12, k),
        "#fff6c9",
        "#3a2f00",
      );
  }
};
