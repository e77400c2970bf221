// The games with their pictures: build, print, check; and the dialogs that ask how.

import { $, el } from "/shared/dom.js";
import { unpressed } from "/shared/pressing.js";
import { ask, order } from "./asking.js";
import { lookAt } from "./pages.js";
import { language, say } from "./words.js";

let shown = "";

export function showGames(home) {
  const told = JSON.stringify([home.games, home.offered, language]);
  if (told === shown) return;
  shown = told;
  const can = new Set(home.offered);
  unpressed($("games"), () => {
    const held = document.activeElement?.closest("#games [data-what]");
    const place = held && `#${CSS.escape(held.closest("li").id)} [data-what="${held.dataset.what}"]`;
    $("games").replaceChildren(...home.games.map((game) => card(game, can)));
    if (place) document.querySelector(place)?.focus({ preventScroll: true });
  });
  const chosen = $("live-game").value;
  $("live-game").replaceChildren(...home.games.map((game) => el("option", { value: game.id }, game.title[language])));
  if (chosen) $("live-game").value = chosen;
}

function card(game, can) {
  const act = (what, run) =>
    can.has(what)
      ? el(
          "button",
          { type: "button", "data-what": what, "aria-label": `${say(what)}: ${game.title[language]}`, onclick: run },
          say(what),
        )
      : null;
  const run = (what, serves) => act(what, () => order(what, { game: game.id }, serves));
  const image = el("img", { src: `picture/${game.id}.png?language=${language}`, alt: "", loading: "lazy", width: 760, height: 460 });
  image.addEventListener("error", () => image.remove());
  return el(
    "li",
    { id: `game-${game.id}` },
    image,
    el("h3", {}, game.title[language]),
    el(
      "p",
      { class: "quiet" },
      [game.id, game.version, game.own ? say("ownGame") : "", game.broken ? say("broken") : ""]
        .filter(Boolean)
        .join(" · "),
    ),
    el(
      "div",
      { class: "acts" },
      run("build"),
      act("sheets", () => askSheets(game)),
      run("check"),
      game.scenarios?.length ? act("setup", () => askSetup(game)) : null,
      run("desk", true),
      game.own ? run("studio", true) : null,
      game.own && game.scanned ? run("fit", true) : null,
      game.own && game.scanned ? run("trace", true) : null,
    ),
    game.made.length
      ? el(
          "details",
          { "data-part": "made" },
          el("summary", {}, say("made", game.made.length)),
          el("div", { class: "made" }, ...game.made.map((name) => made(game, name))),
        )
      : null,
    ownedOf(game),
  );
}

function made(game, name) {
  const href = `made/${encodeURIComponent(game.id)}/${encodeURIComponent(name)}`;
  return el(
    "div",
    { class: "row" },
    el("a", { href, target: "_blank" }, name),
    name.endsWith(".pdf")
      ? el(
          "button",
          {
            type: "button",
            "aria-label": `${say("view")}: ${name}`,
            onclick: () => lookAt(name, `${encodeURIComponent(game.id)}/${encodeURIComponent(name)}`, href),
          },
          say("view"),
        )
      : null,
  );
}

const owned = new Map(); // by game: what its owner typed of each sheet

/** Ask what the owners have typed, one game after another, and show it. */
export async function askOwned(home) {
  for (const game of home.games) {
    if (game.broken || !home.offered.includes("desk")) continue;
    try {
      owned.set(game.id, await ask(`api/owned/${encodeURIComponent(game.id)}`));
    } catch {
      owned.delete(game.id);
    }
    const place = document.querySelector(`#game-${CSS.escape(game.id)} .owned`);
    place?.replaceWith(ownedOf(game));
  }
}

function ownedOf(game) {
  const sheets = owned.get(game.id) ?? [];
  const done = sheets.reduce((sum, one) => sum + one.done, 0),
    of = sheets.reduce((sum, one) => sum + one.of, 0);
  if (!of) return el("div", { class: "owned", hidden: true });
  const words = sheets.map(
    (one) =>
      `${one.titles[language] ?? say(one.title)} ${say("ofThem", one.done, one.of)}`,
  );
  return el(
    "div",
    { class: "owned quiet" },
    el("progress", { max: of, value: done, "aria-label": say("owner") }),
    `${say("owner")} ${words.join(" · ")}`,
  );
}

const choice = (id, label, options) =>
  el("label", {}, label, el("select", { id }, ...options.map(([value, text]) => el("option", { value }, text))));
const tongues = (game) =>
  [
    ["en", "English"],
    ["es", "Español"],
  ].filter(([name]) => (game.languages ?? ["en"]).includes(name));

function askSheets(game) {
  const map = el("input", { type: "checkbox", checked: true });
  dialog(
    `${say("sheets").replace(" …", "")}: ${game.title[language]}`,
    say("print"),
    [
      choice("paper", say("paper"), [
        ["a4", "A4"],
        ["letter", "Letter"],
        ["a3", "A3"],
        ["tabloid", "Tabloid"],
      ]),
      choice(
        "layout",
        say("layout"),
        ["duplex", "fold", "fronts"].map((name) => [name, say(name)]),
      ),
      choice("tongue", say("language"), tongues(game)),
      el("label", { class: "row" }, say("map"), map),
    ],
    () =>
      order("sheets", {
        game: game.id,
        paper: $("paper").value,
        layout: $("layout").value,
        language: $("tongue").value,
        map: map.checked,
      }),
  );
  if ((game.languages ?? []).includes(language)) $("tongue").value = language;
}

function askSetup(game) {
  dialog(
    `${say("setup").replace(" …", "")}: ${game.title[language]}`,
    say("make2"),
    [
      choice(
        "scenario",
        say("scenario"),
        game.scenarios.map((one) => [one.id, one.name[language]]),
      ),
    ],
    () => order("setup", { game: game.id, scenario: $("scenario").value }),
  );
}

/** A module was dropped: audit it, or take it over, with those extensions that are ticked. */
export function askAdopt(file, taken, extensions = []) {
  let name =
    file.name
      .replace(/\.vmod$/i, "")
      .replace(/[ _-]?v?\d+([._-]\d+)+.*$/i, "")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[-0-9]+|-+$/g, "")
      .slice(0, 30) || "game";
  if (taken.has(name)) name += "-2";
  const input = el("input", {
    value: name,
    maxlength: 40,
    required: true,
    pattern: "[a-z][a-z0-9\\-]*",
    spellcheck: "false",
  });
  const ticks = extensions.map((one) => [one.key, el("input", { type: "checkbox", checked: true }), one.name]);
  const ticked = () => ticks.filter(([, tick]) => tick.checked).map(([key]) => key);
  dialog(
    say("isModule", file.name),
    say("adopt"),
    [
      el("p", {}, say("adoptHow")),
      ...ticks.map(([, tick, name]) => el("label", { class: "row" }, tick, say("with", name))),
      el("label", {}, say("id"), input),
    ],
    () => order("adopt", { file: file.key, name: input.value, extensions: ticked() }),
    el(
      "button",
      {
        type: "button",
        onclick: () => {
          $("dialog").close();
          order("audit", { file: file.key, extensions: ticked() });
        },
      },
      say("audit"),
    ),
  );
}

function dialog(title, yes, parts, run, more) {
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", { id: "dialog-title" }, title),
    ...parts,
    el(
      "div",
      { class: "acts" },
      el("button", { type: "button", onclick: () => $("dialog").close() }, say("cancel")),
      more ?? null,
      el("button", { class: "main" }, yes),
    ),
  );
  form.addEventListener("submit", () => run());
  $("dialog").replaceChildren(form);
  if (!$("dialog").open) $("dialog").showModal();
  form.querySelector("select, input:not([type=checkbox]), .main")?.focus();
}
