"""Tables of a game's rules that lie in TOML beside its room, checked when they are first read."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from pydantic import ConfigDict

Shape = TypeVar("Shape")


class Row:
    """The base of frozen dataclasses that rows of such tables become: a key that none of their
    fields bears, with a hyphen for each underscore, is refused."""

    __pydantic_config__: ClassVar[ConfigDict] = {
        "extra": "forbid",
        "strict": False,
        "alias_generator": lambda name: name.replace("_", "-"),
    }


@dataclass(frozen=True)
class Data(Generic[Shape]):
    """A file and its shape: a frozen dataclass with a field for each table, or a mapping."""

    file: Path
    shape: type[Shape]

    @cached_property
    def read(self) -> Shape:
        """What the file says; pydantic.ValidationError where it has another shape."""
        # here, because most commands start without a table to check
        from pydantic import TypeAdapter

        found = tomllib.loads(self.file.read_text("utf-8"))
        return TypeAdapter(self.shape).validate_python(found)
