// Marks on hexes of the picture; the grid that they give lies on it at once.

import { ask, element, warn } from "/kit/link.js";
import { straight } from "/shared/dom.js";
import { Veil } from "./veil.js";
import { figure, language, say } from "./words.js";

const GRASP = 12; // screen pixels within which a mark is taken hold of
const STROKE = 1600; // numbers of a path: four a line
const AFAR = 28; // screen pixels of a hex below which the grid is drawn thin

export class FitPage {
  constructor(stage, start, panel) {
    Object.assign(this, { stage, start, panel });
    this.marks = start.marks.map(({ hex, at }) => ({ hex, at: [...at] }));
    this.pending = null;
    this.found = null;
    this.shown = { grid: true, numbers: true };
    this.known = new Map([...start.hexes, ...start.absent].map(([name, u, v]) => [name, [u, v]]));
    this.ends = [start.hexes[0][0], start.hexes.at(-1)[0]];
    this.edges = edgesOf(start.hexes, start.pointy);
    this.veil = new Veil(
      stage,
      () => this.laid(),
      (ink, at) => this.lattice(ink, at),
    );
    this.veil.whole(this.somewhere()); // so that the first fit has only to be laid where it belongs
    stage.draw = (context) => this.drawn(context);
    stage.click = (at) => this.clicked(at);
    stage.grab = (at) => this.grasped(at);
    this.panelled();
    this.refit();
  }

  canSave() {
    return Boolean(this.found && !this.found.fault);
  }
  /** What is saved. */
  content() {
    return { marks: this.marks };
  }
  save() {
    return ask("/api/save", { ...this.content(), seen: this.start.seen });
  }

  pixel([u, v]) {
    const { origin, turn, across, down } = this.found,
      x = u * across,
      y = v * down;
    return [origin[0] + Math.cos(turn) * x - Math.sin(turn) * y, origin[1] + Math.sin(turn) * x + Math.cos(turn) * y];
  }

  near(at) {
    const reach = GRASP / this.stage.scale;
    return this.marks.find((mark) => Math.hypot(mark.at[0] - at[0], mark.at[1] - at[1]) < reach);
  }

  grasped(at) {
    const mark = this.near(at);
    if (!mark) return null;
    return (now) => {
      mark.at = now;
      this.refit();
    };
  }

  clicked(at) {
    if (this.near(at)) return;
    this.pending = at;
    const field = this.panel.querySelector("#hex");
    field.value = this.guess(at);
    field.focus();
    field.select();
    this.stage.paint();
  }

  guess(at) {
    if (!this.canSave()) return "";
    let best = "",
      nearest = Infinity;
    for (const [name, place] of this.known) {
      const [x, y] = this.pixel(place),
        far = Math.hypot(x - at[0], y - at[1]);
      if (far < nearest) {
        nearest = far;
        best = name;
      }
    }
    return best;
  }

  added() {
    const field = this.panel.querySelector("#hex"),
      name = field.value.trim();
    if (!this.known.has(name)) {
      warn(name ? say("noHex", name, ...this.ends) : say("noNumber"));
      return;
    }
    if (!this.pending) {
      warn(say("noPlace", name));
      return;
    }
    this.marks = [...this.marks.filter((mark) => mark.hex !== name), { hex: name, at: this.pending }];
    this.pending = null;
    field.value = "";
    this.refit();
  }

  async refit() {
    // a drag asks more often than is answered: one question is under way, the newest marks come next
    this.again = true;
    if (this.asking) return;
    this.asking = true;
    while (this.again) {
      this.again = false;
      let found = null;
      try {
        if (this.marks.length >= 3) found = await ask("/api/fit", { marks: this.marks });
      } catch (error) {
        warn(error);
      }
      if (found?.errors && found.errors.length !== this.marks.length) continue; // a mark came or went meanwhile
      this.found = found;
      this.told();
    }
    this.asking = false;
  }

  told() {
    const list = this.panel.querySelector("#marks"),
      found = this.found;
    this.panel.querySelector("#marked").hidden = !this.marks.length;
    list.replaceChildren(
      ...this.marks.map((mark, index) =>
        element(
          "tr",
          { class: found?.suspect === index ? "off" : "" },
          element("th", {}, mark.hex),
          element("td", { class: "number" }, found?.errors ? `${figure(found.errors[index], 1)} px` : ""),
          element(
            "td",
            {},
            element(
              "button",
              {
                type: "button",
                "aria-label": `${say("remove")} ${mark.hex}`,
                onclick: () => {
                  this.marks.splice(index, 1);
                  this.refit();
                },
              },
              "×",
            ),
          ),
        ),
      ),
    );
    const status = this.panel.querySelector("#fit");
    const lines = [];
    if (this.marks.length < 3) lines.push(say("more", 3 - this.marks.length));
    else if (found?.refused) {
      const { text, remedy } = found.refused.said[language] ?? found.refused;
      lines.push(text, remedy);
    } else if (found?.fault) lines.push(say(`fault-${found.code}`));
    else if (found) {
      lines.push(
        say("error", figure(found.error, 1), figure(found.across, 2), figure((found.turn * 180) / Math.PI, 2)),
      );
    }
    for (const one of found?.beside ?? []) {
      const { text, remedy } = one.said[language] ?? one;
      lines.push(text, remedy);
    }
    if (this.marks[found?.suspect]) lines.push(say("off", this.marks[found.suspect].hex));
    status.textContent = straight(lines.join(" "));
    document.getElementById("save").disabled = !this.canSave();
    this.stage.paint();
  }

  panelled() {
    const box = (key) =>
      element(
        "label",
        { class: "row" },
        element("input", {
          type: "checkbox",
          checked: this.shown[key],
          onchange: (event) => {
            this.shown[key] = event.target.checked;
            if (key === "numbers") this.veil.spoil();
            this.stage.paint();
          },
        }),
        say(key),
      );
    const form = element(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          this.added();
        },
      },
      element("label", { for: "hex" }, say("number")),
      element("input", { id: "hex", autocomplete: "off" }),
      element("button", { type: "submit" }, say("add")),
    );
    this.panel.replaceChildren(
      element("p", { class: "how" }, say("fitHow")),
      form,
      element("p", { id: "fit", role: "status" }),
      element("h2", { id: "marked", hidden: true }, say("marks")),
      element("table", {}, element("tbody", { id: "marks" })),
      box("grid"),
      box("numbers"),
    );
    this.told();
  }

  drawn(context) {
    if (this.canSave() && this.shown.grid) this.grid(context);
    context.lineWidth = 2;
    for (const [index, mark] of this.marks.entries())
      this.cross(context, mark.at, mark.hex, this.found?.suspect === index ? "#ff3b21" : "#00d0ff");
    if (this.pending) this.cross(context, this.pending, "?", "#ffd23c");
  }

  cross(context, at, words, colour) {
    const [x, y] = this.stage.screen(at);
    for (const [ink, width] of [
      ["#000a", 5],
      [colour, 2],
    ]) {
      context.strokeStyle = ink;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(x - 9, y);
      context.lineTo(x + 9, y);
      context.moveTo(x, y - 9);
      context.lineTo(x, y + 9);
      context.stroke();
    }
    context.font = "bold 14px system-ui";
    context.lineWidth = 4;
    context.strokeStyle = "#000c";
    context.fillStyle = colour;
    context.strokeText(words, x + 11, y - 6);
    context.fillText(words, x + 11, y - 6);
  }

  grid(context) {
    this.veil.show(context);
  }

  laid() {
    // from widths of a hex to the screen
    const {
        stage,
        found: { origin, turn, across, down },
      } = this,
      [x, y] = stage.screen(origin),
      cos = Math.cos(turn) * stage.scale,
      sin = Math.sin(turn) * stage.scale;
    return new DOMMatrix([cos * across, sin * across, -sin * down, cos * down, x, y]);
  }

  somewhere() {
    // the whole grid upright on the screen
    const [wide, high] = this.stage.size,
      us = this.start.hexes.map(([, u]) => u),
      vs = this.start.hexes.map(([, , v]) => v);
    const [left, right] = extent(us),
      [top, bottom] = extent(vs),
      scale = Math.min(wide / (right - left + 2), high / (bottom - top + 2)) || 1;
    return new DOMMatrix([scale, 0, 0, scale, scale * (1 - left), scale * (1 - top)]);
  }

  *lattice(context, at) {
    const { a, b, c, d, e, f } = at,
      [wide, high] = this.stage.size,
      seen = [],
      across = Math.hypot(a, b);
    for (const [[au, av], [bu, bv]] of this.edges) {
      const ax = a * au + c * av + e,
        ay = b * au + d * av + f,
        bx = a * bu + c * bv + e,
        by = b * bu + d * bv + f;
      if (Math.max(ax, bx) >= 0 && Math.max(ay, by) >= 0 && Math.min(ax, bx) <= wide && Math.min(ay, by) <= high)
        seen.push(ax, ay, bx, by);
    }
    // From afar one opaque hairline: thousands of broad, half transparent ones take a browser a tenth of a second.
    for (const [ink, width] of across < AFAR
      ? [["#ff2fd0", 1]]
      : [
          ["#0008", 3],
          ["#ff2fd0", 1.2],
        ]) {
      context.strokeStyle = ink;
      context.lineWidth = width;
      for (let from = 0; from < seen.length; from += STROKE) {
        // some at a time: of a path with thousands a browser makes one large area
        context.beginPath();
        for (let n = from; n < Math.min(seen.length, from + STROKE); n += 4) {
          context.moveTo(seen[n], seen[n + 1]);
          context.lineTo(seen[n + 2], seen[n + 3]);
        }
        context.stroke();
        yield;
      }
    }
    if (this.shown.numbers && this.found && across > 34) this.numbers(context, at);
  }

  numbers(context, { a, b, c, d, e, f }) {
    const [wide, high] = this.stage.size,
      reach = Math.hypot(a, b);
    context.font = `${Math.min(18, reach * 0.2)}px system-ui`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.strokeStyle = "#fffd";
    context.fillStyle = "#a0007c";
    for (const [name, u, v] of this.start.hexes) {
      const x = a * u + c * v + e,
        y = b * u + d * v + f;
      if (x < -reach || y < -reach || x > wide + reach || y > high + reach) continue;
      context.strokeText(name, x, y);
      context.fillText(name, x, y);
    }
  }
}

function extent(numbers) {
  return numbers.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, -Infinity]);
}

function edgesOf(hexes, pointy) {
  // every hexside once, though two hexes have it; in widths of a hex
  const side = 1 / Math.sqrt(3),
    found = new Map();
  const corners = [0, 1, 2, 3, 4, 5].map((n) => {
    const turn = ((n * 60 + (pointy ? 30 : 0)) * Math.PI) / 180;
    return [side * Math.cos(turn), side * Math.sin(turn)];
  });
  for (const [, u, v] of hexes)
    corners.forEach(([du, dv], n) => {
      const [eu, ev] = corners[(n + 1) % 6],
        key = `${Math.round((2 * u + du + eu) * 20)}/${Math.round((2 * v + dv + ev) * 20)}`;
      if (!found.has(key))
        found.set(key, [
          [u + du, v + dv],
          [u + eu, v + ev],
        ]);
    });
  return [...found.values()];
}
