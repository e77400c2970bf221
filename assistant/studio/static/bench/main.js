// The workbench: files at the left, one in the middle as a grid or a text, at the right how it looks.

import { Grid } from "/kit/grid.js";
import { ask, element, pause, warn } from "/kit/link.js";
import { isCtrl, straight } from "/shared/dom.js";
import { renew } from "/shared/pressing.js";
import * as preview from "./preview.js";
import { Paper, typedIn } from "./text.js";
import { language, many, say, speak, switchLanguage } from "./words.js";

const at = (id) => document.getElementById(id);
const GROUPS = { "": "main", charts: "charts", map: "map", scenarios: "scenarios" };
const MOST = 5_000; // edits that are sent at once
const AGAIN = 2000; // milliseconds until the program is asked again after it failed
const TOLD = 300; // pixels that lie beside a cell of which something is told
let about,
  file = null,
  findings = [],
  drafts = [],
  checked = "",
  stamp = "",
  versions = {},
  listed = "", // the files that there are
  queue = [],
  sending = null,
  waits = "", // why what was typed cannot be sent now
  resting = new Set(), // files that could not be written: what was typed into them waits for the next try
  retry = 0,
  here = null,
  looked = 0, // the row that was typed last, which alone is drawn when a block of many is pasted
  looking = null;

const grid = new Grid(at("sheet"), {
  heading: (row) => row.label,
  shown: (cell) => cell.text,
  typing: (x, y, text) => look(y, x, text),
  came: (x, y) => {
    here = y;
    at("copy").disabled = at("drop").disabled = false;
    look(y);
  },
  put(x, y, text) {
    const row = file.rows[y],
      seen = row.cells.map((cell) => cell.text);
    row.cells[x].text = text;
    queue.push({ name: file.name, line: row.line, seen, column: file.columns[x], text, x, row });
    begin();
    looked = y;
    looking ??= Promise.resolve().then(() => {
      looking = null;
      return look(looked);
    });
  },
  beyond: (count) => warn(many("beyond", count)),
  undo: () => back(),
});
const paper = new Paper(at("sheet"), {
  changed: () => {
    at("save").disabled = !paper.dirty;
    state();
  },
  saved: (told) => {
    at("undo").disabled = !told.steps;
  },
  draft: (problems) => {
    drafts = problems.map((one) => ({ ...one, severity: "error", file: file.name }));
    marks();
  },
});

const isTable = (name) => name.endsWith(".csv");

/** The text files in which something is typed that is not saved; the open one also while it is away. */
const unsaved = () =>
  [...new Set([...about.files, ...(file ? [file.name] : [])])].filter(
    (name) => !isTable(name) && (name === file?.name ? paper.dirty : typedIn(name) !== null),
  );

async function look(y, x = -1, text = "") {
  const row = file.rows[y],
    name = file.name;
  const cells = row.cells.map((cell, at_) => (at_ === x ? text : cell.text));
  const problems = await preview.look(name, { line: row.line, cells }, file.columns);
  if (problems === null || file.name !== name) return;
  drafts = problems.map((one) => ({ ...one, severity: "error", file: name }));
  drafted = row.line;
  marks();
}
let drafted = 0;

/** Send what was typed; what cannot be written just now waits, in its order, and is tried again. */
function begin(anew = false) {
  if (anew) resting.clear();
  sending ??= Promise.resolve() // because what is put at once, as a block, is one step to undo
    .then(send)
    .finally(() => {
      sending = null;
      clearTimeout(retry);
      if (queue.length) retry = setTimeout(begin, AGAIN, true);
      state();
    });
  state();
}

/** The next edits of one file that is not at rest, taken out of those that wait. */
function next() {
  const name = queue.find((edit) => !resting.has(edit.name))?.name,
    edits = queue.filter((edit) => edit.name === name).slice(0, MOST),
    taken = new Set(edits);
  queue = queue.filter((edit) => !taken.has(edit));
  return [name, edits];
}

async function send() {
  for (let [name, edits] = next(); edits.length; [name, edits] = next()) {
    try {
      const told = await ask("/api/write", {
        name,
        version: file.name === name ? file.version : "",
        edits: edits.map(({ line, seen, column, text }) => ({ line, seen, column, text })),
      });
      if (file.name === name) file.version = told.version;
      if (!resting.size) waits = "";
      at("undo").disabled = !told.steps;
      if (file.name !== name) for (const one of told.torn) warn(say("elsewhere", name, one.theirs ?? "", one.mine));
      else if (told.stale || told.torn.length) await merge(name, told.torn);
    } catch (error) {
      if (error.apart || error.later) {
        queue = [...edits, ...queue];
        if (error.apart || waits !== error.message) warn(error);
        waits = error.message;
        state();
        if (error.later) resting.add(name);
        else await pause(AGAIN);
        continue;
      }
      warn(error);
      for (const edit of edits) {
        const y = file.rows.indexOf(edit.row);
        if (y >= 0) grid.mark(edit.x, y, [error.message], "torn");
      }
    }
  }
}

/** The cell that has the focus, if one has. */
const cellIn = () => (document.activeElement?.matches?.("td input") ? document.activeElement : null);

/** Another program wrote the table: show it anew, and what of it is at odds with what was typed. */
async function merge(name, torn = []) {
  if (file?.name !== name) return;
  const fresh = await ask("/api/file", { name });
  if (file?.name !== name) return;
  const cell = cellIn(),
    focus = cell && { x: +cell.dataset.x, y: +cell.dataset.y };
  const same = fresh.rows.length === file.rows.length && fresh.columns.join() === file.columns.join();
  if (same) {
    file.version = fresh.version;
    fresh.rows.forEach((row, y) => {
      const mine = file.rows[y];
      if (mine.line === row.line && mine.cells.every((cell, x) => cell.text === row.cells[x])) return;
      mine.line = row.line;
      mine.label = row.label;
      const typed = focus?.y === y && grid.changed(grid.cell(focus.x, y)) ? focus.x : -1;
      mine.cells.forEach((cell, x) => {
        if (x !== typed) cell.text = row.cells[x];
      }); // of that one it is told when it is saved
      grid.renew(y);
    });
  } else {
    const typed = focus && grid.cell(focus.x, focus.y),
      text = typed && grid.changed(typed) ? typed.value : null;
    const row = focus && file.rows[focus.y],
      key = row?.label,
      column = focus && file.columns[focus.x],
      saw = focus && row.cells[focus.x].text;
    take(fresh);
    if (focus) {
      const y = file.rows.findIndex((one) => one.label === key),
        x = file.columns.indexOf(column);
      if (y >= 0 && x >= 0) {
        grid.focus(x, y);
        if (text !== null) {
          grid.cell(x, y).value = text;
          file.rows[y].cells[x].text = saw;
        }
      } else if (text !== null) warn(say("gone", text));
    }
  }
  for (const one of torn) rip(one);
  await lookAgain();
}

/** What is told of the row that is typed, anew: it, or the language, is another. */
async function lookAgain() {
  drafts = [];
  const cell = isTable(file.name) && cellIn();
  if (cell) await look(+cell.dataset.y, +cell.dataset.x, cell.value.trim());
}

function rip(one) {
  const y = file.rows.findIndex((row) => row.line === one.line),
    x = file.columns.indexOf(one.column);
  if (one.theirs === null || y < 0 || x < 0) {
    warn(say("gone", one.mine));
    return;
  }
  const choose = (text) => () => {
    grid.mark(x, y, null);
    file.rows[y].cells[x].text = one.theirs;
    grid.renew(y);
    if (text !== one.theirs) grid.put(x, y, text);
    grid.focus(x, y);
    state();
  };
  grid.mark(
    x,
    y,
    [
      element("span", {}, `${say("torn", one.theirs)} `),
      element("button", { type: "button", onclick: choose(one.mine) }, `${say("mine")}: ${one.mine || "–"}`),
      element("button", { type: "button", onclick: choose(one.theirs) }, `${say("theirs")}: ${one.theirs || "–"}`),
    ],
    "torn",
  );
  lean();
  state();
}

/** What is told of a cell lies as far to its left as there is no room to its right. */
function lean() {
  const sheet = at("sheet"),
    end = sheet.getBoundingClientRect().left + sheet.clientWidth;
  for (const td of sheet.querySelectorAll("td:has(> .told)"))
    td.style.setProperty("--lean", `${Math.min(0, end - TOLD - td.getBoundingClientRect().left)}px`);
}
at("sheet").addEventListener("scroll", lean, { passive: true });
addEventListener("resize", lean);

function take(fresh) {
  file = fresh;
  if (isTable(fresh.name)) {
    for (const row of file.rows) row.cells = row.cells.map((text) => ({ text }));
    const comment = file.comment ? element("p", { class: "how" }, file.comment) : null;
    at("sheet").replaceChildren(
      ...[comment, element("p", { class: "how", "data-word": "how" }, say("how")), grid.show(file.columns, file.rows)].filter(Boolean),
    );
    grid.begin();
  } else paper.show(file);
  for (const id of ["copy", "drop", "find"]) at(id).hidden = !isTable(file.name);
  at("copy").disabled = at("drop").disabled = true;
  at("save").hidden = isTable(file.name);
  at("save").disabled = !paper.dirty;
  at("undo").disabled = !file.steps;
  at("name").textContent = straight(file.name);
  marks();
}

async function open(name, line = 0, column = "") {
  const left = file && name !== file.name && (isTable(file.name) ? grid.torn : paper.dirty);
  if (left && !confirm(say("sure"))) return;
  await sending;
  if (file?.name !== name) {
    drafts = [];
    here = null;
    take(await ask("/api/file", { name }));
  }
  list();
  if (isTable(name)) {
    const y = Math.max(
      0,
      file.rows.findIndex((row) => row.line === line),
    );
    if (file.rows.length) grid.focus(Math.max(0, file.columns.indexOf(column)), y);
    preview.choose(name === "counters.csv" ? "counter" : name.startsWith("map/") ? "board" : "counter");
  } else if (line) paper.go(line);
}

function list() {
  const nodes = [],
    waiting = unsaved();
  let group = null;
  for (const name of about.files) {
    const of = name.includes("/") ? name.split("/")[0] : "";
    if (of !== group) nodes.push(element("h3", {}, say(GROUPS[(group = of)])));
    const mine = findings.filter((one) => one.file === name),
      bad = mine.filter((one) => one.severity === "error").length,
      few = mine.filter((one) => one.severity === "warning").length;
    nodes.push(
      element(
        "button",
        {
          type: "button",
          "aria-current": String(file?.name === name),
          title: waiting.includes(name) ? say("unsaved") : null,
          onclick: () => open(name).catch(warn),
        },
        element("span", {}, `${name.split("/").pop()}${waiting.includes(name) ? " •" : ""}`),
        bad || few ? element("span", { class: bad ? "many" : "many few" }, String(bad || few)) : null,
      ),
    );
  }
  renew(at("files"), nodes);
  const bad = findings.filter((one) => one.severity === "error").length,
    rest = findings.length - bad;
  at("sound").className = !checked ? "busy" : bad ? "bad" : "good";
  at("sound").textContent = straight(
    !checked || checked !== stamp
      ? say("checking")
      : bad
        ? many("mistakes", bad)
        : rest
          ? `${say("sound")} · ${many("remarks", rest)}`
          : say("sound"),
  );
  state();
}

function state() {
  at("status").textContent = straight(standing());
}

/** How what was typed stands, in one sentence. */
function standing() {
  if (waits && queue.length) return `${many("waits", queue.length)} ${waits}`;
  if (sending) return say("saving");
  if (file && isTable(file.name) && grid.torn) return say("choose");
  const waiting = unsaved();
  return waiting.length ? say("unsavedIn", waiting.join(", ")) : say("saved", about.folder);
}

/** Mistakes at their cells and lines, and listed below; a row that is typed has its own, newer ones. */
function marks() {
  if (!file) return;
  const older = findings.filter(
    (one) =>
      one.file === file.name &&
      !(isTable(file.name)
        ? drafted && one.line === drafted && file.name === "counters.csv" && checked !== stamp
        : drafts.length),
  );
  const told = new Set(),
    all = [...drafts, ...older]
      .filter((one) => {
        const key = `${one.line} ${one.text}`;
        if (told.has(key)) return false;
        told.add(key);
        return true;
      })
      .sort((one, other) => one.line - other.line);
  if (isTable(file.name)) {
    const torn = [...grid.told].filter(([, mark]) => mark.kind === "torn");
    grid.unmark();
    for (const one of all.filter((one) => one.severity !== "note")) {
      const y = file.rows.findIndex((row) => row.line === one.line);
      if (y >= 0)
        grid.mark(
          file.columns.indexOf(one.column),
          y,
          [`${one.text} ${one.remedy ?? ""}`],
          one.severity === "error" ? "wrong" : "warned",
        );
    }
    for (const [key, mark] of torn) grid.mark(...key.split(",").map(Number), mark.told, "torn");
    lean();
  } else paper.mark(all.filter((one) => one.line && one.severity !== "note"));
  renew(
    at("wrong"),
    all.map((one) =>
      element(
        "li",
        { class: one.severity },
        element(
          "button",
          { type: "button", onclick: () => open(file.name, one.line, one.column).catch(warn) },
          element("strong", {}, one.line ? say("line", one.line) : say("file")),
          ` ${one.text} ${one.remedy ?? ""}`,
        ),
      ),
    ),
  );
}

/** The findings once more, in the language that is spoken now. */
async function again() {
  const told = await ask("/api/news", { stamp: "", checked: "", language });
  findings = told.findings;
  list();
  await lookAgain();
  marks();
}

async function listen() {
  for (;;) {
    try {
      const told = await ask("/api/news", { stamp, checked, language });
      const names = Object.keys(told.files).join();
      stamp = told.stamp;
      checked = told.checked;
      findings = told.findings;
      if (listed && names !== listed) about.files = (await ask("/api/start", {})).files;
      listed = names;
      if (checked === stamp) drafted = 0;
      preview.renew(stamp);
      const [was, is] = [versions[file?.name], told.files[file?.name]];
      versions = { ...versions, ...told.files }; // a file that is away is compared when it is back
      if (queue.length) begin(true);
      if (was && is && was !== is) await changed();
      settle();
      list();
      marks();
    } catch (error) {
      warn(error);
      await pause(AGAIN);
    }
  }
}

/** Once the files are checked as they are, what was told while a row was typed is told by that. */
function settle() {
  if (checked !== stamp || !file || !isTable(file.name)) return;
  const cell = cellIn();
  if (!cell || !grid.changed(cell)) drafts = [];
}

async function changed() {
  await sending;
  if (isTable(file.name)) {
    await merge(file.name);
    return;
  }
  const fresh = await ask("/api/file", { name: file.name });
  if (fresh.version !== paper.version) await paper.heard(fresh);
}

async function rows(drop) {
  if (here === null || !file.rows[here]) return;
  await sending;
  const row = file.rows[here],
    line = row.line,
    x = 0;
  try {
    const told = await ask("/api/row", { name: file.name, line, seen: row.cells.map((cell) => cell.text), drop });
    take(await ask("/api/file", { name: file.name }));
    const y = drop ? Math.min(here, file.rows.length - 1) : file.rows.findIndex((one) => one.line === told.line);
    if (y >= 0) grid.focus(x, y);
  } catch (error) {
    warn(error);
  }
}

async function back() {
  await sending;
  try {
    const told = await ask("/api/undo", {}),
      y = here;
    if (file.name !== told.name) {
      await open(told.name);
      return;
    }
    take(await ask("/api/file", { name: told.name }));
    if (y !== null && file.rows?.[y]) grid.focus(0, y);
  } catch (error) {
    warn(error);
  }
}

at("copy").addEventListener("click", () => rows(false));
at("drop").addEventListener("click", () => rows(true));
at("save").addEventListener("click", () => paper.save());
at("undo").addEventListener("click", back);
at("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const wanted = event.target.value.trim().toLowerCase(),
    from = here === null ? 0 : here + 1;
  const order = [...file.rows.keys()].map((y) => (y + from) % file.rows.length);
  const y = wanted
    ? order.find((one) => file.rows[one].cells.some((cell) => cell.text.toLowerCase().includes(wanted)))
    : undefined;
  if (y !== undefined)
    grid.focus(
      Math.max(
        0,
        file.rows[y].cells.findIndex((cell) => cell.text.toLowerCase().includes(wanted)),
      ),
      y,
    );
});
at("language").addEventListener("click", () => {
  switchLanguage();
  speak();
  if (!about) return;
  entitle();
  list();
  preview.speakPreview();
  if (!file) return;
  marks();
  again().catch(warn);
});
addEventListener("beforeunload", (event) => {
  if (!about) return;
  const torn = file && isTable(file.name) && (grid.typed || grid.torn);
  grid.settle();
  if (torn || unsaved().length || sending || queue.length) event.preventDefault();
});
addEventListener("keydown", (event) => {
  if (!isCtrl(event, "s")) return;
  event.preventDefault(); // the browser would offer to save the page
  if (!file) return;
  if (isTable(file.name)) {
    const typed = grid.typed;
    grid.settle();
    if (!typed && unsaved().length) open(unsaved()[0]).catch(warn); // there it is saved
  } else if (paper.dirty) paper.save();
});

/** The game's name in the language that is spoken. */
function entitle() {
  document.title = at("title").textContent = straight(about.titles[language] ?? about.title);
}

speak();
try {
  about = await ask("/api/start", {});
  document.documentElement.dataset.game = about.folder;
  entitle();
  preview.begin(about);
  list();
  const first = about.files.includes("counters.csv") ? "counters.csv" : about.files[0];
  await open(unsaved()[0] ?? first);
  listen();
} catch (error) {
  warn(error);
}
