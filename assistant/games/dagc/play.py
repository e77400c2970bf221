"""How The Destruction of Army Group Center is played, where its log shows it and no question tells
it."""

from __future__ import annotations

from assistant.questions.play import Changes, Due, Mark, Play, Rolled


def dues(rolled: Rolled) -> Due | None:
    """The attackers' losses by the result that counts in the end (11.15 to 11.21)."""
    attackers = len(rolled.odds.attackers)
    match rolled.outcome if rolled.outcome in ("BB", "DE") else rolled.result:
        case "AE":
            return Due(attackers, attackers, "11.16")
        case "BB":
            return Due(rolled.lost, rolled.lost, "11.21")
        case "AS":
            return Due(0, 0, "11.15")
        case "DR":
            return Due(0, 0, "11.17")
        case "DE":
            return Due(0, 0, "11.20")
    return None


PLAY = Play(
    chapters={
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
    states={
        "strait-used": Changes("9.8", ("soviet-",), "grows"),
        "lost-ports": Changes("7.9", direction="grows"),
        "air-main": Changes("13.1, 13.4", most={1: 8, 6: 4}),
        "air-1uf": Changes("13.2, 13.4", most={1: 2, 6: 1}),
        "armor-used": Changes("12.6", ("german-",), since={"True": 2}),
    },
    marks={
        "oos": Mark("7.9", "supply"),
        "interdicted": Mark("13.3", "phase", ("-interdiction",)),
        "retreated": Mark("11.17", "moved"),
        "attacked": Mark("11.5", "attacked"),
        "defended": Mark("11.3", "defended"),
    },
    owner_marks=True,  # the German chooses who goes without where ports cannot carry all (7.9)
    own_arrivals=True,
    nobody_leaves="9.11",
    refusal="11.19",
    dues=dues,
)
