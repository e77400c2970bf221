"""Reads cards.csv: a game's event cards, one row a card."""

from __future__ import annotations

from pathlib import Path

from builder import limits
from builder.game.csv_file import Row, read_csv
from builder.game.definition import Definition
from builder.game.model import Card, CardFace, Provenance
from builder.game.owned import Owned
from builder.game.problems import Collector, nearest
from builder.saying import quoting

COLUMNS = ("number", "deck", "side", "title", "text", "picture", "front", "back", "source")
FACE_COLUMNS = ("title", "initiative", "text", "picture")


def load_cards(
    folder: Path, definition: Definition, problems: Collector, own: Owned | None = None
) -> tuple[Card, ...]:
    """The cards in the order of the file; none if the game has no cards.csv.

    A card of one text has it in `title`, `text` and `picture`, for all or for the side in `side`.
    Else there are four columns a side, such as axis_title, axis_initiative, axis_text and
    axis_picture. `front` and `back` are pictures that fill the card.
    """
    path = folder / "cards.csv"
    if not path.exists():
        return ()
    sides = [side.id for side in definition.side]
    known = (*COLUMNS, *(f"{side}_{column}" for side in sides for column in FACE_COLUMNS))
    cards: dict[str, Card] = {}
    file = read_csv(path, problems, ("number",), known, limits.CARDS)
    for row in (own or Owned()).over(file, "cards.csv", problems):
        card = _card(path, row, sides, problems)
        if card.number in cards:
            text = quoting("The card {number} stands here a second time.", number=card.number)
            problems.add(path, row.line, text, "Number it apart.")
        cards[card.number] = card
    return tuple(cards.values())


def _card(path: Path, row: Row, sides: list[str], problems: Collector) -> Card:
    if not row["number"]:
        problems.add(
            path,
            row.line,
            "The card has no number.",
            quoting("Write one in column '{column}'.", column="number"),
        )
    faces: dict[str, CardFace] = {}
    if row["side"] and row["side"] not in sides:
        text = quoting(
            "Unknown side '{word}' in column '{column}'.", word=row["side"], column="side"
        )
        problems.add(path, row.line, text, nearest(row["side"], sides))
    elif row["side"] or row["title"] or row["text"] or row["picture"]:
        faces[row["side"]] = CardFace(row["title"], row["text"], "", row["picture"])
    shared = bool(faces) or bool(row["front"])
    for side in sides:
        initiative = row[f"{side}_initiative"]
        if initiative and initiative not in sides:
            text = quoting(
                "Unknown side '{word}' in column '{column}'.",
                word=initiative,
                column=f"{side}_initiative",
            )
            problems.add(path, row.line, text, nearest(initiative, sides))
        face = CardFace(
            row[f"{side}_title"], row[f"{side}_text"], initiative, row[f"{side}_picture"]
        )
        if not shared or (face != CardFace() and side not in faces):
            faces[side] = face
    return Card(
        row["number"],
        row["deck"],
        faces,
        row["front"],
        row["back"],
        row["source"] or "stand-in",
        row.line,
    )


def card_provenance(cards: tuple[Card, ...]) -> tuple[Provenance, ...]:
    """One entry a card."""
    return tuple(Provenance("card", card.number, card.source) for card in cards)
