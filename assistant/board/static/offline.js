// In place of the server, in the page as one file: the answers that were written with it.

export const ANSWERED = false;

export class AnswerError extends Error {}

const packed = (id) =>
  Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (letter) => letter.charCodeAt(0));

const opened = new Response(new Blob([packed("store")]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
let faces = {};

export const ICON = document.querySelector("link[rel=icon]").href;

export const counterAddress = (key) => faces[key] ?? "";

/** The map of the file in its one tile. */
export async function tileAt() {
  return new Blob([packed("map")], { type: "image/webp" });
}

const PASSED_OVER = new Set(["file", "step", "try", "language", "viewer"]);

/** How an answer is kept: the question with its words in order. */
function keyOf(path, words) {
  const told = Object.entries(words).filter(
    ([name, value]) => !PASSED_OVER.has(name) && value !== undefined && value !== null && value !== "",
  );
  const sorted = told
    .map(([name, value]) => [name, name === "from" ? value.split(",").sort().join(",") : value])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return [path, ...sorted.map((pair) => pair.join("="))].join("&");
}

/** Moves as the page reads them: of each way only the hex before is kept, and a closed hex with its reason's others. */
function unfolded({ reach, refused, ...moves }) {
  const { start, hexes, costs, ways } = reach;
  const wayTo = (number) => {
    const back = [];
    for (; number >= 0 && !Array.isArray(ways[number]); number = ways[number]) back.push(hexes[number]);
    return [...(number < 0 ? start : ways[number]), ...back.reverse()];
  };
  return {
    ...moves,
    reach: hexes.map((hex, number) => ({
      hex,
      cost: costs[number],
      get path() {
        return wayTo(number);
      },
    })),
    refused: refused.flatMap(({ rule, text, hexes: closed }) => closed.map((hex) => ({ hex, rule, text }))),
  };
}

export async function ask(path, words = {}) {
  const store = await opened;
  faces = store.faces;
  if (path === "board") return structuredClone(store.board);
  const step = words.step ?? store.moments.length - 1;
  const { tried } = store; // the moment as it was tried out when the file was written
  const moment = tried && words.try === tried.try && step === tried.step ? tried : store.moments[step];
  if (!moment) throw new AnswerError(store.missing); // a link of a longer log
  const found =
    path === "scene"
      ? moment.scene
      : (moment.answers[keyOf(path, words)] ?? moment.answers[keyOf(path, { ...words, result: "" })]);
  if (found === undefined) throw new AnswerError(store.missing);
  const told = structuredClone(store.told[found]);
  return path === "moves" ? unfolded(told) : told;
}

export function listen(onVersion) {
  setTimeout(() => onVersion(1));
}
