"""Units and headquarters: class, strength in a state of supply, steps (rules 2.2, 10.5, 11.2)."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError

State = Literal["supplied", "oos", "isolated"]
SUPPLY_LOSS = 2


def is_hq(unit: Unit) -> bool:
    return unit.type == "hq"


@rule("2.2.2")
def is_mechanised(position: Position, unit: Unit) -> bool:
    """Mechanised and armoured units have an attack and a defence of their own and advance further.

    The class stands with the unit type in game.toml.
    """
    kind = position.game.definition.units.types.get(unit.type)
    return kind is not None and kind.values.get("class") == "mechanised"


@rule("11.1.4")
def state_of(unit: Unit) -> State:
    """The supply state in force: what the last supply chit left, told by the marker."""
    if "isolated" in unit.markers:
        return "isolated"
    return "oos" if "oos" in unit.markers else "supplied"


@rule("11.2.2", "11.2.3", "10.3.1")
def attack_of(unit: Unit) -> int:
    """Attack of the face now up; two less, never below nothing, out of supply or isolated."""
    printed = printed_value(unit, "attack")
    return printed if state_of(unit) == "supplied" else max(0, printed - SUPPLY_LOSS)


@rule("11.2.3", "10.3.1")
def defence_of(unit: Unit) -> int:
    """Defence of the face now up; two less, never below nothing, only when isolated."""
    printed = printed_value(unit, "defence")
    return max(0, printed - SUPPLY_LOSS) if state_of(unit) == "isolated" else printed


@rule("11.2.3", "1.3")
def allowance_of(unit: Unit) -> int:
    """Printed movement, halved and rounded down when isolated."""
    movement = unit.get("movement")
    if movement is None:
        raise QuestionError(
            "The position does not say how far {unit} moves: add movement = N to it.",
            unit=unit,
        )
    return int(movement) // 2 if state_of(unit) == "isolated" else int(movement)


@rule("2.2.2")
def printed_value(unit: Unit, name: Literal["attack", "defence"]) -> int:
    """Attack or defence as printed: the one strength of a unit that has no pair of them."""
    for field in (name, "strength"):
        if unit.get(field):
            return unit.face(field)
    kind = f"{name} = [N, N]" if unit.get("attack") or unit.get("defence") else "strength = [N, N]"
    raise QuestionError(
        "The position does not say the {name} of {unit}: add {kind} to it.",
        name=name,
        unit=unit,
        kind=kind,
    )


@rule("2.2.3", "10.5", "14.0")
def steps_left(unit: Unit) -> int:
    """Faces not yet lost; a headquarters has one step whatever its counter shows."""
    if is_hq(unit):
        return 1
    faces = [unit.get(name) for name in ("strength", "attack", "defence")]
    longest = max((len(values) for values in faces if values), default=1)
    return max(1, longest - unit.step + 1)
