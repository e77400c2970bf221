// The map on a canvas, seen by a camera; what lies on it is drawn by layers.

import { useHands } from "./hands.js";
import { begun } from "./rest.js";
import { placePath } from "./shapes.js";
import { Ground } from "./tiles.js";
import { currentLanguage } from "./words.js";

const NEAREST = 3;
const AT_HAND = 120; // milliseconds in which a map comes that was drawn before: until then no other is shown
const MARGIN = 110; // pixels of bare ground that may show beside the map

/** The middle of a view along one side of the map: never far off it, and no more bare ground than needed. */
function held(middle, length, seen, margin) {
  const least = seen / 2 - margin,
    most = length - seen / 2 + margin;
  return least > most ? Math.min(length, Math.max(0, middle)) : Math.min(most, Math.max(least, middle));
}

export class View {
  /** `onPick(hex)` hears of clicks and Enter; `onMoved()` of every change of the camera. */
  onPick = () => {};
  onMoved = () => {};

  /** `onHover(hex, event)` hears of a pointer that rests on the map; `onGrab(point, whole)` gives what is
   *  lifted there, with `at(point, hex)` and `end(hex)`, or null. */
  onHover = () => {};
  onGrab = () => null;

  /** `onInk(from, to)` hears of the right button, pressed in a hex and let go in another or the same. */
  onInk = () => {};

  /** Pixels at the top of the canvas that something else lies on. */
  covered = 0;

  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.camera = { x: 0, y: 0, k: 1 };
    this.layers = [];
    useHands(this, canvas);
    new ResizeObserver(() => this.resize()).observe(canvas);
    for (const turn of ["focus", "blur"]) canvas.addEventListener(turn, () => this.redraw());
  }

  /** The board comes first; its map may follow when it is drawn. */
  show(board) {
    if (this.board?.key !== board.key) {
      Object.assign(this, { tiles: null, ground: null });
      setTimeout(() => {
        if (this.board === board && !this.tiles) {
          this.ground = new Ground(board);
          this.redraw();
        }
      }, AT_HAND);
    }
    this.board = board;
    this.resize();
  }

  /** The map, in tiles that come as they are needed. */
  showMap(tiles) {
    this.tiles = tiles;
    this.redraw();
  }

  drawMap(k) {
    const { pen, canvas, camera } = this;
    canvas.dataset.map = this.tiles?.ready ? "drawn" : this.ground ? "lines" : "";
    if (this.tiles?.ready) {
      const across = canvas.width / k / 2,
        down = canvas.height / k / 2;
      this.tiles.draw(pen, k, [camera.x - across, camera.y - down, camera.x + across, camera.y + down]);
      return;
    }
    if (this.ground) this.drawGround(k);
  }

  /** The ground once for each place of the camera: most frames change what lies on it only. */
  drawGround(k) {
    const { pen, canvas, camera } = this;
    const seen = [canvas.width, canvas.height, camera.x, camera.y, k, currentLanguage()].join();
    if (this.ground.seen !== seen) {
      const picture = new OffscreenCanvas(canvas.width, canvas.height),
        own = picture.getContext("2d");
      own.drawImage(canvas, 0, 0);
      own.setTransform(pen.getTransform());
      const across = canvas.width / k / 2 + this.board.hexWidth * 3,
        down = canvas.height / k / 2 + this.board.hexWidth; // a word is wider than its hex
      this.ground.draw(own, k, [camera.x - across, camera.y - down, camera.x + across, camera.y + down]);
      Object.assign(this.ground, { seen, picture });
    }
    pen.save();
    pen.resetTransform();
    pen.drawImage(this.ground.picture, 0, 0);
    pen.restore();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = window.devicePixelRatio || 1;
    // Paper shows what the screen showed: nothing is drawn between here and the print.
    if (!width || !height || matchMedia("print").matches) return;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.fitted) this.whole();
    this.keepInside();
    this.redraw();
  }

  /** All hexes in sight, as large as they go. */
  whole() {
    if (!this.board) return;
    const [left, top, across, down] = this.board.frame;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const k = 0.98 * Math.min(width / across, (height - this.covered) / down);
    this.camera = { k, x: left + across / 2, y: top + down / 2 - this.covered / 2 / k };
    this.moved();
    this.fitted = true;
  }

  /** Bring hexes into sight, without zooming in further than people read. */
  centreOn(hexes, k = 0.75) {
    const points = hexes.map((hex) => this.board.centres[hex]).filter(Boolean);
    if (!points.length) return;
    const middle = (axis) => (Math.min(...points.map((p) => p[axis])) + Math.max(...points.map((p) => p[axis]))) / 2;
    this.camera = { k: Math.max(this.camera.k, k), x: middle(0), y: middle(1) };
    this.moved();
  }

  /** Show all of some hexes, or, where they would be too small, their middle at the least size. */
  fit(hexes, least) {
    const points = hexes.map((hex) => this.board.centres[hex]).filter(Boolean);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [left, right] = [0, 0].map((_, end) => Math[end ? "max" : "min"](...points.map(([x]) => x))),
      [top, bottom] = [0, 0].map((_, end) => Math[end ? "max" : "min"](...points.map(([, y]) => y)));
    const room = 2 * this.board.hexWidth;
    const k = Math.min(width / (right - left + room), (height - this.covered) / (bottom - top + room), 1);
    const scale = Math.max(k, least),
      { board } = this;
    // What is as small as the whole map stands in the middle, with no bare ground on one side only.
    const middle = (from, to, length, seen) => (length * scale <= seen ? length / 2 : (from + to) / 2);
    this.camera = {
      k: scale,
      x: middle(left, right, board.width, width),
      y: middle(top, bottom, board.height, height),
    };
    this.moved();
  }

  smallest() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return 0.9 * Math.min(width / this.board.width, height / this.board.height, 1);
  }

  keepInside() {
    if (!this.board) return;
    const camera = this.camera;
    camera.k = Math.min(NEAREST, Math.max(this.smallest(), camera.k));
    camera.x = held(camera.x, this.board.width, this.canvas.clientWidth / camera.k, MARGIN / camera.k);
    camera.y = held(camera.y, this.board.height, this.canvas.clientHeight / camera.k, MARGIN / camera.k);
  }

  moved() {
    this.fitted = false;
    this.keepInside();
    this.redraw();
    this.onMoved();
  }

  zoom(factor, atX = this.canvas.clientWidth / 2, atY = this.canvas.clientHeight / 2) {
    const before = this.toMap(atX, atY);
    this.camera.k = Math.min(NEAREST, Math.max(this.smallest(), this.camera.k * factor));
    const after = this.toMap(atX, atY);
    this.camera.x += before[0] - after[0];
    this.camera.y += before[1] - after[1];
    this.moved();
  }

  pan(dx, dy) {
    this.camera.x -= dx / this.camera.k;
    this.camera.y -= dy / this.camera.k;
    this.moved();
  }

  toMap(x, y) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return [(x - width / 2) / this.camera.k + this.camera.x, (y - height / 2) / this.camera.k + this.camera.y];
  }

  hexAt(x, y) {
    const [mapX, mapY] = this.toMap(x, y);
    for (const [name, [left, top, width, height]] of Object.entries(this.board.boxes))
      if (mapX >= left && mapX <= left + width && mapY >= top && mapY <= top + height) return name;
    let best = "",
      least = (this.board.hexWidth * 0.6) ** 2;
    for (const hex of this.near(mapX, mapY)) {
      const [cx, cy] = this.board.centres[hex];
      const far = (cx - mapX) ** 2 + (cy - mapY) ** 2;
      if (far < least) {
        least = far;
        best = hex;
      }
    }
    return best;
  }

  /** Hexes whose middle lies in the square of a point or in one beside it: a big map has thousands. */
  near(x, y) {
    const { board } = this,
      side = board.hexWidth,
      square = (at) => Math.floor(at / side);
    if (this.squares?.board !== board) {
      this.squares = { board, found: new Map() };
      for (const [hex, [cx, cy]] of Object.entries(board.centres)) {
        const key = `${square(cx)} ${square(cy)}`;
        if (!(hex in board.boxes)) this.squares.found.set(key, [...(this.squares.found.get(key) ?? []), hex]);
      }
    }
    const around = [-1, 0, 1];
    return around.flatMap((dx) =>
      around.flatMap((dy) => this.squares.found.get(`${square(x) + dx} ${square(y) + dy}`) ?? []),
    );
  }

  redraw() {
    if (this.pending) return;
    this.ended = begun();
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
      this.ended();
    });
  }

  /** A frame that is asked for is not drawn, because a better one comes at once: a frame takes time. */
  spare() {
    if (!this.pending) return;
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.ended();
  }

  draw() {
    const { pen, canvas, camera } = this;
    const ratio = canvas.width / canvas.clientWidth;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = getComputedStyle(canvas).backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    if (!this.board) return;
    const k = camera.k * ratio;
    pen.setTransform(k, 0, 0, k, canvas.width / 2 - camera.x * k, canvas.height / 2 - camera.y * k);
    this.drawMap(k);
    const [left, top] = this.toMap(0, 0),
      [right, bottom] = this.toMap(canvas.clientWidth, canvas.clientHeight);
    for (const layer of this.layers) {
      pen.save();
      layer(pen, this.board, camera.k, [left, top, right, bottom]);
      pen.restore();
    }
    if (canvas.matches(":focus-visible")) this.drawAim();
    canvas.dataset.drawn = String(Number(canvas.dataset.drawn ?? 0) + 1);
  }

  /** The hex in the middle, which Enter picks. */
  drawAim() {
    const { pen, board, canvas, camera } = this;
    if (!placePath(pen, board, this.hexAt(canvas.clientWidth / 2, canvas.clientHeight / 2), 0.8)) return;
    for (const [ink, width] of [
      ["rgba(20,20,20,.85)", 4],
      ["#fff6dc", 2],
    ]) {
      pen.strokeStyle = ink;
      pen.lineWidth = width / camera.k;
      pen.setLineDash([6 / camera.k, 4 / camera.k]);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  picture() {
    return new Promise((done) => {
      this.draw();
      this.canvas.toBlob(done, "image/png");
    });
  }
}
