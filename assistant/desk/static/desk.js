// The desk: sheets at the left, one as a grid; what is typed is written at once.

import { Grid, fields } from "/kit/grid.js";
import { Faces } from "./faces.js";
import { Paint, SetUp } from "./map.js";
import { ask, element as made, pause, pictureAt, warn } from "/kit/link.js";
import { straight } from "/shared/dom.js";
import { renew } from "/shared/pressing.js";

const WORDS = {
  en: {
    tables: "Tables",
    counters: "Counters",
    effects: "Effects",
    arrivals: "Arrivals",
    asFaces: "As counters",
    asTable: "As a table",
    howFaces:
      "Click a figure on the picture and type what is printed. Enter takes it as it stands and goes to the next, Tab skips, Escape takes back, up and down go from counter to counter.",
    howMap: "Drag a counter to its hex, or type the hex; (none) takes it off the map. + and - zoom.",
    hexsides: "Hexsides",
    map: "Paint the map",
    terrain: "Terrain",
    hexside: "Hexsides",
    line: "Lines",
    redraw: "Draw the map anew",
    "paint-terrain":
      "Click or drag over hexes; again takes away. Shift adds to what is there. Keys: arrows move, 1 to 9 take a brush, space paints, + and - zoom, Ctrl+Z undoes.",
    "paint-hexside":
      "Click a hexside, or drag along it; again takes away. Keys: arrows move, 1 to 9 take a brush, Q W E D S A are the six sides from the upper left, clockwise.",
    "paint-line":
      "Drag from hex to hex, or click a hexside that the line crosses; again takes away. Keys: Q W E D S A draw to that side and go along.",
    waits: [
      "NOT saved yet: 1 value waits here and is tried again.",
      "NOT saved yet: {0} values wait here and are tried again.",
    ],
    stay: "Leave the page open.",
    why: { ours: "Ours: the rulebook does not print it.", known: "From: {0}.", mine: "Yours." },
    lean: "Answers that lean on it: {0}.",
    asked: {},
    "set-ups": "Set-ups",
    cards: "Cards",
    hexes: "Hexes",
    how: "Type what is printed. Enter takes the cell as it stands and goes down, Tab goes right, arrow keys move, Escape takes back. Paste a column or a block; (none) empties a cell; an empty cell is ours again.",
    rules: "Rules that rest on it: {0}.",
    undo: "Undo",
    take: "Take a CSV",
    other: "Español",
    of: "{0} of {1}",
    left: ["1 left that is ours", "{0} left that are ours"],
    saved: "Saved in {0}",
    saving: "Saving …",
    shape: "The file has no cell of this sheet.",
    keyless: "This sheet takes no CSV: paste a column or a block into its cells.",
    keyed: "The first line must name what a row is known by: {0}.",
    notUtf8: "The file is not UTF-8 text. Save it as CSV UTF-8.",
    strange: ["1 row is not on this sheet and was left out: {1}.", "{0} rows are not on this sheet and were left out: {1}."],
    unknown: [
      "1 column is not on this sheet and was left out: {1}. Its columns: {2}.",
      "{0} columns are not on this sheet and were left out: {1}. Its columns: {2}.",
    ],
    beyond: ["Beyond the sheet's edge, left out: 1 value.", "Beyond the sheet's edge, left out: {0} values."],
    oneFigure: "One figure stands here, '{0}' is several: the table takes them all.",
    leftAlone: "Not undone: {0}. Another program wrote there since, and that stays.",
    others: "Undone: what another page of this desk had written last.",
  },
  es: {
    tables: "Tablas",
    counters: "Fichas",
    effects: "Efectos",
    arrivals: "Llegadas",
    asFaces: "Como fichas",
    asTable: "Como tabla",
    howFaces:
      "Haz clic en una cifra de la ficha y escribe lo impreso. Intro la acepta como está y pasa a la siguiente, Tab la salta, Esc anula, arriba y abajo van de ficha en ficha.",
    howMap:
      "Arrastra una ficha a su hexágono, o escribe el hexágono; (none) la quita del mapa. + y - acercan y alejan.",
    hexsides: "Lados de hexágono",
    map: "Pintar el mapa",
    terrain: "Terreno",
    hexside: "Lados",
    line: "Líneas",
    redraw: "Dibujar el mapa de nuevo",
    "paint-terrain":
      "Haz clic o arrastra sobre los hexágonos; otra vez, quita. Mayús añade a lo que hay. Teclas: flechas mueven, 1 a 9 eligen pincel, espacio pinta, + y - acercan y alejan, Ctrl+Z deshace.",
    "paint-hexside":
      "Haz clic en un lado, o arrastra a lo largo; otra vez, quita. Teclas: flechas mueven, 1 a 9 eligen pincel, Q W E D S A son los seis lados desde arriba a la izquierda, en el sentido del reloj.",
    "paint-line":
      "Arrastra de hexágono en hexágono, o haz clic en el lado que la línea cruza; otra vez, quita. Teclas: Q W E D S A trazan hacia ese lado y avanzan.",
    waits: [
      "AÚN NO guardado: 1 valor espera aquí y se intenta de nuevo.",
      "AÚN NO guardado: {0} valores esperan aquí y se intentan de nuevo.",
    ],
    stay: "Deja la página abierta.",
    why: { ours: "Nuestro: el reglamento no lo imprime.", known: "De: {0}.", mine: "Tuyo." },
    lean: "Respuestas que se apoyan en ello: {0}.",
    asked: {
      odds: "combates",
      retreats: "retiradas",
      advances: "avances",
      referee: "arbitraje",
      arrivals: "llegadas",
      report: "informe",
      setup: "despliegue",
      build: "módulo",
      moves: "movimientos",
      supply: "suministro",
      stacking: "apilamiento",
      sheets: "hojas",
    },
    "set-ups": "Despliegues",
    cards: "Cartas",
    hexes: "Hexágonos",
    how: "Escribe lo impreso. Intro acepta la casilla como está y baja, Tab va a la derecha, las flechas mueven, Esc anula. Pega una columna o un bloque; (none) vacía una casilla; vacía, vuelve a la nuestra.",
    rules: "Reglas que se apoyan en ella: {0}.",
    undo: "Deshacer",
    take: "Tomar un CSV",
    other: "English",
    of: "{0} de {1}",
    left: ["Queda 1 que es nuestra", "Quedan {0} que son nuestras"],
    saved: "Guardado en {0}",
    saving: "Guardando …",
    shape: "El archivo no tiene ninguna casilla de esta hoja.",
    keyless: "Esta hoja no toma ningún CSV: pega una columna o un bloque en sus casillas.",
    keyed: "La primera línea debe nombrar por qué se conoce una fila: {0}.",
    notUtf8: "El archivo no es texto UTF-8. Guárdalo como CSV UTF-8.",
    strange: [
      "1 fila no está en esta hoja y se ha dejado fuera: {1}.",
      "{0} filas no están en esta hoja y se han dejado fuera: {1}.",
    ],
    unknown: [
      "1 columna no está en esta hoja y se ha dejado fuera: {1}. Sus columnas: {2}.",
      "{0} columnas no están en esta hoja y se han dejado fuera: {1}. Sus columnas: {2}.",
    ],
    beyond: ["Fuera de la hoja, sin escribir: 1 valor.", "Fuera de la hoja, sin escribir: {0} valores."],
    oneFigure: "Aquí hay una sola cifra, '{0}' son varias: la tabla las toma todas.",
    leftAlone: "Sin deshacer: {0}. Otro programa ha escrito ahí después, y eso se queda.",
    others: "Deshecho: lo último que había escrito otra página de esta mesa.",
  },
};
let language = navigator.language.startsWith("es") ? "es" : "en";
const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, at) => values[at]);
const say = (name, ...more) => filled(WORDS[language][name] ?? name, more);
const many = (name, count, ...more) => filled(WORDS[language][name][count === 1 ? 0 : 1], [count, ...more]);

const at = (id) => document.getElementById(id);
const page = String(Math.random()); // so that another program's cells are told from this page's
const MOST = 5_000; // edits that are sent at once
const SLOW = 400; // milliseconds after which the page says that it is saving
const AGAIN = 3000; // milliseconds until what could not be written is tried again

let about,
  sheet,
  queue = [],
  sending = false,
  retold = null,
  asTable = false,
  setUp,
  paint,
  refused = false, // whether the last stroke was, which the page tells
  painting = Promise.resolve();

// Which questions lean on what a sheet or a column says.
const LEAN = [
  ["tables", /./, "odds, retreats, advances, plan, referee"],
  ["arrivals", /./, "arrivals, report"],
  ["set-ups", /./, "setup, build"],
  ["cards", /./, "build"],
  ["hexes", /^name$/, "build"],
  ["hexes", /./, "moves, supply, odds, retreats"],
  ["counters", /move/, "moves, retreats, plan"],
  ["counters", /^(name|full_name|size|printed|code)$/, "build, sheets"],
  ["counters", /^setup$/, "setup, arrivals"],
  ["counters", /./, "odds, stacking, plan, referee"],
  ["effects", /move|cost/, "moves, supply"],
  ["effects", /defen|shift|attack|strength|column/, "odds, plan"],
  ["effects", /./, "moves, odds, retreats, supply"],
];
const asked = (questions) =>
  questions
    .split(", ")
    .map((one) => WORDS[language].asked[one] ?? one)
    .join(", ");
const why = made("p", { id: "why", "aria-live": "polite" });
function reason(x, y) {
  const row = sheet.rows[y],
    cell = row?.cells[x],
    column = sheet.columns[x];
  if (!cell) return;
  const told = WORDS[language].why,
    words = sheet.words[language]?.sources,
    source = words?.[row.source] ?? row.source?.replace(/^stand-in[;:]?\s*/, "") ?? "";
  const from = cell.own
    ? told.mine
    : cell.invented
      ? `${told.ours}${source ? ` (${source})` : ""}`
      : source
        ? told.known.replace("{0}", source)
        : "";
  const lean = LEAN.find(([group, which]) => group === sheet.group && which.test(column))?.[2];
  why.textContent = straight(
    [`${row.heading}, ${sheet.labels[x]}.`, from, lean ? say("lean", asked(lean)) : ""].filter(Boolean).join(" "),
  );
}

const shown = (text) => {
  const plain = sheet.group === "tables" ? text.replace(/\?$/, "") : text;
  const said = sheet.words[language]?.cells ?? {};
  if (Object.hasOwn(said, plain)) return said[plain];
  const parts = plain.split(" "); // features of a hex, each by its name
  return sheet.group === "hexes" && parts.every((part) => Object.hasOwn(said, part))
    ? parts.map((part) => said[part]).join(", ")
    : plain;
};
const grid = new Grid(at("sheet"), {
  heading: (row) =>
    sheet.group === "counters" || sheet.group === "set-ups" || sheet.group === "arrivals"
      ? made(
          "span",
          {},
          made("img", {
            draggable: "false",
            loading: "lazy",
            alt: "",
            src: pictureAt(`/counter/${encodeURIComponent(row.key[0])}.png`),
          }),
          row.heading,
        )
      : row.heading,
  shown: (cell) => shown(cell.text),
  dress(td, cell) {
    td.classList.toggle("own", cell.own);
    td.classList.toggle("invented", cell.invented && !cell.own);
    td.classList.toggle("texts", sheet.texts);
  },
  take: (cell, text) => cell.invented && !cell.own && text !== "",
  came(x, y) {
    reason(x, y);
    setUp?.choose(y);
  },
  put,
  beyond: (count) => warn(many("beyond", count)),
  undo: () => back(),
});
const faces = new Faces({ say, put, came: reason, undo: () => back() });

function put(x, y, text) {
  const row = sheet.rows[y],
    cell = row.cells[x];
  const was = cell.own ? cell.text : "";
  cell.text = text || cell.ours;
  cell.own = text !== "";
  if (sheet.settling.includes(sheet.columns[x])) {
    settle(row);
    row.cells.forEach((_, at_) => grid.dress(at_, y));
  }
  queue.push({ key: row.key, column: sheet.columns[x], text, was });
  setUp?.show();
  queueMicrotask(send); // because what is put at once, as a block, is one step to undo
}

/** One cell of the owner's settles its row; without any the row is ours again. */
function settle(row) {
  const settled = row.cells.some((cell, x) => cell.own && sheet.settling.includes(sheet.columns[x]));
  for (const cell of row.cells) cell.invented = cell.was && !settled;
}

const called = (names, key) => names[language]?.[key];
const titleOf = (one) => one.titles[language] ?? (one.title in WORDS.en ? say(one.title) : one.title);

function speak() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  at("language").textContent = say("other");
}

/** The game's name in the language that is spoken. */
function entitle() {
  if (about) document.title = at("title").textContent = straight(about.titles[language] ?? about.title);
}

function list() {
  const nodes = [];
  let group = "";
  for (const one of about.sheets.filter((other) => other.title !== "lines")) {
    if (one.group !== group) nodes.push(made("h3", {}, say(one.group)));
    if (one.group !== group && one.group === "hexes" && about.map)
      nodes.push(
        made(
          "button",
          { type: "button", id: "paint", "aria-current": String(Boolean(paint)), onclick: () => openMap().catch(warn) },
          say("map"),
        ),
      );
    group = one.group;
    const button = made(
      "button",
      { type: "button", "data-id": one.id, "aria-current": String(!paint && sheet?.id === one.id) },
      made("span", {}, titleOf(one)),
      made("small", {}, one.of ? say("of", one.done, one.of) : ""),
    );
    if (one.of) button.append(made("progress", { max: one.of, value: one.done, "aria-label": titleOf(one) }));
    button.addEventListener("click", () => open(one.id).catch(warn));
    nodes.push(button);
  }
  renew(at("sheets"), nodes);
  const left = about.sheets.reduce((sum, one) => sum + one.of - one.done, 0);
  if (retold) retold();
  else
    at("status").textContent = straight(
      `${many("left", left)} · ${sending ? say("saving") : say("saved", about.folder)}`,
    );
  at("undo").disabled = !about.steps;
}

async function openMap(kept) {
  await flushed();
  clear();
  const told = await ask("/api/map", { page });
  at("map").hidden = false;
  paint = new Paint(at("map"), told, { say, called, write, undo: back }, kept);
  at("sheet").replaceChildren(made("h2", {}, say("map")), paint.tools);
  list();
  paint.map.view.focus();
}

function write(id, edits) {
  painting = painting
    .then(async () => {
      let told;
      while (!told) {
        try {
          told = await ask("/api/write", { id, edits, language, page });
        } catch (error) {
          await wait(error, () => edits.length);
        }
      }
      const one = about.sheets.find((other) => other.id === id);
      if (one) one.done = told.done;
      about.steps = told.steps;
      list();
      if (told.wrong.length) throw new Error(told.wrong[0].told);
      if (refused) at("alert").hidden = true; // what it told is no longer so
      refused = false;
    })
    .catch((error) => {
      refused = true;
      warn(error);
      // Not waited for, because it waits itself until all that was painted is written.
      if (!error.lost && paint) openMap(paint.kept).catch(warn);
    });
}

async function showSetUp() {
  const hexOf = (row) => row.cells[0].text,
    shownIn = sheet;
  const told = await ask("/api/map", { page });
  if (sheet !== shownIn) return;
  at("map").hidden = false;
  setUp = new SetUp(at("map"), at("sheet"), told, sheet.rows, {
    hexOf,
    undo: () => back(),
    chosen: (y) => grid.focus(0, y),
    put: (y, hex) => {
      grid.put(0, y, hex);
      grid.focus(0, y);
    },
  });
}

function clear() {
  setUp?.end();
  setUp = paint = undefined;
  at("map").hidden = true;
  at("map").replaceChildren();
}

async function open(id) {
  await flushed();
  clear();
  sheet = await ask("/api/sheet", { id, page });
  const words = sheet.words[language] ?? {};
  words.rows?.forEach((heading, y) => {
    sheet.rows[y].heading = heading;
  });
  sheet.labels = words.columns ?? sheet.columns;
  const told = sheet.rules.length ? [made("p", { class: "how" }, say("rules", sheet.rules.join(", ")))] : [];
  const heading = made("h2", {}, titleOf(sheet));
  const pictured = sheet.group === "counters" && !asTable,
    mapped = sheet.group === "set-ups" && about.map;
  if (sheet.group === "counters")
    heading.append(
      made(
        "button",
        {
          type: "button",
          id: "shape",
          onclick: () => {
            asTable = !asTable;
            open(id).catch(warn);
          },
        },
        say(asTable ? "asFaces" : "asTable"),
      ),
    );
  why.textContent = "";
  at("sheet").replaceChildren(
    heading,
    made("p", { class: "how" }, say(pictured ? "howFaces" : mapped ? "howMap" : "how")),
    ...told,
    why,
    pictured ? faces.show(sheet) : grid.show(sheet.labels, sheet.rows, sheet.columns),
  );
  list();
  if (pictured) {
    await faces.begin();
    return;
  }
  grid.begin();
  if (mapped) showSetUp().catch(warn);
  (at("sheet").querySelector("td.invented input") ?? at("sheet").querySelector("td input"))?.focus();
}

/** Tell why so many values could not be written, and what helps; and wait until they are tried again, while
 * more may be typed. */
async function wait(error, count) {
  warn(error);
  retold = () => {
    at("status").textContent = straight(`${many("waits", count())} ${error.apart ? error.message : say("stay")}`);
  };
  retold();
  await pause(AGAIN);
  retold = null;
}

async function send() {
  if (sending) {
    retold?.();
    return;
  }
  sending = true;
  const slow = setTimeout(list, SLOW);
  const id = sheet.id;
  while (queue.length) {
    const edits = queue.splice(0, MOST);
    try {
      const told = await ask("/api/write", { id, edits, language, page });
      const one = about.sheets.find((other) => other.id === id);
      one.done = told.done;
      about.steps = told.steps;
      for (const wrong of told.wrong) mark(wrong);
      if (sheet.id === id && (sheet.group !== "counters" || asTable))
        edits.forEach((edit, number) => {
          const text = told.read[number];
          if (text && shown(text) !== edit.text) retell({ ...edit, text });
        });
      if (sheet.group === "counters" && !asTable && sheet.id === id)
        for (const key of new Set(edits.map((edit) => edit.key[0])))
          faces.renew(sheet.rows.findIndex((row) => row.key[0] === key));
      list();
    } catch (error) {
      // a full disk, another program that writes: what was typed waits and is tried again
      queue = [...edits, ...queue];
      await wait(error, () => queue.length);
    }
  }
  sending = false;
  clearTimeout(slow);
  list();
}

const flushed = async () => {
  await painting;
  while (sending) await new Promise((done) => setTimeout(done, 20));
};

const atKey = (key) => sheet.rows.findIndex((row) => JSON.stringify(row.key) === JSON.stringify(key));

/** Show a cell as it was understood, unless something else was typed there since. */
function retell({ key, column, text }) {
  const y = atKey(key),
    cell = sheet.rows[y]?.cells[sheet.columns.indexOf(column)];
  if (!cell?.own || queue.some((one) => JSON.stringify([one.key, one.column]) === JSON.stringify([key, column]))) return;
  cell.text = text;
  grid.renew(y);
}

function mark(wrong) {
  const y = atKey(wrong.key),
    x = sheet.columns.indexOf(wrong.column);
  if (y < 0 || x < 0) return;
  const { cells } = sheet.rows[y];
  cells[x].own = wrong.own ?? false;
  if (wrong.text !== undefined) cells[x].text = wrong.text;
  if (sheet.settling.length) settle(sheet.rows[y]);
  if (sheet.group === "counters" && !asTable) {
    if (wrong.text !== undefined) faces.renew(y);
    faces.mark(x, y, wrong.told);
    return;
  }
  if (wrong.text !== undefined) grid.renew(y);
  cells.forEach((_, at_) => grid.dress(at_, y)); // of a row that is not settled all are ours again
  grid.mark(x, y, wrong.told);
}

/** Which row of the sheet a line of a CSV is, by all of its key; a file of one table need not name it. */
function rowOf(head, line) {
  const told = sheet.keyed.map((name) => (head.includes(name) ? line[head.indexOf(name)] : null));
  const pair = sheet.keyed.includes("other"); // a hexside is the same from both of its hexes
  return sheet.rows.findIndex(({ key }) => {
    const same = (words) =>
      key.every((part, at_) => words[at_] === part || (words[at_] === null && sheet.keyed[at_] === "table"));
    return same(told) || (pair && same([...told].reverse()));
  });
}

/** A heading as it is compared: minus signs, blanks and capitals make no difference. */
const asCompared = (word) => word.replaceAll("−", "-").replace(/\s+/g, " ").trim().toLowerCase();

/** Which column of the sheet a heading of a CSV names: as the file of the game has it, or as the page shows it in either language; -1 if none. */
function columnOf(heading) {
  const exact = sheet.columns.indexOf(heading);
  if (exact >= 0) return exact;
  const shownAs = Object.values(sheet.words).map((words) => words.columns ?? []);
  const alike = [sheet.columns, ...shownAs].map((names) => names.map(asCompared).indexOf(asCompared(heading)));
  return alike.find((x) => x >= 0) ?? -1;
}

/** What of a CSV was left out, its first nine each by name. */
function leftOut(rows, columns) {
  const named = (found) => found.slice(0, 9).join(", ");
  const all = [...sheet.keyed, ...sheet.labels].join(", ");
  return [
    rows.length ? many("strange", rows.length, named(rows)) : "",
    columns.length ? many("unknown", columns.length, named(columns), all) : "",
  ].filter(Boolean);
}

/** Whether a line is of the table that is shown, where a file holds several. */
function ofThisTable(head, line) {
  const at_ = head.indexOf("table");
  return !sheet.keyed.includes("table") || at_ < 0 || sheet.rows[0]?.key[0] === line[at_];
}

at("file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file || !sheet) return;
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return warn(say("notUtf8"));
  }
  const [head, ...rows] = fields(
    text
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .join("\n"),
  ).filter((row) => row.some(Boolean));
  if (!sheet.keyed.length) return warn(say("keyless"));
  const lacking = sheet.keyed.filter((name) => name !== "table" && !head?.includes(name));
  if (lacking.length) return warn(say("keyed", lacking.join(", ")));
  const places = head.map(columnOf),
    strange = [],
    unknown = new Set();
  let found = 0;
  for (const row of rows) {
    const y = rowOf(head, row);
    if (y < 0 && ofThisTable(head, row)) strange.push(sheet.keyed.map((name) => row[head.indexOf(name)]).join(" "));
    head.forEach((name, at_) => {
      const x = places[at_];
      if (x < 0 && row[at_] && !sheet.keyed.includes(name) && (y >= 0 || ofThisTable(head, row))) unknown.add(name);
      if (x >= 0 && y >= 0 && row[at_]) {
        if (sheet.group === "counters" && !asTable) put(x, y, row[at_]);
        else grid.put(x, y, row[at_]);
        found += 1;
      }
    });
  }
  const left = leftOut(strange, [...unknown]);
  if (!found) left.unshift(say("shape"));
  if (left.length) warn(left.join(" "));
});

async function back() {
  if (sending && queue.length) return;
  await flushed();
  const kept = paint?.kept;
  try {
    const told = await ask("/api/undo", { page });
    about = await ask("/api/start", {});
    await (told.sheet.startsWith("map/") && (paint || told.sheet === "map/lines.csv")
      ? openMap(kept)
      : open(told.sheet));
    if (told.left) warn(say("leftAlone", told.left));
    else if (told.other) warn(say("others"));
  } catch (error) {
    warn(error);
  }
}
addEventListener("beforeunload", (event) => {
  const typed = Boolean(grid.typed) || faces.settle();
  grid.settle();
  if (typed || sending || queue.length) event.preventDefault();
});
at("undo").addEventListener("click", back);
at("language").addEventListener("click", () => {
  language = language === "en" ? "es" : "en";
  speak();
  entitle();
  if (paint) openMap(paint.kept).catch(warn);
  else if (sheet) open(sheet.id).catch(warn);
});

speak();
try {
  about = await ask("/api/start", {});
  entitle();
  list();
  const first = about.sheets.find((one) => one.done < one.of) ?? about.sheets[0];
  if (first) await open(first.id);
  ask("/api/look", {}).catch(warn); // what keeps every command from reading the copy
} catch (error) {
  warn(error);
}
