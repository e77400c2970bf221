// Hexes and hexsides in clusters of what looks alike, named, corrected by clicks; lines along hexes.

import { ask, element, warn } from "/kit/link.js";
import { LinePart } from "./lines.js";
import { say } from "./words.js";

const KEPT = 300;  // steps that can be taken back
const MANY = 800;  // named hexsides from which they lose their dark edge, which would take longer than a click may
export const tone = (number) => `hsl(${(number * 137.5) % 360} 70% ${45 + (number % 3) * 9}%)`;
const sideKey = (one, other) => one < other ? `${one}/${other}` : `${other}/${one}`;
const plain = (word) => !word.includes("@");  // what belongs to one hex of a side is written as slope@0509

export class TracePage {
  constructor(stage, start, panel) {
    Object.assign(this, { stage, start, panel, tab: "hexes", strength: 0.5, chosen: null });
    this.at = new Map(start.hexes.map(([name, x, y]) => [name, [x, y]]));
    this.directed = new Set(start.directed);
    this.parts = { hexes: this.part(start.terrain, start.counts.hexes), sides: this.part(start.hexside, start.counts.sides) };
    for (const [name, words] of Object.entries(start.traced.hexes)) this.parts.hexes.own.set(name, words);
    for (const [one, other, words] of start.traced.sides) {
      const { own } = this.parts.sides, key = sideKey(one, other);
      own.set(key, [...new Set([...own.get(key) ?? [], ...words.map((word) => this.directed.has(word) ? `${word}@${one}` : word)])]);
    }
    this.lines = new LinePart(this, start.traced.lines);
    this.past = [];
    stage.draw = (context) => this.drawn(context);
    stage.click = (at) => this.clicked(at);
    stage.grab = (at, event) => event.shiftKey && this.tab === "hexes" ? (now) => this.painted(now) : null;
    stage.key = (event) => this.pressed(event);
    this.panelled();
    this.cluster("hexes").then(() => this.cluster("sides"));
  }

  part(kinds, count) { return { kinds, count, brush: new Set(), of: new Map(), sizes: [], names: new Map(), own: new Map() }; }
  canSave() { return true; }

  async cluster(what) {
    const part = this.parts[what], status = document.getElementById("status");
    status.textContent = say("working");
    try {
      const told = await ask("/api/clusters", { what, count: part.count });
      if (what === "sides" && !this.ends) this.ends = new Map(told.sides.map(([one, other]) => [sideKey(one, other), this.end(one, other)]));
      part.keys ??= what === "hexes" ? this.start.hexes.map(([name]) => name) : told.sides.map(([one, other]) => sideKey(one, other));
      const first = !part.of.size;
      if (!first) this.remember();
      const names = this.namesKept(part, told.of);
      part.of = new Map(part.keys.map((key, index) => [key, told.of[index]]));
      part.sizes = []; for (const number of told.of) part.sizes[number] = (part.sizes[number] ?? 0) + 1;
      part.names = names; this.chosen = null;
      if (first && what === "sides" && part.sizes.length) part.names.set(0, []);  // most hexsides are nothing
    } catch (error) { warn(error); }
    status.textContent = ""; this.panelled();
  }

  namesKept(part, of) {  // a new cluster keeps the name that all of it had: finer ones divide those of before
    const names = new Map(), lost = new Set();
    part.keys.forEach((key, index) => {
      const number = of[index], words = part.names.get(part.of.get(key));
      if (lost.has(number)) return;
      if (!words || (names.has(number) && names.get(number).join() !== words.join())) { lost.add(number); names.delete(number); } else names.set(number, words);
    });
    return names;
  }

  end(one, other) {  // the two ends of a hexside
    const number = this.start.near[one].indexOf(other), [x, y] = this.at.get(one), corners = this.start.corners;
    // Hexes at the edge lack neighbours: the side is told by the direction, not by its place in the list.
    const [ox, oy] = this.at.get(other); let best = 0, nearest = Infinity;
    for (let n = 0; n < 6; n += 1) {
      const [ax, ay] = corners[n], [bx, by] = corners[(n + 1) % 6];
      const far = Math.hypot((ax + bx) / 2 - (ox - x) / 2, (ay + by) / 2 - (oy - y) / 2);
      if (far < nearest) { nearest = far; best = n; }
    }
    const [a, b] = [corners[best], corners[(best + 1) % 6]];
    return number < 0 ? null : [[x + a[0], y + a[1]], [x + b[0], y + b[1]]];
  }

  words(what, key) {
    const part = this.parts[what];
    return part.own.get(key) ?? part.names.get(part.of.get(key));
  }

  remember() {
    const copy = ({ names, own, of, sizes, count }) => ({ names: new Map(names), own: new Map(own), of, sizes, count });
    this.past.push({ hexes: copy(this.parts.hexes), sides: copy(this.parts.sides), lines: this.lines.copy() });
    if (this.past.length > KEPT) this.past.shift();
  }

  undo() {
    const back = this.past.pop();
    if (!back) return;
    for (const what of ["hexes", "sides"]) Object.assign(this.parts[what], back[what]);
    this.lines.restore(back.lines); this.panelled();
  }

  pressed(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { this.undo(); return true; }
    return this.tab === "lines" && this.lines.pressed(event);
  }

  nearest(at) {
    let best = null, nearest = Infinity;
    for (const [name, [x, y]] of this.at) { const far = Math.hypot(x - at[0], y - at[1]); if (far < nearest) { nearest = far; best = name; } }
    const [cx, cy] = this.start.corners[0];
    return nearest <= Math.hypot(cx, cy) * 1.05 ? best : null;
  }

  nearestSide(at) {
    let best = null, nearest = Infinity;
    for (const [key, ends] of this.ends ?? []) {
      if (!ends) continue;
      const [[ax, ay], [bx, by]] = ends, far = Math.hypot((ax + bx) / 2 - at[0], (ay + by) / 2 - at[1]);
      if (far < nearest) { nearest = far; best = key; }
    }
    return best;
  }

  clicked(at) {
    if (this.tab === "lines") { this.lines.clicked(this.nearest(at)); return; }
    const what = this.tab, part = this.parts[what], key = what === "hexes" ? this.nearest(at) : this.nearestSide(at);
    if (!key) return;
    if (!part.ready) { this.chosen = part.of.get(key); this.panelled(); return; }
    this.remember();
    part.own.set(key, what === "hexes" ? [...part.brush] : this.sideWords(key, at));
    this.panelled();
  }

  sideWords(key, at) {  // what a hexside has after a click: a second click takes back what the first gave
    const { brush } = this.parts.sides, now = this.words("sides", key) ?? [];
    if (!brush.size) return [];
    const owner = key.split("/").reduce((one, other) => this.far(one, at) <= this.far(other, at) ? one : other);
    const own = [...brush].filter((word) => this.directed.has(word)).map((word) => `${word}@${owner}`), rest = [...brush].filter((word) => !this.directed.has(word));
    const had = own.length ? own.every((word) => now.includes(word)) : now.filter(plain).join() === rest.join();
    const kept = now.filter((word) => own.length ? !own.includes(word) && !rest.includes(word) : !plain(word));
    return had ? kept : [...kept, ...rest, ...own];
  }

  far(hex, at) { const [x, y] = this.at.get(hex) ?? [Infinity, Infinity]; return Math.hypot(x - at[0], y - at[1]); }

  painted(at) {
    const part = this.parts.hexes, key = this.nearest(at);
    if (!key || !part.ready) return;
    const words = [...part.brush];
    if (part.own.get(key)?.join() === words.join()) return;
    this.remember(); part.own.set(key, words); this.stage.paint();
  }

  named(number) {
    const part = this.parts[this.tab];
    this.chosen = number;
    if (part.ready) {
      this.remember();
      part.names.set(number, [...part.brush].filter((word) => !this.directed.has(word)));
      // What the owner says of a cluster now counts for its hexes, but not against single clicks.
    }
    this.panelled();
  }

  save() {
    const hexes = {}, sides = [];
    for (const [name] of this.at) { const words = this.words("hexes", name); if (words?.length) hexes[name] = words; }
    for (const key of this.ends?.keys() ?? this.parts.sides.own.keys()) { const words = this.words("sides", key); if (words?.length) sides.push(...this.sent(key, words)); }
    return ask("/api/save", { hexes, sides, lines: this.lines.told() });
  }

  sent(key, words) {  // a hexside as the tables have it: what belongs to one hex in a row of that hex
    const [one, other] = key.split("/"), rest = words.filter(plain);
    const of = (hex) => words.filter((word) => word.endsWith(`@${hex}`)).map((word) => word.slice(0, -hex.length - 1));
    const first = of(one), second = of(other);
    if (!second.length) return [[one, other, [...rest, ...first]]];
    if (!first.length) return [[other, one, [...rest, ...second]]];
    return [[one, other, [...rest, ...first]], [other, one, second]];
  }

  toneOf(what, words) {
    const part = this.parts[what], index = part.kinds.findIndex(([id]) => words.includes(id) && id !== "clear");
    return tone(index < 0 ? 90 : index + 3);
  }

  panelled() {
    const tab = (what) => element("button", { type: "button", role: "tab", "aria-selected": String(this.tab === what), onclick: () => { this.tab = what; this.chosen = null; this.panelled(); } }, say(what));
    const strength = element("input", { type: "range", min: "0", max: "100", value: String(this.strength * 100), "aria-label": say("strength"), oninput: (event) => { this.strength = event.target.value / 100; this.stage.paint(); } });
    const body = this.tab === "lines" ? this.lines.panel() : this.sorted(this.tab);
    this.panel.replaceChildren(element("div", { class: "tabs", role: "tablist" }, tab("hexes"), tab("sides"), tab("lines")),
      element("div", { class: "row" }, element("button", { type: "button", disabled: !this.past.length, onclick: () => this.undo() }, say("undo")), say("strength"), strength), ...body);
    this.stage.paint();
  }

  sorted(what) {
    const part = this.parts[what];
    const chip = ([id, name], number) => element("button", { type: "button", "aria-pressed": String(part.brush.has(id)), onclick: () => this.chosenWord(part, id) }, name);
    const none = element("button", { type: "button", "aria-pressed": String(Boolean(part.ready && !part.brush.size)), onclick: () => { part.brush.clear(); part.ready = true; this.panelled(); } }, say("none"));
    const chips = part.kinds.map((kind, number) => { const node = chip(kind, number); node.style.setProperty("--tone", this.toneOf(what, [kind[0]])); return node; });
    const count = element("input", { type: "range", min: "4", max: "80", value: String(part.count), "aria-label": say("finer"), onchange: (event) => { part.count = Number(event.target.value); this.cluster(what); } });
    const own = new Map(); for (const key of part.own.keys()) { const number = part.of.get(key); own.set(number, (own.get(number) ?? 0) + 1); }
    const rows = part.sizes.map((size, number) => {
      const words = part.names.get(number), text = words ? (words.map((id) => part.kinds.find(([known]) => known === id)?.[1] ?? id).join(" + ") || say("none")) : say("nothing");
      const swatch = element("span", { class: "swatch" }); swatch.style.background = words ? this.toneOf(what, words) : tone(number);
      return element("button", { type: "button", class: `cluster${this.chosen === number ? " chosen" : ""}`, "data-cluster": String(number), onclick: () => this.named(number),
        onpointerenter: () => { this.pointed = number; this.stage.paint(); }, onpointerleave: () => { this.pointed = null; this.stage.paint(); } },
      swatch, element("span", { class: words ? "words" : "words none" }, text), element("span", { class: "count" }, String(size)));
    });
    const open = what === "hexes" ? this.start.hexes.filter(([name]) => !this.words("hexes", name)).length : 0;
    const again = part.own.size ? [element("button", { type: "button", onclick: () => { this.remember(); part.own.clear(); this.panelled(); } }, say("fresh"))] : [];
    return [element("p", { class: "how" }, say(what === "hexes" ? "hexHow" : "sideHow")), element("h2", {}, say("words")),
      element("div", { class: "chips" }, ...(part.kinds.length ? [...(what === "sides" ? [none] : []), ...chips] : [say("noKinds")])),
      ...([...part.brush].some((word) => this.directed.has(word)) ? [element("p", { class: "how" }, say("ownHow"))] : []),
      element("h2", {}, say("clusters")), element("div", { class: "row" }, say("finer"), count, ...again),
      ...(open ? [element("p", { class: "how", id: "left" }, say("left", open))] : []), ...rows];
  }

  chosenWord(part, id) {
    part.ready = true;
    if (id === "clear") { part.brush = new Set(part.brush.has(id) ? [] : [id]); }
    else { part.brush.delete("clear"); if (!part.brush.delete(id)) part.brush.add(id); }
    if (!part.brush.size) part.ready = false;
    this.panelled();
  }

  drawn(context) {
    if (this.tab === "sides") this.drawnSides(context); else this.drawnHexes(context);
    if (this.tab === "lines") this.lines.drawn(context);
  }

  drawnHexes(context) {
    const part = this.parts.hexes, scale = this.stage.scale, [wide, high] = this.stage.size, corners = this.start.corners.map(([x, y]) => [x * scale, y * scale]);
    const reach = Math.hypot(...corners[0]), naming = this.tab === "hexes", small = reach < 14;
    const [across, down] = [0, 1].map((n) => Math.max(...corners.map((corner) => corner[n])) * 2 * (n === (this.start.pointy ? 1 : 0) ? 0.75 : 1));
    const drawn = (x, y) => { context.beginPath(); corners.forEach(([cx, cy], n) => n ? context.lineTo(x + cx, y + cy) : context.moveTo(x + cx, y + cy)); context.closePath(); };
    for (const [name, place] of this.at) {
      const [x, y] = this.stage.screen(place);
      if (x < -reach || y < -reach || x > wide + reach || y > high + reach) continue;
      const number = part.of.get(name), words = this.words("hexes", name), pointed = naming && number !== undefined && (this.pointed === number || this.chosen === number);
      const filled = naming && (words ? words.some((word) => word !== "clear") : number !== undefined);
      if (small && !filled && !pointed) continue;
      context.globalAlpha = Math.min(1, this.strength * (pointed ? 1.6 : 1));
      if (small) {  // seen from afar thousands at once: boxes are much quicker than hexagons
        context.fillStyle = filled ? words ? this.toneOf("hexes", words) : tone(number) : "#fff";
        context.fillRect(x - across / 2, y - down / 2, across, down);
        if (pointed) { context.globalAlpha = 0.6; context.fillStyle = "#fff"; context.fillRect(x - across / 4, y - down / 4, across / 2, down / 2); }
        continue;
      }
      drawn(x, y);
      if (filled) { context.fillStyle = words ? this.toneOf("hexes", words) : tone(number); context.fill(); }
      context.globalAlpha = 1;
      context.strokeStyle = pointed ? "#fff" : "#0005"; context.lineWidth = pointed ? 2.5 : 1; context.stroke();
      if (part.own.has(name) && naming && reach > 14) { context.fillStyle = "#000"; context.beginPath(); context.arc(x, y, 2.5, 0, 7); context.fill(); }
    }
    context.globalAlpha = 1;
  }

  drawnSides(context) {  // what has no name yet is thin, so that the picture stays visible
    const part = this.parts.sides, [wide, high] = this.stage.size, paths = { pointed: new Map(), named: new Map(), open: new Map() }, own = [];
    const broad = Math.max(1.5, Math.min(5, this.stage.scale * Math.hypot(...this.start.corners[0]) * 0.16));
    for (const [key, ends] of this.ends ?? []) {
      if (!ends) continue;
      const number = part.of.get(key), words = this.words("sides", key), pointed = number !== undefined && (this.pointed === number || this.chosen === number);
      if (words && !words.length && !pointed) continue;
      const [[ax, ay], [bx, by]] = ends.map((end) => this.stage.screen(end));
      if (Math.max(ax, bx) < 0 || Math.max(ay, by) < 0 || Math.min(ax, bx) > wide || Math.min(ay, by) > high) continue;
      for (const word of words ?? []) if (!plain(word)) own.push([word.split("@"), [ax, ay], [bx, by]]);
      const rest = words?.filter(plain) ?? [];
      if (words?.length && !rest.length && !pointed) continue;
      const group = paths[pointed ? "pointed" : rest.length ? "named" : "open"], colour = rest.length ? this.toneOf("sides", rest) : tone(number ?? 0);
      (group.get(colour) ?? group.set(colour, []).get(colour)).push(ax, ay, bx, by);
    }
    context.lineCap = "round";
    const lines = (ink, ends, colour, width) => {  // some at a time: of a path with thousands a browser makes one large area
      ink.strokeStyle = colour; ink.lineWidth = width;
      for (let from = 0; from < ends.length; from += 400) {
        ink.beginPath();
        for (let n = from; n < Math.min(ends.length, from + 400); n += 4) { ink.moveTo(ends[n], ends[n + 1]); ink.lineTo(ends[n + 2], ends[n + 3]); }
        ink.stroke();
      }
    };
    const stroke = (ink, group, edge, width) => { for (const [colour, ends] of group) { if (edge) lines(ink, ends, edge, width + 3); lines(ink, ends, colour, width); } };
    this.openSides(context, (ink) => stroke(ink, paths.open, null, broad < 2.5 ? 1 : broad * 0.6));
    const named = [...paths.named.values()].reduce((sum, ends) => sum + ends.length / 4, 0);
    stroke(context, paths.named, named > MANY ? null : "#0008", broad); stroke(context, paths.pointed, "#fff", broad);
    for (const one of own) this.drawnOwn(context, ...one);
  }

  openSides(context, stroke) {  // opaque on a canvas of their own, made transparent at once: much quicker than line by line
    const veil = this.veil ??= document.createElement("canvas"), { width, height } = context.canvas, ratio = devicePixelRatio || 1;
    veil.width = width; veil.height = height;
    const ink = veil.getContext("2d");
    ink.setTransform(ratio, 0, 0, ratio, 0, 0); ink.lineCap = "round";
    stroke(ink);
    context.globalAlpha = this.strength; context.drawImage(veil, 0, 0, width / ratio, height / ratio); context.globalAlpha = 1;
  }

  drawnOwn(context, [word, hex], [ax, ay], [bx, by]) {  // a line within the hex that has it, with teeth towards its middle
    const [x, y] = this.stage.screen(this.at.get(hex)), mx = (ax + bx) / 2, my = (ay + by) / 2, far = Math.hypot(x - mx, y - my) || 1, [ux, uy] = [(x - mx) / far, (y - my) / far];
    context.beginPath(); context.moveTo(ax + ux * 5, ay + uy * 5); context.lineTo(bx + ux * 5, by + uy * 5);
    for (const part of [0.25, 0.5, 0.75]) { const [px, py] = [ax + (bx - ax) * part, ay + (by - ay) * part]; context.moveTo(px + ux * 5, py + uy * 5); context.lineTo(px + ux * 11, py + uy * 11); }
    context.strokeStyle = "#000a"; context.lineWidth = 5; context.stroke(); context.strokeStyle = this.toneOf("sides", [word]); context.lineWidth = 3; context.stroke();
  }
}
