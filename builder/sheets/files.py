"""The files that printing a game leaves: their names, and writing them whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from builder.sheets.options import SheetOptions


def counters_name(game: str, options: SheetOptions) -> str:
    """As in dagc-counters-a4-duplex.pdf: every paper and layout has a file of its own."""
    return f"{game}-counters-{options.paper.lower()}-{options.layout}.pdf"


def cards_name(game: str, options: SheetOptions) -> str:
    return f"{game}-cards-{options.paper.lower()}-{options.layout}.pdf"


def calibration_name(game: str, options: SheetOptions) -> str:
    return f"{game}-calibration-{options.paper.lower()}.pdf"


def map_name(game: str, options: SheetOptions) -> str:
    return f"{game}-map-{options.paper.lower()}.pdf"


def write_whole(path: Path, data: bytes) -> Path:
    """Write beside, then replace: no half-written file is ever seen under the name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    return path
