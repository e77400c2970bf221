// Finding a unit or a hex by what it is called: `/` goes there.

import { pickHex, pickUnit } from "./choosing.js";
import { $, el } from "./dom.js";
import { placeName } from "./panel/parts.js";
import { bringIntoSight } from "./stage.js";
import { state } from "./state.js";
import { called, nameOf, say } from "./words.js";

const MOST = 12; // what is offered at once

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function useFinding() {
  const field = $("find"),
    list = $("found");
  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
  };
  field.oninput = () => {
    const found = matches(field.value);
    list.replaceChildren(
      ...found.map(({ words, quiet, act }) =>
        el(
          "button",
          {
            class: "row",
            type: "button",
            onclick: () => {
              close();
              field.value = "";
              act();
              $("board").focus();
            },
          },
          el("span", { class: "grow" }, words, " ", el("span", { class: "quiet" }, quiet)),
        ),
      ),
    );
    if (!found.length && field.value.trim()) list.replaceChildren(el("p", { class: "quiet" }, say("nothingFound")));
    list.hidden = !field.value.trim();
    field.setAttribute("aria-expanded", String(!list.hidden));
  };
  field.onkeydown = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      list.querySelector("button")?.click();
    }
    if (event.key === "ArrowDown") {
      event.preventDefault();
      list.querySelector("button")?.focus();
    }
    if (event.key === "Escape") {
      field.value = "";
      close();
      $("board").focus();
    }
  };
  list.onkeydown = (event) => {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (step) {
      event.preventDefault();
      (document.activeElement[step] ?? field).focus();
    }
    if (event.key === "Escape") {
      close();
      field.focus();
    }
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input:not([type=checkbox]):not([type=range])")) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".finder")) close();
  });
}

/** Units and places whose name or number has the words in it, those that begin with them first. */
function matches(text) {
  const wanted = plain(text.trim());
  if (!wanted || !state.scene) return [];
  const { scene, board } = state;
  const things = [
    ...scene.units.map((unit) => ({
      words: nameOf(unit),
      quiet: [called("side", unit.side), placeName(board, unit.hex)].filter(Boolean).join(" · "),
      named: [nameOf(unit), unit.name],
      act: () => pickUnit(unit),
    })),
    ...Object.keys(board.centres).map((hex) => ({
      words: placeName(board, hex),
      quiet: "",
      named: [
        hex,
        board.names[hex] ? called("names", board.names[hex]) : "",
        board.names[hex] ?? "",
        hex in board.boxes ? called("box", hex) : "",
      ],
      act: () => {
        bringIntoSight([hex]);
        pickHex(hex);
      },
    })),
  ];
  const rank = ({ named }) =>
    Math.min(
      ...named.map((name) => {
        const at = plain(name).indexOf(wanted);
        return at < 0 ? 9 : at === 0 ? 0 : /[\s(-]/.test(plain(name)[at - 1]) ? 1 : 2;
      }),
    );
  return things
    .map((thing) => ({ ...thing, rank: rank(thing) }))
    .filter(({ rank: found }) => found < 9)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST);
}
