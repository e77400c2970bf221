// The page's own words in English and Spanish; names of games and phases come from the games.

const WORDS = {
  en: {
    skip: "To the saves", tour: "Tour", choose: "Open a file …", theme: "Light or dark", end: "End Kessel", saves: "Saves and logs", search: "Search ( / )", folders: "Folders that are looked at", path: "Whole path of a folder", add: "Add", leave: "Leave out", watch: "Watch this folder",
    done: "What is being done", games: "Games", name: "Name of a new game", make: "New game", online: "Online play", room: "Room (empty: list them)", server: "Server (empty: VASSAL)", follow: "Follow a room", game: "Game", drop: "Drop a save, a log or a module here", other: "Español",
    open: "Open", report: "Report", judge: "Judge", build: "Build module", sheets: "Print …", check: "Check", setup: "Set up …", audit: "Check module", desk: "Desk", studio: "Edit …", fit: "Grid on picture", trace: "Trace map", new: "New game", adopt: "Take module over", live: "Online play",
    turn: "Turn {0}", noTurn: "No turn told", log: "log of {0} steps", reading: "is being read …", stranger: "a module without rules in Kessel: {0}", unnamed: "a module that is not told",
    stacking: ["1 stack breaks the rules", "{0} stacks break the rules"], supply: ["1 unit {1}", "{0} units {1}"], attacks: ["1 hex can be attacked", "{0} hexes can be attacked"], ahead: ["1 hex could be attacked", "{0} hexes could be attacked"], units: ["1 unit on the map", "{0} units on the map"],
    oneSave: "{0} file", manySaves: "{0} files", filling: "reading …", none: "No save yet. Save your game in VASSAL and it appears here; or drop a file on this page, or add a folder below.", noneFound: "Nothing is called that.",
    runs: "runs", ready: "ready", failed: "failed", ended: "ended", stop: "End", goOn: "To the page", download: "Fetch", view: "Look at pages", printIt: "Print", pageOf: "Page {0} of {1}", edit: "Edit …", owner: "Typed from your printed copy:", counters: "counters", effects: "effects", cards: "cards", hexes: "hexes", tables: "{0}", ofThem: "{0} of {1}", pages: ["1 page", "{0} pages"], leaves: ["1 leaf", "{0} leaves"], same: "The same in a terminal:", nothing: "Nothing yet. What you do here is done by a command, which is shown.",
    paper: "Paper", layout: "Backs", duplex: "on a second page", fold: "beside the fronts, to fold", fronts: "none", language: "Language", map: "The map too", print: "Make the sheets", cancel: "Cancel", scenario: "Scenario", make2: "Make it", made: "Made: {0}", adoptHow: "The module becomes a game of yours: its pieces, map and set-ups can be printed, changed and built again.", id: "Name of the game (small letters, digits, hyphens)",
    mistakes: ["1 mistake", "{0} mistakes"], remarks: ["1 remark", "{0} remarks"], "taken counters": ["1 counter", "{0} counters"], "taken cards": ["1 card", "{0} cards"], "taken hexes": ["1 hex", "{0} hexes"], "taken pictures": ["1 picture", "{0} pictures"], "taken scenarios": ["1 set-up", "{0} set-ups"], sound: "Nothing is wrong.", line: "{0}, line {1}", work: "Works in {0}", lost: "Kessel has ended. Start it again; this page can be closed.", ownGame: "your game", broken: "its game.toml cannot be read", isModule: "{0} is a module.", close: "Close", sureEnd: "End Kessel and all its pages?", left: ["1 kind of thing was not taken over:", "{0} kinds of things were not taken over:"], wait: "Kessel opens the page …",
    "tour-board": "Tour: the board", next: "Next", back: "Back", stepOf: "{0} of {1}", asking: "Kessel is asked …", toBoard: "Open the board page", toSaves: "To my own saves",
    tours: [
      ["What happened?", "Ana and Bruno play The Destruction of Army Group Center by e-mail. Bruno gets Ana's log, and Kessel tells what happened in it, step by step: who moved, which dice fell, who lost a step."],
      ["Could that tank army go so far?", "At step 14 the 5th Guards Tank Army went from 3500 to 3601. Kessel looks at the moment before: each hex that it could reach and at what cost, and what closes the others, with the number of the rule."],
      ["What are my odds?", "In the combat that follows she can attack the corps in 3501. Every line of the sum has its rule. Where the rulebook does not give a value, ours stands in for it, and the answer says so."],
      ["And if I have to retreat?", "The same corps, with the result that it retreats: where it must go, and which rule closes every other way."],
      ["What if?", "On the board page all this lies on the map. Drag a unit elsewhere and supply, zones of control and odds follow; change the weather or the turn; undo. The log itself is not touched."],
      ["Your own save", "Save your game in VASSAL: it appears at the top of the list. Or drop the file that came by mail on the page. Open shows the board, Report says in words what matters now."],
    ],
  },
  es: {
    skip: "A las partidas", tour: "Visita guiada", choose: "Abrir un archivo …", theme: "Claro u oscuro", end: "Cerrar Kessel", saves: "Partidas y registros", search: "Buscar ( / )", folders: "Carpetas que se miran", path: "Ruta completa de una carpeta", add: "Añadir", leave: "Quitar", watch: "Vigilar esta carpeta",
    done: "Lo que se está haciendo", games: "Juegos", name: "Nombre de un juego nuevo", make: "Juego nuevo", online: "Partida en línea", room: "Sala (vacío: verlas)", server: "Servidor (vacío: VASSAL)", follow: "Seguir una sala", game: "Juego", drop: "Suelta aquí una partida, un registro o un módulo", other: "English",
    open: "Abrir", report: "Informe", judge: "Juzgar", build: "Hacer el módulo", sheets: "Imprimir …", check: "Revisar", setup: "Preparar …", audit: "Revisar el módulo", desk: "Escritorio", studio: "Editar …", fit: "Ajustar retícula", trace: "Calcar mapa", new: "Juego nuevo", adopt: "Adoptar el módulo", live: "Partida en línea",
    turn: "Turno {0}", noTurn: "Turno sin indicar", log: "registro de {0} momentos", reading: "se está leyendo …", stranger: "módulo sin reglas en Kessel: {0}", unnamed: "un módulo que no se dice",
    stacking: ["1 pila incumple las reglas", "{0} pilas incumplen las reglas"], supply: ["1 unidad {1}", "{0} unidades {1}"], attacks: ["se puede atacar 1 hexágono", "se pueden atacar {0} hexágonos"], ahead: ["se podría atacar 1 hexágono", "se podrían atacar {0} hexágonos"], units: ["1 unidad en el mapa", "{0} unidades en el mapa"],
    oneSave: "{0} archivo", manySaves: "{0} archivos", filling: "leyendo …", none: "Todavía no hay partidas. Guarda la tuya en VASSAL y aparecerá aquí; o suelta un archivo en esta página, o añade una carpeta abajo.", noneFound: "Nada se llama así.",
    runs: "en marcha", ready: "listo", failed: "ha fallado", ended: "terminado", stop: "Terminar", goOn: "Ir a la página", download: "Descargar", view: "Ver las páginas", printIt: "Imprimir", pageOf: "Página {0} de {1}", edit: "Editar …", owner: "Escrito de tu ejemplar impreso:", counters: "fichas", effects: "efectos", cards: "cartas", hexes: "hexágonos", tables: "{0}", ofThem: "{0} de {1}", pages: ["1 página", "{0} páginas"], leaves: ["1 hoja", "{0} hojas"], same: "Lo mismo en un terminal:", nothing: "Nada todavía. Lo que hagas aquí lo hace una orden, que se muestra.",
    paper: "Papel", layout: "Reversos", duplex: "en una segunda página", fold: "junto a los anversos, para doblar", fronts: "ninguno", language: "Idioma", map: "También el mapa", print: "Hacer las hojas", cancel: "Cancelar", scenario: "Escenario", make2: "Hacerlo", made: "Hecho: {0}", adoptHow: "El módulo se convierte en un juego tuyo: sus piezas, su mapa y sus despliegues se pueden imprimir, cambiar y volver a construir.", id: "Nombre del juego (minúsculas, cifras, guiones)",
    mistakes: ["1 error", "{0} errores"], remarks: ["1 aviso", "{0} avisos"], "taken counters": ["1 ficha", "{0} fichas"], "taken cards": ["1 carta", "{0} cartas"], "taken hexes": ["1 hexágono", "{0} hexágonos"], "taken pictures": ["1 imagen", "{0} imágenes"], "taken scenarios": ["1 despliegue", "{0} despliegues"], sound: "Todo está bien.", line: "{0}, línea {1}", work: "Trabaja en {0}", lost: "Kessel ha terminado. Vuelve a iniciarlo; esta página se puede cerrar.", ownGame: "juego tuyo", broken: "su game.toml no se puede leer", isModule: "{0} es un módulo.", close: "Cerrar", sureEnd: "¿Cerrar Kessel y todas sus páginas?", left: ["No se adoptó 1 clase de cosas:", "No se adoptaron {0} clases de cosas:"], wait: "Kessel abre la página …",
    "tour-board": "Visita: el tablero", next: "Siguiente", back: "Anterior", stepOf: "{0} de {1}", asking: "Se pregunta a Kessel …", toBoard: "Abrir el tablero", toSaves: "A mis partidas",
    tours: [
      ["¿Qué ha pasado?", "Ana y Bruno juegan por correo a La destrucción del Grupo de Ejércitos Centro. Bruno recibe el registro de Ana, y Kessel cuenta qué pasó en él, paso a paso: quién se movió, qué dados salieron, quién perdió un paso."],
      ["¿Podía llegar tan lejos ese ejército de tanques?", "En el momento 14 el 5.º Ejército de Tanques de la Guardia fue de 3500 a 3601. Kessel mira el momento anterior: cada hexágono al que llegaba y a qué coste, y qué le cierra los demás, con el número de la regla."],
      ["¿Qué probabilidades tengo?", "En el combate que sigue puede atacar al cuerpo de 3501. Cada línea de la cuenta lleva su regla. Donde el reglamento no da un valor hay uno nuestro en su lugar, y la respuesta lo dice."],
      ["¿Y si tengo que retirarme?", "El mismo cuerpo, si el resultado es que se retira: adónde tiene que ir y qué regla le cierra cada otro camino."],
      ["¿Y si…?", "En la página del tablero todo esto está sobre el mapa. Arrastra una unidad a otro sitio y el suministro, las zonas de control y las probabilidades la siguen; cambia el tiempo o el turno; deshaz. El registro no se toca."],
      ["Tu propia partida", "Guarda tu partida en VASSAL: aparece la primera de la lista. O suelta en la página el archivo que llegó por correo. Abrir muestra el tablero; Informe dice con palabras qué importa ahora."],
    ],
  },
};

const KEY = "kessel-language";
const kept = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
export let language = kept() ?? (navigator.language.startsWith("es") ? "es" : "en");

export const say = (key, ...values) => (WORDS[language][key] ?? key).replace(/\{(\d)\}/g, (_, n) => values[n]);

/** A count in words: the first form for one, the second for more. */
export const many = (key, count, ...more) => WORDS[language][key][count === 1 ? 0 : 1].replace(/\{(\d)\}/g, (_, n) => [count, ...more][n]);

export function switchLanguage() {
  language = language === "en" ? "es" : "en";
  try { localStorage.setItem(KEY, language); } catch { /* a browser that keeps nothing */ }
}

export function speak() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of document.querySelectorAll("[data-hint]")) node.placeholder = say(node.dataset.hint);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  document.getElementById("language").textContent = say("other");
}

/** The steps of the tour: a heading and what is shown. */
export const tours = () => WORDS[language].tours;
