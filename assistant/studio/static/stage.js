// The picture: tiles of the level that the zoom needs, moved and zoomed; a page draws over it.

import { pictureAt } from "/kit/link.js";

const NEAR = 4; // pixels that a click may wander

const loaded = ({ image }) => image.complete && image.naturalWidth > 0;

export class Stage {
  constructor(canvas, picture) {
    this.canvas = canvas;
    this.picture = picture;
    this.tiles = new Map();
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.draw = () => {};
    this.click = () => {};
    this.grab = () => null;
    this.hover = () => {};
    this.key = () => false;
    new ResizeObserver(() => this.resized()).observe(canvas);
    addEventListener("hashchange", () => {
      for (const [key, image] of this.tiles) if (!image.naturalWidth) this.tiles.delete(key);
      this.paint();
    });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => {
      if (!this.held) this.hover(this.world(event));
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 500), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => this.pressed(event));
    this.resized();
    this.whole();
  }

  resized() {
    this.size = [this.canvas.clientWidth, this.canvas.clientHeight]; // asked for once: each time costs a layout of the page
    const ratio = devicePixelRatio || 1,
      [wide, high] = this.size;
    this.canvas.width = Math.max(1, wide * ratio);
    this.canvas.height = Math.max(1, high * ratio);
    this.paint();
  }

  whole() {
    const [wide, high] = this.size,
      { width, height } = this.picture;
    this.scale = Math.min(wide / width, high / height) * 0.96 || 1;
    this.x = (width - wide / this.scale) / 2;
    this.y = (height - high / this.scale) / 2;
    this.paint();
  }

  world(event) {
    return [event.offsetX / this.scale + this.x, event.offsetY / this.scale + this.y];
  }
  matrix() {
    return new DOMMatrix([this.scale, 0, 0, this.scale, -this.x * this.scale, -this.y * this.scale]);
  }
  screen([x, y]) {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  zoom(by, atX, atY) {
    const scale = Math.min(8, Math.max(0.01, this.scale * by)),
      [wide, high] = this.size;
    atX ??= wide / 2;
    atY ??= high / 2;
    this.x += atX / this.scale - atX / scale;
    this.y += atY / this.scale - atY / scale;
    this.scale = scale;
    this.paint();
  }

  down(event) {
    if (event.button !== 0) return;
    this.canvas.focus();
    this.canvas.setPointerCapture(event.pointerId);
    const start = [event.offsetX, event.offsetY];
    let last = start,
      moved = false;
    const drag = this.grab(this.world(event), event);
    this.held = true;
    const move = (now) => {
      if (Math.hypot(now.offsetX - start[0], now.offsetY - start[1]) > NEAR) moved = true;
      if (!moved) return;
      if (drag) drag(this.world(now));
      else {
        this.x -= (now.offsetX - last[0]) / this.scale;
        this.y -= (now.offsetY - last[1]) / this.scale;
      }
      last = [now.offsetX, now.offsetY];
      this.paint();
    };
    const up = (now) => {
      this.held = false;
      this.canvas.removeEventListener("pointermove", move);
      this.canvas.removeEventListener("pointerup", up);
      this.canvas.removeEventListener("pointercancel", up);
      if (!moved && now.type === "pointerup") this.click(this.world(now), now);
    };
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
  }

  pressed(event) {
    if (this.key(event)) {
      event.preventDefault();
      return;
    }
    const step = 80 / this.scale,
      moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) {
      this.x += moves[event.key][0];
      this.y += moves[event.key][1];
      this.paint();
    } else if (event.key === "+") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.whole();
    else return;
    event.preventDefault();
  }

  paint() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.painted();
    });
  }

  painted() {
    const context = this.canvas.getContext("2d"),
      ratio = devicePixelRatio || 1,
      [wide, high] = this.size;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, wide, high);
    const back = this.behind(wide, high, ratio);
    context.drawImage(back, 0, 0, wide, high);
    this.draw(context, this);
  }

  behind(wide, high, ratio) {
    // the picture alone on a canvas of its own, which a click need not draw anew
    const { levels, width, tile } = this.picture;
    let level = 0;
    while (level + 1 < levels.length && levels[level + 1][0] / width >= this.scale * ratio) level += 1;
    const sharp = this.tilesOf(level, wide, high, width, levels, tile); // asked for first; what is missing shows coarser ones
    const coarse = sharp.every(loaded)
      ? []
      : this.tilesOf(Math.min(levels.length - 1, level + 2), wide, high, width, levels, tile);
    const ready = [...coarse, ...sharp].filter(loaded),
      view = [this.x, this.y, this.scale, wide, high, ratio, ready.length, coarse.length].join();
    const back = (this.back ??= document.createElement("canvas"));
    if (this.view === view) return back;
    this.view = view;
    back.width = this.canvas.width;
    back.height = this.canvas.height;
    const context = back.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const one of ready) {
      const [x, y] = this.screen(one.at),
        size = (one.unit / tile) * this.scale;
      context.drawImage(one.image, x, y, one.image.naturalWidth * size + 0.6, one.image.naturalHeight * size + 0.6);
    }
    return back;
  }

  tilesOf(level, wide, high, width, levels, tile) {
    const [across, down] = levels[level],
      unit = (width / across) * tile; // picture pixels of a tile
    const columns = Math.ceil(across / tile),
      rows = Math.ceil(down / tile);
    const first = Math.max(0, Math.floor(this.x / unit)),
      last = Math.min(columns - 1, Math.floor((this.x + wide / this.scale) / unit));
    const top = Math.max(0, Math.floor(this.y / unit)),
      bottom = Math.min(rows - 1, Math.floor((this.y + high / this.scale) / unit));
    const found = [];
    for (let row = top; row <= bottom; row += 1)
      for (let column = first; column <= last; column += 1) {
        found.push({ image: this.tile(level, column, row), at: [column * unit, row * unit], unit });
      }
    return found;
  }

  tile(level, column, row) {
    const key = `${level}/${column}/${row}`;
    let image = this.tiles.get(key);
    if (!image) {
      image = new Image();
      image.onload = () => this.paint();
      image.src = pictureAt(`/tile/${key}.jpg`);
      this.tiles.set(key, image);
    }
    return image;
  }
}
