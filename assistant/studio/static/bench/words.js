// The workbench's own words; what `check` finds comes from the program.

const WORDS = {
  en: {
    undo: "Undo",
    other: "Español",
    files: "Files",
    find: "Find a row",
    copy: "Copy row",
    drop: "Take row out",
    save: "Save (Ctrl S)",
    wrong: "What is wrong here",
    preview: "How it looks",
    main: "The game",
    map: "Map",
    charts: "Charts",
    scenarios: "Set-ups",
    counter: "Counter",
    board: "Map",
    sheet: "Printed sheet",
    front: "front",
    back: "back",
    face: "face {0}",
    noCounter: "Go to a row of counters.csv: its counter is drawn here as you type.",
    noMap: "The map cannot be drawn until what is wrong is mended.",
    noSheet: "The sheet cannot be drawn until what is wrong is mended.",
    whole: "Whole map",
    large: "Large",
    checking: "checking …",
    sound: "Nothing is wrong",
    mistakes: ["1 mistake", "{0} mistakes"],
    remarks: ["1 remark", "{0} remarks"],
    line: "Line {0}",
    file: "The file",
    saved: "Saved in {0}",
    unsaved: "Not saved yet",
    how: "Enter goes down, Tab right, arrow keys move, Escape takes back; paste a column or a block. What you type is saved when you leave the cell.",
    torn: "Another program wrote “{0}” here.",
    gone: "Another program took this away; you typed “{0}”.",
    mine: "Mine",
    theirs: "Theirs",
    both: "Another program changed this file while you typed. Nothing of yours is lost:",
    takeMine: "Keep mine",
    takeTheirs: "Take theirs",
    sure: "Leave without saving?",
    kept: "What you had typed before the page was closed is here again, not saved yet.",
  },
  es: {
    undo: "Deshacer",
    other: "English",
    files: "Archivos",
    find: "Buscar una fila",
    copy: "Copiar fila",
    drop: "Quitar fila",
    save: "Guardar (Ctrl S)",
    wrong: "Qué está mal aquí",
    preview: "Cómo se ve",
    main: "El juego",
    map: "Mapa",
    charts: "Tablas",
    scenarios: "Despliegues",
    counter: "Ficha",
    board: "Mapa",
    sheet: "Hoja impresa",
    front: "anverso",
    back: "reverso",
    face: "cara {0}",
    noCounter: "Ve a una fila de counters.csv: su ficha se dibuja aquí mientras escribes.",
    noMap: "El mapa no se puede dibujar hasta que se arregle lo que está mal.",
    noSheet: "La hoja no se puede dibujar hasta que se arregle lo que está mal.",
    whole: "Mapa entero",
    large: "Grande",
    checking: "revisando …",
    sound: "Todo está bien",
    mistakes: ["1 error", "{0} errores"],
    remarks: ["1 aviso", "{0} avisos"],
    line: "Línea {0}",
    file: "El archivo",
    saved: "Guardado en {0}",
    unsaved: "Sin guardar",
    how: "Intro baja, Tab va a la derecha, las flechas mueven, Esc anula; pega una columna o un bloque. Lo escrito se guarda al salir de la casilla.",
    torn: "Otro programa escribió aquí «{0}».",
    gone: "Otro programa quitó esto; tú escribiste «{0}».",
    mine: "Lo mío",
    theirs: "Lo otro",
    both: "Otro programa cambió este archivo mientras tú escribías. Nada de lo tuyo se ha perdido:",
    takeMine: "Quedarme con lo mío",
    takeTheirs: "Tomar lo otro",
    sure: "¿Salir sin guardar?",
    kept: "Aquí está de nuevo lo que habías escrito antes de cerrarse la página, todavía sin guardar.",
  },
};

const KEY = "kessel-language";
const kept = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};
export let language = kept() ?? (navigator.language.startsWith("es") ? "es" : "en");

const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, at) => values[at]);
export const say = (name, ...more) => filled(WORDS[language][name] ?? name, more);
export const many = (name, count) => filled(WORDS[language][name][count === 1 ? 0 : 1], [count]);

export function switchLanguage() {
  language = language === "en" ? "es" : "en";
  try {
    localStorage.setItem(KEY, language);
  } catch {
    /* a browser that keeps nothing */
  }
}

export function speak() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of document.querySelectorAll("[data-hint]")) node.placeholder = say(node.dataset.hint);
  for (const node of document.querySelectorAll("[data-label]"))
    node.setAttribute("aria-label", say(node.dataset.label));
  document.getElementById("language").textContent = say("other");
}
