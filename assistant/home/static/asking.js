// Asks the program that serves the page, and says on the page what went wrong.

import { $, straight } from "/shared/dom.js";
import { language, say } from "./words.js";

export async function ask(path, data, more = {}) {
  const options = {
    headers: { "x-kessel-language": language },
    ...(data === undefined ? more : { method: "POST", body: JSON.stringify(data) }),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(say("lost"));
  }
  const told = await answer.json().catch(() => ({ error: `${answer.status}` }));
  if (!answer.ok) throw new Error(told.error);
  return told;
}

let timer;
export function warn(error) {
  $("alert").textContent = straight(String(error.message ?? error));
  $("alert").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    $("alert").hidden = true;
  }, 12000);
}

/** Run one order; a page that it serves opens in a tab, which must be opened within the click. */
export async function order(what, data = {}, serves = false) {
  const pressed = document.activeElement?.closest("button");
  pressed?.setAttribute("aria-busy", "true");
  const tab = serves ? window.open("static/wait.html", "_blank") : null;
  try {
    const job = await ask(`api/do/${what}`, data);
    if (tab) tab.location.replace(`static/wait.html#${job.number}`); // it looks for its page itself: a hidden page is slow
    document.dispatchEvent(new CustomEvent("begun", { detail: job }));
    return job;
  } catch (error) {
    tab?.close();
    warn(error);
    return null;
  } finally {
    pressed?.removeAttribute("aria-busy");
  }
}
