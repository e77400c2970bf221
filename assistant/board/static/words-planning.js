// The words of trying and planning on the page, in English and Spanish.

export const PLANNING = {
  en: {
    yourTurn: "Your turn", callMe: "Call me when it is the turn of", nobodyCalled: "nobody", callSound: "with a sound", callNotify: "with a notification of the browser", planLog: "As a VASSAL log", ownMarks: "Own marks (right button on the map)", inkN: "Colour {0}", note: "Note", arrowTo: "Arrow to hex", drawArrow: "Draw or erase", clearMarks: "Erase all marks", notInFile: "This file does not hold that answer: open the game in Kessel.", oneFile: "As one file",
    find: "Find a unit or a hex (/)", findHint: "Find /", found: "Found", nothingFound: "Nothing is called that.", try: "Try out", trying: "Trying out: no save is touched",
    undo: "Undo", redo: "Redo", reset: "Reset", wholeStack: "Whole stack", phaseNow: "Phase", turnNow: "Turn", keepFile: "Save as a file", leave: "Stop trying", triedName: "tried",
    tried: "Tried out", triedHow: "Drag units on the map (with Shift, the whole stack), or choose one and change it here.", mayGo: "The rules let it go there: {0} points, {1} left.", mayNotGo: "Not by a move of its own: {0} is out of reach.",
    states: "Weather and other states", moveTo: "Hex or box to move to", hexOrBox: "Hex", noSuchHex: "There is no hex '{0}'.", moveThere: "Move there", reduce: "Reduce a step", restore: "Restore a step", remove: "Remove", bringBack: "Bring back", markers: "Markers", controlOf: "Controlled by",
    costs: "{0} points, {1} left", reachedBy: "{0} units could come, strength {1}", threatenedBy: "{0} units could strike, strength {1}", lineOf: "{0} hexes long", lineHexes: "The hexes of the line",
    plan: "Plan of the turn", planHow: "Open a battle and add it here, or ask for the best plan.", planThis: "In the plan", usedTwice: "{0} fights in two battles.", sum: "In sum: {0} enemy steps, {1} own steps, {2} hexes taken.", promise: "{0} enemy steps, {1} own, taken {2}",
    goneUnits: "No longer on the table: {0}.", takeOut: "Take out {0}", planName: "Name of the plan", keepPlan: "Keep", kills: "Enemy steps", losses: "Own steps", taken: "Hexes", planSide: "Side", planFor: "What for",
    "for-balance": "in balance", "for-kills": "enemy steps", "for-hexes": "hexes", "for-wiped": "stacks wiped out", "for-least-risk": "least risk", bestPlan: "Best plan", planning: "Looking for the best plan … In a big game this takes minutes.", bestFound: "The best that was found",
    gap: "Another plan may be better by up to {0}.", takeBest: "Try this plan", noBattleWorth: "No battle is worth fighting.", threat: "Threat and reach", threatHow: "Where a side could go, and what it could strike, were it its turn to move.", threatOf: "Reach: {0}", threatLeft: "{0} units far from the enemy are left out.",
    filters: "Show only", "only-bad": "Out of supply", "only-reduced": "Reduced", "only-attack": "Can attack", viewer: "Seen by", owner: "Whose option", "whose-attacker": "attacker", "whose-defender": "defender", no: "no", stepN: "reduced ({0})",
    "change-step": "{name} in {hex}: {told}", reducedTo: "reduced, step {0}.", restoredTo: "restored, step {0}.",
    help: "Arrows move the map, + and − zoom, 0 shows all; comma and full stop step through a log, P plays it; / finds, T tries out, Ctrl+Z undoes; Esc goes back.",
  },
  es: {
    yourTurn: "Te toca", callMe: "Avísame cuando le toque a", nobodyCalled: "nadie", callSound: "con un sonido", callNotify: "con una notificación del navegador", planLog: "Como registro de VASSAL", ownMarks: "Marcas propias (botón derecho en el mapa)", inkN: "Color {0}", note: "Nota", arrowTo: "Flecha al hexágono", drawArrow: "Dibujar o borrar", clearMarks: "Borrar todas las marcas", notInFile: "Este archivo no trae esa respuesta: abre la partida en Kessel.", oneFile: "En un archivo",
    find: "Buscar una unidad o un hexágono (/)", findHint: "Buscar /", found: "Encontrado", nothingFound: "Nada se llama así.", try: "Probar", trying: "Prueba: no se toca ninguna partida",
    undo: "Deshacer", redo: "Rehacer", reset: "Empezar de nuevo", wholeStack: "Pila entera", phaseNow: "Fase", turnNow: "Turno", keepFile: "Guardar como archivo", leave: "Dejar la prueba", triedName: "prueba",
    tried: "Probado", triedHow: "Arrastra unidades por el mapa (con Mayús, la pila entera), o elige una y cámbiala aquí.", mayGo: "Las reglas la dejan llegar: {0} puntos, le quedan {1}.", mayNotGo: "No con su propio movimiento: {0} queda fuera de su alcance.",
    states: "Clima y otros estados", moveTo: "Hexágono o casilla de destino", hexOrBox: "Hexágono", noSuchHex: "No existe el hexágono «{0}».", moveThere: "Mover ahí", reduce: "Quitar un paso", restore: "Devolver un paso", remove: "Retirar", bringBack: "Devolver", markers: "Marcadores", controlOf: "Controlado por",
    costs: "{0} puntos, quedan {1}", reachedBy: "pueden llegar {0} unidades, fuerza {1}", threatenedBy: "pueden golpear {0} unidades, fuerza {1}", lineOf: "{0} hexágonos de largo", lineHexes: "Los hexágonos de la línea",
    plan: "Plan del turno", planHow: "Abre un combate y añádelo aquí, o pide el mejor plan.", planThis: "En el plan", usedTwice: "{0} combate dos veces.", sum: "En total: {0} pasos enemigos, {1} pasos propios, {2} hexágonos tomados.", promise: "{0} pasos enemigos, {1} propios, tomado {2}",
    goneUnits: "Ya no están en la mesa: {0}.", takeOut: "Quitar {0}", planName: "Nombre del plan", keepPlan: "Guardar", kills: "Pasos enemigos", losses: "Pasos propios", taken: "Hexágonos", planSide: "Bando", planFor: "Para qué",
    "for-balance": "equilibrado", "for-kills": "pasos enemigos", "for-hexes": "hexágonos", "for-wiped": "pilas aniquiladas", "for-least-risk": "menos riesgo", bestPlan: "Mejor plan", planning: "Buscando el mejor plan … En un juego grande tarda minutos.", bestFound: "Lo mejor que se encontró",
    gap: "Otro plan podría ser hasta un {0} mejor.", takeBest: "Probar este plan", noBattleWorth: "Ningún combate merece la pena.", threat: "Amenaza y alcance", threatHow: "Adónde podría ir un bando, y qué podría golpear, si le tocara mover.", threatOf: "Alcance: {0}", threatLeft: "Se omiten {0} unidades alejadas del enemigo.",
    filters: "Mostrar solo", "only-bad": "Sin suministro", "only-reduced": "Reducidas", "only-attack": "Pueden atacar", viewer: "Visto por", owner: "De quién es", "whose-attacker": "atacante", "whose-defender": "defensor", no: "no", stepN: "reducida ({0})",
    "change-step": "{name} en {hex}: {told}", reducedTo: "reducida, paso {0}.", restoredTo: "recuperada, paso {0}.",
    help: "Las flechas mueven el mapa, + y − acercan y alejan, 0 lo muestra entero; coma y punto recorren los pasos, P los reproduce; / busca, T prueba, Ctrl+Z deshace; Esc vuelve.",
  },
};
