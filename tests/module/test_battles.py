"""Declared battles: the buttons' keys reach the units, and every side has its role."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.skeleton import new_game
from builder.module import battles
from builder.module.read_settings import module_settings
from builder.module.remarks import remarks as remarks_of
from builder.module.turning import turn_keys
from builder.vassal.buildfile import components as c
from builder.vassal.expressions import evaluate
from builder.vassal.traits.actions import Trigger
from builder.vassal.traits.values import DynamicProperty, SetGlobalProperty


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    parent = tmp_path_factory.mktemp("games")
    new_game("small", parent)
    return load_game(parent / "small")


@pytest.fixture(scope="module")
def summing() -> Game:
    return load_game("dagc")


@pytest.mark.parametrize("which", ["game", "summing"])
def test_every_key_that_is_sent_is_heard(which: str, request: pytest.FixtureRequest) -> None:
    game: Game = request.getfixturevalue(which)
    traits = list(battles.battle_traits(game))
    heard = {trait.trigger_key for trait in traits if isinstance(trait, Trigger)}
    for trait in traits:
        if isinstance(trait, (DynamicProperty, SetGlobalProperty)):
            heard |= {command.key for command in trait.commands}
    commands = list(battles.battle_commands(game))
    sent = {part.hotkey for part in commands if isinstance(part, c.MassKeyCommand)}
    sent |= {key for t in traits if isinstance(t, Trigger) for key in t.action_keys}
    assert sent <= heard
    buttons = list(battles.battle_buttons(game, module_settings(game)))
    actions = [part for part in buttons if isinstance(part, c.DoActionButton)]
    pressed = {key for part in actions for key in part.hotkeys}
    pressed |= {part.post_loop_key for part in actions if part.post_loop_key}
    listening = {part.button_hotkey for part in commands if isinstance(part, c.MassKeyCommand)}
    listening |= {part.hotkey for part in actions}
    for property_ in battles.battle_properties(game):
        for button in property_.children:
            assert isinstance(button, c.ChangePropertyButton)
            listening.add(button.hotkey)
    dice = {str(key) for key in pressed - listening}
    assert dice == {"Ctrl+D"}


def test_a_battle_that_was_rolled_for_ends_with_the_phase(game: Game) -> None:
    """One that was only declared stays, because it may be fought in the phase that begins; and a
    number that is given anew is that of no fought battle."""
    (kept,) = (
        trait
        for trait in battles.battle_traits(game)
        if isinstance(trait, DynamicProperty) and trait.name == "BattleFought"
    )
    assert {str(one.key): one.change for one in kept.commands} == {
        "BattleFought": "P,true",
        "BattleNumber": "P,",
        "BattleNoNumber": "P,",
    }
    (end,) = (
        part
        for part in battles.battle_commands(game)
        if isinstance(part, c.MassKeyCommand) and part.button_hotkey == battles.FOUGHT_END
    )
    assert str(end.hotkey) == "BattleLeave"
    assert [evaluate(end.filter, {"BattleFought": f}.get) for f in ("true", "")] == [
        "true",
        "false",
    ]
    (sent,) = (
        key for key in turn_keys(game, module_settings(game)) if key.hotkey == battles.FOUGHT_END
    )
    assert [evaluate(sent.match, {"Turn_command": way}.get) for way in ("Next", "Prev")] == [
        "true",
        "false",
    ]


@pytest.mark.parametrize("name", ["mlb", "dagc"])
def test_who_attacks(name: str) -> None:
    told = battles._attacker(load_game(name))
    assert "PlayerSide" in told
    # In the seat Solitaire, and in none, the side is that chosen in the menu.
    assert told.count('?PlayerSide:GetProperty("BattleAlone")') == 1
    if name == "mlb":
        assert 'GetProperty("State-active")' in told
    else:
        assert '"Soviet"' in told
        assert '"German"' in told


@pytest.mark.parametrize("name", ["dagc", "kursk", "mlb", "nr", "uis"])
def test_the_attacker_is_found_by_few_choices(name: str) -> None:
    """It is asked of each piece on the map, and choices within choices cost BeanShell most: one a
    phase froze Kursk's client for two seconds."""
    game = load_game(name)
    told = battles._attacker(game)
    assert told.count("?") <= len(game.definition.side) + 2
    on = {"PlayerSide": "", "BattleAlone": "nobody"}
    for phase in game.definition.phase:
        if phase.side:
            asked = {**on, "Phase": phase.name}
            assert evaluate(f"{{{told}}}", asked.get) == game.sides[phase.side].name


def _buttons(game: Game, language: str = "en") -> dict[str, c.DoActionButton]:
    parts = battles.battle_buttons(game, module_settings(game), language)
    return {str(part.hotkey): part for part in parts if isinstance(part, c.DoActionButton)}


def test_nobody_selected_declares_no_battle(game: Game) -> None:
    """With no attacker, or none who is attacked, the units leave again, the number is given back,
    and the chat asks."""
    order = [str(key) for key in _buttons(game)["Ctrl+K"].hotkeys]
    assert order[-4:] == ["BattleLeaveOpen", "BattleSettle", "BattleKeep", "BattleDeclared"]
    (last,) = (p for p in battles.battle_properties(game) if p.name == "BattleLast")
    changes = [b.prop_changer for b in last.children if isinstance(b, c.ChangePropertyButton)]
    said = _buttons(game)["BattleDeclared"].report_format
    (given_back,) = (change[2:] for change in changes if "BattleLast-1" in change)
    for who in ({"BattleAttackers": "some"}, {"BattleDefenders": "some"}):
        held = {"BattleLast": "2", "BattleAttackers": "", "BattleDefenders": ""} | who
        assert evaluate(given_back, held.get) == "1"
        assert evaluate(said, held.get) == "Select attackers and defenders first"
    held["BattleAttackers"] = "some"
    assert evaluate(given_back, held.get) == "2"


@pytest.mark.parametrize(
    ("dice", "rolled", "remarks"),
    [
        ("", "2d6", 0),
        ("[module]\ndice = [{ count = 1, total = true }]\n", "1d6", 1),
        ("[module]\ndice = [{ count = 2 }]\n", "2d6", 1),
        ("[module]\ndice = [{ count = 2, total = true }]\n", "2d6", 0),
    ],
)
def test_a_battle_is_rolled_with_the_dice_of_the_rules(
    dice: str, rolled: str, remarks: int, tmp_path: Path
) -> None:
    new_game("small", tmp_path)
    rules, toml = (tmp_path / "small" / name for name in ("rules.toml", "game.toml"))
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('table = "crt"', 'die = "2d6"\ntable = "crt"'), encoding="utf-8")
    text = toml.read_text(encoding="utf-8")
    assert "[module]" not in text
    toml.write_text(f"{text}\n{dice}", encoding="utf-8")
    game = load_game(tmp_path / "small")
    (first,) = module_settings(game).dice
    assert f"{first.count}d{first.sides}" == rolled
    told = [one for one in remarks_of(game) if "[combat]" in one.text]
    assert len(told) == remarks


def test_no_selected_battle_rolls_no_die(game: Game) -> None:
    buttons = _buttons(game)
    assert "Ctrl+D" not in {str(key) for key in buttons["Ctrl+Shift+K"].hotkeys}
    rolls = buttons["BattleIfAsked"]
    assert (rolls.do_loop, rolls.loop_count) == (True, '{GetProperty("BattleAsked")==""?0:1}')
    assert [str(key) for key in rolls.hotkeys] == ["Ctrl+D"]
    assert str(rolls.post_loop_key) == "BattleRolled"


@pytest.mark.parametrize("key", ["BattleRolled", "BattleCleared", "BattleDeclared"])
def test_the_chat_asks_in_the_modules_language(game: Game, key: str) -> None:
    assert '"Elige antes ' in _buttons(game, "es")[key].report_format
    assert '"Combate "+' in _buttons(game, "es")["BattleRolled"].report_format


class _Client:
    """A seat's own copy of the numbers, which hears of the others' later."""

    def __init__(self, game: Game, seat: str) -> None:
        self.changes = {
            part.name: {str(b.hotkey): b.prop_changer for b in part.children}
            for part in battles.battle_properties(game)
            if part.name.startswith("BattleLast")
        }
        self.held = {"PlayerSide": seat, "BattleAttackers": "some", "BattleDefenders": "some"}
        self.held |= dict.fromkeys(self.changes, "0")

    def press(self, key: str) -> dict[str, str]:
        """What changes, of which alone VASSAL tells the others."""
        told = {}
        for name, changes in self.changes.items():
            if change := changes.get(f"Battle{key}"):
                value = change[2:].replace("\\,", ",")
                told[name] = str(evaluate(value, self.held.get) if value[0] == "{" else value)
        told = {name: value for name, value in told.items() if value != self.held[name]}
        self.held |= told
        return told

    def declares(self) -> tuple[int, dict[str, str]]:
        told = self.press("Next") | self.press("Settle") | self.press("Keep")
        return int(self.held["BattleLast"]), told


@pytest.mark.parametrize("name", ["dagc", "mlb", "uis"])
def test_clients_that_declare_at_once_give_other_numbers(name: str) -> None:
    game = load_game(name)
    clients = [_Client(game, side.name) for side in game.definition.side]
    given = []
    for _ in range(5):
        declared = [client.declares() for client in clients]
        given += [number for number, _ in declared]
        for client in clients:  # all hear of the others only when each has declared
            for other, (_, told) in zip(clients, declared, strict=True):
                if other is not client:
                    client.held |= told
    assert len(set(given)) == len(given), given


def test_who_plays_both_sides_counts_one_by_one() -> None:
    client = _Client(load_game("dagc"), "Solitaire")
    assert [client.declares()[0] for _ in range(3)] == [1, 2, 3]


def test_a_seat_has_odd_numbers_and_an_empty_battle_takes_none() -> None:
    game = load_game("dagc")
    client = _Client(game, game.definition.side[0].name)
    assert client.declares()[0] == 1
    client.held["BattleAttackers"] = ""
    client.declares()
    client.held["BattleAttackers"] = "some"
    assert [client.declares()[0] for _ in range(2)] == [3, 5]
    client.press("Forget")
    assert client.declares()[0] == 1
