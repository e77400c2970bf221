"""How a module carries what the assistant reads back: names of properties, layers and pieces.

The module builder writes these names and the binding of saves reads them; neither invents others.

| on the table | in the module |
|---|---|
| the map with the game's hexes | the map window `Main Map` |
| game and scenario | module global properties `KesselGame`, `KesselScenario` |
| turn and phase | the turn tracker: a counter level (turn), a list level (phase ids in order) |
| state variables | one module global property each, named by `state_property` |
| a unit | a piece with the marker property `Counter` = its id in counters.csv |
| its step | the level of the Layer `Step` (level 1 is full strength) |
| its markers (out of supply, ...) | a Layer each, named by `marker_layer`, active while borne |
| its changing fields (roll, mode, ...) | a Dynamic Property each, of the field's own name |
| control of a hex | a control marker piece: its property `Control` is the side, "" for none |
| a hex kept by a marker (Bagration, ...) | a piece with `StateHex` = the state variable's name |
| hexes kept by markers (absolute orders) | pieces with `StateHex` = the name of the list |
| hexes whose order counts (a route) | the same, with `StateNumber` = the place in the list |
| tables by hex kept by markers | pieces with `StateHex` = the table; the type says what is added |
| a list kept by markers in a box | pieces with `StateItem` = one of its choices, in that box |
| event cards | pieces with `Card` = the number in cards.csv |
| a declared battle | its units have `Battle` = a number, `BattleRole` = `attack` or `defence` |
| boxes, areas | zones or regions of the board whose names are the ids |
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from builder.game.name_lists import names_in_row

if TYPE_CHECKING:
    from builder.game.definition import FieldDefinition

MAIN_MAP = "Main Map"
"""What the map is called in modules of our own."""
GAME_PROPERTY = "KesselGame"
SCENARIO_PROPERTY = "KesselScenario"
OPENING_X, OPENING_Y = "OpeningX", "OpeningY"
"""The point of the map on which a scenario opens."""
COUNTER_PROPERTY = "Counter"
CONTROL_PROPERTY = "Control"
STATE_HEX_PROPERTY = "StateHex"
STATE_ITEM_PROPERTY = "StateItem"
STATE_NUMBER_PROPERTY = "StateNumber"
"""Of a marker that keeps a hex of a list: where in its order the hex stands."""
CARD_PROPERTY = "Card"
BATTLE_PROPERTY = "Battle"
ROLE_PROPERTY = "BattleRole"
FOUGHT_PROPERTY = "BattleFought"
SENT_PROPERTY = "Sent"
"""Of a unit that is gone: the box to which it was sent."""
LAID_FROM_PROPERTY = "LaidFrom"
"""Of a card that was laid out beside its deck: the deck's id."""
LAID_AT_PROPERTY = "LaidAt"
"""Of such a card: how many lay there with it, so that the last one is put back first."""
SET_UP_PROPERTY = "SetUp"
"""Of a unit as a scenario sets it up: what VASSAL calls the place where it puts it."""
SET_UP_ZONE_PROPERTY = "SetUpZone"
"""The zone of that place, if it is a box or a turn: their names are in the module's language."""
ATTACKS, DEFENDS = "attack", "defence"
STEP_LAYER = "Step"
ROW_LAYER = "Row"
"""Of the mark that lies on a row of a chart and follows what the module keeps."""
NAMES_SEPARATOR = " "

BATTLE_ACCOUNTS = frozenset(
    f"Battle{name}"
    for name in (
        "Last",
        "Side",
        "Asked",
        "Attackers",
        "Defenders",
        "Attack",
        "Defence",
        "Target",
        "Dry",
        "Sum",
        "Hexes",
    )
)
"""Global properties by which the module keeps account of declared battles; `BattleLast1` and so on
are the last numbers that each side's seat gave."""


def is_battle_account(name: str) -> bool:
    """Whether a global property is such an account, and no news for players."""
    return name.rstrip("0123456789") in BATTLE_ACCOUNTS


def state_property(variable: str) -> str:
    """The module's global property for a state variable."""
    return f"State-{variable}"


def marker_layer(marker: str) -> str:
    """The Layer of a unit that is active while it bears a marker."""
    return f"Mark-{marker}"


class Kept(NamedTuple):
    """What a marker on the map tells: a state variable, and the number or the key that it adds."""

    variable: str
    part: str = ""


def kept_by(kind: str, declared: Mapping[str, FieldDefinition]) -> Kept | None:
    """What markers of a type keep, by the type's name: of `absolute-orders` the type
    `absolute-order`, of a table of numbers `interdiction` the type `interdiction-5`, of a table of
    hexes `air-superiority` the type `nato-air-superiority`."""
    for name, field in declared.items():
        if field.type in ("hex", "hexes", "texts") and kind == name:
            return Kept(name)
        if field.type == "hexes" and f"{kind}s" == name:
            return Kept(name)
        number = kind.removeprefix(f"{name}-")
        if field.type == "numbers-by-hex" and number != kind and number.isdecimal():
            return Kept(name, number)
        key = kind.removesuffix(f"-{name}")
        if field.type == "hexes-by-name" and key != kind:
            return Kept(name, key)
    return None


def written(value: Any) -> str:
    """A state variable or unit field as the text of a VASSAL property."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inner = {key: written(item).replace(" ", "+") for key, item in value.items()}
        return NAMES_SEPARATOR.join(f"{key}={item}" for key, item in inner.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return NAMES_SEPARATOR.join(written(item) for item in value)
    return str(value)


def parsed(text: str, definition: FieldDefinition) -> Any:
    """A property's text as its declared type; None when it is empty. ValueError if it does not fit.

    Tables by hex are written `4416=2 4417=1`; lists inside tables `name=4416+4417`; texts that each
    end with a number `poland 4, hungary 6`, with or without the commas; lists with a blank between
    their members, of which those stay whole that the definition has among its choices.
    """
    text = text.strip()
    if not text:
        return [] if definition.type in ("ints", "texts", "choices", "hexes") else None
    if "_" in text and definition.type in ("int", "number", "ints"):
        raise ValueError(text)  # Python reads 1_0 as 10, and nobody else does
    match definition.type:
        case "bool":
            return _bool(text)
        case "int":
            return int(text)
        case "number":
            return float(text)
        case "ints":
            return [int(word) for word in text.split()]
        case "texts" if definition.each:
            return _numbered(text, definition.instead)
        case "texts" | "choices" | "hexes":
            return names_in_row(text, definition.choices)
        case "numbers-by-hex":
            return {key: float(item) for key, item in _pairs(text)}
        case "hexes-by-name" | "texts-by-name":
            return {key: item.split("+") for key, item in _pairs(text)}
    return text


def _numbered(text: str, instead: Sequence[str]) -> list[str]:
    """Texts of several words, each of which ends with a number or a word that stands for it."""
    found: list[str] = []
    words: list[str] = []
    for word in re.split(r"[\s,;]+", text.strip(" ,;")):
        words.append(word)
        if word.lstrip("-").isdecimal() or word in instead:
            found.append(" ".join(words))
            words = []
    if words:
        raise ValueError(text)
    return found


def _bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs = [word.partition("=") for word in text.split()]
    if any(not equals for _, equals, _ in pairs):
        raise ValueError(text)
    return [(key, item) for key, _, item in pairs]


SHEET = "sheet"
"""The zone of a map for whatever is neither hex nor box."""
