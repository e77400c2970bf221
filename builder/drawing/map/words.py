"""What maps and charts say to players: the game's own names and Kessel's few words, by language."""

from __future__ import annotations

import re

from builder.game.decimals import decimal_mark
from builder.game.model import Game

_OWN: dict[str, dict[str, str]] = {
    "es": {
        "Turn": "Turno",
        "VP": "PV",
        "Turns": "Turnos",
        "Legend": "Leyenda",
        "VASSAL module, version {version}": "Módulo de VASSAL, versión {version}",
        "Clear": "Despejado",
        "Sequence of play": "Secuencia de juego",
        "Phase": "Fase",
        "Acts": "Actúa",
        "Both sides": "Ambos bandos",
        "A dash: no effect of its own.": "Una raya: sin efecto propio.",
        "Combat results": "Resultados de combate",
        "Terrain effects": "Efectos del terreno",
        "Terrain": "Terreno",
        "Terrain key": "Leyenda de terreno",
        "Hexside": "Lado de hexágono",
        "Lines": "Líneas",
        "Attacks": "Ataques",
        "One hex: {km} km": "Un hexágono: {km} km",
        "stand-in, not from the rulebook": "provisional, no figura en el reglamento",
        "none": "ninguno",
        "same": "otro terreno",
        "Text: card {number} of the printed game": "Texto: carta {number} del juego impreso",
        "closed": "cerrado",
        "yes": "sí",
        "no": "no",
        "default": "las demás",
        "Die": "Dado",
        "Dead pile": "Eliminadas",
        "Reinforcements": "Refuerzos",
    }
}


def own(language: str, phrase: str) -> str:
    """One of Kessel's own phrases; the English one where a language does not have it."""
    return _OWN.get(language, {}).get(phrase, phrase)


def named(game: Game, language: str, key: str, fallback: str) -> str:
    """The game's text for a key such as `terrain.forest`, else the fallback in its own language.

    text.LANGUAGE.toml may give the name as `terrain.forest` or as `terrain.forest.name`.
    """
    texts = game.texts.get(language, {})
    return texts.get(key) or texts.get(f"{key}.name") or fallback


def cell_words(game: Game, language: str, text: str) -> str:
    """What stands in a cell of a chart: the game's text for `cell.TEXT`, or Kessel's own; a number
    with decimals as the language writes it: 2.5, in Spanish 2,5, or as the rulebook does."""
    if _DECIMALS.fullmatch(text):
        usual = text.replace(".", decimal_mark(language, game))
        return named(game, language, f"cell.{text}", usual)
    return named(game, language, f"cell.{text}", own(language, text))


_DECIMALS = re.compile(r"[-+]?[0-9]+\.[0-9]+")


_SHORT = {
    "ada": "ADA",
    "crt": "CRT",
    "ecm": "ECM",
    "ew": "EW",
    "hq": "HQ",
    "mp": "MP",
    "nato": "NATO",
    "oos": "out of supply",
    "ss": "SS",
    "ssm": "SSM",
    "vp": "VP",
    "wp": "Warsaw Pact",
    "zoc": "zone of control",
}
"""What the field's short words look like in print."""


def readable(word: str) -> str:
    """An id as a heading: `cav-mech-move` becomes "Cav mech move", `attacker-oos` "Attacker out
    of supply"."""
    words = word.replace("_", "-").split("-")
    text = " ".join(_SHORT.get(part, part) for part in words)
    return text[:1].upper() + text[1:]
