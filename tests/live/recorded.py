"""Recorded games of VASSAL's online play, and the table as the engine itself had it."""

from __future__ import annotations

import gzip
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from assistant.binding import Bound, bound_game, game_name
from assistant.live.effects import Effect, Send
from assistant.live.follower import Follower
from assistant.live.play import EndError, LiveGame
from assistant.live.table import LiveStep, LiveTable
from assistant.live.who import Who
from builder.vassal.answers import Viewer
from builder.vassal.savedgame import SavedGame
from builder.vassal.secret import PlayerId
from builder.vassal.trait_answers import layer_level
from builder.vassal.traits import Layer

DATA = Path(__file__).parents[1] / "data" / "live"
SECRET = "not-a-secret"
"""How every password in the recordings begins."""

OBSERVER = "observer-1"
DAGC, NR = "The Destruction of Army Group Center", "No Retreat! The Russian Front"


@dataclass(frozen=True)
class Line:
    at: float
    ours: bool
    text: str


@cache
def wire(name: str) -> tuple[Line, ...]:
    """The lines of a recording; `ours` are those that the other side than VASSAL wrote."""
    return tuple(Line(d["t"], d["dir"] == ">", d["line"]) for d in _read(f"{name}.wire.gz"))


@cache
def truth(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(_read(f"{name}.truth.jsonl.gz"))


def _read(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@cache
def _bound(name: str) -> Bound:
    return bound_game(name)


def bound(saved: SavedGame) -> Bound:
    return _bound(game_name(saved))


@dataclass
class Heard:
    """Keeps what a listener hears."""

    words: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    steps: list[LiveStep] = field(default_factory=list)
    listed: list[dict[str, tuple[int, bool]]] = field(default_factory=list)

    def told(self, text: str) -> None:
        self.words.append(text)

    def status(self, status: str) -> None:
        self.states.append(status)

    def stepped(self, step: LiveStep) -> None:
        self.steps.append(step)

    def rooms(self, rooms: dict[str, tuple[int, bool]]) -> None:
        self.listed.append(rooms)


@dataclass
class Played:
    """A follower that is fed lines, with its table, and all that it wanted to send."""

    follower: Follower
    game: LiveGame
    heard: Heard
    sent: list[str] = field(default_factory=list)
    others: list[Effect] = field(default_factory=list)
    ended: EndError | None = None

    def do(self, effects: list[Effect], now: float = 0.0) -> None:
        try:
            for effect in self.game.carry_out(effects, now):
                if isinstance(effect, Send):
                    self.sent.append(effect.line)
                else:
                    self.others.append(effect)
        except EndError as error:
            self.ended = error

    def line(self, text: str, now: float = 0.0) -> None:
        self.do(self.follower.line(text, now), now)

    def take(self) -> list[str]:
        sent, self.sent = self.sent, []
        return sent

    def state(self, step: int | None = None) -> Any:
        assert self.game.table.replay is not None
        return self.game.table.replay.state(step)


def player(module: str, room: str, side: str = "", until: int | None = None) -> Played:
    """A follower of a room that answers to the name the recordings know."""
    table = LiveTable(room, bound, side)
    follower = Follower(module, room, Who(), lambda: PlayerId(OBSERVER))
    heard = Heard()
    return Played(follower, LiveGame(follower, table, heard, until), heard)


def followed(name: str, module: str, room: str) -> Played:
    """A game followed to the end of its recording."""
    playing = player(module, room)
    playing.do(playing.follower.opened(0.0))
    for line in wire(name):
        if not line.ours:
            playing.line(line.text)
    return playing


def tables(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """After how many lines of the wire which things lie on the real table, by id."""
    things: dict[str, Any] = {}
    last = 0
    for entry in truth(name):
        if entry["type"] in ("piece", "stack", "deck") and entry["where"] == "start":
            things[entry["id"]] = entry
        elif entry["type"] == "table" and entry["where"] == "start":
            last = entry["lines"]
        elif entry["type"] == "step":
            if things and last:
                yield last, dict(things)
            last = entry["lines"]
            things |= {thing["id"]: thing for thing in entry["changed"]}
            for gone in entry["gone"]:
                things.pop(gone, None)
    yield last, things


def differences(state: Any, things: dict[str, Any]) -> list[str]:
    """Where a state is not as the real table: places, steps, marks, what lies in what."""
    wrong = []
    pieces = {id_: thing for id_, thing in things.items() if thing["type"] == "piece"}
    wrong += [f"{id_} is missing" for id_ in pieces if id_ not in state.pieces]
    wrong += [f"{id_} is too much" for id_ in state.pieces if id_ not in pieces]
    for id_, thing in pieces.items():
        if id_ in state.pieces and (found := _found(state, id_)) != (told := _told(thing)):
            wrong.append(f"{id_}: {found} is not {told}")
    for id_, thing in things.items():
        if thing["type"] != "piece" and thing["pieces"]:
            group = state.groups.get(id_)
            if group is None or list(group.members) != thing["pieces"]:
                wrong.append(f"{thing['type']} {id_} has {group and group.members}")
    return wrong


def _told(thing: dict[str, Any]) -> Any:
    return thing["map"], thing["x"], thing["y"], thing["step"], thing["marks"]


def _found(state: Any, id_: str) -> Any:
    piece, place = state.pieces[id_], state.place(id_)
    map_ = place.map if state.parents.get(id_, id_) in state.order else None
    layers = {layer.name: layer for layer in piece.all(Layer)}
    step = layers.get("Step")
    marks = [name for name, layer in layers.items() if name.startswith("Mark-") and layer.level > 0]
    level = None if step is None else max(1, layer_level(step, lambda name: None))
    return map_, place.x, place.y, level, sorted(mark.removeprefix("Mark-") for mark in marks)


@contextmanager
def replayed(name: str) -> Iterator[int]:
    """A server on this machine that plays its part of a recording; gives its port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def play() -> None:
        try:
            connection, _ = listening.accept()
        except OSError:  # nobody called
            return
        with connection, connection.makefile("rb") as lines:
            me = OBSERVER
            try:
                for line in wire(name):
                    if not line.ours:
                        connection.sendall((line.text.replace(OBSERVER, me) + "\n").encode())
                    elif line.text:
                        came = lines.readline().decode()
                        me = came.split("\t")[1] if came.startswith("REG") else me
                lines.read()
            except OSError:
                pass

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    with listening:
        yield listening.getsockname()[1]


SEEN = Viewer()
