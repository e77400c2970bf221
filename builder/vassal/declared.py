"""Dataclasses that are finished when they are first needed.

There are two hundred kinds of components and traits, and a game has some dozens of them: to finish
them all would take a tenth of a second each time that Kessel starts.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self, dataclass_transform


def _finish_and_begin(self: Declared, **values: Any) -> None:
    """Stands in the place of `__init__` until `dataclass` has made the real one."""
    type(self).finished().__init__(self, **values)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Declared:
    """A base of frozen dataclasses whose fields are given by keyword.

    Making the first instance finishes a class; what asks a class for its fields must do so itself.
    """

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__init__", _finish_and_begin)

    @classmethod
    def finished(cls) -> type[Self]:
        """This class, with all that `dataclass` adds to it."""
        if cls.__dict__.get("__init__") is _finish_and_begin:
            for base in cls.__bases__:
                if issubclass(base, Declared) and base is not Declared:
                    base.finished()
            type.__delattr__(cls, "__init__")
            cls._finish()
        return cls

    @classmethod
    @abstractmethod
    def _finish(cls) -> None:
        """Make the class a dataclass."""
