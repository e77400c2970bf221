// Units of a step that go from where they were to where they are, so that the eye can follow.

import { changed, state } from "./state.js";
import { view } from "./stage.js";

const LASTS = 450; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the units of these changes glide; at once where the reader wants no motion. */
export function glide(changes) {
  const moves = changes.filter(
    ({ kind, before, after }) => kind === "moved" && state.board.centres[before] && state.board.centres[after],
  );
  if (still.matches || !moves.length) return;
  const begun = performance.now();
  const frame = (now) => {
    const part = Math.min(1, (now - begun) / LASTS);
    const eased = part * (2 - part);
    state.gliding =
      part < 1
        ? new Map(
            moves.map(({ name, counter, before, after }) => [
              `${counter} ${name} ${after}`,
              { from: state.board.centres[before], to: state.board.centres[after], part: eased },
            ]),
          )
        : null;
    changed("hand");
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  view.redraw();
}

/** How far from its place a unit still is, in pixels of the map. */
export function behind(unit, gliding) {
  const move = gliding?.get(`${unit.counter} ${unit.name} ${unit.hex}`);
  return move ? [(move.from[0] - move.to[0]) * (1 - move.part), (move.from[1] - move.to[1]) * (1 - move.part)] : [0, 0];
}
