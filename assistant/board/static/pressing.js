// What lies under a pressed pointer is made anew only when it was let go: a browser gives the click to
// nobody whose button has gone between the press and the release.

import { begun } from "./rest.js";

/** Milliseconds after a release in which its click comes: at once of a mouse, a little later of a finger. */
const CLICK = 100;

const waiting = new Map();
let pressed = null;
let timer = 0;

/** Do what makes the children of an element anew: at once, or when what is pressed in it has been clicked. */
export function unpressed(host, work) {
  waiting.get(host)?.ended();
  waiting.delete(host);
  if (!host.contains(pressed)) return work();
  waiting.set(host, { work, ended: begun() });
}

/** A list of buttons made anew; the keyboard stays where it was in it. */
export function renew(host, nodes) {
  unpressed(host, () => {
    const at = [...host.querySelectorAll("button")].indexOf(document.activeElement);
    host.replaceChildren(...nodes);
    if (at >= 0) host.querySelectorAll("button")[at]?.focus({ preventScroll: true });
  });
}

function waitFor(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(released, milliseconds);
}

function released() {
  pressed = null;
  for (const [host, { work, ended }] of [...waiting]) {
    waiting.delete(host);
    work();
    ended();
  }
}

addEventListener(
  "pointerdown",
  (event) => {
    clearTimeout(timer);
    pressed = event.target;
  },
  true,
);
// What a click brings forth makes anew at once what it must.
addEventListener(
  "click",
  () => {
    pressed = null;
    waitFor(0);
  },
  true,
);
for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, () => waitFor(CLICK), true);
