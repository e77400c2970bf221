// Asks the program that serves the page; the token stands behind the # of the address.

import { say } from "./words.js";

export const token = location.hash.slice(1);

export async function ask(path, data) {
  const options = { headers: { "x-kessel-token": token } };
  if (data) Object.assign(options, { method: "POST", body: JSON.stringify(data) });
  let answer;
  try { answer = await fetch(path, options); } catch { throw new Error(say("lost")); }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

let timer;
export function warn(error) {
  const node = document.getElementById("alert");
  node.textContent = error.message ?? error;
  node.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { node.hidden = true; }, 9000);
}

export function element(tag, more = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(more)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key in node && typeof value !== "string") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
