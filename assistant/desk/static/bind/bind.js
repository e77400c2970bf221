// Pieces of another module at the left, what they can be of ours at the right; a choice is written at once.

import { ask, element as made, pause, pictureAt, warn } from "/kit/link.js";
import { isCtrl, straight } from "/shared/dom.js";

const WORDS = {
  en: {
    undo: "Undo",
    other: "Español",
    doubtful: "Doubtful",
    unbound: "Not bound",
    bound: "Bound",
    none: "No counter of the game",
    find: "Find a counter: name or number",
    how: "1 to 9 choose, Enter takes what is chosen, N: no counter of the game, / finds, up and down go from piece to piece, Ctrl+Z undoes.",
    status: "Doubtful: {0} · not bound: {1} · units of the game without a piece: {2} of {3} · saved in {4}",
    taken: "another piece has it",
    saving: "Saving …",
    waits: [
      "NOT saved yet: 1 choice waits here and is tried again.",
      "NOT saved yet: {0} choices wait here and are tried again.",
    ],
    "Others are as like it.": "Others are as like it.",
    "Another piece is as like that counter.": "Another piece is as like that counter.",
    "The names are not much alike.": "The names are not much alike.",
  },
  es: {
    undo: "Deshacer",
    other: "English",
    doubtful: "Dudosas",
    unbound: "Sin vincular",
    bound: "Vinculadas",
    none: "Ninguna ficha del juego",
    find: "Buscar una ficha: nombre o número",
    how: "1 a 9 eligen, Intro acepta lo elegido, N: ninguna ficha del juego, / busca, arriba y abajo van de pieza en pieza, Ctrl+Z deshace.",
    status: "Dudosas: {0} · sin vincular: {1} · unidades del juego sin pieza: {2} de {3} · guardado en {4}",
    taken: "la tiene otra pieza",
    saving: "Guardando …",
    waits: [
      "AÚN NO guardado: 1 elección espera aquí y se intenta de nuevo.",
      "AÚN NO guardado: {0} elecciones esperan aquí y se intentan de nuevo.",
    ],
    "Others are as like it.": "Otras se le parecen igual.",
    "Another piece is as like that counter.": "Otra pieza se parece igual a esa ficha.",
    "The names are not much alike.": "Los nombres se parecen poco.",
  },
};
let language = navigator.language.startsWith("es") ? "es" : "en";
const say = (name, ...more) => {
  const said = WORDS[language][name] ?? name;
  return Array.isArray(said) ? said : said.replace(/\{(\d)\}/g, (_, at) => more[at]);
};
const at = (id) => document.getElementById(id);

const AGAIN = 2000; // milliseconds until what could not be written is tried again
let waiting = [], // choices that are not written yet
  held = "", // why the first of them could not be
  about,
  current = -1,
  sought = "",
  shown = [];
const settled = new Set(); // looked at on this page: they stay where they are
const groupOf = (piece) => (piece.group ??= piece.doubt ? "doubtful" : piece.target ? "bound" : "unbound");
const ordered = () =>
  ["doubtful", "unbound", "bound"].flatMap((group) => about.pieces.filter((piece) => groupOf(piece) === group));
const called = (counter) => counter.names[language] ?? counter.name;
const name = (id) => {
  const counter = about.counters.find((one) => one.id === id);
  return counter ? called(counter) : id;
};

function take(told) {
  const groups = about?.pieces.map(groupOf);
  about = told;
  if (groups)
    about.pieces.forEach((piece, index) => {
      piece.group = groups[index];
    });
}

function speak() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  at("language").textContent = say("other");
}

// The room of a picture stays empty where there is none: nothing is asked for then.
function pictureAs(path) {
  const hide = (event) => {
    event.target.style.visibility = "hidden";
  };
  const image = made("img", { alt: "", loading: "lazy", onerror: hide });
  if (path) image.src = pictureAt(path);
  else image.style.visibility = "hidden";
  return image;
}
const pictureOf = (piece) => pictureAs(piece.pictured && `/piece/${piece.at}.png`);

function list() {
  const nodes = [];
  let group = "";
  for (const piece of ordered()) {
    if (groupOf(piece) !== group) nodes.push(made("h3", {}, say((group = groupOf(piece)))));
    const picture = pictureOf(piece);
    nodes.push(
      made(
        "button",
        {
          type: "button",
          tabindex: "-1",
          "data-at": String(piece.at),
          "aria-current": String(piece.at === current),
          onclick: () => show(piece.at),
        },
        picture,
        made("span", {}, piece.name),
        made("small", {}, `${settled.has(piece.at) ? "✓ " : ""}${piece.target ? name(piece.target) : "–"}`),
      ),
    );
  }
  const top = at("pieces").scrollTop;
  at("pieces").replaceChildren(...nodes);
  at("pieces").scrollTop = top;
  at("pieces").querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  const { pieces } = about;
  const waits = say("waits")[waiting.length === 1 ? 0 : 1].replace("{0}", waiting.length);
  const stands = say(
    "status",
    pieces.filter((one) => one.doubt).length,
    pieces.filter((one) => !one.target).length,
    about.missing,
    about.units,
    about.folder,
  );
  at("status").textContent = straight(held ? `${waits} ${held}` : waiting.length ? say("saving") : stands);
  at("undo").disabled = !about.steps && !waiting.length;
}

function choices(piece) {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...piece.maybe];
  return about.counters
    .filter((one) => words.every((word) => `${one.name} ${called(one)} ${one.id}`.toLowerCase().includes(word)))
    .slice(0, 18)
    .map((one) => one.id);
}

function fill() {
  const piece = about.pieces[current];
  shown = choices(piece);
  const cards = shown.map((id, index) => {
    const counter = about.counters.find((one) => one.id === id),
      mine = piece.target === id,
      taken = counter?.taken && !mine;
    const image = pictureAs(counter && `/counter/${encodeURIComponent(id)}.png`);
    return made(
      "button",
      { type: "button", class: taken ? "taken" : "", "aria-pressed": String(mine), onclick: () => settle(id) },
      image,
      made("span", {}, name(id)),
      taken ? made("small", {}, say("taken")) : "",
      index < 9 ? made("kbd", {}, String(index + 1)) : "",
    );
  });
  const none = made(
    "button",
    { type: "button", "aria-pressed": String(!piece.target), onclick: () => settle("") },
    say("none"),
    made("kbd", {}, "N"),
  );
  at("choices").replaceChildren(...cards, none);
}

function show(which) {
  current = which;
  sought = "";
  const piece = about.pieces[current];
  const find = made("input", {
    id: "find",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: say("find"),
    "aria-label": say("find"),
    oninput: (event) => {
      sought = event.target.value;
      fill();
    },
  });
  const image = pictureOf(piece);
  at("piece").replaceChildren(
    made("p", { class: "how" }, say("how")),
    made(
      "div",
      { class: "pair" },
      made(
        "div",
        { class: "theirs" },
        image,
        made("h2", {}, piece.name),
        made("p", {}, piece.path),
        made("p", {}, piece.doubt ? say(piece.doubt) : ""),
      ),
      made("div", {}, made("div", { class: "maybe", id: "choices" }), find),
    ),
  );
  fill();
  list();
}

const go = (by) => {
  const all = ordered(),
    next = all[all.findIndex((piece) => piece.at === current) + by];
  if (next) show(next.at);
};

// The page goes on before the answer is there, and shows as done what is under way: who types fast means the next piece.
let writing = Promise.resolve();
function foresee({ which, target }) {
  const counter = about.counters.find((one) => one.id === target);
  for (const piece of about.pieces)
    if (piece.at === which) Object.assign(piece, { target, doubt: "" });
    else if (counter?.single && piece.target === target) piece.target = "";
  const held = new Set(about.pieces.map((piece) => piece.target));
  for (const one of about.counters) one.taken = held.has(one.id);
}

function settle(target) {
  const before = about.pieces.map(({ target: was, doubt }) => ({ target: was, doubt }));
  const choice = { which: current, target, before };
  waiting.push(choice);
  foresee(choice);
  const all = ordered();
  if (all.at(-1).at === current) show(current);
  else go(1);
  writing = writing.then(() => written(choice));
  return writing;
}

async function written(choice) {
  // No longer there: one before it was refused.
  while (waiting.includes(choice)) {
    try {
      const told = await ask("/api/settle", { at: choice.which, target: choice.target, seen: about.seen });
      settled.add(choice.which);
      waiting = waiting.filter((one) => one !== choice);
      if (held) at("alert").hidden = true;
      held = "";
      take(told);
      waiting.forEach(foresee);
      fill();
      list();
    } catch (error) {
      if (await mayCome(error)) {
        if (held !== error.message) warn(error);
        held = error.message;
        list();
        await pause(AGAIN);
      } else {
        waiting = [];
        held = "";
        await refused(error, choice.which);
      }
    }
  }
}

/** Whether what could not be written can be later: the program is away, or the disk or the file is not as it should
 * be; and not because somebody else settled pieces. */
async function mayCome(error) {
  if (!(error.apart || error.later)) return false;
  try {
    const stands = await ask("/api/start", {});
    return JSON.stringify(stands.seen) === JSON.stringify(about.seen);
  } catch {
    return true;
  }
}

/** Show what holds, because what was foreseen does not. */
async function refused(error, which) {
  warn(error);
  try {
    take(await ask("/api/start", {}));
  } catch {
    return; // it was told already
  }
  waiting.forEach(foresee);
  show(which);
}

function back() {
  if (waiting.length > 1 || held) {
    const { which, before } = waiting.pop(); // not written yet: it is taken back on the page alone
    about.pieces.forEach((piece, index) => Object.assign(piece, before[index]));
    if (!waiting.length) held = "";
    const kept = new Set(about.pieces.map((piece) => piece.target));
    for (const one of about.counters) one.taken = kept.has(one.id);
    show(which);
    return;
  }
  writing = writing.then(async () => {
    try {
      take(await ask("/api/undo", { seen: about.seen }));
      waiting.forEach(foresee);
      show(current);
    } catch (error) {
      await refused(error, current);
    }
  });
}

addEventListener("beforeunload", (event) => {
  if (waiting.length) event.preventDefault();
});
addEventListener("keydown", (event) => {
  if (current < 0 || event.altKey) return;
  const finding = event.target.id === "find",
    piece = about.pieces[current];
  if (event.ctrlKey || event.metaKey) {
    if (!isCtrl(event, "z") || finding) return;
    back();
  } else if (event.key === "ArrowDown") go(1);
  else if (event.key === "ArrowUp") go(-1);
  else if (event.key === "Enter" && !event.target.matches("button")) {
    if (!(finding && sought)) settle(piece.target);
    else if (shown.length) settle(shown[0]);
  } else if (event.key === "Escape" && finding) {
    sought = event.target.value = "";
    fill();
    event.target.blur();
  } else if (finding || event.key === "Enter") return;
  else if (/^[1-9]$/.test(event.key)) {
    if (shown[event.key - 1]) settle(shown[event.key - 1]);
  } else if (event.key.toLowerCase() === "n") settle("");
  else if (event.key === "/") at("find").focus();
  else return;
  event.preventDefault();
});
at("undo").addEventListener("click", back);
at("language").addEventListener("click", () => {
  language = language === "en" ? "es" : "en";
  speak();
  entitle();
  show(current);
});

function entitle() {
  if (about) at("title").textContent = straight(`${about.title} → ${about.titles[language] ?? about.game}`);
}

speak();
try {
  take(await ask("/api/start", {}));
  entitle();
  document.title = straight(about.title);
  if (about.pieces.length) show(ordered()[0].at);
} catch (error) {
  warn(error);
  at("status").textContent = straight(error.message); // or the page is empty without a word
}
