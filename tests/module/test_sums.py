"""What the module itself adds up of a declared battle: the strengths, and what terrain adds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.battles import battle_buttons, battle_commands
from builder.module.read_settings import module_settings
from builder.module.sums import _told, strengths_told, sum_properties, sum_settings, sum_traits
from builder.vassal.buildfile import components as c
from builder.vassal.expressions import evaluate


@pytest.fixture(scope="module")
def dagc() -> Game:
    return load_game("dagc")


def grounds(game: Game) -> dict[str, set[str]]:
    return {
        prop.name: set(prop.initial_value.strip("|").split("|"))
        for prop in sum_properties(game)
        if prop.name.startswith("Battle") and "|" in prop.initial_value
    }


@pytest.mark.parametrize(
    ("hex_", "side", "added"),
    [
        ("3401", "german", 3),  # a town that the Germans have entrenched
        ("3401", "soviet", 1),  # the entrenchment does not serve the others
        ("3500", "german", 2),
        ("3500", "soviet", 0),
    ],
)
def test_what_a_hex_adds_to_the_defence_of_a_side(
    dagc: Game, hex_: str, side: str, added: int
) -> None:
    found = {
        name
        for name, places in grounds(dagc).items()
        if name.endswith(side) and name.startswith("BattleGround") and hex_ in places
    }
    assert found == ({f"BattleGround{added}{side}"} if added else set())


def test_of_several_natural_terrains_the_largest_counts(dagc: Game) -> None:
    both = [
        name
        for name, kinds in dagc.board.terrain.items()
        if {"forest", "swamp"} <= kinds or {"forest", "west-pripyat"} <= kinds
    ]
    only = set(both) - dagc.board.hexes_with("town") - dagc.board.hexes_with("city")
    plain = {n for n in only if not any("entrenchment" in kind for kind in dagc.board.of(n))}
    assert plain <= grounds(dagc)["BattleGround1german"]


def test_rivers_stand_by_pairs_of_hexes(dagc: Game) -> None:
    rivers = {"/".join(sorted(p)) for p, kinds in dagc.board.hexsides.items() if "river" in kinds}
    assert grounds(dagc)["BattleAcross"] == rivers


def test_units_tell_the_strength_of_each_face(dagc: Game) -> None:
    unit = dagc.counters["soviet-8"]
    assert strengths_told(dagc, unit) == {"BattleStrength1": "4", "BattleStrength2": "2"}
    marker = next(c for c in dagc.counters.values() if c.kind == "marker")
    assert strengths_told(dagc, marker) == {}


@pytest.mark.parametrize(("attack", "sum_"), [(9, "9 : 4, +5"), (4, "4 : 4, 0"), (1, "1 : 4, −3")])
def test_the_difference_has_a_true_minus_sign(dagc: Game, attack: int, sum_: str) -> None:
    (settings,) = sum_settings(dagc)
    known = {"BattleAttack": str(attack), "BattleDefence": "4"}
    assert evaluate(f"{{{_told(settings, '0', '')}}}", known.get).startswith(sum_)


def test_the_chat_tells_the_sum_only_where_the_game_says_how(dagc: Game, tmp_path: Path) -> None:
    def told(game: Game) -> str:
        buttons = battle_buttons(game, module_settings(game))
        return next(
            b.report_format
            for b in buttons
            if isinstance(b, c.DoActionButton) and "→" in b.report_format
        )

    assert '" ("+GetProperty("BattleSum")+"): "' in told(dagc)
    new_game("small", tmp_path)
    (tmp_path / "small" / "rules.toml").unlink()
    small = load_game(tmp_path / "small")
    assert "BattleSum" not in told(small)
    assert not [*sum_traits(small)]
    assert not [*sum_properties(small)]


@pytest.mark.parametrize(
    ("name", "fields", "by", "use", "across"),
    [
        ("aldra", ("strength", "strength"), "ratio", "multiply", ""),
        ("karga", ("attack", "defence"), "ratio", "shift", ""),
        ("saltmarsh", ("attack", "defence"), "ratio", "shift", ""),
        ("tarsa", ("attack", "defence"), "difference", "add", "river"),
    ],
)
def test_declared_rules_say_how_battles_are_added_up(
    name: str, fields: tuple[str, str], by: str, use: str, across: str
) -> None:
    (found,) = sum_settings(load_game(name))
    assert (found.strength, found.defence) == fields
    assert (found.by, found.use, found.across) == (by, use, across)


def test_what_depends_on_who_fights_where_is_asked_in_the_chat() -> None:
    (found,) = sum_settings(load_game("karga"))
    assert found.uncounted == ("River", "combined arms", "infantry in close country")


def test_terrain_that_is_added_to_the_die_is_named_as_not_counted(tmp_path: Path) -> None:
    """The chat told "9 : 4" of a hill and named the river alone as left to the players."""
    new_game("rolled", tmp_path)
    rules = tmp_path / "rolled" / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('terrain = "add"', 'terrain = "die"'), encoding="utf-8")
    (found,) = sum_settings(load_game(tmp_path / "rolled"))
    assert (found.terrain, found.uncounted[:4]) == ("", ("River", "Woods", "Hills", "Town"))


@pytest.mark.parametrize(
    ("terrain", "effect", "told"),
    [
        ("add", "defence = 2", ("defence", "", ("River", "combined arms"))),
        ("multiply", "defence = 1.5", ("defence", "", ("River", "Hills", "combined arms"))),
        ("shift", "shift = 2", ("defence", "", ("River", "Hills", "combined arms"))),
    ],
)
def test_ground_is_added_up_as_odds_value_it_or_named_as_not_counted(
    terrain: str, effect: str, told: tuple[str, str, tuple[str, ...]], tmp_path: Path
) -> None:
    """[combat.across] of the river tells what it does, so that its defence counts for nothing."""
    new_game("small", tmp_path)
    rules, toml = tmp_path / "small" / "rules.toml", tmp_path / "small" / "game.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('terrain = "add"', f'terrain = "{terrain}"'), encoding="utf-8")
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text.replace("defence = 2", effect), encoding="utf-8")
    (found,) = sum_settings(load_game(tmp_path / "small"))
    assert (found.terrain, found.across, found.uncounted) == told


def test_all_who_stand_in_the_hex_attacked_join_the_battle(dagc: Game) -> None:
    commands = {command.name: command for command in battle_commands(dagc)}
    beside = commands["battle JoinBeside"]
    assert isinstance(beside, c.MassKeyCommand)
    assert beside.hotkey == commands["battle JoinAll"].hotkey
    buttons = battle_buttons(dagc, module_settings(dagc))
    declared = next(b for b in buttons if isinstance(b, c.DoActionButton))
    order = [str(key) for key in declared.hotkeys]
    assert order.index("BattleJoinAll") + 1 == order.index("BattleJoinBeside")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('strength = "force"', "There is no unit field 'force'"),
        ('strength = "{field}"\ndefence = "x"', "There is no unit field 'x'"),
        ('strength = "{field}"\nidle = ["x"]', "There is no type of unit 'x'"),
        ('strength = "{field}"\nwithout = "x"', "There is no mark 'x'"),
        ('strength = "{field}"\nacross = "x"', "There is no kind of hexside 'x'"),
    ],
)
def test_what_it_names_must_be_there(tmp_path: Path, line: str, wrong: str) -> None:
    new_game("small", tmp_path)
    copy = tmp_path / "copy" / "small"
    shutil.copytree(tmp_path / "small", copy)
    field = next(iter(load_game(copy).definition.units.fields))
    toml = copy / "game.toml"
    toml.write_text(f"{toml.read_text()}\n[module.battle]\n{line.format(field=field)}\n")
    with pytest.raises(ProblemsError, match=wrong):
        module_settings(load_game(copy))
