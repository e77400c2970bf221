// Hexes and hexsides in clusters of what looks alike, named, corrected by clicks; lines along hexes.

import { ask, element, warn } from "/kit/link.js";
import { isCtrl } from "/shared/dom.js";
import { LinePart } from "./lines.js";
import { PART, Veil } from "./veil.js";
import { called, say } from "./words.js";

const KEPT = 300; // steps that can be taken back
const SMALL = 14; // screen pixels of a hex's corner from its middle below which hexes are boxes without outlines
export const tone = (number) => `hsl(${(number * 137.5) % 360} 70% ${45 + (number % 3) * 9}%)`;
const sideKey = (one, other) => (one < other ? `${one}/${other}` : `${other}/${one}`);
const plain = (word) => !word.includes("@"); // what belongs to one hex of a side is written as slope@0509

export class TracePage {
  constructor(stage, start, panel) {
    Object.assign(this, { stage, start, panel, tab: "hexes", strength: 0.5, chosen: null });
    this.at = new Map(start.hexes.map(([name, x, y]) => [name, [x, y]]));
    this.directed = new Set(start.directed);
    this.parts = {
      hexes: this.part(start.terrain, start.counts.hexes),
      sides: this.part(start.hexside, start.counts.sides),
    };
    for (const [name, words] of Object.entries(start.traced.hexes)) this.parts.hexes.own.set(name, words);
    for (const [one, other, words] of start.traced.sides) {
      const { own } = this.parts.sides,
        key = sideKey(one, other);
      own.set(key, [
        ...new Set([
          ...(own.get(key) ?? []),
          ...words.map((word) => (this.directed.has(word) ? `${word}@${one}` : word)),
        ]),
      ]);
    }
    this.lines = new LinePart(this, start.traced.lines);
    this.past = [];
    this.pointed = null;
    this.veils = this.layers();
    stage.draw = (context) => this.drawn(context);
    stage.click = (at) => this.clicked(at);
    stage.grab = (at, event) => (event.shiftKey && this.tab === "hexes" ? (now) => this.painted(now) : null);
    stage.key = (event) => this.pressed(event);
    this.panelled();
    this.cluster("hexes").then(() => this.cluster("sides"));
  }

  part(kinds, count) {
    return { kinds, count, brush: new Set(), of: new Map(), members: [], sizes: [], names: new Map(), own: new Map() };
  }
  canSave() {
    return true;
  }

  async cluster(what) {
    const part = this.parts[what],
      status = document.getElementById("status");
    status.textContent = say("working");
    try {
      const told = await ask("/api/clusters", { what, count: part.count });
      if (what === "sides" && !this.ends)
        this.ends = new Map(told.sides.map(([one, other]) => [sideKey(one, other), this.end(one, other)]));
      part.keys ??=
        what === "hexes"
          ? this.start.hexes.map(([name]) => name)
          : told.sides.map(([one, other]) => sideKey(one, other));
      const first = !part.of.size;
      if (!first) this.remember();
      const names = this.namesKept(part, told.of);
      part.of = new Map(part.keys.map((key, index) => [key, told.of[index]]));
      part.members = [];
      part.keys.forEach((key, index) => (part.members[told.of[index]] ??= []).push(key));
      part.sizes = [];
      for (const number of told.of) part.sizes[number] = (part.sizes[number] ?? 0) + 1;
      part.names = names;
      this.point(null, null);
      if (first && what === "sides" && part.sizes.length) part.names.set(0, []); // most hexsides are nothing
    } catch (error) {
      warn(error);
    }
    status.textContent = "";
    this.spoil();
    this.panelled();
  }

  namesKept(part, of) {
    // a new cluster keeps the name that all of it had: finer ones divide those of before
    const names = new Map(),
      lost = new Set();
    part.keys.forEach((key, index) => {
      const number = of[index],
        words = part.names.get(part.of.get(key));
      if (lost.has(number)) return;
      if (!words || (names.has(number) && names.get(number).join() !== words.join())) {
        lost.add(number);
        names.delete(number);
      } else names.set(number, words);
    });
    return names;
  }

  end(one, other) {
    // the two ends of a hexside
    const number = this.start.near[one].indexOf(other),
      [x, y] = this.at.get(one),
      corners = this.start.corners;
    // Hexes at the edge lack neighbours: the side is told by the direction, not by its place in the list.
    const [ox, oy] = this.at.get(other);
    let best = 0,
      nearest = Infinity;
    for (let n = 0; n < 6; n += 1) {
      const [ax, ay] = corners[n],
        [bx, by] = corners[(n + 1) % 6];
      const far = Math.hypot((ax + bx) / 2 - (ox - x) / 2, (ay + by) / 2 - (oy - y) / 2);
      if (far < nearest) {
        nearest = far;
        best = n;
      }
    }
    const [a, b] = [corners[best], corners[(best + 1) % 6]];
    return number < 0
      ? null
      : [
          [x + a[0], y + a[1]],
          [x + b[0], y + b[1]],
        ];
  }

  words(what, key) {
    const part = this.parts[what];
    return part.own.get(key) ?? part.names.get(part.of.get(key));
  }

  remember() {
    const copy = ({ names, own, of, members, sizes, count }) => ({
      names: new Map(names),
      own: new Map(own),
      of,
      members,
      sizes,
      count,
    });
    this.past.push({ hexes: copy(this.parts.hexes), sides: copy(this.parts.sides), lines: this.lines.copy() });
    if (this.past.length > KEPT) this.past.shift();
  }

  undo() {
    const back = this.past.pop();
    if (!back) return;
    for (const what of ["hexes", "sides"]) Object.assign(this.parts[what], back[what]);
    this.lines.restore(back.lines);
    this.spoil();
    this.panelled();
  }

  pressed(event) {
    if (isCtrl(event, "z")) {
      this.undo();
      return true;
    }
    return this.tab === "lines" && this.lines.pressed(event);
  }

  nearest(at) {
    let best = null,
      nearest = Infinity;
    for (const [name, [x, y]] of this.at) {
      const far = Math.hypot(x - at[0], y - at[1]);
      if (far < nearest) {
        nearest = far;
        best = name;
      }
    }
    const [cx, cy] = this.start.corners[0];
    return nearest <= Math.hypot(cx, cy) * 1.05 ? best : null;
  }

  nearestSide(at) {
    let best = null,
      nearest = Infinity;
    for (const [key, ends] of this.ends ?? []) {
      if (!ends) continue;
      const [[ax, ay], [bx, by]] = ends,
        far = Math.hypot((ax + bx) / 2 - at[0], (ay + by) / 2 - at[1]);
      if (far < nearest) {
        nearest = far;
        best = key;
      }
    }
    return best;
  }

  clicked(at) {
    if (this.tab === "lines") {
      this.lines.clicked(this.nearest(at));
      return;
    }
    const what = this.tab,
      part = this.parts[what],
      key = what === "hexes" ? this.nearest(at) : this.nearestSide(at);
    if (!key) return;
    if (!part.ready) {
      this.point(this.pointed, part.of.get(key) ?? null);
      this.panelled();
      return;
    }
    this.remember();
    part.own.set(key, what === "hexes" ? [...part.brush] : this.sideWords(key, at));
    this.changed(what, [key]);
    this.panelled();
  }

  sideWords(key, at) {
    // what a hexside has after a click: a second click takes back what the first gave
    const { brush } = this.parts.sides,
      now = this.words("sides", key) ?? [];
    if (!brush.size) return [];
    const owner = key.split("/").reduce((one, other) => (this.far(one, at) <= this.far(other, at) ? one : other));
    const own = [...brush].filter((word) => this.directed.has(word)).map((word) => `${word}@${owner}`),
      rest = [...brush].filter((word) => !this.directed.has(word));
    const had = own.length ? own.every((word) => now.includes(word)) : now.filter(plain).join() === rest.join();
    const kept = now.filter((word) => (own.length ? !own.includes(word) && !rest.includes(word) : !plain(word)));
    return had ? kept : [...kept, ...rest, ...own];
  }

  far(hex, at) {
    const [x, y] = this.at.get(hex) ?? [Infinity, Infinity];
    return Math.hypot(x - at[0], y - at[1]);
  }

  painted(at) {
    const part = this.parts.hexes,
      key = this.nearest(at);
    if (!key || !part.ready) return;
    const words = [...part.brush];
    if (part.own.get(key)?.join() === words.join()) return;
    this.remember();
    part.own.set(key, words);
    this.changed("hexes", [key]);
  }

  named(number) {
    const part = this.parts[this.tab];
    this.point(this.pointed, number);
    if (part.ready) {
      this.remember();
      part.names.set(
        number,
        [...part.brush].filter((word) => !this.directed.has(word)),
      );
      // What the owner says of a cluster now counts for its hexes, but not against single clicks.
      this.changed(
        this.tab,
        (part.members[number] ?? []).filter((key) => !part.own.has(key)),
      );
    }
    this.panelled();
  }

  /** Whether a line is begun and not ended; `end` ends it. */
  begun() {
    return this.lines.run.length > 1;
  }
  end() {
    if (this.begun()) this.lines.ended();
  }

  /** What is saved: the hexes, hexsides and lines that have a name. */
  content() {
    const hexes = {},
      sides = [];
    for (const [name] of this.at) {
      const words = this.words("hexes", name);
      if (words?.length) hexes[name] = words;
    }
    for (const key of this.ends?.keys() ?? this.parts.sides.own.keys()) {
      const words = this.words("sides", key);
      if (words?.length) sides.push(...this.sent(key, words));
    }
    return { hexes, sides, lines: this.lines.told() };
  }
  save(changed) {
    return ask("/api/save", { ...this.content(), changed, seen: this.start.seen });
  }

  sent(key, words) {
    // a hexside as the tables have it: what belongs to one hex in a row of that hex
    const [one, other] = key.split("/"),
      rest = words.filter(plain);
    const of = (hex) => words.filter((word) => word.endsWith(`@${hex}`)).map((word) => word.slice(0, -hex.length - 1));
    const first = of(one),
      second = of(other);
    if (!second.length) return [[one, other, [...rest, ...first]]];
    if (!first.length) return [[other, one, [...rest, ...second]]];
    return [
      [one, other, [...rest, ...first]],
      [other, one, second],
    ];
  }

  toneOf(what, words) {
    const part = this.parts[what],
      index = part.kinds.findIndex(([id]) => words.includes(id) && id !== "clear");
    return tone(index < 0 ? 90 : index + 3);
  }

  panelled() {
    const tab = (what) =>
      element(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-selected": String(this.tab === what),
          onclick: () => {
            this.tab = what;
            this.point(null, null);
            this.panelled();
          },
        },
        say(what),
      );
    const strength = element("input", {
      type: "range",
      min: "0",
      max: "100",
      value: String(this.strength * 100),
      "aria-label": say("strength"),
      oninput: (event) => {
        this.strength = event.target.value / 100;
        this.stage.paint();
      },
    });
    const body = this.tab === "lines" ? this.lines.panel() : this.sorted(this.tab);
    this.panel.replaceChildren(
      element("div", { class: "tabs", role: "tablist" }, tab("hexes"), tab("sides"), tab("lines")),
      element(
        "div",
        { class: "row" },
        element("button", { type: "button", disabled: !this.past.length, onclick: () => this.undo() }, say("undo")),
        say("strength"),
        strength,
      ),
      ...body,
    );
    this.stage.paint();
  }

  sorted(what) {
    const part = this.parts[what];
    const ground = what === "hexes" ? "terrain" : "hexside",
      name = (id) => called(this.start, ground, part.kinds.find(([known]) => known === id) ?? [id, id]);
    const chip = ([id], number) =>
      element(
        "button",
        {
          type: "button",
          "aria-pressed": String(part.brush.has(id)),
          onclick: (event) => this.chosenWord(part, id, event.shiftKey || event.ctrlKey || event.metaKey),
        },
        name(id),
      );
    const none = element(
      "button",
      {
        type: "button",
        "aria-pressed": String(Boolean(part.ready && !part.brush.size)),
        onclick: () => {
          part.brush.clear();
          part.ready = true;
          this.panelled();
        },
      },
      say("none"),
    );
    const chips = part.kinds.map((kind, number) => {
      const node = chip(kind, number);
      node.style.setProperty("--tone", this.toneOf(what, [kind[0]]));
      return node;
    });
    const count = element("input", {
      type: "range",
      min: "4",
      max: "80",
      value: String(part.count),
      "aria-label": say("finer"),
      onchange: (event) => {
        part.count = Number(event.target.value);
        this.cluster(what);
      },
    });
    const own = new Map();
    for (const key of part.own.keys()) {
      const number = part.of.get(key);
      own.set(number, (own.get(number) ?? 0) + 1);
    }
    const rows = part.sizes.map((size, number) => {
      const words = part.names.get(number),
        text = words
          ? words.map(name).join(" + ") || say("none")
          : say("nothing");
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = words ? this.toneOf(what, words) : tone(number);
      return element(
        "button",
        {
          type: "button",
          class: `cluster${this.chosen === number ? " chosen" : ""}`,
          "data-cluster": String(number),
          onclick: () => this.named(number),
          onpointerenter: () => this.point(number, this.chosen),
          onpointerleave: () => this.point(null, this.chosen),
        },
        swatch,
        element("span", { class: words ? "words" : "words none" }, text),
        element("span", { class: "count" }, String(size)),
      );
    });
    const open = what === "hexes" ? this.start.hexes.filter(([name]) => !this.words("hexes", name)).length : 0;
    const again = part.own.size
      ? [
          element(
            "button",
            {
              type: "button",
              onclick: () => {
                this.remember();
                part.own.clear();
                this.spoil();
                this.panelled();
              },
            },
            say("fresh"),
          ),
        ]
      : [];
    return [
      element("p", { class: "how" }, say(what === "hexes" ? "hexHow" : "sideHow")),
      element("h2", {}, say("words")),
      element(
        "div",
        { class: "chips" },
        ...(part.kinds.length ? [...(what === "sides" ? [none] : []), ...chips] : [say("noKinds")]),
      ),
      ...([...part.brush].some((word) => this.directed.has(word))
        ? [element("p", { class: "how" }, say("ownHow"))]
        : []),
      element("h2", {}, say("clusters")),
      element("div", { class: "row" }, say("finer"), count, ...again),
      ...(open ? [element("p", { class: "how", id: "left" }, say("left", open))] : []),
      ...rows,
    ];
  }

  chosenWord(part, id, together) {
    // one word for the next clicks; with Shift or Ctrl it joins those chosen
    part.ready = true;
    const had = part.brush.has(id),
      others = [...part.brush].filter((word) => word !== id && word !== "clear");
    if (!together || id === "clear") part.brush = new Set(had && !others.length ? [] : [id]);
    else part.brush = new Set(had ? others : [...others, id]);
    if (!part.brush.size) part.ready = false;
    this.panelled();
  }

  layers() {
    // what is drawn over the picture, each on a canvas of its own
    const at = () => this.stage.matrix(),
      layer = (strokes) => new Veil(this.stage, at, strokes);
    const hexes = (draw) =>
      function* (ink, now) {
        let n = 0;
        for (const name of this.at.keys()) {
          draw.call(this, ink, now, name);
          if ((n += 1) % PART === 0) yield;
        }
      }.bind(this);
    const sides = (draw) =>
      function* (ink, now) {
        let n = 0;
        for (const key of this.ends?.keys() ?? []) {
          draw.call(this, ink, now, key);
          if ((n += 1) % PART === 0) yield;
        }
      }.bind(this);
    return {
      tones: layer(hexes(this.toned)),
      outlines: layer(hexes(this.outlined)),
      open: layer(sides(this.openSide)),
      named: layer(sides(this.namedSide)),
      pointedHexes: layer(hexes(this.pointedHex)),
      pointedSides: layer(sides(this.pointedSide)),
    };
  }

  spoil() {
    for (const veil of Object.values(this.veils)) veil.spoil();
  }

  changed(what, keys) {
    // these hexes or hexsides have other words than before
    const { tones, outlines, open, named } = this.veils,
      near = (key) => this.seen(what, key),
      shown = keys.filter(near);
    if (what === "hexes") {
      tones.change(shown, (ink, at, name) => this.toned(ink, at, name, true));
      outlines.change(shown, (ink, at, name) => this.outlined(ink, at, name));
    } else {
      open.change(shown, (ink, at, key) => this.openSide(ink, at, key, true));
      named.change(shown, (ink, at, key) => this.namedSide(ink, at, key, true));
    }
  }

  seen(what, key) {
    const ends = what === "sides" ? this.ends?.get(key) : null,
      place = what === "sides" ? ends?.[0] : this.at.get(key);
    if (!place) return false;
    const [x, y] = this.stage.screen(place),
      [wide, high] = this.stage.size,
      reach = this.stage.scale * Math.hypot(...this.start.corners[0]) * 2;
    return x > -reach && y > -reach && x < wide + reach && y < high + reach;
  }

  drawn(context) {
    const { tones, outlines, open, named, pointedHexes, pointedSides } = this.veils;
    if (this.tab === "sides") {
      open.show(context, this.strength);
      named.show(context);
      if (this.shown !== null) pointedSides.show(context);
      return;
    }
    if (this.tab === "hexes") tones.show(context, this.strength);
    if (this.broadly()) outlines.show(context);
    if (this.tab === "hexes" && this.shown !== null) pointedHexes.show(context, 0.6);
    if (this.tab === "lines") this.lines.drawn(context);
  }

  broadly() {
    return this.stage.scale * Math.hypot(...this.start.corners[0]) >= SMALL;
  }

  outline(ink, at, name, part = 1) {
    // the path of a hex; seen from afar a box, which is much quicker
    const { a: scale, e, f } = at,
      [px, py] = this.at.get(name),
      x = px * scale + e,
      y = py * scale + f,
      { corners, pointy } = this.start;
    ink.beginPath();
    if (scale * Math.hypot(...corners[0]) < SMALL) {
      const [across, down] = [0, 1].map(
        (n) => Math.max(...corners.map((corner) => corner[n])) * 2 * scale * part * (n === (pointy ? 1 : 0) ? 0.75 : 1),
      );
      ink.rect(x - across / 2, y - down / 2, across, down);
    } else {
      corners.forEach(([cx, cy], n) =>
        n
          ? ink.lineTo(x + cx * scale * part, y + cy * scale * part)
          : ink.moveTo(x + cx * scale * part, y + cy * scale * part),
      );
      ink.closePath();
    }
  }

  toned(ink, at, name, again = false) {
    if (!again && !this.seen("hexes", name)) return;
    const number = this.parts.hexes.of.get(name),
      words = this.words("hexes", name),
      filled = words ? words.some((word) => word !== "clear") : number !== undefined;
    if (!filled && !again) return;
    this.outline(ink, at, name);
    if (!filled) ink.globalCompositeOperation = "destination-out";
    ink.fillStyle = filled ? (words ? this.toneOf("hexes", words) : tone(number)) : "#000";
    ink.fill();
    ink.globalCompositeOperation = "source-over";
  }

  outlined(ink, at, name) {
    if (at.a * Math.hypot(...this.start.corners[0]) < SMALL || !this.seen("hexes", name)) return;
    this.outline(ink, at, name);
    ink.strokeStyle = "#0005";
    ink.lineWidth = 1;
    ink.stroke();
    if (!this.parts.hexes.own.has(name)) return;
    const [x, y] = this.at.get(name);
    ink.fillStyle = "#000";
    ink.beginPath();
    ink.arc(x * at.a + at.e, y * at.a + at.f, 2.5, 0, 7);
    ink.fill();
  }

  get shown() {
    return this.pointed ?? this.chosen;
  } // the cluster that is lit

  pointedHex(ink, at, name) {
    if (this.parts.hexes.of.get(name) !== this.shown || !this.seen("hexes", name)) return;
    const far = at.a * Math.hypot(...this.start.corners[0]) < SMALL;
    ink.fillStyle = ink.strokeStyle = "#fff";
    ink.lineWidth = 2.5;
    this.outline(ink, at, name, far ? 0.5 : 1);
    if (far) ink.fill();
    else ink.stroke();
  }

  broad(at) {
    return Math.max(1.5, Math.min(5, at.a * Math.hypot(...this.start.corners[0]) * 0.16));
  }

  side(ink, at, key) {
    // the path of a hexside; false without one
    const ends = this.ends.get(key);
    if (!ends) return false;
    const [[ax, ay], [bx, by]] = ends,
      { a: scale, e, f } = at;
    ink.beginPath();
    ink.lineCap = "round";
    ink.moveTo(ax * scale + e, ay * scale + f);
    ink.lineTo(bx * scale + e, by * scale + f);
    return true;
  }

  openSide(ink, at, key, again = false) {
    // what has no name yet is thin, so that the picture stays visible
    const words = this.words("sides", key),
      broad = this.broad(at);
    if ((words && !again) || !this.seen("sides", key) || !this.side(ink, at, key)) return;
    ink.lineWidth = (broad < 2.5 ? 1 : broad * 0.6) + (words ? 1.5 : 0);
    ink.strokeStyle = tone(this.parts.sides.of.get(key) ?? 0);
    if (words) ink.globalCompositeOperation = "destination-out";
    ink.stroke();
    ink.globalCompositeOperation = "source-over";
  }

  namedSide(ink, at, key, again = false) {
    const words = this.words("sides", key) ?? [],
      rest = words.filter(plain),
      broad = this.broad(at);
    if ((!words.length && !again) || !this.seen("sides", key) || !this.side(ink, at, key)) return;
    if (again) {
      ink.globalCompositeOperation = "destination-out";
      ink.lineWidth = broad + 4;
      ink.stroke();
      ink.globalCompositeOperation = "source-over";
    }
    if (rest.length) {
      if (broad > 2) {
        ink.strokeStyle = "#0008";
        ink.lineWidth = broad + 3;
        ink.stroke();
      }
      ink.strokeStyle = this.toneOf("sides", rest);
      ink.lineWidth = broad;
      ink.stroke();
    }
    const [one, other] = this.ends.get(key).map(([x, y]) => [x * at.a + at.e, y * at.a + at.f]);
    for (const word of words) if (!plain(word)) this.drawnOwn(ink, at, word.split("@"), one, other);
  }

  pointedSide(ink, at, key) {
    if (this.parts.sides.of.get(key) !== this.shown || !this.seen("sides", key) || !this.side(ink, at, key)) return;
    ink.strokeStyle = "#fff";
    ink.lineWidth = this.broad(at);
    ink.stroke();
  }

  point(pointed, chosen) {
    // the cluster under the mouse, and the one that was clicked last
    const before = this.shown;
    Object.assign(this, { pointed, chosen });
    if (this.shown === before) return;
    this.veils.pointedHexes.clear();
    this.veils.pointedSides.clear();
    this.stage.paint();
  }

  drawnOwn(context, at, [word, hex], [ax, ay], [bx, by]) {
    // a line within the hex that has it, with teeth towards its middle
    const [px, py] = this.at.get(hex),
      [x, y] = [px * at.a + at.e, py * at.a + at.f],
      mx = (ax + bx) / 2,
      my = (ay + by) / 2,
      far = Math.hypot(x - mx, y - my) || 1,
      [ux, uy] = [(x - mx) / far, (y - my) / far];
    context.beginPath();
    context.moveTo(ax + ux * 5, ay + uy * 5);
    context.lineTo(bx + ux * 5, by + uy * 5);
    for (const part of [0.25, 0.5, 0.75]) {
      const [px, py] = [ax + (bx - ax) * part, ay + (by - ay) * part];
      context.moveTo(px + ux * 5, py + uy * 5);
      context.lineTo(px + ux * 11, py + uy * 11);
    }
    context.strokeStyle = "#000a";
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = this.toneOf("sides", [word]);
    context.lineWidth = 3;
    context.stroke();
  }
}
