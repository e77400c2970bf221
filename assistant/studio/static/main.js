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
  byId("whole").addEventListener("click", () => stage.whole());
  byId("language").addEventListener("click", () => {
    switchLanguage();
    speak();
    entitle();
    page.panelled();
  });
  byId("save").addEventListener("click", async () => {
    try {
      const { saved, seen } = await page.save();
      start.seen = seen; // the page knows what it wrote itself
      byId("alert").hidden = true; // what was told before it was saved is over
      byId("status").textContent = straight(saved.length ? say("saved", saved.join(", ")) : say("unchanged"));
    } catch (error) {
      warn(error);
    }
  });
  byId("save").disabled = !page.canSave();
}

open().catch(warn);
