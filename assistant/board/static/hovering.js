// What lies under the pointer: the stack, the cost of going there; told beside it.

import { counterAddress } from "./ask.js";
import { $, el } from "./dom.js";
import { cardsAt, cardWords, column, costWords, figures, placeName } from "./panel/parts.js";
import { RATIO, ratioWords } from "./planning.js";
import { view } from "./stage.js";
import { changed, state } from "./state.js";
import { called, nameOf, say } from "./words.js";

const MOST = 9; // units that are told of a stack

export function useHover() {
  view.onHover = (hex, event) => {
    if (event && event.pointerType === "touch") return;
    if (hex === state.hover) {
      place(event);
      return;
    }
    state.hover = hex;
    show(hex, event);
    if (state.moves) changed("hand");
  };
}

function show(hex, event) {
  const box = $("hover");
  const lines = hex && state.scene && !state.carried ? told(hex) : [];
  box.hidden = !lines.length;
  box.replaceChildren(...lines);
  place(event);
}

function place(event) {
  const box = $("hover"),
    { clientWidth, clientHeight } = $("stage");
  if (!event || box.hidden) return;
  box.style.left = `${Math.max(4, Math.min(event.offsetX + 18, clientWidth - box.offsetWidth - 6))}px`;
  box.style.top = `${event.offsetY + 22 + box.offsetHeight < clientHeight ? event.offsetY + 22 : Math.max(4, event.offsetY - box.offsetHeight - 14)}px`;
}

function told(hex) {
  const { scene, board, moves } = state;
  const units = scene.units.filter((unit) => unit.hex === hex).reverse();
  const reached = moves?.reach.find((found) => found.hex === hex);
  const attack = scene.attacks.find((found) => found.target === hex);
  const threat = state.threat?.threatened[hex];
  const lying = cardsAt(scene, hex);
  if (!units.length && !lying.length && !reached && !board.names[hex] && !state.threat?.hexes[hex]) return [];
  return [
    el("strong", {}, placeName(board, hex)),
    reached && el("p", { class: "rule" }, costWords(moves, reached.cost)),
    attack && el("p", {}, `${say("attacks")}: ${column(attack.column)}`),
    state.threat?.side === RATIO &&
      state.threat.hexes[hex] &&
      el(
        "p",
        {},
        `${state.threat.sides.map((side, index) => `${called("side", side)} ${state.threat.hexes[hex][index]}`).join(" · ")} (${ratioWords(state.threat.hexes[hex])})`,
      ),
    state.threat &&
      state.threat.side !== RATIO &&
      state.threat.hexes[hex] &&
      el("p", {}, say("reachedBy", state.threat.hexes[hex][1], state.threat.hexes[hex][2], state.threat.hexes[hex][0])),
    threat && el("p", { class: "bad" }, say("threatenedBy", threat.units.length, threat.force)),
    ...units
      .slice(0, MOST)
      .map((unit) =>
        el(
          "div",
          { class: "hovered" },
          el("img", { src: counterAddress(unit.picture), alt: "", width: 34, height: 34 }),
          el(
            "span",
            {},
            nameOf(unit),
            el("br"),
            el("small", {}, [called("side", unit.side), figures(unit)].filter(Boolean).join(" · ")),
          ),
        ),
      ),
    units.length > MOST && el("p", {}, `+ ${units.length - MOST}`),
    ...lying
      .slice(0, MOST)
      .map((card) =>
        el(
          "div",
          { class: "hovered" },
          el("img", { src: counterAddress(card.picture), alt: "", width: 34 }),
          el("span", {}, cardWords(card)),
        ),
      ),
    lying.length > MOST && el("p", {}, `+ ${lying.length - MOST}`),
  ].filter(Boolean);
}
