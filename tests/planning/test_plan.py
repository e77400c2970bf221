"""Whole plans: never worse than the greedy list, lawful, and each unit in one battle."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from assistant.planning import battles
from assistant.planning.moved import moved_to
from assistant.planning.outlook import outlook, steps_of
from assistant.planning.plan import best_plan, combat_phase
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.table import open_table
from tests.wide import first

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"


@pytest.fixture(scope="module")
def door() -> Door:
    table = open_table(EVENING)
    return replace(table, position=replace(table.position, phase="soviet-post-combat"))


def greedy(door: Door) -> float:
    """The report's list, taken from the top: each unit and each hex once."""
    position, worth = door.position, 0.0
    used: set[str] = set()
    for attack in door.attacks().attacks:
        if not used & {attack.target, *attack.attackers}:
            used |= {attack.target, *attack.attackers}
            look = outlook(door.rules, position, attack)
            worth += max(0.0, look.kills + look.taken - look.losses)
    return worth


def test_never_worse_than_the_greedy_list(door: Door) -> None:
    plan = best_plan(door, "soviet")
    assert plan.worth >= greedy(door) - 0.01
    assert plan.worth > 0
    fighting = [unit for battle in plan.battles for unit in battle.odds.attackers]
    assert len(fighting) == len(set(fighting))
    assert not {*fighting} & {*plan.idle}


def test_each_battle_is_answered_as_the_odds_are(door: Door) -> None:
    for battle in best_plan(door, "soviet", "kills").battles:
        asked = door.odds(battle.odds.target, battle.odds.attackers)
        assert (asked.column, asked.chances) == (battle.odds.column, battle.odds.chances)


def test_moves_are_part_of_the_plan_in_the_movement_phase(door: Door) -> None:
    turn = replace(door.position, phase="german-movement", turn=2)
    turn = turn.with_units([u for u in turn.units if "33" <= u.hex[:2] <= "35"])
    moving = replace(door, position=turn)
    plan = best_plan(moving, "german")
    assert plan.phase == "german-post-combat" == combat_phase(moving, "german")
    ends = [move.path[-1] for battle in plan.battles for move in battle.moves]
    for battle in plan.battles:
        for move in battle.moves:
            reach = {r.hex: r.cost for r in moving.moves(move.unit).reach}
            assert reach[move.path[-1]] == move.cost
    assert all(ends.count(name) + len(turn.at(name)) <= 2 for name in ends if not turn.at(name))
    places = {move.unit: move.path[-1] for battle in plan.battles for move in battle.moves}
    after = {u.id: u.state for u in moving.rules.supply(moved_to(turn, places)).units}
    hungry = sorted(turn.by_id[unit].shown for unit in places if after[unit] == "oos")
    told = next((note for note in plan.notes if "out of supply" in note), "")
    assert bool(hungry) == bool(told)
    assert all(name in told for name in hungry)


def test_a_battle_that_costs_points_is_fought_with_what_the_way_left(door: Door) -> None:
    unit = door.position.of_side("soviet")[0]
    reach = {unit.id: {"3401": 3.0}}
    spent = [
        battles.Field(door.rules, door.position, "soviet", reach, spends)
        .table({unit.id: "3401"})
        .by_id[unit.id]
        .get("spent")
        for spends in (False, True)
    ]
    assert spent == [None, 3.0]


def test_what_there_was_no_time_for_is_told_and_the_greedy_list_is_kept(door: Door) -> None:
    plan = best_plan(door, "soviet", patience=-1)
    assert plan.worth >= greedy(door) - 0.01
    assert "targets were not looked at" in plan.notes[-1]


def test_a_target_with_many_forces_is_left_when_the_time_is_over(door: Door, monkeypatch) -> None:
    asked: list[str] = []

    class Two:
        def left(self) -> float:
            return 2.0 - len(asked)

    monkeypatch.setattr(battles, "_subsets", lambda units: [tuple(units)] * 100)
    field = battles.Field(door.rules, door.position, "soviet", ends=Two())
    monkeypatch.setattr(field, "_battle", lambda *_: asked.append("force"))
    assert not next(field._standing())
    assert len(asked) == 3
    assert field.left >= 1


def test_attacks_say_that_no_phase_to_come_has_any(door: Door) -> None:
    alone = replace(door, position=door.position.with_units(door.position.units[:1]))
    told = alone.attacks()
    assert not told.attacks
    assert told.timing is not None
    assert not told.timing.assumed
    assert "nor in a later one" in told.timing.text


@pytest.mark.parametrize(
    ("side", "measure", "told"),
    [("german", "glory", "least-risk, balance"), ("nobody", "kills", "german, soviet")],
)
def test_what_is_wrong_is_told(door: Door, side: str, measure: str, told: str) -> None:
    with pytest.raises(QuestionError, match=told):
        best_plan(door, side, measure)


def test_a_plan_fights_in_combat_and_overruns_nobody(tmp_path: Path) -> None:
    file = tmp_path / "kursk.toml"
    placed = (("A", "german", "panzer", "2010"), ("D", "soviet", "rifle", "2011"))
    units = "".join(
        f'[[unit]]\nid = "{id_}"\nside = "{side}"\ntype = "{type_}"\nhex = "{hex_}"\n'
        "attack = 20\nmovement = 10\nsteps = 2\n"
        for id_, side, type_, hex_ in placed
    )
    file.write_text(f'game = "kursk"\nboard = "blank"\nphase = "air"\n{units}', encoding="utf-8")
    assert combat_phase(open_table(file), "german") == "german-first-combat"


@pytest.mark.parametrize(
    ("hexes", "fought", "told"),
    [
        (
            {"soviet-3": "4402", "german-35-infantry": "4403"},
            ["4403"],
            "The plan attacks 4403 only because it must (11.1).",
        ),
        (
            {"soviet-3": "4402", "german-35-infantry": "4403", "soviet-49": "4404"},
            ["4403"],
            "",
        ),
    ],
    ids=["alone", "with another"],
)
def test_a_plan_lets_attack_who_must(
    tmp_path: Path, hexes: dict[str, str], fought: list[str], told: str
) -> None:
    file = tmp_path / "dagc.toml"
    units = "".join(f'[[unit]]\ncounter = "{id_}"\nhex = "{hex_}"\n' for id_, hex_ in hexes.items())
    head = 'game = "dagc"\nscenario = "historical"\nturn = 1\nphase = "soviet-pre-combat"\n'
    file.write_text(f'{head}[state]\nbagration = "4004"\n{units}', encoding="utf-8")
    plan = best_plan(open_table(file), "soviet")
    assert [battle.odds.target for battle in plan.battles] == fought
    assert {unit for battle in plan.battles for unit in battle.odds.attackers} >= {
        unit for unit in hexes if unit.startswith("soviet")
    }
    assert (told in map(str, plan.notes)) == bool(told)


@pytest.mark.parametrize(
    ("phase", "fought", "told"),
    [
        ("crown-combat", ["0710"], "The plan attacks 0710 only because it must"),
        ("crown-movement", [], "Where the plan leaves them these must attack (5.2)"),
    ],
)
def test_who_must_attack_and_does_not_is_told_before_the_battles_too(
    tmp_path: Path, phase: str, fought: list[str], told: str
) -> None:
    file = tmp_path / "aldra.toml"
    units = "".join(
        f'[[unit]]\nid = "{id_}"\nside = "{side}"\ntype = "foot"\nhex = "{hex_}"\n'
        f"strength = [{strength}]\nmovement = 4\n"
        for id_, side, hex_, strength in (("W", "crown", "0711", 5), ("E", "league", "0710", 9))
    )
    head = f'game = "aldra"\nboard = "blank"\nturn = 1\nphase = "{phase}"\n'
    file.write_text(head + units, encoding="utf-8")
    plan = best_plan(open_table(file), "crown")
    assert [battle.odds.target for battle in plan.battles] == fought
    assert [note for note in map(str, plan.notes) if note.startswith(told)]


def marched(seed: int) -> str:
    """A board of aldra with a few units of both sides on it, drawn at random."""
    random, held, units = Random(seed), dict[str, str](), ""
    for number in range(random.randint(4, 8)):
        side = random.choice(("crown", "league"))
        free = [f"{x:02}{y:02}" for x in range(6, 11) for y in range(7, 12)]
        hex_ = random.choice([name for name in free if held.get(name, side) == side])
        held[hex_] = side
        units += (
            f'[[unit]]\nid = "{side}-{number}"\nside = "{side}"\ntype = "foot"\nhex = "{hex_}"\n'
            f"strength = [{random.randint(1, 9)}]\nmovement = 4\n"
        )
    phase = random.choice(("movement", "movement", "combat"))
    return f'game = "aldra"\nboard = "blank"\nturn = 1\nphase = "crown-{phase}"\n{units}'


@pytest.mark.parametrize("seed", first(range(200), 6))
def test_what_the_moves_of_a_plan_oblige_to_is_fought_or_named(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "aldra.toml"
    file.write_text(marched(seed), encoding="utf-8")
    door = open_table(file)
    plan = best_plan(door, "crown")
    places = {move.unit: move.path[-1] for battle in plan.battles for move in battle.moves}
    after = moved_to(door.position, places).in_phase("crown-combat")
    done = {name for battle in plan.battles for name in battle.odds.target.split(",")}
    done |= {id_ for battle in plan.battles for id_ in battle.odds.attackers}
    must = [
        duty
        for duty in door.rules.turn(after).duties
        if (duty.rule, duty.standing) == ("5.2", "must")
    ]
    owed = {name for duty in must for name in (*duty.hexes, *duty.units)} - done
    assert not [name for name in owed if name not in " ".join(map(str, plan.notes))]


def test_hexes_that_are_marked_to_be_attacked_are(tmp_path: Path) -> None:
    """Nach Russland 10.2: a battle that costs more than it brings is fought all the same."""
    file = tmp_path / "nr.toml"
    places = (("axis-18-army", "0808"), ("soviet-northwest", "0908"), ("soviet-moscow", "0908"))
    units = "".join(f'[[unit]]\ncounter = "{id_}"\nhex = "{hex_}"\n' for id_, hex_ in places)
    head = 'game = "nr"\nscenario = "campaign"\nturn = 2\nphase = "axis-combat"\n'
    for mark, fought in (("", []), ('markers = ["target"]\n', ["0908"])):
        file.write_text(head + units + mark, encoding="utf-8")
        plan = best_plan(open_table(file), "axis")
        assert [battle.odds.target for battle in plan.battles] == fought


def test_several_units_are_brought_to_one_hex_where_that_is_worth_more(tmp_path: Path) -> None:
    file = tmp_path / "kursk.toml"
    placed = (
        ("A", "german", "panzer", "2007", 20),
        ("B", "german", "panzer", "2107", 20),
        ("C", "german", "panzer", "2207", 20),
        ("D", "soviet", "rifle", "2011", 4),
    )
    units = "".join(
        f'[[unit]]\nid = "{id_}"\nside = "{side}"\ntype = "{type_}"\nhex = "{hex_}"\n'
        f"attack = {attack}\nmovement = 10\nsteps = 2\n"
        for id_, side, type_, hex_, attack in placed
    )
    text = f'game = "kursk"\nboard = "blank"\nphase = "german-movement"\n{units}'
    file.write_text(text, encoding="utf-8")
    (battle,) = best_plan(open_table(file), "german").battles
    assert {move.unit for move in battle.moves} == {"A", "B", "C"}


def test_attackers_go_where_they_surround_the_enemy(tmp_path: Path) -> None:
    file = tmp_path / "dagc.toml"
    placed = (("A", "soviet", "4412"), ("B", "soviet", "4512"), ("T", "german", "4416"))
    units = "".join(
        f'[[unit]]\nid = "{id_}"\nside = "{side}"\ntype = "infantry"\nhex = "{hex_}"\n'
        "strength = [4, 2]\n"
        for id_, side, hex_ in placed
    )
    text = f'game = "dagc"\nboard = "blank"\nturn = 3\nphase = "soviet-movement"\n{units}'
    file.write_text(text, encoding="utf-8")
    (battle,) = best_plan(open_table(file)).battles
    assert {*battle.odds.attackers} == {"A", "B"}
    assert {"concentric", "defender-oos"} <= {step.what for step in battle.odds.steps}


@pytest.mark.parametrize(
    ("game", "turn", "unit", "steps"),
    [
        ("nr", 16, 'type = "infantry"\nside = "soviet"\nstrength = [4, 3]\nmovement = [4, 4]', 1),
        ("nr", 17, 'type = "infantry"\nside = "soviet"\nstrength = [4, 3]\nmovement = [4, 4]', 2),
        ("kursk", 1, 'type = "rifle"\nside = "soviet"\nsteps = 5\nmarkers = ["minus-4-2"]', 3),
        ("kursk", 1, 'type = "rifle"\nside = "soviet"', 1),
        ("kursk", 1, 'type = "artillery"\nside = "soviet"\npoints = 6\nlevel = 1', 1),
        ("uis", 1, 'type = "mechanized"\nside = "nato"\nattack = 3\ndefence = 3\nstep = 2', 2),
        ("mlb", 1, 'type = "hq"\nside = "axis"\nstrength = [2, 1]', 1),
        ("dagc", 1, 'type = "infantry"\nside = "german"\nstrength = [3, 2]', 2),
    ],
)
def test_steps_are_counted_as_the_rules_say(
    game: str, turn: int, unit: str, steps: int, tmp_path: Path
) -> None:
    file = tmp_path / "one.toml"
    place = "C2020" if game == "uis" else "1010"
    text = f'game = "{game}"\nboard = "blank"\nturn = {turn}\n[[unit]]\nid = "A"\nhex = "{place}"\n'
    file.write_text(text + unit, encoding="utf-8")
    table = open_table(file)
    assert steps_of(table.rules, table.position, table.position.units[0]) == steps
