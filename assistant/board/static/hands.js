// Mouse, touch and keys on the map: what pans, zooms and picks.

const STEP = 90; // pixels that an arrow key moves the map
const STILL = 6; // pixels that a finger may slip in a tap

/** Let hands move a view and pick hexes on it. */
export function useHands(view, canvas) {
  const pointers = new Map();
  let travelled = 0,
    grabbed = null,
    inked = "";

  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerup", (event) => {
    if (event.button === 2 && inked && view.board) view.onInk(inked, view.hexAt(event.offsetX, event.offsetY));
    if (event.button === 2) inked = "";
  });

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  canvas.addEventListener("dblclick", (event) => view.zoom(1.8, event.offsetX, event.offsetY));
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 2) {
      inked = view.board ? view.hexAt(event.offsetX, event.offsetY) : "";
      return;
    }
    view.onHover("", null); // what was told of a place would lie over what the press shows
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    travelled = pointers.size > 1 ? Infinity : 0;
    grabbed = pointers.size > 1 ? null : view.onGrab(view.toMap(event.offsetX, event.offsetY), event.shiftKey);
  });
  canvas.addEventListener("pointermove", moved);
  canvas.addEventListener("pointerup", (event) => {
    if (grabbed && travelled > STILL) grabbed.end(view.hexAt(event.offsetX, event.offsetY));
    else if (pointers.has(event.pointerId) && travelled <= STILL && view.board)
      view.onPick(view.hexAt(event.offsetX, event.offsetY));
  });
  for (const end of ["pointerup", "pointercancel"])
    canvas.addEventListener(end, (event) => {
      if (end === "pointercancel") grabbed?.end("");
      grabbed = null;
      pointers.delete(event.pointerId);
      canvas.classList.toggle("dragging", pointers.size > 0);
    });
  canvas.addEventListener("pointerleave", () => view.onHover("", null));
  canvas.addEventListener("keydown", (event) => pressed(view, canvas, event));

  function moved(event) {
    const held = pointers.get(event.pointerId);
    if (!view.board) return;
    if (!held) {
      view.onHover(view.hexAt(event.offsetX, event.offsetY), event);
      return;
    }
    const before = [...pointers.values()].map((point) => ({ ...point }));
    const dx = event.offsetX - held.x,
      dy = event.offsetY - held.y;
    Object.assign(held, { x: event.offsetX, y: event.offsetY });
    const now = [...pointers.values()];
    travelled += Math.hypot(dx, dy);
    if (travelled <= STILL) return;
    canvas.classList.add("dragging");
    if (grabbed) {
      grabbed.at(view.toMap(event.offsetX, event.offsetY), view.hexAt(event.offsetX, event.offsetY));
      return;
    }
    view.pan(dx / now.length, dy / now.length);
    if (now.length > 1) view.zoom(spread(now) / spread(before), (now[0].x + now[1].x) / 2, (now[0].y + now[1].y) / 2);
  }
}

const spread = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y) || 1;

function pressed(view, canvas, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !view.board) return;
  const actions = {
    ArrowLeft: () => view.pan(STEP, 0),
    ArrowRight: () => view.pan(-STEP, 0),
    ArrowUp: () => view.pan(0, STEP),
    ArrowDown: () => view.pan(0, -STEP),
    "+": () => view.zoom(1.25),
    "=": () => view.zoom(1.25),
    "-": () => view.zoom(0.8),
    0: () => view.whole(),
    Enter: () => view.onPick(view.hexAt(canvas.clientWidth / 2, canvas.clientHeight / 2)),
  };
  if (actions[event.key]) {
    event.preventDefault();
    actions[event.key]();
  }
}
