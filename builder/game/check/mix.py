"""The counter mix: its total, sides and types, and units without figures."""

from __future__ import annotations

from builder.game.check.findings import Look
from builder.saying import Saying, quoting

_BARE = 5
"""Units without figures that are named one by one."""


def check_mix(look: Look) -> None:
    """All of counters.csv."""
    game = look.game
    path = game.folder / "counters.csv"
    if not game.counters:
        look.warning("no-counters", path, 0, "The game has no counters.", "List them here.")
        return
    _total(look)
    fields = game.definition.units.fields
    figures = [name for name, field in fields.items() if field.type == "ints"]
    units = [counter for counter in game.counters.values() if counter.kind == "unit"]
    bare = sum(not any(c.fields.get(name) for name in figures) for c in units) if figures else 0
    if bare > _BARE:
        look.warning(
            "no-strength",
            path,
            0,
            quoting(
                "{number} of {all} units {number|has|have} no strength.",
                number=bare,
                all=len(units),
            ),
            quoting(
                "Fill the columns {names}: one figure a face, full strength first.",
                names=", ".join(figures),
            ),
        )
    for counter in units:
        unit_type = game.definition.units.types.get(counter.type)
        if unit_type and unit_type.side and unit_type.side != counter.side:
            look.error(
                "type-of-other-side",
                path,
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
        if bare > _BARE:
            pass  # told once for all
        elif figures and not any(counter.fields.get(name) for name in figures):
            look.warning(
                "no-strength",
                path,
                counter.line,
                quoting("'{id}' has no strength.", id=counter.id),
                "Write the figure of each face, full strength first.",
            )
        if counter.copies > 1 and counter.setup in game.grid:
            look.warning(
                "copies-in-one-hex",
                path,
                counter.line,
                quoting(
                    "All {number} copies of '{id}' are set up in {hex}.",
                    number=counter.copies,
                    id=counter.id,
                    hex=counter.setup,
                ),
                "Give each a row of its own, or leave the set-up away.",
            )
    for name in sorted(
        set(game.definition.units.types) - {counter.type for counter in game.counters.values()}
    ):
        line = look.toml.line("units", "types", name)
        look.note(
            "unused-type",
            look.toml.path,
            line,
            quoting("No counter is of the type '{word}'.", word=name),
        )


def _total(look: Look) -> None:
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
