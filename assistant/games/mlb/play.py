"""How Manstein's Last Battle is played, where its log shows it and no question tells it."""

from __future__ import annotations

import re

from assistant.questions.play import Changes, Draws, Due, Mark, Play, Rolled


def dues(rolled: Rolled) -> Due | None:
    """The attackers lose the steps that the result names (10.4.1(3))."""
    if rolled.chosen:
        return None
    told = re.fullmatch(r"A(\d)", rolled.result)
    steps = int(told[1]) if told else 0
    return Due(steps, steps, "10.4.1(3)")


PLAY = Play(
    chapters={
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
    kinds={"first-activation": "both"},  # battles alone; 16.1(1) forbids moves
    comes_round=True,  # with every chit that is drawn
    states={
        "mode": Changes("5.4", ("mode-selection",)),
        "active": Changes("5.2"),  # the chit makes it so; when it is noted down is nobody's rule
        "absolute-orders": Changes("16.2", direction="any"),
    },
    draws={
        "chit-cup": Draws("5.2", ("order-execution", "first-activation", "chit-selection", "end")),
        "air-pool": Draws("15.0", ("end", "chit-selection")),
    },
    marks={
        "oos": Mark("11.1.3", "supply"),
        "isolated": Mark("11.1.3", "supply"),
        "attacked": Mark("10.0.2", "attacked"),
    },
    dues=dues,
)
