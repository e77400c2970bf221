"""Which functions a question can reach: what is never asked answers nothing."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any


def reached_from(rules: object) -> frozenset[str]:
    """The functions, as `module.qualified name`, that the methods of some rules can come to.

    A function comes to what its code names: functions, the classes it makes, what lists and tables
    hold, and of a class that it comes to the methods whose names are written anywhere on the way.
    That is at times more than is ever called, and never less.
    """
    search = _Search(type(rules).__module__.partition(".")[0])
    search.take_class(type(rules), every=True)
    search.take_parts(rules)
    search.run()
    return frozenset(search.found.values())


class _Search:
    def __init__(self, house: str) -> None:
        self.house = house
        self.found: dict[CodeType, str] = {}
        self.names: set[str] = set()
        self._classes: dict[type, bool] = {}
        self._seen: set[int] = set()
        self._fresh: list[FunctionType] = []

    def run(self) -> None:
        """Follow what is new until nothing is."""
        before = -1
        while before != len(self.found) + len(self.names):
            before = len(self.found) + len(self.names)
            while self._fresh:
                self._follow(self._fresh.pop())
            for cls, every in list(self._classes.items()):
                self._methods(cls, every)

    def take_class(self, cls: type, every: bool = False) -> None:
        if not self._ours(cls) or cls in self._classes:
            return
        self._classes[cls] = every
        for base in cls.__mro__[1:-1]:
            self.take_class(base, every)

    def take_parts(self, value: object) -> None:
        """What a value holds: the chapters of a room."""
        for part in self._held(value):
            self._take(part)

    def _ours(self, thing: Any) -> bool:
        """Whether something is of the package whose functions are followed."""
        return str(thing.__module__).partition(".")[0] == self.house

    def _methods(self, cls: type, every: bool) -> None:
        for name, thing in vars(cls).items():
            called = name in self.names or name.startswith("__")
            if every or called or isinstance(thing, type):
                self._take(thing)

    def _take(self, thing: Any) -> None:
        """Whatever a name may stand for."""
        if isinstance(thing, FunctionType):
            self._take_function(thing)
        elif isinstance(thing, type):
            self.take_class(thing)
        elif isinstance(thing, property):
            self._take(thing.fget)
        elif isinstance(thing, cached_property):
            self._take(thing.func)
        elif isinstance(thing, staticmethod | classmethod | MethodType):
            self._take(thing.__func__)
        elif id(thing) not in self._seen:
            self._seen.add(id(thing))
            for part in self._held(thing):
                self._take(part)

    def _held(self, thing: Any) -> Iterable[Any]:
        """What a list, a table or a value holds that may be a function."""
        if isinstance(thing, Mapping):
            return [*thing.keys(), *thing.values()]
        if isinstance(thing, tuple | list | set | frozenset):
            return thing
        if self._ours(type(thing)) and is_dataclass(thing):
            return [type(thing), *(getattr(thing, part.name, None) for part in fields(thing))]
        func = getattr(thing, "func", None)
        if func is None and hasattr(thing, "cache_info"):
            func = inspect.unwrap(thing)
        return [] if func is None else [func, *getattr(thing, "args", ())]

    def _take_function(self, function: FunctionType) -> None:
        inner = inspect.unwrap(function)
        for one in (function, inner):
            if not isinstance(one, FunctionType):
                continue
            if one.__code__ not in self.found:
                self.found[one.__code__] = f"{one.__module__}.{one.__qualname__}"
                if self._ours(one):
                    self._fresh.append(one)
            elif one.__closure__ and id(one) not in self._seen and self._ours(one):
                # another of the same code, because a factory's functions differ by what they close
                self._seen.add(id(one))
                self._fresh.append(one)

    def _follow(self, function: FunctionType) -> None:
        names = set(_names(function.__code__))
        self.names |= names
        for name in names:
            thing = function.__globals__.get(name)
            if isinstance(thing, ModuleType):
                for inner in names:
                    self._take(vars(thing).get(inner))
            else:
                self._take(thing)
        for cell in function.__closure__ or ():
            self._take(cell.cell_contents)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._take(default)


def _names(code: CodeType) -> Iterator[str]:
    """Every name in a function's code, that of the functions within it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
