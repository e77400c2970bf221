// A layer over the picture on a canvas of its own: moved and stretched at once, drawn anew in rests, changed piece by piece.

const REST = 350; // milliseconds without a change after which a layer is drawn anew
const SOON = 30; // milliseconds in which a click is answered first
const SLICE = 8; // milliseconds of drawing between which a click is heard
export const PART = 60; // strokes between which the time is looked at: hundreds of broad lines take a browser 40 ms

export class Veil {
  // `matrix()` tells where the layer's own units lie on the screen; `strokes(ink, matrix)` yields between its parts.
  constructor(stage, matrix, strokes) {
    Object.assign(this, { stage, matrix, strokes, ink: null, at: null, left: [] });
  }

  spoil() {
    if (this.ink) this.again(SOON);
  }
  clear() {
    this.ink = null;
  }

  show(context, alpha = 1) {
    // as it was drawn, laid where it belongs now; sharp again after a rest
    const now = this.matrix(),
      { width, height } = this.stage.canvas,
      ratio = devicePixelRatio || 1;
    if (!this.ink) {
      Object.assign(this, this.fresh(now));
      this.again(SOON);
    } else if (String(now) !== String(this.at) || this.ink.canvas.width !== width || this.ink.canvas.height !== height)
      this.again();
    const { canvas } = this.ink;
    context.save();
    context.globalAlpha = alpha;
    if (String(now) !== String(this.at)) {
      const { a, b, c, d, e, f } = now.multiply(this.at.inverse());
      context.transform(a, b, c, d, e, f);
    }
    context.drawImage(canvas, 0, 0, canvas.width / ratio, canvas.height / ratio);
    context.restore();
  }

  fresh(at) {
    const canvas = document.createElement("canvas"),
      ratio = devicePixelRatio || 1,
      ink = canvas.getContext("2d");
    canvas.width = this.stage.canvas.width;
    canvas.height = this.stage.canvas.height;
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { ink, at };
  }

  whole(at) {
    // at once
    Object.assign(this, this.fresh(at));
    for (const _ of this.strokes(this.ink, at)) {
      /* all parts */
    }
  }

  again(rest = REST) {
    this.left = [];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sharpen(), rest);
  }

  sharpen() {
    const { ink, at } = this.fresh(this.matrix()),
      parts = this.strokes(ink, at);
    const on = () => {
      if (!this.slice(parts, ink)) {
        this.timer = setTimeout(on, 0);
        return;
      }
      Object.assign(this, { ink, at });
      this.stage.paint();
    };
    on();
  }

  slice(parts, ink) {
    // whether all is drawn
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      if (parts.next().done) return true;
      ink.getImageData(0, 0, 1, 1); // else a browser puts the drawing off until all of it is wanted at once
    }
    return false;
  }

  change(keys, touch) {
    // draws only what changed; of thousands some in each frame
    if (!this.ink) return;
    this.again();
    const parts = function* () {
      for (const [n, key] of keys.entries()) {
        touch(this.ink, this.at, key);
        if (n % PART === PART - 1) yield;
      }
    }.call(this);
    this.left = parts;
    const on = () => {
      if (this.left !== parts) return;
      if (!this.slice(parts, this.ink)) requestAnimationFrame(on);
      this.stage.paint();
    };
    on();
  }
}
