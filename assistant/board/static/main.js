// The board page begins: its parts are joined, its controls obeyed, its server listened to.

import { ANSWERED, ICON, listen } from "./ask.js";
import { askAgain } from "./answers.js";
import { back, grab, pickHex } from "./choosing.js";
import { $, el, isCtrl } from "./dom.js";
import { inkHexes } from "./drawing.js";
import { fillFiles, fillLayers, showHeader, showStatus } from "./header.js";
import { useFinding } from "./finding.js";
import { useHover } from "./hovering.js";
import { wentBack, writeLink } from "./link.js";
import { askNames } from "./lettering.js";
import { loadMap, loadScene } from "./loading.js";
import { begun, during } from "./rest.js";
import { refresh, refreshMap, remember } from "./showing.js";
import { hint, showNote, view } from "./stage.js";
import { choose, onChange, start, state, tried } from "./state.js";
import { goTo, play, showPlaying, showTimeline } from "./timeline.js";
import { askPlan, forgetOfOtherMoments } from "./planning.js";
import { fillTrial, useTrial } from "./trial.js";
import { askCourse } from "./course.js";
import { askTurning } from "./turning.js";
import { heedTurn, useTurnCall } from "./turncall.js";
import { askWays, redo, switchTrying, undo } from "./trying.js";
import { switchTheme, useTheme } from "./theme.js";
import { browserLanguage, currentLanguage, otherLanguage, say, tell, useLanguage } from "./words.js";

const BATTLE_SHOWN = 12000; // milliseconds that a battle stands over the map

view.onPick = pickHex;
view.onMoved = remember;
view.onGrab = grab;
view.onInk = inkHexes;
useHover();
useTrial();
useFinding();
onChange("nothing", () => showAwaited("waiting"));
onChange("coming", () => showAwaited("coming"));
onChange("board", fillFiles);
onChange("board", fillLayers);
onChange("scene", showHeader);
onChange("scene", showTimeline);
onChange("answers", refresh);
onChange("hand", refreshMap);
onChange("scene", fillTrial);
onChange("answers", fillTrial);
onChange("scene", () => {
  forgetOfOtherMoments();
  heedTurn();
});
onChange("scene", () => {
  // once the moment itself is shown
  const asked = begun();
  painted(() => {
    askWays();
    askPlan();
    askCourse();
    askTurning();
    askNames();
    asked();
  });
});
useTurnCall();

addEventListener("popstate", () => {
  const { file, step, hex, unit, target, from, options, shown, changes, drawn } = wentBack();
  const anew = file !== state.file || (step ?? state.scene?.steps) !== state.step || changes.join() !== tried();
  Object.assign(state, {
    file,
    hex,
    unit,
    target,
    from: from ? new Set(from) : null,
    options,
    shown,
    goal: "",
    changes,
    drawn,
    trying: state.trying || (ANSWERED && changes.length > 0),
  });
  if (anew) {
    state.step = step;
    loadScene();
  } else askAgain();
});

/** Do something once the next frame is drawn, for what takes the machine's time; at once where nobody sees a frame. */
function painted(act) {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

function speak(language) {
  state.language = useLanguage(language);
  const other = otherLanguage() === "es" ? "Español" : "English";
  $("language").lang = otherLanguage();
  $("language").title = other;
  $("language").replaceChildren(
    el("span", { class: "short" }, other.slice(0, 2).toUpperCase()),
    el("span", { class: "long" }, other),
  );
  showPlaying();
  if (!state.scene) showAwaited();
  if (!state.board) return;
  for (const show of [fillLayers, fillFiles, showHeader, showTimeline, refresh, loadMap, loadScene]) show();
}

async function savePicture() {
  const address = URL.createObjectURL(await view.picture());
  el("a", { href: address, download: `${state.scene.file.replace(/\.\w+$/, "")}-${state.scene.step}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The page as one file that opens without Kessel, with this view of it. */
async function saveFile() {
  writeLink(state, view.camera, tried());
  const asked = new URLSearchParams({
    file: state.file,
    step: state.step,
    try: tried(),
    viewer: state.viewer,
    language: currentLanguage(),
    view: location.hash.slice(1),
  });
  el("a", { href: `page.html?${asked}`, download: `${state.scene.file.replace(/\.\w+$/, "")}.html` }).click();
}

async function copyLink() {
  writeLink(state, view.camera, tried());
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  hint(say(copied ? "copied" : "inTheAddress"), 2500);
}

/** On a narrow page the answers may take the map's room, and give it back. */
function stretch() {
  const tall = document.body.classList.toggle("tall");
  $("grip").setAttribute("aria-expanded", String(tall));
}

const controls = {
  whole: () => view.whole(),
  picture: () => state.scene && savePicture(),
  link: () => state.scene && copyLink(),
  language: () => speak(otherLanguage()),
  grip: stretch,
  try: () => switchTrying(),
  "file-out": () => state.scene && saveFile(),
  theme: () => {
    switchTheme();
    view.redraw();
  },
  first: () => goTo(0),
  back: () => goTo(state.step - 1),
  next: () => goTo(state.step + 1),
  last: () => goTo(state.scene.steps),
  play: () => play(),
};
for (const [id, act] of Object.entries(controls)) $(id).onclick = act;

$("step").oninput = (event) => goTo(Number(event.target.value));
$("viewer").onchange = (event) => {
  Object.assign(state, { viewer: event.target.value });
  loadScene();
};
$("file").onchange = (event) => {
  Object.assign(state, { file: Number(event.target.value), step: undefined });
  choose();
  $("panel").scrollTop = 0;
  loadScene();
};

const keys = {
  t: () => ANSWERED && switchTrying(),
  Escape: () => state.hex && back(),
  ",": controls.back,
  ".": controls.next,
  p: () => state.scene.steps && play(),
  Home: controls.first,
  End: controls.last,
};
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=checkbox]):not([type=range])"),
    choosing = event.target.matches("select") && event.key !== "Escape";
  if (typing && event.key === "Escape") {
    $("panel").focus();
    return;
  } // out of a field; from there the keys are heard again
  if (!state.scene || event.altKey || typing || choosing) return;
  if (event.ctrlKey || event.metaKey) {
    const act = isCtrl(event, "z") ? undo : isCtrl(event, "y") ? redo : null;
    if (state.trying && act) {
      event.preventDefault();
      act();
    }
    return;
  }
  (keys[event.key] ?? keys[event.key.toLowerCase()])?.(); // with Caps Lock on too
});

/** Another state is there: shown at once, but a step of a log that somebody studies stays. */
async function arrived(version) {
  await firstScene;
  if (state.scene && version === state.version) showNote(state.scene.note);
  else if (!version) {
    showAwaited("waiting");
    return;
  } else {
    if (state.scene && state.step === state.scene.steps) state.step = undefined;
    await loadScene();
  }
  document.body.dataset.version = String(state.version);
}

/** Battles of a live game stand on the page before the answers of the new state do. */
function fought(battles) {
  const words = battles.map(tell).join("\n");
  if (words === toldOfBattles) return;
  toldOfBattles = words;
  if (!state.scene) return;
  hint(words, BATTLE_SHOWN);
  if (state.step === state.scene.steps) {
    state.scene.news = battles;
    refresh();
  }
}

document.body.classList.toggle("alone", !ANSWERED);
useTheme(() => view.redraw());
let toldOfBattles = "";
let awaited = "reading";

/** In place of answers, while there are none: what the page waits for. */
function showAwaited(words = awaited) {
  awaited = words;
  $("when").textContent = say(words);
  $("panel").replaceChildren(
    el(
      "div",
      { class: "waiting" },
      el("img", { src: ICON, alt: "", width: 56, height: 56 }),
      el("p", { class: "quiet" }, say(`${words}How`)),
    ),
  );
}

speak(start.language || browserLanguage());
const opened = begun();
const firstScene = loadScene().catch(() => {}); // at once: the server need not say first that there is one
listen(
  (version) => during(arrived(version)).finally(opened),
  fought,
  () => {
    showNote(say("lost"));
    if (state.scene?.status) showStatus("lost");
    opened();
  },
);
