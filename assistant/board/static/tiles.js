// The map in tiles at several sizes: only those in sight are fetched, and until they are here the
// coarser ones show; before any, hexes in the colours of their ground.

import { tileAt } from "./ask.js";
import { during } from "./rest.js";
import { placePath, text } from "./shapes.js";

const KEPT = 40; // tiles that stay decoded: a screen has a dozen
const ROUGH = 1400; // pixels of the longer side of the ground that is seen before the map

export class Tiles {
  /** `map` is the address of a board's map in one language; `onTile()` hears of each that comes, `onFail(error)` if none can. */
  constructor(map, { tile, sizes, width, height }, onTile, onFail) {
    Object.assign(this, { map, tile, sizes, width, height, onTile, onFail, tiles: new Map(), failed: false });
  }

  /** The coarsest size comes first: the map may have to be drawn for it, and nothing else waits in line. */
  begin() { return Promise.all(this.all(this.sizes - 1).map((name) => this.fetch(name))); }

  across(size) { return [this.width, this.height].map((length) => Math.ceil(length / 2 ** size)); }

  all(size, [left, top, right, bottom] = [0, 0, this.width, this.height]) {
    const [width, height] = this.across(size), step = this.tile * 2 ** size, names = [];
    for (let row = Math.max(0, Math.floor(top / step)); row * this.tile < height && row * step < bottom; row += 1)
      for (let column = Math.max(0, Math.floor(left / step)); column * this.tile < width && column * step < right; column += 1) names.push(`${size}-${column}-${row}`);
    return names;
  }

  async fetch(name) {
    if (this.tiles.has(name) || this.failed) return;
    this.tiles.set(name, null);
    try {
      const [size, column, row] = name.split("-").map(Number);
      this.tiles.set(name, await during(tileAt(this.map, size, column, row).then((tile) => createImageBitmap(tile))));
      this.ready = true;
      this.onTile();
    } catch (error) { this.tiles.delete(name); if (!this.failed) { this.failed = true; this.onFail(error); } }
  }

  /** Draw what is in sight, as sharp as the zoom `k` shows; what is missing is fetched. */
  draw(pen, k, seen) {
    let wanted = 0;
    while (wanted < this.sizes - 1 && 2 ** -(wanted + 1) >= k * 0.95) wanted += 1;
    const names = this.all(wanted, seen);
    const whole = names.every((name) => this.tiles.get(name));
    if (this.ready) for (const name of names) this.fetch(name);
    for (let size = whole ? wanted : this.sizes - 1; size >= wanted; size -= 1) for (const name of size === wanted ? names : this.all(size, seen)) this.lay(pen, name);
    this.forget();
  }

  lay(pen, name) {
    const bitmap = this.tiles.get(name);
    if (!bitmap) return;
    this.tiles.delete(name); this.tiles.set(name, bitmap); // used last
    const [size, column, row] = name.split("-").map(Number), step = this.tile * 2 ** size;
    const { a: k, e: right, f: down } = pen.getTransform();
    const edge = (at, shift) => Math.round(at * k + shift);
    const left = edge(column * step, right), top = edge(row * step, down);
    const far = edge(Math.min((column + 1) * step, this.width), right), low = edge(Math.min((row + 1) * step, this.height), down);
    pen.save(); pen.setTransform(1, 0, 0, 1, 0, 0); pen.imageSmoothingQuality = "medium";
    pen.drawImage(bitmap, left, top, far - left, low - top); // whole pixels, so that no seam shows
    pen.restore();
  }

  forget() {
    for (const [name, bitmap] of this.tiles) {
      if (this.tiles.size <= KEPT) return;
      if (bitmap && !name.startsWith(`${this.sizes - 1}-`)) { bitmap.close(); this.tiles.delete(name); }
    }
  }
}

/** Paper, hexes in the colours of their ground, and the names of places: seen while the map is being drawn. */
export function groundOf(board) {
  const k = Math.min(1, ROUGH / Math.max(board.width, board.height));
  const canvas = new OffscreenCanvas(Math.ceil(board.width * k), Math.ceil(board.height * k)), pen = canvas.getContext("2d", { alpha: false });
  pen.scale(k, k);
  pen.fillStyle = "#f6f0e2"; pen.fillRect(0, 0, board.width, board.height);
  pen.fillStyle = "#e9e0c9"; pen.fillRect(...board.frame);
  for (const [colour, hexes] of Object.entries(board.ground ?? {})) { pen.fillStyle = colour; for (const hex of hexes) if (placePath(pen, board, hex, 1.01)) pen.fill(); }
  pen.strokeStyle = "rgba(80,70,50,.35)"; pen.lineWidth = 1.5;
  for (const hex of Object.keys(board.centres)) if (placePath(pen, board, hex)) pen.stroke();
  for (const [hex, name] of Object.entries(board.names)) if (board.centres[hex]) text(pen, name, board.centres[hex][0], board.centres[hex][1] + board.hexWidth * 0.3, board.hexWidth * 0.2);
  return canvas;
}
