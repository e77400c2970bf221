"""What a person chooses about printed sheets: paper, sizes, offsets, and the words on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from builder.saying import quoting

#: Width and height in mm, upright.
PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
}

#: The usual width of a card in mm.
POKER = 63.5

#: The trade's counter sizes in mm: 1/2, 9/16 and 5/8 inch.
COUNTER_SIZES = (12.7, 14.2875, 15.875)


@dataclass(frozen=True, slots=True)
class Words:
    """The few words that stand on the sheets."""

    front: str = "front"
    back: str = "back"
    sheet: str = "sheet"
    of: str = "of"
    fold: str = "fold here, then glue back to back"
    scale: str = "50 mm - if not, print at 100 %"
    counters: str = "counters"
    cards: str = "cards"
    charts: str = "charts"
    map: str = "map"
    title: str = "title"
    legend: str = "legend"
    phases: str = "phases"
    turns: str = "turns"
    calibration: str = "calibration"
    calibration_front: str = "Print both pages on one leaf, turned over the long edge, at 100 %."
    calibration_back: str = "Hold the leaf against the light and read both rulers in each cross."
    calibration_read: str = "Where the front's line meets the ruler is the offset in mm: X, Y"


ENGLISH = Words()
SPANISH = Words(
    front="anverso",
    back="reverso",
    sheet="hoja",
    of="de",
    fold="dobla aquí, lo impreso hacia fuera, y pega",
    scale="50 mm - si no mide eso, imprime al 100 %",
    counters="fichas",
    cards="cartas",
    charts="tablas",
    map="mapa",
    title="título",
    legend="leyenda",
    phases="fases",
    turns="turnos",
    calibration="calibración",
    calibration_front="Imprime ambas páginas en una hoja, girada por el lado largo, al 100 %.",
    calibration_back="Mira la hoja al trasluz y lee las dos reglas de cada cruz.",
    calibration_read="Donde la línea del anverso corta la regla está el ajuste en mm: X, Y",
)


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How counters and maps are laid on paper; all lengths in mm.

    paper           a name of PAPERS
    counter         side of a counter; 12.7, 14.3 and 15.9 mean the exact fractions of an inch
    card            width of a card; 63.5 is poker size, 63.5 x 88
    bleed           how far colour runs beyond the cut
    gutter          between neighbouring counters; 0 leaves one cut between them
    margin          what printers cannot reach, and the room for marks
    layout          "duplex": fronts and backs on two pages, turned over the long edge;
                    "fold": backs beside fronts, folded along a line; "fronts": fronts alone
    back_offset     moves the backs right and down as one looks at them (see the calibration page)
    overlap         of neighbouring pieces of a map
    fit             the map a little smaller, down to 86 %, where that saves leaves
    land            nothing is printed of the map that is only sea
    empty           cards are printed too whose texts the game's files do not have
    """

    paper: str = "a4"
    counter: float = 15.875
    card: float = POKER
    bleed: float = 1.0
    gutter: float = 2.0
    margin: float = 14.0
    layout: Literal["duplex", "fold", "fronts"] = "duplex"
    back_offset: tuple[float, float] = (0.0, 0.0)
    overlap: float = 10.0
    fit: bool = False
    land: bool = False
    empty: bool = True
    words: Words = field(default=ENGLISH)

    @property
    def page(self) -> tuple[float, float]:
        return PAPERS[self.paper.lower()]

    @property
    def side(self) -> float:
        """The counter's exact side: a nominal size stands for its fraction of an inch."""
        for exact in COUNTER_SIZES:
            if abs(self.counter - exact) < 0.05:
                return exact
        return self.counter

    def problems(self) -> list[str]:
        """Every option that cannot be used, one sentence each."""
        found: list[str] = []
        if self.paper.lower() not in PAPERS:
            text = 'paper "{word}" is unknown: write {names}'
            found.append(quoting(text, word=self.paper, names=list(PAPERS)))
        for name, value, low, high in (
            ("counter", self.counter, 8.0, 60.0),
            ("card", self.card, 30.0, 120.0),
            ("bleed", self.bleed, 0.0, 5.0),
            ("gutter", self.gutter, 0.0, 20.0),
            ("margin", self.margin, 8.0, 40.0),
            ("overlap", self.overlap, 0.0, 50.0),
            ("back offset X", self.back_offset[0], -10.0, 10.0),
            ("back offset Y", self.back_offset[1], -10.0, 10.0),
        ):
            if not low <= value <= high:
                text = "{name} is {value:g} mm: write a number from {low:g} to {high:g}"
                found.append(quoting(text, name=name, value=value, low=low, high=high))
        if self.layout not in ("duplex", "fold", "fronts"):
            text = 'layout "{word}" is unknown: write duplex, fold or fronts'
            found.append(quoting(text, word=self.layout))
        return found
