// How it looks: the counter of the row that is typed, the map with its hex, the printed sheet.

import { ask, element, pictureAt, warn } from "/kit/link.js";
import { straight } from "/shared/dom.js";
import { language, say } from "./words.js";

const at = (id) => document.getElementById(id);
const TABS = ["counter", "board", "sheet"];
let tab = "counter",
  counter = null,
  hex = "",
  places = {},
  stamp = "",
  large = false;
let draft = 0,
  under = null;

export function begin(start) {
  places = start.places;
  stamp = start.stamp;
  tabs();
  show();
}

function tabs() {
  at("tabs").replaceChildren(
    ...TABS.map((name) =>
      element(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "view",
          "aria-selected": String(tab === name),
          tabindex: tab === name ? 0 : -1,
          onclick: () => choose(name),
          onkeydown: turn,
        },
        say(name),
      ),
    ),
  );
}

function turn(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  choose(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]);
  at(`tab-${tab}`).focus();
}

export function choose(name) {
  if (tab !== name) {
    tab = name;
    tabs();
    show();
  }
}

/** The files changed: draw anew what is in sight. */
export function renew(fresh) {
  if (fresh !== stamp) {
    stamp = fresh;
    if (tab !== "counter") show();
  }
}

export function speakPreview() {
  tabs();
  show();
}

/** Look at a row while it is typed; the newest wins. Gives what is wrong with it. */
export async function look(name, row, columns) {
  const place = row.cells[columns.indexOf("hex")] ?? row.cells[columns.indexOf("setup")] ?? "";
  hex = place in places ? place : "";
  if (name !== "counters.csv") {
    if (tab === "board") ring();
    return null;
  }
  const number = (draft += 1);
  under?.abort();
  under = new AbortController();
  const cells = Object.fromEntries(columns.map((column, x) => [column, row.cells[x]]));
  try {
    const told = await ask("/api/draft", { name, line: row.line, cells, language }, { signal: under.signal });
    if (number !== draft) return null;
    counter = { id: cells.id, name: told.name, faces: told.faces };
    if (tab === "counter") show();
    else if (tab === "board") ring();
    return told.problems;
  } catch (error) {
    if (error.name !== "AbortError") warn(error);
    return null;
  }
}

function show() {
  if (tab === "counter") showCounter();
  else if (tab === "board") showMap();
  else showSheet();
}

const note = (name) => element("p", { class: "how" }, say(name));

function showCounter() {
  if (!counter?.faces.length) {
    at("view").replaceChildren(note("noCounter"));
    return;
  }
  const title = (number) => (counter.faces.length > 2 ? say("face", number + 1) : say(number ? "back" : "front"));
  const figures = counter.faces.map((face, number) =>
    element(
      "figure",
      {},
      element("img", { src: address(face), alt: `${counter.name}, ${title(number)}` }),
      element("figcaption", {}, title(number)),
    ),
  );
  const old = [...at("view").querySelectorAll("img")].map((image) => image.src);
  at("view").replaceChildren(
    element("h3", {}, counter.name || counter.id),
    element("div", { class: "faces" }, ...figures),
  );
  for (const one of old) if (one.startsWith("blob:")) URL.revokeObjectURL(one);
}

const address = (text) =>
  URL.createObjectURL(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], { type: "image/png" }));

/** A picture in place of the one before it, which stays until the new one is there. */
function picture(path, kind, wrap, lost) {
  const fresh = element("img", { class: kind, alt: say(tab), src: pictureAt(path, `&at=${stamp}`) });
  const old = at("view").querySelector(`img.${kind}`);
  if (old) old.classList.add("busy");
  else at("view").replaceChildren(element("p", { class: "how" }, "…"));
  fresh.addEventListener("load", () => {
    const { scrollLeft, scrollTop } = at("view");
    at("view").replaceChildren(...wrap(fresh));
    at("view").scrollTo(scrollLeft, scrollTop);
    ring(!old);
  });
  fresh.addEventListener("error", () => at("view").replaceChildren(note(lost)));
}

let later = 0;

/** A plain map at once, and the whole one when nothing was typed for a moment. */
function showMap() {
  drawMap(`/draft/${language}.png`);
  clearTimeout(later);
  later = setTimeout(() => {
    if (tab === "board") drawMap(`/map/${language}.png`);
  }, 700);
}

function drawMap(path) {
  picture(
    path,
    "map",
    (image) => {
      const board = element("div", { class: large ? "board" : "board fit" }, image);
      const size = element(
        "button",
        {
          type: "button",
          onclick: () => {
            large = !large;
            board.classList.toggle("fit", !large);
            size.textContent = straight(say(large ? "whole" : "large"));
            ring(true);
          },
        },
        say(large ? "whole" : "large"),
      );
      return [element("p", {}, size), board];
    },
    "noMap",
  );
}

function ring(go = true) {
  const board = at("view").querySelector(".board");
  if (tab !== "board" || !board) return;
  board.querySelector(".ring")?.remove();
  if (!hex) return;
  const [x, y] = places[hex],
    mark = element("span", { class: "ring" });
  mark.style.left = `${x * 100}%`;
  mark.style.top = `${y * 100}%`;
  board.append(mark);
  if (go) mark.scrollIntoView({ block: "center", inline: "center" });
}

function showSheet() {
  picture(`/sheet/${language}/${encodeURIComponent(counter?.id || "-")}.png`, "page", (image) => [image], "noSheet");
}
