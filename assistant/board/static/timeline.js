// The time line of a log: step, play, jump, and what each step changed.

import { $, el } from "./dom.js";
import { glide } from "./gliding.js";
import { loadScene } from "./loading.js";
import { bringIntoSight } from "./stage.js";
import { state } from "./state.js";
import { say, tell } from "./words.js";

const PAUSE = 1200; // milliseconds for which a step stays while the log plays
const NARRATED = /^\* .* \*$/; // how VASSAL tells a move that is told already
const OPENING = /^[*-]( !)? /; // how VASSAL marks a line of its own, and Kessel its own
let playing = 0;

export function showTimeline() {
  const { steps, step, happened, said } = state.scene;
  $("timeline").hidden = !steps;
  $("step").max = steps;
  $("step").value = step;
  $("step").setAttribute("aria-valuetext", `${step} / ${steps}`);
  $("steps").textContent = `${step} / ${steps}`;
  const chat = said.filter((line) => !happened.length || !NARRATED.test(line)).map((line) => line.replace(OPENING, ""));
  const quoted = chat.flatMap((line, at) => [at ? " · " : " ", el("q", { class: "said" }, line)]);
  $("happened").replaceChildren(happened.map(tell).join(" "), ...quoted);
  for (const [button, end] of [
    ["first", 0],
    ["back", 0],
    ["next", steps],
    ["last", steps],
  ])
    $(button).setAttribute("aria-disabled", String(step === end));
}

/** Go where the step happened, and let the units come from where they were. */
function follow() {
  const { happened } = state.scene;
  const places = happened
    .flatMap(({ kind, before, after, hex }) =>
      kind === "moved" ? [after, before] : [kind === "entered" ? after : hex],
    )
    .filter((name) => state.board.centres[name]);
  if (places.length) bringIntoSight(places);
  glide(happened);
}

/** Show a step, or the nearest that there is. */
export function goTo(step) {
  if (!state.scene?.steps) return undefined;
  const wanted = Math.min(state.scene.steps, Math.max(0, step));
  if (wanted === state.step) return undefined;
  const before = state.step;
  state.step = wanted;
  return loadScene().then(() => {
    if (wanted === before + 1) follow();
  });
}

/** Play on from here, or stop; at the end, from the beginning. */
export function play(on = !playing) {
  clearTimeout(playing);
  playing = 0;
  showPlaying(on);
  if (!on) return;
  if (state.step >= state.scene.steps) goTo(0);
  playing = setTimeout(playOn, PAUSE);
}

/** The next step once this one has been seen: the clock waits until it is shown. */
async function playOn() {
  const mine = playing;
  await goTo(state.step + 1);
  if (playing !== mine) return;
  if (state.step >= state.scene.steps) play(false);
  else playing = setTimeout(playOn, PAUSE);
}

export function showPlaying(on = Boolean(playing)) {
  $("play").setAttribute("aria-pressed", String(on));
  $("play").setAttribute("aria-label", say(on ? "stop" : "play"));
}
