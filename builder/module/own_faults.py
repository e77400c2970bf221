"""What is wrong in a designer's own traits, buttons, dice and documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from builder import limits
from builder.drawing.art import art_in
from builder.drawing.rasters import file_of
from builder.errors import FaultError
from builder.game.load_counters import COLUMNS
from builder.game.model import Game
from builder.game.named_counters import matches
from builder.game.problems import nearest
from builder.module.faults import Fault, Keys
from builder.module.own_settings import OwnTrait
from builder.module.settings import ModuleSettings
from builder.saying import quoting, sentence
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits import decode_trait

MOST_BYTES = int(limits.CARRIED)
"""Of a rulebook, or of a file that goes along with the module."""

KINDS = ("facings", "mask", "label", "clone", "layer", "trait")
DOCUMENTS = (".pdf", ".html", ".htm", ".txt")


def _layers_twice(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Layers of one name on one counter: VASSAL would take the level of one for the other's."""
    layers = [(index, own, own.layer.name) for index, own in enumerate(settings.trait) if own.layer]
    for at, (index, own, name) in enumerate(layers):
        same = [other for _, other, called in layers[:at] if called == name]
        both = (
            counter
            for counter in game.counters.values()
            if matches(own.when, counter) and any(matches(one.when, counter) for one in same)
        )
        if same and (counter := next(both, None)) is not None:
            text = quoting(
                "Two layers of the counter '{id}' are called '{name}'.", id=counter.id, name=name
            )
            yield ("trait", index, "layer", "name"), text, "Give each a name of its own."


def own_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """What is wrong in a designer's own traits, documents, buttons and pictures."""
    for index, own in enumerate(settings.trait):
        yield from _trait_faults(game, ("trait", index), own)
    yield from _layers_twice(game, settings)
    yield from _document_faults(game, settings)
    yield from _button_faults(settings)
    for index, chart in enumerate(settings.chart):
        yield from _picture_faults(game, ("chart", index, "picture"), chart.picture)
        if chart.title in {other.title for other in settings.chart[:index]}:
            text = quoting("Two charts are called '{name}'.", name=chart.title)
            yield ("chart", index, "title"), text, "Give each a title of its own."
    for index, dice in enumerate(settings.symbols):
        for face in dice.face:
            yield from _picture_faults(game, ("symbols", index), face.picture)


def _trait_faults(game: Game, keys: Keys, own: OwnTrait) -> Iterator[Fault]:
    said = [kind for kind in KINDS if getattr(own, kind) not in (None, False, "")]
    if len(said) != 1:
        remedy = quoting("Write one of: {names}.", names=list(KINDS))
        text = quoting("This trait says {names:and}.", names=said)
        yield keys, text if said else "This trait says nothing.", remedy
    columns = {*COLUMNS, *game.definition.units.fields}
    for column in own.when:
        if column not in columns:
            text = quoting("counters.csv has no column '{word}'.", word=column)
            yield (*keys, "when"), text, nearest(column, columns)
    for part in (own.mask, own.label, own.layer):
        if part is not None:
            yield from _key_faults((*keys, type(part).__name__), part.key)
    pictures = own.layer.pictures if own.layer else (own.mask.picture,) if own.mask else ()
    for name in pictures:
        yield from _picture_faults(game, keys, name)
    if own.trait and not decode_trait(own.trait, own.state).ID and ";" not in own.trait:
        text = quoting("'{word};' is no trait that Kessel knows.", word=own.trait[:40])
        yield (*keys, "trait"), text, "Copy the definition from a build file, as 'mark;...'."


def _document_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    for index, book in enumerate(settings.rulebook):
        yield from _file_faults(game, ("rulebook", index, "file"), book.file)
        if PurePosixPath(book.file).suffix.lower() not in DOCUMENTS:
            text = quoting("'{word}' cannot be shown in the help menu.", word=book.file)
            remedy = quoting("Give it as {names}.", names=", ".join(DOCUMENTS))
            yield ("rulebook", index, "file"), text, remedy
    for index, name in enumerate(settings.include):
        yield from _file_faults(game, ("include", index), name)
        last = PurePosixPath(name).name
        if last in {PurePosixPath(other).name for other in settings.include[:index]}:
            text = quoting("Two files are called '{name}': in the module they are one.", name=last)
            yield ("include", index), text, "Give each a name of its own."
        if not last.isprintable():
            text = quoting("The name of '{word}' has signs that cannot be printed.", word=name)
            yield ("include", index), text, "Give the file another name."


def _button_faults(settings: ModuleSettings) -> Iterator[Fault]:
    for index, button in enumerate(settings.button):
        for stroke in (button.key, button.send, *button.press):
            yield from _key_faults(("button", index), stroke)
        if not (button.report or button.press or button.send):
            text = quoting("The button '{name}' does nothing.", name=button.text)
            yield ("button", index), text, "Write report, press or send."
    for index, plain in enumerate(settings.dice):
        yield from _key_faults(("dice", index), plain.key)
    for index, symbols in enumerate(settings.symbols):
        yield from _key_faults(("symbols", index), symbols.key)


def _key_faults(keys: Keys, stroke: str) -> Iterator[Fault]:
    if stroke:
        try:
            KeyStroke.of(stroke)
        except ValueError as error:
            yield keys, sentence(str(error)), 'Write a key as "Ctrl+K".'


def _picture_faults(game: Game, keys: Keys, name: str) -> Iterator[Fault]:
    if name:
        try:
            art_in(game, name)
        except FaultError as error:
            yield keys, error.text, error.remedy


def _file_faults(game: Game, keys: Keys, name: str) -> Iterator[Fault]:
    try:
        size = file_of(game.folder, name, "file").stat().st_size
    except FaultError as error:
        yield keys, error.text, error.remedy
        return
    if size > MOST_BYTES:
        yield (
            keys,
            quoting("The file '{word}' is larger than 64 MB.", word=name),
            "Make it smaller.",
        )
