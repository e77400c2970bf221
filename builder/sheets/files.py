"""The names of the files that printing a game leaves."""

from __future__ import annotations

from builder.sheets.options import SheetOptions


def counters_name(game: str, options: SheetOptions) -> str:
    """As in dagc-counters-a4-duplex.pdf: every paper and layout has a file of its own."""
    return f"{game}-counters-{options.paper.lower()}-{options.layout}.pdf"


def cards_name(game: str, options: SheetOptions) -> str:
    return f"{game}-cards-{options.paper.lower()}-{options.layout}.pdf"


def charts_name(game: str, options: SheetOptions) -> str:
    return f"{game}-charts-{options.paper.lower()}.pdf"


def calibration_name(game: str, options: SheetOptions) -> str:
    return f"{game}-calibration-{options.paper.lower()}.pdf"


def rules_name(game: str, options: SheetOptions) -> str:
    return f"{game}-rules-{options.paper.lower()}.pdf"


def map_name(game: str, options: SheetOptions) -> str:
    return f"{game}-map-{options.paper.lower()}.pdf"


def poster_name(game: str) -> str:
    return f"{game}-map-poster.pdf"
