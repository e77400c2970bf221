"""The words that positions of Kursk may use are all accepted, and no others."""

from __future__ import annotations

import pytest
from kursk_board import game

from assistant.games.kursk import RULES
from assistant.position_file import read_position
from builder.game.problems import ProblemsError

TERRAIN = (
    "clear",
    "forest",
    "swamp",
    "city",
    "major-city",
    "village",
    "entrenchment-german",
    "entrenchment-soviet",
)
HEXSIDES = ("river", "major-river", "lake", "dragon-teeth", "depression")
TYPES = (
    "infantry",
    "kampfgruppe",
    "security",
    "fortified-area",
    "rifle",
    "motorized",
    "panzer",
    "panzergrenadier",
    "tank-destroyer",
    "tank",
    "mechanized",
    "hq",
    "artillery",
    "anti-tank",
    "partisan",
)
MARKERS = (
    "disrupted",
    "independent",
    "alternative",
    "minus-2-1",
    "minus-4-2",
    "inoperative",
    "reserve",
    "recovered",
    "retreated",
    "advanced",
    "untried",
)
OF_THE_TABLE = ("long-unsupplied", "by-attack")
"""Marks by which units tell what a position lists in its state."""
STEPS = (
    "administrative",
    "movement",
    "gun",
    "first-combat",
    "second-combat",
    "mechanized",
    "disruption",
    "organization",
)
BOOLEANS = ("zoc-loss", "command", "counter-battery", "intelligence", "entrenchment", "ss", "air")


def test_the_words_of_the_contract_are_all_there(tmp_path) -> None:
    definition = game().definition
    assert set(TERRAIN) <= set(definition.terrain)
    assert set(HEXSIDES) == set(definition.hexside)
    assert {"road", "railroad", "railroad-double"} == set(definition.line)
    assert set(TYPES) == set(definition.units.types)
    assert {*MARKERS, *OF_THE_TABLE} == set(definition.units.markers)
    phases = {phase.id for phase in definition.phase}
    assert phases == {"air"} | {f"{side}-{step}" for side in ("german", "soviet") for step in STEPS}
    shifts = [
        f"shift-{name} = -1"
        for name in (
            *TERRAIN,
            *HEXSIDES,
            "entrenchment",
            "attacker-mobile",
            "attacker-assault",
            "attacker-static",
            "defender-mobile",
            "defender-assault",
            "defender-static",
            "defender-disrupted",
        )
    ]
    costs = [f"cost-{name} = 1.5" for name in (*TERRAIN, *HEXSIDES)]
    limits = [f"retreat-{mode} = 1" for mode in ("mobile", "assault", "static", "disrupted")]
    flags = [f"optional-{name} = true" for name in BOOLEANS]
    lines = [
        'game = "kursk"', 'board = "blank"', 'scenario = "may"', 'viewer = "soviet"', "[state]",
        *shifts, *costs, *limits, *flags,
        'start-german = ["0101"]', 'start-soviet = ["0134"]', 'overrun-from = "2016"', 'route = ["2018"]',
        "[[unit]]", 'id = "A"', 'side = "soviet"', 'type = "artillery"', 'hex = "5934"', "points = 6", "level = 2",
        f"markers = {list(MARKERS)}", "[[unit]]", 'id = "H"', 'side = "german"', 'type = "hq"', 'hex = "0201"',
        "attack = 1", "steps = 1", "movement = 7", "artillery = 3", "anti-tank = 2", 'hq = ["x"]',
        'mode = "assault"', 'size = "regiment"',
    ]  # fmt: skip
    path = tmp_path / "position.toml"
    path.write_text("\n".join(lines))
    position = read_position(path)
    assert position.value("shift-entrenchment") == -1
    assert RULES.supply(RULES.visible(position)).units


@pytest.mark.parametrize(
    "line",
    ['[state]\nshift-woods = 1', '[state]\nshift-attacker-fast = 1', '[state]\nretreat-fast = 1',
     '[state]\ncost-bog = 1', '[terrain]\n"2017" = ["woods"]', '[hexsides]\n"2017/2019" = ["river"]',
     'phase = "german-combat"', 'scenario = "june"', '[terrain]\n"2034" = ["forest"]', '[lines]\nrail = [["2001", "2002"]]',
     '[[unit]]\nid = "A"\nside = "german"\ntype = "cavalry"\nhex = "2016"',
     '[[unit]]\nid = "A"\nside = "german"\ntype = "panzer"\nhex = "2016"\nsize = "army"'],
)  # fmt: skip
def test_wrong_words_are_refused(tmp_path, line) -> None:
    path = tmp_path / "position.toml"
    path.write_text(f'game = "kursk"\nboard = "blank"\n{line}\n')
    with pytest.raises(ProblemsError):
        read_position(path)
