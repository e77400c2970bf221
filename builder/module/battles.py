"""Declared battles: units are selected, a key gives them a number, another rolls, a third clears.

Numbers and roles are properties of the units, so saves and logs hold them and the assistant reads
them (`carriers.BATTLE_PROPERTY`, `carriers.ROLE_PROPERTY`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.drawing.map.words import named
from builder.game.carriers import (
    ATTACKS,
    BATTLE_PROPERTY,
    DEFENDS,
    FOUGHT_PROPERTY,
    ROLE_PROPERTY,
    state_property,
)
from builder.game.model import Game
from builder.module.phrases import say
from builder.module.settings import ModuleSettings
from builder.module.sums import SUM, passes, sum_properties, sum_traits
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes import play
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour
from builder.vassal.sequence import join
from builder.vassal.traits.actions import Trigger
from builder.vassal.traits.appearance import Label
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import (
    CalculatedProperty,
    DynamicProperty,
    PropertyCommand,
    SetGlobalProperty,
)

DECLARE = KeyStroke.of("Ctrl+K")
ROLL = KeyStroke.of("Ctrl+Shift+K")
CLEAR = KeyStroke.of("Alt+K")

_LAST, _ASKED, _HEXES = "BattleLast", "BattleAsked", "BattleHexes"
_ALONE = "BattleAlone"
"""The side that attacks where neither the phase nor the player's seat tells it."""
_SIDE = "BattleSide"
"""The side that attacks in the battle being declared. The button works it out, because a unit keeps
the language of its set-up, and the tracker beside the button tells the phase in the player's."""
_SIDES = {ATTACKS: "BattleAttackers", DEFENDS: "BattleDefenders"}


def _key(name: str) -> KeyStroke:
    return KeyStroke.named(f"Battle{name}")


FOUGHT_END = _key("LeaveFought")
"""It ends the battles for which was rolled; others may be declared for a phase to come."""


def battle_traits(
    game: Game, language: str = "en", gone: Iterable[KeyStroke] = ()
) -> Iterator[Trait]:
    """What a unit knows of its battle: number, role, the sign on the counter. By the keys `gone` it
    leaves the map, and with it the battle."""
    yield from _sign()
    yield from _commands(tuple(gone))
    yield from _number_and_role()
    yield _onto(_HEXES, "Place", _with_hex())
    for role, property_ in _SIDES.items():
        yield _onto(property_, "Say", _with_name(role, property_))
    yield from sum_traits(game, say(language, "not counted"))
    yield _onto(_ASKED, "Ask", f"${BATTLE_PROPERTY}$")


def _sign() -> Iterator[Trait]:
    """The battle's number on the counter, behind > for an attacker and = for a defender."""
    shown = f'{BATTLE_PROPERTY}==""?"":({ROLE_PROPERTY}=="{ATTACKS}"?">":"=")+{BATTLE_PROPERTY}'
    yield Label(
        label="$BattleSign$",
        property_name="BattleLabel",
        name_format="$pieceName$",
        change_command="",
        font_size=18,
        font_style=1,
        foreground=Colour(120, 10, 10),
        background=Colour(255, 224, 96),
        vertical_position="t",
        vertical_justification="t",
    )
    yield CalculatedProperty(name="BattleSign", expression=f"{{{shown}}}")


def _commands(gone: tuple[KeyStroke, ...]) -> Iterator[Trigger]:
    """By which a unit joins a battle and leaves it."""
    leaves = (_key("NoNumber"), _key("NoRole"))
    yield Trigger(
        name="Join a battle",
        command="",
        trigger_key=_key("Join"),
        action_keys=(_key("Number"), _key("Role"), _key("Place"), _key("Say")),
    )
    yield Trigger(
        name="Leave the battle",
        command="",
        trigger_key=_key("Leave"),
        action_keys=leaves,
    )
    if gone:
        yield Trigger(
            name="Gone from the battle",
            command="",
            trigger_key=None,
            condition=f'{{{BATTLE_PROPERTY}!=""}}',
            watch_keys=gone,
            action_keys=leaves,
        )


def _number_and_role() -> Iterator[DynamicProperty]:
    # Forgotten with the number: numbers begin anew at 1.
    yield _changing(FOUGHT_PROPERTY, Fought="true", Number="", NoNumber="")
    attacks = f'Side==GetProperty("{_SIDE}")?"{ATTACKS}":"{DEFENDS}"'
    yield _changing(BATTLE_PROPERTY, Number=f"${_LAST}$", NoNumber="")
    yield _changing(ROLE_PROPERTY, Role=f"{{{attacks}}}", NoRole="")


def _with_hex() -> str:
    """The hexes attacked so far, and that of a unit that defends."""
    told = f'GetProperty("{_HEXES}")'
    return f'{{{ROLE_PROPERTY}=="{DEFENDS}"?{told}+"|"+LocationName+"|":{told}}}'


def _with_name(role: str, property_: str) -> str:
    """The units named so far in a role, and this one with its hex if it has that role."""
    told = f'GetProperty("{property_}")'
    before = f'({told}==""?"":{told}+", ")'
    one = 'GetProperty("BasicName")+" ("+LocationName+")"'
    return f'{{{ROLE_PROPERTY}=="{role}"?{before}+{one}:{told}}}'


def _onto(property_: str, key: str, value: str) -> SetGlobalProperty:
    """A unit gives one of the battle's properties a value by a key."""
    command = PropertyCommand("", _key(key), join(("P", value), ","))
    return SetGlobalProperty(name=property_, commands=(command,), level="Module")


def _changing(name: str, **values: str) -> DynamicProperty:
    commands = (
        PropertyCommand("", _key(key), join(("P", value), ",")) for key, value in values.items()
    )
    return DynamicProperty(name=name, commands=tuple(commands))


def _attacker(game: Game) -> str:
    """An expression of the attacking side's name: that of the phase, else of the state variable
    `active`, else of the player; who sits alone with both sides has chosen one in the menu."""
    seats = "||".join(f'PlayerSide=="{side.name}"' for side in game.definition.side)
    told = f'({seats})?PlayerSide:GetProperty("{_ALONE}")'
    active = game.definition.state.get("active")
    if active and active.type == "side":
        value = f'GetProperty("{state_property("active")}")'
        told = f'{value}!=""?{value}:({told})'
    # One choice a side, not one a phase: BeanShell takes ten milliseconds for a choice within
    # sixteen others.
    for side in game.definition.side:
        own = [f'Phase=="{phase.name}"' for phase in game.definition.phase if phase.side == side.id]
        if own:
            told = f'({"||".join(own)})?"{side.name}":({told})'
    return told


def battle_properties(game: Game) -> Iterator[c.GlobalProperty]:
    """What the buttons remember: the last number, the battle asked for, who is in it."""
    sides = game.definition.side
    yield c.GlobalProperty(name=_LAST, initial_value="0").holding(
        _button(_key("Next"), _becomes(_next(game))),
        _button(_key("Forget"), "P,0"),
        _button(_key("Settle"), f"P,{{{_open()}?{_LAST}-1:{_LAST}}}"),
    )
    for seat, side in enumerate(sides, 1):
        own = f"{_LAST}{seat}"
        kept = f'PlayerSide=="{side.name}"?{_LAST}:{own}'
        yield c.GlobalProperty(name=own, initial_value="0").holding(
            _button(_key("Keep"), f"P,{{{kept}}}"), _button(_key("Forget"), "P,0")
        )
    attacker = _button(_key("Side"), _becomes(_attacker(game)))
    yield c.GlobalProperty(name=_SIDE, initial_value="").holding(attacker)
    if sides:
        yield c.GlobalProperty(name=_ALONE, initial_value=sides[0].name).holding(
            *(_button(_key(f"Alone-{side.id}"), f"P,{side.name}") for side in sides)
        )
    for name in (_ASKED, _HEXES, *_SIDES.values()):
        yield c.GlobalProperty(name=name, initial_value="").holding(_button(_key("Empty"), "P,"))
    yield from sum_properties(game)


def _next(game: Game) -> str:
    """An expression of the next battle's number. Of two sides one has the odd numbers and one the
    even ones, of three each every third, because two clients may declare in the same moment, before
    either hears of the other; so each goes on from its own last number, too. Who plays both sides
    counts one by one."""
    seats = len(game.definition.side)
    told = f"{_LAST}+1"
    for seat, side in reversed([*enumerate(game.definition.side, 1)]):
        last = f"({_LAST}>{_LAST}{seat}?{_LAST}:{_LAST}{seat})"
        number = f"{last}+1+(({seat - 1}-{last})%{seats}+{seats})%{seats}"
        told = f'PlayerSide=="{side.name}"?{number}:({told})'
    return told


def _open() -> str:
    """An expression that is true of a battle just declared in which nobody attacks, or nobody is
    attacked."""
    return "(" + "||".join(f'GetProperty("{property_}")==""' for property_ in _SIDES.values()) + ")"


def _becomes(expression: str) -> str:
    return join(("P", f"{{{expression}}}"), ",")


def _button(key: KeyStroke, change: str) -> c.ChangePropertyButton:
    return c.ChangePropertyButton(text="", tooltip="", hotkey=key, prop_changer=change)


def battle_commands(game: Game) -> Iterator[Component]:
    """The commands on the map that the buttons set off."""
    selected = '{Selected=="true"&&Side!=""}'
    asked = f'{{{BATTLE_PROPERTY}!=""&&{BATTLE_PROPERTY}=="${_ASKED}$"}}'
    yield _command("Join", "JoinAll", selected)
    # Who is attacked in a hex is attacked with all who stand there, selected or not.
    beside = f'GetProperty("{_HEXES}").contains("|"+LocationName+"|")'
    stands = f'Side!=""&&{BATTLE_PROPERTY}!="${_LAST}$"&&Side!="${_SIDE}$"&&{beside}'
    yield _command("Join", "JoinBeside", f"{{{stands}}}")
    if sums := passes(game):
        last = f'{{{BATTLE_PROPERTY}!=""&&{BATTLE_PROPERTY}=="${_LAST}$"}}'
        for pass_ in sums:
            yield _command(pass_, f"{pass_}All", last)
    yield _command("Ask", "AskSelected", f'{{Selected=="true"&&{BATTLE_PROPERTY}!=""}}')
    yield _command("Say", "SayAll", asked)
    yield _command("Fought", "FoughtAsked", asked)
    yield _command("Leave", "LeaveFought", f'{{{FOUGHT_PROPERTY}=="true"}}')
    yield _command("Leave", "LeaveAsked", asked)
    yield _command("Leave", "LeaveAll", f'{{{BATTLE_PROPERTY}!=""}}')
    yield _command("Leave", "LeaveOpen", f'{{{BATTLE_PROPERTY}=="${_LAST}$"&&{_open()}}}')


def _command(sent: str, button: str, filter_: str) -> c.MassKeyCommand:
    return c.MassKeyCommand(
        name=f"battle {button}",
        button_text="",
        tooltip="",
        button_hotkey=_key(button),
        hotkey=_key(sent),
        filter=filter_,
        report_single=True,
        deck_count="0",
    )


def battle_buttons(
    game: Game, settings: ModuleSettings, language: str = "en"
) -> Iterator[Component]:
    """The menu Battle, and what its entries do one after the other."""
    die = settings.dice[0] if settings.dice else None
    attackers, defenders = (f'GetProperty("{_SIDES[role]}")' for role in (ATTACKS, DEFENDS))
    who = f'{attackers}+" → "+{defenders}'
    first = _quoted(language, "Select attackers and defenders first")
    in_it = _quoted(language, "Select a unit of a declared battle first")
    unasked = f'GetProperty("{_ASKED}")==""'
    sums = [f"{pass_}All" for pass_ in passes(game)]
    declared = ("Empty", "Side", "Next", "JoinAll", "JoinBeside", *sums)
    declared += ("LeaveOpen", "Settle", "Keep", "Declared")
    yield _do("Declare the selected units' battle", DECLARE, *declared)
    told = f'" ("+GetProperty("{SUM}")+"): "' if sums else '": "'
    new = f"{_quoted(language, 'Battle {}', _LAST)}+{told}+{who}"
    yield _do("", _key("Declared"), say=f"{{{_open()}?{first}:({new})}}")
    if die:
        name = f"{die.count}d{die.sides}"
        rolled = KeyStroke.of(die.key or "Ctrl+D")
        rolls = ("Empty", "AskSelected", "SayAll", "FoughtAsked", "IfAsked")
        yield _do("Roll for the selected battle", ROLL, *rolls)
        # Nobody's battle rolls no die: VASSAL has no other condition in a button than a loop.
        yield _action("", _key("IfAsked"), (rolled,), "").replace(
            do_loop=True, loop_count=f"{{{unasked}?0:1}}", post_loop_key=_key("Rolled")
        )
        result = f'"<b>"+GetProperty("{name}_result")+"</b>"'
        fell = f'{_quoted(language, "Battle {}", _ASKED)}+": "+{who}+": "+{result}'
        yield _do("", _key("Rolled"), say=f"{{{unasked}?{in_it}:({fell})}}")
    yield _do("Clear the selected battle", CLEAR, "Empty", "AskSelected", "LeaveAsked", "Cleared")
    ended = _quoted(language, "Battle {} is over", _ASKED)
    yield _do("", _key("Cleared"), say=f"{{{unasked}?{in_it}:{ended}}}")
    yield _do("Clear all battles", _key("ClearAll"), "LeaveAll", "Forget", "AllCleared")
    yield _do("", _key("AllCleared"), say="All battles are over")
    entries = ["Declare the selected units' battle"]
    entries += ["Roll for the selected battle"] if die else []
    entries += ["Clear the selected battle", "Clear all battles"]
    for side in game.definition.side:
        name = named(game, language, f"side.{side.id}", side.name)
        entry = f"Playing both sides, {name} attacks"
        yield _action(entry, _key(f"Choose-{side.id}"), (_key(f"Alone-{side.id}"),), entry)
        entries.append(entry)
    yield play.menu("Battle", entries, tooltip="Declare battles: select attackers and defenders")


def _quoted(language: str, phrase: str, value: str = "") -> str:
    """A phrase as a text in an expression, around the value of a property."""
    return f'"{say(language, phrase)}"'.replace("{}", f'"+GetProperty("{value}")+"')


def _do(text: str, key: KeyStroke, *sent: str, say: str = "") -> c.DoActionButton:
    return _action(text, key, tuple(_key(name) for name in sent), say)


def _action(
    text: str, key: KeyStroke, keys: tuple[KeyStroke, ...], say: str = ""
) -> c.DoActionButton:
    return c.DoActionButton(
        name=text or str(key),
        text=text,
        tooltip=text,
        hotkey=key,
        do_report=bool(say),
        report_format=say,
        do_hotkey=bool(keys),
        hotkeys=keys,
    )
