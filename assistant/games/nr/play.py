"""How No Retreat! is played, where its log shows it and no question tells it."""

from __future__ import annotations

from assistant.questions.play import Changes, Draws, Due, Leaves, Mark, Play, Rolled

QUIET = {"-": Due(0, 0, "10.7"), "CB": Due(0, 0, "10.7"), "EX": Due(1, 1, "10.7.1")}
"""Results after which nobody goes anywhere (10.7); an exchange takes a step of each side."""


def dues(rolled: Rolled) -> Due | None:
    """The attackers lose a step in an exchange and nothing else, unless a counter-attack or an
    optional rule changes the result."""
    if rolled.chosen or rolled.result == "CA" or rolled.odds.extra.get("converted"):
        return None
    return QUIET.get(rolled.result, QUIET["-"])


PLAY = Play(
    chapters={
        "sequence": "4.0",
        "movement": "8.1",
        "combat": "10.1",
        "twice": "10.3.4",
        "results": "10.7",
        "retreat": "10.7.5",
        "advance": "10.8",
        "arrivals": "7.8",
    },
    states={
        "initiative": Changes("12.10", since={"soviet": 12}, until={"axis": 11}),
        "oil-fallen": Changes("13.5", direction="grows"),
    },
    draws={"draw-pile": Draws("5.2", ("-cards",), strict=False)},
    marks={
        "oos": Mark("6.4", "supply"),
        "target": Mark("10.1", "phase", ("-combat",)),
        "counterblow": Mark("10.1", "phase", ("-combat",)),
    },
    supply_in="-supply",
    marks_off_in="-removal",  # (11.2)
    zones_bar="7.6",
    embarks=Leaves("-movement", "9.1", "rail"),
    removes=Leaves("-removal", "11.1"),
    quiet=QUIET,
    answered=("CA",),  # (10.7.2)
    dues=dues,
)
