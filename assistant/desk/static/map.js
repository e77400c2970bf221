// The map beside a sheet: counters are dragged to their hexes, terrain, hexsides and lines painted.

import { element as made, pictureAt } from "/kit/link.js";
import { isCtrl, straight } from "/shared/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const drawn = (tag, more) => {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(more)) node.setAttribute(key, value);
  return node;
};
/** The map in the language that is spoken. */
const pictureNow = () => `/map/${document.documentElement.lang}.png`;

const LOADING = { en: "The map is being drawn ...", es: "Se dibuja el mapa ..." };
const SIDES = ["q", "w", "e", "d", "s", "a"]; // the sides of a hex from the upper left, clockwise

/** A map that scrolls and zooms, with a cursor on one hex. */
export class Sheet {
  constructor(host, told, picture) {
    this.host = host;
    this.told = told;
    this.zoom = 0.5;
    [this.wide, this.high] = told.size;
    this.at = new Map(told.hexes.map(([name, x, y]) => [name, [x, y]]));
    const xs = told.corners.map(([x]) => x);
    this.across = Math.max(...xs) - Math.min(...xs);
    this.image = made("img", { alt: "" });
    this.svg = drawn("svg", { viewBox: `0 0 ${this.wide} ${this.high}` });
    this.layer = drawn("g", {});
    this.mark = drawn("polygon", { class: "cursor" });
    this.svg.append(this.layer, this.mark);
    this.pieces = made("div", { class: "pieces" });
    this.field = made("div", { class: "field" }, this.image, this.svg, this.pieces);
    this.view = made("div", { class: "view", tabindex: "0", "aria-label": "map" }, this.field);
    this.field.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey) {
          event.preventDefault();
          this.scale(Math.exp(-event.deltaY / 300), event);
        }
      },
      { passive: false },
    );
    this.view.addEventListener("keydown", (event) => this.key(event));
    this.loading = made(
      "p",
      { class: "loading", role: "status" },
      LOADING[document.documentElement.lang] ?? LOADING.en,
    );
    this.view.prepend(this.loading);
    this.image.addEventListener("load", () => {
      this.loading.hidden = true;
    });
    host.replaceChildren(this.view);
    this.keys = () => false;
    if (picture?.includes(pictureNow())) this.image.src = picture;
    else this.draw();
    this.scale(1);
  }

  /** The picture anew; the old one stays until it is there. */
  draw() {
    const next = new Image();
    next.onload = () => {
      this.image.src = next.src;
    };
    next.src = pictureAt(pictureNow(), `&v=${Date.now()}`);
  }

  scale(by) {
    const { view } = this,
      before = this.zoom;
    const x = (view.scrollLeft + view.clientWidth / 2) / before,
      y = (view.scrollTop + view.clientHeight / 2) / before;
    this.zoom = Math.min(1.6, Math.max(0.2, before * by));
    Object.assign(this.field.style, { width: `${this.wide * this.zoom}px`, height: `${this.high * this.zoom}px` });
    view.scrollTo(x * this.zoom - view.clientWidth / 2, y * this.zoom - view.clientHeight / 2);
  }

  /** Where on the picture the mouse is; nothing beyond the map's window. */
  point(event) {
    const box = this.view.getBoundingClientRect(),
      field = this.field.getBoundingClientRect();
    if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom)
      return null;
    return [(event.clientX - field.left) / this.zoom, (event.clientY - field.top) / this.zoom];
  }

  hex([x, y]) {
    let best = "",
      least = this.across * 0.75;
    for (const [name, [hx, hy]] of this.at) {
      const off = Math.hypot(hx - x, hy - y);
      if (off < least) {
        least = off;
        best = name;
      }
    }
    return best;
  }

  middle(one, other) {
    const [a, b] = this.at.get(one),
      [c, d] = this.at.get(other);
    return [(a + c) / 2, (b + d) / 2];
  }

  /** The hexside nearest to a point, as its two hexes in order. */
  side(point) {
    const name = this.hex(point);
    let best = null,
      least = Infinity;
    for (const other of name ? this.told.near[name] : []) {
      const [x, y] = this.middle(name, other),
        off = Math.hypot(x - point[0], y - point[1]);
      if (off < least) {
        least = off;
        best = [name, other].sort();
      }
    }
    return best;
  }

  corners(name) {
    const [x, y] = this.at.get(name);
    return this.told.corners.map(([dx, dy]) => [x + dx, y + dy]);
  }

  /** The ends of the side between two hexes: the corners that they share. */
  edge(one, other) {
    const [x, y] = this.middle(one, other);
    return this.corners(one)
      .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))
      .slice(0, 2);
  }

  choose(name, show = true) {
    if (!this.at.has(name)) return;
    this.cursor = name;
    this.mark.setAttribute(
      "points",
      this.corners(name)
        .map((c) => c.join(","))
        .join(" "),
    );
    if (!show) return;
    const [x, y] = this.at.get(name).map((value) => value * this.zoom),
      { view } = this,
      room = this.across * this.zoom;
    if (
      x < view.scrollLeft + room ||
      x > view.scrollLeft + view.clientWidth - room ||
      y < view.scrollTop + room ||
      y > view.scrollTop + view.clientHeight - room
    )
      view.scrollTo(x - view.clientWidth / 2, y - view.clientHeight / 2);
  }

  /** The neighbours of the cursor's hex from the upper left, clockwise. */
  around(name = this.cursor) {
    const [x, y] = this.at.get(name);
    const turned = (other) => {
      const [ox, oy] = this.at.get(other);
      return (Math.atan2(oy - y, ox - x) + 2 * Math.PI + 0.75 * Math.PI + 0.3) % (2 * Math.PI);
    };
    const slots = [];
    for (const other of this.told.near[name]) slots[Math.floor(turned(other) / (Math.PI / 3)) % 6] = other;
    return slots;
  }

  neighbour(key) {
    return this.around()[SIDES.indexOf(key)];
  }

  key(event) {
    this.cursor ?? this.choose(this.told.hexes[0][0]);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
      way = ways[event.key];
    if (this.keys(event)) {
      event.preventDefault();
      return;
    }
    if (way) {
      const [x, y] = this.at.get(this.cursor);
      const score = (name) => {
        const [ox, oy] = this.at.get(name);
        return ((ox - x) * way[0] + (oy - y) * way[1]) / Math.hypot(ox - x, oy - y) - (way[0] && oy > y ? 0.01 : 0);
      };
      const best = [...this.told.near[this.cursor]].sort((a, b) => score(b) - score(a))[0];
      if (best && score(best) > 0.3) this.choose(best);
    } else if (event.key === "+") this.scale(1.25);
    else if (event.key === "-") this.scale(0.8);
    else return;
    event.preventDefault();
  }
}

/** Counters of a set-up on the map. `hooks`: hexOf(row), put(y, hex), chosen(y), undo(). */
export class SetUp {
  constructor(host, table, told, rows, hooks) {
    this.map = new Sheet(host, told);
    this.rows = rows;
    this.hooks = hooks;
    this.table = table;
    this.active = 0;
    this.map.keys = (event) => {
      if (event.key === "Enter") this.hooks.put(this.active, this.map.cursor);
      else if (event.key === "Delete") this.hooks.put(this.active, "(none)");
      else if (isCtrl(event, "z")) this.hooks.undo();
      else return false;
      return true;
    };
    this.map.field.addEventListener("pointerdown", (event) => this.grab(event, event.target.dataset?.y));
    this.held = (event) => {
      const row = event.target.matches?.("th img") ? event.target.closest("tr") : null;
      if (row) this.grab(event, row.getAttribute("aria-rowindex") - 2);
    };
    table.addEventListener("pointerdown", this.held);
    this.show();
  }

  end() {
    this.table.removeEventListener("pointerdown", this.held);
  }

  show() {
    const { map } = this,
      many = new Map(),
      size = map.across * 0.72;
    map.pieces.replaceChildren(
      ...this.rows.flatMap((row, y) => {
        const hex = this.hooks.hexOf(row),
          place = map.at.get(hex);
        if (!place) return [];
        const under = many.get(hex) ?? 0;
        many.set(hex, under + 1);
        const node = made("img", {
          src: pictureAt(`/counter/${encodeURIComponent(row.key[0])}.png`),
          alt: row.heading,
          title: `${row.heading} ${hex}`,
          draggable: "false",
          "data-y": String(y),
        });
        const put = (value, of) => `${(value / of) * 100}%`;
        Object.assign(node.style, {
          left: put(place[0] - size / 2 + under * 7, map.wide),
          top: put(place[1] - size / 2 - under * 7, map.high),
          width: put(size, map.wide),
        });
        node.classList.toggle("active", y === this.active);
        return [node];
      }),
    );
  }

  choose(y) {
    this.active = y;
    const hex = this.hooks.hexOf(this.rows[y]);
    if (this.map.at.has(hex)) this.map.choose(hex);
    for (const node of this.map.pieces.children) node.classList.toggle("active", +node.dataset.y === y);
  }

  grab(event, which) {
    if (event.button !== 0) return;
    const start = this.map.point(event);
    if (which === undefined || which === null) {
      if (start) this.map.choose(this.map.hex(start), false);
      return;
    }
    event.preventDefault();
    const y = +which,
      row = this.rows[y];
    const ghost = made("img", {
      class: "ghost",
      alt: "",
      src: pictureAt(`/counter/${encodeURIComponent(row.key[0])}.png`),
    });
    let moved = false;
    const move = (now) => {
      if (!moved && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < 4) return;
      if (!moved) {
        moved = true;
        document.body.append(ghost);
      }
      Object.assign(ghost.style, { left: `${now.clientX}px`, top: `${now.clientY}px` });
      const at = this.map.point(now),
        hex = at && this.map.hex(at);
      if (hex) this.map.choose(hex, false);
    };
    const up = (now) => {
      ghost.remove();
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      const at = this.map.point(now),
        hex = at && this.map.hex(at);
      if (!moved) {
        this.hooks.chosen(y);
        return;
      }
      if (hex) this.hooks.put(y, hex);
      else if (start && !at) this.hooks.put(y, "(none)");
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }
}

/** Terrain, hexsides and lines with a brush. `hooks`: say(word), called(names, key), write(id, edits), undo(). */
export class Paint {
  constructor(host, told, hooks, kept = {}) {
    this.map = new Sheet(host, told, kept.picture);
    this.told = told;
    this.hooks = hooks;
    this.own = { hexes: new Set(told.own.hexes), sides: new Set(told.own.sides) };
    this.lines = new Set(told.lines.map((step) => step.join(" ")));
    this.mode = kept.mode ?? "terrain";
    this.brush = kept.brush ?? 0;
    if (kept.zoom) {
      this.map.zoom = kept.zoom;
      this.map.scale(1);
      this.map.view.scrollTo(kept.left, kept.top);
      if (kept.cursor) this.map.choose(kept.cursor, false);
    }
    this.map.keys = (event) => this.key(event);
    this.map.field.addEventListener("pointerdown", (event) => this.stroke(event));
    this.tools = made("div", { class: "tools" });
    this.show();
  }

  get kept() {
    const { map } = this;
    return {
      mode: this.mode,
      brush: this.brush,
      zoom: map.zoom,
      left: map.view.scrollLeft,
      top: map.view.scrollTop,
      cursor: map.cursor,
      picture: map.image.getAttribute("src"),
    };
  }
  get brushes() {
    return this.told[this.mode];
  }
  /** What the game calls a brush in the language that is spoken; one that it does not name is its id. */
  named(word) {
    return this.hooks.called(this.told.names, `${this.mode}.${word}`) ?? word;
  }
  get word() {
    return this.brushes[this.brush]?.[0];
  }

  show() {
    const { say } = this.hooks;
    const modes = ["terrain", "hexside", "line"]
      .filter((mode) => this.told[mode].length)
      .map((mode) =>
        made(
          "button",
          {
            type: "button",
            "aria-pressed": String(mode === this.mode),
            onclick: () => {
              this.mode = mode;
              this.brush = 0;
              this.show();
              this.map.view.focus(); // so that the keys of the brushes work at once
            },
          },
          say(mode),
        ),
      );
    const brushes = this.brushes.map(([name, label], at) => {
      const patch = made("i", {});
      patch.style.background = name === "clear" ? "transparent" : this.colour(name);
      return made(
        "button",
        {
          type: "button",
          class: "brush",
          "data-brush": name,
          "aria-pressed": String(at === this.brush),
          onclick: () => {
            this.brush = at;
            this.show();
            this.map.view.focus();
          },
        },
        patch,
        this.hooks.called(this.told.names, `${this.mode}.${name}`) ?? label,
        at < 9 ? made("kbd", {}, String(at + 1)) : "",
      );
    });
    this.tools.replaceChildren(
      made("div", { class: "modes" }, ...modes),
      ...brushes,
      made("p", { class: "how" }, say(`paint-${this.mode}`)),
      made("button", { type: "button", onclick: () => this.map.draw() }, say("redraw")),
    );
    this.overlay();
  }

  overlay() {
    const { map } = this,
      nodes = [];
    const label = (x, y, text) => {
      const node = drawn("text", { x, y, "font-size": map.across * 0.17 });
      node.textContent = straight(text);
      return node;
    };
    if (this.mode === "terrain")
      for (const name of this.own.hexes) {
        if (!map.at.has(name)) continue;
        const words = this.told.words[name] ?? "",
          first = this.natural(words)[0] ?? "clear",
          [x, y] = map.at.get(name);
        nodes.push(
          drawn("polygon", {
            points: map
              .corners(name)
              .map((c) => c.join(","))
              .join(" "),
            fill: first === "clear" ? "#fff" : this.colour(first),
            "fill-opacity": 0.4,
          }),
          label(
            x,
            y,
            (this.natural(words).length ? this.natural(words) : ["clear"]).map((word) => this.named(word)).join(" "),
          ),
        );
      }
    if (this.mode === "hexside")
      for (const [key, words] of Object.entries(this.told.sides)) {
        const [one, other] = key.split(" ");
        if (!map.at.has(one) || !map.at.has(other)) continue;
        const [a, b] = map.edge(one, other),
          mine = this.own.sides.has(key);
        words
          .split(" ")
          .filter(Boolean)
          .forEach((word, at) =>
            nodes.push(
              drawn("line", {
                x1: a[0],
                y1: a[1],
                x2: b[0],
                y2: b[1],
                stroke: this.colour(word),
                "stroke-width": (mine ? 9 : 5) - 2 * at,
                "stroke-opacity": mine ? 0.95 : 0.6,
              }),
            ),
          );
      }
    if (this.mode === "line")
      for (const key of this.lines) {
        const [kind, one, other] = key.split(" ");
        if (!map.at.has(one) || !map.at.has(other)) continue;
        const [a, b] = [map.at.get(one), map.at.get(other)];
        nodes.push(
          drawn("line", {
            x1: a[0],
            y1: a[1],
            x2: b[0],
            y2: b[1],
            stroke: this.colour(kind),
            "stroke-width": 6,
            "stroke-opacity": 0.75,
          }),
        );
      }
    map.layer.replaceChildren(...nodes);
  }

  /** Each word's own colour: golden angles apart, so that those beside each other differ. */
  colour(word) {
    const at = this.brushes.findIndex(([name]) => name === word);
    return `hsl(${(at * 137 + 80) % 360} 75% 38%)`;
  }

  area(word) {
    return this.told.terrain.find(([name]) => name === word)?.[2];
  }
  natural(words) {
    return words.split(" ").filter((word) => word && !this.area(word));
  }

  /** One touch of the brush; `there` says whether what it paints is to be there (nothing: turn it). */
  touch(what, there, more) {
    const { word } = this;
    if (!what || !word) return there;
    if (this.mode === "terrain") {
      const now = (this.told.words[what] ?? "").split(" ").filter(Boolean);
      const has = word === "clear" ? !this.natural(now.join(" ")).length : now.includes(word);
      const want = there ?? (word === "clear" || !has);
      if (want === has) return want;
      const kept = now.filter((one) => one !== word && (more || !want || this.area(word) || this.area(one)));
      const words = [...kept, ...(want && word !== "clear" ? [word] : [])].join(" ");
      this.told.words[what] = words;
      this.own.hexes.add(what);
      this.hooks.write("map/hexes.csv", [{ key: [what], column: "terrain", text: words || "clear" }]);
      return want;
    }
    const key = what.join(" ");
    if (this.mode === "hexside") {
      const now = (this.told.sides[key] ?? "").split(" ").filter(Boolean),
        has = now.includes(word),
        want = there ?? !has;
      if (want === has) return want;
      const words = (want ? [...now, word] : now.filter((one) => one !== word)).join(" ");
      this.told.sides[key] = words;
      this.own.sides.add(key);
      this.hooks.write("map/hexsides.csv", [{ key: what, column: "features", text: words || "(none)" }]);
      return want;
    }
    const step = `${word} ${key}`,
      has = this.lines.has(step),
      want = there ?? !has;
    if (want === has) return want;
    if (want) this.lines.add(step);
    else this.lines.delete(step);
    this.hooks.write("map/lines.csv", [{ key: [word, ...what], column: "there", text: want ? "yes" : "" }]);
    return want;
  }

  stroke(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.map.view.focus({ preventScroll: true });
    let there,
      last = "",
      at = this.map.point(event);
    const touch = (point, moved) => {
      const hex = this.map.hex(point);
      if (!hex) return;
      this.map.choose(hex, false);
      if (this.mode === "terrain") {
        if (hex !== last) {
          there = this.touch(hex, there, event.shiftKey);
          last = hex;
        }
      } else if (this.mode === "line" && moved) {
        if (last && hex !== last && this.told.near[last].includes(hex))
          there = this.touch([last, hex].sort(), there ?? true);
        last = hex;
      } else if (this.mode === "hexside") {
        const side = this.map.side(point);
        if (side && side.join(" ") !== last) {
          there = this.touch(side, there);
          last = side.join(" ");
        }
      }
      this.overlay();
    };
    if (this.mode !== "line") touch(at, false);
    else last = this.map.hex(at);
    let moved = false;
    const move = (now) => {
      const point = this.map.point(now);
      if (point && Math.hypot(point[0] - at[0], point[1] - at[1]) > 4) {
        moved = true;
        touch(point, true);
      }
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      if (this.mode === "line" && !moved) {
        this.touch(this.map.side(at));
        this.map.choose(last, false);
        this.overlay();
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey) {
      const back = isCtrl(event, "z");
      if (back) this.hooks.undo();
      return back;
    }
    if (/^[1-9]$/.test(event.key)) {
      if (this.brushes[event.key - 1]) {
        this.brush = event.key - 1;
        this.show();
      }
      return true;
    }
    if (event.key === " " || event.key === "Enter") {
      if (this.mode === "terrain") this.touch(this.map.cursor, undefined, event.shiftKey);
      this.overlay();
      return true;
    }
    const side = event.key.toLowerCase();
    if (!SIDES.includes(side)) return false;
    const other = this.map.neighbour(side);
    if (other && this.mode !== "terrain") {
      this.touch([this.map.cursor, other].sort());
      if (this.mode === "line") this.map.choose(other);
      this.overlay();
    }
    return true;
  }
}
