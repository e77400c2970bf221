"""Who may not go where, or not fight: reserves at home, neutrals, revolts (5.9, 5.10, 36, 41)."""

from __future__ import annotations

from assistant.games.uis.ground import country, neutral_ground
from assistant.games.uis.sides import HOME, WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import is_combat, nation
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

NEUTRAL_GROUND = Reason("41.2", "Nobody enters a neutral country.")
RESERVES = ("HSB", "HSR")


@rule("36.5.7")
@kept
def revolting(situation: Situation) -> frozenset[str]:
    """Countries with revolt markers."""
    return frozenset(
        country(situation, name) for name, value in situation.table("revolt").items() if value
    ) - {""}


@rule("5.9", "5.10")
def tied_to(unit: Unit) -> str:
    """The country that territorial reserves never leave, or empty."""
    if told := unit.get("territorial"):
        return str(told)
    if nation(unit) == "wg" and any(word in unit.shown for word in RESERVES):
        return "west-germany"
    if nation(unit) == "au" and str(unit.get("code") or "").startswith("AM"):
        return "austria"
    return ""


@rule("5.9", "5.10", "36.5.8", "41.2")
def may_not_enter(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Neutral ground is closed to all, foreign ground to some."""
    if end in neutral_ground(situation):
        return NEUTRAL_GROUND
    there = country(situation, end)
    if not there:
        return None
    tied = tied_to(unit)
    if tied and there != tied:
        number = "5.9" if tied == "west-germany" else "5.10"
        return Reason(number, "{unit} is eliminated if it leaves its country.", unit=unit.shown)
    home = HOME.get(nation(unit), "")
    held = unit.side == WP and is_combat(unit) and home in revolting(situation)
    if held and there != home and country(situation, start) == home:
        return Reason("36.5.8", "Units of a country in revolt do not leave it.")
    return None


@rule("36.5.6", "36.5.7")
def may_not_attack(situation: Situation, unit: Unit) -> Reason | None:
    """Units of a country in revolt, or where one has just failed to start, do not attack."""
    home = HOME.get(nation(unit), "")
    if unit.side != WP or not home:
        return None
    if home in revolting(situation):
        return Reason("36.5.7", "Units of a country in revolt do not attack.")
    if home in (situation.position.value("unrest") or ()):
        return Reason("36.5.6", "A revolt was triggered at home: no attacks this turn.")
    return None
