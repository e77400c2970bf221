// The desk: sheets at the left, one as a grid; what is typed is written at once.

const WORDS = {
  en: { tables: "Tables", counters: "Counters", effects: "Effects", "set-ups": "Set-ups", cards: "Cards", hexes: "Hexes",
    how: "Type what is printed. Enter takes the cell as it stands and goes down, Tab goes right, arrow keys move, Escape takes back. Paste a column or a block; (none) empties a cell; an empty cell is ours again.",
    rules: "Rules that rest on it: {0}.", undo: "Undo", take: "Take a CSV", other: "Español", of: "{0} of {1}", lost: "The page's program has ended: start it again.", left: "{0} left that are ours", saved: "Saved in {0}", shape: "The file has no cell of this sheet." },
  es: { tables: "Tablas", counters: "Fichas", effects: "Efectos", "set-ups": "Despliegues", cards: "Cartas", hexes: "Hexágonos",
    how: "Escriba lo impreso. Intro acepta la casilla como está y baja, Tab va a la derecha, las flechas mueven, Esc anula. Pegue una columna o un bloque; (none) vacía una casilla; vacía, vuelve a la nuestra.",
    rules: "Reglas que se apoyan en ella: {0}.", undo: "Deshacer", take: "Tomar un CSV", other: "English", of: "{0} de {1}", lost: "El programa de la página ha terminado: vuelva a iniciarlo.", left: "quedan {0} que son nuestras", saved: "Guardado en {0}", shape: "El archivo no tiene ninguna casilla de esta hoja." },
};
let language = navigator.language.startsWith("es") ? "es" : "en";
const say = (name, ...more) => (WORDS[language][name] ?? name).replace(/\{(\d)\}/g, (_, at) => more[at]);

const token = location.hash.slice(1);
const at = (id) => document.getElementById(id);
let about, sheet, queue = [], sending = false;

async function ask(path, data = {}) {
  let answer;
  try { answer = await fetch(path, { method: "POST", headers: { "x-kessel-token": token }, body: JSON.stringify(data) }); }
  catch { throw new Error(say("lost")); }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

let timer;
function warn(error) {
  at("alert").textContent = error.message ?? error;
  at("alert").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { at("alert").hidden = true; }, 9000);
}

function made(tag, more = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(more)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

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
  const head = made("tr", {}, made("th"), ...sheet.columns.map((name) => made("th", { scope: "col" }, name)));
  const body = sheet.rows.map((row, y) => {
    const heading = made("th", { scope: "row" });
    if (sheet.group === "counters") heading.append(made("img", { loading: "lazy", alt: "", src: `/counter/${encodeURIComponent(row.key[0])}.png?token=${encodeURIComponent(token)}` }));
    heading.append(row.heading);
    return made("tr", {}, heading, ...row.cells.map((cell, x) => {
      const input = made("input", { "data-x": x, "data-y": y, autocomplete: "off", spellcheck: "false", "aria-label": `${row.heading}, ${sheet.columns[x]}` });
      input.value = shown(cell.text);
      const td = made("td", {}, input);
      dress(td, cell);
      return td;
    }));
  });
  const told = sheet.rules.length ? [made("p", { class: "how" }, say("rules", sheet.rules.join(", ")))] : [];
  at("sheet").replaceChildren(made("h2", {}, sheet.title in WORDS.en ? say(sheet.title) : sheet.title), made("p", { class: "how" }, say("how")), ...told, made("table", {}, made("thead", {}, head), made("tbody", {}, ...body)));
  list();
  (at("sheet").querySelector("td.invented input") ?? at("sheet").querySelector("td input"))?.focus();
}

const shown = (text) => sheet.group === "tables" ? text.replace(/\?$/, "") : text;
const cellAt = (x, y) => at("sheet").querySelector(`input[data-x="${x}"][data-y="${y}"]`);

function dress(td, cell) {
  td.classList.toggle("own", cell.own);
  td.classList.toggle("invented", cell.invented && !cell.own);
  td.classList.toggle("texts", sheet.texts);
}

function put(input, text) {
  const x = +input.dataset.x, row = sheet.rows[+input.dataset.y], cell = row.cells[x];
  input.value = text;
  cell.text = text; cell.own = text !== "";
  const td = input.parentElement;
  td.classList.remove("wrong"); td.querySelector(".told")?.remove();
  dress(td, cell);
  if (sheet.whole && text && sheet.columns[x] !== "setup") row.cells.forEach((other, at_) => { other.invented = false; dress(cellAt(at_, input.dataset.y).parentElement, other); });
  queue.push({ key: row.key, column: sheet.columns[x], text });
  send();
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
  const y = sheet.rows.findIndex((row) => JSON.stringify(row.key) === JSON.stringify(wrong.key));
  const input = cellAt(sheet.columns.indexOf(wrong.column), y);
  if (!input) return;
  input.parentElement.classList.remove("own");
  input.parentElement.classList.add("wrong");
  input.parentElement.append(made("span", { class: "told", role: "alert" }, wrong.told));
}

function go(input, dx, dy) {
  let x = +input.dataset.x + dx, y = +input.dataset.y + dy;
  if (y >= sheet.rows.length && x + 1 < sheet.columns.length) { y = 0; x += 1; }
  cellAt(x, y)?.focus();
}

const changed = (input) => { const cell = sheet.rows[+input.dataset.y].cells[+input.dataset.x]; return input.value.trim() !== shown(cell.text); };

at("sheet").addEventListener("focusin", (event) => event.target.select?.());
at("sheet").addEventListener("focusout", (event) => { if (event.target.matches("td input") && changed(event.target)) put(event.target, event.target.value.trim()); });
at("sheet").addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("td input")) return;
  const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  if (event.key === "Enter") { const cell = sheet.rows[+input.dataset.y].cells[+input.dataset.x]; if (changed(input) || (cell.invented && !cell.own && input.value)) put(input, input.value.trim()); go(input, 0, event.shiftKey ? -1 : 1); }
  else if (event.key === "ArrowDown") go(input, 0, 1);
  else if (event.key === "ArrowUp") go(input, 0, -1);
  else if (event.key === "ArrowRight" && whole) go(input, 1, 0);
  else if (event.key === "ArrowLeft" && whole) go(input, -1, 0);
  else if (event.key === "Escape") { input.value = shown(sheet.rows[+input.dataset.y].cells[+input.dataset.x].text); input.select(); }
  else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !changed(input)) back();
  else return;
  event.preventDefault();
});

function fields(text) {
  const sign = ["\t", ";", ","].find((one) => text.split("\n")[0].includes(one)) ?? "\t";
  const rows = [[]];
  let cell = "", quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const ch = text[i];
    if (quoted) { if (ch === '"' && text[i + 1] === '"') { cell += ch; i += 1; } else if (ch === '"') quoted = false; else cell += ch; }
    else if (ch === '"' && cell === "") quoted = true;
    else if (ch === sign) { rows.at(-1).push(cell.trim()); cell = ""; }
    else if (ch === "\n") { rows.at(-1).push(cell.trim()); cell = ""; rows.push([]); }
    else if (ch !== "\r") cell += ch;
  }
  rows.at(-1).push(cell.trim());
  return rows.filter((row) => row.some(Boolean));
}

function block(rows, x0, y0) {
  rows.forEach((row, dy) => row.forEach((text, dx) => { const input = cellAt(x0 + dx, y0 + dy); if (input && text) put(input, text); }));
}

at("sheet").addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain");
  if (!event.target.matches?.("td input") || !/[\t\n]/.test(text.trim())) return;
  event.preventDefault();
  const rows = text.includes("\t") ? fields(text) : text.trim().split(/\r?\n/).map((one) => [one.trim()]);
  block(rows, +event.target.dataset.x, +event.target.dataset.y);
});

at("file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file || !sheet) return;
  const [head, ...rows] = fields((await file.text()).replace(/^\ufeff/, "").split("\n").filter((line) => !line.startsWith("#")).join("\n"));
  let found = 0;
  for (const row of rows) {
    const y = sheet.rows.findIndex((one) => row.slice(0, one.key.length).includes(one.key.at(-1)));
    head.forEach((name, at_) => {
      const input = cellAt(sheet.columns.indexOf(name), y);
      if (input && row[at_]) { put(input, row[at_]); found += 1; }
    });
  }
  if (!found) warn(say("shape"));
});

async function back() {
  await flushed();
  try { const told = await ask("/api/undo"); about = await ask("/api/start"); await open(told.sheet); } catch (error) { warn(error); }
}
at("undo").addEventListener("click", back);
at("language").addEventListener("click", () => { language = language === "en" ? "es" : "en"; speak(); list(); });

speak();
try {
  about = await ask("/api/start");
  at("title").textContent = about.title;
  document.title = about.title;
  list();
  const first = about.sheets.find((one) => one.done < one.of) ?? about.sheets[0];
  if (first) await open(first.id);
} catch (error) { warn(error); }
