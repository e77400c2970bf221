// Hexes and hexsides in clusters of what looks alike, named, corrected by clicks; lines along hexes.

import { ask, element, warn } from "/kit/link.js";
import { LinePart } from "./lines.js";
import { say } from "./words.js";

const KEPT = 300;  // steps that can be taken back
export const tone = (number) => `hsl(${(number * 137.5) % 360} 70% ${45 + (number % 3) * 9}%)`;
const sideKey = (one, other) => one < other ? `${one}/${other}` : `${other}/${one}`;

export class TracePage {
  constructor(stage, start, panel) {
    Object.assign(this, { stage, start, panel, tab: "hexes", strength: 0.5, chosen: null });
    this.at = new Map(start.hexes.map(([name, x, y]) => [name, [x, y]]));
    this.parts = { hexes: this.part(start.terrain, 24), sides: this.part(start.hexside, 12) };
    for (const [name, words] of Object.entries(start.traced.hexes)) this.parts.hexes.own.set(name, words);
    for (const [one, other, words] of start.traced.sides) this.parts.sides.own.set(sideKey(one, other), words);
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
      const keys = what === "hexes" ? this.start.hexes.map(([name]) => name) : told.sides.map(([one, other]) => sideKey(one, other));
      if (what === "sides") this.ends = new Map(told.sides.map(([one, other]) => [sideKey(one, other), this.end(one, other)]));
      part.of = new Map(keys.map((key, index) => [key, told.of[index]]));
      part.sizes = []; for (const number of told.of) part.sizes[number] = (part.sizes[number] ?? 0) + 1;
      part.names = new Map();
      if (what === "sides" && part.sizes.length) part.names.set(0, []);  // most hexsides are nothing
    } catch (error) { warn(error); }
    status.textContent = ""; this.panelled();
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
    const copy = (part) => ({ names: new Map(part.names), own: new Map(part.own) });
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
    const words = [...part.brush];
    if (!part.ready) { this.chosen = part.of.get(key); this.panelled(); return; }
    this.remember();
    const now = part.own.get(key);
    if (what === "sides" && now && now.join() === words.join()) part.own.set(key, []);
    else part.own.set(key, words);
    this.panelled();
  }

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
      part.names.set(number, [...part.brush]);
      // What the owner says of a cluster now counts for its hexes, but not against single clicks.
    }
    this.panelled();
  }

  save() {
    const hexes = {}, sides = [];
    for (const [name] of this.at) { const words = this.words("hexes", name); if (words?.length) hexes[name] = words; }
    for (const key of this.ends?.keys() ?? this.parts.sides.own.keys()) { const words = this.words("sides", key); if (words?.length) sides.push([...key.split("/"), words]); }
    return ask("/api/save", { hexes, sides, lines: this.lines.told() });
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
    const count = element("input", { type: "range", min: "4", max: "60", value: String(part.count), "aria-label": say("finer"), onchange: (event) => { part.count = Number(event.target.value); this.cluster(what); } });
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
    const reach = Math.hypot(...corners[0]);
    for (const [name, place] of this.at) {
      const [x, y] = this.stage.screen(place);
      if (x < -reach || y < -reach || x > wide + reach || y > high + reach) continue;
      const number = part.of.get(name), words = this.words("hexes", name), pointed = this.pointed === number || this.chosen === number;
      context.beginPath(); corners.forEach(([cx, cy], n) => n ? context.lineTo(x + cx, y + cy) : context.moveTo(x + cx, y + cy)); context.closePath();
      if (this.tab === "hexes" && (words || number !== undefined)) {
        context.globalAlpha = this.strength * (pointed ? 1.6 : 1) > 1 ? 1 : this.strength * (pointed ? 1.6 : 1);
        if (!words || words.some((word) => word !== "clear")) { context.fillStyle = words ? this.toneOf("hexes", words) : tone(number); context.fill(); }
        context.globalAlpha = 1;
      }
      context.strokeStyle = pointed && this.tab === "hexes" ? "#fff" : "#0005"; context.lineWidth = pointed && this.tab === "hexes" ? 2.5 : 1; context.stroke();
      if (part.own.has(name) && this.tab === "hexes" && scale * Math.hypot(...this.start.corners[0]) > 14) { context.fillStyle = "#000"; context.beginPath(); context.arc(x, y, 2.5, 0, 7); context.fill(); }
    }
  }

  drawnSides(context) {
    const part = this.parts.sides; context.lineCap = "round";
    for (const [key, ends] of this.ends ?? []) {
      if (!ends) continue;
      const number = part.of.get(key), words = this.words("sides", key), pointed = this.pointed === number || this.chosen === number;
      if (words && !words.length && !pointed) continue;
      const [[ax, ay], [bx, by]] = ends.map((end) => this.stage.screen(end));
      context.beginPath(); context.moveTo(ax, ay); context.lineTo(bx, by);
      context.strokeStyle = pointed ? "#fff" : "#0008"; context.lineWidth = 8; context.stroke();
      context.strokeStyle = words?.length ? this.toneOf("sides", words) : tone(number ?? 0); context.lineWidth = 5; context.stroke();
    }
  }
}
