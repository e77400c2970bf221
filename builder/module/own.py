"""A designer's own traits, buttons, dice and documents, as VASSAL's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import ClassVar

from builder.drawing.art import Art, art_in, face_size, pixels_of
from builder.drawing.faces import CounterFace
from builder.game.carriers import STEP_LAYER
from builder.game.model import Counter, Game
from builder.game.named_counters import matches
from builder.module import keys
from builder.module.art import Picture, key_of, png
from builder.module.counters import IS_NOW, Piece, plain
from builder.module.face_picture import FacePicture
from builder.module.own_settings import (
    LabelSettings,
    LayerSettings,
    MaskSettings,
    OwnButton,
    OwnTrait,
    SymbolDice,
)
from builder.module.settings import ModuleSettings
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes.cards import SOLITAIRE
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour
from builder.vassal.traits import decode_trait
from builder.vassal.traits.actions import Clone, ReportAction, RestrictCommands
from builder.vassal.traits.appearance import Label, Layer, Rotation
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.secrecy import Mask

_TURN = KeyStroke(93, 130)  # Ctrl+] and Ctrl+[, as VASSAL's own
_TURN_BACK = KeyStroke(91, 130)
_TURNS = "$location$: $newPieceName$ turns *"
_HIDES = "$location$: $newPieceName$ turned over ($PlayerName$) *"
"""VASSAL reports the name that the others read, so that of a unit just hidden is not told."""


def image_of(name: str) -> str:
    """The image of a picture of the designer's own inside the module."""
    stem = name.replace("/", "-").replace(":", "-").replace("\\", "-")
    return f"own-{stem}.png"


def given(game: Game, settings: ModuleSettings, counter: Counter, piece: Piece) -> Piece:
    """The piece of a counter with the traits that `[[module.trait]]` gives it."""
    faces = (isinstance(one, Layer) and one.name == STEP_LAYER for one in piece.traits)
    inner = next((at for at, shows in enumerate(faces) if shows), len(piece.traits))
    outside: list[Trait] = []
    beside: list[Trait] = []
    for own in settings.trait:
        if matches(own.when, counter):
            for trait, hides in _traits(own, game, counter):
                (outside if hides else beside).append(trait)
    if not (outside or beside):
        return piece
    # A mask hides what is inside of it, and a counter turns with its faces but without its marks.
    return replace(piece, traits=(*outside, *piece.traits[:inner], *beside, *piece.traits[inner:]))


def _traits(own: OwnTrait, game: Game, counter: Counter) -> Iterator[tuple[Trait, bool]]:
    """The traits of one entry, each with whether it stands outside of all others."""
    if own.mask is not None:
        mask = _mask(own.mask, game, counter)
        assert mask.mask_key is not None
        if counter.side:
            seats = (game.sides[counter.side].name, SOLITAIRE)
            others = "&&".join(f'PlayerSide!="{seat}"' for seat in seats)
            condition, watched = f"{{{others}}}", (mask.mask_key,)
            yield RestrictCommands(condition=condition, watch_keys=watched), True
        yield ReportAction(report_keys=(mask.mask_key,), report=_HIDES), True
        yield mask, True
    if own.clone:
        told = "$location$: $newPieceName$ copied ($PlayerName$) *"
        yield ReportAction(report_keys=(keys.CLONE,), report=told), True
        yield Clone(command="Copy", clone_key=keys.CLONE), True
    if own.trait:
        yield decode_trait(own.trait, own.state), True
    if own.layer is not None:
        yield from ((trait, False) for trait in _layer(own.layer))
    if own.label is not None:
        label = _label(own.label, game, counter)
        assert label.change_key is not None
        yield ReportAction(report_keys=(label.change_key,), report=IS_NOW), False
        yield label, False
    if own.facings is not None:
        if own.facings > 1:
            yield ReportAction(report_keys=(_TURN, _TURN_BACK), report=_TURNS), False
            yield (
                Rotation(
                    facings=own.facings,
                    clockwise_command="Turn right",
                    anticlockwise_command="Turn left",
                    name="Facing",
                ),
                False,
            )
        else:
            by_hand = "Turn by hand"
            yield (
                Rotation(facings=1, set_angle_key=_TURN, set_angle_command=by_hand, name="Facing"),
                False,
            )


def _stroke(text: str) -> KeyStroke | None:
    return KeyStroke.of(text) if text else None


def _mask(mask: MaskSettings, game: Game, counter: Counter) -> Mask:
    """The mask of a unit, which its own side alone puts on; of a marker whoever does owns it."""
    image = image_of(mask.picture) if mask.picture else hidden_image(counter.side)
    return Mask(
        mask_key=_stroke(mask.key) or KeyStroke.named("MaskUnit"),
        back_image=image,
        command=mask.command,
        display="B",
        mask_name=mask.name,
        access=f"sides:{game.sides[counter.side].name}:{SOLITAIRE}" if counter.side else "side:",
    )


def _layer(layer: LayerSettings) -> Iterator[Trait]:
    name = layer.name
    on = _stroke(layer.key) or KeyStroke.named(f"Own-{name}")
    following = KeyStroke.named(f"Own-{name}-next")
    several = len(layer.pictures) > 1
    told = (on, following) if several else (on,)
    if several and not layer.always:
        # Off, it would change unseen, and the chat would tell that nothing changed.
        shows = f'GetProperty("{name}_Active")+"."=="true."'
        yield RestrictCommands(
            action="Disable", condition=f"{{!({shows})}}", watch_keys=(following,)
        )
    yield ReportAction(report_keys=told, report=IS_NOW)
    names = layer.names or tuple(f"+ [{name} {n}]" if several else f"+ [{name}]"
                                 for n in range(1, len(layer.pictures) + 1))  # fmt: skip
    yield Layer(
        name=name,
        activate_command="" if layer.always else (layer.command or name),
        activate_key=None if layer.always else on,
        up_command=(layer.next or f"{name}: next") if several else "",
        increase_key=(on if layer.always else following) if several else None,
        images=tuple(image_of(picture) for picture in layer.pictures),
        level_names=tuple(names)[: len(layer.pictures)],
        loop=True,
        always_active=layer.always,
        x_offset=layer.at[0],
        y_offset=layer.at[1],
        level=1 if layer.always else -1,
    )


_PLACES = {"top": ("t", "b"), "middle": ("c", "c"), "bottom": ("b", "t")}
"""Where a label is held, and by which of its own edges."""


_TOLD = '{label=="@" ? pieceName : pieceName + " (" + label + ")"}'
"""A counter with a label: what it says from the start is no news, and often its name."""


def _label(label: LabelSettings, game: Game, counter: Counter) -> Label:
    place, edge = _PLACES[label.at]
    words = label.text
    for column in ("id", "name", "full_name", "formation", "size"):
        words = words.replace("{" + column + "}", plain(str(getattr(counter, column))))
    return Label(
        change_key=_stroke(label.key) or KeyStroke.named("WriteLabel"),
        change_command=label.command,
        font_size=label.size,
        background=Colour(255, 250, 225),
        vertical_position=place,
        vertical_justification=edge,
        name_format=_TOLD.replace("@", words.replace("\\", "\\\\").replace('"', '\\"')),
        label=words,
    )


# Pictures


def hidden_image(side: str) -> str:
    """What the others see of a masked unit of a side."""
    return f"hidden-{side or 'marker'}.png"


@dataclass(frozen=True)
class OwnPicture:
    """A picture of the designer's own as it is, or `width` pixels wide."""

    large: ClassVar[bool] = False
    name: str
    art: Art
    width: int = 0

    def key(self) -> str:
        """It shows nothing but itself."""
        return key_of("own", repr(self.art), str(self.width))

    def draw(self) -> bytes:
        """The picture as PNG."""
        picture = pixels_of(self.art)
        if self.width:
            picture = picture.resize(
                (self.width, max(1, round(picture.height * self.width / picture.width)))
            )
        return png(picture)


def own_pictures(
    game: Game, settings: ModuleSettings, counter: int, sides: dict[str, CounterFace]
) -> Iterator[Picture]:
    """The pictures that own traits, dice, charts and `include` bring into the module."""
    widths: dict[str, int] = {}
    for own in settings.trait:
        if own.layer is not None:
            widths |= dict.fromkeys(own.layer.pictures, own.layer.width)
        if own.mask is not None and own.mask.picture:
            widths[own.mask.picture] = counter
    for dice in settings.symbols:
        widths |= {face.picture: 0 for face in dice.face if face.picture}
    widths |= {chart.picture: 0 for chart in settings.chart}
    for name, width in widths.items():
        yield OwnPicture(image_of(name), art_in(game, name), width)
    if any(own.mask is not None and not own.mask.picture for own in settings.trait):
        for side in ("", *game.sides):
            plain_face = sides.get(side)
            face = CounterFace(
                background=plain_face.background if plain_face else "buff",
                ink=plain_face.ink if plain_face else None,
                glyph="question",
            )
            yield FacePicture(hidden_image(side), face, counter)


# Components and files


def documents(settings: ModuleSettings) -> tuple[dict[str, str], list[Component]]:
    """Pages of the help menu by title, and PDFs that it opens."""
    pages = {}
    others: list[Component] = []
    for number, book in enumerate(settings.rulebook, 1):
        name = document_file(number, book.file)
        if name.endswith(".pdf"):
            others.append(c.BrowserPDFFile(title=book.title, pdf_file=name))
        else:
            pages[book.title] = name
    return pages, others


def charts(settings: ModuleSettings) -> dict[str, str]:
    """The images of the charts that are pictures, by title."""
    return {chart.title: image_of(chart.picture) for chart in settings.chart}


def document_file(number: int, file: str) -> str:
    """Where a document lies in the module."""
    return f"help/book-{number}{PurePosixPath(file).suffix.lower()}"


def own_files(game: Game, settings: ModuleSettings) -> dict[str, bytes]:
    """Documents, and what goes along with the module, by their names in it."""
    found = {
        document_file(number, book.file): (game.folder / book.file).read_bytes()
        for number, book in enumerate(settings.rulebook, 1)
    }
    for name in settings.include:
        path = PurePosixPath(name)
        sound = path.suffix.lower() in (".wav", ".mp3", ".ogg", ".au")
        folder = "sounds" if sound else "images"
        found[f"{folder}/{path.name}"] = (game.folder / name).read_bytes()
    return found


def buttons(game: Game, settings: ModuleSettings) -> Iterator[Component]:
    """Buttons and dice of symbols."""
    for number, button in enumerate(settings.button, 1):
        yield _button(number, button)
    for dice in settings.symbols:
        yield _dice_of_symbols(game, dice)


def _button(number: int, button: OwnButton) -> Component:
    if button.send:
        return c.GlobalKeyCommand(
            name=button.text,
            button_text=button.text,
            tooltip=button.tooltip or button.text,
            button_hotkey=_stroke(button.key),
            hotkey=_stroke(button.send),
            single_map=False,
            filter=button.filter,
            report_format=button.report,
        )
    return c.DoActionButton(
        name=f"own-{number}",
        text=button.text,
        tooltip=button.tooltip or button.text,
        hotkey=_stroke(button.key),
        do_report=bool(button.report),
        report_format=button.report,
        do_hotkey=bool(button.press),
        hotkeys=tuple(KeyStroke.of(key) for key in button.press),
    )


def _dice_of_symbols(game: Game, dice: SymbolDice) -> Component:
    die = c.SpecialDie(name=dice.name).holding(
        c.SpecialDieFace(
            text=face.text,
            value=face.value,
            icon=image_of(face.picture) if face.picture else "",
        )
        for face in dice.face
    )
    results = ", ".join(f"$result{number}$" for number in range(1, dice.count + 1))
    shown = [face_size(art_in(game, face.picture)) for face in dice.face if face.picture]
    return c.SpecialDiceButton(
        name=dice.name,
        text=dice.name,
        tooltip=dice.name,
        hotkey=_stroke(dice.key),
        format_=f"** $name$: <b>{results}</b> ($PlayerName$)",
        result_window=bool(shown),
        # The engine's window is as large as it is told: at 0 x 0 it would show no picture.
        window_x=dice.count * max((wide for wide, _ in shown), default=0),
        window_y=max((high for _, high in shown), default=0),
    ).holding(die for _ in range(dice.count))
