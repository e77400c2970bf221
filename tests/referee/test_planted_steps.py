"""Steps planted by hand in small logs, each with the verdict and the rule that it must get."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from assistant.referee.refereed import referee
from assistant.referee.verdicts import Judged
from tests.referee.conftest import game_of
from tests.referee.playing import Table, saved_text

KARGA, TARSA, SALT = (
    ("karga", "spring-push"),
    ("tarsa", "landing"),
    ("saltmarsh", "the-causeway"),
)
MLB, DAGC = ("mlb", "race-to-the-dnieper"), ("dagc", "historical")
FIGHT = "fight varn-1-pz+varn-1-mot teral-2-inf"
ATTACK = ["go varn-combat", f"{FIGHT} 4"]
MARINES = [
    "move coalition-r2 1219", "move coalition-a1 1319", "go coalition-combat",
    "fight coalition-r2 junta-4 2", "lose junta-4 1",
]  # fmt: skip
KURSK = ("kursk", "july")
FIRST = ["go german-first-combat"]
SS_ATTACK = [
    *FIRST, "fight german-dr-ss+german-t-ss soviet-24g-rifle+soviet-artillery-4+soviet-anti-tank-7 6",
]  # fmt: skip
EXCHANGED = [
    "go raiders-combat", "fight raiders-2+raiders-5+raiders-g1 garrison-3 6", "lose garrison-3 1",
]  # fmt: skip
CASES: dict[str, tuple[tuple[str, str], list[str], str, Judged, str]] = {
    "the loser's zone ends an advance": (
        KARGA,
        [
            "go varn-combat", f"{FIGHT} 1", "lose teral-2-inf 1", "move teral-2-inf 0709",
            "move varn-1-pz 0708", "go varn-exploitation",
        ],
        "advance varn-1-pz", "unlawful", "6.6",
    ),
    "into a hex that was not vacated": (
        KARGA,
        [*ATTACK, "lose teral-2-inf 1", "move varn-1-pz 0608", "go varn-exploitation"],
        "advance varn-1-pz", "unlawful", "6.6",
    ),
    "into a hex whose defender should have gone": (
        KARGA,
        [*ATTACK, "move varn-1-pz 0608", "go varn-exploitation"],
        "advance varn-1-pz", "lawful", "",
    ),
    "into a hex that was not vacated, marines": (
        TARSA,
        [*MARINES, "move coalition-r2 1218", "go junta-movement"],
        "advance coalition-r2", "unlawful", "7.4",
    ),
    "one more than may advance": (
        SALT,
        [
            "go raiders-combat", "fight raiders-2+raiders-5+raiders-g1 garrison-3 4",
            "move garrison-3 0711", "move raiders-2 0611", "move raiders-5 0611",
            "go garrison-movement",
        ],
        "advance raiders-5", "unlawful", "7.4",
    ),
    "guns that fired from afar pay nobody's loss": (
        SALT, [*EXCHANGED, "lose raiders-g1 1", "go garrison-movement"],
        "loss raiders-g1", "unlawful", "5.8",
    ),
    "nor does their own side's retreat strike them": (
        SALT,
        ["go raiders-combat", "fight raiders-2+raiders-5+raiders-g1 garrison-3 5",
         "move raiders-2 0510", "move raiders-5 0513", "move raiders-g1 0310", "go garrison-movement"],
        "retreat raiders-g1", "unlawful", "5.7",
    ),
    "and those next to the losers owe it still": (
        SALT, [*EXCHANGED, "lose raiders-g1 1", "go garrison-movement"],
        "loss", "unlawful", "5.8",
    ),
    "a number paid neither in hexes nor in steps": (
        KURSK, [*SS_ATTACK, "go german-second-combat"],
        "loss soviet-24g-rifle", "unlawful", "9.4",
    ),
    "a number paid in hexes": (
        KURSK, [*SS_ATTACK, "move soviet-24g-rifle 1723", "lose soviet-artillery-4 2",
                "lose soviet-anti-tank-7 1", "go german-second-combat"],
        "retreat soviet-24g-rifle", "lawful", "",
    ),
    "an attacker's number is owed, too": (
        KURSK, [*FIRST, "fight german-320 soviet-27g-rifle 4", "go german-second-combat"],
        "loss german-320", "unlawful", "9.4",
    ),
    "who stays is not excused by a phase that was passed over": (
        KARGA,
        ["go varn-combat", f"{FIGHT} 1", "go teral-movement"],
        "retreat teral-2-inf", "unlawful", "6.2",
    ),
    "nor is a foe who goes": (
        KARGA,
        ["go varn-combat", f"{FIGHT} 6", "move teral-2-inf 0709", "go teral-movement"],
        "retreat teral-2-inf", "unlawful", "6.2",
    ),
    "a loss that is too great, by the rule of its result": (
        KARGA,
        ["go varn-combat", f"{FIGHT} 1", "lose teral-2-inf 2", "go varn-exploitation"],
        "loss teral-2-inf", "unlawful", "6.1",
    ),
    "who advances and goes on may be": (
        KARGA,
        [
            "go varn-combat", f"{FIGHT} 1", "lose teral-2-inf 1", "move teral-2-inf 0709",
            "move varn-1-pz 0608", "move varn-1-pz 0607", "go teral-movement",
        ],
        "advance varn-1-pz", "unknown", "",
    ),
    "who vanishes in movement": (
        KARGA, ["lose varn-1-inf 2", "go teral-movement"], "departure varn-1-inf", "unlawful", "3.1",
    ),
    "the side that is not active moves": (
        MLB,
        ["go first-activation", "go order-execution", "note active soviet", "go movement",
         "move axis-4mt 0937", "go combat"],
        "move axis-4mt", "unlawful", "9.0",
    ),
    "where nobody noted it since the last chit": (
        MLB,
        ["go first-activation", "note active soviet", "go order-execution", "go movement",
         "move axis-4mt 0937", "go combat"],
        "move axis-4mt", "unknown", "",
    ),
    "a note is no reason": (
        DAGC, ["go soviet-movement", "move soviet-33 3503", "go german-movement"],
        "move soviet-33", "unlawful", "9.1",
    ),
    "a step comes back": (
        TARSA,
        [*MARINES, "go junta-movement", "flip junta-4 1", "go junta-combat"],
        "recovery junta-4", "lawful", "",
    ),
    "a step more than comes back in a turn": (
        TARSA,
        [*MARINES, "lose junta-3 1", "go junta-movement", "flip junta-4 1", "flip junta-3 1",
         "go junta-combat"],
        "recovery junta-3", "unlawful", "8.1",
    ),
    "a step comes back in the other side's movement": (
        TARSA,
        [*MARINES, "go junta-movement", "go junta-combat", "go coalition-movement",
         "flip junta-4 1", "go coalition-combat"],
        "recovery junta-4", "unknown", "",
    ),
}  # fmt: skip


@cache
def begun(game: str, scenario: str) -> str:
    return saved_text(game_of(game), scenario)


def played(table: Table, deed: str) -> None:
    """One deed at the table, as its words say."""
    word, *what = deed.split()
    position = table.position
    if word == "go":
        phases = [phase.id for phase in table.game.definition.phase]
        later = phases.index(what[0]) <= phases.index(position.phase)
        table.turn_to(position.turn + later, what[0])
    elif word == "move":
        table.move(what[0], what[1])
    elif word == "lose":
        table.lose(what[0], int(what[1]))
    elif word == "note":
        table.state(what[0], what[1])
    elif word == "flip":
        table.step(table.flipping(what[0], int(what[1])))
    else:
        attackers, defenders = what[0].split("+"), what[1].split("+")
        number = table.declare(attackers, defenders)
        table.roll(number, int(what[2]), attackers, defenders)


@pytest.mark.parametrize("case", CASES)
def test_planted_step(case: str, tmp_path: Path) -> None:
    (game, scenario), deeds, which, verdict, rule = CASES[case]
    table = Table(game_of(game), tmp_path / "game.vlog", begun(game, scenario))
    for deed in deeds:
        played(table, deed)
    subject, _, unit = which.partition(" ")
    verdicts = referee([table.close()]).judgement.verdicts
    told = [
        (one.verdict, one.rule, str(one.text))
        for one in verdicts
        if (one.subject, one.unit) == (subject, unit)
    ]
    assert (verdict, rule) in [one[:2] for one in told], told
    accused = [one for one in verdicts if one.unit == unit and one.verdict != "lawful"]
    assert verdict != "lawful" or (len(told) == 1 and not accused), accused or told
