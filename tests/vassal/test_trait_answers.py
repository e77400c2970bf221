"""What layers show and pieces answer, as the real VASSAL did when it was asked."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from builder import limits
from builder.adopt.stock import table_piece
from builder.game.kept import Known, step_of
from builder.game.shown_faces import face_now
from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile import components
from builder.vassal.buildfile.module import Module
from builder.vassal.grids import Regions, Zone, Zones
from builder.vassal.keystroke import KeyStroke
from builder.vassal.locations import BoardShape, Locator, MapShape, ModuleShape
from builder.vassal.module_shape import shape_of
from builder.vassal.pieces import PieceGroup
from builder.vassal.secret import Passwords, PlayerId
from builder.vassal.state import GameState
from builder.vassal.trait_answers import (
    answer_of,
    integer,
    label_of,
    layer_level,
    may_answer,
    own_property,
    shown_level,
)
from builder.vassal.traits import (
    ActionButton,
    AreaOfEffect,
    BasicPiece,
    CalculatedProperty,
    Deck,
    DynamicProperty,
    Hide,
    Immobile,
    Label,
    Layer,
    Marker,
    MarkMoved,
    Mat,
    OldLayer,
    PropertySheet,
    Rotation,
    Trail,
    Trait,
)
from builder.vassal.traits.movement import Attachment, MatCargo

THREE = ("one.png", "two.png", "three.png")
FOLLOWS = Layer(name="Face", images=THREE, follow_property=True, property_name="Status", level=3)


@pytest.mark.parametrize(
    ("changes", "told", "level", "shown"),
    [
        ({"follow_property": False}, {}, 3, 3),
        ({"follow_property": False, "level": -2}, {}, -2, 0),
        ({}, {"Status": "1"}, 1, 1),
        ({}, {"Status": "9"}, 3, 3),
        ({}, {}, 1, 1),
        ({}, {"Status": "none"}, 3, 3),
        ({"level": -3}, {"Status": "2"}, -2, 0),
        ({"first_level_value": 0}, {"Status": "1"}, 2, 2),
        ({"property_name": "{Status + 1}"}, {"Status": "1"}, 2, 2),
        ({"property_name": "{SumStack(Status)}"}, {"Status": "1"}, 3, 3),
        ({"only_property_name": "Seen"}, {"Status": "2"}, 2, 0),
        ({"only_property_name": "Seen"}, {"Status": "2", "Seen": "true"}, 2, 2),
        ({"only_property_name": "Seen", "only_property_state": "false"}, {"Seen": "0"}, 1, 1),
    ],
)
def test_the_level_of_a_layer(
    changes: Mapping[str, object], told: Mapping[str, str], level: int, shown: int
) -> None:
    layer = FOLLOWS.replace(**changes)
    assert layer_level(layer, told.get) == level
    assert shown_level(layer, told.get) == shown


@pytest.mark.parametrize(
    ("written", "never_off"),
    [
        (Layer().type_text, True),
        (Layer(always_active=False).type_text, False),
        ("emb2;Disrupt;2;D;;2;;;2;;;;1;false;0;0;a.gif;;true;Hit;;;false;;1", False),
        ("emb2;;2;;Flip;2;F;;2;;;;1;false;0;0;a.gif,b.gif;;true;Step;;;false;;1", True),
    ],
)
def test_whether_a_key_switches_a_layer_off(written: str, never_off: bool) -> None:
    assert Layer.decode(written, "1").is_never_off is never_off


@pytest.mark.parametrize(
    ("off", "changes", "step"),
    [
        (False, {}, 2),
        (True, {}, 3),
        (True, {"level": -1}, 1),
        (False, {"follow_property": False}, 3),
    ],
)
def test_the_face_of_a_counter_follows_its_property(
    off: bool, changes: Mapping[str, object], step: int
) -> None:
    piece = table_piece((FOLLOWS.replace(**changes), BasicPiece(image="base.png")))
    known = Known("1", "a", False, "", "", "", 0, off)
    assert step_of(piece, known, {"Status": "2"}.get) == step


@pytest.mark.parametrize(
    ("trait", "told"),
    [
        (Rotation(facings=7, turned="2"), {"_Facing": "3", "_Degrees": "103"}),
        (Rotation(facings=1, turned="-90.0", name="Gun"), {"Gun_Degrees": "90"}),
        (AreaOfEffect(name="Reach", active=True), {"Reach_Active": "true"}),
        (Layer(name="L", images=THREE, level=-2), {"L_Level": "-2", "L_Active": "false"}),
        (Immobile(select="n", move=""), {"cannotMove": "true", "Immobile": "true"}),
        (Immobile(select="ng", move="N"), {"cannotMove": "false", "IgnoreGrid": "true"}),
        (Immobile(select="i", move="", stack="L"), {"Immobile": "true", "NoStack": ""}),
        (CalculatedProperty(name="Sum", expression="1 + 2"), {"Sum": "3"}),
        (CalculatedProperty(name="Same", expression="Same2"), {"Same": ""}),
        (Immobile.decode("immob;n"), {"cannotMove": "true", "NoStack": "true"}),
        (Trail(), {"Moved": "false"}),
    ],
)
def test_what_a_trait_answers(trait: Trait, told: Mapping[str, str | None]) -> None:
    piece = table_piece((trait, BasicPiece()))
    assert {name: own_property(piece, name) for name in told} == told
    answered = [name for name, value in told.items() if value is not None]
    assert set(may_answer(piece, told)) >= set(answered)


@pytest.mark.parametrize(
    ("traits", "name", "answer"),
    [
        ((Immobile(stack="L"), Immobile(stack="R")), "NoStack", ""),
        ((Immobile(stack="R"), Immobile(stack="L")), "NoStack", "true"),
        ((Trail(), MarkMoved(moved=True)), "Moved", "true"),
        ((Trail(), DynamicProperty(name="Moved", value="twice")), "Moved", "twice"),
        ((MarkMoved(moved=False), DynamicProperty(name="Moved", value="twice")), "Moved", "false"),
    ],
)
def test_which_of_two_traits_answers(traits: tuple[Trait, ...], name: str, answer: str) -> None:
    piece = table_piece((*traits, BasicPiece()))
    assert own_property(piece, name) == answer
    state = GameState(pieces={piece.id: piece})
    assert Answers(state, Locator(None, state)).property(piece, name) == answer


@pytest.mark.parametrize(
    ("kept", "told"), [((), "17"), (("UniqueID", "one"), "one")], ids=["an old piece", "a new one"]
)
def test_a_piece_has_an_id_for_ever(kept: tuple[str, ...], told: str) -> None:
    """A save from before VASSAL kept one: the id of the piece counts (BasicPiece)."""
    piece = table_piece((BasicPiece(),), "17")
    piece = replace(piece, rest=(piece.rest[0], str(len(kept) // 2), *kept))
    state = GameState(pieces={piece.id: piece})
    assert Answers(state, Locator(None, state)).property(piece, "UniqueID") == told


def test_a_piece_is_not_asked_for_what_none_of_its_traits_knows() -> None:
    piece = table_piece((Marker.of(b="1", a="2"), BasicPiece()))
    assert may_answer(piece, ["a", "strength", "b"]) == ["a", "b"]
    anything = table_piece((PropertySheet(), BasicPiece()))
    assert may_answer(anything, ["a", "strength"]) == ["a", "strength"]


def test_what_lies_in_a_deck_is_counted_by_its_filters() -> None:
    deck = Deck(
        name="Draw Pile",
        expression_counting=True,
        count_expressions=("left: Count=Two", "new:{New}"),
    )
    cards = {
        str(at): table_piece((Marker.of(Count=count), Marker.of(New="true"), BasicPiece()), str(at))
        for at, count in enumerate(("One", "Two", "Two"))
    }
    label = Label(label="$Draw Pile_left$ of $Draw Pile_numPieces$, $Draw Pile_new$ new, $Said$")
    pieces = {**cards, "9": table_piece((label, BasicPiece(name="Deck")), "9")}
    pile = PieceGroup("d", "deck", deck.type_text, None, 0, 0, tuple(cards))
    state = GameState(pieces=pieces, groups={"d": pile}, order={"d": (0, 0), "9": (0, 1)})
    shape = ModuleShape(initial={("Module", "Said"): "as it began"})
    answers = Answers(state, Locator(shape, state), Viewer())
    assert answers.name(pieces["9"]) == "Deck (2 of 3, 3 new, as it began)"


def test_a_property_of_a_zone_is_found_before_that_of_its_map() -> None:
    label = Label(label="$Weather$, $Ice$")
    piece = replace(table_piece((label, BasicPiece(name="Fleet")), "9"), map="Map", x=5, y=5)
    sea = Zones((Zone("Sea", ((0, 0), (99, 0), (99, 99), (0, 99))),))
    shape = ModuleShape(
        maps=(MapShape("Map", "Map0", (BoardShape("b", 99, 99, sea),)),),
        initial={("Sea", "Ice"): "none", ("Sea", "Weather"): "fair"},
    )
    told = {("Map:Sea", "Weather"): "storm", ("Map", "Weather"): "rain"}
    state = GameState(pieces={"9": piece}, order={"9": (0, 0)}, globals=told)
    assert Answers(state, Locator(shape, state)).name(piece) == "Fleet (storm, none)"


def test_what_lies_on_a_mat_knows_it() -> None:
    mat = table_piece((Mat(name="Army 3", cargo=("2",)), BasicPiece(name="Count")), "1")
    short = CalculatedProperty(
        name="Where", expression='{CurrentMat != "" ? CurrentMatPieceName : Missing * 2}'
    )
    cargo = table_piece((MatCargo(mat="1"), short, BasicPiece(name="Knights")), "2")
    loose = table_piece((MatCargo(), DynamicProperty(name="A"), BasicPiece(name="Men")), "3")
    pieces = {"1": mat, "2": cargo, "3": loose}
    state = GameState(pieces=pieces, order=dict.fromkeys(pieces, (0, 0)))
    answers = Answers(state, Locator(None, state))
    asked = ("CurrentMat", "CurrentMatID", "CurrentMatOffsetX", "Where")
    assert [answers.property(cargo, of) for of in asked] == ["Army 3", "Army 3_1", "0", "Count"]
    assert answers.property(loose, "CurrentMat") is None


@pytest.mark.parametrize("value", ["abc", "²", "1.5", "--1", "9" * 5000])
def test_what_a_stranger_says_is_a_place_or_a_level_need_be_no_number(value: str) -> None:
    mat = table_piece((Marker.of(CurrentX=value), Mat(cargo=("2",)), BasicPiece(name="M")), "1")
    cargo = table_piece((MatCargo(mat="1"), BasicPiece(name="Knights")), "2")
    pieces = {"1": mat, "2": cargo}
    state = GameState(pieces=pieces, order=dict.fromkeys(pieces, (0, 0)))
    assert Answers(state, Locator(None, state)).property(cargo, "CurrentMatOffsetX") is None
    assert integer(value) is None
    parts = ["", "0", "0", "9", "9", "", "false", "true", "1", "1", value]
    assert ActionButton.decode_type(";".join(parts))["corners"] == ()


def test_the_labels_of_many_pieces_are_all_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROPERTY_WORK", 20)
    sum_ = CalculatedProperty(name="Sum", expression="{Size + 1}")
    traits = (Label(label="$Sum$"), sum_, Marker.of(Size="2"), BasicPiece(name="Men"))
    pieces = {str(at): table_piece(traits, str(at)) for at in range(9)}
    state = GameState(pieces=pieces, order=dict.fromkeys(pieces, (0, 0)))
    answers = Answers(state, Locator(None, state))
    assert {answers.name(piece) for piece in pieces.values()} == {"Men (3)"}
    assert {answers.open_name(piece) for piece in pieces.values()} == {"Men (3)"}


def test_a_layer_of_vassal_before_3_is_the_layer_that_the_engine_makes_of_it() -> None:
    text = "emb;K\\;Reset\\;82,130\\;1;_Flip;;;;;3;-4;front.png,Fresh;back.png,+ spent;third.png"
    layer = OldLayer.decode(text, "-2;")
    assert layer.images == ("front.png", "back.png", "third.png")
    assert layer.level_names == ("Fresh", "+ spent", "")
    assert (layer.level, shown_level(layer, {}.get)) == (-2, 0)
    assert (layer.activate_command, layer.underneath_when_selected) == ("Flip", True)
    assert (layer.reset_command, layer.reset_level, layer.x_offset, layer.y_offset) == (
        "Reset", "1", 3, -4
    )  # fmt: skip
    assert not layer.is_never_off
    assert layer.activate_key == KeyStroke.decode("75,130")
    assert layer.replace(level=2).type_text == text
    changed = layer.replace(images=("a.png",))
    assert Layer.decode(changed.type_text, "1").images == ("a.png",)
    always = OldLayer.decode("emb;;;;;;;0;0;one.png", "1")
    assert (always.is_never_off, shown_level(always, {}.get)) == (True, 1)
    assert OldLayer.decode("emb;", "").levels == 1


def test_a_piece_with_an_old_layer_shows_and_says_what_it_says() -> None:
    basic = BasicPiece(name="Guard", image="base.png")
    old = OldLayer.decode("emb;F;Flip;;;;;0;0;a.png,Fresh;b.png,Spent", "2")
    piece = table_piece([old, basic])
    assert [part.image for part in face_now(piece, {}.get)] == ["base.png", "b.png"]
    assert own_property(piece, "_Level") == "2"


def test_a_label_keeps_the_names_of_unknown_properties_as_a_property_only() -> None:
    label = Label(label="x$Troops$ of $Side$", property_name="Told")
    assert label_of(label, {"Side": "red"}.get) == "x of red"
    assert answer_of(label, "Told", {"Side": "red"}.get) == "xTroops of red"


def test_links_to_other_pieces_are_counted() -> None:
    link = Attachment(name="guard", attached=("1", "2"))
    for name, told in (("AttachCount", "2"), ("guard_AttachCount", "2"), ("guard_Other", None)):
        assert answer_of(link, name, {}.get) == told


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ('{SumStack("Strength")}', "7"),
        ('{CountStack("Strength") + CountStack("Name")}', "2"),
        ('{SumStack("Strength") > 6 ? "strong" : "weak"}', "strong"),
        ('{CountStack("") + "beyond us"}', ""),
        ('{SumStack("Strength", "{Strength>3}")}', "4"),
        ('{CountStack("{Side==1}") + CountStack("Strength", "{Side==1}")}', "1"),
        ('{SumStack("Strength", "{Strength>$Strength$}")}', ""),
        ('{SumStack("SumStack(Strength)")}', "0"),
        ('{GetProperty("SumStack(Strength)")}', ""),
    ],
)
def test_what_a_stack_has_together(expression: str, told: str) -> None:
    asks = CalculatedProperty(name="Told", expression=expression)
    marks = [Marker(names=("Strength",), values=(value,)) for value in ("3", "4", "many")]
    marks[2] = Marker(names=("Side",), values=("1",))
    pieces = [
        table_piece([asks, mark, BasicPiece(name="Guard")], id_)
        for id_, mark in zip("123", marks, strict=True)
    ]
    group = PieceGroup("9", "stack", "", "Map", 5, 5, ("1", "2", "3"))
    parents = dict.fromkeys("123", "9")
    state = GameState({it.id: it for it in pieces}, groups={"9": group}, parents=parents)
    assert Answers(state, Locator(None, state)).property(pieces[0], "Told") == told


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ('{SumLocation("Strength") + CountLocation()}', "104"),
        ('{CountLocation("{Strength==7}")}', "0"),
        ('{SumZone("Strength") + CountZone("Strength")}', "112"),
        ('{SumMap("Strength", "Map") + CountMap("{Strength>3}")}', "111"),
        ('{SumMap("Strength", "Elsewhere")}', "Guard"),
        ('{GetMapProperty("Weather", "Map") + GetZoneProperty("Ice", "Sea")}', "rainnone"),
        ('{GetMapProperty("Weather", "Secret")}', "Guard"),
        ('{pieceName + " " + Deep}', "Guard"),
        ('{pieceName + " " + Faulty}', "Guard "),
        ("{pieceName - 1}", "Guard"),
        ("$pieceName$ $Deep$", "Guard"),
        ("{Owner}", "Guard"),
        ("{Owner.substring(0, 4)}", "Guard"),
        ('{GetProperty("Owner").length()}', "Guard"),
        ("{Number + 1}", "Guard"),
        ('{SumStack("Number")}', "Guard"),
        ("$Owner$", "\u2022\u2022\u2022"),
    ],
)
def test_what_lies_around_makes_a_name(expression: str, name: str) -> None:
    """All that lies there counts, as in VASSAL, which shows the total to everybody; a name that is
    not understood is left as it was, and told. No password is reckoned with."""
    label = Label(label="x", name_format=expression)
    deep = CalculatedProperty(name="Deep", expression="{Random(6)}")
    faulty = CalculatedProperty(name="Faulty", expression="{1/0}")
    hidden = Hide(hidden_by=PlayerId("somebody"))
    traits: list[list[Trait]] = [[label, deep, faulty], [hidden], []]
    pieces = {}
    for id_, x, more in zip("123", (5, 5, 50), traits, strict=True):
        strength = {"1": "2", "2": "100", "3": "7"}[id_]
        mark = Marker.of(Strength=strength, Owner="redpassword", Number="48213377")
        made = table_piece([*more, mark, BasicPiece(name="Guard")], id_)
        pieces[id_] = replace(made, map="Map", x=x, y=5)
    spots = Regions((("here", 5, 5), ("there", 50, 5)))
    sea = Zones((Zone("Sea", ((0, 0), (99, 0), (99, 99), (0, 99)), "$gridLocation$", spots),))
    maps = (
        MapShape("Map", "Map0", (BoardShape("b", 99, 99, sea),)),
        MapShape("Secret", "Map1", sides=("Red",), visible_to_all=False),
    )
    told = {("Map", "Weather"): "rain", ("Sea", "Ice"): "none", ("Secret", "Weather"): "fair"}
    order = dict.fromkeys(pieces, (0, 0))
    players = Passwords().and_of(PlayerId("redpassword"), "Rita").and_of(PlayerId("48213377"))
    state = GameState(pieces, order=order, globals=told, passwords=players)
    answers = Answers(state, Locator(ModuleShape(maps=maps), state))
    assert answers.open_name(pieces["1"]) == name
    assert answers.unclear == ({"1"} if name == "Guard" else set())


def test_a_preference_is_a_property_as_the_module_sets_it() -> None:
    parts = (
        components.BooleanPreference(name="LightOnDark", default_=True),
        components.IntegerPreference(name="Most", default_=3),
        components.EnumPreference(name="Look", default_="plain"),
        components.GlobalProperty(name="Turn", initial_value="1"),
    )
    options = components.GlobalOptions(
        children=parts[:3], store_leading_zero_integers_as_strings=True
    )
    shape = shape_of(Module.of("Any", "1", (options, parts[3])))
    assert shape.keeps_zeros
    assert shape.initial == {
        ("Module", "LightOnDark"): "true",
        ("Module", "Most"): "3",
        ("Module", "Look"): "plain",
        ("Module", "Turn"): "1",
    }
