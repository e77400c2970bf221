// What the turn asks, who comes and what is won: asked with every moment, and the hexes of it drawn.

import { ask, AnswerError } from "./ask.js";
import { atLeast, edged, placePath, plate } from "./shapes.js";
import { bringAllIntoSight } from "./stage.js";
import { changed, moment, state } from "./state.js";

const POINTED = "#35c6c0";

/** Ask for the moment that is shown; what is known of the last of its phase stays until the answer is here. */
export async function askTurning() {
  const asked = moment();
  let told = {};
  try {
    told = await ask("turning", asked);
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
  }
  const now = moment();
  if (Object.keys(asked).some((name) => asked[name] !== now[name])) return;
  state.turning = told;
  changed("answers");
}

/** Show some hexes on the map under a key of the panel's row; asked again, hide them. */
export function pointAt(key, hexes) {
  state.pointed = state.pointed?.key === key ? null : { key, hexes };
  if (state.pointed) bringAllIntoSight(hexes.filter((hex) => state.board.centres[hex]));
  changed("answers");
}

/** The hexes that a row of the panel is about. */
export const pointed = (hexes) => (pen, board, k) => {
  for (const hex of hexes) {
    if (!placePath(pen, board, hex, 0.93)) continue;
    pen.fillStyle = "rgba(53,198,192,.3)";
    pen.fill();
    edged(pen, POINTED, atLeast(4, 2, k));
  }
};

/** What each hex would bring to who takes it. */
export const worth = (points) => (pen, board, k) => {
  for (const [hex, value] of Object.entries(points)) {
    const centre = board.centres[hex];
    if (centre && k * board.hexWidth > 14)
      plate(
        pen,
        `★ ${value}`,
        centre[0],
        centre[1] + board.hexWidth * 0.4,
        atLeast(board.hexWidth * 0.2, 8, k),
        "#fff3c4",
        "#5c4300",
      );
  }
};
