// The map of the page, the pictures that lie on it, and the words above it.

import { counterAddress } from "./ask.js";
import { $, straight } from "./dom.js";
import { begun } from "./rest.js";
import { View } from "./view.js";

const READABLE = 30; // pixels across a hex below which a chosen stack is zoomed in on
const SMALLEST = 16; // pixels across a hex that is pointed at among others
const TOGETHER = 60; // pictures that are asked for at once
const PAUSE = 30; // milliseconds before the next
const EDGE = 40; // pixels at the edge of the map's room where nothing is well seen

export const view = new View($("board"));
export const pictures = new Map(); // what is null is on its way

/** Fetch the pictures of units that are not here yet, those in sight first; each is drawn when it comes. */
export function loadPictures(units) {
  const missing = [
    ...new Map(units.filter(({ picture }) => !pictures.has(picture)).map((unit) => [unit.picture, unit])).values(),
  ];
  const near = missing.filter(({ hex }) => shows(hex)),
    far = missing.filter(({ hex }) => !shows(hex));
  fetchPictures([...near, ...far].map(({ picture }) => picture));
}

/** A few at a time, so that the page answers in between. */
export function fetchPictures(keys) {
  const wanted = keys.filter((key) => !pictures.has(key));
  for (const key of wanted.slice(0, TOGETHER)) {
    const picture = new Image();
    const ended = begun();
    // As bitmaps, because a browser may decode the others anew for every frame.
    picture.onload = async () => {
      pictures.set(key, await createImageBitmap(picture));
      view.redraw();
      ended();
    };
    picture.onerror = () => {
      pictures.delete(key);
      ended();
    };
    picture.src = counterAddress(key);
    pictures.set(key, null);
  }
  if (wanted.length <= TOGETHER) return;
  const ended = begun();
  setTimeout(() => {
    fetchPictures(wanted.slice(TOGETHER));
    ended();
  }, PAUSE);
}

/** Whether a place lies in the part of the map that is seen. */
function shows(hex) {
  const centre = view.board?.centres[hex];
  if (!centre) return false;
  const { clientWidth: width, clientHeight: height } = $("board");
  const [left, top] = view.toMap(0, 0),
    [right, bottom] = view.toMap(width, height);
  return centre[0] > left && centre[0] < right && centre[1] > top && centre[1] < bottom;
}

/** Bring hexes into sight if the first of them is not, or is too small to read: the first at any rate. */
export function bringIntoSight(hexes) {
  if (!inSight(hexes[0])) view.centreOn(hexes);
  if (!inSight(hexes[0])) view.centreOn(hexes.slice(0, 1));
}

/** Bring all of some hexes into sight, however small they become, but for a whole map's worth of them. */
export function bringAllIntoSight(hexes) {
  if (hexes.length && !hexes.every(inSight)) view.fit(hexes, SMALLEST / view.board.hexWidth);
}

function inSight(hex) {
  const centre = view.board.centres[hex];
  const { clientWidth: width, clientHeight: height } = $("board");
  if (!centre) return true;
  if (view.camera.k * view.board.hexWidth < READABLE) return false;
  const [left, top] = view.toMap(EDGE, view.covered + EDGE),
    [right, bottom] = view.toMap(width - EDGE, height - EDGE);
  return centre[0] > left && centre[0] < right && centre[1] > top && centre[1] < bottom;
}

/** A passing word over the map; `milliseconds` says how long, for good if absent. */
export function hint(words, milliseconds = 0) {
  $("hint").textContent = words;
  $("hint").hidden = !words;
  if (milliseconds) setTimeout(() => unhint(words), milliseconds);
}

/** Take those words away again, if no others stand there by now. */
export function unhint(words) {
  if ($("hint").textContent === words) hint("");
}

/** What the players must know of the file or the connection. */
export function showNote(words) {
  $("note").hidden = !words;
  $("note").textContent = straight(words ?? "");
}
