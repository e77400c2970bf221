// The page's own words in English and Spanish; the game's names come from the game.

import { signed } from "./dom.js";
import { PLANNING } from "./words-planning.js";

const WORDS = {
  en: {
    skip: "To the answers",
    layers: "Layers",
    map: "Map: arrow keys move, plus and minus zoom, Enter selects the middle hex",
    answers: "Answers",
    file: "File",
    whole: "Whole map",
    picture: "Picture",
    link: "Link",
    copied: "The link to this view is copied.",
    inTheAddress: "The address of the page is the link to this view.",
    stretch: "More room for the answers",
    theme: "Dark or light",
    first: "First step",
    back: "One step back",
    play: "Play",
    stop: "Stop",
    next: "One step on",
    last: "Last step",
    step: "Step",
    supply: "Supply",
    zones: "Zones: {0}",
    reach: "Reach",
    attacks: "Attacks",
    violations: "Violations",
    changes: "Changes",
    "is-live": "live",
    "is-liveHow": "The table is as the players have it.",
    "is-behind": "behind",
    "is-behindHow": "The table is being caught up with.",
    "is-lost": "lost",
    "is-lostHow": "The game is not followed now: the last that is known is shown.",
    turn: "Turn {0}",
    noTurn: "No turn told",
    seenBy: "seen by {0}",
    everybody: "seen by an observer",
    reading: "Reading the game …",
    readingHow: "The first time takes a moment.",
    waiting: "Waiting for a save …",
    waitingHow:
      "Save the game or end a log in VASSAL, in the folder that is watched: what matters is told here a moment later.",
    coming: "Waiting for the game …",
    comingHow:
      "Kessel asks the players for the game; the board is shown as soon as it comes. Somebody in the room must have it loaded.",
    newsLive: "Since the last step",
    matters: "What matters now",
    unsupplied: "Out of supply",
    whenJudged: "when judged: {0}",
    bestAttacks: "Best attacks",
    ahead: "If combat came now",
    doomed: "Would lose steps if forced to retreat",
    broken: "Stacks that break the rules",
    unknown: "Mind",
    allSupplied: "Nobody.",
    noAttacks: "None is possible.",
    moreAttacks: "{0} more",
    stacks: "All stacks",
    news: "Since the last save",
    odds: "{0} against {1}",
    column: "Column",
    attackers: "Attackers",
    defenders: "Defenders",
    ledger: "Ledger",
    chances: "Chances",
    options: "Options of the battle",
    notPossible: "Not possible",
    standIn: "This answer rests on stand-in data: the rulebook does not print the table.",
    consequences: "If {0}",
    retreat: "retreats to {0}",
    attackThis: "Attack this hex",
    backToAll: "Overview",
    moves: "Movement allowance {0}; {1} {1|hex|hexes} in reach",
    because: "Why",
    from: "from {0}",
    empty: "Empty hex",
    faceDown: "Card, face down",
    cardsOf: "{0} {0|card|cards}",
    pileOf: "on top of {0} {0|card|cards}",
    clear: "Clear",
    lost: "Connection lost; trying again …",
    die: "die {0}",
    control: "Control: {0}",
    standInUnit: "stand-in values",
    noRetreatAsked: "This result makes nobody retreat.",
    nobodyMoves: "Nobody retreats.",
    dies: "is eliminated",
    stays: "stays",
    losesStep: "loses a step",
    losesSteps: "loses {0} {0|step|steps}",
    noLoss: "no loss",
    closed: "{0} {0|hex is|hexes are} closed to it",
    yes: "yes",
    advance: "Advance after combat, the hex once empty",
    noAdvance: "Nobody may advance.",
    further: "More of this answer",
    working: "Working it out …",
    drawingMap: "The map is being drawn …",
    mapFailed: "The map could not be drawn: {0}",
    count: "{0} {0|unit|units}",
    set: "Set",
    value: "Value of {0}",
    keys: "Keys",
    "change-units": "Units on the map: {after}.",
    "change-entered": "{name} enters in {after}.",
    "change-left": "{name} leaves the map from {before}.",
    "change-moved": "{name}: {before} → {after}.",
    "change-marked": "{name} in {hex} is now marked: {after}.",
    "change-unmarked": "{name} in {hex} is no longer marked: {before}.",
    "change-control": "Control of {hex}: {before} → {after}.",
    "change-state": "{name}: {before} → {after}.",
    "change-supply": "{name} in {hex}: {before} → {after}. {why}",
    "change-battle": "{why}",
    "change-attack": "{hex} can now be attacked, at {after}.",
    "change-attack-sure": "{hex} can now be attacked.",
    "change-violation": "{hex} breaks {after}: {why}",
    "change-unjudged": "{why}",
    "change-more": "… and {after} more changes.",
  },
  es: {
    skip: "A las respuestas",
    layers: "Capas",
    map: "Mapa: las flechas mueven, más y menos acercan, Intro elige el hexágono central",
    answers: "Respuestas",
    file: "Archivo",
    whole: "Mapa entero",
    picture: "Imagen",
    link: "Enlace",
    copied: "El enlace a esta vista está copiado.",
    inTheAddress: "La dirección de la página es el enlace a esta vista.",
    stretch: "Más sitio para las respuestas",
    theme: "Oscuro o claro",
    first: "Primer momento",
    back: "Un momento atrás",
    play: "Reproducir",
    stop: "Parar",
    next: "Un momento más",
    last: "Último momento",
    step: "Momento",
    supply: "Suministro",
    zones: "Zonas del bando {0}",
    reach: "Alcance",
    attacks: "Ataques",
    violations: "Infracciones",
    changes: "Cambios",
    "is-live": "en directo",
    "is-liveHow": "La mesa está como la tienen los jugadores.",
    "is-behind": "con retraso",
    "is-behindHow": "La mesa se está poniendo al día.",
    "is-lost": "sin conexión",
    "is-lostHow": "Ahora no se sigue la partida: se muestra lo último que se sabe.",
    turn: "Turno {0}",
    noTurn: "Turno sin indicar",
    seenBy: "visto por el bando {0}",
    everybody: "visto por un observador",
    reading: "Leyendo la partida …",
    readingHow: "La primera vez tarda un momento.",
    waiting: "Esperando una partida …",
    waitingHow:
      "Guarda la partida o cierra un registro en VASSAL, en la carpeta vigilada: lo que importa se dice aquí un momento después.",
    coming: "Esperando la partida …",
    comingHow:
      "Kessel pide la partida a los jugadores; el tablero aparece en cuanto llega. Alguien en la sala debe tenerla cargada.",
    newsLive: "Desde el momento anterior",
    matters: "Lo que importa ahora",
    unsupplied: "Sin suministro",
    whenJudged: "al juzgarse: {0}",
    bestAttacks: "Mejores ataques",
    ahead: "Si el combate fuera ahora",
    doomed: "Perderían pasos si tuvieran que retirarse",
    broken: "Pilas que incumplen las reglas",
    unknown: "Ten en cuenta",
    allSupplied: "Nadie.",
    noAttacks: "Ninguno es posible.",
    moreAttacks: "{0} más",
    stacks: "Todas las pilas",
    news: "Desde la última partida guardada",
    odds: "{0} contra {1}",
    column: "Columna",
    attackers: "Atacantes",
    defenders: "Defensores",
    ledger: "Cuenta",
    chances: "Probabilidades",
    options: "Opciones del combate",
    notPossible: "No es posible",
    standIn: "Esta respuesta usa datos provisionales: el reglamento no imprime la tabla.",
    consequences: "Si sale {0}",
    retreat: "se retira a {0}",
    attackThis: "Atacar este hexágono",
    backToAll: "Resumen",
    moves: "Capacidad de movimiento {0}; {1} {1|hexágono|hexágonos} al alcance",
    because: "Por qué",
    from: "desde {0}",
    empty: "Hexágono vacío",
    faceDown: "Carta, boca abajo",
    cardsOf: "{0} {0|carta|cartas}",
    pileOf: "encima de {0} {0|carta|cartas}",
    clear: "Despejado",
    lost: "Conexión perdida; reintentando …",
    die: "dado {0}",
    control: "Control: {0}",
    standInUnit: "valores provisionales",
    noRetreatAsked: "Con este resultado nadie se retira.",
    nobodyMoves: "Nadie se retira.",
    dies: "queda eliminada",
    stays: "se queda",
    losesStep: "pierde un paso",
    losesSteps: "pierde {0} {0|paso|pasos}",
    noLoss: "sin pérdidas",
    closed: "{0} {0|hexágono le está cerrado|hexágonos le están cerrados}",
    yes: "sí",
    advance: "Avance tras el combate, ya vacío el hexágono",
    noAdvance: "Nadie puede avanzar.",
    further: "Más de esta respuesta",
    working: "Calculando …",
    drawingMap: "Se está dibujando el mapa …",
    mapFailed: "No se pudo dibujar el mapa: {0}",
    count: "{0} {0|unidad|unidades}",
    set: "Aplicar",
    value: "Valor de {0}",
    keys: "Teclas",
    "change-units": "Unidades en el mapa: {after}.",
    "change-entered": "{name} entra en {after}.",
    "change-left": "{name} deja el mapa desde {before}.",
    "change-moved": "{name}: {before} → {after}.",
    "change-marked": "{name} en {hex} lleva ahora: {after}.",
    "change-unmarked": "{name} en {hex} ya no lleva: {before}.",
    "change-control": "Control de {hex}: {before} → {after}.",
    "change-state": "{name}: {before} → {after}.",
    "change-supply": "{name} en {hex}: {before} → {after}. {why}",
    "change-battle": "{why}",
    "change-attack": "Ya se puede atacar {hex}, con {after}.",
    "change-attack-sure": "Ya se puede atacar {hex}.",
    "change-violation": "{hex} incumple {after}: {why}",
    "change-unjudged": "{why}",
    "change-more": "… y {after} cambios más.",
  },
};

/** States of supply and fields of units as players say them; a game's own words stay as they are. */
const STATES = {
  en: {
    supplied: "in supply",
    isolated: "isolated",
    oos: "out of supply",
    alt: "alternative supply",
    land: "by land",
    port: "by port",
    overload: "port overloaded",
    defence: "defence only",
    unknown: "unknown",
    "fuel-1": "no supply route, Fuel-1",
  },
  es: {
    supplied: "en suministro",
    oos: "sin suministro",
    isolated: "aislada",
    alt: "suministro alternativo",
    land: "por tierra",
    port: "por puerto",
    overload: "puerto saturado",
    defence: "solo en defensa",
    unknown: "no se sabe",
    "fuel-1": "sin ruta de suministro (Combustible 1)",
    eliminated: "eliminada",
    retreat: "se retira",
    stand: "se queda",
  },
};
const FIELDS = {
  es: {
    strength: "fuerza",
    attack: "ataque",
    defence: "defensa",
    movement: "movimiento",
    steps: "pasos",
    group: "grupo",
    range: "alcance",
    nationality: "nacionalidad",
    nation: "nación",
    size: "tamaño",
    division: "división",
    cadre: "Valor de Cuadro",
    losses: "pérdidas",
    artillery: "artillería",
    "anti-tank": "antitanque",
    code: "mando",
    points: "puntos",
    level: "nivel",
    offensive: "ofensiva",
    defensive: "defensiva",
    arrival: "llegada",
    entry: "entrada",
    printed: "impreso",
    pool: "reserva",
    category: "categoría",
    contingency: "contingencia",
    "flak-range": "alcance de Flak",
    "flak-ammo": "munición de Flak",
    evasion: "evasión",
    bombing: "bombardeo",
  },
};

for (const [id, more] of Object.entries(PLANNING)) Object.assign(WORDS[id], more);

let language = "en";
let names = {};
let counters = {};

export function useLanguage(wanted) {
  language = Object.hasOwn(WORDS, wanted) ? wanted : "en";
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", say(element.dataset.label));
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = say(element.dataset.hint);
  return language;
}

/** The words of a game by language, and its units: side and English name by counter. What the page
 *  has written already is written anew where the game has other words for it. */
export function useNames(words, units = {}) {
  [names, counters] = [words, units];
  if (Object.keys(words[language] ?? {}).some((key) => key.startsWith("rulebook."))) useLanguage(language);
}

export function browserLanguage() {
  const found = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return found.find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
}

export function otherLanguage() {
  return language === "en" ? "es" : "en";
}

/** The page's own sentence, its {0}, {1} filled in; of {0|hex|hexes} the first word stands for one. */
export function say(word, ...values) {
  return byRulebook(WORDS[language][word] ?? word).replace(
    /\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, index, one, many) => (one === undefined ? values[index] : Number(values[index]) === 1 ? one : many),
  );
}

/** A word, or one with its article, as the rulebook has it. */
function ofRulebook(words) {
  const other = names[language]?.[`rulebook.${words.toLowerCase()}`];
  if (!other) return words.startsWith("a ") ? `a ${ofRulebook(words.slice(2))}` : words;
  return words[0] === words[0].toUpperCase() ? other[0].toUpperCase() + other.slice(1) : other;
}

/** A text with the words of the game's rulebook where it has another than the page; the names in
 *  braces are none of its words. */
function byRulebook(text) {
  return text.replace(/\{\p{L}+\}|a \p{L}+|\p{L}+/gu, (words) => (words.startsWith("{") ? words : ofRulebook(words)));
}

/** Columns, and effects that name one, as they are printed: no signs of a programming language. */
export const column = (name) =>
  signed(
    (name ?? "")
      .replaceAll(">=", "≥ ")
      .replaceAll("<=", "≤ ")
      .replaceAll("->", "→")
      .replace(/(\d)\.\.([-+]?\d)/g, "$1 … $2"),
  );

/** The game's name of a thing, such as called("terrain", "forest"); `otherwise` if it has none. */
export function called(kind, id, otherwise = id) {
  const key = id ? `${kind}.${id}` : kind;
  return names[language]?.[key] ?? names.en?.[key] ?? otherwise;
}

export function stateName(id) {
  const own = STATES[language]?.[id];
  return own ? byRulebook(own) : called("marker", id, called("result", id, called("word", id))).split(":")[0];
}

/** A field of a unit; where each face has its own figure, that of the face now up is meant. */
export function fieldName(id) {
  const name = id.replace(/-faces$/, "");
  return FIELDS[language]?.[name] ?? called("field", name, name.replaceAll("-", " "));
}

export function nameOf(unit) {
  return unit.counter ? called("counter", unit.counter, unit.name) : unit.name;
}

/** A marker's name without the rule that its description ends with. */
export function markerName(id) {
  return called("marker", id).split(/[:(]/)[0].trim();
}

/** A turn by its number; a file may tell of none. */
export const turnName = (turn, first = -Infinity) =>
  turn === "" || Number(turn) < first ? say("noTurn") : say("turn", turn);

/** Where something lies, boxes by their names. */
const boxed = (place) => called("box", place);

const SPOKEN = {
  moved: (change) => ({ before: boxed(change.before), after: boxed(change.after) }),
  entered: (change) => ({ after: boxed(change.after) }),
  left: (change) => ({ before: boxed(change.before) }),
  step: (change) => ({
    told: say(Number(change.after) > Number(change.before) ? "reducedTo" : "restoredTo", change.after),
  }),
  turn: (change) => ({ after: `${turnName(change.hex)}${change.name ? `, ${called("phase", change.name)}` : ""}.` }),
  attack: (change) => ({ after: column(change.after) }),
  battle: (change) => ({ why: namedHere(change.why) }),
  marked: (change) => ({ after: markerName(change.after) }),
  unmarked: (change) => ({ before: markerName(change.before) }),
  control: (change) => ({ before: sideOrNone(change.before), after: sideOrNone(change.after) }),
  supply: (change) => ({ before: stateName(change.before), after: stateName(change.after) }),
  points: (change) => ({ name: called("side", change.hex) }),
  level: (change) => ({ after: called("word", change.after, called("side", change.after)) }),
  state: (change) => ({
    name: called("state", change.name),
    before: valueOf(change.before),
    after: valueOf(change.after),
  }),
};

/** A value of a state variable: a word of the game, one of its choices, a side. */
export const valueName = (value) =>
  called("word", value, called("choice", value, called("side", value, String(value).replaceAll("-", " "))));

const valueOf = (value) =>
  ["true", "false"].includes(value)
    ? say(value === "true" ? "yes" : "no")
    : value
      ? value.split(", ").map(valueName).join(", ")
      : "–";

const sideOrNone = (id) => (id ? called("side", id) : "–");

/** A battle as the live table tells it, its units by their names in the page's language. */
function namedHere(text) {
  const spoken = new Map(Object.entries(counters).map(([id, [, name]]) => [name, called("counter", id, name)]));
  return text
    .split(/( [·>] |, )/)
    .map((part) => spoken.get(part) ?? part)
    .join("");
}

/** One change between two states, in words. */
export function tell(change) {
  const spoken = {
    ...change,
    name: change.counter ? called("counter", change.counter, change.name) : change.name,
    ...SPOKEN[change.kind]?.(change),
  };
  if (change.kind === "turn") return spoken.after;
  const kind = change.kind === "attack" && !change.after ? "attack-sure" : change.kind; // no die is rolled for it
  return (WORDS[language][`change-${kind}`] ?? "").replace(/\{(\w+)\}/g, (_, word) => spoken[word] ?? "").trim();
}

export function currentLanguage() {
  return language;
}

export function percent(chance) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(chance);
}
