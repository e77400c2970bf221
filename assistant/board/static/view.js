// The map on a canvas: pan and zoom with mouse, touch and keys; what lies on it is drawn by layers.

const NEAREST = 3, STEP = 90;

export class View {
  /** `onPick(hex)` hears of clicks and Enter; `onMoved()` of every change of the camera. */
  constructor(canvas, { onPick, onMoved }) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.camera = { x: 0, y: 0, k: 1 };
    this.onPick = onPick;
    this.onMoved = onMoved;
    this.layers = [];
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  show(board, map) {
    this.board = board;
    this.map = map;
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = window.devicePixelRatio || 1;
    if (!width || !height) return;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.keepInside();
    this.redraw();
  }

  /** All hexes in sight, as large as they go. */
  whole() {
    if (!this.board) return;
    const points = Object.values(this.board.centres);
    const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])) - this.board.hexWidth);
    const [right, bottom] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + this.board.hexWidth);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.camera = { k: Math.min(width / (right - left), height / (bottom - top)), x: (left + right) / 2, y: (top + bottom) / 2 };
    this.moved();
  }

  /** Bring hexes into sight, without zooming in further than people read. */
  centreOn(hexes, k = 0.75) {
    const points = hexes.map((hex) => this.board.centres[hex]).filter(Boolean);
    if (!points.length) return;
    const middle = (axis) => (Math.min(...points.map((p) => p[axis])) + Math.max(...points.map((p) => p[axis]))) / 2;
    this.camera = { k: Math.max(this.camera.k, k), x: middle(0), y: middle(1) };
    this.moved();
  }

  smallest() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return 0.8 * Math.min(width / this.board.width, height / this.board.height, 1);
  }

  keepInside() {
    if (!this.board) return;
    const camera = this.camera;
    camera.k = Math.min(NEAREST, Math.max(this.smallest(), camera.k));
    camera.x = Math.min(this.board.width, Math.max(0, camera.x));
    camera.y = Math.min(this.board.height, Math.max(0, camera.y));
  }

  moved() { this.keepInside(); this.redraw(); this.onMoved(); }

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
    let best = "", least = (this.board.hexWidth * 0.6) ** 2;
    for (const [hex, [cx, cy]] of Object.entries(this.board.centres)) {
      const far = (cx - mapX) ** 2 + (cy - mapY) ** 2;
      if (far < least) { least = far; best = hex; }
    }
    return best;
  }

  redraw() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => { this.pending = 0; this.draw(); });
  }

  draw() {
    const { pen, canvas, camera } = this;
    const ratio = canvas.width / canvas.clientWidth;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = "#15181c";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    if (!this.map) return;
    const k = camera.k * ratio;
    pen.setTransform(k, 0, 0, k, canvas.width / 2 - camera.x * k, canvas.height / 2 - camera.y * k);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(this.map, 0, 0, this.board.width, this.board.height);
    for (const layer of this.layers) { pen.save(); layer(pen, this.board, camera.k); pen.restore(); }
    canvas.dataset.drawn = String(Number(canvas.dataset.drawn ?? 0) + 1);
  }

  picture() { return new Promise((done) => { this.draw(); this.canvas.toBlob(done, "image/png"); }); }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      this.travelled = this.pointers.size > 1 ? Infinity : 0;
    });
    canvas.addEventListener("pointermove", (event) => this.pointerMoved(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.pointerEnded(event, end));
    canvas.addEventListener("dblclick", (event) => this.zoom(1.8, event.offsetX, event.offsetY));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  pointerMoved(event) {
    const held = this.pointers.get(event.pointerId);
    if (!held || !this.board) return;
    const before = [...this.pointers.values()].map((p) => ({ ...p }));
    const dx = event.offsetX - held.x, dy = event.offsetY - held.y;
    held.x = event.offsetX; held.y = event.offsetY;
    const now = [...this.pointers.values()];
    this.travelled += Math.hypot(dx, dy);
    this.canvas.classList.add("dragging");
    if (now.length === 1) { if (this.travelled > 4) this.pan(dx, dy); return; }
    const spread = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
    this.pan(dx / now.length, dy / now.length);
    this.zoom(spread(now) / spread(before), (now[0].x + now[1].x) / 2, (now[0].y + now[1].y) / 2);
  }

  pointerEnded(event, end) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.canvas.classList.remove("dragging");
    if (end === "pointerup" && this.travelled <= 4 && this.board) this.onPick(this.hexAt(event.offsetX, event.offsetY));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.board) return;
    const actions = {
      ArrowLeft: () => this.pan(STEP, 0), ArrowRight: () => this.pan(-STEP, 0),
      ArrowUp: () => this.pan(0, STEP), ArrowDown: () => this.pan(0, -STEP),
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), 0: () => this.whole(),
      Enter: () => this.onPick(this.hexAt(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2)),
    };
    if (actions[event.key]) { event.preventDefault(); actions[event.key](); }
  }
}
