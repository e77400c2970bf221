"""The counter mix: its total, sides and types, and units without figures."""

from __future__ import annotations

from builder.game.check.findings import Look

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
            "no-strength", path, 0, f"{bare} of {len(units)} units have no strength.",
            f"Fill the columns {', '.join(figures)}: one figure a face, full strength first.",
        )  # fmt: skip
    for counter in units:
        unit_type = game.definition.units.types.get(counter.type)
        if unit_type and unit_type.side and unit_type.side != counter.side:
            look.error(
                "type-of-other-side", path, counter.line,
                f"'{counter.id}' is {counter.side}, and its type '{counter.type}' is "
                f"{unit_type.side} only.",
                "Change the side or the type, or the type's side in game.toml.",
            )  # fmt: skip
        if bare > _BARE:
            pass  # told once for all
        elif figures and not any(counter.fields.get(name) for name in figures):
            look.warning(
                "no-strength", path, counter.line, f"'{counter.id}' has no strength.",
                "Write the figure of each face, full strength first.",
            )  # fmt: skip
        if counter.copies > 1 and counter.setup in game.grid:
            look.warning(
                "copies-in-one-hex", path, counter.line,
                f"All {counter.copies} copies of '{counter.id}' are set up in {counter.setup}.",
                "Give each a row of its own, or leave the set-up away.",
            )  # fmt: skip
    for name in sorted(
        set(game.definition.units.types) - {counter.type for counter in game.counters.values()}
    ):
        line = look.toml.line("units", "types", name)
        look.note("unused-type", look.toml.path, line, f"No counter is of the type '{name}'.")


def _total(look: Look) -> None:
    declared = look.rule("counters", int)
    total = sum(counter.copies for counter in look.game.counters.values())
    if declared is not None and total != declared:
        more = f"{total - declared} too many" if total > declared else f"{declared - total} missing"
        look.error(
            "counter-total", look.game.folder / "counters.csv", 0,
            f"There are {total} counters and game.toml declares {declared}: {more}.",
            "Change the copies of a marker, or 'rules.counters'.",
        )  # fmt: skip
