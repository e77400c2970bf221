// Marks on hexes of the picture; the grid that they give lies on it at once.

import { ask, element, warn } from "/kit/link.js";
import { say } from "./words.js";

const GRASP = 12;  // screen pixels within which a mark is taken hold of

export class FitPage {
  constructor(stage, start, panel) {
    Object.assign(this, { stage, start, panel });
    this.marks = start.marks.map(({ hex, at }) => ({ hex, at: [...at] }));
    this.pending = null; this.found = null; this.asked = 0; this.shown = { grid: true, numbers: true };
    this.known = new Map(start.hexes.map(([name, u, v]) => [name, [u, v]]));
    stage.draw = (context) => this.drawn(context);
    stage.click = (at) => this.clicked(at);
    stage.grab = (at) => this.grasped(at);
    this.panelled(); this.refit();
  }

  canSave() { return Boolean(this.found && !this.found.fault); }
  save() { return ask("/api/save", { marks: this.marks }); }

  pixel([u, v]) {
    const { origin, turn, across, down } = this.found, x = u * across, y = v * down;
    return [origin[0] + Math.cos(turn) * x - Math.sin(turn) * y, origin[1] + Math.sin(turn) * x + Math.cos(turn) * y];
  }

  near(at) {
    const reach = GRASP / this.stage.scale;
    return this.marks.find((mark) => Math.hypot(mark.at[0] - at[0], mark.at[1] - at[1]) < reach);
  }

  grasped(at) {
    const mark = this.near(at);
    if (!mark) return null;
    return (now) => { mark.at = now; this.refit(); };
  }

  clicked(at) {
    if (this.near(at)) return;
    this.pending = at;
    const field = this.panel.querySelector("#hex");
    field.value = this.guess(at); field.focus(); field.select();
    this.stage.paint();
  }

  guess(at) {
    if (!this.canSave()) return "";
    let best = "", nearest = Infinity;
    for (const [name, place] of this.known) {
      const [x, y] = this.pixel(place), far = Math.hypot(x - at[0], y - at[1]);
      if (far < nearest) { nearest = far; best = name; }
    }
    return best;
  }

  added() {
    const field = this.panel.querySelector("#hex"), name = field.value.trim();
    if (!this.known.has(name)) { warn(say("noHex", name || "?")); return; }
    if (!this.pending) return;
    this.marks = [...this.marks.filter((mark) => mark.hex !== name), { hex: name, at: this.pending }];
    this.pending = null; field.value = "";
    this.refit();
  }

  async refit() {
    const asked = ++this.asked;
    if (this.marks.length < 3) { this.found = null; this.told(); return; }
    try {
      const found = await ask("/api/fit", { marks: this.marks });
      if (asked === this.asked) this.found = found;
    } catch (error) { warn(error); }
    this.told();
  }

  told() {
    const list = this.panel.querySelector("#marks"), found = this.found;
    list.replaceChildren(...this.marks.map((mark, index) => element("tr", { class: found?.suspect === index ? "off" : "" },
      element("th", {}, mark.hex), element("td", { class: "number" }, found?.errors ? `${found.errors[index].toFixed(1)} px` : ""),
      element("td", {}, element("button", { type: "button", "aria-label": `${say("remove")} ${mark.hex}`, onclick: () => { this.marks.splice(index, 1); this.refit(); } }, "×")))));
    const status = this.panel.querySelector("#fit");
    const lines = [];
    if (this.marks.length < 3) lines.push(say("more", 3 - this.marks.length));
    else if (found?.fault) lines.push(say(`fault-${found.code}`));
    else if (found) {
      lines.push(say("error", found.error.toFixed(1), found.across.toFixed(2), (found.turn * 180 / Math.PI).toFixed(2)));
      if (found.suspect !== null) lines.push(say("off", this.marks[found.suspect].hex));
    }
    status.textContent = lines.join(" ");
    document.getElementById("save").disabled = !this.canSave();
    this.stage.paint();
  }

  panelled() {
    const box = (key) => element("label", { class: "row" }, element("input", { type: "checkbox", checked: this.shown[key], onchange: (event) => { this.shown[key] = event.target.checked; this.stage.paint(); } }), say(key));
    const form = element("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.added(); } },
      element("label", { for: "hex" }, say("number")), element("input", { id: "hex", autocomplete: "off" }), element("button", { type: "submit" }, say("add")));
    this.panel.replaceChildren(element("p", { class: "how" }, say("fitHow")), form, element("p", { id: "fit", role: "status" }),
      element("h2", {}, say("marks")), element("table", {}, element("tbody", { id: "marks" })), box("grid"), box("numbers"));
    this.told();
  }

  drawn(context) {
    if (this.canSave() && this.shown.grid) this.grid(context);
    context.lineWidth = 2;
    for (const [index, mark] of this.marks.entries()) this.cross(context, mark.at, mark.hex, this.found?.suspect === index ? "#ff3b21" : "#00d0ff");
    if (this.pending) this.cross(context, this.pending, "?", "#ffd23c");
  }

  cross(context, at, words, colour) {
    const [x, y] = this.stage.screen(at);
    for (const [ink, width] of [["#000a", 5], [colour, 2]]) {
      context.strokeStyle = ink; context.lineWidth = width;
      context.beginPath(); context.moveTo(x - 9, y); context.lineTo(x + 9, y); context.moveTo(x, y - 9); context.lineTo(x, y + 9); context.stroke();
    }
    context.font = "bold 14px system-ui"; context.lineWidth = 4; context.strokeStyle = "#000c"; context.fillStyle = colour;
    context.strokeText(words, x + 11, y - 6); context.fillText(words, x + 11, y - 6);
  }

  grid(context) {
    const side = 1 / Math.sqrt(3), pointy = this.start.pointy;
    const corners = [0, 1, 2, 3, 4, 5].map((n) => { const turn = (n * 60 + (pointy ? 30 : 0)) * Math.PI / 180; return [side * Math.cos(turn), side * Math.sin(turn)]; });
    const large = this.stage.scale * this.found.across > 34;
    context.beginPath();
    for (const [, u, v] of this.start.hexes) {
      corners.forEach(([du, dv], n) => { const [x, y] = this.stage.screen(this.pixel([u + du, v + dv])); if (n) context.lineTo(x, y); else context.moveTo(x, y); });
      context.closePath();
    }
    context.strokeStyle = "#0008"; context.lineWidth = 3; context.stroke();
    context.strokeStyle = "#ff2fd0"; context.lineWidth = 1.2; context.stroke();
    if (!large || !this.shown.numbers) return;
    context.font = `${Math.min(18, this.stage.scale * this.found.across * 0.2)}px system-ui`; context.textAlign = "center"; context.textBaseline = "middle";
    for (const [name, u, v] of this.start.hexes) {
      const [x, y] = this.stage.screen(this.pixel([u, v]));
      context.lineWidth = 3; context.strokeStyle = "#fffd"; context.strokeText(name, x, y); context.fillStyle = "#a0007c"; context.fillText(name, x, y);
    }
    context.textAlign = "start"; context.textBaseline = "alphabetic";
  }
}
