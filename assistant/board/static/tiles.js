// The map in tiles at several sizes: only those in sight are fetched, and until they are here the
// coarser ones show; before any, the map in flat colours and straight lines.

import { tileAt } from "./ask.js";
import { during } from "./rest.js";
import { atLeast, text } from "./shapes.js";
import { called } from "./words.js";

const KEPT = 40; // tiles that stay decoded: a screen has a dozen
const NUMBERED = 40; // pixels across a hex from which the ground shows its number

export class Tiles {
  /** `map` is the address of a board's map in one language; `onTile()` hears of each that comes, `onFail(error)` if none can. */
  constructor(map, { tile, sizes, width, height }, onTile, onFail) {
    Object.assign(this, { map, tile, sizes, width, height, onTile, onFail, tiles: new Map(), failed: false });
  }

  /** The coarsest size comes first: the map may have to be drawn for it, and nothing else waits in line. */
  begin() {
    return Promise.all(this.all(this.sizes - 1).map((name) => this.fetch(name)));
  }

  across(size) {
    return [this.width, this.height].map((length) => Math.ceil(length / 2 ** size));
  }

  all(size, [left, top, right, bottom] = [0, 0, this.width, this.height]) {
    const [width, height] = this.across(size),
      step = this.tile * 2 ** size,
      names = [];
    for (let row = Math.max(0, Math.floor(top / step)); row * this.tile < height && row * step < bottom; row += 1)
      for (
        let column = Math.max(0, Math.floor(left / step));
        column * this.tile < width && column * step < right;
        column += 1
      )
        names.push(`${size}-${column}-${row}`);
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
    } catch (error) {
      this.tiles.delete(name);
      if (!this.failed) {
        this.failed = true;
        this.onFail(error);
      }
    }
  }

  /** Draw what is in sight, as sharp as the zoom `k` shows; what is missing is fetched. */
  draw(pen, k, seen) {
    let wanted = 0;
    while (wanted < this.sizes - 1 && 2 ** -(wanted + 1) >= k * 0.95) wanted += 1;
    const names = this.all(wanted, seen);
    const whole = names.every((name) => this.tiles.get(name));
    if (this.ready) for (const name of names) this.fetch(name);
    for (let size = whole ? wanted : this.sizes - 1; size >= wanted; size -= 1)
      for (const name of size === wanted ? names : this.all(size, seen)) this.lay(pen, name);
    this.forget();
  }

  lay(pen, name) {
    const bitmap = this.tiles.get(name);
    if (!bitmap) return;
    this.tiles.delete(name);
    this.tiles.set(name, bitmap); // used last
    const [size, column, row] = name.split("-").map(Number),
      step = this.tile * 2 ** size;
    const { a: k, e: right, f: down } = pen.getTransform();
    const edge = (at, shift) => Math.round(at * k + shift);
    const left = edge(column * step, right),
      top = edge(row * step, down);
    const far = edge(Math.min((column + 1) * step, this.width), right),
      low = edge(Math.min((row + 1) * step, this.height), down);
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.imageSmoothingQuality = "medium";
    pen.drawImage(bitmap, left, top, far - left, low - top); // whole pixels, so that no seam shows
    pen.restore();
  }

  forget() {
    for (const [name, bitmap] of this.tiles) {
      if (this.tiles.size <= KEPT) return;
      if (bitmap && !name.startsWith(`${this.sizes - 1}-`)) {
        bitmap.close();
        this.tiles.delete(name);
      }
    }
  }
}

/** The map in flat colours and straight lines, as it is seen until the real one is drawn: its parts
 *  as outlines, made once, so that they are sharp at every zoom. */
export class Ground {
  constructor(board) {
    this.board = board;
    this.fills = Object.entries(board.ground ?? {}).map(([colour, hexes]) => [colour, outlines(board, hexes, 1.01)]);
    this.grid = outlines(
      board,
      Object.keys(board.centres).filter((hex) => !(hex in board.boxes)),
    );
    this.boxes = rectangles(Object.values(board.boxes));
    this.strokes = (board.sketch ?? []).map((stroke) => ({ ...stroke, path: runs(stroke.runs) }));
  }

  /** All that lies in a part of the map, and of its words only those. */
  draw(pen, k, [left, top, right, bottom]) {
    const { board } = this;
    pen.save();
    pen.fillStyle = "#f6f0e2";
    pen.fillRect(0, 0, board.width, board.height);
    pen.fillStyle = "#e9e0c9";
    pen.fillRect(...board.frame);
    for (const [colour, path] of this.fills) {
      pen.fillStyle = colour;
      pen.fill(path);
    }
    pen.strokeStyle = "rgba(80,70,50,.35)";
    pen.lineWidth = atLeast(1, 0.5, k);
    pen.stroke(this.grid);
    pen.stroke(this.boxes);
    pen.lineCap = "round";
    pen.lineJoin = "round";
    for (const { colour, width, dash, path } of this.strokes) {
      pen.strokeStyle = colour;
      pen.lineWidth = atLeast(width, 0.7, k);
      pen.lineCap = dash.length ? "butt" : "round";
      pen.setLineDash(dash);
      pen.stroke(path);
    }
    pen.setLineDash([]);
    const size = board.hexWidth * 0.2;
    const near = ([x, y]) => x > left && x < right && y > top && y < bottom; // a big map has thousands of words out of sight
    for (const [hex, name] of Object.entries(board.names))
      if (board.centres[hex] && near(board.centres[hex]))
        text(pen, called("names", name), board.centres[hex][0], board.centres[hex][1] + board.hexWidth * 0.33, size);
    if (board.hexWidth * k > NUMBERED)
      for (const [hex, [x, y]] of Object.entries(board.centres))
        if (near([x, y]) && !(hex in board.boxes)) {
          pen.fillStyle = "rgba(60,52,38,.8)";
          pen.font = `${size * 0.75}px system-ui, sans-serif`;
          pen.textAlign = "center";
          pen.fillText(hex, x, y - board.hexWidth * 0.36);
        }
    pen.restore();
  }
}

/** Hexes as one path; each ends where it began, because to close thousands of them takes a browser half a second. */
function outlines(board, hexes, inset = 1) {
  const radius = (board.hexWidth / Math.sqrt(3)) * inset,
    turn = board.orientation === "pointy" ? Math.PI / 6 : 0;
  const corners = Array.from({ length: 7 }, (_, corner) => [
    radius * Math.cos(turn + (corner * Math.PI) / 3),
    radius * Math.sin(turn + (corner * Math.PI) / 3),
  ]);
  const path = new Path2D();
  for (const hex of hexes) {
    const [x, y] = board.centres[hex] ?? [NaN, NaN];
    corners.forEach(([dx, dy], corner) => path[corner ? "lineTo" : "moveTo"](x + dx, y + dy));
  }
  return path;
}

function rectangles(boxes) {
  const path = new Path2D();
  for (const box of boxes) path.rect(...box);
  return path;
}

/** Runs of points as one path; a run of a single point is a disc. */
function runs(found) {
  const path = new Path2D();
  for (const run of found) {
    path.moveTo(run[0], run[1]);
    for (let at = run.length > 2 ? 2 : 0; at < run.length; at += 2) path.lineTo(run[at], run[at + 1]);
  }
  return path;
}
