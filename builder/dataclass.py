"""Dataclasses that are made in a thirtieth of the time.

Python's own writes and compiles six methods for each class at once, half a millisecond, and a start
makes three hundred classes. Here all but `__init__` need no code of their own, and that is compiled
when the first instance is made, which most classes never see.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # who checks types knows the fields of Python's own
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        frozen: bool = False,
        eq: bool = True,
        order: bool = False,
        repr: bool = True,  # noqa: A002
        init: bool = True,
        slots: bool = False,
        kw_only: bool = False,
    ) -> Any:
        """A class with the fields that it declares, as `dataclasses.dataclass` makes it."""
        if cls is None:
            asked = {"frozen": frozen, "eq": eq, "order": order, "repr": repr, "init": init}
            return partial(dataclass, **asked, slots=slots, kw_only=kw_only)
        bare = {"init": False, "eq": False, "repr": False, "slots": slots, "kw_only": kw_only}
        if order:  # few are, and these need them all
            bare.update(init=init, eq=eq, repr=repr, order=True, frozen=frozen)
            return dataclasses.dataclass(cls, **bare)
        _NOW.making = True
        try:
            made = dataclasses.dataclass(cls, **bare)
        finally:
            _NOW.making = False
        made.__dataclass_params__ = _Params(init=init, repr=repr, eq=eq, frozen=frozen)
        methods: dict[str, Any] = {}
        if init:
            methods["__init__"] = _init_to_come(made, frozen)
        if repr:
            methods["__repr__"] = _repr(tuple(f.name for f in dataclasses.fields(made) if f.repr))
        if eq:
            methods["__eq__"] = _eq(f.name for f in dataclasses.fields(made) if f.compare)
            methods["__hash__"] = _hash(made) if frozen else None
        if frozen:
            methods |= _frozen(made)
            if slots:  # else a copy would be made field by field, which is refused
                methods |= {"__getstate__": _getstate, "__setstate__": _setstate}
        for name, method in methods.items():
            if name not in vars(made):
                setattr(made, name, method)
        return made


class _Params:
    """What Python's own dataclasses ask of one of these that they are built on: only a frozen one
    may be built on a frozen one. Those of here are made as if none were, and frozen afterwards."""

    __slots__ = ("_frozen", "eq", "init", "order", "repr", "unsafe_hash")

    def __init__(self, *, init: bool, repr: bool, eq: bool, frozen: bool) -> None:  # noqa: A002
        self.init, self.repr, self.eq, self._frozen = init, repr, eq, frozen
        self.order = self.unsafe_hash = False

    @property
    def frozen(self) -> bool:
        return self._frozen and not _NOW.making


class _Now(threading.local):
    making = False
    """Whether this thread makes one of these."""


_NOW = _Now()

_ABSENT = object()
"""The default of what is made anew for each instance."""


def _init_to_come(cls: type, frozen: bool) -> Callable[..., None]:
    """Stands in the place of `__init__` until the first instance is made. Two threads that make
    their first at once make the same method twice. What somebody has put round it stays there."""
    made: list[Callable[..., None]] = []

    def __init__(self: Any, /, *values: Any, **named: Any) -> None:  # noqa: N807
        if not made:
            made.append(_init(cls, frozen))
            if vars(cls)["__init__"] is __init__:
                type.__setattr__(cls, "__init__", made[0])
        made[0](self, *values, **named)

    return __init__


def _init(cls: type, frozen: bool) -> Callable[..., None]:
    """The method that sets each field."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_ABSENT": _ABSENT}
    places, names, lines = ["self"], list[str](), list[str]()
    for number, field in enumerate(dataclasses.fields(cls)):
        name = value = field.name
        default = ""
        if field.default_factory is not dataclasses.MISSING:
            known[f"_make{number}"] = field.default_factory
            value, default = f"_make{number}()", "=_ABSENT"
            if field.init:
                value = f"{value} if {name} is _ABSENT else {name}"
        elif field.default is not dataclasses.MISSING:
            known[f"_default{number}"] = field.default
            default = f"=_default{number}"
            if not field.init and "__slots__" in vars(cls):  # else the class itself has it
                value = f"_default{number}"
        if not field.init and value == name:
            continue
        if field.init:
            (names if field.kw_only else places).append(name + default)
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    head = ", ".join([*places, *(["*", *names] if names else [])])
    exec(f"def __init__({head}):\n " + "\n ".join(lines or ["pass"]), known)
    method: Callable[..., None] = known["__init__"]
    method.__qualname__ = f"{cls.__qualname__}.__init__"
    return method


def _values(names: Iterable[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What tells the values of some fields."""
    asked = tuple(names)
    if len(asked) > 1:
        return attrgetter(*asked)
    return lambda of: tuple(getattr(of, name) for name in asked)


def _repr(names: tuple[str, ...]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    return __repr__


def _eq(names: Iterable[str]) -> Callable[[Any, object], Any]:
    values = _values(names)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        return (
            values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented
        )

    return __eq__


def _hash(cls: type) -> Callable[[Any], int]:
    fields = dataclasses.fields(cls)
    values = _values(f.name for f in fields if (f.compare if f.hash is None else f.hash))

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    return __hash__


def _frozen(cls: Any) -> dict[str, Callable[..., None]]:
    """What refuses to change an instance; a class below this one may have attributes of its own."""
    names = frozenset(field.name for field in dataclasses.fields(cls))

    def __setattr__(self: Any, name: str, value: object) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
