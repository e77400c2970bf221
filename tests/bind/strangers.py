"""Modules as strangers would have made them: ours with other names, ids, pictures and another grid.

Nothing by which a module of ours tells what it is stays in them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from PIL import Image

from builder.game import carriers
from builder.game.model import Counter, Game, Placement, Scenario
from builder.module import saves
from builder.module.assembly import Assembly
from builder.module.counters import Piece
from builder.module.slots import Stock
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.module import ENGINE, Module
from builder.vassal.traits import DynamicProperty, Layer, Marker, Prototype, Trait
from builder.vassal.write import SaveBuilder

SHIFT = (37, 113)
_DROPPED = {
    carriers.COUNTER_PROPERTY, carriers.CONTROL_PROPERTY, carriers.STATE_HEX_PROPERTY,
    carriers.STATE_ITEM_PROPERTY, carriers.CARD_PROPERTY, "Kind", "Short", "ShortName", "Formation",
}  # fmt: skip

Style = Callable[[Game, Counter], str]


def _full(game: Game, counter: Counter) -> str:
    return counter.full_name or counter.name or counter.id


def _short(game: Game, counter: Counter) -> str:
    side = game.sides[counter.side].name[:3] if counter.side in game.sides else ""
    words = {"Infantry": "Inf", "Division": "Div", "Panzer": "Pz", "Guards": "Gds"}
    words |= {"Motorized": "Mot", "Brigade": "Bde", "Mechanized": "Mech", "Cavalry": "Cav"}
    name = re.sub(r"\b(\d+)(st|nd|rd|th)\b", r"\1", _full(game, counter))
    return f"{side} " + " ".join(words.get(word, word) for word in name.split())


def _behind(game: Game, counter: Counter) -> str:
    words = _short(game, counter).split()
    numbers = [word for word in words if word[:1].isdigit()]
    others = [word for word in words if not word[:1].isdigit()]
    return "_".join([*reversed(others), *numbers]).lower()


def _valued(game: Game, counter: Counter) -> str:
    lists = [v for v in counter.fields.values() if isinstance(v, list) and v]
    figures = [str(v[0]) for v in lists if isinstance(v[0], int)]
    figures += [str(v) for v in counter.fields.values() if type(v) is int]
    tail = f" ({'-'.join(figures[:2])})" if len(figures) > 1 else ""
    return _full(game, counter).upper().replace(" ", ".") + tail


_GERMAN = {
    "Infantry": "Infanterie", "Army": "Armee", "Guards": "Garde", "Tank": "Panzer",
    "Shock": "Stoß", "Cavalry": "Kavallerie", "Corps": "Korps", "Motorized": "mot.",
    "Airborne": "Luftlande", "Mechanized": "mech.", "Rifle": "Schützen", "Group": "Gruppe",
    "Fort": "Festung", "Rumanian": "Rumänische", "Hungarian": "Ungarische",
    "Italian": "Italienische", "Finnish": "Finnische", "Northwest": "Nordwest",
    "Southwest": "Südwest", "South": "Süd", "Central": "Zentral", "Baltic": "Baltische",
    "White": "Weiß", "Russian": "russische", "Ukraine": "Ukrainische", "Polish": "Polnische",
    "Artillery": "Artillerie", "Anti": "Panzerabwehr",
}  # fmt: skip
_LETTERS = {
    "Army": "A", "Infantry": "I", "Panzer": "Pz", "Guards": "G", "Tank": "T", "Division": "D",
    "Corps": "K", "Front": "Fr", "Motorized": "M", "Brigade": "B", "Mechanized": "Mx",
    "Cavalry": "C", "Shock": "Sh", "Airborne": "Ab", "Rifle": "R",
}  # fmt: skip


def _german(game: Game, counter: Counter) -> str:
    name = re.sub(r"\b(\d+)(st|nd|rd|th)\b", r"\1.", _full(game, counter))
    return " ".join(_GERMAN.get(word, word) for word in name.split())


def _letters(game: Game, counter: Counter) -> str:
    name = re.sub(r"\b(\d+)(st|nd|rd|th)\b", r"\1", _full(game, counter))
    return "".join(_LETTERS.get(word, word[:4]) for word in name.split())


_RUSSIAN = {
    "Infantry": "пехотная", "Army": "армия", "Guards": "гвардейская", "Tank": "танковая",
    "Shock": "ударная", "Cavalry": "кавалерийская", "Corps": "корпус", "Division": "дивизия",
    "Mechanised": "механизированный", "Rifle": "стрелковый", "Group": "группа",
    "Panzer": "танковая", "Panzergrenadier": "моторизованная", "Security": "охранная",
    "Front": "фронт", "Rumanian": "румынская", "Hungarian": "венгерская", "Italian": "итальянская",
    "Finnish": "финская", "Northwest": "Северо-Западный", "Southwest": "Юго-Западный",
    "South": "Южный", "West": "Западный", "Central": "Центральный", "Steppe": "Степной",
    "Baltic": "Прибалтийский", "Ukraine": "Украинский",
    "Polish": "польская", "Bryansk": "Брянский", "Kalinin": "Калининский", "Reserve": "Резервный",
    "Volkhov": "Волховский", "Transcaucasus": "Закавказский", "Voronezh": "Воронежский",
    "Don": "Донской", "Leningrad": "Ленинград", "Sevastopol": "Севастополь", "Moscow": "Москва",
    "Stalingrad": "Сталинград", "Tula": "Тула", "Fortified": "укрепленный", "SS": "СС",
    "Regional": "областной", "Luftwaffe": "Люфтваффе", "Yugoslav": "югославская", "Berlin": "Берлин",
    "Garrison": "гарнизон", "Kampfgruppe": "боевая группа", "Abteilung": "отряд", "Ostatky": "остатки",
    "Volkssturm": "фольксштурм", "Rezervy": "резервы", "Artillery": "артиллерия", "Anti-tank": "ПТ",
    "Brigade": "бригада", "fortified": "укрепленная", "army": "армия", "Headquarters": "штаб",
}  # fmt: skip
_LATIN = str.maketrans({
    **dict(zip("абвгдезийклмнопрстуфыэ", "abvgdezijklmnoprstufye", strict=True)),
    "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ь": "", "ъ": "",
    "ю": "yu", "я": "ya",
})  # fmt: skip


def _russian(game: Game, counter: Counter) -> str:
    name = re.sub(r"\b(\d+)(st|nd|rd|th)\b", r"\1-я", _full(game, counter))
    name = name.replace("White Russian", "Белорусский")
    return " ".join(_RUSSIAN.get(word, word) for word in name.split())


def _translit(game: Game, counter: Counter) -> str:
    return _russian(game, counter).lower().translate(_LATIN)


def _bare(game: Game, counter: Counter) -> str:
    """A number and what kind of unit it is, in letters."""
    words = _letters(game, counter)
    return words if re.search(r"\d", words) else _full(game, counter).partition(" ")[0]


STYLES: Mapping[str, Style] = {
    "full": _full, "short": _short, "behind": _behind, "valued": _valued,
    "german": _german, "letters": _letters, "russian": _russian, "translit": _translit,
    "bare": _bare,
}  # fmt: skip
_SIDES = {
    "german": {"german": "Wehrmacht", "axis": "Achse", "soviet": "Rote Armee"},
    "letters": {"german": "Axis forces", "axis": "Germans", "soviet": "Russians"},
    "russian": {"german": "Вермахт", "axis": "Вермахт", "soviet": "Красная Армия"},
    "translit": {"german": "Nemtsy", "axis": "Os", "soviet": "Sovety"},
    "bare": {"german": "Blue", "axis": "Blue", "soviet": "Red"},
}
"""What a module calls the sides, where it does not as we do."""


OURS_ALONE: tuple[str, ...] = (carriers.GAME_PROPERTY, carriers.SCENARIO_PROPERTY)
"""Properties of our saves that a stranger's have not."""


def picture(size: int) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (size, size)).save(made, "PNG")
    return made.getvalue()


class _Builder(SaveBuilder):
    """Saves on a map whose picture has a margin that ours has not."""

    def add_stack(self, map_: str, x: int, y: int, pieces: Any) -> list[str]:
        return super().add_stack(*_moved(map_, x, y), pieces)

    def add_loose(self, map_: str, x: int, y: int, piece: Any) -> str:
        return super().add_loose(*_moved(map_, x, y), piece)

    def set_boards(self, map_: str, boards: Any) -> None:
        super().set_boards(_named(map_), boards)

    def set_global(self, name: str, value: str, container: str = "Module") -> None:
        if name not in OURS_ALONE:
            super().set_global(_global(name), value, container)


def _moved(map_: str, x: int, y: int) -> tuple[str, int, int]:
    if map_ != "Main Map":
        return map_, x, y
    return _named(map_), x + SHIFT[0], y + SHIFT[1]


def _named(map_: str) -> str:
    return "Theatre" if map_ == "Main Map" else map_


def _global(name: str) -> str:
    return name.removeprefix("State-").replace("-", "_").title() if name[:6] == "State-" else name


def _key(key: str) -> str:
    return f"p{sum(ord(ch) * (at + 7) for at, ch in enumerate(key)):06d}"


@dataclass(frozen=True)
class _Stock(Stock):
    """Pieces under other names, set up as ours are."""

    own: Stock
    renamed: Callable[[Piece], Piece]

    def placed(self, placement: Placement) -> Piece:
        return self.renamed(self.own.placed(placement))


@dataclass(frozen=True)
class Stranger(Assembly):
    """A module of the game as a stranger made it; `truth` says which piece is which counter."""

    style: str = "full"

    @cached_property
    def metadata(self) -> Metadata:
        return Metadata(f"{self.game.definition.title} ({self.style})", "3.1", ENGINE, "", 0)

    @cached_property
    def stock(self) -> Stock:
        own = Assembly(self.game).stock
        made = {key: self._renamed(piece) for key, piece in own.pieces.items()}
        numbers = {key: str(20_000 + at) for at, key in enumerate(own.gpids)}
        shared = {name: tuple(map(self._trait, ts)) for name, ts in own.shared.items()}
        return _Stock(made, shared, numbers, own.counter, own.called, own, self._renamed)

    @cached_property
    def truth(self) -> dict[str, str]:
        """The key of our piece by the number of its slot."""
        found = {}
        for key, gpid in self.stock.gpids.items():
            found[gpid] = key.partition("@")[0]
        return found

    def _renamed(self, piece: Piece) -> Piece:
        counter = self.game.counters.get(piece.key)
        name = piece.name
        if counter is not None and counter.kind == "unit":
            name = STYLES[self.style](self.game, counter)
        image = f"{_key(piece.image)}.png" if piece.image else ""
        return replace(piece, name=name, image=image, traits=tuple(map(self._trait, piece.traits)))

    def _sided(self, text: str) -> str:
        """A text in which sides are called as this module calls them."""
        theirs = _SIDES.get(self.style, {})
        for side in self.game.definition.side:
            if text == side.name or text.startswith(f"{side.name} "):
                return theirs.get(side.id, side.name) + text[len(side.name) :]
        return text

    def _trait(self, trait: Trait) -> Trait:
        if isinstance(trait, Marker):
            kept = {n: self._sided(v) for n, v in trait.items() if n not in _DROPPED}
            return Marker.of(**(kept or {"Made": "1941"}))
        if isinstance(trait, Layer):
            name = "Sides" if trait.name == carriers.STEP_LAYER else trait.name
            name = name.removeprefix("Mark-").replace("-", " ").title()
            images = tuple(f"{_key(i)}.png" if i else "" for i in trait.images)
            return trait.replace(name=name, images=images)
        if isinstance(trait, Prototype):
            return trait.replace(name=self._sided(trait.name))
        if isinstance(trait, DynamicProperty):
            return trait.replace(name=trait.name.title())
        return trait

    def built(self) -> Module:
        """The module, with plain pictures."""
        images = {}
        for piece in self.stock.pieces.values():
            if piece.image:
                images[piece.image] = picture(48)
        traits = [t for p in self.stock.pieces.values() for t in p.traits]
        traits += [t for ts in self.stock.shared.values() for t in ts]
        for trait in traits:
            if isinstance(trait, Layer):
                size = 48 if trait.name == "Sides" else 16
                images |= {name: picture(size) for name in trait.images if name}
        own = super().module({}, {})
        sheet = io.BytesIO()
        Image.new("1", self.table.size).save(sheet, "PNG")
        boards = [part for part in own.root.walk() if isinstance(part, c.Board) and part.image]
        images |= {board.image: sheet.getvalue() for board in boards[:1] if board.image}
        children = tuple(self._changed(part) for part in own.root.children)
        extra = c.PieceWindow(name="Extras").holding(
            c.PieceSlot(entry_name=name, gpid=str(90_000 + at), content=_content(name))
            for at, name in enumerate(("Blown bridge", "Weather", "Objective", "99th Ghost Army"))
        )
        root = own.root.replace(
            name=self.metadata.name, version=self.metadata.version, children=(*children, extra)
        )
        return Module(root, images, own.files)

    def _changed(self, part: Component) -> Component:
        if isinstance(part, c.MapWindow) and part.map_name == "Main Map":
            part = part.replace(map_name="Theatre", edge_width=SHIFT[0], edge_height=SHIFT[1])
        if isinstance(part, c.HexGridNumbering):
            part = part.replace(h_off=part.h_off + 3, v_off=part.v_off + 40, sep=".")
        if isinstance(part, c.GlobalProperty):
            part = part.replace(name=_global(part.name))
        if isinstance(part, c.Entry):
            part = part.replace(content=self._sided(part.content))
        if isinstance(part, c.PrototypeDefinition):
            part = part.replace(name=self._sided(part.name))
        if isinstance(part, c.PieceWindow):
            part = part.replace(name="Pieces")
        if isinstance(part, c.TabWidget | c.ListWidget | c.PanelWidget):
            part = part.replace(entry_name=f"Page {len(part.children)}")
        if isinstance(part, c.SetupStack):
            part = part.replace(use_grid_location=False)
        if not part.children:
            return part
        return part.replace(children=tuple(self._changed(child) for child in part.children))

    def saved(self, scenario: Scenario) -> bytes:
        """A scenario as a save of this module."""
        before = saves.SaveBuilder
        saves.SaveBuilder = _Builder  # type: ignore[misc]
        try:
            return self.save(scenario)
        finally:
            saves.SaveBuilder = before  # type: ignore[misc]


def _content(name: str) -> str:
    from builder.vassal.buildfile.piece_text import write_piece
    from builder.vassal.traits import BasicPiece

    return write_piece([Marker.of(Made="1941"), BasicPiece(image="x.png", name=name)])
