"""Why an answer is as it is: reasons as values, a rule with a template (builder.saying) and its
values, and the closed list of what a refusal is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from builder.saying import Saying, fill, key_of, pieces_of, shown

__all__ = ["CODES", "Code", "Reason", "Saying", "fill", "key_of", "pieces_of", "shown"]

Code = Literal[
    "enemy-units",
    "enemy-zone",
    "friends",
    "full",
    "terrain",
    "hexside",
    "area",
    "allowance",
    "unit",
    "spent",
    "distance",
    "phase",
    "side",
    "command",
    "supply",
    "odds",
    "markers",
    "option",
    "way",
    "stays",
    "missing",
    "unseen",
]
"""What a refusal is about, for programs; see CODES."""

CODES: Mapping[Code, str] = {
    "enemy-units": "Enemy units stand there.",
    "enemy-zone": "An enemy zone of control closes the hex or ends the way.",
    "friends": "Friendly units with which it may not stand or fight together are there.",
    "full": "The stacking limit leaves no room.",
    "terrain": "The terrain of the hex is closed.",
    "hexside": "The hexside is closed: water, a river without a bridge, impassable ground.",
    "area": "The place lies outside of where this unit may be.",
    "allowance": "The movement points do not suffice.",
    "unit": "A unit of this kind never does that.",
    "spent": "It was done already in this phase, turn or game.",
    "distance": "Too far: not adjacent, or out of range.",
    "phase": "Not in this phase, turn, weather or scenario.",
    "side": "Not for this side, or against its own units.",
    "command": "Not activated, or out of command.",
    "supply": "Out of supply, or no source that works.",
    "odds": "Below what the results table allows.",
    "markers": "No marker, card or air unit is left for it.",
    "option": "The readings of the rules in force do not allow it.",
    "way": "Another way must be taken first, or this one leads nowhere.",
    "stays": "The result orders nobody to go.",
    "missing": "The position does not say what the rule needs.",
    "unseen": "The viewer may not see all that stands there.",
}
"""The closed list of codes with what each says; the pages of the manual show it."""


@dataclass(frozen=True, init=False)
class Reason:
    """Why an answer is as it is: a rule number, a sentence, and what a refusal is about.

    `Reason("9.4", "{unit} may not enter {hex}.", "terrain", unit="A", hex="4416")`: with values the
    text is a template, without them a sentence as it stands.
    """

    rule: str
    text: str
    code: Code | None = None

    def __init__(self, rule: str, text: str, code: Code | None = None, **values: Any) -> None:
        known = self.__dict__
        known["rule"] = rule
        known["code"] = code
        if values:
            known["_made_of"] = text, values
        else:
            known["text"] = text

    def __getattr__(self, name: str) -> Any:
        """The text, made when it is first asked for, because searches drop most reasons unread."""
        if name != "text" or "_made_of" not in self.__dict__:
            raise AttributeError(name)
        template, values = self.__dict__["_made_of"]
        self.__dict__["text"] = said = Saying(template, **values)
        return said
