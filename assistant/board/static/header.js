// The head of the page: which moment of which game, which files, which layers, which language.

import { $, el, straight } from "./dom.js";
import { sideTint } from "./layers.js";
import { view } from "./stage.js";
import { changed, state } from "./state.js";
import { called, say, turnName } from "./words.js";

export function showHeader() {
  const { scene, board } = state;
  const title = called("title", "", board.title);
  const phase = scene.phase.id ? called("phase", scene.phase.id) : "";
  const seen = scene.viewer
    ? say("seenBy", called("whose", scene.viewer, called("side", scene.viewer)))
    : scene.open
      ? ""
      : say("everybody");
  $("when").textContent = [turnName(scene.turn, board.turns.first), phase].filter(Boolean).join(" · ");
  $("title").textContent = title;
  const file = straight(scene.file);
  $("whose").textContent = ["", file, seen].filter((word, index) => !index || word).join(" · ");
  document.title = `${file} · ${title}`;
}

/** How a live game is followed: live, behind or lost; nothing for files. */
export function showStatus(status) {
  $("status").hidden = !status;
  $("status").className = status ?? "";
  $("status").textContent = status ? say(`is-${status}`) : "";
  $("status").title = status ? say(`is-${status}How`) : "";
}

/** Whose eyes: only where the page may show it to everybody who opens it. */
function fillViewers() {
  const { board } = state;
  $("viewer").closest("label").hidden = !board.viewers.length;
  $("viewer").replaceChildren(
    el("option", { value: "" }, say("observer")),
    ...board.viewers.map((id) => el("option", { value: id }, called("side", id))),
  );
  $("viewer").value = state.viewer;
}

export function fillFiles() {
  fillViewers();
  $("file").replaceChildren(...state.board.files.map((name, index) => el("option", { value: index }, name)));
  $("file").value = String(state.file);
  $("file").closest("label").hidden = state.board.files.length < 2;
}

/** A switch for each layer, with the mark that it leaves on the map. */
export function fillLayers() {
  const zones = state.board.sides.map((side, index) => [
    `zones-${side.id}`,
    called("zones", side.id, say("zones", called("whose", side.id, called("side", side.id)))),
    { "--tint": sideTint(state.board, index) },
    `zones slope-${index % 3}`,
  ]);
  const found = ["supply", "distance", "attacks", "reach", "changes", "violations"].map((id) => [id, say(id), {}, id]);
  const shown = state.board.ruled ? [found[0], ...zones, ...found.slice(1)] : found.filter(([id]) => id === "changes");
  $("layers").replaceChildren(
    ...shown.map(([id, words, style, mark]) => {
      const box = el("input", {
        type: "checkbox",
        value: id,
        onchange: (event) => {
          if (id === "distance" && event.target.checked) state.threat = null;
          state.layers[event.target.checked ? "add" : "delete"](id);
          changed("answers");
        },
      });
      box.checked = state.layers.has(id);
      return el(
        "label",
        { class: "chip" },
        box,
        el("span", { class: `mark ${mark}`, "aria-hidden": "true", style }),
        words,
      );
    }),
  );
  view.covered = $("layers").offsetTop + $("layers").offsetHeight;
}
