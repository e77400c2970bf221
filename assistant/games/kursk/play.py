"""How Kursk is played, where its log shows it and no question tells it."""

from __future__ import annotations

import re

from assistant.questions.play import Changes, Due, Mark, Play, Rolled


def dues(rolled: Rolled) -> Due | None:
    """The attacker's number is paid in hexes or in steps as the owner likes, so that only its most
    is known (9.4)."""
    if rolled.chosen:
        return None
    attackers = rolled.result.partition("/")[0].partition("M")[0]
    return Due(0, max(map(int, re.findall(r"\d", attackers)), default=0), "9.4")


PLAY = Play(
    chapters={
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
    kinds={"-movement": "both", "-mechanized": "both"},
    states={
        "start-german": Changes("11.37", direction="fixed"),
        "start-soviet": Changes("11.37", direction="fixed"),
    },
    marks={
        "disrupted": Mark("6.31", "moved", taken=("-disruption",), off="6.35"),
        "retreated": Mark("9.77", "moved"),
        "advanced": Mark("9.86", "moved"),
    },
    own_arrivals=True,
    dues=dues,
)
