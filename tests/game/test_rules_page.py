"""Every entry of rules.toml that changes an answer stands on the page of rules, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.rulebook.page import rules_page
from builder.game.skeleton import new_game

BASE = """
[movement]
class.foot = "infantry"
class.motor = "armour"
[retreat]
by = "owner"
[advance]
units = "all"
[results.DR]
defender = { retreat = 2 }
"""
PLACES = """
[sets.ports]
hexes = ["0101"]
[state.depots]
name = "Depots"
type = "hexes"
"""
DECLARED = {
    'note = "Made in June."': "Made in June.",
    "[movement]\nmixed = 'sum'": "A hex of several terrains costs their sum.",
    "[movement]\nhalves = 'up'": "is rounded up after each change.",
    "[movement]\nriver = 'stop'": "A move ends behind River.",
    "[movement]\nriver = 'free'": "River: nothing to cross.",
    "[movement]\nriver = 'forbidden'": "River is not crossed.",
    "[movement]\nriver = 'all'": "River: the whole allowance to cross.",
    "[movement]\nroad = { replaces = 1, classes = 'foot' }": "It is open only to: foot.",
    "[movement]\nroad = { replaces = 1, bridges = false }": "It does not open closed hexsides.",
    "[combat]\ndefended-by = 'best'": "Of the units in a hex only the best defends.",
    "[combat]\ndefended-by = 'top'": "Of the units in a hex only the top one defends.",
    "[combat]\nhexes = 'several'": "One battle may be on several hexes",
    "[combat]\nhalves = 'up'": "rounded up: each unit's by itself",
    "[combat]\nmixed = 'sum'": "Of several terrains in a hex all count.",
    "[combat]\nmost-shift = 3": "All shifts together are at most 3 columns.",
    "[combat]\nacross.river = { attackers = -1 }": "each attacker −1, for each unit that comes so.",
    "[combat]\nacross.river = { shift = -1 }": "−1 column, if all attackers come so.",
    "[combat]\nsupport = { type = 'armour', range = 1 }": "From a distance fight: Armour, 1 hex.",
    "[combat]\nsupport = { type = 'armour', range = 'movement' }": "as many hexes as its movement.",
    "[combat]\nacross.river = { shift = -1, when = 'any' }": "if any attacker comes so",
    "[combat]\nacross.river = { shift = -1, bridged-by = 'road' }": "not along Road",
    "[combat]\nacross.river = { shift = -1, types = 'armour' }": "only for: Armour",
    "[combat]\nshift.a = { if = ['infantry', 'armour'], by = 1 }": "with all of these attacking: In",
    "[combat]\nshift.a = { any = ['infantry', 'armour'], by = 1 }": "with one of these attacking: In",
    "[combat]\nshift.a = { only = 'armour', by = 1, of = 'defenders' }": "only Armour defending, units without",
    "[combat]\nshift.a = { side = 'red', by = 1 }": "if Red attacks",
    "[combat]\nshift.a = { in = 'woods', by = 1 }": "+1 column, against Woods",
    "[combat]\nroll.a = { not-in = 'woods', by = 1 }": "+1 on the die, not against Woods",
    "[combat]\nshift.a = { phase = 'red-combat', by = 1 }": "in the phase Red combat",
    "[combat]\nsupport = { type = 'armour' }": "At a distance they suffer no result.",
    "[combat]\nsupport = { type = 'armour', immune = false }": "They suffer the results of the bat",
    "[combat]\noffers.air = { shift = 1, side = 'red' }": "An option of Red in a battle",
    "[results.DX]\nadvance = false\ndefender = { lose = 1 }": "nobody advances",
    "[supply]\nblue = { sources = ['edge:west'], class = 'foot' }": "counts for it as for foot.",
    "[retreat]\nnot-by = 'armour'": "These never retreat and are eliminated instead: Armour.",
    "[retreat]\nnot-by = 'armour'\nnone = 'stands'": "These never retreat, and stand: Armour.",
    "[retreat]\nzone-loss = 1": "Each enemy zone entered costs 1 step.",
    "[advance]\nhexes = 2": "They advance 2 hexes, the vacated one counted.",
    "[advance]\nhexes = 0": "Nobody advances.",
    "[supply]\nblue = { sources = 'town' }\nout = { eliminated-after = 0 }": "eliminated at once",
    "[advance]\nonly = 'armour'": "Only these advance: Armour.",
    "[retreat]\nnot-by = 'armour'\nnone = 'loses a step'": "lose a step and stand: Armour.",
    "[combat]\nsupport = { type = 'headquarters', strength = 'movement' }": "They add: movement.",
    "[fog]\nstacks = 'top'\nnear = false": "the top unit of enemy stacks, next to his own too.",
    "[retreat]\nprefer = 'edge:west'": "Ways are preferred in this order: the west edge.",
    "[advance]\nnot-by = 'armour'": "These do not advance: Armour.",
    "[advance]\nnot-into = 'woods'": "advances into: enemy units, closed ground, Woods.",
    "[retreat]\nnot-into = 'friend'": "retreats into: enemy units, closed ground, friendly units.",
    "[retreat]\noverstacking = 'go on one hex'": "to the first with room, three at most.",
    "[combat]\nmixed = 'sum'\nterrain = 'multiply'": "all count, one after the other: twice doubled",
    "[combat]\nhexes = 'several'\nterrain = 'add'": "each is defended by its own ground.",
    "[combat]\nhexes = 'several'\nmandatory = false": "ground of the one counts that is best",
    "[combat]\nterrain = 'die'\n[results.DE]  # low\ndefender = { lose = 1 }": "low rolls are good",
    "[combat]\nmandatory = true": "must be attacked, where an attack is allowed.",
    "[combat]\nwhen = 'red-combat'": "Attacks are made in: Red combat.",
    "[movement]\nwhen = 'red-movement'": "Units move in: Red movement.",
    "[movement]\nwhen = 'red-movement'\nonly.red-combat = {}": "in: Red movement, Red combat.",
    "[movement]\nonly.red-combat = { allowance = 'half' }": "Red combat all move (movement half).",
    "[movement]\nonly.red-combat = { types = 'armour' }": "Red combat only these move: Armour.",
    "[supply]\nblue = { sources = ['0101'], by = 'points', length = 5 }": "counted from the source",
    "[supply]\nblue = { sources = ['0101'], along = 'road' }": "at any length, and beyond it too.",
    "[supply]\nblue = { sources = ['set:ports:controlled'] }": "supply to: ports (0101) that the si",
    "[supply]\nblue = { sources = ['type:armour'] }": "traces supply to: where its own Armour stand.",
    "[supply]\nblue = { sources = ['state:depots'] }": "traces supply to: Depots.",
    "[supply]\nblue = { sources = ['terrain:town'] }": "traces supply to: Town.",
    "[supply]\nstates = ['full', 'low', 'out']": "one that is marked with one of them already into",
    "[supply]\nclosed = 'enemy'": "A source in which an enemy unit stands is none.",
    "[stacking]\nlimit = { woods = 1 }\ncount = 'steps'": "A hex of Woods holds 1 step of a side.",
    "[stacking]\nlimit = { default = 2, blue = 4 }": "A hex holds 4 units of Blue.",
    "[stacking]\nlimit = { town = 2, blue = 4 }": "The limit of the ground goes before that of",
    "[stacking]\nlimit = { town = 2, woods = 1 }": "the least limit counts.",
    "[stacking]\nlimit = 9\npoints = 'movement'": "Each unit counts its: movement.",
    "[zones]\nentering = { cost = 1 }\nleaving = { cost = 1 }": "These costs are added together",
    "[arrivals]\nred = { at = 'edge:east', not-into = 'enemy' }": "Not into: enemy units, closed ground.",
    "[arrivals]\nred = { at = 'edge:east', replacements = 2 }": "A turn brings it 2 steps of repl",
    "[victory]\nlosses = [{ of = 'red', points = 2 }]": "2 points for each unit that Red loses.",
    "[victory]\nlosses = [{ types = 'armour' }]": "Only these count: Armour.",
    "[victory]\nhexes = [{ at = 'town', side = 'red', points = 1 }]": "1 point to Red for each of: Town.",
}


def page(folder: Path, rules: str, language: str) -> list[str]:
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    told = rules_page(load_game(folder), language)
    return [line.text for section in told for line in section.lines]


@pytest.mark.parametrize("entry", DECLARED)
def test_what_is_declared_is_on_the_page(tmp_path: Path, entry: str) -> None:
    new_game("page", tmp_path)
    file = tmp_path / "page" / "game.toml"
    file.write_text(file.read_text(encoding="utf-8") + PLACES, encoding="utf-8")
    head, _, body = entry.rpartition("]\n")
    table = f"{head}]\n"
    plain = BASE if table in BASE or not head else f"{BASE}{table}"
    rules = plain.replace(table, f"{table}{body}\n", 1) if head else f"{body}\n{plain}"
    for language in ("en", "es"):
        before = page(tmp_path / "page", plain, language)
        new = [text for text in page(tmp_path / "page", rules, language) if text not in before]
        assert new, language
        if language == "en":
            assert any(DECLARED[entry] in text for text in new), new


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["aldra", "saltmarsh", "karga", "tarsa"])
def test_sentences_begin_large(name: str, language: str) -> None:
    """Those on weather and on modifiers began with their names as these are amid a sentence."""
    for section in rules_page(load_game(name), language):
        assert not [line.text for line in section.lines if line.text[0].islower()], section.title
