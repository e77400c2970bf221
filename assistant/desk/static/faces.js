// Counters as counters: each figure on the picture of a face is a field of its own.

import { letter } from "/kit/grid.js";
import { ask, element as made, pictureAt, warn } from "/kit/link.js";
import { isCtrl } from "/shared/dom.js";

const AT_ONCE = 30;

/** `hooks`: say(word), put(x, y, text), undo(), came(x, y). */
export class Faces {
  constructor(hooks) {
    this.hooks = hooks;
    this.waiting = new Set();
    this.wanted = new Map();
    this.version = 0;
    this.told = {};
    this.seen = new IntersectionObserver(
      (found) => {
        for (const one of found) if (one.isIntersecting) this.want(one.target).catch(warn);
      },
      { rootMargin: "900px" },
    );
  }

  show(sheet) {
    this.sheet = sheet;
    this.seen.disconnect();
    this.waiting.clear();
    this.wanted.clear();
    this.cards = sheet.rows.map((row, y) => {
      const card = made(
        "article",
        { class: "counter", "data-y": String(y) },
        made("h4", {}, row.heading),
        made("div", { class: "faces" }),
      );
      this.seen.observe(card);
      return card;
    });
    this.dressAll();
    const host = made("div", { class: "gallery" }, ...this.cards);
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focusin", ({ target }) => {
      if (target.matches("input")) {
        target.select();
        this.hooks.came(+target.dataset.x, +target.dataset.y);
      }
    });
    host.addEventListener("focusout", ({ target }) => {
      if (target.matches("input") && this.changed(target)) this.write(target);
    });
    return host;
  }

  /** The first figure that is still ours; where all faces are pictures, the way to the table. */
  async begin() {
    const y = Math.max(
      0,
      this.sheet.rows.findIndex((row) => row.cells.some((cell) => cell.invented)),
    );
    await this.go(y, 0);
    if (!this.cards.some((card) => card.querySelector("input"))) document.getElementById("shape")?.focus();
  }

  /** Fulfilled when the figures of a card stand on it. */
  want(card) {
    const known = this.wanted.get(card);
    if (known) return known.there;
    const one = {};
    one.there = new Promise((done, failed) => Object.assign(one, { done, failed }));
    this.wanted.set(card, one);
    this.waiting.add(card);
    this.asking ??= Promise.resolve()
      .then(() => this.fetch())
      .finally(() => {
        this.asking = null;
      });
    return one.there;
  }

  async fetch() {
    while (this.waiting.size) {
      const some = [...this.waiting].slice(0, AT_ONCE);
      for (const card of some) this.waiting.delete(card);
      const ids = some.map((card) => this.sheet.rows[+card.dataset.y].key[0]);
      try {
        const told = await ask("/api/figures", { ids });
        some.forEach((card, at) => {
          if (card.isConnected) this.fill(card, told[ids[at]]);
          this.wanted.get(card)?.done();
        });
      } catch (error) {
        for (const card of some) {
          this.wanted.get(card)?.failed(error);
          this.wanted.delete(card);
        }
      }
    }
  }

  fill(card, told) {
    const y = +card.dataset.y,
      row = this.sheet.rows[y],
      id = row.key[0];
    const faces = Array.from({ length: told.faces }, (_, face) => {
      const node = made("div", { class: "face" }, made("img", { alt: "", src: this.picture(face, id) }));
      for (const one of told.figures.filter((figure) => figure.face === face)) {
        const x = this.sheet.columns.indexOf(one.column);
        if (x < 0) continue;
        const [left, top, right, bottom] = one.box;
        const part = one.part === null ? "" : String(one.part);
        const input = made("input", {
          autocomplete: "off",
          spellcheck: "false",
          "data-x": String(x),
          "data-y": String(y),
          "data-part": part,
          title: one.column,
          "aria-label": `${row.heading}, ${this.sheet.labels[x]}${part && ` ${+part + 1}`}`,
        });
        Object.assign(input.style, {
          left: `${left}%`,
          top: `${top}%`,
          width: `${right - left}%`,
          height: `${bottom - top}%`,
        });
        letter(input, this.text(x, y, part));
        node.append(input);
      }
      return node;
    });
    card.querySelector(".faces").replaceChildren(...faces);
  }

  picture(face, id) {
    return pictureAt(`/face/${face}/${encodeURIComponent(id)}.png`, `&v=${this.version}`);
  }

  text(x, y, part) {
    const text = this.sheet.rows[y].cells[x].text;
    return part === "" ? text : (text.split(/\s+/)[+part] ?? "");
  }

  /** Take what is being typed as if its figure were left; whether there was any. */
  settle() {
    const input = document.activeElement;
    const typed = Boolean(input?.matches?.(".gallery input")) && this.changed(input);
    if (typed) this.write(input);
    return typed;
  }

  changed(input) {
    return input.value.trim() !== input.lettered;
  }

  write(input) {
    const x = +input.dataset.x,
      y = +input.dataset.y,
      part = input.dataset.part;
    let text = input.value.trim();
    if (part !== "") {
      if (/\s/.test(text)) return this.mark(x, y, this.hooks.say("oneFigure", text));
      const { text: now, ours } = this.sheet.rows[y].cells[x];
      const words = now.split(/\s+/);
      words[+part] = text || (ours.split(/\s+/)[+part] ?? "");
      text = words.join(" ").trim();
      if (text === ours && !input.value.trim()) text = "";
    }
    this.cards[y].querySelector(".told")?.remove();
    this.hooks.put(x, y, text);
    letter(input, this.text(x, y, part));
    this.dress(y);
  }

  /** The pictures of a counter anew, when what was typed is written. */
  renew(y) {
    this.version += 1;
    const card = this.cards?.[y];
    card?.querySelectorAll("img").forEach((image, face) => {
      image.src = this.picture(face, this.sheet.rows[y].key[0]);
    });
    card?.querySelectorAll("input").forEach((input) => {
      if (input !== document.activeElement || !this.changed(input))
        letter(input, this.text(+input.dataset.x, y, input.dataset.part));
    });
  }

  mark(x, y, told) {
    const card = this.cards?.[y];
    card?.querySelector(".told")?.remove();
    card?.append(made("span", { class: "told", role: "alert" }, `${this.sheet.labels[x]}: ${told}`));
    this.dress(y);
  }

  dressAll() {
    this.cards.forEach((_, y) => this.dress(y));
  }

  dress(y) {
    const { cells } = this.sheet.rows[y];
    this.cards[y].classList.toggle(
      "own",
      cells.some((cell) => cell.own),
    );
    this.cards[y].classList.toggle(
      "invented",
      cells.some((cell) => cell.invented && !cell.own),
    );
  }

  async go(y, at) {
    const card = this.cards[y];
    if (!card) return;
    if (!card.querySelector("input")) {
      const held = document.activeElement;
      card.scrollIntoView({ block: "center" });
      await this.want(card);
      // Because who clicked a figure meanwhile types there: what he types would land in this one.
      if (document.activeElement !== held) return;
    }
    const inputs = card.querySelectorAll("input"),
      input = inputs[at < 0 ? inputs.length - 1 : at];
    if (!inputs.length) return this.go(y + (at < 0 ? -1 : 1), at);
    input.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const input = event.target;
    if (!input.matches("input")) return;
    const y = +input.dataset.y,
      mine = [...this.cards[y].querySelectorAll("input")],
      at = mine.indexOf(input);
    const next = (by) => (mine[at + by] ? this.go(y, at + by) : this.go(y + by, by < 0 ? -1 : 0));
    const cell = this.sheet.rows[y].cells[+input.dataset.x];
    if (event.key === "Enter") {
      if (this.changed(input) || (cell.invented && !cell.own)) this.write(input);
      next(event.shiftKey ? -1 : 1);
    } else if (event.key === "ArrowDown") this.go(y + 1, Math.min(at, 0));
    else if (event.key === "ArrowUp") this.go(y - 1, 0);
    else if (event.key === "Escape") {
      letter(input, this.text(+input.dataset.x, y, input.dataset.part));
      input.select();
    } else if (isCtrl(event, "z") && !this.changed(input)) this.hooks.undo();
    else return;
    event.preventDefault();
  }
}
