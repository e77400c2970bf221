// Asks the program that serves the page; the token stands behind the # of the address.

import { READ, straight } from "/shared/dom.js";

const LOST = {
  en: "The page's program has ended: start it again with --port {0} and open its address in this tab.",
  es: "El programa de la página ha terminado: vuelve a iniciarlo con --port {0} y abre su dirección en esta pestaña.",
};
const lost = () => (LOST[document.documentElement.lang] ?? LOST.en).replace("{0}", location.port);

/** What lets this page in; another one as soon as the address of a program that was begun anew is opened in its tab. */
export let token = location.hash.slice(1);
const LATER = new Set([409, 422, 500]); // the file, its folder or the disk is not as it should be
let known = false; // whether the program has answered this page

addEventListener("hashchange", () => {
  if (!known) return location.reload();
  const before = given();
  token = location.hash.slice(1) || token;
  document.getElementById("alert").hidden = true;
  for (const image of document.images)
    if (!image.naturalWidth) image.src = image.src.replace(before, given());
});

const given = () => `?token=${encodeURIComponent(token)}`;

/** The address of a picture: the token goes with it. */
export const pictureAt = (path, more = "") => `${path}${given()}${more}`;

/**
 * What the program answers. An error says in a sentence why it did not; `lost`: it has ended; `apart`: it has, or it
 * was begun anew and does not know this page; `later`: it will as soon as what the sentence says is mended.
 */
export async function ask(path, data, more = {}) {
  const options = { headers: { "x-kessel-token": token, "x-kessel-language": document.documentElement.lang }, ...more };
  if (data) Object.assign(options, { method: "POST", body: JSON.stringify(data) });
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error(lost()), { lost: true, apart: true });
  }
  const told = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(told.error), { apart: answer.status === 403, later: LATER.has(answer.status) });
  known = true;
  return told;
}

/** Wait before the next try: so many milliseconds, or until the page has another token. */
export const pause = (milliseconds) =>
  new Promise((done) => {
    const again = () => {
      clearTimeout(timer);
      removeEventListener("hashchange", again);
      done();
    };
    const timer = setTimeout(again, milliseconds);
    addEventListener("hashchange", again);
  });

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
