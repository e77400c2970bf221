"""Facts that are kept with what they follow from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.kernel.facts import kept


@dataclass(frozen=True)
class Value:
    number: int


def test_a_fact_is_worked_out_once_for_each_value() -> None:
    calls = []

    @kept
    def double(value: Value) -> int:
        calls.append(value)
        return 2 * value.number

    one, other = Value(1), Value(2)
    assert [double(one), double(one), double(other)] == [2, 2, 4]
    assert len(calls) == 2
    assert double(replace(one, number=5)) == 10
    assert one == Value(1)
