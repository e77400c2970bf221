"""Rules as functions: a decorator that keeps the rule's number beside its code."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])
_MARK = "__kessel_rules__"


@dataclass(frozen=True)
class Implemented:
    """A rule number and the function that carries it out."""

    rule: str
    function: str
    module: str
    line: int
    summary: str


def rule(*numbers: str) -> Callable[[Function], Function]:
    """Mark a function as the place where these numbered rules are carried out."""

    def mark(function: Function) -> Function:
        setattr(function, _MARK, numbers)
        return function

    return mark


def rules_of(*modules: ModuleType) -> Iterator[Implemented]:
    """Every marked function of the modules, by the order of their lines."""
    for module in modules:
        functions = [f for f in _functions_of(module) if hasattr(f, _MARK)]
        for function in sorted(functions, key=_line):
            summary = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
            for number in getattr(function, _MARK):
                yield Implemented(
                    number, function.__qualname__, module.__name__, _line(function), summary
                )


def _line(function: FunctionType) -> int:
    """The line where a function begins, its outermost decorator included."""
    line: int = inspect.unwrap(function).__code__.co_firstlineno
    return line


def _functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """Functions and methods that a module defines itself, inside cached properties too."""
    for thing in vars(module).values():
        if getattr(thing, "__module__", "") != module.__name__:
            continue
        for part in vars(thing).values() if inspect.isclass(thing) else (thing,):
            function = part.func if isinstance(part, cached_property) else part
            if isinstance(function, FunctionType):
                yield function
