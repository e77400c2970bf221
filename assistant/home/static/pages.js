// The pages of a PDF as they will be printed, one at a time.

import { $, el, straight } from "/shared/dom.js";
import { ask, warn } from "./asking.js";
import { say } from "./words.js";

let shown = { path: "", count: 0, at: 0 };

/** Look at a file: `path` names its pages, `href` is the file itself. */
export async function lookAt(name, path, href) {
  try {
    shown = { path, count: await ask(`api/pages/${path}`), at: 0 };
  } catch (error) {
    warn(error);
    return;
  }
  const act = (key, run) => el("button", { type: "button", onclick: run }, say(key));
  $("pages").replaceChildren(
    el(
      "div",
      { class: "head" },
      el("h2", { id: "pages-title" }, name),
      el("span", { id: "page-of", class: "quiet", role: "status" }),
    ),
    el("div", { id: "page-view", tabindex: 0 }, el("img", { id: "page", alt: "" })),
    el(
      "div",
      { class: "acts" },
      act("back", () => turn(-1)),
      act("next", () => turn(1)),
      el("a", { class: "button", href, download: name }, say("download")),
      el("a", { class: "button main", href, target: "_blank" }, say("printIt")),
      act("close", () => $("pages").close()),
    ),
  );
  $("pages").showModal();
  turn(0);
  $("page-view").focus();
}

function turn(step) {
  shown.at = Math.max(0, Math.min(shown.count - 1, shown.at + step));
  const told = say("pageOf", shown.at + 1, shown.count);
  $("page-of").textContent = straight(told);
  $("page").alt = told;
  $("page").src = `page/${shown.path}/${shown.at}.png`;
}

$("pages").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (step) {
    turn(step);
    event.preventDefault();
  }
});
