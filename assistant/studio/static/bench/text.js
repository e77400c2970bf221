// A text file as it is: line numbers, what is wrong with it while it is typed, and its two states
// when another program wrote it meanwhile.

import { ask, element, warn } from "/kit/link.js";
import { language, say } from "./words.js";

const keyOf = (name) => `kessel-typed ${document.documentElement.dataset.game} ${name}`;

/** What was typed into a text file and not saved; null if nothing was. */
export function typedIn(name) {
  try {
    return sessionStorage.getItem(keyOf(name));
  } catch {
    return null; // a browser that keeps nothing
  }
}

export class Paper {
  constructor(host, hooks) {
    this.host = host;
    this.hooks = hooks;
  }

  show(file) {
    this.name = file.name;
    this.version = file.version;
    this.saved = file.text;
    this.marks = new Map();
    this.lines = element("pre", { "aria-hidden": "true" });
    this.area = element("textarea", { spellcheck: "false", "aria-label": file.name, wrap: "off" });
    const before = this.#before();
    this.area.value = before ?? file.text;
    this.area.addEventListener("input", () => this.#typed());
    this.note = element("div");
    this.host.replaceChildren(this.note, element("div", { class: "paper" }, this.lines, this.area));
    this.#size();
    if (before !== null && before !== file.text) {
      this.note.replaceChildren(element("p", { class: "how", "data-word": "kept" }, say("kept")));
      this.#typed();
    } else this.#keep();
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(0, 0);
  }

  get dirty() {
    return this.area?.isConnected && this.area.value !== this.saved;
  }

  /** The findings of this file: a line has its number marked. */
  mark(findings) {
    this.marks = new Map(findings.map((one) => [one.line, one]));
    this.#size();
  }

  go(line) {
    const start =
      this.area.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, start + (this.area.value.split("\n")[line - 1] ?? "").length);
    this.host.scrollTop = this.area.offsetTop + line * 20 - this.host.clientHeight / 2;
  }

  /** Another program wrote the file. */
  async heard(file) {
    if (file.text === this.area.value || !this.dirty) {
      const place = this.area.selectionStart;
      this.version = file.version;
      this.saved = file.text;
      this.area.value = file.text;
      this.area.setSelectionRange(place, place);
      this.#keep();
      this.#size();
      this.hooks.changed();
    } else this.#both(file);
  }

  async save() {
    try {
      const text = this.area.value,
        told = await ask("/api/text", { name: this.name, version: this.version, text });
      if (told.torn) {
        this.#both(told);
        return;
      }
      this.version = told.version;
      this.saved = text;
      this.note.replaceChildren();
      this.#keep();
      this.hooks.saved(told);
      this.hooks.changed();
    } catch (error) {
      warn(error);
    }
  }

  #both(file) {
    const mine = this.area.value.split("\n"),
      theirs = file.text.split("\n");
    const only = (one, other) => {
      const rest = new Set(other);
      return one.filter((line) => line.trim() && !rest.has(line)).slice(0, 40);
    };
    const take = (text) => {
      this.version = file.version;
      this.saved = file.text;
      this.area.value = text;
      this.note.replaceChildren();
      this.#typed();
      this.area.focus();
    };
    this.note.replaceChildren(
      element(
        "div",
        { class: "both", role: "alert" },
        element("p", {}, say("both")),
        element(
          "pre",
          {},
          ...only(theirs, mine).map((line) => element("del", {}, `${say("theirs")}: ${line}`)),
          ...only(mine, theirs).map((line) => element("ins", {}, `${say("mine")}: ${line}`)),
        ),
        element(
          "button",
          {
            type: "button",
            onclick: () => {
              take(this.area.value);
              this.save();
            },
          },
          say("takeMine"),
        ),
        " ",
        element("button", { type: "button", onclick: () => take(file.text) }, say("takeTheirs")),
      ),
    );
    this.host.scrollTop = 0;
  }

  #typed() {
    this.#keep();
    this.#size();
    this.hooks.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const text = this.area.value;
      try {
        const told = await ask("/api/syntax", { name: this.name, text, language });
        if (text === this.area.value) this.hooks.draft(told.problems);
      } catch (error) {
        warn(error);
      }
    }, 250);
  }

  #size() {
    const count = this.area.value.split("\n").length,
      parts = [];
    let plain = "";
    for (let line = 1; line <= count; line += 1) {
      if (this.marks.has(line)) {
        parts.push(plain, element("b", { title: this.marks.get(line).text }, String(line)));
        plain = "\n";
      } else plain += `${line}\n`;
    }
    this.lines.replaceChildren(...parts, plain);
    this.area.rows = count + 1;
  }

  // What is typed and not saved outlives the page.
  get #key() {
    return keyOf(this.name);
  }
  #before() {
    return typedIn(this.name);
  }
  #keep() {
    try {
      if (this.dirty) sessionStorage.setItem(this.#key, this.area.value);
      else sessionStorage.removeItem(this.#key);
    } catch {
      /* a browser that keeps nothing */
    }
  }
}
