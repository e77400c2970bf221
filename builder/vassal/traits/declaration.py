"""How a trait is declared: its fields in VASSAL's order say how it is read and written."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self, cast

from builder.vassal.declared import Declared
from builder.vassal.kinds import Kind
from builder.vassal.sequence import join, split


@dataclass(frozen=True)
class Slot:
    """One declared field: where it stands, how it is spelled, what it is when left out."""

    name: str
    kind: Kind
    default: Any
    missing: Any  # what VASSAL takes when a text ends before this field
    optional: bool  # left out of the text while it and all behind it have their default

    def read(self, text: str) -> Any:
        """The value of a text; what VASSAL could not read is as good as missing."""
        try:
            return self.kind.decode(text)
        except (ValueError, OverflowError):
            return self.missing


class _SlotsToCome:
    """Stands for the slots of a class that is not finished yet: whoever asks finishes it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, cls: type[Trait]) -> tuple[Slot, ...]:
        return cast(tuple[Slot, ...], getattr(cls.finished(), self.name))


class Trait(Declared):
    """One trait of a piece: an immutable value with typed fields.

    A subclass names VASSAL's id with `vassal_id`; `type_delimiter` and `state_delimiter` join the
    fields of its two texts (None: one field, taken whole). Fields of the state are declared with
    `state=True`. A trait that was read remembers its texts, so that what was not changed is
    written exactly as it was, with whatever a newer VASSAL may have added behind.
    """

    ID: ClassVar[str] = ""
    TYPE_DELIMITER: ClassVar[str | None] = ";"
    STATE_DELIMITER: ClassVar[str | None] = ";"
    TYPE_SLOTS: ClassVar[tuple[Slot, ...]] = ()
    STATE_SLOTS: ClassVar[tuple[Slot, ...]] = ()

    read_from: tuple[str, str] | None = dataclasses.field(default=None, compare=False, repr=False)

    def __init_subclass__(
        cls,
        *,
        vassal_id: str = "",
        type_delimiter: str | None = ";",
        state_delimiter: str | None = ";",
    ) -> None:
        super().__init_subclass__()
        cls.ID = vassal_id
        cls.TYPE_DELIMITER = type_delimiter
        cls.STATE_DELIMITER = state_delimiter
        cls.TYPE_SLOTS = cast(Any, _SlotsToCome("TYPE_SLOTS"))
        cls.STATE_SLOTS = cast(Any, _SlotsToCome("STATE_SLOTS"))

    @classmethod
    def _finish(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)
        cls.TYPE_SLOTS = _slots(cls, state=False)
        cls.STATE_SLOTS = _slots(cls, state=True)

    @classmethod
    def decode(cls, type_text: str, state_text: str = "") -> Self:
        """The trait of its two texts; `type_text` begins with the id."""
        fields = cls.decode_type(type_text[len(cls.ID) :])
        return cls.with_state(fields, type_text, state_text)

    @classmethod
    def with_state(cls, fields: dict[str, Any], type_text: str, state_text: str) -> Self:
        """The trait of a type that was read already: `fields` are those of `type_text`."""
        state = cls.decode_state(state_text, fields)
        # Not by `__init__`, which sets one frozen field after the other: a save has many thousands.
        made = object.__new__(cls.finished())
        vars(made).update(fields, **state, read_from=(type_text, state_text), **_AS_READ)
        return made

    @classmethod
    def decode_type(cls, text: str) -> dict[str, Any]:
        """Values of the fields of a type without its id."""
        return _read(cls.TYPE_SLOTS, text, cls.TYPE_DELIMITER)

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Values of the fields of a state; `fields` are those of the type."""
        return _read(cls.STATE_SLOTS, text, cls.STATE_DELIMITER)

    def encode_type(self) -> str:
        """The type without its id, from the fields alone."""
        return _write(self, self.TYPE_SLOTS, self.TYPE_DELIMITER)

    def encode_state(self) -> str:
        """The state, from the fields alone."""
        return _write(self, self.STATE_SLOTS, self.STATE_DELIMITER)

    @cached_property
    def type_text(self) -> str:
        """The type as VASSAL writes it, id included."""
        if self.read_from is None:
            return self.ID + self.encode_type()
        as_read = self.read_from[0]
        if _is_as_read(self) or self._holds(self.decode_type(as_read[len(self.ID) :])):
            return as_read
        if "decode_type" not in vars(type(self)) and (
            added := _behind(as_read[len(self.ID) :], self.TYPE_SLOTS, self.TYPE_DELIMITER)
        ):
            return self.ID + _write(self, self.TYPE_SLOTS, self.TYPE_DELIMITER, whole=True) + added
        return self.ID + self.encode_type()

    @cached_property
    def state_text(self) -> str:
        """The state as VASSAL writes it."""
        if self.read_from is None:
            return self.encode_state()
        type_text, as_read = self.read_from
        if _is_as_read(self) or self._holds(
            self.decode_state(as_read, self.decode_type(type_text[len(self.ID) :]))
        ):
            return as_read
        if "decode_state" not in vars(type(self)) and (
            added := _behind(as_read, self.STATE_SLOTS, self.STATE_DELIMITER)
        ):
            return _write(self, self.STATE_SLOTS, self.STATE_DELIMITER, whole=True) + added
        return self.encode_state()

    def _holds(self, fields: dict[str, Any]) -> bool:
        """Whether these fields are still as they were read."""
        return all(getattr(self, name) == value for name, value in fields.items())

    def replace(self, **changes: Any) -> Self:
        """This trait with other values in the named fields."""
        return dataclasses.replace(self, **changes)


_AS_READ = {"_as_read": True}
"""What a trait bears that was read and not changed since. It is no field, so that `replace` leaves
it behind: else both texts would be read again to see whether they still hold."""


def _is_as_read(trait: Trait) -> bool:
    return "_as_read" in vars(trait)


def _read(slots: tuple[Slot, ...], text: str, delimiter: str | None) -> dict[str, Any]:
    if not slots:
        return {}
    parts = [text] if delimiter is None else split(text, delimiter)
    values = {slot.name: slot.read(part) for slot, part in zip(slots, parts, strict=False)}
    for slot in slots[len(parts) :]:
        values[slot.name] = slot.missing
    return values


def _write(
    trait: Trait, slots: tuple[Slot, ...], delimiter: str | None, *, whole: bool = False
) -> str:
    """The text of the fields; `whole`, as something follows, those too that may be left out."""
    written = list(slots)
    while not whole and written and written[-1].optional and _is_default(trait, written[-1]):
        written.pop()
    parts = [slot.kind.encode(getattr(trait, slot.name)) for slot in written]
    return "".join(parts) if delimiter is None else join(parts, delimiter)


def _is_default(trait: Trait, slot: Slot) -> bool:
    return bool(getattr(trait, slot.name) == slot.default)


def _behind(text: str, slots: tuple[Slot, ...], delimiter: str | None) -> str:
    """What stands in a text behind the declared fields, with its first delimiter."""
    if delimiter is None or not slots:
        return ""
    extra = split(text, delimiter)[len(slots) :]
    return delimiter + join(extra, delimiter) if extra else ""


def declare(kind: Kind, default: object, **how: object) -> Any:
    """A field of a trait; `how` may hold `state`, `missing`, `optional` and `secret`."""
    return dataclasses.field(
        default=cast(Any, default),
        repr=not how.get("secret"),
        metadata={"kind": kind, "missing": how.get("missing", default), **how},
    )


def _slots(cls: type[Trait], *, state: bool) -> tuple[Slot, ...]:
    """The declared fields of a trait's type or state, in VASSAL's order."""
    found = []
    for declared in dataclasses.fields(cls):
        facts = declared.metadata
        if "kind" in facts and bool(facts.get("state")) == state:
            optional = bool(facts.get("optional"))
            found.append(
                Slot(declared.name, facts["kind"], declared.default, facts["missing"], optional)
            )
    return tuple(found)
