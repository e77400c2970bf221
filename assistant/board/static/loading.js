// What the page gets from its server: the board of a game, the moment of a file, the map.

import { askAgain, askAnew } from "./answers.js";
import { AnswerError, ask } from "./ask.js";
import { showStatus } from "./header.js";
import { askNames, forgetNames } from "./lettering.js";
import { begun } from "./rest.js";
import { hint, loadPictures, showNote, unhint, view } from "./stage.js";
import { Tiles } from "./tiles.js";
import { changed, choose, moment, nextQuestion, start, state } from "./state.js";
import { currentLanguage, say, useNames } from "./words.js";

const LEGIBLE = 26; // pixels across a hex of which its counters can be told apart
const NEAR = 2.2; // hexes within which enemies are of the same front
const UNFIT_SHOWN = 8000; // milliseconds that is told what of a link does not fit
const MAP_PATIENCE = 300; // milliseconds before the page says that the map is being drawn

let newest = 0;

/** The moment to show, and whatever is asked of it. A newer request takes over from an older; what is chosen meanwhile does not. */
export async function loadScene({ keep = false } = {}) {
  const question = (newest = nextQuestion());
  const isNewest = () => question === newest;
  const board = state.board ? null : askBoard().catch(() => null); // the first beside its moment, which tells whether it is the one
  let scene;
  try {
    scene = await ask("scene", moment());
  } catch (error) {
    if (!isNewest()) return;
    if (!(error instanceof AnswerError)) {
      if (!state.scene) throw error;
      state.step = state.scene.step; // no answer came: what is shown stays the moment that is asked about
      showNote(say("lost"));
      return;
    }
    if (state.scene || (!state.file && state.step === undefined)) {
      showNote(error.message);
      return;
    }
    Object.assign(state, { file: 0, step: undefined }); // a link of another file or a longer log
    hint(say("linkUnfit"), UNFIT_SHOWN);
    await loadScene({ keep });
    return;
  }
  if (!isNewest()) return;
  showStatus(scene.status);
  if (scene.empty) {
    showNote(scene.note);
    changed(scene.status ? "coming" : "nothing");
    return;
  }
  // The moment and its board together: neither is shown with the other of another file.
  const other = state.board?.key !== scene.board && (await boardOf(scene.board, await board));
  if (!isNewest()) return;
  Object.assign(state, {
    scene,
    version: scene.version,
    step: scene.step,
    byId: new Map(scene.units.map((unit) => [unit.id, unit])),
  });
  if (other) showBoard(other);
  dropUnknown();
  if (state.unit && !state.byId.has(state.unit)) state.unit = "";
  if (!state.group.split(",").every((id) => state.byId.get(id)?.hex === state.hex)) state.group = "";
  loadPictures([...scene.cards, ...scene.units]);
  showNote(scene.note);
  changed("scene");
  if (keep) changed("answers");
  await (keep ? askAnew() : askAgain());
}

/** A place of a link that this map does not have. */
function dropUnknown() {
  if (!state.hex || state.hex in state.board.centres) return;
  hint(say("noSuchHex", state.hex), UNFIT_SHOWN);
  choose();
}

const askBoard = () => ask("board", { file: state.file, viewer: state.viewer });

const boardOf = (key, asked) => (asked?.key === key ? asked : askBoard());

function showBoard(board) {
  const first = !state.board;
  state.board = board;
  forgetNames();
  useNames(state.board.words, state.board.counters);
  dropUnknown();
  changed("board");
  view.show(state.board);
  if (first && start.camera) {
    view.camera = start.camera;
    view.moved();
  } else view.whole();
  if (first && !start.camera) openOn(state.hex ? [state.hex] : front());
  loadMap();
}

/** A whole map too small to be read gives way to what is chosen, or to where the sides meet. */
function openOn(hexes) {
  if (!hexes.length || (!state.hex && view.camera.k * state.board.hexWidth >= LEGIBLE)) return;
  if (state.hex) view.centreOn(hexes);
  else view.fit(hexes, LEGIBLE / state.board.hexWidth);
}

/** Hexes on the map whose units have an enemy near. */
function front() {
  const { scene, board } = state;
  const on = scene.units
    .filter(({ hex }) => board.centres[hex] && !(hex in board.boxes))
    .map((unit) => ({ ...unit, at: board.centres[unit.hex] }));
  const near = on.filter((unit) =>
    on.some(
      (other) =>
        other.side !== unit.side &&
        Math.hypot(unit.at[0] - other.at[0], unit.at[1] - other.at[1]) < NEAR * board.hexWidth,
    ),
  );
  return (near.length ? near : on).map(({ hex }) => hex);
}

/** The map may have to be drawn first: the pieces do not wait for it. */
export async function loadMap() {
  const address = state.board.maps[currentLanguage()] ?? state.board.maps.en;
  if (state.mapAddress === address) return;
  state.mapAddress = address;
  const drawing = say("drawingMap"),
    busy = setTimeout(() => hint(drawing), MAP_PATIENCE);
  const ended = begun();
  const failed = (error) => {
    if (state.mapAddress === address) {
      hint(say("mapFailed", error.message));
      state.mapAddress = "";
    }
  };
  const tiles = new Tiles(address, state.board, () => view.redraw(), failed);
  await tiles.begin();
  clearTimeout(busy);
  if (tiles.ready && state.mapAddress === address) {
    forgetNames();
    view.showMap(tiles);
    askNames();
    unhint(drawing);
  }
  ended();
}
