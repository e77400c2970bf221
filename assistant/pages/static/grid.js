// A table that is typed by keyboard: Enter goes down, Tab right, arrows move, a block is pasted.
// Of a long table only the rows in sight stand in the page, because thousands of inputs are slow.

import { element } from "./link.js";
import { isCtrl } from "/shared/dom.js";

const WHOLE = 300; // rows that are all made at once
const SPARE = 25; // rows beyond the edge of what is in sight

/**
 * `host` scrolls. What a page adds to the grid:
 * heading(row, y): what stands before a row; shown(cell): its text; dress(td, cell, x, y): its classes;
 * put(x, y, text): something was typed; take(cell): whether Enter accepts the cell as it stands;
 * typing(x, y, text) and came(x, y): while it is typed, and when the cell is entered; undo();
 * beyond(count): so many texts of a block found no cell.
 */
export class Grid {
  constructor(host, hooks) {
    this.host = host;
    this.hooks = {
      heading: (row) => row.heading,
      shown: (cell) => cell.text,
      dress() {},
      take: () => false,
      typing() {},
      came() {},
      beyond() {},
      undo() {},
      ...hooks,
    };
    this.told = new Map();
    host.addEventListener("focusin", (event) => {
      if (this.#isCell(event.target)) {
        event.target.select();
        this.hooks.came(...this.#place(event.target));
      }
    });
    host.addEventListener("focusout", (event) => {
      if (this.#isCell(event.target)) this.#leave(event.target);
    });
    host.addEventListener("input", (event) => {
      if (this.#isCell(event.target)) this.hooks.typing(...this.#place(event.target), event.target.value.trim());
    });
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("paste", (event) => this.#paste(event));
    host.addEventListener(
      "scroll",
      () => {
        if (this.long && this.table.isConnected) this.#fill();
      },
      { passive: true },
    );
  }

  /** Show a table: columns with their names, and those in the file; rows with heading, label and cells. */
  show(columns, rows, filed = columns) {
    // Because a cell that is taken off the page is left, and its place is that of another row now.
    const left = document.activeElement;
    if (this.#isCell(left) && this.host.contains(left)) letter(left, left.value.trim());
    this.columns = columns;
    this.rows = rows;
    this.long = rows.length > WHOLE;
    this.told.clear();
    this.wide = columns.map((_, x) =>
      Math.min(26, rows.reduce((most, row) => Math.max(most, this.hooks.shown(row.cells[x]).length), 1) + 3),
    );
    this.first = 0;
    this.last = 0;
    this.above = element("tr", { class: "spacer", "aria-hidden": "true" });
    this.below = element("tr", { class: "spacer", "aria-hidden": "true" });
    this.body = element("tbody", {}, this.above, this.below);
    const heads = columns.map((name, x) =>
      element("th", { scope: "col", title: filed[x] === name ? null : filed[x] }, name),
    );
    const head = element("tr", {}, element("th"), ...heads);
    this.table = element("table", { "aria-rowcount": String(rows.length + 1) }, element("thead", {}, head), this.body);
    return this.table;
  }

  /** Call when the table stands in the page. */
  begin() {
    this.high = 34;
    this.#fill();
    const made = this.body.children[1];
    if (made && this.long) {
      this.high = made.getBoundingClientRect().height || 34;
      this.#fill();
    }
  }

  cell(x, y) {
    return this.body?.querySelector(`input[data-x="${x}"][data-y="${y}"]`) ?? null;
  }

  focus(x, y) {
    if (this.long && (y < this.first || y >= this.last)) {
      this.host.scrollTop = this.table.offsetTop + y * this.high - this.host.clientHeight / 2;
      this.#fill();
    }
    this.cell(x, y)?.focus();
  }

  /** Show a row anew, as after somebody else changed it; what is being typed in it stays. */
  renew(y) {
    const row = this.#rowAt(y);
    if (!row) return;
    const typed =
      this.#isCell(document.activeElement) && row.contains(document.activeElement) ? document.activeElement : null;
    if (typed) {
      this.rows[y].cells.forEach((cell, x) => {
        const input = this.cell(x, y);
        if (input !== typed || !this.changed(input)) letter(input, this.hooks.shown(cell));
        this.hooks.dress(input.parentElement, cell, x, y);
      });
    } else row.replaceWith(this.#row(y));
  }

  dress(x, y) {
    const input = this.cell(x, y);
    if (input) this.hooks.dress(input.parentElement, this.rows[y].cells[x], x, y);
  }

  /** Put a sentence, or nodes, to a cell; x = -1 is its row. Nothing takes it away. */
  mark(x, y, told, kind = "wrong") {
    const key = `${x},${y}`;
    if (told) this.told.set(key, { told, kind });
    else this.told.delete(key);
    this.#dressMark(x, y);
  }

  unmark() {
    const keys = [...this.told.keys()];
    this.told.clear();
    for (const key of keys) this.#dressMark(...key.split(",").map(Number));
  }

  /** Write a text into a cell as if it were typed. */
  put(x, y, text) {
    const input = this.cell(x, y),
      cell = this.rows[y]?.cells[x];
    if (!cell) return;
    if (input) letter(input, text);
    this.mark(x, y, null);
    this.hooks.put(x, y, text);
    if (input && !text) letter(input, this.hooks.shown(cell)); // what holds where nothing of one's own stands
    this.dress(x, y);
  }

  /** A block of texts from a cell on; a break of line within a cell, which no table has, is a blank. */
  block(rows, x0, y0) {
    let beyond = 0;
    rows.forEach((row, dy) =>
      row.forEach((text, dx) => {
        if (!text) return;
        if (x0 + dx >= this.columns.length || y0 + dy >= this.rows.length) beyond += 1;
        else this.put(x0 + dx, y0 + dy, text.replace(/\s*\n\s*/g, " "));
      }),
    );
    if (beyond) this.hooks.beyond(beyond);
  }

  /** The cell that is being typed into and was not left yet; none where there is no such. */
  get typed() {
    const cell = document.activeElement;
    return this.#isCell(cell) && this.host.contains(cell) && this.changed(cell) ? cell : null;
  }

  /** Take what is being typed as if its cell were left. */
  settle() {
    if (this.typed) this.#leave(this.typed);
  }

  /** Whether cells wait for a choice between two texts. */
  get torn() {
    return [...this.told.values()].some((mark) => mark.kind === "torn");
  }

  /** Whether something was typed into a cell: what it holds need not be what the page put there last. */
  changed(input) {
    return input.value.trim() !== input.lettered;
  }

  #isCell(node) {
    return Boolean(node?.matches?.("td input[data-x]"));
  }
  #place(input) {
    return [+input.dataset.x, +input.dataset.y];
  }
  #rowAt(y) {
    return y >= this.first && y < this.last ? this.body.children[1 + y - this.first] : null;
  }

  #leave(input) {
    if (input.isConnected && this.changed(input)) this.put(...this.#place(input), input.value.trim());
  }

  #go(x, y) {
    if (y >= this.rows.length && x + 1 < this.columns.length) {
      y = 0;
      x += 1;
    }
    if (y >= 0 && y < this.rows.length && x >= 0 && x < this.columns.length) this.focus(x, y);
  }

  #key(event) {
    const input = event.target;
    if (!this.#isCell(input)) return;
    const [x, y] = this.#place(input),
      cell = this.rows[y].cells[x];
    const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (event.key === "Enter") {
      if (this.changed(input) || this.hooks.take(cell, input.value)) this.put(x, y, input.value.trim());
      this.#go(x, y + (event.shiftKey ? -1 : 1));
    } else if (event.key === "ArrowDown") this.#go(x, y + 1);
    else if (event.key === "ArrowUp") this.#go(x, y - 1);
    else if (event.key === "ArrowRight" && whole) this.#go(x + 1, y);
    else if (event.key === "ArrowLeft" && whole) this.#go(x - 1, y);
    else if (event.key === "Escape") {
      letter(input, this.hooks.shown(cell));
      input.select();
      this.hooks.typing(x, y, input.value);
    } else if (isCtrl(event, "z") && !this.changed(input)) this.hooks.undo();
    else return;
    event.preventDefault();
  }

  #paste(event) {
    const text = event.clipboardData.getData("text/plain").replace(/[\r\n]+$/, "");
    if (!this.#isCell(event.target) || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    this.block(fields(text, "\t"), ...this.#place(event.target));
  }

  #fill() {
    const count = this.rows.length;
    let first = 0,
      last = count;
    if (this.long) {
      const top = this.host.scrollTop - this.table.offsetTop;
      first = Math.max(0, Math.min(count, Math.floor(top / this.high) - SPARE));
      last = Math.min(count, Math.ceil((top + this.host.clientHeight) / this.high) + SPARE);
      if (last <= first) {
        first = Math.max(0, count - 2 * SPARE);
        last = count;
      }
      if (first >= this.first && last <= this.last && this.last - this.first < 6 * SPARE) return;
    }
    const typed = this.#isCell(document.activeElement) ? this.#place(document.activeElement)[1] : -1;
    if (typed >= this.first && typed < this.last && (typed < first || typed >= last))
      this.#leave(document.activeElement);
    const kept = new Map(),
      out = [];
    for (let y = this.first; y < this.last; y += 1) {
      if (y < first || y >= last) out.push(this.#rowAt(y));
      else kept.set(y, this.#rowAt(y));
    }
    for (const row of out) row.remove();
    this.first = first;
    this.last = last;
    let after = this.above;
    for (let y = first; y < last; y += 1) {
      const row = kept.get(y) ?? this.#row(y);
      if (after.nextSibling !== row) after.after(row);
      after = row;
    }
    this.above.style.height = `${first * this.high}px`;
    this.below.style.height = `${(count - last) * this.high}px`;
  }

  #row(y) {
    const row = this.rows[y];
    const cells = row.cells.map((cell, x) => {
      const input = element("input", {
        "data-x": String(x),
        "data-y": String(y),
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": `${row.label ?? row.heading}, ${this.columns[x]}`,
      });
      letter(input, this.hooks.shown(cell));
      input.style.minWidth = `${this.wide[x]}ch`;
      const td = element("td", {}, input);
      this.hooks.dress(td, cell, x, y);
      this.#put(td, `${x},${y}`);
      return td;
    });
    const head = element("th", { scope: "row" }, this.hooks.heading(row, y));
    this.#put(head, `-1,${y}`);
    return element("tr", { "aria-rowindex": String(y + 2) }, head, ...cells);
  }

  #dressMark(x, y) {
    const row = this.#rowAt(y);
    if (row) this.#put(row.children[x + 1], `${x},${y}`);
  }

  #put(td, key) {
    const mark = this.told.get(key);
    td.querySelector(".told")?.remove();
    td.classList.remove("wrong", "warned", "torn");
    if (!mark) return;
    td.classList.add(mark.kind);
    const told = [mark.told].flat();
    const whole = told.every((one) => typeof one === "string") ? told.join(" ") : null; // where a page shows but its begin
    td.append(element("span", { class: "told", role: "alert", title: whole }, ...told));
  }
}

/** What the page itself puts into an input. */
export function letter(input, text) {
  input.value = text;
  input.lettered = text.trim();
}

/** What parts the cells of a CSV file, by its head. */
const parting = (text) => ["\t", ";", ","].find((one) => text.split("\n")[0].includes(one)) ?? "\t";

/** The cells of a text as spreadsheets copy it or a CSV file holds it; a row of empty cells keeps its place. */
export function fields(text, sign = parting(text)) {
  const rows = [[]];
  let cell = "",
    quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const ch = text[i];
    if (quoted) {
      if (ch === '"' && text[i + 1] === '"') {
        cell += ch;
        i += 1;
      } else if (ch === '"') quoted = false;
      else cell += ch;
    } else if (ch === '"' && cell === "") quoted = true;
    else if (ch === sign) {
      rows.at(-1).push(cell.trim());
      cell = "";
    } else if (ch === "\n") {
      rows.at(-1).push(cell.trim());
      cell = "";
      rows.push([]);
    } else if (ch !== "\r") cell += ch;
  }
  rows.at(-1).push(cell.trim());
  return rows;
}
