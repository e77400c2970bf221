// The board page begins: its parts are joined, its controls obeyed, its server listened to.

import { listen } from "./ask.js";
import { back, pickHex } from "./choosing.js";
import { $, el } from "./dom.js";
import { fillFiles, fillLayers, showHeader, showStatus } from "./header.js";
import { writeLink } from "./link.js";
import { loadMap, loadScene } from "./loading.js";
import { begun, during } from "./rest.js";
import { refresh, remember } from "./showing.js";
import { hint, showNote, view } from "./stage.js";
import { choose, onChange, start, state } from "./state.js";
import { goTo, play, showPlaying, showTimeline } from "./timeline.js";
import { switchTheme, useTheme } from "./theme.js";
import { browserLanguage, otherLanguage, say, useLanguage } from "./words.js";

view.onPick = pickHex;
view.onMoved = remember;
onChange("nothing", () => showAwaited("waiting"));
onChange("board", fillFiles);
onChange("board", fillLayers);
onChange("scene", showHeader);
onChange("scene", showTimeline);
onChange("answers", refresh);

function speak(language) {
  state.language = useLanguage(language);
  const other = otherLanguage() === "es" ? "Español" : "English";
  $("language").lang = otherLanguage();
  $("language").setAttribute("aria-label", other);
  $("language").replaceChildren(el("span", { class: "short" }, other.slice(0, 2).toUpperCase()), el("span", { class: "long" }, other));
  showPlaying();
  if (!state.scene) showAwaited();
  if (!state.board) return;
  for (const show of [fillLayers, showHeader, showTimeline, refresh, loadMap, loadScene]) show();
}

async function savePicture() {
  const address = URL.createObjectURL(await view.picture());
  el("a", { href: address, download: `${state.scene.file.replace(/\.\w+$/, "")}-${state.scene.step}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function copyLink() {
  writeLink(state, view.camera);
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  hint(say(copied ? "copied" : "inTheAddress"), 2500);
}

/** On a narrow page the answers may take the map's room, and give it back. */
function stretch() {
  const tall = document.body.classList.toggle("tall");
  $("grip").setAttribute("aria-expanded", String(tall));
}

const controls = {
  whole: () => view.whole(), picture: () => state.scene && savePicture(), link: () => state.scene && copyLink(), language: () => speak(otherLanguage()), grip: stretch,
  theme: () => { switchTheme(); view.redraw(); },
  first: () => goTo(0), back: () => goTo(state.step - 1), next: () => goTo(state.step + 1), last: () => goTo(state.scene.steps), play: () => play(),
};
for (const [id, act] of Object.entries(controls)) $(id).onclick = act;

$("step").oninput = (event) => goTo(Number(event.target.value));
$("file").onchange = (event) => {
  Object.assign(state, { file: Number(event.target.value), step: undefined });
  choose();
  $("panel").scrollTop = 0;
  loadScene();
};

const keys = {
  Escape: () => state.hex && back(), ",": controls.back, ".": controls.next, p: () => state.scene.steps && play(), Home: controls.first, End: controls.last,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.scene || event.target.matches("input:not([type=checkbox]), select")) return;
  keys[event.key]?.();
});

/** Another state is there: shown at once, but a step of a log that somebody studies stays. */
async function arrived(version) {
  if (state.scene && version === state.version) { showNote(state.scene.note); return; }
  if (!version) { showAwaited("waiting"); return; }
  if (state.scene && state.step === state.scene.steps) state.step = undefined;
  await loadScene();
  document.body.dataset.version = String(state.version);
}

useTheme(() => view.redraw());
let awaited = "reading";

/** In place of answers, while there are none: what the page waits for. */
function showAwaited(words = awaited) {
  awaited = words;
  $("when").textContent = say(words);
  $("panel").replaceChildren(el("div", { class: "waiting" }, el("img", { src: "/static/icon.svg", alt: "", width: 56, height: 56 }), el("p", { class: "quiet" }, say(`${words}How`))));
}

speak(start.language || browserLanguage());
const opened = begun();
listen((version) => during(arrived(version)).finally(opened), () => { showNote(say("lost")); if (state.scene?.status) showStatus("lost"); opened(); });
