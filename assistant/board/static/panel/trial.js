// What is tried: the list of differences with what the rules say of them, and what can be changed of a unit.

import { el, fold } from "../dom.js";
import { called, markerName, nameOf, say, tell, valueName } from "../words.js";
import { heading, list, placeName, quiet, reasons } from "./parts.js";

/** The differences from the game, each with whether the rules let it be. */
export function trial(context) {
  const { scene, trying, board } = context;
  if (!trying && !scene.tried.changes.length && !context.undone.length) return [];
  const parts = [heading("tried")];
  if (!context.answered)
    parts.push(
      el(
        "button",
        { id: "tried-or-not", onclick: () => (context.changes.length ? context.undo() : context.redo()) },
        say(context.changes.length ? "showGame" : "showTried"),
      ),
    );
  if (!scene.tried.changes.length && trying) parts.push(quiet(say("triedHow")));
  parts.push(...scene.tried.unfit.map((line) => el("p", { class: "alert" }, line)));
  const ways = new Map(context.ways.map((way) => [way.unit, way]));
  parts.push(
    list(
      scene.tried.changes.map((change) => {
        const unit =
          change.kind === "moved" &&
          scene.units.find(
            (other) => other.hex === change.after && other.counter === change.counter && other.name === change.name,
          );
        const place = [change.after, change.hex].find((name) => name in board.centres);
        return el(
          "div",
          { class: "tried" },
          place
            ? el("button", { class: "row news", onclick: () => context.pickStack(place) }, tell(change))
            : el("p", { class: "row news" }, tell(change)),
          change.kind === "left" && change.counter && trying
            ? el(
                "button",
                { onclick: () => context.attempt(context.change("new", change.counter, change.before)) },
                say("bringBack"),
              )
            : undefined,
          ...(unit ? [...uponEnemies(unit, ways.get(unit.id), context), ...lawOf(ways.get(unit.id), board)] : []),
        );
      }),
    ),
  );
  return [...parts, ...states(context)];
}

/** A unit laid upon enemies has not moved there: that is a battle, which is opened instead. */
function uponEnemies(unit, way, context) {
  if (way?.legal || !context.enemiesAt(unit.hex, unit.side).length) return [];
  const fight = async () => {
    await context.takeBack([unit.id], unit.hex);
    context.pickTarget(unit.hex);
  };
  return [
    el("p", { class: "alert" }, say("uponEnemies", placeName(context.board, unit.hex))),
    context.answered && context.trying ? el("button", { onclick: fight }, say("fightThere")) : undefined,
  ].filter(Boolean);
}

function lawOf(way, board) {
  if (!way || way.legal === null) return [];
  if (way.legal)
    return [el("p", { class: "good law" }, `✓ ${say(way.tired ? "mayGoTired" : "mayGo", way.cost, way.left)}`)];
  return [el("p", { class: "bad law" }, `✕ ${say("mayNotGo", placeName(board, way.to))}`), reasons(way.because)].filter(
    Boolean,
  );
}

/** Weather and the game's other states, to be set. */
function states({ scene, attempt, change, trying, board }) {
  const offered = Object.entries(scene.tried.states);
  if (!trying || !offered.length) return [];
  const rows = () =>
    offered.map(([name, state]) => {
      const set = (value) => attempt(change("state", name, value)),
        title = called("state", name);
      if (state.kind === "several") return several(title, state, set);
      return el(
        "label",
        { class: "state-row" },
        el("span", { class: "grow" }, title),
        FIELDS[state.kind]?.(state, set, board) ??
          select(
            state.values.map((value) => [
              String(value),
              board.sides.some(({ id }) => id === value) ? called("side", value) : choiceName(value),
            ]),
            String(state.value ?? ""),
            set,
          ),
      );
    });
  return [fold({ class: "further", "data-fold": "states" }, say("states"), rows)];
}

const choiceName = (value) =>
  typeof value === "boolean" ? say(value ? "yes" : "no") : value === "" ? "–" : valueName(value);

const FIELDS = {
  number: (state, set) =>
    el("input", {
      type: "number",
      value: state.value ?? "",
      min: state.least ?? undefined,
      max: state.most ?? undefined,
      onchange: (event) => event.target.value !== "" && set(Number(event.target.value)),
    }),
  place: hexesField,
  places: hexesField,
};

/** Hexes of a state, comma or space between; a wrong one is told in place. */
function hexesField(state, set, board) {
  const field = el("input", {
    value: [state.value ?? []].flat().join(", "),
    size: 10,
    placeholder: say(state.kind === "place" ? "aHex" : "someHexes"),
    oninput: () => field.setCustomValidity(""),
  });
  field.onchange = () => {
    const hexes = field.value.split(/[\s,;]+/).filter(Boolean),
      wrong = hexes.find((hex) => !(hex in board.centres) || hex in board.boxes);
    field.setCustomValidity(wrong ? say("noSuchHex", wrong) : "");
    if (field.reportValidity()) set((state.kind === "place" ? hexes.slice(0, 1) : hexes).join(","));
  };
  return field;
}

/** Any number of choices of a state, each with a tick. */
function several(title, state, set) {
  const now = new Set(state.value ?? []);
  return el(
    "fieldset",
    { class: "several" },
    el("legend", {}, title),
    ...state.values.map((value) => {
      const box = el("input", {
        type: "checkbox",
        value: `${title} ${value}`,
        onchange: () => {
          if (!now.delete(value)) now.add(value);
          set(state.values.filter((one) => now.has(one)).join(","));
        },
      });
      box.checked = now.has(value);
      return el("label", { class: "marker-row" }, box, ` ${valueName(value)}`);
    }),
  );
}

function select(options, value, act) {
  const field = el(
    "select",
    { onchange: (event) => act(event.target.value) },
    ...options.map(([id, words]) => el("option", { value: id }, words)),
  );
  field.value = value;
  return field;
}

/** What can be done to the chosen unit while trying: by keyboard as well as by dragging. */
export function handling(unit, context) {
  const { trying, attempt, change, board, drop, goal } = context;
  if (!trying) return [];
  const to = el("input", {
    size: 6,
    value: goal || "",
    "aria-label": say("moveTo"),
    placeholder: say("hexOrBox"),
    list: "boxes",
  });
  const go = (event) => {
    event.preventDefault();
    const wanted = to.value.trim();
    const hex = Object.keys(board.centres).find(
      (name) =>
        name.toLowerCase() === wanted.toLowerCase() || (board.names[name] ?? "").toLowerCase() === wanted.toLowerCase(),
    );
    to.setCustomValidity(hex ? "" : say("noSuchHex", wanted));
    if (to.reportValidity() && hex) drop([unit.id], hex);
  };
  to.oninput = () => to.setCustomValidity("");
  const button = (word, act, off = false) =>
    el("button", { type: "button", "aria-disabled": String(off), onclick: () => off || act() }, say(word));
  const marks = el(
    "details",
    { class: "further" },
    el("summary", {}, say("markers")),
    ...board.markers.map((marker) => {
      const box = el("input", {
        type: "checkbox",
        value: `${unit.id} ${marker}`,
        onchange: () => attempt(change(unit.markers.includes(marker) ? "bare" : "mark", unit.id, marker)),
      });
      box.checked = unit.markers.includes(marker);
      return el("label", { class: "marker-row" }, box, ` ${markerName(marker)}`);
    }),
  );
  return [
    el(
      "div",
      { class: "handling" },
      el("form", { class: "moving", onsubmit: go }, to, el("button", {}, say("moveThere"))),
      el("datalist", { id: "boxes" }, ...Object.keys(board.boxes).map((name) => el("option", { value: name }))),
      el(
        "div",
        { class: "buttons" },
        button("reduce", () => attempt(change("step", unit.id, unit.step + 1)), unit.step >= unit.steps),
        button("restore", () => attempt(change("step", unit.id, unit.step - 1)), unit.step <= 1),
        button("remove", () => attempt(change("gone", unit.id))),
      ),
      board.markers.length ? marks : undefined,
    ),
  ];
}

/** A counter that is not on the table, to be laid here by its name. */
export function bringing(hex, { trying, attempt, change, board, scene }) {
  if (!trying) return [];
  const there = new Set(scene.units.map((unit) => unit.counter));
  const fresh = Object.entries(board.counters)
    .filter(([id]) => !there.has(id))
    .map(([id, [side, name]]) => [id, `${called("counter", id, name)} (${called("side", side)})`]);
  if (!fresh.length) return [];
  const field = el("input", {
    id: "fresh",
    list: "fresh-counters",
    "aria-label": say("bringCounter"),
    placeholder: say("bringCounter"),
    oninput: () => field.setCustomValidity(""),
  });
  const lay = (event) => {
    event.preventDefault();
    const wanted = field.value.trim().toLowerCase();
    const found =
      fresh.find(([id, words]) => words.toLowerCase() === wanted || id === wanted) ??
      fresh.find(([, words]) => wanted && words.toLowerCase().startsWith(wanted));
    field.setCustomValidity(found ? "" : say("nothingFound"));
    if (field.reportValidity()) attempt(change("new", found[0], hex));
  };
  return [
    el(
      "form",
      { class: "moving", onsubmit: lay },
      field,
      el("datalist", { id: "fresh-counters" }, ...fresh.map(([, words]) => el("option", { value: words }))),
      el("button", {}, say("bringHere")),
    ),
  ];
}

/** Whose hex it is, to be changed. */
export function owning(hex, { trying, attempt, change, board, scene }) {
  if (!trying || hex in board.boxes) return [];
  return [
    el(
      "label",
      { class: "state-row" },
      el("span", { class: "grow" }, say("controlOf")),
      select([["", "–"], ...board.sides.map(({ id }) => [id, called("side", id)])], scene.control[hex] ?? "", (side) =>
        attempt(change("own", hex, side)),
      ),
    ),
  ];
}
