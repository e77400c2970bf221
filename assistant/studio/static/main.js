// Opens the page that the program serves: marks on a picture, or terrain from it.

import { FitPage } from "./fit.js";
import { ask, warn } from "/kit/link.js";
import { straight } from "/shared/dom.js";
import { Stage } from "./stage.js";
import { TracePage } from "./trace.js";
import { language, say, speak, switchLanguage } from "./words.js";

const byId = (id) => document.getElementById(id);

async function open() {
  speak();
  const start = await ask("/api/start");
  const entitle = () => {
    document.title = byId("title").textContent = straight(`Kessel: ${start.titles[language] ?? start.title}`);
  };
  entitle();
  const stage = new Stage(byId("stage"), start.picture);
  const page = new (start.mode === "fit" ? FitPage : TracePage)(stage, start, byId("panel"));
  let kept = standing(page), // what is saved, as far as this page knows
    stands = null; // what the heading says of it, in the language that is spoken
  const state = (told) => {
    stands = told;
    byId("status").textContent = straight(told());
  };
  const changed = () => {
    const now = standing(page);
    return Object.keys(now).filter((part) => now[part] !== kept[part]);
  };
  let refused = false; // marks that the file may have lost since: it is gone, or another program wrote it
  const unsaved = () => refused || page.begun?.() || changed().length > 0;
  const notYet = () => say("unsaved");
  const look = () => {
    if (unsaved()) state(notYet);
    else if (stands === notYet) state(() => say("unchanged")); // it was taken back
  };
  for (const done of ["pointerup", "keyup"]) addEventListener(done, () => setTimeout(look));
  addEventListener("beforeunload", (event) => {
    if (unsaved()) event.preventDefault();
  });
  byId("whole").addEventListener("click", () => stage.whole());
  byId("language").addEventListener("click", () => {
    switchLanguage();
    speak();
    entitle();
    page.panelled();
    if (stands) state(stands);
  });
  byId("save").addEventListener("click", async () => {
    page.end?.();
    const sent = standing(page);
    try {
      const { saved, seen } = await page.save(changed());
      kept = sent;
      refused = false;
      start.seen = seen; // the page knows what it wrote itself
      byId("alert").hidden = true; // what was told before it was saved is over
      state(() => (saved.length ? say("saved", saved.join(", ")) : say("unchanged")));
    } catch (error) {
      warn(error);
      refused = start.mode === "fit";
      if (unsaved()) state(notYet);
    }
  });
  byId("save").disabled = !page.canSave();
}

/** What a page would save, each part to be compared: in what order it names hexsides is no difference. */
function standing(page) {
  const said = ([part, told]) => {
    const sorted = part === "sides" ? told.map((side) => JSON.stringify(side)).sort() : told;
    return [part, JSON.stringify(sorted)];
  };
  return Object.fromEntries(Object.entries(page.content()).map(said));
}

open().catch(warn);
