// "Your turn": the title, a sound, a notification of the browser, each by the player's leave alone.

import { ANSWERED } from "./ask.js";
import { el } from "./dom.js";
import { heading } from "./panel/parts.js";
import { changed, state } from "./state.js";
import { called, say } from "./words.js";

const KEY = "kessel-turn";
const NONE = { side: "", sound: false, notify: false };
let calling = false; // until the player comes back
let before = null; // whose phase it was when the page last heard of the game

function wanted() {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem(KEY) ?? "{}")[state.scene?.game] };
  } catch {
    return NONE;
  }
}

function keep(wish) {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    localStorage.setItem(KEY, JSON.stringify({ ...all, [state.scene.game]: { ...wanted(), ...wish } }));
  } catch {
    /* a browser that keeps nothing */
  }
  changed("answers");
}

const phasing = () => state.board.phases.find(({ id }) => id === state.scene.phase.id)?.side ?? "";

/** Another state of the game is there: call the player if the phase is now of his side and was not before. */
export function heedTurn() {
  if (!ANSWERED || !state.scene || !state.board || state.step !== state.scene.steps || state.changes.length) return;
  const now = phasing(),
    { side, sound, notify } = wanted();
  const called_ = side && now === side && before !== null && before !== now;
  before = now;
  calling = now === side && (calling || called_) && (document.hidden || !document.hasFocus());
  if (calling) document.title = `● ${say("yourTurn")} · ${document.title}`; // each state of the game writes the title anew
  if (!called_) return;
  if (sound) chime();
  if (notify && globalThis.Notification?.permission === "granted")
    new Notification(say("yourTurn"), {
      body: [
        called("title", "", state.board.title),
        say("turn", state.scene.turn),
        called("phase", state.scene.phase.id),
      ].join(" · "),
      tag: "kessel-turn",
    });
  document.body.dataset.called = `${state.scene.turn} ${state.scene.phase.id}`;
}

/** Whoever comes back has heard it. */
export function useTurnCall() {
  addEventListener("focus", () => {
    calling = false;
    document.title = document.title.replace(/^● [^·]* · /, "");
  });
}

/** Two soft tones. */
function chime() {
  const sound = new AudioContext();
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = sound.createOscillator(),
      loud = sound.createGain(),
      at = sound.currentTime + index * 0.22;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.2, at + 0.03);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
    tone.connect(loud).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.42);
  }
  setTimeout(() => sound.close(), 1200);
}

async function allow(event) {
  const on = event.target.checked && (await globalThis.Notification?.requestPermission?.()) === "granted";
  if (event.target.checked && !on) event.target.checked = false;
  keep({ notify: on });
}

/** What the player allows: whose turn is his, and how he is called. */
export function turnCalls({ board }) {
  const now = wanted();
  const side = el(
    "select",
    { id: "my-side", onchange: (event) => keep({ side: event.target.value }) },
    el("option", { value: "" }, say("nobodyCalled")),
    ...board.sides.map(({ id }) => el("option", { value: id }, called("side", id))),
  );
  side.value = now.side;
  const box = (word, checked, act) => {
    const input = el("input", { type: "checkbox", value: word, onchange: act });
    input.checked = checked;
    return el("label", { class: "marker-row" }, input, ` ${say(word)}`);
  };
  return [
    heading("yourTurn"),
    el("label", { class: "state-row" }, el("span", { class: "grow" }, say("callMe")), side),
    ...(now.side
      ? [
          box("callSound", now.sound, (event) => {
            keep({ sound: event.target.checked });
            if (event.target.checked) chime();
          }),
          ...(globalThis.Notification ? [box("callNotify", now.notify, allow)] : []),
        ]
      : []),
  ];
}
