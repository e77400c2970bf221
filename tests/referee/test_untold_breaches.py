"""A battle that cannot be fought is told by its odds, and not again as a breach."""

from __future__ import annotations

import pytest

from assistant.referee.openly import untold_breaches
from assistant.referee.verdicts import Subject, Verdict

WHY = "No unit stands next to the hex."


@pytest.mark.parametrize(
    ("subject", "told", "left"),
    [
        ("battle", ["Battle 1, 3500: no attack is possible.", f"11.1 {WHY}"], 0),
        ("battle", ["Battle 1, 3500: 5 : 8"], 1),
        ("battle", [], 1),
        ("move", [f"11.1 {WHY}"], 1),
    ],
)
def test_what_the_battles_lines_say_is_no_remark(
    subject: Subject, told: list[str], left: int
) -> None:
    breach = Verdict("unlawful", subject, 4, "a.vlog", 4, 1, "combat", rule="11.1", text=WHY)
    assert len(untold_breaches(str, [breach], told)) == left


def test_the_reason_is_looked_for_in_the_readers_language() -> None:
    breach = Verdict("unlawful", "battle", 4, "a.vlog", 4, 1, "combat", rule="11.1", text=WHY)
    in_spanish = {WHY: "Nadie hay junto al hexágono."}
    assert not untold_breaches(in_spanish.__getitem__, [breach], ["11.1 " + in_spanish[WHY]])
