"""A player of random turns that are lawful by Kessel's own answers, and writes logs as VASSAL does."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

from assistant.binding import Record
from assistant.games import play_of, rules_for
from assistant.planning.duty import bound
from assistant.planning.outlook import GONE, STANDS, fate_of, steps_of
from assistant.position import Position, Unit, called
from assistant.questions.answers import Odds, Retreats, UnitRetreats, as_json
from assistant.questions.play import Mark, Rolled
from assistant.questions.protocol import QuestionError
from assistant.referee.arriving import entrances
from assistant.referee.chapters import kind_of
from assistant.referee.log_reader import Reader
from assistant.referee.losses import attackers_due
from assistant.referee.marks import judging_phases, marks_of, supply_marks
from builder.game.carriers import (
    ATTACKS,
    BATTLE_PROPERTY,
    CONTROL_PROPERTY,
    COUNTER_PROPERTY,
    DEFENDS,
    MAIN_MAP,
    ROLE_PROPERTY,
    STEP_LAYER,
    marker_layer,
    state_property,
)
from builder.game.model import Counter, Game
from builder.module.assembly import Assembly
from builder.module.shape import game_shape
from builder.vassal.blanked import Blanks
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import (
    ChangePiece,
    Chat,
    MovePiece,
    PropertyChange,
    RemovePiece,
    Turn,
)
from builder.vassal.growing import GrowingReplay
from builder.vassal.growing_log import GrowingLog
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.pieces import Piece
from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import ESC, join_nested
from builder.vassal.table_rules import table_rules
from builder.vassal.trait_answers import own_property
from builder.vassal.traits import DynamicProperty, Layer, Trait
from builder.vassal.turns import TurnState

TRACKER = "TurnTracker0"
IN_ORDER = {
    "dagc": (
        ("soviet", "air-main", "3"),
        ("soviet", "strait-used", "true"),
        ("german-pre", "armor-used", "true"),
    ),
    "mlb": (("mode-selection", "mode", "combat-movement"),),
    "nr": (("-combat", "oil-fallen", "true"),),
    "uis": (("wp-", "violated", "austria"),),
}
"""State variables that change in the course of a game: part of the phase's name, name, value."""


def saved_text(game: Game, scenario: str) -> str:
    """The text of a scenario's save."""
    return read_saved_game(BytesIO(Assembly(game).save(game.scenarios[scenario]))).text


_BEGUN: dict[tuple[str, str], tuple[GrowingLog, bytes]] = {}


def _log_of(game: Game, text: str, path: Path) -> GrowingLog:
    """A log that has begun. Packing a large game takes a second, and hundreds begin alike: the
    first one is kept, and the others go on from it."""
    if (game.id, text) not in _BEGUN:
        definition = game.definition
        metadata = Metadata(definition.title, definition.version, "3.7.16")
        made = GrowingLog(path, text, metadata, Blanks())
        made.close()
        _BEGUN[game.id, text] = made, path.read_bytes()
    begun, packed = _BEGUN[game.id, text]
    path.write_bytes(packed)
    log = copy(begun)
    log.path, log._deflate = path, begun._deflate.copy()
    known = begun.blanks
    log.blanks = replace(
        known, _names={**known._names}, _clear={**known._clear}, _types={**known._types}
    )
    log._file = path.open("r+b", buffering=0)
    return log


LOSS_MARKS = frozenset({"minus-2-1", "minus-4-2"})
"""Marks that take steps from a unit whose counter has too few faces (Kursk 9.53)."""


@dataclass
class Table:
    """A game under way, kept as a log. Every method is one step of it."""

    game: Game
    path: Path
    text: str
    reader: Reader = field(init=False)
    replay: GrowingReplay = field(init=False)
    log: GrowingLog = field(init=False)
    shape: ModuleShape = field(init=False)
    fought: int = 0
    engaged: set[str] = field(default_factory=set)
    """Units that fought in a declared battle."""
    brought: set[str] = field(default_factory=set)
    """Pieces that came onto the map."""
    last_moved: dict[str, str] = field(default_factory=dict)
    as_phase: str = ""
    """The phase that the players mean, where the marker stands still."""

    def __post_init__(self) -> None:
        from builder.vassal.savedgame import parse_saved_game

        saved = parse_saved_game(self.text)
        shape = self.shape = game_shape(self.game)
        self.replay = GrowingReplay(saved, table_rules(shape))
        record = Record(self.path, self.game, shape, self.replay)
        self.reader = Reader(record)
        self.log = _log_of(self.game, self.text, self.path)
        self.log.blanks.type_of = self._type_of
        self.rules = rules_for(self.game)

    def _type_of(self, id_: str):  # type: ignore[no-untyped-def]
        piece = self.replay.now().pieces.get(id_)
        return None if piece is None else piece.type

    @property
    def position(self) -> Position:
        now = self.reader.position
        return replace(now, phase=self.as_phase) if self.as_phase else now

    def piece_of(self, unit: str) -> str:
        return next(id_ for id_, one in self.reader._units.items() if one.id == unit)

    def step(self, *commands: object, said: str = "") -> None:
        """One step of the log: commands, and a line in the chat."""
        texts = [command.text() for command in commands]  # type: ignore[attr-defined]
        if said:
            texts.append(Chat(said).text())
        message = ESC.join(texts)
        turnover = self.replay.add(message)
        assert turnover is not None
        self.reader.moment(turnover)
        self.log.add(message)

    def moving(self, unit: str, hex_: str) -> MovePiece:
        """The command that moves a unit to a hex."""
        state = self.replay.now()
        id_ = self.piece_of(unit)
        was = state.place(id_)
        laid = Locator(self.shape, state).laid(MAIN_MAP)
        assert laid is not None
        at = laid.centre(hex_)
        assert at is not None, hex_
        return MovePiece(id_, MAIN_MAP, *at, None, was.map, was.x, was.y, None)

    def move(self, unit: str, hex_: str) -> None:
        """A unit goes somewhere."""
        name, was = self.position.by_id[unit].shown, self.position.by_id[unit].hex
        self.last_moved = {unit: was}
        self.step(self.moving(unit, hex_), said=f"* {name} moves {was} -> {hex_} *")

    def waiting(self) -> list[tuple[str, str]]:
        """Pieces of units that wait in a space of the turn track, with its zone."""
        state = self.replay.now()
        locator = Locator(self.shape, state)
        on = {id_ for id_, unit in self.reader._units.items() if not unit.hex.startswith("turn")}
        return [
            (id_, locator.zone(*state.place(id_)))
            for id_, piece in state.pieces.items()
            if id_ not in on
            and (counter := own_property(piece, COUNTER_PROPERTY)) in self.game.counters
            and self.game.counters[counter or ""].kind == "unit"
        ]

    def bring(self, id_: str, hex_: str) -> None:
        """A piece comes onto the map."""
        self.brought.add(id_)
        state = self.replay.now()
        was = state.place(id_)
        laid = Locator(self.shape, state).laid(MAIN_MAP)
        assert laid is not None
        at = laid.centre(hex_)
        assert at is not None, hex_
        self.step(
            MovePiece(id_, MAIN_MAP, *at, None, was.map, was.x, was.y, None), said="* comes *"
        )

    def lay(self, id_: str, hex_: str) -> None:
        """A piece of any kind is laid in a hex."""
        was = self.replay.now().place(id_)
        laid = Locator(self.shape, self.replay.now()).laid(MAIN_MAP)
        assert laid is not None
        at = laid.centre(hex_)
        assert at is not None, hex_
        self.step(MovePiece(id_, MAIN_MAP, *at, None, was.map, was.x, was.y, None))

    def draw(self, deck: str, n: int) -> bool:
        """So many pieces are drawn from the top of a deck in one step; False if it has fewer."""
        groups = self.replay.now().groups.values()
        members = next((g.members for g in groups if g.name == deck), ())
        drawn = members[len(members) - n :]
        at = [(id_, self.replay.now().place(id_)) for id_ in reversed(drawn)]
        if n and len(drawn) == n:
            off = [MovePiece(id_, MAIN_MAP, 5, 5, None, w.map, w.x, w.y, None) for id_, w in at]
            self.step(*off, said="* draws *")
        return len(drawn) == n

    def state(self, name: str, value: str) -> None:
        """A state variable changes, as by the button that keeps it."""
        property_ = state_property(name)
        was = self.replay.now().globals.get(("Module", property_), "")
        self.step(PropertyChange(property_, was, value, "Module"), said=f"* {name}: {value} *")

    def lose(self, unit: str, steps: int) -> None:
        """A unit loses steps, and is taken off the map with the last."""
        one = self.position.by_id[unit]
        left = self.steps(one) - steps
        if left <= 0:
            self.step(RemovePiece(self.piece_of(unit)), said=f"* {one.shown} is eliminated *")
            return
        step, mark = next(
            (face, mark)
            for mark in ("", *sorted(LOSS_MARKS))
            for face in range(one.step, one.step + steps + 1)
            if self.steps(replace(one, step=face, markers=(one.markers - LOSS_MARKS) | {mark}))
            == left
        )
        if step != one.step:
            self.step(self.flipping(unit, step), said=f"* {one.shown} loses {steps} *")
        for name in LOSS_MARKS:
            if (name == mark) != (name in one.markers):
                self.mark(unit, name, name == mark)

    def steps(self, unit: Unit) -> int:
        """The steps that a unit has left."""
        return steps_of(self.rules, self.position, unit)

    def flipping(self, unit: str, step: int) -> ChangePiece:
        """The command that shows another step of a unit."""
        piece = self.replay.now().pieces[self.piece_of(unit)]

        def flipped(trait: Trait) -> Trait:
            if isinstance(trait, Layer) and trait.name == STEP_LAYER:
                return trait.replace(level=step)
            return trait

        return changed(piece, flipped)

    def mark(self, unit: str, name: str, on: bool = True) -> None:
        """A unit gets a mark, or loses it."""
        piece = self.replay.now().pieces[self.piece_of(unit)]

        def marked(trait: Trait) -> Trait:
            if isinstance(trait, Layer) and trait.name == marker_layer(name):
                return trait.replace(level=1 if on else -1)
            return trait

        self.step(changed(piece, marked), said=f"* {name} *")

    def turn_to(self, turn: int, phase: str) -> None:
        """The turn tracker goes on."""
        self.step(self.turning(turn, phase), said=f"* Turn {turn} - {phase} *")

    def turning(self, turn: int, phase: str) -> Turn:
        """The command that sets the turn tracker."""
        raw = next(iter(self.replay.now().turns.values()))
        state = TurnState.decode(raw)
        level = state.levels[0]
        phases = [one.id for one in self.game.definition.phase]
        below = (replace(level.below[0], value=phases.index(phase)),)
        now = replace(state, levels=(replace(level, value=turn, below=below),))
        tracker = next(iter(self.replay.now().turns))
        return Turn(tracker, now.encode())

    def declare(self, attackers: Sequence[str], defenders: Sequence[str]) -> str:
        """A battle is declared: a number and a role for each unit."""
        self.fought += 1
        self.engaged |= {*attackers, *defenders}
        number = str(self.fought)
        roles = {**dict.fromkeys(attackers, ATTACKS), **dict.fromkeys(defenders, DEFENDS)}
        commands = []
        for unit, role in roles.items():
            values = {BATTLE_PROPERTY: number, ROLE_PROPERTY: role}
            commands.append(changed(self.replay.now().pieces[self.piece_of(unit)], _having(values)))
        self.step(*commands, said=f"Battle {number}: {self.who(attackers, defenders)}")
        return number

    def who(self, attackers: Sequence[str], defenders: Sequence[str]) -> str:
        units = self.position.by_id
        sides = (
            ", ".join(f"{units[id_].shown} ({units[id_].hex})" for id_ in ids)
            for ids in (attackers, defenders)
        )
        return " \u2192 ".join(sides)

    def roll(
        self, number: str, die: int, attackers: Sequence[str], defenders: Sequence[str]
    ) -> None:
        """The die of a battle."""
        line = f"Battle {number}: {self.who(attackers, defenders)}: <b>{die}</b>"
        self.step(PropertyChange("1d6_result", "0", str(die), ""), said=line)

    def undo(self, *commands: object) -> None:
        """A step that takes another back, as VASSAL writes it."""
        from builder.vassal.commands import Undo

        self.step(Undo(True), *commands, Undo(False), said="* UNDO *")

    def close(self) -> Path:
        self.log.close()
        return self.path


def _having(values: dict[str, str]):  # type: ignore[no-untyped-def]
    def with_values(trait: Trait) -> Trait:
        if isinstance(trait, DynamicProperty) and trait.name in values:
            return trait.replace(value=values[trait.name])
        return trait

    return with_values


def changed(piece: Piece, change) -> ChangePiece:  # type: ignore[no-untyped-def]
    """The command that changes traits of a piece."""
    states = [
        change(piece.type.trait(at, state)).state_text for at, state in enumerate(piece.states)
    ]
    return ChangePiece(piece.id, join_nested([*states, piece.basic_state]), piece.state)


@dataclass
class Player:
    """Plays phases at random, each as Kessel's answers allow."""

    table: Table
    chance: random.Random
    moves: int = 6
    battles: int = 3

    def play(self, phases: int) -> None:
        for _ in range(phases):
            self.phase()
            if not self.next_phase():
                break

    def next_phase(self) -> bool:
        position = self.table.position
        phases = position.game.definition.phase
        ids = [phase.id for phase in phases]
        at = ids.index(position.phase) if position.phase in ids else -1
        turn = position.turn
        while True:
            at += 1
            if at == len(ids):
                at, turn = 0, turn + 1
            if turn > position.game.definition.turns.last:
                return False
            if not phases[at].turns or turn in phases[at].turns:
                break
        self.table.turn_to(turn, ids[at])
        return True

    def phase(self) -> None:
        self.clear_marks()
        self.mark_supply()
        self.change_state()
        self.draw_due()
        position = self.table.position
        kind = kind_of(position.game, position.phase)
        if kind in ("movement", "both") or table_arrives_first(position):
            self.arrive_some()
        if kind in ("movement", "both"):
            self.move_some()
        if kind in ("combat", "both"):
            self.fight_some()

    def change_state(self) -> None:
        """What lies beside the units changes, as the game lets it in this phase."""
        position = self.table.position
        if self.chance.random() < 0.5:
            return
        for when, name, value in IN_ORDER.get(position.game.id, ()):
            now = position.value(name)
            if when in position.phase and str(now).lower() != value and position.turn > 1:
                self.table.state(name, value)
        self.take_control()

    def draw_due(self) -> None:
        """What the phase asks to be drawn."""
        table = self.table
        position = table.position
        for deck, rule in play_of(table.game.id).draws.items():
            if rule.due and position.phase.endswith(rule.due):
                told = table.rules.turn(position).duties
                asked = (one.what for one in told if one.rule == rule.rule)
                due = next((what for what in asked if "drawn" in what or "draws" in what), "")
                number = next((word for word in due.split() if word.isdecimal()), "1")
                table.draw(deck_named(table.game, deck), int(number))

    def take_control(self) -> None:
        """A marker of control is laid where units of its side stand."""
        position = self.table.position
        pieces = self.table.replay.now().pieces.values()
        markers = [p for p in pieces if own_property(p, CONTROL_PROPERTY) in position.game.sides]
        if not markers:
            return
        marker = self.chance.choice(markers)
        side = own_property(marker, CONTROL_PROPERTY)
        mine = [u.hex for u in position.units if u.side == side and u.hex in position.board.grid]
        if mine:
            self.table.lay(marker.id, self.chance.choice(mine))

    def marks(self, *causes: str) -> dict[str, Mark]:
        """The marks of the game that something brings."""
        known = marks_of(self.table.game)
        return {name: mark for name, mark in known.items() if mark.cause in causes}

    def mark_supply(self) -> None:
        """Some units whose marks are not those of their supply get them."""
        table, rules = self.table, self.table.rules
        position = table.position
        if not self.marks("supply") or position.phase not in judging_phases(position):
            return
        if table.game.id == "uis" and self.chance.random() < 0.7:
            return
        told = rules.supply(rules.visible(position)).units
        for answer in self.chance.sample(told, min(len(told), 40)):
            unit = position.by_id.get(answer.id)
            if unit is None or unit.hex not in position.board:
                continue
            mine = unit.markers & self.marks("supply").keys()
            for name in sorted(mine ^ supply_marks(table.game, answer)):
                table.mark(unit.id, name, name not in mine)

    def mark_battle(self, odds: Odds, before: Position) -> None:
        """Those who fought or went get the marks that say so."""
        position = self.table.position
        for name, mark in self.marks("attacked", "defended", "moved").items():
            ids = odds.attackers if mark.cause == "attacked" else odds.defenders
            for id_ in ids:
                unit, was = position.by_id.get(id_), before.by_id[id_]
                if unit is None or unit.hex not in position.board or name == "advanced":
                    continue
                if mark.cause != "moved" or (unit.hex != was.hex and not mark.taken):
                    self.table.mark(id_, name)

    def clear_marks(self) -> None:
        """The marks of the phase before come off."""
        for name in self.marks("attacked", "defended", "moved"):
            for unit in self.table.position.units:
                if name in unit.markers and unit.hex in self.table.position.board:
                    self.table.mark(unit.id, name, on=False)

    def sides(self) -> list[str]:
        position = self.table.position
        phase = next((p for p in position.game.definition.phase if p.id == position.phase), None)
        return [phase.side] if phase is not None and phase.side else list(position.game.sides)

    def move_some(self) -> None:
        sides = self.sides()
        units = [unit.id for unit in self.table.position.units if unit.side in sides]
        self.chance.shuffle(units)
        moved = 0
        for id_ in units[: 4 * self.moves]:
            if moved == self.moves:
                break
            moved += self.move_one(id_)

    def move_one(self, id_: str) -> bool:
        position = self.table.position
        try:
            answer = self.table.rules.moves(self.table.rules.visible(position), id_)
        except QuestionError:
            return False
        goals = [found for found in answer.reach if found.hex in position.board.grid]
        if not goals:
            return False
        goal = self.chance.choice(goals)
        if not self.would_stack(id_, goal.hex):
            return False
        path = goal.path[1:] if self.chance.random() < 0.4 else goal.path[-1:]
        if any(name not in position.board.grid or position.at(name) for name in path[:-1]):
            path = goal.path[-1:]
        for name in path:
            self.table.move(id_, name)
        return True

    def arrive_some(self) -> None:
        """Reinforcements of the turn come in where the answers allow."""
        table = self.table
        for id_, zone in table.waiting()[:12]:
            position = table.position
            piece = table.replay.now().pieces[id_]
            counter = table.game.counters[own_property(piece, COUNTER_PROPERTY) or ""]
            if zone != f"turn {position.turn}" or counter.side not in self.sides():
                continue
            unit = waiting_unit(counter, zone)
            try:
                goals = [h for h in self.entries(position, unit) if not position.at(h)]
            except QuestionError:
                continue
            if goals:
                table.bring(id_, self.chance.choice(goals))

    def entries(self, position: Position, unit: Unit) -> list[str]:
        """The hexes by which a unit may come in now."""
        rules = self.table.rules
        if self.table.game.rules is not None:
            answer = rules.moves(position.with_units([*position.units, unit]), unit.id)
            return [found.hex for found in answer.reach]
        found = entrances(rules, rules.visible(position), unit)
        return [] if found is None or found.waits else list(found.hexes)

    def would_stack(self, id_: str, goal: str) -> bool:
        position = self.table.position
        units = [replace(u, hex=goal) if u.id == id_ else u for u in position.units]
        rules = self.table.rules
        after = rules.visible(position.with_units(units))
        try:
            return all(v.hex != goal for v in rules.stacking(after).violations)
        except QuestionError:
            return False

    def fight_all(self) -> None:
        """Who must attack does, each once and with all who may join."""
        rules, first = self.table.rules, self.table.position
        used: set[str] = set()
        for target in dict.fromkeys(a.target for a in rules.attacks(rules.visible(first)).attacks):
            position = self.table.position
            seen = rules.visible(position)
            found = [a for a in rules.attacks(seen).attacks if a.target == target]
            joined = {id_ for a in found for id_ in a.attackers} - used
            there = {unit.id for unit in first.at(target)}
            if not joined or not there & {unit.id for unit in position.at(target)}:
                continue
            odds = rules.odds(seen, [target], sorted(joined), {})
            if odds.possible and odds.results:
                used |= {*odds.attackers}
                self.fight(odds)

    def pass_phase(self) -> None:
        """A phase in which nothing is done but what must be."""
        self.draw_due()
        if bound(self.table.rules, self.table.position):
            self.fight_all()
        self.next_phase()

    def fight_some(self) -> None:
        if bound(self.table.rules, self.table.position):
            self.fight_all()
            return
        used: set[str] = set()
        hexes: set[str] = set()
        for _ in range(self.battles):
            position = self.table.position
            rules = self.table.rules
            try:
                attacks = rules.attacks(rules.visible(position)).attacks
            except QuestionError:
                return
            open_ = [
                a for a in attacks
                if a.possible and a.results and a.target not in hexes and not used & {*a.attackers}
                and {position.by_id[i].side for i in a.attackers} <= {*self.sides()}
            ]  # fmt: skip
            if not open_:
                return
            odds = self.chance.choice(open_)
            used |= {*odds.attackers}
            hexes.add(odds.target)
            self.fight(odds)

    def fight(self, odds: Odds) -> None:
        table, rules = self.table, self.table.rules
        before = table.position
        number = table.declare(odds.attackers, odds.defenders)
        die = int(self.chance.choice(sorted(odds.results)))
        die = self.roll(number, die, odds)
        result = odds.results[str(die)]
        if result in play_of(table.game.id).quiet:
            self.exchange(before, odds, result)
            return
        for target in odds.target.split(","):
            try:
                answer = rules.retreats(rules.visible(before), target, result, odds.attackers)
            except QuestionError:
                return
            self.suffer(answer, odds.attackers)
        self.pay(before, odds, result)
        if self.chance.random() < 0.5:
            self.mark_battle(odds, before)
        self.advance(odds)

    def roll(self, number: str, die: int, odds: Odds) -> int:
        """The dice of a declared battle; what they show."""
        self.table.roll(number, die, odds.attackers, odds.defenders)
        return die

    def exchange(self, before: Position, odds: Odds, result: str) -> None:
        """No Retreat!: nobody goes, and each side may lose a step."""
        if result == "EX" and not odds.extra.get("converted"):
            self.table.lose(self.chance.choice(odds.defenders), 1)
            self.table.lose(self.chance.choice(odds.attackers), 1)

    def suffer(self, answer: Retreats, attackers: Sequence[str]) -> None:
        """Defenders, or attackers, do what the result says."""
        table = self.table
        losses = answer.extra.get("losses")
        losses = losses.get("defender", 0) if isinstance(losses, dict) else losses or 0
        shares = answer.extra.get("distributions")
        for unit in answer.units:
            if unit.id not in table.position.by_id:
                continue
            one = table.position.by_id[unit.id]
            if unit.outcome in GONE:
                table.lose(unit.id, 99)
                continue
            cost = 0
            ways = [o for o in unit.options if o.preferred] or list(unit.options)
            # the answer was given before others of the stack went: one hex may not hold them all
            held = [o for o in ways if not o.path or self.would_stack(unit.id, o.path[-1])]
            if ways and not held and (now := self.asked_now(answer, unit.id, attackers)):
                if now.outcome in GONE:
                    table.lose(unit.id, 99)
                    continue
                if now.outcome in STANDS:
                    table.lose(unit.id, max(1, int(now.losses or 0)))
                    continue
                held = [o for o in now.options if o.preferred]
            ways = held or ways
            if unit.outcome == "retreat" and ways:
                way = self.chance.choice(ways)
                cost = int(way.losses)
                if way.path:
                    for name in way.path if self.chance.random() < 0.5 else way.path[-1:]:
                        table.move(unit.id, name)
            if unit.outcome == "stand":  # what staying costs, where that is told as a way
                cost = next((int(way.losses) for way in unit.options if not way.path), 0)
            own = unit.extra.get("losses")
            cost = cost or (own if isinstance(own, int) else 0)
            if isinstance(shares, list) and shares:
                left = shares[0].get(unit.id)
                whole = table.steps(one)
                cost = max(cost, whole - left if isinstance(left, int) else 0)
            elif losses:
                share = min(losses, table.steps(one))
                cost, losses = max(cost, share), losses - share
            if cost:
                table.lose(unit.id, cost)

    def asked_now(
        self, answer: Retreats, id_: str, attackers: Sequence[str]
    ) -> UnitRetreats | None:
        """What a unit may do now that others of its stack have gone."""
        rules, position = self.table.rules, self.table.position
        left = [unit for unit in attackers if unit in position.by_id]
        try:
            now = rules.retreats(rules.visible(position), answer.hex, answer.result, left)
        except QuestionError:
            return None
        return next((unit for unit in now.units if unit.id == id_), None)

    def pay(self, before: Position, odds: Odds, result: str) -> None:
        """The attackers' part."""
        table, rules = self.table, self.table.rules
        declared, struck = table.game.rules, odds.attackers
        if declared is not None:
            answer = rules.retreats(before, odds.target.split(",")[0], result, odds.attackers)
            afar = answer.extra.get("attackers_afar", ())
            struck = tuple(id_ for id_ in struck if id_ not in afar)
            told = declared.results.get(result)
            if told is not None and told.attacker.retreat:
                for hex_ in dict.fromkeys(before.by_id[id_].hex for id_ in struck):
                    told_now = rules.retreats(before, hex_, result, odds.attackers)
                    self.suffer(told_now, odds.attackers)
                return
            if answer.extra.get("attacker_strength_lost"):
                for id_ in struck:
                    table.lose(id_, 99)
                return
        due = self.due(before, odds, result)
        for id_ in struck:
            if due <= 0:
                break
            unit = table.position.by_id.get(id_)
            if unit is not None:
                share = min(due, table.steps(unit))
                table.lose(id_, share)
                due -= share

    def due(self, before: Position, odds: Odds, result: str) -> int:
        """The steps that the attackers pay in a game that is code; all of a number (Kursk 9.43)."""
        numbers = odds.extra.get("numbers")
        if isinstance(numbers, Mapping) and result in numbers:
            return int(as_json(numbers[result])["attacker"])
        rules, now = self.table.rules, self.table.position.by_id
        gone = sum(
            self.table.steps(u) - (self.table.steps(now[u.id]) if u.id in now else 0)
            for target in odds.target.split(",")
            for u in before.at(target)
        )
        try:
            outcome = rules.retreats(before, odds.target, result, odds.attackers).outcome
        except QuestionError:
            outcome = ""
        due = attackers_due(rules, before, Rolled(odds, result, outcome, gone))
        if due is None:
            return int(fate_of(rules, before, odds, result).attacker)
        return self.chance.randint(due.least, min(due.most, due.least + 3))

    def advance(self, odds: Odds) -> None:
        table, rules = self.table, self.table.rules
        for target in odds.target.split(","):
            position = table.position
            if any(
                u.id in odds.defenders or u.side != self.side_of(odds, position)
                for u in position.at(target)
            ):
                continue
            there = [id_ for id_ in odds.attackers if id_ in position.by_id]
            if not there or self.chance.random() < 0.3:
                continue
            try:
                answer = rules.advances(rules.visible(position), target, there)
            except QuestionError:
                continue
            for unit in answer.units:
                if unit.options and unit.id in table.position.by_id:
                    way = self.chance.choice(unit.options)
                    if self.would_stack(unit.id, way[-1]):
                        table.move(unit.id, way[-1])
                    break

    @staticmethod
    def side_of(odds: Odds, position: Position) -> str:
        return next((position.by_id[i].side for i in odds.attackers if i in position.by_id), "")


def deck_named(game: Game, id_: str) -> str:
    """What the module calls a deck."""
    return next(str(one["name"]) for one in game.definition.module["deck"] if one["id"] == id_)


def waiting_unit(counter: Counter, zone: str) -> Unit:
    """A unit as it waits beside the map."""
    return Unit(
        counter.id, counter.side, counter.type, zone, fields=dict(counter.fields),
        counter=counter.id, name=called(counter),
    )  # fmt: skip


def table_arrives_first(position: Position) -> bool:
    """Whether reinforcements come in this phase although nobody moves in it."""
    return position.phase.endswith(("-replacements", "-reinforcement"))


def random_game(
    game: Game, scenario: str, path: Path, seed: int, phases: int = 6, text: str = ""
) -> Path:
    """A game of so many phases as a log. Of three games one begins in turn 1 and the others later,
    so that reinforcements come."""
    table = Table(game, path, text or saved_text(game, scenario))
    player = Player(table, random.Random(seed))
    for _ in range(seed % 3 * len(game.definition.phase)):
        player.pass_phase()
    player.play(phases)
    return table.close()
