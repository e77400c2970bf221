// The view as an address: what is shown can be sent to somebody and opened again.

/** The address after its #; of a page that was written as a file, the view that was written with it. */
const told = () => new URLSearchParams((location.hash || document.body.dataset.view || "").replace(/^#/, ""));

/** A name from an address; none that every object has, such as __proto__. */
const named = (word) => (!word || word in {} ? "" : word);

export function readLink() {
  const words = told();
  const number = (name) => (words.has(name) ? Number(words.get(name)) : undefined);
  return {
    file: number("file") ?? 0,
    step: number("step"),
    hex: named(words.get("hex")),
    unit: named(words.get("unit")),
    target: named(words.get("target")),
    shown: words.get("result") ?? "",
    viewer: words.get("viewer") ?? "",
    from: words.get("from")?.split(",").filter(Boolean),
    changes: words.get("try") ? [words.get("try")] : [],
    plan: planOf(words.get("plan")),
    drawn: marksOf(words.get("draw")),
    options: words.get("with")?.split(";").filter(Boolean) ?? [],
    layers: words.get("layers")?.split(","),
    language: words.get("lang") ?? "",
    camera: ["x", "y", "k"].every((name) => words.has(name))
      ? { x: number("x"), y: number("y"), k: number("k") }
      : undefined,
  };
}

let before;

const marksOf = (text) =>
  (text ?? "")
    .split("~")
    .filter(Boolean)
    .slice(0, 200)
    .map((mark) => {
      const [kind, hex, other = ""] = mark.split(":");
      try {
        return { kind, hex, other: decodeURIComponent(other) };
      } catch {
        return { kind, hex, other };
      }
    })
    .filter(({ hex, other }) => named(hex) && !(other in {}));

const planOf = (text) =>
  (text ?? "")
    .split("~")
    .filter(Boolean)
    .map((battle) => {
      const [target, from = "", options = ""] = battle.split("!");
      return { target, from: from.split(",").filter(Boolean), options: options.split(";").filter(Boolean) };
    })
    .filter(({ target, from }) => named(target) && from.length);

export function writeLink(state, camera, tried) {
  const words = new URLSearchParams();
  const put = (name, value) => {
    if (value !== undefined && value !== "" && value !== null) words.set(name, value);
  };
  if (state.file) put("file", state.file);
  put("viewer", state.viewer);
  if (state.scene?.steps && state.step !== state.scene.steps) put("step", state.step);
  put("hex", state.hex);
  put("unit", state.unit);
  put("target", state.target);
  put("result", state.shown);
  if (state.target && state.from) put("from", [...state.from].join(","));
  if (state.options.length) put("with", state.options.join(";"));
  put("try", tried);
  put(
    "plan",
    state.plan.map(({ target, from, options }) => [target, from.join(","), options.join(";")].join("!")).join("~"),
  );
  put(
    "draw",
    state.drawn
      .map(({ kind, hex, other }) => [kind, hex, encodeURIComponent(other).replaceAll("~", "%7E")].join(":"))
      .join("~"),
  );
  put("layers", [...state.layers].join(","));
  put("lang", state.language);
  for (const name of ["x", "y", "k"]) put(name, camera[name].toFixed(name === "k" ? 3 : 0));
  const chosen = ["file", "step", "hex", "unit", "target", "try"].map((name) => words.get(name) ?? "").join(" ");
  // The browser's Back undoes a choice, not every pixel that the map was moved.
  if (before === undefined || chosen === before) history.replaceState(null, "", `#${words}`);
  else history.pushState(null, "", `#${words}`);
  before = chosen;
}

/** The address was changed by the browser's own Back and Forward. */
export function wentBack() {
  const words = told();
  before = ["file", "step", "hex", "unit", "target", "try"].map((name) => words.get(name) ?? "").join(" ");
  return readLink();
}
