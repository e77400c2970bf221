// The language that a page of tools speaks: kept by the browser, one for all of them.

const KEY = "kessel-language";

const kept = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

const wished = navigator.language.startsWith("es") ? "es" : "en";
export let language = ["en", "es"].includes(kept()) ? kept() : wished;

export function switchLanguage() {
  language = language === "en" ? "es" : "en";
  try {
    localStorage.setItem(KEY, language);
  } catch {
    /* a browser that keeps nothing */
  }
}

/** A page's own words by language, as what says one of them and what says a count: one form for one, another for more. */
export function speaking(words) {
  const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, at) => values[at]);
  const say = (key, ...values) => filled(words[language][key] ?? key, values);
  const many = (key, count, ...more) => filled(words[language][key][count === 1 ? 0 : 1], [count, ...more]);
  return { say, many, speak: () => speak(say) };
}

function speak(say) {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of document.querySelectorAll("[data-hint]")) node.placeholder = say(node.dataset.hint);
  for (const node of document.querySelectorAll("[data-label]"))
    node.setAttribute("aria-label", say(node.dataset.label));
  document.getElementById("language").textContent = say("other");
}
