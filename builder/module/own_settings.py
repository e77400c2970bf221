"""What `[module]` says of traits, buttons, dice and documents of a designer's own."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from builder.game.definition import Model
from builder.game.named_counters import When


class LayerSettings(Model):
    """Pictures of which one lies on the counter at a time, switched on and off by a command."""

    name: str
    pictures: tuple[str, ...] = Field(min_length=1, max_length=60)
    names: tuple[str, ...] = ()
    command: str = ""
    next: str = ""
    key: str = ""
    at: tuple[int, int] = (0, 0)
    width: int = Field(default=0, ge=0, le=2000)
    always: bool = False


class LabelSettings(Model):
    """A text that players write on the counter; `text` is what it says at the start."""

    text: str = ""
    command: str = "Label"
    key: str = ""
    size: int = Field(default=10, ge=4, le=80)
    at: Literal["top", "middle", "bottom"] = "bottom"


class MaskSettings(Model):
    """What the other side sees instead: a picture, else the back of the side's units."""

    picture: str = ""
    command: str = "Hide from the enemy"
    name: str = "a unit"
    key: str = ""


class OwnTrait(Model):
    """Traits of VASSAL's for the counters that `when` names: one kind in each entry.

    `facings` turns the counter in so many steps, 1 in any angle; `trait` is a definition as it
    stands in a build file, with its `state`.
    """

    when: When = Field(default_factory=dict)
    facings: int | None = Field(default=None, ge=1, le=360)
    mask: MaskSettings | None = None
    label: LabelSettings | None = None
    clone: bool = False
    layer: LayerSettings | None = None
    trait: str = Field(default="", max_length=20_000)
    state: str = Field(default="", max_length=20_000)


class Rulebook(Model):
    """A document in the help menu."""

    title: str
    file: str


class OwnButton(Model):
    """A button of the toolbar: it tells the chat something, presses keys of other buttons, or sends
    a key to the counters that `filter` names."""

    text: str = Field(min_length=1)
    tooltip: str = ""
    key: str = ""
    report: str = ""
    press: tuple[str, ...] = ()
    send: str = ""
    filter: str = ""


class OwnChart(Model):
    """A chart that is a picture already, such as a scan: a page of the window of charts."""

    title: str = Field(min_length=1)
    picture: str = Field(min_length=1)


class Symbol(Model):
    """One face of a die of symbols."""

    text: str
    picture: str = ""
    value: int = 0


class SymbolDice(Model):
    """Dice with symbols in place of pips."""

    name: str = Field(min_length=1)
    key: str = ""
    count: int = Field(default=1, ge=1, le=20)
    face: tuple[Symbol, ...] = Field(min_length=2, max_length=60)
