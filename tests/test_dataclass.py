"""Kessel's dataclasses are as Python's own, made in less time."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
import threading
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any

import pytest

from builder.dataclass import dataclass

Made = Callable[..., Any]


def plain(make: Made, **how: bool) -> type:
    @make(**how)
    class Thing:
        """A thing."""

        name: str
        size: int = 2
        parts: list[str] = field(default_factory=list)
        secret: str = field(default="s", repr=False, compare=False)
        number: int = field(default=7, init=False)
        late: str = field(default="l", kw_only=True)

    return Thing


def inherited(make: Made, **how: bool) -> type:
    @make(**how)
    class Base:
        name: str
        size: int = 2

    @make(**how)
    class Thing(Base):
        size: int = 3
        parts: tuple[str, ...] = ()

        def __post_init__(self) -> None:
            object.__setattr__(self, "size", self.size * 2)

    return Thing


def bare(make: Made, **how: bool) -> type:
    @make(**how)
    class Thing:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Thing)

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "thing"

    return Thing


def empty(make: Made, **how: bool) -> type:
    @make(**how)
    class Thing:
        pass

    return Thing


KINDS: list[Callable[..., type]] = [plain, inherited, bare]
HOWS = [
    {"frozen": frozen, "slots": slots} for frozen in (False, True) for slots in (False, True)
] + [
    {"eq": False},
    {"repr": False},
    {"frozen": True, "order": True},
    {"frozen": True, "kw_only": True},
]


def told(act: Callable[[], object]) -> object:
    """What comes of it, or which error; a new attribute of a frozen class with slots is refused by
    Python's own with a TypeError, by mistake."""
    try:
        return act()
    except (FrozenInstanceError, TypeError) as error:
        return "refused" if "new" in str(error) or "super" in str(error) else type(error)
    except Exception as error:
        return type(error)


def looks(cls: Any) -> list[object]:
    one, same, other = (
        cls(name="a"),
        cls(name="a"),
        cls(name="b", size=9) if "size" in vars(one_of(cls)) else cls(name="b"),
    )
    return [
        repr(one), one == same, one == other, one == "a", one != same,
        told(lambda: hash(one) == hash(same)), told(lambda: one < other),
        told(lambda: cls("a", 4)), told(cls), told(lambda: cls("a", wrong=1)),
        told(lambda: setattr(one, "name", "c")), told(lambda: setattr(one, "new", "c")),
        told(lambda: delattr(one, "name")), one.name if hasattr(one, "name") else None,
        [(f.name, f.init, f.kw_only) for f in fields(cls)], cls.__match_args__,
        hasattr(one, "__dict__"), vars(one) if hasattr(one, "__dict__") else None,
        repr(replace(same, name="d")), repr(copy.copy(same)), cls.__doc__ == "A thing.",
    ]  # fmt: skip


def one_of(cls: Any) -> Any:
    return type("Names", (), {f.name: None for f in fields(cls)})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", HOWS, ids=str)
def test_it_is_what_pythons_own_is(kind: Callable[..., type], how: dict[str, bool]) -> None:
    ours, theirs = looks(kind(dataclass, **how)), looks(kind(dataclasses.dataclass, **how))
    assert _without_numbers(ours) == _without_numbers(theirs)


def _without_numbers(looks: list[object]) -> list[str]:
    return [re.sub(r"0x[0-9a-f]+", "", str(one)) for one in looks]


@pytest.mark.parametrize("how", HOWS[:4], ids=str)
def test_one_without_fields(how: dict[str, bool]) -> None:
    cls: Any = empty(dataclass, **how)
    assert cls() == cls()
    assert repr(cls()).endswith("Thing()")


def test_what_is_made_anew_is_not_shared() -> None:
    cls: Any = plain(dataclass)
    cls("a").parts.append("x")
    assert cls("b").parts == []


def test_a_class_below_may_have_attributes_of_its_own() -> None:
    class Below(plain(dataclass, frozen=True)):  # type: ignore[misc]
        pass

    below: Any = Below("a")
    below.more = 1
    del below.more
    with pytest.raises(FrozenInstanceError, match="'name'"):
        below.name = "b"


@dataclass(frozen=True, slots=True)
class Sent:
    """What a process may be sent."""

    name: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class SentToo:
    name: str


@pytest.mark.parametrize("thing", [Sent("a", ("b",)), SentToo("a")])
def test_it_can_be_sent(thing: object) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing
    assert copy.deepcopy(thing) == thing


def test_two_threads_may_make_the_first_at_once() -> None:
    for _ in range(20):
        cls: Any = plain(dataclass, frozen=True)
        start, made = threading.Barrier(4), list[Any]()

        def make(cls: Any = cls, start: Any = start, made: list[Any] = made) -> None:
            start.wait()
            made.append(cls("a"))

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert made == [cls("a")] * 4


def test_what_is_put_round_a_maker_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the tests do, to see what the builder finds wrong."""

    @dataclass(frozen=True)
    class Thing:
        name: str

    first, seen = Thing.__init__, []

    def watched(self: Thing, name: str) -> None:
        first(self, name)
        seen.append(self.name)

    monkeypatch.setattr(Thing, "__init__", watched)
    assert [Thing(name).name for name in "ab"] == seen == ["a", "b"]


def test_pythons_own_are_built_on_them() -> None:
    """As the rules of a game in Python are, of which the documentation has an example."""

    @dataclass(frozen=True)
    class Base:
        name: str

    @dataclass(frozen=True)
    class Ours(Base):
        size: int = 2

    @dataclasses.dataclass(frozen=True)
    class Theirs(Ours):
        colour: str = "red"

    assert Theirs("a") == Theirs("a", 2, "red") != Theirs("a", 3)
    with pytest.raises(FrozenInstanceError):
        Theirs("a").size = 3  # type: ignore[misc]
    with pytest.raises(TypeError, match="cannot inherit non-frozen dataclass from a frozen one"):
        dataclasses.dataclass(type("Loose", (Ours,), {"__annotations__": {"x": "int"}, "x": 1}))
