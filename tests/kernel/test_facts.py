"""Facts that are kept with what they follow from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.kernel.facts import kept, kept_for


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


def test_what_is_kept_for_each_of_its_further_values() -> None:
    asked: list[int] = []

    @dataclass(frozen=True)
    class Shop:
        name: str

        @kept_for
        def price(self, number: int) -> int:
            asked.append(number)
            return 2 * number

    shop, other = Shop("one"), Shop("two")
    assert [shop.price(3), shop.price(3), shop.price(4), other.price(3)] == [6, 6, 8, 6]
    assert asked == [3, 4, 3]
