"""The sketch of rules.toml in the manual, on the small game of the skeleton."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position import Position
from assistant.position_file import read_position
from assistant.questions.answers import as_json
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.report.overlays import ring_of
from assistant.report.position_report import lacking_supply
from assistant.words.findings import complaining
from builder.game.check.checking import check_game
from builder.game.loader import load_game
from builder.game.rulebook.check import rule_doubts
from builder.game.skeleton import new_game

RULES = """
[zones]
rule = "5"
by = ["infantry", "armour"]
not-across = ["river"]
not-into = ["town"]
entering = "stop"
leaving = { cost = 1 }
zone-to-zone = "forbidden"
friend-negates = ["supply", "retreat"]
[stacking]
rule = "4"
limit = 2
free = ["headquarters"]
[movement]
rule = "6"
class.foot = ["infantry"]
class.motor = ["armour"]
road = { replaces = 0.5 }
river = "adds"
[supply]
rule = "8"
blue = { sources = ["edge:west"], length = 8 }
red = { sources = ["edge:east"], length = 8, by = "points" }
out = { movement = "half", attack = "none", defence = "half", eliminated-after = 2 }
[combat]
rule = "7"
table = "crt"
mandatory = true
across.river = { attackers = "half", when = "each" }
shift.combined-arms = { if = ["infantry", "armour"], by = 1, rule = "7.5" }
support = { type = "headquarters", range = 2 }
offers.air = { shift = 1, most = 3 }
[results.AE]
attacker = { lose = "all" }
[results.AR]
attacker = { retreat = 1 }
[results.EX]
defender = { lose = "all" }
attacker = { lose = "as much" }
[results.DR]
defender = { retreat = 2 }
[results.DE]
defender = { lose = "all" }
[retreat]
rule = "7.8"
prefer = ["towards-supply", "least-stacked"]
overstacking = "go on one hex"
[advance]
rule = "7.9"
hexes = { default = 1, motor = 2 }
"""

WHEN = 'table = "crt"\nwhen = ["blue-combat", "red-combat"]'

POSITION = """
game = "{game}"
phase = "blue-combat"
[[unit]]
counter = "blue-1-infantry"
hex = "0408"
[[unit]]
counter = "blue-7-armour"
hex = "0507"
[[unit]]
counter = "red-10-infantry"
hex = "0508"
[[unit]]
counter = "red-11-infantry"
hex = "0710"
[[unit]]
counter = "blue-hq"
hex = "0406"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill-fight", tmp_path)
    found = tmp_path / "hill-fight"
    (found / "rules.toml").write_text(RULES, encoding="utf-8")
    return found


@pytest.fixture
def door(folder: Path) -> Door:
    return Door(rules_for(load_game(folder)), position(folder))


def position(folder: Path, text: str = POSITION) -> Position:
    path = folder.parent / "case.toml"
    path.write_text(text.replace("{game}", folder.name), encoding="utf-8")
    return read_position(path, lambda _: load_game(folder))


def test_a_unit_without_the_strength_that_the_rules_name_is_told(folder: Path) -> None:
    """Whatever it is called."""
    for name, old, new in (
        ("game.toml", "strength = {", "firepower = {"),
        ("counters.csv", "strength", "firepower"),
        ("rules.toml", "[combat]", '[combat]\nattack = "firepower"\ndefence = "firepower"'),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    bare = 'game = "{game}"\n[[unit]]\nid = "A"\nside = "blue"\ntype = "infantry"\nhex = "0408"\n'
    assert list(map(str, position(folder, bare).unknown)) == [
        "The position says no strength of A: it counts as 0. Add firepower = [N]."
    ]
    assert not position(folder, bare + "firepower = [4]\n").unknown


def test_an_attack_has_its_ledger_and_its_chances(door: Door) -> None:
    found = door.odds("0508")
    assert (found.attack, found.defence, found.column) == (11, 5, "3-1")
    assert [(line.what, line.effect, line.rule) for line in found.steps] == [
        ("combined-arms", "+1 column", "7.5")
    ]
    assert found.chances == pytest.approx({"DE": 1 / 3, "DR": 2 / 3})
    assert door.odds("0508", (), {"air": "2"}).column == "4-1"
    with pytest.raises(QuestionError, match="air=4: write air=N, N from 0 to 3"):
        door.odds("0508", (), {"air": "4"})


def test_a_retreat_shuns_zones_and_prefers_supply(door: Door) -> None:
    found = door.retreats("0508", "DR").units[0]
    assert found.outcome == "retreat"
    assert {way.path[-1] for way in found.options if way.preferred} == {"0510"}
    assert {no.hex: no.code for no in found.refused} == {
        "0407": "enemy-zone",
        "0408": "enemy-units",
        "0507": "enemy-units",
        "0607": "enemy-zone",
    }


EXCHANGE = """
game = "{game}"
board = "blank"
phase = "blue-combat"
""" + "".join(
    f"""
[[unit]]
id = "{id_}"
side = "{side}"
type = "{type_}"
strength = [{strength}]
movement = 4
hex = "{hex_}"
"""
    for id_, side, type_, strength, hex_ in (
        ("A", "blue", "infantry", 4, "0505"),
        ("B", "blue", "armour", 5, "0506"),
        ("H", "blue", "headquarters", 2, "0605"),
        ("X", "red", "infantry", 3, "0405"),
        ("Y", "red", "infantry", 4, "0504"),
    )
)  # fmt: skip

TOGETHER = "The attackers together lose units of at least 3 printed strength"
OWED = [
    # of whom, result, attackers -> what is said, and what it comes to for programs
    ("0405", "EX", "A B", TOGETHER, {"losses": 1, "attacker_strength_lost": 3}),
    ("0505", "EX", "A B", TOGETHER, {"attacker_strength_lost": 3}),
    ("0505", "EX", "A", "Against 0405 the attackers together lose units of at least 3", {}),
    ("0505", "EX", "A", "Against 0504 the attackers lose all their steps.", {}),
    ("0506", "EX", "B", "The stack loses units of at least 3", {"strength_lost": 3}),
    ("0506", "EX", "", "The stack loses units of at least 3", {"strength_lost": 3}),
    ("0405", "AE", "A B", "The attackers lose all their steps.", {"attacker_losses": 2}),
    ("0405", "AE", "A B H", "The attackers lose all their steps.",
     {"attacker_losses": 2, "attackers_afar": ["H"]}),
    ("0605", "AE", "H", "The result does nothing to these units.", {}),
    ("0405", "AE", "H", "The result does nothing to these units.", {"attackers_afar": ["H"]}),
]  # fmt: skip


@pytest.mark.parametrize(("hex_", "result", "attackers", "said", "sums"), OWED)
def test_attackers_share_what_a_result_takes_of_them(
    folder: Path, hex_: str, result: str, attackers: str, said: str, sums: dict[str, object]
) -> None:
    """Those who fire from a distance lose nothing, and of an exchange nobody dies unsaid."""
    (folder / "rules.toml").write_text(RULES.replace('table = "crt"', WHEN), encoding="utf-8")
    door = Door(rules_for(load_game(folder)), position(folder, EXCHANGE))
    told = door.retreats(hex_, result, attackers.split())
    assert any(str(why.text).startswith(said) for why in told.because), told.because
    assert told.extra == sums
    fate = {unit.outcome for unit in told.units}
    assert fate == ({"eliminated"} if "losses" in sums else {"stand"})


def test_an_advance_is_as_long_as_the_class_allows(door: Door) -> None:
    found = {unit.id: unit.options for unit in door.advances("0508").units}
    assert found["blue-1-infantry"] == (("0508",),)
    assert ("0508", "0608") in found["blue-7-armour"]


def test_moves_cost_what_terrain_roads_and_zones_say(door: Door) -> None:
    found = door.moves("blue-1-infantry")
    costs = {place.hex: place.cost for place in found.reach}
    assert found.allowance == 4
    assert costs["0309"] == 2  # one for the hex, one to leave the zone
    assert costs["0407"] == 4  # the short way leads from zone to zone
    assert "0507" not in costs  # held by the armour, and in the zone


@pytest.mark.parametrize(("of_type", "points"), [("", 6), (", movement = 5", 5)])
def test_an_empty_column_counts_as_the_game_says(folder: Path, of_type: str, points: int) -> None:
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    old = 'symbol = "infantry"'
    assert old in text
    text = text.replace(old, old + of_type, 1)
    text, n = re.subn(r"(?m)^(movement = \{ type = .int.)", r"\1, default = 6", text)
    assert n == 1
    path.write_text(text, encoding="utf-8")
    counters = folder / "counters.csv"
    rows = list(csv.DictReader(counters.read_text(encoding="utf-8").splitlines()))
    for row in rows:
        row["movement"] = "" if row["type"] == "infantry" else row["movement"]
    with counters.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    found = Door(rules_for(load_game(folder)), position(folder)).moves("blue-1-infantry")
    assert found.allowance == points


def test_supply_says_its_line_or_what_cuts_it(door: Door) -> None:
    states = {unit.id: unit for unit in door.supply().units}
    assert states["blue-hq"].path[-1].endswith("01")
    assert states["red-11-infantry"].source == "0714"


def test_supply_by_a_word_of_the_games_own_is_no_trouble(folder: Path) -> None:
    path = folder / "rules.toml"
    text = path.read_text(encoding="utf-8")
    own = text.replace(
        '[supply]\nrule = "8"\n', '[supply]\nrule = "8"\nstates = ["fed", "out"]\n', 1
    )
    assert own != text
    path.write_text(own, encoding="utf-8")
    supply = Door(rules_for(load_game(folder)), position(folder)).supply()
    fed = {unit.id for unit in supply.units if unit.state == "fed"}
    assert fed
    assert {unit.id for unit in lacking_supply(supply)} == {u.id for u in supply.units} - fed
    assert {ring_of(unit) for unit in supply.units if unit.id in fed} == {""}
    assert all(as_json(unit)["supplied"] for unit in supply.units if unit.id in fed)


def every_question(door: Door) -> Iterator[object]:
    yield from (door.supply(), door.zones(), door.stacking(), door.attacks(), door.whole)
    for unit in door.position.units:
        yield door.moves(unit.id)
        yield door.retreats(unit.hex)


def test_every_answer_cites_the_designers_numbers(door: Door) -> None:
    def rules(data: object) -> Iterator[str]:
        if isinstance(data, dict):
            yield from (value for key, value in data.items() if key == "rule")
            for value in data.values():
                yield from rules(value)
        elif isinstance(data, list):
            for value in data:
                yield from rules(value)

    cited = {rule for answer in every_question(door) for rule in rules(as_json(answer))}
    assert cited <= {"4", "5", "6", "7", "7.5", "7.8", "7.9", "8"}


IDLE = """
[stacking]
limit = 2
points = "strength"
count = "steps"
[supply]
states = ["supplied", "low", "out"]
closed = "enemy-zone"
blue = { sources = ["0101"], off = 3 }
red = { sources = ["0101"], off = 3, length = 2, along = "road" }
low = { movement = "same" }
[combat]
terrain = "none"
mixed = "sum"
value = "defence"
into.woods = { shift = -1, bridged-by = "road" }
shift.a = { by = 0 }
offers.b = {}
[results.AE]
attacker = { lose = 1, or-lose = 1 }
[results.AR]
attacker = { retreat = 1 }
[results.EX]
attacker = { lose = 1 }
[results.DR]
defender = { retreat = 1 }
[results.DE]
defender = { lose = 1 }
[retreat]
not-into = "enemy-zone"
prefer = ["no-zones", "fewest-losses"]
zone-loss = 1
[advance]
units = "none"
not-into = "enemy-zone"
regardless-of-zones = false
[arrivals]
blue = { at = "0505", not-into = "enemy-zone" }
group.late = { turn = 2, units = "red-10-infantry" }
[weather]
mud = {}
turns = { 2 = "mud" }
[victory]
level = [{ name = "x", lead = 1 }]
[fog]
near = false
"""
ZONED = """
[zones]
friend-negates = ["supply", "advance"]
[retreat]
prefer = ["no-zones", "fewest-losses"]
zone-loss = 0
[combat]
terrain = "add"
value = "cover"
more = "not allowed"
"""
NEVER = """
[zones]
leaving = "never"
zone-to-zone = "forbidden"
entering = "free"
friend-negates = "retreat"
[retreat]
not-into = "enemy"
[advance]
hexes = 0
only = "armour"
"""
SHUT_OUT = """
[zones]
by = ["infantry", "armour"]
not-by = ["armour", "infantry"]
[stacking]
limit = 2
free = ["infantry", "armour", "headquarters"]
[movement]
when = "blue-movement"
only.blue-combat = {}
road = { replaces = 1, opens = ["woods", "sea"], bridges = false }
[supply]
blue = { sources = ["edge:west"] }
out = { eliminated-after = 0 }
[combat]
when = "blue-combat"
most-shift = 0
no-attack = "headquarters"
across.river = { shift = -1 }
offers.air = { shift = 1 }
roll.a = { by = 1, in = "woods", not-in = ["woods", "hills"] }
roll.b = { by = 1, only = "infantry", if = "armour" }
roll.c = { by = 1, only = "infantry", any = ["armour", "infantry"] }
roll.d = { by = 1, only = "infantry", if = "headquarters" }
roll.e = { by = 1, phase = ["red-combat", "blue-movement"] }
[results.AE]
attacker = { lose = 1 }
[results.AR]
attacker = { retreat = 1 }
[results.EX]
attacker = { lose = 1 }
[results.DR]
defender = { retreat = 1, or-lose = 0 }
[results.DE]
defender = { lose = 1 }
[retreat]
not-by = ["infantry", "armour", "headquarters"]
prefer = "least-stacked"
[advance]
units = 1
only = "armour"
not-by = "armour"
[arrivals]
blue = { at = ["sea", "edge:west"] }
red = { at = "town" }
group.a = { turn = 2, units = [] }
[victory]
hexes = [{ at = "town", points = 0 }, { at = "town", points = 1 }]
level = [
    { name = "A", lead = 5, side = "red" },
    { name = "B", lead = 5, side = "red" },
    { name = "C", lead = 5, side = "blue" },
    { name = "D", lead = 6 },
]
"""


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            IDLE,
            "stacking.count|supply.states: out|supply.closed: enemy-zone|"
            "supply.blue.off|supply.red.length|supply.low|combat.mixed|combat.value|"
            "combat.into.woods.bridged-by|combat.shift.a|combat.offers.b|results.AE.attacker.or-lose|"
            "retreat.not-into: enemy-zone|retreat.prefer: no-zones|retreat.prefer: fewest-losses|"
            "retreat.zone-loss|advance.not-into|advance.not-into: enemy-zone|"
            "advance.regardless-of-zones|arrivals.blue.not-into: enemy-zone|arrivals.group.late|"
            "weather.mud|victory.level|fog.near",
        ),
        (
            ZONED,
            "zones.friend-negates: supply|zones.friend-negates: advance|"
            "retreat.prefer: no-zones|retreat.prefer: fewest-losses|combat.terrain|combat.more",
        ),
        (NEVER, "zones.zone-to-zone|zones.friend-negates: retreat|advance.only"),
        (
            SHUT_OUT,
            "zones|stacking.limit|movement.road.opens: woods|movement.road.bridges|combat.terrain|"
            "combat.across.river.shift|combat.offers.air.shift|combat.roll.a|combat.roll.b|"
            "combat.roll.e|results.DR.defender.or-lose|retreat.prefer|advance.units|advance.only|"
            "arrivals.blue.at: sea|arrivals.group.a|victory.hexes|victory.level: A",
        ),
        (RULES, ""),
    ],
)
def test_what_has_no_effect_is_told(folder: Path, rules: str, words: str) -> None:
    table = (folder / "combat.csv").read_text(encoding="utf-8")
    (folder / "combat.csv").write_text(table.replace("4-1", "4-1+"), encoding="utf-8")
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    doubts = rule_doubts(load_game(folder))
    told = {one.text.split("'")[1] for one in doubts if "has no effect" in one.text}
    assert told == set(filter(None, words.split("|")))
    assert all(one.line for one in doubts)
    spanish = complaining("es")
    assert not [one.text for one in doubts if "no effect" in spanish(one.text)]


MISTAKES = [
    (
        "road = { replaces = 0.5 }",
        "road = { replaces = 1, classes = 'feet' }",
        "unknown class 'feet'",
    ),
    (
        "road = { replaces = 0.5 }",
        "road = { replaces = 1, opens = 'wood' }",
        "Did you mean 'woods'?",
    ),
    ('when = "each"', 'when = "each", defence = "double"', "or the defence, is one for the battle"),
    (
        'support = { type = "headquarters", range = 2 }',
        "support = [{ type = 'armour' }, { type = ['headquarters', 'armour'] }]",
        "in two entries of support",
    ),
    ("replaces = 0.5", "replaces = -1", "Write a number: 0 or more."),
    ("hexes = { default = 1", "hexes = { default = -5", "'advance.hexes.default' is -5"),
    ('by = ["infantry", "armour"]', 'by = ["infantrie"]', "unknown type 'infantrie'"),
    ("leaving = { cost = 1 }", "leaving = { cots = 1 }", "Did you mean 'cost'?"),
    ('table = "crt"', 'table = "ctr"', "There is no table 'ctr'. Did you mean 'crt'?"),
    ("mandatory = true", "mandatary = true", "Unknown key 'combat.mandatary'"),
    ("[results.EX]", "[results.XE]", "says 'EX' in column '2-1', and nothing what"),
    ('[retreat]\nrule = "7.8"', '[advance]\nrule = "7.8"', "Cannot declare"),
    ('"edge:west"', '"set:coast"', "unknown place 'coast'"),
    ("across.river", "across.rivr", "Did you mean 'river'?"),
    ('attack = "none"', 'attack = "nothing"', '"half", "same"'),
    ('motor = ["armour"]', 'motor = ["infantry"]', "of two classes, 'foot' and 'motor'"),
    ("mandatory = true", 'terrain = "die"', "all of it helps the attackers"),
    ('not-across = ["river"]', 'not-by = "all"', "unknown type 'all'"),
    (
        '[advance]\nrule = "7.9"',
        "[arrivals]\n"
        + "".join(f"group.{n} = {{ turn = 3, units = 'red-12-infantry' }}\n" for n in "ab")
        + '[advance]\nrule = "7.9"',
        "'red-12-infantry' comes in two groups, 'a' and 'b'.",
    ),
    ("mandatory = true", 'by = "difference"', "has a heading '2-1'"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKES)
def test_a_mistake_is_told_with_its_line(folder: Path, right: str, wrong: str, said: str) -> None:
    assert right in RULES
    text = RULES.replace(right, wrong, 1)
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    told = [finding.problem for finding in check_game(folder).findings]
    found = [p for p in told if said in str(p)]
    assert said in "\n".join(map(str, told))
    assert all(p.line for p in found)


def test_a_retreat_without_rules_of_retreat_is_a_contradiction(folder: Path) -> None:
    start, end = RULES.index("[retreat]"), RULES.index("[advance]")
    (folder / "rules.toml").write_text(RULES[:start] + RULES[end:], encoding="utf-8")
    told = "\n".join(str(finding) for finding in check_game(folder).findings)
    assert "The result 'DR' is a retreat, and there is no [retreat]." in told
    with pytest.raises(ValueError, match="there is no \\[retreat\\]"):
        rules_for(load_game(folder))


def test_a_game_without_rules_says_which_file_to_write(folder: Path) -> None:
    (folder / "rules.toml").unlink()
    (folder / "rules.py").write_text("raise RuntimeError\n", encoding="utf-8")
    door = Door(rules_for(load_game(folder)), position(folder))
    assert door.whole.attacks.attacks == ()
    with pytest.raises(QuestionError, match=r"write .*hill-fight/rules\.toml"):
        door.supply()


def test_a_result_that_the_table_never_says_is_a_warning(folder: Path) -> None:
    more = RULES + "[results.A1]\nattacker = { lose = 1 }\n"
    (folder / "rules.toml").write_text(more, encoding="utf-8")
    report = check_game(folder)
    told = [str(finding) for finding in report.findings]
    assert any("The table 'crt' never says 'A1'." in text for text in told)
    assert report.errors == 0
    assert Door(rules_for(load_game(folder)), position(folder)).whole.attacks.attacks


BROOK = 'name = "Brook"\nsource = "5.3"\n'
AT_0505 = """
[[unit]]
id = "A"
side = "blue"
type = "infantry"
strength = [4, 2]
movement = 4
hex = "0505"
"""
ENEMY_0506 = AT_0505.replace('"A"', '"X"').replace("blue", "red").replace("0505", "0506")
ALL_ROUND = {f"0505/{near}" for near in ("0404", "0405", "0504", "0506", "0604", "0605")}
COMBINED = {
    "a brook stops a move by that way only": (
        [("river = \"adds\"", "river = \"adds\"\nbrook = \"stop\"")],
        AT_0505,
        {"0505/0506"},
        lambda door: {r.hex: r.cost for r in door.moves("A").reach}["0508"] == 4,
    ),
    "a road of other classes does not open it": (
        [("road = { replaces = 0.5 }", "road = { replaces = 0.5, classes = ['motor'] }"),
         ("river = \"adds\"", "river = \"adds\"\nbrook = \"stop\"")],
        AT_0505 + '[lines]\nroad = [["0505", "0506"]]\n',
        ALL_ROUND,
        lambda door: max(r.cost for r in door.moves("A").reach) == 1,
    ),
    "columns count if all cross, strengths one by one": (
        [("river = { attackers = \"half\", when = \"each\" }",
          "brook = { attackers = \"half\", shift = -1 }")],
        AT_0505 + AT_0505.replace('"A"', '"B"').replace("0505", "0507") + ENEMY_0506,
        {"0505/0506"},
        lambda door: (door.odds("0506").attack, door.odds("0506").shift) == (6, 0),
    ),
    "a leader adds to the attack of those with whom it stands": (
        [("combined-arms = { if = [\"infantry\", \"armour\"]", "chief = { any = [\"headquarters\"]"),
         ("support = { type = \"headquarters\", range = 2 }", "no-attack = \"headquarters\"")],
        AT_0505 + AT_0505.replace('"A"', '"H"').replace("infantry", "headquarters") + ENEMY_0506,
        set(),
        lambda door: (door.odds("0506").attackers, door.odds("0506").shift) == (("A",), 1),
    ),
    "an option of the other side": (
        [("air = { shift = 1, most = 3 }", "air = { shift = 1, most = 3, side = \"red\" }")],
        AT_0505 + ENEMY_0506,
        set(),
        lambda door: not door.odds("0506", [], {"air": "1"}).possible,
    ),
    "a friend in its hex opens the zone": (
        [('leaving = { cost = 1 }', 'leaving = "never"'),
         ('friend-negates = ["supply", "retreat"]', 'friend-negates = "movement"')],
        AT_0505 + AT_0505.replace('"A"', '"B"') + ENEMY_0506,
        set(),
        lambda door: bool(door.moves("A").reach),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", COMBINED)
def test_words_together(folder: Path, what: str) -> None:
    changes, units, brooks, holds = COMBINED[what]
    rules, game = RULES, folder / "game.toml"
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    text = game.read_text(encoding="utf-8").replace(
        "[line.road]", f"[hexside.brook]\n{BROOK}[line.road]"
    )
    game.write_text(text, encoding="utf-8")
    sides = "".join(f'"{side}" = ["brook"]\n' for side in sorted(brooks))
    case = f'game = "{{game}}"\nboard = "blank"\n{units}[hexsides]\n{sides}'
    assert holds(Door(rules_for(load_game(folder)), position(folder, case)))
