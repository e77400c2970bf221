// Elements of the page: found by id, made from words and never from HTML text.

export const $ = (id) => document.getElementById(id);

/** Give an element these children, and leave those alone that it has already: what is taken out and put back is laid out anew. */
export function fill(element, children) {
  const wanted = new Set(children);
  for (const old of [...element.childNodes]) if (!wanted.has(old)) old.remove();
  let at = element.firstChild;
  for (const child of children)
    if (child === at) at = at.nextSibling;
    else element.insertBefore(child, at);
}

/** Whether a key is Ctrl (or Cmd) with a letter; with Caps Lock on, browsers tell the capital. */
export const isCtrl = (event, letter) =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === letter;

/** Words that unfold what is made only then. */
export function fold(attributes, words, make) {
  const folded = el("details", attributes, el("summary", {}, words));
  folded.unfold = () => {
    folded.unfold = null;
    folded.append(...make());
  };
  folded.addEventListener("toggle", () => folded.open && folded.unfold?.());
  return folded;
}

const TYPED = new Set(["code", "pre", "textarea"]);
/** A sentence for readers with true minus signs; what is typed back keeps its hyphens. */
export const signed = (text) =>
  text.replace(/`[^`]*`|(?<![\w=`'"-])-(?=\d)|(?<=\d )-(?= \d)/g, (found) => (found === "-" ? "−" : found));

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** A stranger's words without the signs that steer a terminal or turn around what stands beside them. */
export const straight = (text) => text.replace(STEERING, "\ufffd");
/** Attributes that are read to people. */
export const READ = new Set(["title", "aria-label"]);

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "style")
      for (const [property, wanted] of Object.entries(value)) element.style.setProperty(property, wanted);
    else if (READ.has(name)) element.setAttribute(name, straight(String(value)));
    else element.setAttribute(name, value === true ? "" : value);
  }
  const shown = (text) => (TYPED.has(tag) ? straight(text) : signed(straight(text)));
  const said = (child) => (typeof child === "string" ? shown(child) : child);
  element.append(...children.filter((child) => child !== undefined && child !== null).map(said));
  return element;
}
