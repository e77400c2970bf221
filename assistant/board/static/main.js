// The board page: what is shown, what was clicked, and the answers that follow.

import { AnswerError, ask, listen } from "./ask.js";
import * as layers from "./layers.js";
import { readLink, writeLink } from "./link.js";
import { battle, el, overview, stack } from "./panel.js";
import { begun, during } from "./rest.js";
import { View } from "./view.js";
import { browserLanguage, called, currentLanguage, otherLanguage, say, tell, useLanguage, useNames } from "./words.js";

const $ = (id) => document.getElementById(id);
const start = readLink();
const state = {
  file: start.file, step: start.step, scene: null, board: null, hex: start.hex, unit: start.unit, target: start.target,
  from: start.from ? new Set(start.from) : null, options: start.options, layers: new Set(start.layers ?? ["supply", "attacks", "violations", "reach"]),
  language: start.language, moves: null, odds: null, candidates: [], results: null, advances: null, shown: start.shown, error: "", version: 0, asked: 0,
};
const READABLE = 30; // pixels across a hex below which a chosen stack is zoomed in on
const pictures = new Map();
const view = new View($("board"), { onPick: pickHex, onMoved: () => remember() });

// Loading

async function loadBoard() {
  const first = !state.board;
  state.board = await ask("board", { file: state.file });
  useNames(state.board.words);
  view.show(state.board);
  fillFiles();
  fillLayers();
  view.resize();
  if (first && start.camera) { view.camera = start.camera; view.moved(); } else view.whole();
  if (first && !start.camera && state.hex) view.centreOn([state.hex]);
  loadMap();
}

/** The map may have to be drawn first: the pieces do not wait for it. */
async function loadMap() {
  const address = state.board.maps[currentLanguage()] ?? state.board.maps.en;
  if (state.mapAddress === address) return;
  state.mapAddress = address;
  const busy = setTimeout(() => hint(say("drawingMap")), 300);
  const ended = begun();
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? answer.statusText);
    const map = await createImageBitmap(await answer.blob());
    if (state.mapAddress === address) { view.showMap(map); document.body.dataset.map = address; }
    hint("");
  } catch (error) { hint(say("mapFailed", error.message)); state.mapAddress = ""; } finally { clearTimeout(busy); ended(); }
}

function hint(words) { $("hint").textContent = words; $("hint").hidden = !words; }

async function loadScene() {
  const mine = ++state.asked;
  const scene = await ask("scene", { file: state.file, step: state.step });
  if (mine !== state.asked) return;
  if (scene.empty) { showNote(scene.note); return; }
  state.scene = scene;
  state.version = scene.version;
  state.step = scene.step;
  if (state.board?.key !== scene.board) await loadBoard();
  state.byId = new Map(scene.units.map((unit) => [unit.id, unit]));
  if (state.unit && !state.byId.has(state.unit)) state.unit = "";
  loadPictures();
  showHeader();
  showTimeline();
  await askAgain();
}

function loadPictures() {
  for (const unit of state.scene.units) {
    if (pictures.has(unit.picture)) continue;
    const picture = new Image();
    const ended = begun();
    picture.onload = () => { view.redraw(); ended(); };
    picture.onerror = ended;
    picture.src = `/counter/${unit.picture}.png`;
    pictures.set(unit.picture, picture);
  }
}

/** Ask again whatever is selected: the moment or the choice has changed. */
async function askAgain() {
  const mine = ++state.asked;
  const at = { file: state.file, step: state.step };
  state.moves = state.odds = state.results = state.advances = null;
  state.error = "";
  refresh();
  try {
    if (state.target) {
      const everybody = await ask("odds", { ...at, hex: state.target, with: state.options.join(";") });
      state.candidates = candidatesOf(everybody);
      const from = state.from ? [...state.from].filter((id) => state.byId.has(id)) : null;
      const odds = from?.length ? await ask("odds", { ...at, hex: state.target, from: from.join(","), with: state.options.join(";") }) : everybody;
      if (mine !== state.asked) return;
      state.odds = odds;
      refresh();
      if (odds.possible) {
        const words = { ...at, hex: state.target, from: odds.attackers.join(","), with: state.options.join(";") };
        const [results, advances] = await Promise.all([ask("results", words), ask("advances", words)]);
        if (mine !== state.asked) return;
        Object.assign(state, { results, advances });
      }
    } else if (state.unit) {
      const moves = await ask("moves", { ...at, unit: state.unit });
      if (mine !== state.asked) return;
      state.moves = moves;
    }
  } catch (error) {
    if (mine !== state.asked) return;
    if (!(error instanceof AnswerError)) throw error;
    state.error = error.message;
  }
  refresh();
}

function candidatesOf(odds) {
  const ids = new Set([...odds.attackers, ...(state.from ?? [])]);
  return state.scene.units.filter((unit) => ids.has(unit.id));
}

// Choosing

function pickHex(hex) {
  if (!hex) return;
  const here = state.scene?.units.filter((unit) => unit.hex === hex) ?? [];
  const attacked = state.scene?.attacks.some((attack) => attack.target === hex);
  const again = state.hex === hex;
  Object.assign(state, { hex, target: "", from: null, options: [], shown: "" });
  state.unit = here.length ? (again ? below(here) : here.at(-1).id) : "";
  if (attacked && !again) return pickTarget(hex);
  showPanelTop();
  return askAgain();
}

/** The next unit down in a stack that is clicked again. */
function below(units) {
  const index = units.findIndex((unit) => unit.id === state.unit);
  return units.at(index <= 0 ? -1 : index - 1).id;
}

function pickUnit(unit) {
  Object.assign(state, { hex: unit.hex, unit: unit.id, target: "", from: null, options: [], shown: "" });
  if (!inSight(unit.hex)) view.centreOn([unit.hex, ...(unit.supply?.path ?? [])]);
  return askAgain();
}

function pickTarget(hex) {
  Object.assign(state, { hex, target: hex, unit: "", from: null, options: [], shown: "" });
  if (!inSight(hex)) view.centreOn([hex]);
  showPanelTop();
  return askAgain();
}

function toggleAttacker(id) {
  const from = new Set(state.odds.attackers);
  if (!from.delete(id)) from.add(id);
  if (from.size) state.from = from;
  state.shown = "";
  return askAgain();
}

function toggleOption(option) {
  const name = option.split("=")[0];
  const without = state.options.filter((other) => other.split("=")[0] !== name);
  state.options = state.options.includes(option) ? without : [...without, option];
  state.shown = "";
  return askAgain();
}

function showResult(result) { state.shown = result; refresh(); }

function back() {
  Object.assign(state, { hex: "", unit: "", target: "", from: null, options: [], shown: "" });
  showPanelTop();
  return askAgain();
}

function inSight(hex) {
  const centre = state.board.centres[hex];
  const { clientWidth: width, clientHeight: height } = $("board");
  if (!centre) return true;
  if (view.camera.k * state.board.hexWidth < READABLE) return false;
  const [left, top] = view.toMap(0, 0), [right, bottom] = view.toMap(width, height);
  return centre[0] > left && centre[0] < right && centre[1] > top && centre[1] < bottom;
}

// Showing

const context = () => ({ ...state, pictures, pickUnit, pickHex, pickTarget, toggleAttacker, toggleOption, showResult, back });

function refresh() {
  if (!state.scene || !state.board) return;
  const panel = $("panel");
  const focus = focusKey(document.activeElement);
  const make = state.target ? battle : state.hex ? stack : overview;
  panel.replaceChildren(...make(context()));
  restoreFocus(panel, focus);
  view.layers = layersNow();
  view.redraw();
  remember();
}

/** A rebuilt panel keeps the keyboard where it was. */
function focusKey(element) {
  if (!$("panel").contains(element)) return null;
  const { unit, hex, result, option } = element.dataset;
  if (element.matches("input[type=checkbox]")) return `input[value="${CSS.escape(element.value)}"]`;
  for (const [name, value] of Object.entries({ unit, hex, result, option })) if (value) return `[data-${name}="${CSS.escape(value)}"]`;
  return "";
}

function restoreFocus(panel, selector) {
  if (selector === null) return;
  (selector ? panel.querySelector(selector) ?? panel : panel).focus({ preventScroll: true });
}

function layersNow() {
  const { scene, board, byId } = state;
  const found = [];
  const on = (name) => state.layers.has(name);
  board.sides.forEach((side, index) => { if (on(`zones-${side.id}`)) found.push(layers.zones(scene.zones[side.id] ?? [], index)); });
  if (on("reach") && state.moves) found.push(layers.reach(state.moves));
  if (on("supply") && state.unit) found.push(layers.supplyLine(byId.get(state.unit)?.supply));
  found.push(layers.stacks(scene.units, pictures, state.unit, new Map(board.sides.map((side) => [side.id, side.colour || "#cfc4a4"]))));
  if (on("supply")) found.push(layers.rings(scene.units));
  if (on("attacks")) found.push(layers.attacks(state.odds?.possible ? [state.odds] : state.target ? [] : scene.attacks, byId));
  if (on("violations")) found.push(layers.violations(scene.violations));
  if (state.hex) found.push(layers.selection(state.hex, state.target ? "#ff7d6b" : undefined));
  const consequence = state.shown && state.results?.[state.shown];
  if (consequence) {
    found.push(layers.retreats(consequence, byId));
    if (state.advances && consequence.units.every((unit) => ["retreat", "eliminated"].includes(unit.outcome))) found.push(layers.advances(state.advances));
  }
  return found;
}

function showHeader() {
  const { scene, board } = state;
  $("title").textContent = called("title", "", board.title);
  document.title = `${scene.file} · ${called("title", "", board.title)}`;
  const seen = scene.viewer ? say("seenBy", called("side", scene.viewer)) : scene.open ? "" : say("everybody");
  const phase = scene.phase.id ? called("phase", scene.phase.id) : "";
  $("when").textContent = [say("turn", scene.turn), phase, scene.file, seen].filter(Boolean).join(" · ");
  showNote(scene.note);
}

function showNote(words) { $("note").hidden = !words; $("note").textContent = words; }

function fillFiles() {
  const choice = $("file");
  choice.replaceChildren(...state.board.files.map((name, index) => el("option", { value: index }, name)));
  choice.value = String(state.file);
  choice.closest("label").hidden = state.board.files.length < 2;
}

function fillLayers() {
  const names = [["supply", say("supply")], ...state.board.sides.map((side) => [`zones-${side.id}`, say("zones", called("side", side.id))]),
    ["reach", say("reach")], ["attacks", say("attacks")], ["violations", say("violations")]];
  $("layers").replaceChildren(...names.map(([id, words]) => {
    const box = el("input", { type: "checkbox", value: id, onchange: (event) => { state.layers[event.target.checked ? "add" : "delete"](id); refresh(); } });
    box.checked = state.layers.has(id);
    return el("label", { class: "chip" }, box, words);
  }));
}

function showTimeline() {
  const { steps, step, happened, said } = state.scene;
  $("timeline").hidden = !steps;
  $("step").max = steps;
  $("step").value = step;
  $("steps").textContent = `${step} / ${steps}`;
  $("happened").textContent = [...happened.map(tell), ...said].join(" · ");
}

function showPanelTop() { $("panel").scrollTop = 0; }

function remember() {
  clearTimeout(state.remembering);
  state.remembered?.();
  state.remembered = begun();
  state.remembering = setTimeout(() => { writeLink(state, view.camera); state.remembered(); }, 150);
}

// Controls

function goTo(step) {
  const wanted = Math.min(state.scene.steps, Math.max(0, step));
  if (!state.scene?.steps || wanted === state.step) return undefined;
  state.step = wanted;
  return loadScene();
}

function play(on = !state.playing) {
  clearInterval(state.playing);
  state.playing = on ? setInterval(() => (state.step >= state.scene.steps ? play(false) : goTo(state.step + 1)), 1200) : 0;
  $("play").setAttribute("aria-pressed", String(on));
  $("play").setAttribute("aria-label", say(on ? "stop" : "play"));
}

function speak(language) {
  state.language = useLanguage(language);
  $("language").textContent = otherLanguage() === "es" ? "Español" : "English";
  $("language").lang = otherLanguage();
  if (state.board) { fillLayers(); showHeader(); showTimeline(); refresh(); loadMap(); }
}

async function savePicture() {
  const address = URL.createObjectURL(await view.picture());
  el("a", { href: address, download: `${state.scene.file.replace(/\.\w+$/, "")}-${state.scene.step}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function copyLink() {
  writeLink(state, view.camera);
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  $("link").textContent = say("copied");
  setTimeout(() => { $("link").textContent = say("link"); }, 1500);
}

$("whole").onclick = () => view.whole();
$("picture").onclick = savePicture;
$("link").onclick = copyLink;
$("language").onclick = () => speak(otherLanguage());
$("file").onchange = (event) => { Object.assign(state, { file: Number(event.target.value), step: undefined, hex: "", unit: "", target: "", from: null, options: [], shown: "" }); showPanelTop(); loadScene(); };
$("first").onclick = () => goTo(0);
$("back").onclick = () => goTo(state.step - 1);
$("next").onclick = () => goTo(state.step + 1);
$("last").onclick = () => goTo(state.scene.steps);
$("play").onclick = () => play();
$("step").oninput = (event) => goTo(Number(event.target.value));
const KEYS = {
  Escape: () => state.hex && back(), ",": () => goTo(state.step - 1), ".": () => goTo(state.step + 1), p: () => state.scene.steps && play(), Home: () => goTo(0), End: () => goTo(state.scene.steps),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.scene || event.target.matches("input:not([type=checkbox]), select")) return;
  if (KEYS[event.key]) KEYS[event.key]();
});

speak(start.language || browserLanguage());
$("when").textContent = say("waiting");
const ready = begun();
listen((version) => during(shown(version)).finally(ready), () => { showNote(say("lost")); ready(); });

async function shown(version) {
  if (!version || (state.scene && version === state.version)) return;
  if (state.scene && state.step === state.scene.steps) state.step = undefined;
  $("note").hidden = true;
  await loadScene().catch((error) => { if (!(error instanceof AnswerError)) throw error; showNote(error.message); });
  document.body.dataset.version = String(state.version);
}
