// Names of places that counters cover: the map without them, and the names again beside the counters.

import { AnswerError, ask } from "./ask.js";
import { fetchPictures, pictures, view } from "./stage.js";
import { changed, moment, state } from "./state.js";

/** Nothing is covered, or it is not known. */
const NONE = { below: [], again: [] };

let asked = 0;

export function forgetNames() {
  asked += 1;
  state.names = NONE;
}

/** Ask for them once the map is there: its lines have names of their own. Those of before stay until then. */
export async function askNames() {
  if (!view.tiles?.ready || !state.scene) return;
  const question = (asked += 1);
  let names = NONE;
  try {
    names = await ask("names", moment());
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error; // the page says it of the scene
  }
  if (question !== asked) return;
  state.names = names;
  fetchPictures([...names.below, ...names.again].map(({ picture }) => picture));
  changed("hand");
}

/** Pictures of a part of the map, each in its place. */
export const lettering =
  (found) =>
  (pen, board, k, [left, top, right, bottom]) => {
    if (!view.tiles?.ready) return;
    pen.imageSmoothingQuality = "high";
    for (const { picture, at } of found) {
      const [x, y, wide, high] = at,
        drawn = x < right && x + wide > left && y < bottom && y + high > top && pictures.get(picture);
      if (drawn) pen.drawImage(drawn, x, y, wide, high);
    }
  };
