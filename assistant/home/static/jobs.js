// What is being done and was done: progress, results, files, and the command that does the same.

import { $, el } from "/shared/dom.js";
import { ask, warn } from "./asking.js";
import { lookAt } from "./pages.js";
import { language, many, say } from "./words.js";

const shown = new Map();

export function showJobs(jobs, anew = false) {
  if (anew) shown.clear();
  const list = $("jobs");
  for (const [number, { row }] of shown)
    if (!jobs.some((job) => job.number === number)) {
      row.remove();
      shown.delete(number);
    }
  for (const job of [...jobs].reverse()) {
    const told = JSON.stringify({ ...job, seconds: job.status === null && !job.serves ? Math.round(job.seconds) : 0 });
    const kept = shown.get(job.number);
    if (kept?.told === told) continue;
    const row = rowOf(job),
      open = kept?.row.querySelector("details")?.open;
    if (open)
      row.querySelectorAll("details").forEach((part) => {
        part.open = true;
      });
    const held = kept?.row === document.activeElement;
    if (kept) kept.row.replaceWith(row);
    else list.prepend(row);
    if (held) row.focus({ preventScroll: true });
    shown.set(job.number, { told, row });
  }
  if (jobs.length) list.querySelector(".quiet.none")?.remove();
  if (!jobs.length) list.replaceChildren(el("li", { class: "quiet none" }, say("nothing")));
}

/** The row of a job, by its number. */
export const rowAt = (number) => shown.get(number)?.row;

const failed = (job) =>
  job.status !== null &&
  job.status !== 0 &&
  !(job.status === 1 && (job.result?.findings || job.what === "judge")) &&
  !(job.serves && job.status < 0);

/** What a job does, and to what. */
export function titleOf(job) {
  const about = job.about[language] ?? "";
  return say(job.what).replace(" …", "") + (about ? `: ${about}` : "");
}

const stateOf = (job) =>
  job.status === null ? say("runs") : failed(job) ? say("failed") : job.serves ? say("ended") : say("ready");

/** Whether a job failed or found mistakes. */
export const isBad = (job) => failed(job) || Boolean(job.result?.findings?.some((one) => one.severity === "error"));

/** How a job stands, in a few words: what a check found, else its state. */
export function outcomeOf(job) {
  const found = job.result?.findings;
  return job.status !== null && found ? countOf(found) : stateOf(job);
}

function countOf(found) {
  const errors = found.filter((one) => one.severity === "error").length;
  return found.length ? `${many("mistakes", errors)}, ${many("remarks", found.length - errors)}` : say("sound");
}

function rowOf(job) {
  const title = titleOf(job),
    state = stateOf(job);
  const stop =
    job.status === null
      ? el(
          "button",
          { type: "button", onclick: () => ask("api/stop", { number: job.number }).catch(warn) },
          say("stop"),
        )
      : null;
  const go = job.address
    ? el("a", { class: "button main", href: job.address, target: "_blank", rel: "noreferrer" }, say("goOn"))
    : null;
  return el(
    "li",
    { tabindex: -1 },
    el(
      "div",
      { class: "row" },
      el("h3", {}, title),
      el(
        "span",
        { class: failed(job) ? "bad" : "good", role: "status" },
        job.serves || job.status !== null ? state : `${state} ${Math.round(job.seconds)} s`,
      ),
      go,
      stop,
    ),
    job.status === null && !job.serves
      ? el(
          "progress",
          job.progress
            ? { max: job.progress[1], value: job.progress[0], "aria-label": title }
            : { "aria-label": title },
        )
      : null,
    ...filesOf(job),
    nextOf(job),
    findingsOf(job),
    leftOf(job),
    linesOf(job),
    el("p", {}, el("span", { class: "quiet" }, `${say("same")} `), el("code", {}, job.command)),
  );
}

function filesOf(job) {
  const pages = new Map(
    (job.result?.files ?? []).filter((one) => one.path).map((one) => [one.path.split(/[\\/]/).pop(), one]),
  );
  return job.files.map((name, number) => {
    const sheet = pages.get(name);
    return el(
      "div",
      { class: "row file" },
      el("a", { href: `file/${job.number}/${number}/${encodeURIComponent(name)}`, target: "_blank" }, name),
      sheet?.pages
        ? el("span", { class: "quiet" }, `${many("pages", sheet.pages)}, ${many("leaves", sheet.leaves)}`)
        : null,
      name.endsWith(".pdf")
        ? el(
            "button",
            {
              type: "button",
              "aria-label": `${say("view")}: ${name}`,
              onclick: () =>
                lookAt(name, `${job.number}/${number}`, `file/${job.number}/${number}/${encodeURIComponent(name)}`),
            },
            say("view"),
          )
        : null,
      el(
        "a",
        { class: "quiet", href: `file/${job.number}/${number}/${encodeURIComponent(name)}`, download: name },
        say("download"),
      ),
    );
  });
}

/** What one does next with a game that is new here. */
function nextOf(job) {
  if (job.status !== 0 || !["adopt", "new"].includes(job.what)) return null;
  const game = job.what === "adopt" ? job.result?.folder?.split(/[\\/]/).pop() : job.command.split(" ")[2];
  const card = () => document.getElementById(`game-${game}`);
  const next = (what) =>
    el("button", { type: "button", onclick: () => card()?.querySelector(`[data-what=${what}]`)?.click() }, say(what));
  return el("div", { class: "acts" }, next("sheets"), next("build"), next("studio"));
}

function findingsOf(job) {
  const found = job.result?.findings;
  if (!found) return null;
  if (!found.length) return el("div", {}, el("p", { class: "good" }, countOf(found)), extensionsOf(job));
  return el(
    "details",
    { open: true },
    el("summary", {}, countOf(found)),
    el(
      "ul",
      { class: "findings" },
      ...found.map((one) =>
        el(
          "li",
          { class: one.severity },
          one.line
            ? el("strong", {}, say("line", one.file.split(/[\\/]/).slice(-2).join("/"), one.line))
            : el("strong", {}, one.where ?? one.file ?? ""),
          ` ${one.text} ${one.remedy ?? ""}`,
          one.source ? el("mark", {}, one.source) : null,
        ),
      ),
    ),
    extensionsOf(job),
  );
}

/** With which extensions a module was looked at or taken over. */
function extensionsOf(job) {
  const told = (job.result?.extensions ?? []).map((one) => `${one.name} ${one.version}`);
  return told.length ? el("p", { class: "quiet" }, say("looked", told.join(", "))) : null;
}

function leftOf(job) {
  const taken = job.result,
    left = taken?.left;
  if (!left) return null;
  const sum = el(
    "div",
    {},
    el(
      "p",
      {},
      ["counters", "cards", "hexes", "pictures", "scenarios"]
        .filter((what) => taken[what])
        .map((what) => many(`taken ${what}`, taken[what]))
        .join(", "),
    ),
    extensionsOf(job),
  );
  return left.length
    ? el(
        "div",
        {},
        sum,
        el(
          "details",
          {},
          el("summary", {}, many("left", left.length)),
          el(
            "ul",
            { class: "findings" },
            ...left.map((one) => el("li", {}, `${one.count} × ${one.kind} ${one.what}: ${one.reason}`)),
          ),
        ),
      )
    : sum;
}

function linesOf(job) {
  const own = job.serves && !["watch", "live"].includes(job.what); // its page tells all that it says
  const text = job.lines.filter((line) => !(job.serves && /Ctrl-C|http:\/\/127\./.test(line))).join("\n");
  if (!text || (own && !failed(job))) return null;
  return el(
    "pre",
    { tabindex: 0, class: failed(job) ? "bad" : ["report", "judge"].includes(job.what) ? "tables" : "" },
    text,
  );
}
