// The pages' own words in English and Spanish; names of terrain come from the game.

import { language, speaking } from "/shared/speaking.js";

export { language, switchLanguage } from "/shared/speaking.js";

/** A number with so many decimals, as the language writes them. */
export const figure = (number, decimals) =>
  number.toFixed(decimals).replace(".", language === "es" ? "," : ".").replace("-", "−");

const WORDS = {
  en: {
    whole: "Whole map",
    save: "Save",
    stage: "Map: drag or arrow keys move, wheel or plus and minus zoom, zero shows it whole",
    saved: "Saved: {0}.",
    unchanged: "Nothing has changed.",
    unsaved: "Not saved yet.",
    other: "Español",
    fitHow:
      "Click the middle of a hex and type its number. Three far apart are enough; a fourth shows whether one is wrong. Drag a mark to correct it.",
    "fault-few": "Mark three hexes or more.",
    "fault-line": "The marked hexes lie on one line: mark another far from it.",
    "fault-apart": "No grid lies on these marks: one of them belongs to another hex.",
    number: "Hex",
    add: "Mark it",
    remove: "Remove",
    marks: "Marked hexes",
    grid: "Show the grid",
    numbers: "Show numbers",
    error: "Off by {0} px on average; hexes {1} px wide, turned by {2}°.",
    off: "{0} does not agree with the others.",
    noHex: "{0} is no hex of this map: they run from {1} to {2}.",
    noNumber: "Type the number of the hex.",
    noPlace: "Click the middle of {0} on the map first.",
    more: "Mark {0} more.",
    stretched: "Hexes are {0} % higher than regular ones.",
    hexes: "Hexes",
    sides: "Hexsides",
    lines: "Lines",
    words: "What it is",
    clusters: "What looks alike",
    finer: "How many",
    nothing: "not named",
    none: "nothing",
    hexHow:
      "Choose what it is, then click a cluster to name all its hexes, or single hexes on the map to correct them. Drag with Shift to paint; a click with Shift chooses several words together.",
    sideHow: "Choose what it is, then click a cluster, or a hexside on the map.",
    ownHow: "It belongs to one of the two hexes: click the hexside from within that hex.",
    lineHow: "Choose a kind, then click the hexes along the line; Enter ends it, Backspace takes the last hex back.",
    lineThere: "This line is there already.",
    name: "Name",
    end: "End the line",
    kept: "Keep what the tables hold",
    fresh: "Start from the clusters",
    left: "{0} hexes not named",
    undo: "Undo",
    working: "Looking at the picture …",
    noKinds: "game.toml has none of these.",
    strength: "Colour",
  },
  es: {
    whole: "Mapa entero",
    save: "Guardar",
    stage: "Mapa: arrastrar o flechas mueven, rueda o más y menos acercan, cero lo muestra entero",
    saved: "Guardado: {0}.",
    unchanged: "Nada ha cambiado.",
    unsaved: "Sin guardar todavía.",
    other: "English",
    fitHow:
      "Pulsa en el centro de un hexágono y escribe su número. Bastan tres alejados entre sí; un cuarto muestra si alguno está mal. Arrastra una marca para corregirla.",
    "fault-few": "Marca tres hexágonos o más.",
    "fault-line": "Los hexágonos marcados están en una línea: marca otro lejos de ella.",
    "fault-apart": "Ninguna retícula se ajusta a estas marcas: una de ellas es de otro hexágono.",
    number: "Hexágono",
    add: "Marcar",
    remove: "Quitar",
    marks: "Hexágonos marcados",
    grid: "Mostrar la retícula",
    numbers: "Mostrar números",
    error: "Desviación media de {0} px; hexágonos de {1} px de ancho, girados {2}°.",
    off: "{0} no concuerda con los demás.",
    noHex: "{0} no es un hexágono de este mapa: van de {1} a {2}.",
    noNumber: "Escribe el número del hexágono.",
    noPlace: "Pulsa primero en el mapa el centro de {0}.",
    more: "Marca {0} más.",
    stretched: "Los hexágonos son un {0} % más altos que los regulares.",
    hexes: "Hexágonos",
    sides: "Lados",
    lines: "Líneas",
    words: "Qué es",
    clusters: "Lo que se parece",
    finer: "Cuántos",
    nothing: "sin nombre",
    none: "nada",
    hexHow:
      "Elige qué es y pulsa un grupo para nombrar todos sus hexágonos, o hexágonos sueltos en el mapa para corregirlos. Arrastra con Mayús para pintar; una pulsación con Mayús elige varias palabras juntas.",
    sideHow: "Elige qué es y pulsa un grupo, o un lado de hexágono en el mapa.",
    ownHow: "Es de uno de los dos hexágonos: pulsa el lado desde dentro de ese hexágono.",
    lineHow:
      "Elige una clase y pulsa los hexágonos a lo largo de la línea; Intro la termina, Retroceso quita el último hexágono.",
    lineThere: "Esta línea ya está.",
    name: "Nombre",
    end: "Terminar la línea",
    kept: "Conservar lo que hay en las tablas",
    fresh: "Empezar por los grupos",
    left: "{0} hexágonos sin nombre",
    undo: "Deshacer",
    working: "Mirando la imagen …",
    noKinds: "game.toml no tiene ninguno.",
    strength: "Color",
  },
};

export const { say, speak } = speaking(WORDS);

/** What the game calls a kind of terrain, hexside or line in the language that is spoken. */
export const called = (start, kind, [id, name]) => start.names[language]?.[`${kind}.${id}`] ?? name;
