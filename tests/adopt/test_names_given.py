"""The names of a stranger's pieces, as VASSAL shows them."""

from builder.adopt.stock import Stock, shown_name, table_piece
from builder.adopt.told import Told
from builder.vassal.buildfile.components import GameModule, ListWidget, PieceSlot, PieceWindow
from builder.vassal.buildfile.piece_text import write_piece
from builder.vassal.traits import BasicName, BasicPiece, Label, Layer, Trait


def test_the_trait_basic_name_stands_in_place_of_the_pieces_own() -> None:
    own = BasicPiece(name="Region Mask")
    assert shown_name((own,)) == "Region Mask"
    assert shown_name((BasicName(name="Revala"), own)) == "Revala"
    assert shown_name((BasicName(name="Outer"), BasicName(name="Inner"), own)) == "Outer"
    labelled = Label(label="2", name_format="$pieceName$ ($label$)")
    assert shown_name((labelled, BasicName(name="Revala"), own)) == "Revala (2)"
    assert table_piece((BasicName(name="Revala"), own)).basic_name == "Region Mask"


def names(*pieces: tuple[Trait, ...]) -> list[str]:
    slots = [PieceSlot(gpid=str(at), content=write_piece(of)) for at, of in enumerate(pieces)]
    page = PieceWindow(children=(ListWidget(children=tuple(slots)),))
    return [item.name for item in Stock(GameModule(children=(page,)), Told(), {}).items]


def test_a_label_with_the_basic_name_stands_over_a_layers_name() -> None:
    layer = Layer(images=("a.png",), level_names=("Emir of Granada",), level=1)
    label = Label(name_format="$BasicName$", always_use_format=True)
    piece = (label, BasicName(name="Siena"), layer, BasicPiece())
    assert names(piece) == ["Siena"]


def test_one_counter_is_called_as_on_its_first_face_and_another_name_is_another_counter() -> None:
    plain = Layer(images=("a.png", "b.png"), level_names=("", "+ (x2)"))
    cart = BasicPiece(name="Cart")
    assert names((plain.replace(level=2), cart), (plain.replace(level=1), cart)) == ["Cart"]
    who = Layer(images=("a.png", "b.png"), level_names=("Lee", "Grant"))
    assert names((who.replace(level=1), cart), (who.replace(level=2), cart)) == ["Lee", "Grant"]


def test_pieces_without_names_are_other_counters_where_their_labels_differ() -> None:
    blank = BasicPiece(image="slot.png")
    always = Label(name_format="$label$", always_use_format=True)
    found = names(*((always.replace(label=text), blank) for text in ("Discards", "Draws")))
    assert found == ["Discards", "Draws"]
    assert names((Label(label="x2"), blank)) == ["slot"]


def test_a_label_that_only_a_table_fills_is_no_part_of_a_counters_name() -> None:
    army = BasicPiece(name="Army of the West", image="west.png")
    assert names((Label(label="$Strength$"), army)) == ["Army of the West"]
    assert names((Label(label="2"), army)) == ["Army of the West (2)"]
