// Roads, railways and other lines, clicked hex by hex; gaps are filled with the straightest run.

import { element, warn } from "/kit/link.js";
import { called, say } from "./words.js";

const tones = ["#ffd23c", "#5ad1ff", "#ff8a4c", "#b8f25a", "#d9a6ff"]; // by kind; told from each other on any map

export class LinePart {
  constructor(page, lines) {
    this.page = page;
    this.list = lines.map(([kind, name, hexes]) => ({ kind, name, hexes }));
    this.kind = page.start.line[0]?.[0] ?? "";
    this.name = "";
    this.run = [];
  }

  toneOf(kind) {
    return tones[this.page.start.line.findIndex(([id]) => id === kind) % tones.length] ?? "#ffd23c";
  }

  copy() {
    return { list: this.list.map((line) => ({ ...line, hexes: [...line.hexes] })), run: [...this.run] };
  }
  restore({ list, run }) {
    this.list = list;
    this.run = run;
  }
  told() {
    return this.list.map(({ kind, name, hexes }) => [kind, name, hexes]);
  }

  clicked(hex) {
    if (!hex || !this.kind) return;
    this.page.remember();
    const last = this.run.at(-1);
    if (last === hex) {
      this.ended();
      return;
    }
    this.run.push(...(last ? this.between(last, hex) : [hex]));
    this.page.panelled();
  }

  between(start, goal) {
    // the same hexes in both directions, or a line back along itself would be another
    return start < goal ? this.greedy(start, goal) : [...this.greedy(goal, start).slice(0, -1).reverse(), goal];
  }

  greedy(start, goal) {
    // the neighbour nearest to the goal, time and again
    const {
        at,
        start: { near },
      } = this.page,
      path = [],
      seen = new Set([start]),
      [gx, gy] = at.get(goal);
    let now = start;
    while (now !== goal && path.length < 400) {
      const open = near[now].filter((name) => at.has(name) && !seen.has(name));
      if (!open.length) return [goal];
      now = open.reduce((best, name) =>
        Math.hypot(at.get(name)[0] - gx, at.get(name)[1] - gy) < Math.hypot(at.get(best)[0] - gx, at.get(best)[1] - gy)
          ? name
          : best,
      );
      seen.add(now);
      path.push(now);
    }
    return path;
  }

  ended() {
    if (this.run.length > 1) {
      this.page.remember();
      this.keep({ kind: this.kind, name: this.name.trim(), hexes: this.run });
    }
    this.run = [];
    this.page.panelled();
  }

  keep(line) {
    // a line that is clicked once more is the same line; only its name may be new
    const old = this.list.find(
      (known) =>
        known.kind === line.kind &&
        runsIn(line.hexes, known.hexes) &&
        (!line.name || line.name === known.name || line.hexes.length === known.hexes.length),
    );
    if (!old) this.list.push(line);
    else if (line.name && line.name !== old.name) old.name = line.name;
    else warn(say("lineThere"));
  }

  pressed(event) {
    if (event.key === "Enter") {
      this.ended();
      return true;
    }
    if (event.key === "Backspace" && this.run.length) {
      this.page.remember();
      this.run.pop();
      this.page.panelled();
      return true;
    }
    return false;
  }

  panel() {
    const kinds = this.page.start.line;
    if (!kinds.length) return [element("p", { class: "how" }, say("noKinds"))];
    const chips = kinds.map(([id, name]) =>
      element(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.kind === id),
          onclick: () => {
            this.kind = id;
            this.page.panelled();
          },
        },
        called(this.page.start, "line", [id, name]),
      ),
    );
    chips.forEach((chip, number) => chip.style.setProperty("--tone", tones[number % tones.length]));
    const kindOf = ({ kind }) => called(this.page.start, "line", kinds.find(([id]) => id === kind) ?? [kind, kind]);
    const rows = this.list.map((line, index) =>
      element(
        "tr",
        {},
        element("th", {}, `${kindOf(line)}${line.name ? `: ${line.name}` : ""}`),
        element("td", { class: "number" }, String(line.hexes.length)),
        element(
          "td",
          {},
          element(
            "button",
            {
              type: "button",
              "aria-label": `${say("remove")} ${line.name || kindOf(line)}`,
              onclick: () => {
                this.page.remember();
                this.list.splice(index, 1);
                this.page.panelled();
              },
            },
            "×",
          ),
        ),
      ),
    );
    return [
      element("p", { class: "how" }, say("lineHow")),
      element("div", { class: "chips" }, ...chips),
      element(
        "div",
        { class: "row" },
        element("label", { for: "linename" }, say("name")),
        element("input", {
          id: "linename",
          class: "long",
          value: this.name,
          oninput: (event) => {
            this.name = event.target.value;
          },
        }),
        element(
          "button",
          { type: "button", id: "end", disabled: this.run.length < 2, onclick: () => this.ended() },
          say("end"),
        ),
      ),
      element("table", {}, element("tbody", {}, ...rows)),
    ];
  }

  drawn(context) {
    const { stage, at } = this.page;
    const stroke = (hexes, colour, width) => {
      context.beginPath();
      hexes.forEach((hex, n) => {
        const [x, y] = stage.screen(at.get(hex) ?? [0, 0]);
        if (n) context.lineTo(x, y);
        else context.moveTo(x, y);
      });
      context.lineJoin = context.lineCap = "round";
      context.strokeStyle = "#000a";
      context.lineWidth = width + 3;
      context.stroke();
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    };
    for (const line of this.list) if (line.kind !== this.kind) stroke(line.hexes, this.toneOf(line.kind), 2);
    for (const line of this.list) if (line.kind === this.kind) stroke(line.hexes, this.toneOf(line.kind), 4);
    if (this.run.length) {
      stroke(this.run, "#ff2fd0", 4);
      for (const hex of this.run) {
        const [x, y] = stage.screen(at.get(hex));
        context.fillStyle = "#fff";
        context.beginPath();
        context.arc(x, y, 3.5, 0, 7);
        context.fill();
      }
    }
  }
}

function runsIn(part, whole) {
  // whether a run of hexes is one of another's, in either direction
  const text = ` ${whole.join(" ")} `;
  return [part, [...part].reverse()].some((run) => text.includes(` ${run.join(" ")} `));
}
