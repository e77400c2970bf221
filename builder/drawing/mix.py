"""The counters of a game as faces: what counters.csv says, in the looks that game.toml gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.drawing import colours, fonts, symbols
from builder.drawing import faces as drawn
from builder.drawing.art import art_in
from builder.drawing.faces import CounterFace
from builder.drawing.liveries import livery
from builder.drawing.looks import NO_SYMBOL, CountersDrawing, Look, counters_drawing
from builder.errors import FaultError
from builder.game.model import Counter, Game
from builder.game.named_counters import matches
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.typed import problem_at
from builder.saying import AsWritten, quoting, sentence

_SIDE_LIVERIES = ("german", "soviet", "american", "british")
_VALUES = ("strength", "attack", "defence", "movement", "range")


def counter_faces(game: Game) -> dict[str, tuple[CounterFace, ...]]:
    """The faces of every counter by id, full strength first; ProblemsError with all mistakes."""
    found: dict[str, tuple[CounterFace, ...]] = {}
    types = _symbol_faults(game)
    problems = [_at_type(game, name, fault) for name, fault in types.items()]
    try:
        config = counters_drawing(game)
    except ProblemsError as error:
        problems += error.problems
        config = CountersDrawing.model_validate({})
    for counter in game.counters.values():
        found[counter.id], faults = _tried(game, config, counter)
        told = {str(types.get(counter.type, "")), _side_fault(game, counter.side)}
        problems += [_problem(game, counter, faults[one]) for one in sorted({*faults} - told)]
    if problems:
        raise ProblemsError(problems)
    return found


def face_faults(
    game: Game, counter: Counter, config: CountersDrawing | None = None
) -> Mapping[str, FaultError]:
    """Why the faces of one counter cannot be drawn, each reason by its text; empty if they can."""
    return _tried(game, config or counters_drawing(game), counter)[1]


def _tried(
    game: Game, config: CountersDrawing, counter: Counter
) -> tuple[tuple[CounterFace, ...], Mapping[str, FaultError]]:
    """The faces of a counter, and what is wrong with them."""
    try:
        faces = tuple(_faces(game, config, counter))
    except FaultError as error:
        return (), {str(error): error}
    except (ValueError, KeyError) as error:  # of a word that is told where it stands
        unknown = FaultError(AsWritten(sentence(_said(error))), "")
        return (), {str(unknown): unknown}
    return faces, {str(fault): fault for face in faces for fault in drawn.problems(face)}


def _said(error: ValueError | KeyError) -> str:
    """What an error says; Python puts that of a KeyError into quotation marks."""
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)


def faces_of(
    game: Game, counter: Counter, config: CountersDrawing | None = None
) -> tuple[CounterFace, ...]:
    """The faces of one counter, of one that is not in the mix too; ValueError if it has none.

    Who asks for many gives the game's `counters_drawing`, which is long to read.
    """
    return tuple(_faces(game, config or counters_drawing(game), counter))


def face_at(game: Game, counter: Counter, step: int, config: CountersDrawing) -> CounterFace:
    """Of a counter the face of a step from 1, its last face for later ones."""
    if game.definition.adopted is not None:
        counter = _legible(counter)
    looks = _looks_of(config, counter)
    steps = _count(counter, looks)
    return _face(game, config, counter, looks, max(1, min(step, steps)) - 1, steps)


def steps_of(counter: Counter) -> int:
    """How many faces a counter has: as many as its longest list of figures, its pictures, or its
    `steps`; pictures of looks count in `face_counts`."""
    lists = [len(value) for value in counter.fields.values() if _is_figures(value)]
    steps = counter.fields.get("steps")
    return max([1, *lists, len(counter.pictures), min(steps, 2) if isinstance(steps, int) else 1])


def face_counts(game: Game) -> dict[str, int]:
    """How many faces every counter has, by id."""
    config = counters_drawing(game)
    return {
        name: _count(counter, _looks_of(config, counter)) for name, counter in game.counters.items()
    }


def _count(counter: Counter, looks: Sequence[Look]) -> int:
    return max(steps_of(counter), *(len(look.faces) for look in looks), 1)


def remarks(game: Game) -> Iterator[Problem]:
    """Looks that no counter has, which are likely misspelt."""
    for index, look in enumerate(counters_drawing(game).look):
        if look.when and not any(matches(look.when, counter) for counter in game.counters.values()):
            yield problem_at(
                game, ("drawing", "counters", "look", index, "when"), *_unmatched(game, look)
            )


def _unmatched(game: Game, look: Look) -> tuple[str, str]:
    """What of a look's `when` no counter is, and what the column holds."""
    for column, wanted in look.when.items():
        values = {
            str(getattr(counter, column, counter.fields.get(column, "")))
            for counter in game.counters.values()
        } - {""}
        for word in wanted if isinstance(wanted, tuple) else (wanted,):
            if str(word) not in values:
                return quoting(
                    "No counter has {column} '{word}'.", column=column, word=word
                ), nearest(str(word), values)
    return "No counter has all that this look wants.", "Split it into several looks."


def _is_figures(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, int | float) for item in value)


def _symbol_faults(game: Game) -> dict[str, FaultError]:
    """What is wrong with the symbol of a unit type, told once and not with each counter."""
    found = {}
    for name, unit_type in game.definition.units.types.items():
        if unit_type.symbol:
            try:
                symbols.marks_of(unit_type.symbol)
            except FaultError as error:
                found[name] = error
    return found


def _side_fault(game: Game, side: str) -> str:
    """What is wrong with the colour of a side, which is told where game.toml gives it."""
    try:
        colours.parse(str(game.sides[side].values.get("colour") or "black"))
    except (FaultError, KeyError) as error:
        return str(error)
    return ""


def _at_type(game: Game, name: str, fault: FaultError) -> Problem:
    keys = ("units", "types", name, "symbol")
    text = quoting("units.types.{name}: {text}", name=name, text=fault.text)
    return problem_at(game, keys, text, fault.remedy)


def _problem(game: Game, counter: Counter, fault: FaultError) -> Problem:
    text = quoting("'{name}': {text}", name=counter.id, text=fault.text)
    return Problem(*game.row_of("counters.csv", counter.line), text, fault.remedy)


def _faces(game: Game, config: CountersDrawing, counter: Counter) -> Iterator[CounterFace]:
    if game.definition.adopted is not None:
        counter = _legible(counter)
    looks = _looks_of(config, counter)
    steps = _count(counter, looks)
    for step in range(steps):
        yield _face(game, config, counter, looks, step, steps)


def _looks_of(config: CountersDrawing, counter: Counter) -> list[Look]:
    return [look for look in config.look if matches(look.when, counter)]


def _face(
    game: Game,
    config: CountersDrawing,
    counter: Counter,
    looks: Sequence[Look],
    step: int,
    steps: int,
) -> CounterFace:
    """The face of a step (0 is full strength) of so many."""
    columns = _columns(counter, step)
    face = _plain(game, counter, columns, step, steps)
    for look in looks:
        face.update(changes_of(look, columns, step, steps))
    if step < len(counter.pictures):
        face["whole"] = counter.pictures[step]
    face["own_shape"] = config.own_shape
    if counter.kind == "unit" and config.words:
        face |= {place: config.words.get(face[place], face[place]) for place in _TEXTS & {*face}}
    return face_of(game, face)


_TEXTS = frozenset(
    ("left", "right", "name", "upper_left", "upper_right", "lower_left", "lower_right")
)
"""What of a unit's face is text that may stand otherwise."""


def _legible(counter: Counter) -> Counter:
    """A stranger's counter without letters that the typeface lacks; `lettering` tells them."""
    name, full, formation = map(_shown, (counter.name, counter.full_name, counter.formation))
    return replace(counter, name=name, full_name=full, formation=formation)


def _shown(text: str) -> str:
    if text.isascii():
        return text
    unknown = fonts.missing("".join(text.split()))
    return " ".join(text.translate(dict.fromkeys(map(ord, unknown))).split()) if unknown else text


def face_of(game: Game, words: Mapping[str, Any]) -> CounterFace:
    """The face of what looks say; ValueError for a picture that is of no use."""
    name, whole = words.get("picture"), words.get("whole")
    bleed = int(words.get("bleed", 0))
    plain = {key: value for key, value in words.items() if key not in ("bleed", "faces")}
    return CounterFace(
        **{
            **plain,
            "picture": art_in(game, name) if name and not whole else None,
            "whole": art_in(game, whole, bleed) if whole else None,
        }
    )


def _columns(counter: Counter, step: int) -> dict[str, str]:
    """What `{column}` stands for on a face."""
    setup = counter.setup.removeprefix("turn ")
    columns = {
        "id": counter.id,
        "side": counter.side,
        "type": counter.type,
        "name": counter.name,
        "full_name": counter.full_name,
        "size": counter.size,
        "setup": setup,
        "formation": counter.formation,
    }
    for field, value in counter.fields.items():
        if isinstance(value, list | tuple):
            columns[field] = str(value[min(step, len(value) - 1)]) if value else ""
        else:
            columns[field] = ("*" if value else "") if isinstance(value, bool) else str(value)
    return columns


def _plain(
    game: Game, counter: Counter, columns: Mapping[str, str], step: int, steps: int
) -> dict[str, Any]:
    """A face as it is without any look of the game's own."""
    if counter.kind == "marker":
        title = counter.name or counter.full_name or counter.id
        return {**livery_of("marker"), "title": title}
    side = game.sides[counter.side]
    number = list(game.sides).index(counter.side)
    colours = livery_of(str(side.values.get("livery") or _SIDE_LIVERIES[number % 4]))
    if side.values.get("colour"):
        colours["background"] = str(side.values["colour"])
        colours["ink"] = None
    unit_type = game.definition.units.types[counter.type]
    glyph = str(unit_type.values.get("glyph") or "") if not unit_type.symbol else ""
    return {
        **colours,
        "symbol": "" if glyph else unit_type.symbol or counter.type,
        "glyph": glyph,
        "size": counter.size,
        "strength": tuple(columns[name] for name in _VALUES if columns.get(name)),
        "left": counter.name,
        "right": counter.formation,
        "upper_left": columns["setup"] if step == 0 else "",
        "reduced": step > 0,
        "pips": steps - step if steps > 2 else 0,
        "pips_of": steps if steps > 2 else 0,
    }


def livery_of(name: str) -> dict[str, Any]:
    """The colours of a livery, as a face takes them."""
    given = livery(name)
    return {
        "background": given.background,
        "ink": given.ink,
        "symbol_fill": given.symbol_fill,
        "symbol_ink": given.symbol_ink,
        "band": given.band,
    }


def changes_of(look: Look, columns: Mapping[str, str], step: int, steps: int) -> dict[str, Any]:
    """What a look changes of the face of a step (0 is full strength) of so many."""
    changes = livery_of(look.livery) if look.livery else {}
    for name, value in look.said.items():
        if name == "strength":
            value = tuple(text for part in value if (text := _filled(part, columns)))
        elif isinstance(value, str):
            value = _filled(value, columns)
        changes[name] = value
    if changes.get("symbol") == NO_SYMBOL or (look.glyph and not look.symbol):
        changes["symbol"] = ""  # a glyph stands in place of the symbol, not behind it
    if look.faces:
        changes["whole"] = _filled(look.faces[step], columns) if step < len(look.faces) else ""
    if look.pips is not None:
        changes["pips"], changes["pips_of"] = (steps - step, steps) if look.pips else (0, 0)
    return changes


def _filled(text: str, columns: Mapping[str, str]) -> str:
    """The text with its columns put in; a column that the counter leaves empty is empty."""
    head, *parts = text.split("{")
    filled = [head]
    for part in parts:
        name, _, rest = part.partition("}")
        filled.append(columns.get(name.strip(), "") + rest)
    return "".join(filled)
