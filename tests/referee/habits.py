"""A player whose turns are lawful and whose hands are human: wrong stacks dragged and put back, the
turn marker pressed twice or too late, dice rolled with other buttons, marks set late, talk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from assistant.planning.outlook import steps_left
from assistant.position import Position, Unit
from assistant.questions.answers import Odds
from assistant.questions.protocol import QuestionError
from assistant.referee.chapters import kind_of
from builder.game.carriers import CONTROL_PROPERTY, COUNTER_PROPERTY, MAIN_MAP
from builder.game.model import Game
from builder.vassal.commands import AddPiece, MovePiece, PropertyChange, RemovePiece
from builder.vassal.trait_answers import own_property
from tests.referee.playing import Player, Table

TALK = (
    "hello",
    "your turn, Bruno",
    "sorry, wrong stack",
    "4416 looks weak",
    "1d6: 3?",
    "rolled 5: no",
)
STATES = {"dagc": ("lost-ports", "1310"), "uis": ("chemical", "true"), "nr": ("oil-fallen", "true")}


@dataclass
class Careless(Player):
    """Plays lawfully, with slips that are set right."""

    late: list[tuple[Odds, Position]] = field(default_factory=list)

    def phase(self) -> None:
        late, self.late = self.late, []
        self.slip()
        super().phase()
        self.slip()
        self.arrive_some()
        for odds, before in late:
            super().mark_battle(odds, before)

    def mark_battle(self, odds: Odds, before: Position) -> None:
        """At times the marks of a battle are set in the phase after it."""
        if self.chance.random() < 0.7:
            super().mark_battle(odds, before)
        else:
            self.late.append((odds, before))

    def arrive_some(self) -> None:
        position = self.table.position
        if kind_of(position.game, position.phase) in ("movement", "both"):
            super().arrive_some()

    def slip(self) -> None:
        """At times something is done that changes nothing in the end."""
        while self.chance.random() < 0.6:
            self.chance.choice(self.slips())()

    def slips(self) -> list[Callable[[], None]]:
        return [
            self.talks, self.drags_back, self.drags_beside, self.takes_back, self.flips_back,
            self.deletes_and_undoes, self.marks_back, self.rolls_idly, self.marker_about,
            self.turn_and_back, self.state_and_back, self.stack_about,
        ]  # fmt: skip

    def some(self) -> Unit:
        board = self.table.position.board
        return self.chance.choice([u for u in self.table.position.units if u.hex in board.grid])

    def anywhere(self) -> str:
        board = self.table.position.board
        return self.chance.choice(sorted(name for name in board.around if name in board.grid))

    def talks(self) -> None:
        self.table.step(said=f"<Ana> {self.chance.choice(TALK)}")

    def drags_back(self) -> None:
        """A unit of either side is dragged somewhere, in hops, and back."""
        unit = self.some()
        for _ in range(self.chance.randint(1, 3)):
            self.table.move(unit.id, self.anywhere())
        self.table.move(unit.id, unit.hex)

    def stack_about(self) -> None:
        """A whole stack is dragged to the wrong hex and back, in one step each."""
        hex_ = self.some().hex
        units = [unit.id for unit in self.table.position.at(hex_)]
        for goal in (self.anywhere(), hex_):
            self.table.step(*(self.table.moving(id_, goal) for id_ in units))

    def drags_beside(self) -> None:
        """A unit is laid beside the map, and put on it again."""
        unit, state = self.some(), self.table.replay.now()
        id_ = self.table.piece_of(unit.id)
        was = state.place(id_)
        if not isinstance(was.x, int) or was.map != MAIN_MAP:
            return
        self.table.step(MovePiece(id_, MAIN_MAP, 3, 3, None, was.map, was.x, was.y, None))
        self.table.step(MovePiece(id_, MAIN_MAP, was.x, was.y, None, MAIN_MAP, 3, 3, None))

    def takes_back(self) -> None:
        """A move is undone."""
        unit = self.some()
        goal = self.anywhere()
        if goal != unit.hex:
            self.table.move(unit.id, goal)
            self.table.undo(self.table.moving(unit.id, unit.hex))

    def flips_back(self) -> None:
        unit = self.some()
        if steps_left(unit) > 1:
            self.table.step(self.table.flipping(unit.id, unit.step + 1))
            self.talks()
            self.table.step(self.table.flipping(unit.id, unit.step))

    def deletes_and_undoes(self) -> None:
        unit = self.some()
        piece = self.table.replay.now().pieces[self.table.piece_of(unit.id)]
        text = AddPiece(piece.id, piece.type.text, piece.state)
        back = self.table.moving(unit.id, unit.hex)
        self.table.step(RemovePiece(piece.id))
        self.table.undo(text, back)

    def marks_back(self) -> None:
        """A mark that is set by mistake, and taken off."""
        unit = self.some()
        names = sorted(self.table.game.definition.units.markers.keys() - unit.markers)
        if names:
            name = self.chance.choice(names)
            self.table.mark(unit.id, name)
            if name in self.table.position.by_id[unit.id].markers:
                self.table.mark(unit.id, name, on=False)

    def rolls_idly(self) -> None:
        """Dice are rolled for nothing, with one of the module's buttons."""
        if kind_of(self.table.game, self.table.position.phase) in ("combat", "both", "unknown"):
            return
        die = self.chance.randint(1, 6)
        self.table.step(
            PropertyChange("1d6_result", "0", str(die), ""), said=f"*** 1d6: <b>{die}</b> (Ana)"
        )

    def marker_about(self) -> None:
        """A marker that is no unit is dragged about, and back."""
        state = self.table.replay.now()
        units = set(self.table.reader._units)
        names = {counter.id for counter in self.table.game.counters.values()}
        known = [
            p.id
            for p in state.pieces.values()
            if p.id not in units
            and state.place(p.id).map == MAIN_MAP
            and (
                own_property(p, CONTROL_PROPERTY)
                or (own_property(p, COUNTER_PROPERTY) or "") in names
            )
        ]
        if not known:
            return
        id_ = self.chance.choice(known)
        was = state.place(id_)
        self.table.lay(id_, self.anywhere())
        here = self.table.replay.now().place(id_)
        self.table.step(
            MovePiece(id_, MAIN_MAP, was.x, was.y, None, here.map, here.x, here.y, None)
        )

    def turn_and_back(self) -> None:
        """The button of the next phase is pressed once too often, or the wrong one."""
        position = self.table.position
        if position.turn < position.game.definition.turns.last and self.next_phase():
            self.table.turn_to(position.turn, position.phase)

    def state_and_back(self) -> None:
        """A button is pressed by mistake, and back."""
        name, value = STATES.get(self.table.game.id, ("", ""))
        if not name or name not in self.table.game.definition.state:
            return
        from builder.game.carriers import state_property

        was = self.table.replay.now().globals.get(("Module", state_property(name)), "")
        self.table.state(name, value)
        self.table.state(name, was)

    def move_one(self, id_: str) -> bool:
        """Moves with slips between them, and hops over full hexes."""
        if self.chance.random() < 0.25:
            self.slip()
        if self.chance.random() < 0.2 and id_ in self.table.position.by_id:
            return self.astray_first(id_)
        return super().move_one(id_)

    def astray_first(self, id_: str) -> bool:
        """A unit is dragged into a full hex, and then goes where it may."""
        position = self.table.position
        unit = position.by_id[id_]
        full = [
            u.hex for u in position.units if u.side == unit.side and u.hex in position.board.grid
        ]
        try:
            answer = self.table.rules.moves(self.table.rules.visible(position), id_)
        except QuestionError:
            return False
        goals = [r.hex for r in answer.reach if r.hex in position.board.grid]
        if full and goals and unit.hex in position.board.grid:
            self.table.move(id_, self.chance.choice(full))
            goal = self.chance.choice(goals)
            self.table.move(id_, goal if self.would_stack(id_, goal) else unit.hex)
            return True
        return False

    def fight(self, odds: Odds) -> None:
        """Battles declared, called off and declared anew; dice rolled twice, or with the wrong
        button."""
        habit = self.chance.random()
        table = self.table
        if habit < 0.1:
            table.declare(odds.attackers, odds.defenders)
            number = table.fought
            super().fight(odds)
            assert number
            return
        self.button = "" if habit > 0.35 else "other" if habit > 0.2 else "twice"
        super().fight(odds)
        self.button = ""

    button = ""

    def roll(self, number: str, die: int, odds: Odds) -> int:
        if self.button == "other":
            self.table.step(
                PropertyChange("1d6_result", "0", str(die), ""), said=f"*** 1d6: <b>{die}</b> (Ana)"
            )
            return die
        if self.button == "twice":
            wrong = int(self.chance.choice(sorted(odds.results)))
            self.table.roll(number, wrong, odds.attackers, odds.defenders)
        return super().roll(number, die, odds)

    def play(self, phases: int) -> None:
        """The phase button is forgotten at times, and then pressed twice."""
        for _ in range(phases):
            self.phase()
            while self.forgets():
                self.next_phase()
            if not self.next_phase():
                break

    def forgets(self) -> bool:
        """Whether the next phase, of the same side and for battles, was played in this one."""
        position = self.table.position
        phases = list(position.game.definition.phase)
        now = position.game.definition.phase_of(position.phase)
        if now is None or self.chance.random() > 0.3 or not self.fights:
            return False
        after = phases[phases.index(now) + 1 :][:1]
        if (
            not after
            or after[0].side != now.side
            or (after[0].turns and position.turn not in after[0].turns)
        ):
            return False
        if (
            kind_of(position.game, now.id) != "movement"
            or kind_of(position.game, after[0].id) != "combat"
        ):
            return False
        self.fight_as(after[0].id)
        return True

    fights = True

    def fight_as(self, phase: str) -> None:
        """Battles of the next phase, under the marker of this one."""
        self.table.as_phase = phase
        self.fight_some()
        self.table.as_phase = ""


def careless_game(game: Game, path: Path, seed: int, phases: int, text: str) -> Path:
    """A game of so many phases as a log, by a careless player."""
    import random

    table = Table(game, path, text)
    player = Careless(table, random.Random(seed))
    for _ in range(seed % 3 * len(game.definition.phase)):
        player.pass_phase()
        player.late.clear()
    player.play(phases)
    return table.close()
