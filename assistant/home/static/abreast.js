// Keeps the home page abreast: it looks often while something goes on, else seldom.

import { $, el, straight } from "/shared/dom.js";
import { switchTheme } from "/shared/theme.js";
import { ask, order, warn } from "./asking.js";
import { follow, tellBegun } from "./begun.js";
import { askAdopt, askOwned, showGames } from "./games.js";
import { showJobs } from "./jobs.js";
import { draw, inSight, showSaves } from "./saves.js";
import { beginTour, tellTour } from "./tour.js";
import { language, say, speak, switchLanguage } from "./words.js";

const SOON = 350,
  LATER = 3000;
let home = { offered: [], folders: [], games: [] },
  jobs = [],
  timer,
  done = new Set(),
  ended = false;

async function look() {
  clearTimeout(timer);
  let busy = false;
  try {
    const saves = await ask(`api/saves?seen=${inSight().join()}`);
    showSaves(saves);
    jobs = (await ask("api/jobs")).jobs;
    tellJobs();
    tellTour(jobs);
    busy = saves.busy || jobs.some((job) => job.status === null && (!job.serves || !job.address));
    const ready = new Set(jobs.filter((job) => job.status !== null).map((job) => job.number));
    if ([...ready].some((number) => !done.has(number))) {
      done = ready;
      await lookAround();
    }
  } catch (error) {
    warn(error);
  }
  if (!ended) timer = setTimeout(look, document.hidden ? LATER * 3 : busy ? SOON : LATER);
}

function tellJobs(anew = false) {
  showJobs(jobs, anew);
  tellBegun(jobs, anew);
}

async function lookAround() {
  home = await ask("api/home");
  draw();
  showAround();
}

function showAround() {
  showGames(home);
  $("work").textContent = straight(home.work ? say("work", home.work) : "");
  $("folders").replaceChildren(
    ...home.folders.map((folder) =>
      el(
        "li",
        {},
        el("span", {}, folder.path),
        home.offered.includes("watch")
          ? el(
              "button",
              {
                type: "button",
                "aria-label": `${say("watch")}: ${folder.path}`,
                onclick: () => order("watch", { folder: folder.key }, true),
              },
              say("watch"),
            )
          : null,
        el(
          "button",
          {
            type: "button",
            "aria-label": `${say("leave")}: ${folder.path}`,
            disabled: folder.dropped,
            onclick: () => change({ leave: folder.key }),
          },
          say("leave"),
        ),
      ),
    ),
  );
}

async function change(data) {
  try {
    home = await ask("api/folders", data);
    showAround();
    await look();
    return true;
  } catch (error) {
    warn(error);
    return false;
  }
}

let module = null; // the one that was dropped last, and all extensions
const extensions = new Map();

async function takeAll(files) {
  const asked = module; // a dialog may still be open
  let brought = false;
  for (const file of files) brought = (await take(file)) || brought;
  if (!brought) return;
  const named = [...extensions.values()];
  if (module && (module !== asked || $("dialog").open))
    askAdopt(module, new Set(home.games.map((game) => game.id)), named);
  else warn(say("kept", named.at(-1).name));
}

/** Keep a file; whether a module or an extension came, of which is asked when all are there. */
async function take(file) {
  try {
    const kept = await ask(`api/drop/${encodeURIComponent(file.name)}`, undefined, { method: "PUT", body: file });
    const [part] = kept.name.match(/\.vm(od|dx)$/i) ?? [];
    if (!part) await order("open", { file: kept.key });
    else if (part.toLowerCase() === ".vmod") module = kept;
    else extensions.set(kept.key, kept);
    await look();
    return Boolean(part);
  } catch (error) {
    warn(error);
    return false;
  }
}

function spoken() {
  speak();
  showAround();
  draw(true);
  tellJobs(true);
  look();
}

$("language").addEventListener("click", () => {
  switchLanguage();
  spoken();
});
$("tour").addEventListener("click", () =>
  beginTour(() => {
    ($("saves").querySelector("button:not(:disabled)") ?? $("choose")).focus();
  }),
);
$("theme").addEventListener("click", switchTheme);
$("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await change({ add: $("path").value })) $("path").value = "";
});
$("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await order("new", { name: $("name").value.trim(), language })) $("name").value = "";
});
$("live").addEventListener("submit", (event) => {
  event.preventDefault();
  order(
    "live",
    { game: $("live-game").value, room: $("room").value, server: $("server").value },
    $("room").value.trim() !== "",
  );
});
$("choose").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  await takeAll([...$("file").files]);
  $("file").value = "";
});
$("end").addEventListener("click", async () => {
  if (confirm(say("sureEnd"))) {
    ended = true;
    clearTimeout(timer);
    await ask("api/end", {}).catch(() => null);
    warn(say("lost"));
    document.querySelector("main").inert = true;
  }
});
document.addEventListener("begun", ({ detail: job }) => {
  if (job) {
    follow(job);
    jobs = [job, ...jobs.filter((one) => one.number !== job.number)];
    tellJobs();
  }
  look();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !ended) look();
});

let depth = 0;
const files = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragenter", (event) => {
  if (files(event)) {
    depth += 1;
    $("drop").hidden = false;
  }
});
addEventListener("dragleave", (event) => {
  if (files(event) && --depth <= 0) {
    depth = 0;
    $("drop").hidden = true;
  }
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  depth = 0;
  $("drop").hidden = true;
  await takeAll([...event.dataTransfer.files]);
});

look();
lookAround()
  .then(() => askOwned(home))
  .catch(warn);
let left = false;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = true;
  else if (left && !ended) {
    left = false;
    askOwned(home);
  }
});
