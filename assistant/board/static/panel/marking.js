// The reader's own marks of one place: its colour, a note, arrows from it; by keyboard as by the right button.

import { el } from "../dom.js";
import { say } from "../words.js";

export function marking(hex, { board, drawn, INKS, colourOf, noteOf, setColour, setNote, setArrow, clearMarks }) {
  const now = colourOf(hex);
  const colours = INKS.map((ink, index) =>
    el("button", {
      type: "button",
      class: "ink",
      style: { "--ink": ink },
      "aria-pressed": String(now === String(index + 1)),
      "aria-label": say("inkN", index + 1),
      onclick: () => setColour(hex, now === String(index + 1) ? "" : String(index + 1)),
    }),
  );
  const note = el("input", {
    value: noteOf(hex),
    maxlength: 200,
    "aria-label": say("note"),
    placeholder: say("note"),
    onchange: () => setNote(hex, note.value),
  });
  const to = el("input", {
    size: 6,
    "aria-label": say("arrowTo"),
    placeholder: say("arrowTo"),
    oninput: () => to.setCustomValidity(""),
  });
  const go = (event) => {
    event.preventDefault();
    const wanted = to.value.trim().toLowerCase();
    const place = Object.keys(board.centres).find((name) => name.toLowerCase() === wanted);
    to.setCustomValidity(place ? "" : say("noSuchHex", to.value));
    if (to.reportValidity()) setArrow(hex, place);
  };
  return [
    el(
      "details",
      { class: "further marking", open: Boolean(now || noteOf(hex)) },
      el("summary", {}, say("ownMarks")),
      el("div", { class: "inks" }, ...colours),
      note,
      el("form", { class: "moving", onsubmit: go }, to, el("button", {}, say("drawArrow"))),
      drawn.length ? el("button", { type: "button", onclick: clearMarks }, say("clearMarks")) : undefined,
    ),
  ];
}
