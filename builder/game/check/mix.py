"""The counter mix: its total, sides and types, and units without figures."""

from __future__ import annotations

from collections.abc import Sequence

from builder.game.check.findings import Look
from builder.game.model import Counter
from builder.saying import Saying, quoting

_BARE = 5
"""Units without figures that are named one by one."""


def check_mix(look: Look) -> None:
    """All of counters.csv."""
    game = look.game
    if not game.counters:
        path = game.folder / "counters.csv"
        look.warning("no-counters", path, 0, "The game has no counters.", "List them here.")
        return
    _total(look)
    units = [counter for counter in game.counters.values() if counter.kind == "unit"]
    bare = _without_strength(look, units)
    if len(bare) > _BARE:
        _all_bare(look, len(bare), len(units))
    for counter in units:
        _side(look, counter)
        if counter.id in bare and len(bare) <= _BARE:
            _bare(look, counter)
        _copies(look, counter)
    _alike(look)
    _unused_types(look)


def _alike(look: Look) -> None:
    """Ids that only capitals tell apart: on Windows their pictures are one file."""
    seen: dict[str, str] = {}
    for counter in look.game.counters.values():
        first = seen.setdefault(counter.id.casefold(), counter.id)
        if first != counter.id:
            look.warning(
                "ids-alike",
                look.game.folder / "counters.csv",
                counter.line,
                quoting("Only capitals tell '{id}' from '{other}'.", id=counter.id, other=first),
                "Write another id, because some systems take both for one.",
            )


def _figures(look: Look) -> list[str]:
    """The fields of units that have a figure a face."""
    fields = look.game.definition.units.fields
    return [name for name, field in fields.items() if field.type == "ints"]


def _without_strength(look: Look, units: Sequence[Counter]) -> frozenset[str]:
    """The units of which no figure is told, where the game has any."""
    names = _figures(look)
    bare = (counter for counter in units if not any(counter.fields.get(name) for name in names))
    return frozenset(counter.id for counter in bare) if names else frozenset()


def _all_bare(look: Look, bare: int, units: int) -> None:
    """Told once for all, because a new game has hundreds of them."""
    text = "{number} of {all} units {number|has|have} no strength."
    remedy = "Fill the columns {names}: one figure a face, full strength first."
    look.warning(
        "no-strength",
        look.game.folder / "counters.csv",
        0,
        quoting(text, number=bare, all=units),
        quoting(remedy, names=", ".join(_figures(look))),
    )


def _bare(look: Look, counter: Counter) -> None:
    look.warning(
        "no-strength",
        look.game.folder / "counters.csv",
        counter.line,
        quoting("'{id}' has no strength.", id=counter.id),
        "Write the figure of each face, full strength first.",
    )


def _side(look: Look, counter: Counter) -> None:
    """A type that only one side has."""
    unit_type = look.game.definition.units.types.get(counter.type)
    if not unit_type or unit_type.side in ("", counter.side):
        return
    look.error(
        "type-of-other-side",
        look.game.folder / "counters.csv",
        counter.line,
        quoting(
            "'{id}' is {side}, and its type '{word}' is {other} only.",
            id=counter.id,
            side=counter.side,
            word=counter.type,
            other=unit_type.side,
        ),
        "Change the side or the type, or the type's side in game.toml.",
    )


def _copies(look: Look, counter: Counter) -> None:
    """Copies that would all stand in one hex."""
    if counter.copies < 2 or counter.setup not in look.game.grid:
        return
    look.warning(
        "copies-in-one-hex",
        look.game.folder / "counters.csv",
        counter.line,
        quoting(
            "All {number} copies of '{id}' are set up in {hex}.",
            number=counter.copies,
            id=counter.id,
            hex=counter.setup,
        ),
        "Give each a row of its own, or leave the set-up away.",
    )


def _unused_types(look: Look) -> None:
    used = {counter.type for counter in look.game.counters.values()}
    for name in sorted(set(look.game.definition.units.types) - used):
        look.note(
            "unused-type",
            look.toml.path,
            look.toml.line("units", "types", name),
            quoting("No counter is of the type '{word}'.", word=name),
        )


def _total(look: Look) -> None:
    """The number of counters that game.toml declares."""
    declared = look.rule("counters", int)
    total = sum(counter.copies for counter in look.game.counters.values())
    if declared is not None and total != declared:
        more = (
            Saying("{number} too many", number=total - declared)
            if total > declared
            else Saying("{number} missing", number=declared - total)
        )
        look.error(
            "counter-total",
            look.game.folder / "counters.csv",
            0,
            quoting(
                "There {number|is|are} {number} {number|counter|counters} and game.toml declares "
                "{other}: {text}.",
                number=total,
                other=declared,
                text=more,
            ),
            "Change the copies of a marker, or 'rules.counters'.",
        )
