"""How 1985: Under an Iron Sky is played, where its log shows it and no question tells it."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.questions.play import Changes, Due, Mark, Play, Rolled


def dues(rolled: Rolled) -> Due | None:
    """The attackers' losses as the sum names them; a single echelon pays a step more, and the log
    does not tell the kind of assault (9.12.3). Nothing is known where an attacker left the map,
    because a division that is broken down leaves it as one that is lost."""
    losses = rolled.odds.extra.get("attacker_losses")
    paid = losses.get(rolled.result) if isinstance(losses, Mapping) else None
    if rolled.chosen or rolled.gone or not isinstance(paid, int):
        return None
    return Due(paid, paid + int(rolled.result != "D"), "9.12")


PLAY = Play(
    chapters={
        "sequence": "4",
        "movement": "5.1",
        "combat": "9.1",
        "results": "9.12",
        "twice": "9.1",
        "retreat": "9.11",
        "advance": "9.14",
        "arrivals": "21.2",
    },
    kinds={"-movement": "both"},
    states={
        "war-turn": Changes("4", direction="grows"),
        "violated": Changes("41.4", direction="grows"),
        "chemical-began": Changes("24.1", direction="fixed"),
    },
    marks={
        "no-zoc": Mark("6.3", "moved"),
        "fuel-1": Mark("12.4", "supply"),
        "oos": Mark("12.4", "supply"),
    },
    supply_in="-movement",
    own_arrivals=True,
    dues=dues,
)
