// Asks the program that serves the page; the token stands behind the # of the address.

import { READ, straight } from "/shared/dom.js";

const LOST = {
  en: "The page's program has ended: start it again.",
  es: "El programa de la página ha terminado: vuelve a iniciarlo.",
};

export const token = location.hash.slice(1);

/** The address of a picture: the token goes with it. */
export const pictureAt = (path, more = "") => `${path}?token=${encodeURIComponent(token)}${more}`;

export async function ask(path, data, more = {}) {
  const options = { headers: { "x-kessel-token": token, "x-kessel-language": document.documentElement.lang }, ...more };
  if (data) Object.assign(options, { method: "POST", body: JSON.stringify(data) });
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error(LOST[document.documentElement.lang] ?? LOST.en), { lost: true });
  }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

let timer;
export function warn(error) {
  const node = document.getElementById("alert");
  node.textContent = straight(String(error.message ?? error));
  node.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    node.hidden = true;
  }, 9000);
}

export function element(tag, more = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(more)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key in node && typeof value !== "string") node[key] = value;
    else node.setAttribute(key, READ.has(key) ? straight(String(value)) : value);
  }
  const there = children.filter((child) => child !== undefined && child !== null);
  node.append(...there.map((child) => (typeof child === "string" ? straight(child) : child)));
  return node;
}
