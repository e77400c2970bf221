"""Which rule of its game a finding leans on where no answer of the game names one, and which phases
are for moving and which for fighting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from assistant.classic.situation import cite
from builder.game.definition import Phase
from builder.game.model import Game

Subject = Literal[
    "sequence",
    "movement",
    "stacking",
    "combat",
    "results",
    "retreat",
    "advance",
    "arrivals",
    "twice",
    "control",
]

RULES: Mapping[str, Mapping[Subject, str]] = {
    "dagc": {
        "sequence": "5.2",
        "movement": "9.1",
        "combat": "11.1",
        "twice": "11.5",
        "results": "11.15",
        "retreat": "11.17",
        "advance": "11.22",
        "arrivals": "10.1",
        "control": "3.3",
    },
    "mlb": {
        "sequence": "5.0",
        "movement": "9.0",
        "combat": "10.0",
        "twice": "10.0.2",
        "results": "10.4.1(3)",
        "retreat": "10.6",
        "advance": "10.7",
        "arrivals": "12.0",
        "control": "3.3",
    },
    "nr": {
        "sequence": "4.0",
        "movement": "8.1",
        "combat": "10.1",
        "twice": "10.3.4",
        "results": "10.7",
        "retreat": "10.7.5",
        "advance": "10.8",
        "arrivals": "7.8",
    },
    "kursk": {
        "sequence": "4.2",
        "movement": "5.0",
        "combat": "9.1",
        "twice": "9.16",
        "results": "9.4",
        "retreat": "9.7",
        "advance": "9.8",
        "arrivals": "18.2",
        "control": "18.4",
    },
    "uis": {
        "sequence": "4",
        "movement": "5.1",
        "combat": "9.1",
        "results": "9.12",
        "twice": "9.1",
        "retreat": "9.11",
        "advance": "9.14",
        "arrivals": "21.2",
    },
}
"""The chapters of the games that are code, by the numbers of their rulebooks."""

Kind = Literal["movement", "combat", "both", "neither", "unknown"]

_MOVING = ("movement", "exploitation", "mechanized", "activation", "execution")
_FIGHTING = ("combat", "gun", "assault", "fire")
_NEITHER = (
    "air", "administrative", "disruption", "organization", "organisation", "replacements",
    "reinforcement", "removal", "cards", "supply", "interdiction", "chit", "mode", "final", "end",
)  # fmt: skip


def rule_of(game: Game, subject: Subject) -> str:
    """The number of the rule; the name of the subject where the game has no number for it."""
    if game.rules is None:
        return RULES.get(game.id, {}).get(subject, subject)
    rules = game.rules
    chapters = {
        "movement": rules.movement,
        "stacking": rules.stacking,
        "combat": rules.combat,
        "results": rules.combat,
        "twice": rules.combat,
        "retreat": rules.retreat,
        "advance": rules.advance,
        "arrivals": rules.arrivals,
        "sequence": rules.movement,
        "control": rules.victory,
    }
    return cite(chapters[subject], subject)


def phase_of(game: Game, id_: str) -> Phase | None:
    """A phase of the game, by its id."""
    return next((phase for phase in game.definition.phase if phase.id == id_), None)


def kind_of(game: Game, phase: str) -> Kind:
    """What a phase is for, as far as the game's rules or the phase's own name tell."""
    rules = game.rules
    if rules is not None and rules.movement.when:
        moving = phase in rules.movement.when or phase in rules.movement.only
        fighting = phase in rules.combat.when
        if moving or fighting:
            return "both" if moving and fighting else "movement" if moving else "combat"
    if game.id == "uis" and phase.endswith("-movement"):
        return "both"
    if game.id == "kursk" and phase.endswith(("-movement", "-mechanized")):
        return "both"
    if game.id == "mlb" and phase == "first-activation":  # battles alone; 16.1(1) forbids moves
        return "both"
    words = phase.split("-")
    if any(word in _FIGHTING for word in words):
        return "combat"
    if any(word in _MOVING for word in words):
        return "movement"
    return "neither" if any(word in _NEITHER for word in words) else "unknown"
