"""What Kessel's modules say by themselves, by language: English phrase to translation.

`{}` stands for a word or number of the game, which is kept.
"""

from __future__ import annotations

from functools import cache

PHRASES: dict[str, dict[str, str]] = {
    "es": {
        # On counters
        "Flip": "Girar",
        "Lose a step": "Perder un paso",
        "Marks": "Marcas",
        "Values": "Valores",
        "Moved": "Movida",
        "Movement trail": "Rastro de movimiento",
        "Turn right": "Girar a la derecha",
        "Turn left": "Girar a la izquierda",
        "Turn by hand": "Girar a mano",
        "$location$: $newPieceName$ turns *": "$location$: $newPieceName$ gira *",
        "Hide from the enemy": "Ocultar al enemigo",
        "a unit": "una unidad",
        "Label": "Rótulo",
        "Eliminate": "Eliminar",
        "Back to where it was": "Volver a donde estaba",
        "Eliminated": "Eliminadas",
        "Eliminated units": "Unidades eliminadas",
        "Delete": "Borrar",
        "Copy": "Copiar",
        "+ (reduced)": "+ (cara reducida)",
        "+ [out of supply]": "+ [sin suministro]",
        "+ [interdicted]": "+ [interdicción]",
        "+ [retreated]": "+ [retirada]",
        "+ [attacked]": "+ [ha atacado]",
        "+ [defended]": "+ [ha defendido]",
        "+ [disrupted]": "+ [desorganización]",
        "+ [isolated]": "+ [aislamiento]",
        "+ [activated]": "+ [activación]",
        "+ [advanced]": "+ [ha avanzado]",
        "+ [suppressed]": "+ [neutralización]",
        "+ [no zone of control]": "+ [sin zona de control]",
        "+ [target]": "+ [objetivo]",
        "+ [support]": "+ [apoyo]",
        "+ ({} steps)": "+ ({} pasos)",
        "{} control": "Control: {}",
        "$location$: $oldPieceName$ is now $newPieceName$ ($PlayerName$) *": (
            "$location$: $oldPieceName$ es ahora $newPieceName$ ($PlayerName$) *"
        ),
        "$location$: $newPieceName$ turned over ($PlayerName$) *": (
            "$location$: $newPieceName$ se gira ($PlayerName$) *"
        ),
        "$location$: $newPieceName$ copied ($PlayerName$) *": (
            "$location$: $newPieceName$ se copia ($PlayerName$) *"
        ),
        "$oldPieceName$ is eliminated: $OldLocationName$ &rarr; $location$, ${}$ there "
        "($PlayerName$) *": (
            "$oldPieceName$ se elimina: $OldLocationName$ &rarr; $location$, allí hay ${}$ "
            "($PlayerName$) *"
        ),
        "$oldPieceName$ {} there ($PlayerName$) *": "$oldPieceName$ {} allí ($PlayerName$) *",
        "$location$: $oldPieceName$ deleted ($PlayerName$) *": (
            "$location$: $oldPieceName$ se borra ($PlayerName$) *"
        ),
        "marked as moved": "con marca de movimiento",
        "not marked as moved": "sin marca de movimiento",
        "$location$: $newPieceName$: movement trail *": (
            "$location$: $newPieceName$: rastro de movimiento *"
        ),
        ": face up or down": ": boca arriba o abajo",
        "Marks off": "Quitar marcas",
        "Battle": "Combate",
        "Declare battles: select attackers and defenders": (
            "Declarar combates: selecciona atacantes y defensores"
        ),
        "Declare the selected units' battle": "Declarar el combate de las unidades elegidas",
        "Roll for the selected battle": "Tirar por el combate elegido",
        "Clear the selected battle": "Quitar el combate elegido",
        "Playing both sides, {} attacks": "Jugando los dos bandos, ataca: {}",
        "Clear all battles": "Quitar todos los combates",
        "All battles are over": "Todos los combates han terminado",
        "Battle {} is over": "El combate {} ha terminado",
        "Battle {}": "Combate {}",
        "Select attackers and defenders first": "Elige antes atacantes y defensores",
        "Select a unit of a declared battle first": (
            "Elige antes una unidad de un combate declarado"
        ),
        "not counted": "sin contar",
        "declare a battle of the selected attackers and defenders": (
            "declarar un combate de los atacantes y defensores elegidos"
        ),
        "roll for the selected battle": "tirar por el combate elegido",
        "clear the selected battle": "quitar el combate elegido",
        "Take the marks of a phase off all units": (
            "Quitar de todas las unidades las marcas de una fase"
        ),
        "The game begins here": "La partida empieza aquí",
        "The game ends here": "La partida termina aquí",
        "Taken off:": "Quitadas:",
        "Taken off: nothing": "Quitadas: ninguna",
        "moved mark": "marca de movimiento",
        "Hide all counters, or show them again": "Ocultar todas las fichas o volver a mostrarlas",
        "$newPieceName$ is back: $OldLocationName$ &rarr; $location$ ($PlayerName$) *": (
            "$newPieceName$ vuelve al juego: $OldLocationName$ &rarr; $location$ ($PlayerName$) *"
        ),
        # On the map
        "$pieceName$ placed in $location$ ($PlayerName$) *": (
            "$pieceName$: colocación en $location$ ($PlayerName$) *"
        ),
        "Moved marks taken off": "Marcas de movimiento quitadas",
        "$PlayerName$ hides or shows all counters, on that screen only": (
            "$PlayerName$ oculta o vuelve a mostrar todas las fichas, solo en su pantalla"
        ),
        "Layers": "Capas",
        "Hide or show what lies in a layer of the map": (
            "Ocultar o mostrar lo que hay en una capa del mapa"
        ),
        "Control markers": "Marcadores de control",
        "Markers under the units": "Marcadores bajo las unidades",
        "Units and cards": "Unidades y cartas",
        "Show all layers": "Mostrar todas las capas",
        "$PlayerName$ hides or shows the control markers, on that screen only": (
            "$PlayerName$ oculta o vuelve a mostrar los marcadores de control, solo en su pantalla"
        ),
        "$PlayerName$ hides or shows the markers under the units, on that screen only": (
            "$PlayerName$ oculta o vuelve a mostrar los marcadores bajo las unidades, solo en su "
            "pantalla"
        ),
        "$PlayerName$ hides or shows units and cards, on that screen only": (
            "$PlayerName$ oculta o vuelve a mostrar unidades y cartas, solo en su pantalla"
        ),
        "$PlayerName$ sees all layers again, on that screen only": (
            "$PlayerName$ vuelve a ver todas las capas, solo en su pantalla"
        ),
        "* $PlayerName$ points at $FlareLocation$": "* $PlayerName$ señala $FlareLocation$",
        "Mark all counters as not moved": "Quitar todas las marcas de movimiento",
        "Zoom in": "Acercar",
        "Zoom out": "Alejar",
        "Select Zoom": "Elegir la ampliación",
        "Range": "Distancia",
        "Drag from hex to hex to count the distance": (
            "Arrastra de hexágono a hexágono para contar la distancia"
        ),
        "Overview": "Vista general",
        "Save the map as a picture": "Guardar el mapa como imagen",
        "Save what stands on the map as text": "Guardar como texto lo que hay en el mapa",
        "Text": "Texto",
        "off the hexes": "fuera de los hexágonos",
        "Turn track": "Registro de turnos",
        "Turns": "Turnos",
        "Turn {}": "Turno {}",
        # Windows and toolbar
        "Counters": "Fichas",
        "Markers": "Marcadores",
        "Game": "Juego",
        "Control": "Control",
        "Charts": "Tablas",
        "Inventory": "Inventario",
        "Notes: for all, for you, sealed": "Notas: para todos, para ti, selladas",
        "Solitaire": "Solitario",
        "Retire": "Retirarse",
        "Leave your side, or take another": "Dejar el bando o tomar otro",
        "Opponents can unmask my pieces": "Los rivales pueden descubrir mis fichas",
        "Turn": "Turno",
        "Phase": "Fase",
        "Next: Ctrl+N, back: Ctrl+Shift+N": "Siguiente: Ctrl+N, atrás: Ctrl+Shift+N",
        "Roll {}": "Tirar {}",
        "State": "Estado",
        "Tell all values": "Decir todos los valores",
        "what is not named has no value": "lo que no se nombra no tiene valor",
        "Check the set-up": "Comprobar el despliegue",
        "Set-up:": "Despliegue:",
        "of": "de",
        "units in hexes": "unidades en hexágonos",
        "$newPieceName$ lies beside the hexes: move it onto one *": (
            "$newPieceName$ está fuera de los hexágonos: muévela a uno *"
        ),
        "$newPieceName$ stands in $location$; the set-up has it in $SetUp$ *": (
            "$newPieceName$ está en $location$; el despliegue la pone en $SetUp$ *"
        ),
        "{}: change": "{}: cambiar",
        "Values that the game keeps": "Valores que guarda el juego",
        "hexes, with blanks between": "hexágonos, separados por espacios",
        "hex=number, with blanks between": "hexágono=número, separados por espacios",
        "name=hex+hex, with blanks between": "nombre=hexágono+hexágono, separados por espacios",
        "words, with blanks between": "palabras, separadas por espacios",
        "words and a number, with commas between": "palabras y un número, separados por comas",
        # Cards
        "Cards": "Cartas",
        "Discard": "Descartar",
        "Face up or down": "Boca arriba o boca abajo",
        "a card": "una carta",
        "a counter": "una ficha",
        "Draw multiple cards": "Robar varias cartas",
        "Draw specific cards": "Robar cartas elegidas",
        "Draw {}": "Robar {}",
        "Draw deck": "Pila de robo",
        "Card {}": "Carta {}",
        "Marked row": "Fila marcada",
        "Discards": "Descartes",
        "Face up": "Boca arriba",
        "Face down": "Boca abajo",
        "Reverse": "Invertir",
        "Save Deck": "Guardar la pila",
        "Load Deck": "Cargar la pila",
        "Deck Saved": "Pila guardada",
        "Deck Loaded": "Pila cargada",
        "Select destination": "Elige el destino",
        "Peek": "Mirar",
        "Lay out": "Extender",
        "Laid out": "Extendidas",
        "Put back": "Recoger",
        "Put what is laid out back into its deck": "Devolver a su pila lo que está extendido",
        "Nothing is laid out": "No hay nada extendido",
        "Take back": "Recuperar",
        "Take back what lies open beside the hexes": (
            "Recuperar lo que está a la vista fuera de los hexágonos"
        ),
        "Nothing lies open beside the hexes": "Nada está a la vista fuera de los hexágonos",
        "Back to {}": "Volver a: {}",
        "{} hand": "Mano: {}",
        "$playerName$ takes a card into $mapName$": "$playerName$ toma una carta: $mapName$",
        "$playerName$ shuffles {}": "$playerName$ baraja {}",
        "Shuffle": "Barajar",
        "Shuffle into {}": "Barajar en {}",
        "$deckName$ goes back into {}": "$deckName$ vuelve a {}",
        "face a card or chit up or down": "poner boca arriba o boca abajo una carta o un chit",
        "into its deck; discard a card": "a su pila; descartar una carta",
        "back to its player's window": "volver a la ventana de su jugador",
        # The help page
        "Keys and marks": "Teclas y marcas",
        "About this module": "Acerca de este módulo",
        "Keys on counters": "Teclas sobre las fichas",
        "Keys on cards and chits": "Teclas sobre cartas y chits",
        "Marks on counters": "Marcas sobre las fichas",
        "Keys at the table": "Teclas en la mesa",
        "Scenarios": "Escenarios",
        "Choose one when VASSAL starts, or in the menu File while no game is on.": (
            "Elige uno al arrancar VASSAL, o en el menú Archivo mientras no haya partida abierta."
        ),
        "Sequence of play": "Secuencia de juego",
        "Stand-ins": "Valores provisionales",
        "{} values of this module are plausible stand-ins, to be replaced from the printed game.": (
            "{} valores de este módulo son provisionales, hasta que se copien los del juego "
            "impreso."
        ),
        "menu": "menú",
        "flip the counter: lose or regain a step": "girar la ficha: perder o recuperar un paso",
        "moved mark on or off": "poner o quitar la marca de movimiento",
        "show the movement trail": "mostrar el rastro de movimiento",
        "hide all counters while you look at the map": "ocultar las fichas para ver el mapa",
        "All of them stand in the menu of a right click, too.": (
            "Todas están también en el menú que abre el botón derecho."
        ),
        "out of that box, back to where it was": "fuera de esa casilla, de vuelta a donde estaba",
        "take hold of a marker of control": "agarrar un marcador de control",
        "Buttons": "Botones",
        "by itself:": "por sí solas:",
        "each tells of the hex in which it lies": "cada uno habla del hexágono en que está",
        " 1 to ": " 1 a ",
        "declare a battle of the selected attackers and defenders, roll for it, end it;"
        " end all battles": (
            "declarar un combate de los atacantes y defensores elegidos, tirar por él, quitarlo; "
            "quitar todos los combates"
        ),
        "tells how many units stand in hexes, and in the first turn which stand elsewhere": (
            "dice cuántas unidades hay en hexágonos y, en el primer turno, cuáles no están en su "
            "sitio"
        ),
        "tells them in the chat": "los dice en el chat",
        "leaves the seat or takes another; the seat Solitaire sees into all windows": (
            "deja el bando o toma otro; el puesto Solitario ve todas las ventanas"
        ),
        "hides or shows them on one's own screen only": (
            "los oculta o los muestra, solo en la propia pantalla"
        ),
        "in one's own window: brings back what lies open beside the hexes": (
            "en la ventana propia: recupera lo que está a la vista fuera de los hexágonos"
        ),
        "in the window of one's hand: takes so many from the deck": (
            "en la ventana de la mano propia: roba tantas de la pila"
        ),
        "in the window of the deck: puts back what its menu (right click) has laid out": (
            "en la ventana de la pila: devuelve lo que ha extendido su menú (botón derecho)"
        ),
        "in the window of the deck: puts the other cards into the deck": (
            "en la ventana de la pila: mete en la pila las otras cartas"
        ),
        "copy a marker": "copiar un marcador",
        "delete the counter": "borrar la ficha",
        "Back": "Atrás",
        "Next": "Siguiente",
        "Back a phase": "Una fase atrás",
        "Next phase": "Fase siguiente",
        "Back a turn": "Un turno atrás",
        "Next turn": "Turno siguiente",
        "next phase": "fase siguiente",
        "back a phase": "una fase atrás",
        "turn window": "ventana de turnos",
        "range: drag from hex to hex": "distancia: arrastrar de hexágono a hexágono",
        "point at a place for all players": "señalar un lugar a todos los jugadores",
        "take all moved marks off": "quitar todas las marcas de movimiento",
        "counters": "fichas",
        "charts": "tablas",
        "inventory": "inventario",
        "overview": "vista general",
        "zoom in and out": "acercar y alejar el mapa",
        "next step of a log": "paso siguiente de un registro",
        "undo the last step": "deshacer el último paso",
    },
}


def say(language: str, phrase: str) -> str:
    """A phrase in a language; in English where the language does not have it."""
    phrases = PHRASES.get(language, {})
    if phrase in phrases:
        return phrases[phrase]
    for before, after, words in _with_gaps(language) if phrases else ():
        if not (phrase.startswith(before) and phrase.endswith(after)):
            continue
        inside = phrase[len(before) : len(phrase) - len(after)]
        # "Sin zona de control" is in the language already, because no name ends with a preposition.
        named = inside and not inside.endswith((" de", " del"))
        if named and phrase == before + inside + after:
            return words.replace("{}", inside)
    return phrase


@cache
def _with_gaps(language: str) -> tuple[tuple[str, str, str], ...]:
    """What stands before and behind the name in each phrase that has one, and its words."""
    parted = ((*pattern.partition("{}"), words) for pattern, words in PHRASES[language].items())
    return tuple((before, after, words) for before, gap, after, words in parted if gap)
