"""Saves and logs of a real VASSAL 3.7.26: everything is where the engine had it, at every step."""

import gzip
import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile.module import read_module
from builder.vassal.locations import Locator
from builder.vassal.module_shape import shape_of
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import join_nested
from builder.vassal.table_rules import table_rules
from builder.vassal.trait_answers import layer_level
from builder.vassal.traits import Layer
from builder.vassal.turns import TurnState, turn_text

DATA = Path(__file__).parents[1] / "data" / "vassal"
FILES = ["start.vsav", "after.vsav", "turn1.vlog", "random.vlog", "r1.vlog"]
ALL = [*FILES, "random_after.vsav", "everything.vsav"]


@cache
def module():
    return read_module(DATA / "sample.vmod")


@cache
def shape():
    return shape_of(module())


def seen_by_the_engine(file):
    """What the engine saw, by the number of the step; None is the end."""
    found = defaultdict(list)
    packed = (DATA / f"{Path(file).stem}.check.jsonl.gz").read_bytes()
    for line in gzip.decompress(packed).decode().splitlines():
        fact = json.loads(line)
        where = fact["where"]
        number = {"initial": 0, "final": None}.get(where)
        found[int(where[4:]) if where.startswith("step") else number].append(fact)
    return found


@pytest.fixture(scope="module", params=FILES)
def played(request):
    replay = Replay(read_saved_game(DATA / request.param), table_rules(shape()))
    return replay, seen_by_the_engine(request.param)


def test_every_step_is_there(played):
    replay, seen = played
    steps = [number for number in seen if number is not None]
    assert len(replay) == max(steps)


def test_stacks_decks_and_pieces(played):
    replay, seen = played
    for number, facts in seen.items():
        state = replay.state(number)
        expected = Counter(
            (fact["type"], fact["map"], fact["x"], fact["y"], tuple(fact["pieces"]))
            for fact in facts
            if fact["type"] == "deck" or (fact["type"] == "stack" and fact["pieces"])
        )
        found = Counter(
            (group.kind, *state.place(group.id), group.members)
            for group in state.groups.values()
            if group.kind == "deck" or group.members
        )
        assert found == expected, number
        pieces = {fact["id"]: fact for fact in facts if fact["type"] == "piece"}
        assert set(state.pieces) == set(pieces), number
        for id_, fact in pieces.items():
            assert state.place(id_) == (fact["map"], fact["x"], fact["y"]), (number, id_)


def test_names_places_layers_and_properties(played):
    replay, seen = played
    asked = 0
    for number, facts in seen.items():
        state = replay.state(number)
        answers = Answers(state, Locator(shape(), state), Viewer("Blue"))
        for fact in facts:
            if fact["type"] != "piece":
                continue
            piece = state.pieces[fact["id"]]
            assert answers.name(piece) == fact["name"]
            assert piece.gpid == fact["gpid"]
            assert answers.locator.name(*state.place(piece.id)) == fact["location"]
            layers = [
                (layer.name, layer_level(layer, lambda _: None), layer.image)
                for layer in piece.all(Layer)
            ]
            assert layers == [(it["name"], it["level"], it["image"]) for it in fact["layers"]]
            for name, value in fact["properties"].items():
                assert answers.property(piece, name) == value, (number, piece, name)
                asked += 1
    assert asked > 80


def test_turn_globals_and_players(played):
    replay, seen = played
    tracker = shape().trackers[0]
    for number in (0, None):
        if number not in seen:
            continue
        state = replay.state(number)
        for fact in seen[number]:
            if fact["type"] == "globals":
                for name, value in fact["values"].items():
                    assert state.globals["Module", name] == value
            elif fact["type"] == "turn":
                raw = state.turns["TurnTracker0"]
                assert raw == fact["state"]
                assert turn_text(tracker, TurnState.decode(raw), {}) == fact["string"]
                assert TurnState.decode(raw).encode() == raw
            elif fact["type"] == "players":
                assert [(seat.name, seat.side) for seat in state.seats] == [
                    (player["name"], player["side"]) for player in fact["players"]
                ]


@pytest.mark.parametrize("file", ALL)
def test_a_file_is_written_back_to_the_same_text(file):
    game = read_saved_game(DATA / file)
    assert game.written() == game.text


@pytest.mark.parametrize("file", ALL)
def test_every_piece_is_put_together_again_from_its_traits(file):
    state = Replay(read_saved_game(DATA / file)).state()
    for piece in state.pieces.values():
        types = [type(t).ID + t.encode_type() for t in piece.traits]
        states = [t.encode_state() for t in piece.traits]
        assert join_nested(types) == piece.type.text
        assert join_nested(states) == piece.state


def test_a_step_in_the_middle_is_the_same_forward_and_backward():
    replay = Replay(read_saved_game(DATA / "r1.vlog"))
    forward = [replay.state(number) for number in range(len(replay) + 1)]
    again = Replay(read_saved_game(DATA / "r1.vlog"))
    for number in reversed(range(len(again) + 1)):
        assert again.state(number) == forward[number], number


def test_the_save_after_a_log_is_the_end_of_the_log():
    end = Replay(read_saved_game(DATA / "random.vlog")).state()
    after = Replay(read_saved_game(DATA / "random_after.vsav")).state()
    assert {id_: piece.states for id_, piece in end.pieces.items()} == {
        id_: piece.states for id_, piece in after.pieces.items()
    }
    for id_ in end.pieces:
        assert end.place(id_) == after.place(id_)
        one, other = end.group_of(id_), after.group_of(id_)
        assert (one and one.members) == (other and other.members)


def test_a_step_that_vassal_could_not_encode_does_not_exist():
    game = read_saved_game(DATA / "turn1.vlog")
    only_null = game.text + "\x1bLOG\tnull\\\x1bLOG\tnull"
    from builder.vassal.savedgame import parse_saved_game

    assert len(parse_saved_game(only_null).steps) == len(game.steps) == 12
