"""Each trait is written as VASSAL writes it and read without loss."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.secret import PlayerId
from builder.vassal.traits import (
    KNOWN,
    ActionButton,
    BasicPiece,
    DynamicProperty,
    Hide,
    Layer,
    Marker,
    Mask,
    PropertyCommand,
    Prototype,
    Rotation,
    Trail,
    UnknownTrait,
    decode_trait,
    trait_class,
)

DATA = Path(__file__).parents[1] / "data" / "vassal"
ENGINE = {trait.get("ID") or trait["TYPE"]: trait for trait in json.loads(
    (DATA / "traits.json").read_text()
)}  # fmt: skip
OLD = {"emb;", "nonRect;"}  # which the engine reads, but never writes


def test_every_trait_of_the_engine_is_declared():
    assert {trait.ID for trait in KNOWN} - OLD == set(ENGINE)


@pytest.mark.parametrize("vassal_id", ENGINE)
def test_a_fresh_trait_is_written_as_the_engine_writes_it(vassal_id):
    fresh = trait_class(vassal_id)()
    assert fresh.type_text == ENGINE[vassal_id]["default_type"]
    assert fresh.state_text == (ENGINE[vassal_id]["default_state"] or "")


@pytest.mark.parametrize("vassal_id", ENGINE)
def test_what_the_engine_wrote_is_read_as_the_defaults(vassal_id):
    cls = trait_class(vassal_id)
    read = cls.decode(ENGINE[vassal_id]["default_type"], ENGINE[vassal_id]["default_state"] or "")
    assert read == cls()
    assert cls.ID + read.encode_type() == ENGINE[vassal_id]["default_type"]


@given(st.sampled_from(KNOWN), st.text(alphabet="ab1;,|:\\'~é-."), st.text(alphabet="1;,-a\\'~"))
def test_any_text_is_read_and_written_back(cls, type_text, state_text):
    read = cls.decode(cls.ID + type_text, state_text)
    assert (read.type_text, read.state_text) == (cls.ID + type_text, state_text)


@given(st.sampled_from(KNOWN), st.text(alphabet="ab1;,|:\\'~é-."), st.text(alphabet="1;,-a~"))
def test_what_is_read_again_after_writing_is_the_same(cls, type_text, state_text):
    read = cls.decode(cls.ID + type_text.rstrip("\\"), state_text)
    again = cls.decode(read.type_text, read.state_text)
    assert again == read


def test_a_layer_as_a_module_declares_it():
    layer = Layer(
        activate_command="",
        activate_key=None,
        images=("a.png", "b.png", ""),
        level_names=("", "+ (reduced)"),
        name="Step",
    )
    assert layer.type_text == (
        "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png,b.png,;,+ (reduced);true;Step;;;false;;1;1;"
        "true;;;;;1.0;;true"
    )
    assert layer.replace(level=2).state_text == "2"
    assert layer.replace(level=2).image == "b.png"
    assert layer.levels == 3


def test_a_change_keeps_what_a_newer_vassal_added():
    read = Layer.decode(Layer().type_text + ";new;newer", "1")
    assert read.replace(name="Step").type_text.endswith(";new;newer")
    used = Prototype.decode("prototype;Unit;;new")
    assert used.replace(name="Marker").type_text == "prototype;Marker;;new"
    assert read.replace(name="Step").name == "Step"


def test_what_was_read_is_not_read_again_to_be_written(monkeypatch) -> None:
    """A module has a hundred thousand traits; one that is changed is written anew."""
    mark = decode_trait("mark;Army", "French")
    monkeypatch.setattr("builder.vassal.traits.declaration._read", None)
    assert (mark.type_text, mark.state_text) == ("mark;Army", "French")
    monkeypatch.undo()
    changed = mark.replace(values=("British",))
    assert (changed.type_text, changed.state_text) == ("mark;Army", "British")
    assert changed.replace(values=("French",)) == mark


def test_an_older_text_that_ends_early_takes_the_defaults():
    read = Layer.decode("emb2;Flip;128;F", "-1")
    assert (read.level, read.version, read.scale) == (-1, 0, 1.0)
    assert read.type_text == "emb2;Flip;128;F"


@pytest.mark.parametrize(
    ("type_text", "state", "facing", "degrees"),
    [
        ("rotate;6;93,130;91,130;CW;CCW;;;Facing;;;;;false", "2", 3, 120),
        ("rotate;1;82,130;Rotate;;;Facing", "-30.0", 1, 30),
        ("rotate;4;;;;;;;F", "9", 4, 270),
        ("rotate;6", "x", 1, 0),
    ],
)
def test_rotations(type_text, state, facing, degrees):
    rotation = Rotation.decode(type_text, state)
    assert (rotation.facing, rotation.degrees) == (facing, degrees)
    assert rotation.type_text == type_text


def test_free_rotation_is_written_with_its_own_keys():
    free = Rotation(facings=1, set_angle_command="Turn", name="F")
    assert free.type_text.startswith("rotate;1;;Turn;;;F;")
    assert Rotation.decode(free.type_text).set_angle_command == "Turn"


def test_a_trail_holds_its_points():
    trail = Trail.decode(Trail().type_text, "true;Map0;2;10,20;-3,4;true")
    assert trail.points == ((10, 20), (-3, 4))
    assert trail.replace(points=((1, 2),)).state_text == "true;Map0;1;1,2;true"


def test_markers_hold_commas():
    marker = Marker.of(Side="a,b", Note="c")
    assert (marker.type_text, marker.state_text) == ("mark;Side,Note", "a\\,b,c")
    assert decode_trait("mark;A,B", "1").items() == [("A", "1"), ("B", "")]


def test_property_commands():
    trait = decode_trait("PROP;Steps;true,1,4,false;Lose:76\\,130:I\\,-1,Set::P\\,2;", "3")
    assert isinstance(trait, DynamicProperty)
    assert trait.constraints.numeric
    assert trait.commands[0].menu == "Lose"
    assert trait.commands[0].key is not None
    assert trait.commands[1] == PropertyCommand("Set", None, "P,2")


def test_a_prototype_without_parameters_has_one_field():
    assert Prototype(name="Unit").type_text == "prototype;Unit"
    assert Prototype(name="Unit", parameters="a=b").type_text == "prototype;Unit;a=b"


def test_an_action_button_counts_its_corners():
    button = ActionButton(whole_shape=False, corners=(0, 0, 9, 0, 9, 9))
    assert button.type_text == "button;;0;0;0;0;;false;false;1;3;0;0;9;0;9;9"
    assert ActionButton.decode(button.type_text).corners == (0, 0, 9, 0, 9, 9)


def test_a_basic_piece_has_place_and_properties():
    basic = BasicPiece.decode("piece;;;u.png;1st; Inf", "Main Map;10;-4;17;1;UniqueID;x")
    assert (basic.map, basic.x, basic.y, basic.gpid) == ("Main Map", 10, -4, "17")
    assert basic.properties == (("UniqueID", "x"),)
    assert basic.replace(map=None).state_text == "null;10;-4;17;1;UniqueID;x"
    assert BasicPiece.decode("piece;;;;", "Map;1;2").state_text == "Map;1;2"


def test_an_unknown_trait_is_kept():
    trait = decode_trait("vasl.Thing;a;b\\;c", "x;y")
    assert isinstance(trait, UnknownTrait)
    assert trait.id == "vasl.Thing;"
    assert (trait.type_text, trait.state_text) == ("vasl.Thing;a;b\\;c", "x;y")


def test_owners_are_kept_and_never_shown():
    mask = Mask.decode(Mask().type_text, "secret;player;|1|null")
    hide = Hide.decode(Hide().type_text, "secret")
    assert mask.masked_by == hide.hidden_by == PlayerId("secret")
    assert mask.state_text == "secret;player;|1|null"
    assert "secret" not in repr(mask) + repr(hide)
    assert Mask.decode(Mask().type_text, "null;").masked_by is None
    assert hide.replace(hidden_by=None).state_text == "null"
