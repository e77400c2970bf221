// The desk: sheets at the left, one as a grid; what is typed is written at once.

import { Grid, fields } from "/kit/grid.js";
import { ask, element as made, pictureAt, warn } from "/kit/link.js";

const WORDS = {
  en: { tables: "Tables", counters: "Counters", effects: "Effects", "set-ups": "Set-ups", cards: "Cards", hexes: "Hexes",
    how: "Type what is printed. Enter takes the cell as it stands and goes down, Tab goes right, arrow keys move, Escape takes back. Paste a column or a block; (none) empties a cell; an empty cell is ours again.",
    rules: "Rules that rest on it: {0}.", undo: "Undo", take: "Take a CSV", other: "Español", of: "{0} of {1}", left: "{0} left that are ours", saved: "Saved in {0}", shape: "The file has no cell of this sheet." },
  es: { tables: "Tablas", counters: "Fichas", effects: "Efectos", "set-ups": "Despliegues", cards: "Cartas", hexes: "Hexágonos",
    how: "Escriba lo impreso. Intro acepta la casilla como está y baja, Tab va a la derecha, las flechas mueven, Esc anula. Pegue una columna o un bloque; (none) vacía una casilla; vacía, vuelve a la nuestra.",
    rules: "Reglas que se apoyan en ella: {0}.", undo: "Deshacer", take: "Tomar un CSV", other: "English", of: "{0} de {1}", left: "quedan {0} que son nuestras", saved: "Guardado en {0}", shape: "El archivo no tiene ninguna casilla de esta hoja." },
};
let language = navigator.language.startsWith("es") ? "es" : "en";
const say = (name, ...more) => (WORDS[language][name] ?? name).replace(/\{(\d)\}/g, (_, at) => more[at]);

const at = (id) => document.getElementById(id);
let about, sheet, queue = [], sending = false;

const shown = (text) => sheet.group === "tables" ? text.replace(/\?$/, "") : text;
const grid = new Grid(at("sheet"), {
  heading: (row) => sheet.group === "counters" ? made("span", {}, made("img", { loading: "lazy", alt: "", src: pictureAt(`/counter/${encodeURIComponent(row.key[0])}.png`) }), row.heading) : row.heading,
  shown: (cell) => shown(cell.text),
  dress(td, cell) {
    td.classList.toggle("own", cell.own);
    td.classList.toggle("invented", cell.invented && !cell.own);
    td.classList.toggle("texts", sheet.texts);
  },
  take: (cell, text) => cell.invented && !cell.own && text !== "",
  put(x, y, text) {
    const row = sheet.rows[y], cell = row.cells[x];
    cell.text = text; cell.own = text !== "";
    if (sheet.whole && text && sheet.columns[x] !== "setup") row.cells.forEach((other, at_) => { other.invented = false; grid.dress(at_, y); });
    queue.push({ key: row.key, column: sheet.columns[x], text });
    send();
  },
  undo: () => back(),
});

function speak() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  at("language").textContent = say("other");
}

function list() {
  const nodes = [];
  let group = "";
  for (const one of about.sheets) {
    if (one.group !== group) nodes.push(made("h3", {}, say(group = one.group)));
    const button = made("button", { type: "button", "data-id": one.id, "aria-current": String(sheet?.id === one.id) }, made("span", {}, one.title in WORDS.en ? say(one.title) : one.title), made("small", {}, one.of ? say("of", one.done, one.of) : ""));
    if (one.of) button.append(made("progress", { max: one.of, value: one.done, "aria-label": one.title }));
    button.addEventListener("click", () => open(one.id).catch(warn));
    nodes.push(button);
  }
  at("sheets").replaceChildren(...nodes);
  const left = about.sheets.reduce((sum, one) => sum + one.of - one.done, 0);
  at("status").textContent = `${say("left", left)} · ${say("saved", about.folder)}`;
  at("undo").disabled = !about.steps;
}

async function open(id) {
  await flushed();
  sheet = await ask("/api/sheet", { id });
  const told = sheet.rules.length ? [made("p", { class: "how" }, say("rules", sheet.rules.join(", ")))] : [];
  at("sheet").replaceChildren(made("h2", {}, sheet.title in WORDS.en ? say(sheet.title) : sheet.title), made("p", { class: "how" }, say("how")), ...told, grid.show(sheet.columns, sheet.rows));
  grid.begin();
  list();
  (at("sheet").querySelector("td.invented input") ?? at("sheet").querySelector("td input"))?.focus();
}

async function send() {
  if (sending) return;
  sending = true;
  const id = sheet.id;
  while (queue.length) {
    const edits = queue.splice(0);
    try {
      const told = await ask("/api/write", { id, edits });
      const one = about.sheets.find((other) => other.id === id);
      one.done = told.done; about.steps = told.steps;
      for (const wrong of told.wrong) mark(wrong);
      list();
    } catch (error) { warn(error); queue = []; open(id).catch(warn); }
  }
  sending = false;
}

const flushed = async () => { while (sending) await new Promise((done) => setTimeout(done, 20)); };

function mark(wrong) {
  const y = sheet.rows.findIndex((row) => JSON.stringify(row.key) === JSON.stringify(wrong.key)), x = sheet.columns.indexOf(wrong.column);
  if (y < 0 || x < 0) return;
  sheet.rows[y].cells[x].own = false;
  grid.dress(x, y);
  grid.mark(x, y, wrong.told);
}

at("file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file || !sheet) return;
  const [head, ...rows] = fields((await file.text()).replace(/^\ufeff/, "").split("\n").filter((line) => !line.startsWith("#")).join("\n"));
  let found = 0;
  for (const row of rows) {
    const y = sheet.rows.findIndex((one) => row.slice(0, one.key.length).includes(one.key.at(-1)));
    head.forEach((name, at_) => {
      const x = sheet.columns.indexOf(name);
      if (x >= 0 && y >= 0 && row[at_]) { grid.put(x, y, row[at_]); found += 1; }
    });
  }
  if (!found) warn(say("shape"));
});

async function back() {
  await flushed();
  try { const told = await ask("/api/undo", {}); about = await ask("/api/start", {}); await open(told.sheet); } catch (error) { warn(error); }
}
at("undo").addEventListener("click", back);
at("language").addEventListener("click", () => { language = language === "en" ? "es" : "en"; speak(); list(); });

speak();
try {
  about = await ask("/api/start", {});
  at("title").textContent = about.title;
  document.title = about.title;
  list();
  const first = about.sheets.find((one) => one.done < one.of) ?? about.sheets[0];
  if (first) await open(first.id);
} catch (error) { warn(error); }
