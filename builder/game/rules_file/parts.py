"""The small words of rules.toml that several tables share: amounts, citations, conditions."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, StrictBool

from builder.game.definition import Model, Text


def _hyphens(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class Part(Model):
    """A table of rules.toml: its keys are written with hyphens."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=False, alias_generator=_hyphens
    )


Rule = Text | dict[str, Text]
"""The designer's own number: one for a whole table, or one each, with a `default`."""


class Chapter(Part):
    """A table of rules.toml with the rule that its entries are cited by."""

    rule: Rule = ""

    def cited(self, entry: str = "default") -> str:
        """The number that an entry is cited by; the table's own if it has none."""
        if isinstance(self.rule, str):
            return self.rule
        return self.rule.get(entry, self.rule.get("default", ""))


FACTORS = {
    "none": Fraction(0),
    "quarter": Fraction(1, 4),
    "third": Fraction(1, 3),
    "half": Fraction(1, 2),
    "same": Fraction(1),
    "double": Fraction(2),
    "triple": Fraction(3),
}
"""The words for what a number is multiplied by."""

Number = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1000, le=1000)]
Cost = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=1000)]
"""What a way costs, or a hex holds: never less than nothing."""
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]
Factor = Literal["none", "quarter", "third", "half", "same", "double", "triple"]
Amount = Factor | Number
"""What becomes of a number: a word multiplies it, a number is added to it."""


def listed(value: Any) -> Any:
    """A single name as a list of one."""
    return [value] if isinstance(value, str) else value


Names = Annotated[tuple[Text, ...], BeforeValidator(listed)]
"""A list of names; a single one may stand without brackets."""


def changed(value: Fraction, amount: Amount) -> Fraction:
    """A number after an amount; never less than nothing."""
    if isinstance(amount, str):
        return value * FACTORS[amount]
    return max(Fraction(0), value + exact(amount))


def exact(number: float) -> Fraction:
    """A typed number as a fraction: 0.33 of three is one."""
    return Fraction(number).limit_denominator(12)


class Price(Part):
    """Movement points that something costs."""

    cost: Cost
    rule: Text = ""


class Condition(Part):
    """When a modifier counts: everything that is said must hold.

    The types of `if_` must all be among the units of the side `of`; of those of `any` one is
    enough; `only` allows no others. `in_` is terrain of the hex attacked, `not_in` terrain that it
    must not have, `state` the value of state variables.
    """

    if_: Names = ()
    any: Names = ()
    only: Names = ()
    of: Literal["attackers", "defenders"] = "attackers"
    side: Text = ""
    in_: Names = ()
    not_in: Names = ()
    state: dict[str, Text | StrictBool] = Field(default={})
    phase: Names = ()
    rule: Text = ""
    name: Text = ""


class Modifier(Condition):
    """A number that counts when its condition holds."""

    by: Number
