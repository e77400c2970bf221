"""Traits that give a piece properties: markers, dynamic and calculated ones, sheets, names."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from builder.java_numbers import java_int
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Kind
from builder.vassal.sequence import join, split
from builder.vassal.traits.declaration import Trait, declare
from builder.vassal.traits.fields import flag, key, strings, text, whole

COUNTER_TARGET = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"


class Marker(Trait, vassal_id="mark;", type_delimiter=None, state_delimiter=None):
    """Fixed properties of a piece (counters/Marker)."""

    names: tuple[str, ...] = strings()
    values: tuple[str, ...] = strings(state=True)

    @classmethod
    def of(cls, **values: str) -> Marker:
        """A marker of these names and values."""
        return cls(names=tuple(values), values=tuple(values.values()))

    def items(self) -> list[tuple[str, str]]:
        """Names with their values; a value that is not there is empty."""
        padded = [*self.values, *[""] * len(self.names)]
        return list(zip(self.names, padded, strict=False))


class PropertyCommand(NamedTuple):
    """A key command that changes a property.

    `change` is VASSAL's own: `P,value` sets, `I,1` adds, `R,prompt` asks, `E,prompt,choices` offers
    (properties/PropertyChangerConfigurer); join it with `sequence.join(parts, ",")`.
    """

    menu: str
    key: KeyStroke | None
    change: str

    @classmethod
    def decode(cls, text: str) -> PropertyCommand:
        """The command of its text."""
        menu, stroke, change, *_ = [*split(text, ":"), "", ""]
        return cls(menu, KeyStroke.decode(stroke) if stroke else None, change)

    def encode(self) -> str:
        """The command as VASSAL writes it."""
        return join([self.menu, self.key.encode() if self.key else "", self.change], ":")


def _commands(written: str) -> tuple[PropertyCommand, ...]:
    return tuple(map(PropertyCommand.decode, split(written, ","))) if written else ()


_COMMANDS = Kind(
    "property commands",
    lambda commands: join([command.encode() for command in commands], ","),
    _commands,
)


def property_commands() -> tuple[PropertyCommand, ...]:
    """Several commands that change one property."""
    return cast("tuple[PropertyCommand, ...]", declare(_COMMANDS, ()))


class Constraints(NamedTuple):
    """Whether a property is a number, between which bounds, and whether it wraps round."""

    numeric: bool = False
    lowest: int = 0
    highest: int = 100
    wrap: bool = False

    @classmethod
    def decode(cls, text: str) -> Constraints:
        """The constraints of `numeric,lowest,highest,wrap`."""
        numeric, lowest, highest, wrap, *_ = [*split(text, ","), "", "", ""]
        least, most = java_int(lowest or "0"), java_int(highest or "100")
        return cls(numeric == "true", least, most, wrap == "true")

    def encode(self) -> str:
        """The constraints as VASSAL writes them."""
        numeric, wrap = ("true" if flag else "false" for flag in (self.numeric, self.wrap))
        return f"{numeric},{self.lowest},{self.highest},{wrap}"


def property_constraints() -> Constraints:
    """The constraints of a property."""
    kind = Kind("constraints", Constraints.encode, Constraints.decode)
    return cast(Constraints, declare(kind, Constraints()))


class DynamicProperty(Trait, vassal_id="PROP;", state_delimiter=None):
    """A property that key commands change (counters/DynamicProperty)."""

    name: str = text()
    constraints: Constraints = property_constraints()
    commands: tuple[PropertyCommand, ...] = property_commands()
    description: str = text()
    value: str = text(state=True, secret=True)


class CalculatedProperty(Trait, vassal_id="calcProp;"):
    """A property that is an expression (counters/CalculatedProperty)."""

    name: str = text()
    expression: str = text()
    description: str = text()


class SetGlobalProperty(Trait, vassal_id="setprop;"):
    """A key command that changes a global property (counters/SetGlobalProperty)."""

    name: str = text()
    constraints: Constraints = property_constraints()
    commands: tuple[PropertyCommand, ...] = property_commands()
    description: str = text()
    level: str = text("Current Zone/Current Map/Module")
    search_name: str = text()


class SetPieceProperty(Trait, vassal_id="setpieceprop;"):
    """A key command that changes a property of other pieces (counters/SetPieceProperty)."""

    name: str = text()
    constraints: Constraints = property_constraints()
    commands: tuple[PropertyCommand, ...] = property_commands()
    description: str = text()
    target: str = text(COUNTER_TARGET)
    filter: str = text()
    restrict_range: bool = flag(False)
    range: int = whole(1)
    fixed_range: bool = flag(True)
    range_property: str = text()
    from_deck: str = text("-1")
    override_constraints: bool = flag(False)


class PropertySheet(Trait, vassal_id="propertysheet;", state_delimiter="~"):
    """A sheet of named values (counters/PropertySheet); fields are a type digit and a name each."""

    definition: str = text()
    menu: str = text("Property Sheet")
    old_key: str = text()
    commit: int = whole(0)
    red: str = text()
    green: str = text()
    blue: str = text()
    launch_key: KeyStroke | None = key("80,130")
    description: str = text()
    values: tuple[str, ...] = ()

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The values of the sheet."""
        return {"values": tuple(split(text, "~")) if text else ()}

    def encode_state(self) -> str:
        """The values of the sheet as one text."""
        return join(self.values, "~")

    def items(self) -> list[tuple[str, str]]:
        """Names with their values."""
        names = [field[1:] for field in split(self.definition, "~")] if self.definition else []
        padded = [*self.values, *[""] * len(names)]
        return list(zip(names, padded, strict=False))


class Spreadsheet(Trait, vassal_id="table;", state_delimiter=None):
    """A table of texts (counters/TableInfo), row by row."""

    rows: int = whole(2)
    columns: int = whole(2)
    command: str = text("Show Data")
    launch_key: KeyStroke | None = key("83,130")
    description: str = text()
    cells: tuple[str, ...] = strings(state=True)


class TranslatableMessage(Trait, vassal_id="locmsg;"):
    """A text that a translation may replace (counters/TranslatableMessage)."""

    name: str = text()
    description: str = text()
    message: str = text()


class BasicName(Trait, vassal_id="basicName;"):
    """Another basic name for the piece (counters/BasicName)."""

    name: str = text()


class Comment(Trait, vassal_id="cmt;"):
    """A remark of the module's designer (counters/Comment)."""

    remark: str = text()


class Prototype(Trait, vassal_id="prototype;"):
    """The traits of a named prototype stand here (counters/UsePrototype)."""

    name: str = text()
    parameters: str = text(optional=True)
