"""The names of a stranger's pieces, as VASSAL shows them."""

from builder.adopt.stock import shown_name, table_piece
from builder.vassal.traits import BasicName, BasicPiece, Label


def test_the_trait_basic_name_stands_in_place_of_the_pieces_own() -> None:
    own = BasicPiece(name="Region Mask")
    assert shown_name((own,)) == "Region Mask"
    assert shown_name((BasicName(name="Revala"), own)) == "Revala"
    assert shown_name((BasicName(name="Outer"), BasicName(name="Inner"), own)) == "Outer"
    labelled = Label(label="2", name_format="$pieceName$ ($label$)")
    assert shown_name((labelled, BasicName(name="Revala"), own)) == "Revala (2)"
    assert table_piece((BasicName(name="Revala"), own)).basic_name == "Region Mask"
