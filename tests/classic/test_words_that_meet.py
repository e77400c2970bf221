"""Words of game.toml and rules.toml that meet in one hex, hexside, attack or retreat: what is closed
stays closed, and no word is without effect."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position_file import read_position
from assistant.questions.door import Door
from builder.game.loader import load_game
from builder.game.rulebook.check import rule_doubts
from builder.game.skeleton import new_game

WOODS = '[terrain.woods]\nname = "Woods"\ndraw = "woods"\nmove = 2'
HILLS = '[terrain.hills]\nname = "Hills"\ndraw = "hills"\nmove = 2'
RIVER = '[hexside.river]\nname = "River"\ndraw = "river"\nmove = 1'
CLIFF = '[hexside.cliff]\nname = "Cliff"\nsource = "5.3"\n\n[line.road]'
RESULTS = {
    f"[results.{name}]\n": f"[results.{name}]\ndefender = {{ {{fate}} }}\n"
    for name in ("AE", "AR", "EX", "DR", "DE")
}
ONE = """
[[unit]]
id = "A"
side = "blue"
type = "armour"
strength = [8]
movement = 4
hex = "0505"
"""
STEP = ONE.replace("movement = 4", "movement = 1")
TARGET = ONE.replace('"A"', '"D"').replace("blue", "red").replace("0505", "0506")
ALONE = ONE.replace('"A"', '"D"').replace("blue", "red").replace("armour", "headquarters")
LINE = '[supply]\nblue = { sources = ["0508"], length = 9, by = "points" }\n'
CUT = 'closed = ["enemy", "enemy-zone", "river"]\n'
NO_LINE = "No line reaches a source."
WOODS_AROUND = "".join(
    f'"{near}" = ["woods"]\n' for near in ("0404", "0405", "0504", "0506", "0604", "0605")
)
RIVERS = "".join(
    f'"0505/{near}" = ["river"]\n' for near in ("0404", "0405", "0504", "0506", "0604", "0605")
)


POOR = "move = 2\ndefence = 1"
FLOATS = 'type = "int"'
LEADER = """
[[unit]]
id = "L"
side = "{side}"
type = "headquarters"
strength = [0]
movement = 4
hex = "{hex}"
"""
ROAD_OVER_RIVER = '[lines]\nroad = [["0505", "0506"]]\n[hexsides]\n"0505/0506" = ["river"]\n'


def cost(door: Door, name: str) -> float | None:
    return next((one.cost for one in door.moves("A").reach if one.hex == name), None)


def duties(door: Door) -> list[dict[str, object]]:
    """What who attacks first must do."""
    told = door.attacks().extra["duties"]
    assert isinstance(told, list)
    return told


def barred(door: Door) -> bool:
    return [why.code for why in door.odds("0506", ["A"]).because] == ["hexside"]


def told(door: Door) -> list[str]:
    return [str(why.text) for why in door.odds("0506").because]


TWO_HEXES = "".join(
    TARGET.replace('"D"', f'"D{number}"').replace("[8]", f"[{strength}]").replace("0506", where)
    for number, (strength, where) in enumerate(((2, "0506"), (3, "0506"), (1, "0504"), (4, "0504")))
)


def firsts(door: Door) -> set[str]:
    """Where a retreat goes by preference."""
    return {w.path[-1] for w in door.retreats("0505", "DR", []).units[0].options if w.preferred}


def advanced(door: Door) -> set[str]:
    """Where A may end its advance, of all that may have attacked 0506."""
    (found,) = (unit for unit in door.advances("0506").units if unit.id == "A")
    return {way[-1] for way in found.options}


def told_of_supply(door: Door) -> list[str]:
    return [why.text for why in door.supply().units[0].because]


def reached(door: Door) -> set[str]:
    return {reach.hex for reach in door.moves("A").reach}


def fate(door: Door) -> tuple[str, object]:
    told = door.retreats("0505", "DR", []).units[0]
    return told.outcome, told.losses


MEETING: dict[str, tuple[dict[str, str], str, str, Callable[[Door], bool]]] = {
    "a road opens the woods that it names": (
        {WOODS: WOODS.replace("2", '"-"')},
        '[movement]\nroad = { replaces = 1, opens = "woods" }\n',
        ONE + '[terrain]\n"0506" = ["woods"]\n[lines]\nroad = [["0505", "0506"]]\n',
        lambda door: "0506" in reached(door),
    ),
    "and not the sea in the same hex": (
        {WOODS: WOODS.replace("2", '"-"')},
        '[movement]\nroad = { replaces = 1, opens = "woods" }\n',
        ONE + '[terrain]\n"0506" = ["woods", "sea"]\n[lines]\nroad = [["0505", "0506"]]\n',
        lambda door: "0506" not in reached(door),
    ),
    "closed woods in hills that take the whole allowance": (
        {WOODS: WOODS.replace("2", '"-"'), HILLS: HILLS.replace("2", '"all"')},
        "[movement]\n",
        ONE + '[terrain]\n"0506" = ["woods", "hills"]\n',
        lambda door: "0506" not in reached(door),
    ),
    "closed hills in woods that take the whole allowance": (
        {WOODS: WOODS.replace("2", '"all"'), HILLS: HILLS.replace("2", '"-"')},
        "[movement]\n",
        ONE + '[terrain]\n"0506" = ["woods", "hills"]\n',
        lambda door: "0506" not in reached(door),
    ),
    "a cliff that nobody crosses and a river that takes all": (
        {},
        '[movement]\ncliff = "forbidden"\nriver = "all"\n',
        STEP + '[hexsides]\n"0505/0506" = ["river", "cliff"]\n',
        lambda door: "0506" not in reached(door),
    ),
    "a river that nobody crosses and a cliff that takes all": (
        {},
        '[movement]\ncliff = "all"\nriver = "forbidden"\n',
        STEP + '[hexsides]\n"0505/0506" = ["river", "cliff"]\n',
        lambda door: "0506" not in reached(door),
    ),
    "a road without bridges over a river that is open": (
        {},
        "[movement]\nroad = { replaces = 0.5, bridges = false }\n",
        ONE + ROAD_OVER_RIVER,
        lambda door: cost(door, "0506") == 0.5,
    ),
    "and over one that is closed": (
        {},
        '[movement]\nriver = "forbidden"\nroad = { replaces = 0.5, bridges = false }\n',
        ONE + TARGET + ROAD_OVER_RIVER,
        lambda door: cost(door, "0506") is None and barred(door),
    ),
    "or with bridges": (
        {},
        '[movement]\nriver = "forbidden"\nroad = { replaces = 0.5 }\n',
        ONE + TARGET + ROAD_OVER_RIVER,
        lambda door: not barred(door),
    ),
    "a river that is free and would take the whole allowance": (
        {RIVER: RIVER.replace("move = 1", 'move = "all"')},
        '[movement]\nriver = "free"\n',
        ONE + '[hexsides]\n"0505/0506" = ["river"]\n',
        lambda door: cost(door, "0506") == 1,
    ),
    "an enemy behind a unit that is too far from its source": (
        {},
        '[zones]\n[supply]\nblue = { sources = ["0501"], length = 2 }\n',
        ONE + TARGET,
        lambda door: [why.code for why in door.supply().units[0].because] == ["distance"],
    ),
    "and between the two": (
        {},
        '[zones]\n[supply]\nclosed = ["enemy", "river"]\n'
        'blue = { sources = ["0510"], length = 2 }\n',
        ONE + TARGET + f"[hexsides]\n{RIVERS}",
        lambda door: (
            {"distance", "enemy-units"} <= {w.code for w in door.supply().units[0].because}
        ),
    ),
    "a source in the sea": (
        {},
        '[supply]\nblue = { sources = ["0507"], length = 9 }\n',
        ONE + '[terrain]\n"0507" = ["sea"]\n',
        lambda door: door.supply().units[0].state == "out",
    ),
    "and with a friend in it": (
        {},
        '[supply]\nblue = { sources = ["0507"], length = 9 }\n',
        ONE + ONE.replace('"A"', '"B"').replace("0505", "0507") + '[terrain]\n"0507" = ["sea"]\n',
        lambda door: door.supply().units[0].state == "supplied",
    ),
    "a port to which the railway leads over the sea": (
        {},
        '[supply]\nblue = { sources = ["0507"], along = "road", length = 1 }\n',
        ONE + '[terrain]\n"0507" = ["sea"]\n[lines]\nroad = [["0506", "0507"]]\n',
        lambda door: door.supply().units[0].state == "supplied",
    ),
    "a river that no line crosses, under the railway that it follows": (
        {},
        '[supply]\nclosed = "river"\nblue = { sources = ["0506"], along = "road", length = 0 }\n',
        ONE + ROAD_OVER_RIVER,
        lambda door: door.supply().units[0].state == "out",
    ),
    "and where it is not named": (
        {},
        '[supply]\nclosed = []\nblue = { sources = ["0506"], along = "road", length = 0 }\n',
        ONE + ROAD_OVER_RIVER,
        lambda door: door.supply().units[0].state == "supplied",
    ),
    "far less than the table has, rounded for the attacker": (
        {},
        '[combat]\nround = "for-attacker"\n',
        ONE.replace("[8]", "[1]") + TARGET.replace("[8]", "[26]"),
        lambda door: told(door) == ["1 to 26 is less than the table has."],
    ),
    "and a little less": (
        {},
        '[combat]\nround = "for-attacker"\n',
        ONE.replace("[8]", "[2]") + TARGET.replace("[8]", "[5]"),
        lambda door: door.odds("0506").column == "1-2" and door.odds("0506").possible,
    ),
    "a shift to the left of the first column": (
        {WOODS: WOODS + "\nshift = 1"},
        "[combat]\n",
        ONE.replace("[8]", "[4]") + TARGET + '[terrain]\n"0506" = ["woods"]\n',
        lambda door: (
            told(door) == ["From 1-2 a shift of -1 leads beyond the first column of the table."]
        ),
    ),
    **{
        f"who defends two hexes by the {word} unit of each, {where}": (
            {},
            f'[combat]\nhexes = "several"\ndefended-by = "{word}"\n',
            ONE + TWO_HEXES,
            lambda door, where=where: door.odds(where, ["A"]).defence == 7,
        )
        for word in ("best", "top")
        for where in ("0504,0506", "0506,0504")
    },
    "a way back into a zone that a friend takes away is as good as one into none": (
        {},
        '[zones]\nfriend-negates = "retreat"\n[retreat]\nnot-into = "enemy"\nprefer = "no-zones"\n',
        ONE + TARGET + ONE.replace('"A"', '"B"').replace("0505", "0405"),
        lambda door: "0306" in firsts(door),
    ),
    "a unit in woods that are closed to the line's class, by points": (
        {WOODS: WOODS.replace("2", '"-"')},
        '[supply]\nblue = { sources = ["0506"], length = 1, by = "points" }\n',
        ONE + '[terrain]\n"0505" = ["woods"]\n',
        lambda door: "0505 is closed to the line." in map(str, told_of_supply(door)),
    ),
    "and behind a river that is closed": (
        {WOODS: WOODS.replace("2", '"-"')},
        '[movement]\nriver = "forbidden"\n[supply]\nblue = { sources = ["0506"], by = "points" }\n',
        ONE + f'[terrain]\n"0505" = ["woods"]\n[hexsides]\n{RIVERS}',
        lambda door: door.supply().units[0].state == "out" and door.supply().units[0].because,
    ),
    "ground that takes the whole allowance, around a unit": (
        {WOODS: WOODS.replace("2", '"all"')},
        '[supply]\nblue = { sources = ["0508"], by = "points" }\n',
        ONE + f"[terrain]\n{WOODS_AROUND}",
        lambda door: list(map(str, told_of_supply(door)))[-1:] == [NO_LINE],
    ),
    **{
        f"an advance through where others stand: {words}": (
            {},
            f"[stacking]\nlimit = 1\n[zones]\n[advance]\nhexes = 2\n{words}\n",
            ONE + ONE.replace('"A"', '"B"').replace("armour", "infantry").replace("0505", "0605"),
            lambda door, ends=ends: ("0605" in advanced(door)) == ends,
        )
        for words, ends in (
            ("", True),
            ('only = "armour"', False),
            ('not-by = "infantry"', False),
            ('units = "one"', False),
        )
    },
    **{
        f"an advance of no hexes: {words}": (
            {},
            f'[movement]\nclass.motor = "armour"\n[advance]\n{words}\n',
            ONE + TARGET,
            lambda door: advanced(door) == set(),
        )
        for words in ("hexes = 0", "hexes = { motor = 0 }")
    },
    "a state that nobody survives": (
        {},
        '[supply]\nblue = { sources = ["0501"], length = 2 }\nout = { eliminated-after = 0 }\n',
        ONE,
        lambda door: any("eliminated at once" in text for text in told_of_supply(door)),
    ),
    "who must attack, and to whom a river leaves nothing to do it with": (
        {},
        '[combat]\nmandatory = true\nacross.river = { attackers = "none" }\n',
        ONE
        + ONE.replace('"A"', '"B"').replace("0505", "0507")
        + TARGET
        + '[hexsides]\n"0505/0506" = ["river"]\n',
        lambda door: duties(door)[0]["must_attack"] == ["B"],
    ),
    "a unit without points and ground that takes all of them": (
        {WOODS: WOODS.replace("2", '"all"')},
        "[movement]\n",
        STEP.replace("= 1", "= 0") + '[terrain]\n"0506" = ["woods"]\n',
        lambda door: not reached(door),
    ),
    "and a railway on which a hex costs nothing": (
        {},
        "[movement]\nroad = { replaces = 0 }\n",
        STEP.replace("= 1", "= 0") + ROAD_OVER_RIVER,
        lambda door: not reached(door),
    ),
    "a track that is dearer than the ground on which it lies": (
        {},
        "[movement]\nroad = { replaces = 3 }\n",
        ONE + '[lines]\nroad = [["0505", "0506"]]\n',
        lambda door: cost(door, "0506") == 1,
    ),
    "who is supplied in woods and an enemy zone by a unit that traces by points": (
        {},
        '[zones]\n[supply]\nblue = { sources = ["0506"], by = "points", '
        'through = { type = "armour", length = 1 } }\n',
        ONE
        + ONE.replace('"A"', '"B"').replace("armour", "infantry").replace("0505", "0504")
        + TARGET.replace("0506", "0503")
        + '[terrain]\n"0504" = ["woods"]\n',
        lambda door: (
            [u.state for u in door.supply().units[:2]] == ["supplied", "supplied"]
            and str(door.supply().units[0].because[0].text).endswith(
                "1 movement point runs to 0506."
            )
            and str(door.supply().units[1].because[0].text).endswith("2 hexes runs to 0506.")
        ),
    ),
    "a line by points out of an enemy zone": (
        {},
        LINE + 'closed = ["enemy", "enemy-zone"]\n[zones]\n',
        ONE + TARGET.replace("0506", "0504") + '[terrain]\n"0505" = ["woods"]\n',
        lambda door: told_of_supply(door) == ["A line of 4 movement points runs to 0508."],
    ),
    "twice doubled ground in one hex, of which all counts": (
        {POOR: POOR.replace("= 1", "= 2")},
        '[combat]\nterrain = "multiply"\nmixed = "sum"\n',
        ONE + TARGET + '[terrain]\n"0506" = ["woods", "hills"]\n',
        lambda door: door.odds("0506").defence == 32,
    ),
    **{
        f"two hexes of which one has woods, by {word}": (
            {POOR: POOR.replace("= 1", "= 3")},
            f'[combat]\nhexes = "several"\nterrain = "{word}"\n',
            ONE + TWO_HEXES + '[terrain]\n"0506" = ["woods"]\n',
            lambda door, defence=defence, shift=shift: (
                (one := door.odds("0506,0504", ["A"])).defence == defence and one.shift == shift
            ),
        )
        for word, defence, shift in (("multiply", 20, 0), ("add", 13, 0), ("shift", 10, -3))
    },
    **{
        f"woods that add to the die, hills that take from it, {where}; {whose}": (
            {"defence = 2": "defence = -3"},
            f'[combat]\nterrain = "die"\nhexes = "several"\n[results.AE]\n{result}',
            ONE + TWO_HEXES + f"[terrain]\n{ground}",
            lambda door, changes=changes, told=told: (
                [str(one.effect)[:2] for one in door.odds("0506,0504", ["A"]).steps] == changes
                and any("favour" in one.text for one in rule_doubts(door.position.game)) is not told
            ),
        )
        for whose, told, result, found in (
            ("low rolls are good", True, "attacker = { lose = 1 }\n", (["-3"], ["-3"], ["-3"])),
            ("high ones are", True, "defender = { lose = 1 }\n", (["+1"], ["+1"], [])),
            ("neither is", False, "defender = { retreat = 2 }\n", (["+1"], ["+1"], [])),
        )
        for (where, ground), changes in zip(
            (
                ("in each hex", '"0506" = ["woods", "hills"]\n"0504" = ["woods", "hills"]\n'),
                ("each in one", '"0506" = ["woods"]\n"0504" = ["hills"]\n'),
                ("beside clear ground", '"0506" = ["hills"]\n'),
            ),
            found,
            strict=True,
        )
    },
    "and one lies behind a river": (
        {},
        '[combat]\nhexes = "several"\n',
        ONE + TWO_HEXES + '[hexsides]\n"0505/0506" = ["river"]\n',
        lambda door: door.odds("0506,0504", ["A"]).shift == -1,
    ),
    "strengths rounded unit by unit": (
        {},
        '[combat]\nhalves = "up"\nacross.river = { attackers = "half" }\n',
        ONE.replace("[8]", "[3]")
        + ONE.replace('"A"', '"B"').replace("[8]", "[3]")
        + TARGET
        + '[hexsides]\n"0505/0506" = ["river"]\n',
        lambda door: door.odds("0506").attack == 4,
    ),
    "an allowance that nothing changes": (
        {FLOATS: FLOATS.replace('"int"', '"number"')},
        "[movement]\n",
        ONE.replace("= 4", "= 2.5") + TARGET,
        lambda door: door.moves("A").allowance == 2.5,
    ),
    **{
        f"a leader beside those who {verb} alone": (
            {},
            f'[combat]\nshift.a = {{ only = "armour", of = "{of}", by = 1 }}\n',
            ONE + TARGET + LEADER.format(side=side, hex=where),
            lambda door: door.odds("0506").shift == 1,
        )
        for verb, of, side, where in (
            ("attack", "attackers", "blue", "0505"),
            ("defend", "defenders", "red", "0506"),
        )
    },
    "a compulsory attack of which the table has no column": (
        {},
        "[combat]\nmandatory = true\n",
        ONE.replace("[8]", "[1]") + TARGET,
        lambda door: (
            duties(door)[0].items()
            >= {"must_be_attacked": [], "must_attack": [], "cannot_be_attacked": ["0506"]}.items()
        ),
    ),
    "and one of which it has": (
        {},
        "[combat]\nmandatory = true\n",
        ONE + TARGET,
        lambda door: (
            duties(door)[0] == {"side": "blue", "must_be_attacked": ["0506"], "must_attack": ["A"]}
        ),
    ),
    **{
        f"a stack whose top alone is seen, {what}": (
            {},
            f'[combat]\n[fog]\nstacks = "top"\nnear = {near}\n',
            'viewer = "blue"\n' + ONE + TARGET + TARGET.replace('"D"', '"E"'),
            lambda door, n=n: len(door.odds("0506").because) == n,
        )
        for what, near, n in (("next to it", "true", 0), ("wherever", "false", 1))
    },
    "points for places that have no name of their own": (
        {},
        '[victory]\nhexes = [{ at = ["edge:east", "town:controlled", "type:armour", "0505"], '
        "points = 1 }]\n",
        ONE + TARGET,
        lambda door: (
            [str(line.what) for line in door.score().lines]
            == ["the east edge, Town, Armour, 0505: 1"] * 2
        ),
    ),
    "more than the last ratio where the rules forbid it": (
        {},
        '[combat]\nmore = "not allowed"\nrule = { default = "7", more = "7.3" }\n',
        ONE + TARGET.replace("[8]", "[1]"),
        lambda door: (
            [why.rule for why in door.odds("0506").because if why.code == "odds"] == ["7.3"]
        ),
    ),
    "less than a whole ratio above the last one": (
        {},
        '[combat]\nmore = "not allowed"\n',
        ONE.replace("[8]", "[9]") + TARGET.replace("[8]", "[2]"),
        lambda door: door.odds("0506").column == "4-1" and door.odds("0506").possible,
    ),
    "who never retreats loses the step of who has no way": (
        {},
        '[retreat]\nnot-by = "headquarters"\nnone = "loses a step"\n',
        ALONE.replace("[8]", "[8, 4]"),
        lambda door: fate(door) == ("stand", 1),
    ),
    "or a step for each hex": (
        {},
        '[retreat]\nnot-by = "headquarters"\nnone = "loses a step for each hex not gone"\n',
        ALONE.replace("[8]", "[8, 4]"),
        lambda door: fate(door) == ("eliminated", 2),
    ),
    "and stands with what is left": (
        {},
        '[retreat]\nnot-by = "headquarters"\nnone = "loses a step for each hex not gone"\n',
        ALONE.replace("[8]", "[8, 6, 4]"),
        lambda door: fate(door) == ("stand", 2),
    ),
    "or pays what may be paid in place of the retreat": (
        {"or-lose": "or-lose = 1"},
        '[retreat]\nnot-by = "headquarters"\nnone = "eliminated"\n',
        ALONE.replace("[8]", "[8, 4]"),
        lambda door: fate(door) == ("stand", 1),
    ),
    "a river that no line crosses, around a unit in an enemy zone": (
        {},
        LINE + CUT + "[zones]\n",
        ONE + TARGET.replace("0506", "0504") + f"[hexsides]\n{RIVERS}",
        lambda door: door.supply().units[0].state == "out",
    ),
    "and without the river": (
        {},
        LINE + CUT + "[zones]\n",
        ONE + TARGET.replace("0506", "0504"),
        lambda door: door.supply().units[0].state == "supplied",
    ),
}


@pytest.mark.parametrize("what", MEETING)
def test_what_meets(tmp_path: Path, what: str) -> None:
    changes, rules, units, holds = MEETING[what]
    new_game("hill-fight", tmp_path)
    folder = tmp_path / "hill-fight"
    game = (folder / "game.toml").read_text(encoding="utf-8").replace("[line.road]", CLIFF)
    flight = f"retreat = 2, {changes['or-lose']}" if "or-lose" in changes else "retreat = 2"
    for old, new in changes.items():
        assert old == "or-lose" or old in game
        game = game.replace(old, new)
    (folder / "game.toml").write_text(game, encoding="utf-8")
    chapters = [name for name in ("[combat]", "[retreat]") if name not in rules]
    results = "".join(told for name, told in RESULTS.items() if name not in rules)
    text = rules + "".join(f"{name}\n" for name in chapters) + results.replace("{fate}", flight)
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    case = tmp_path / "case.toml"
    case.write_text(f'game = "hill-fight"\nboard = "blank"\n{units}', encoding="utf-8")
    loaded = load_game(folder)
    assert holds(Door(rules_for(loaded), read_position(case, lambda _: loaded)))
