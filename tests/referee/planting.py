"""Breaches of the rules, planted in games that are lawful otherwise. Each kind is a function that
plays a breach at the table and tells what the referee must find, or None where it cannot be done."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from assistant.games import play_of
from assistant.planning.duty import bound, compulsory
from assistant.planning.outlook import GONE, steps_left
from assistant.position import Unit
from assistant.questions.answers import Moves, Odds, Retreats
from assistant.questions.play import Due, Rolled
from assistant.questions.protocol import QuestionError
from assistant.referee.arriving import entrances
from assistant.referee.chapters import kind_of, rule_of, rule_of_result
from assistant.referee.losses import attackers_due
from assistant.referee.marks import supply_marks
from assistant.referee.moves import is_mentioned
from assistant.referee.price import declared_result, either, goes_as_well
from builder.game.carriers import CONTROL_PROPERTY, COUNTER_PROPERTY
from builder.vassal.commands import AddPiece, RemovePiece
from builder.vassal.sequence import join_nested
from builder.vassal.trait_answers import own_property
from tests.referee.playing import Player, Table, waiting_unit


@dataclass(frozen=True)
class Planted:
    """What must be found: one of these subjects, with one of these rules."""

    subjects: tuple[str, ...]
    rules: tuple[str, ...]


Plant = Callable[[Table, random.Random], "Planted | None"]


def phase_to(table: Table, *kinds: str) -> bool:
    """Go on, without playing, to the next phase of a kind; whether there is one."""
    player = Player(table, random.Random(0))
    for _ in range(len(table.game.definition.phase) + 1):
        if kind_of(table.game, table.position.phase) in kinds:
            return True
        if not player.next_phase():
            return False
    return False


def end_phase(table: Table) -> None:
    Player(table, random.Random(0)).next_phase()


def side_of(table: Table) -> str:
    phase = table.game.definition.phase_of(table.position.phase)
    return phase.side if phase is not None else ""


def own(table: Table, chance: random.Random) -> list[Unit]:
    """Units on the map of the side whose phase it is, in a random order."""
    position, side = table.position, side_of(table)
    units = [u for u in position.units if u.hex in position.board and side in ("", u.side)]
    chance.shuffle(units)
    return units


def moves(table: Table, unit: Unit) -> Moves | None:
    try:
        return table.rules.moves(table.rules.visible(table.position), unit.id)
    except QuestionError:
        return None


def movers(table: Table, chance: random.Random) -> Iterator[tuple[Unit, Moves]]:
    """Own units that can move, with where."""
    if not phase_to(table, "movement", "both"):
        return
    for unit in own(table, chance)[:25]:
        answer = moves(table, unit)
        if answer is not None and answer.reach:
            yield unit, answer


def named(table: Table, answer: Moves, hex_: str, *more: str) -> Planted:
    no = next((one for one in answer.refused if one.hex == hex_), None)
    rule = no.rule if no is not None else rule_of(table.game, "movement")
    return Planted(("move",), (rule, *more))


def too_far(table: Table, chance: random.Random) -> Planted | None:
    """A move beyond the allowance."""
    for unit, answer in movers(table, chance):
        grid, board = table.position.board.grid, table.position.board
        near = {r.hex for r in answer.reach} | {
            no.hex for no in answer.refused if no.code != "allowance"
        }
        far = [
            h for r in answer.reach if r.hex in grid for h in board.neighbours(r.hex)
            if h in grid and h not in near and h != unit.hex and not table.position.at(h) and not is_mentioned(answer.extra, h)
        ]  # fmt: skip
        if far:
            goal = chance.choice(sorted(far))
            table.move(unit.id, goal)
            return named(table, answer, goal)
    return None


def refused_for(*codes: str) -> Plant:
    def plant(table: Table, chance: random.Random) -> Planted | None:
        for unit, answer in movers(table, chance):
            found = [
                no
                for no in answer.refused
                if no.code in codes
                and no.hex in table.position.board.grid
                and not is_mentioned(answer.extra, no.hex)
            ]
            if found:
                goal = chance.choice(found)
                table.move(unit.id, goal.hex)
                planted = named(table, answer, goal.hex)
                return Planted(("move", "stacking"), planted.rules)
        return None

    return plant


def in_hops(table: Table, chance: random.Random) -> Planted | None:
    """A lawful move, and another one after it with the whole allowance anew."""
    for unit, answer in movers(table, chance):
        ends = [
            r
            for r in answer.reach
            if r.hex in table.position.board.grid and not table.position.at(r.hex)
        ]
        if not ends:
            continue
        first = max(ends, key=lambda r: table.position.board.grid.distance(unit.hex, r.hex))
        units = [replace(u, hex=first.hex) if u.id == unit.id else u for u in table.position.units]
        try:
            again = table.rules.moves(
                table.rules.visible(table.position.with_units(units)), unit.id
            )
        except QuestionError:
            continue
        known = {r.hex for r in answer.reach} | {no.hex for no in answer.refused} | {unit.hex}
        beyond = [
            r.hex
            for r in again.reach
            if r.hex not in known
            and r.hex in table.position.board.grid
            and not is_mentioned(answer.extra, r.hex)
        ]
        if beyond:
            table.move(unit.id, first.hex)
            table.move(unit.id, chance.choice(beyond))
            return Planted(("move",), (rule_of(table.game, "movement"),))
    return None


def wrong_side(table: Table, chance: random.Random) -> Planted | None:
    """A move of the side whose phase it is not."""
    if not phase_to(table, "movement", "both") or not side_of(table):
        return None
    position, side = table.position, side_of(table)
    units = [u for u in position.units if u.hex in position.board.grid and u.side != side]
    chance.shuffle(units)
    for unit in units:
        near = [
            h
            for h in position.board.neighbours(unit.hex)
            if h in position.board.grid and not position.at(h)
        ]
        if near and unit.side in position.game.sides:
            answer = moves(table, unit)
            rules = {why.rule for why in answer.because} if answer is not None else set()
            table.move(unit.id, chance.choice(near))
            return Planted(("move",), (rule_of(table.game, "sequence"), *sorted(rules)))
    return None


def rested(table: Table, chance: random.Random) -> list[Unit]:
    """Own units that have fought in no battle: what a battle leaves to be done may be done late, so
    that the referee only doubts it."""
    return [unit for unit in own(table, chance) if unit.id not in table.engaged]


def moved_in_combat(table: Table, chance: random.Random) -> Planted | None:
    """A move in a phase in which nobody moves."""
    if not phase_to(table, "combat"):
        return None
    position = table.position
    for unit in rested(table, chance):
        near = [
            h
            for h in position.board.neighbours(unit.hex)
            if h in position.board.grid and not position.at(h)
        ]
        if near:
            table.move(unit.id, chance.choice(near))
            return Planted(("move",), (rule_of(table.game, "sequence"),))
    return None


def battles(table: Table, chance: random.Random) -> list[Odds]:
    if not phase_to(table, "combat", "both"):
        return []
    position, side = table.position, side_of(table)
    try:
        found = list(table.rules.attacks(table.rules.visible(position)).attacks)
    except QuestionError:
        return []
    found = [
        a for a in found
        if a.possible and a.results and a.attackers and "," not in a.target
        and side in ("", position.by_id[a.attackers[0]].side)
    ]  # fmt: skip
    chance.shuffle(found)
    return found[:12]


def every_outcome(table: Table, odds: Odds) -> Iterator[tuple[str, Retreats | None]]:
    """Each roll of a battle with what it means, None where nobody is asked to go."""
    seen = table.rules.visible(table.position)
    told: set[str] = set()
    for die, result in odds.results.items():
        if result in told:
            continue
        told.add(result)
        try:
            yield die, table.rules.retreats(seen, odds.target, result, odds.attackers)
        except QuestionError:
            yield die, None


def outcomes(table: Table, odds: Odds) -> Iterator[tuple[str, Retreats]]:
    """The rolls of a battle that mean something for the defenders."""
    for die, answer in every_outcome(table, odds):
        if answer is not None:
            yield die, answer


def rolled(table: Table, odds: Odds, die: str) -> None:
    number = table.declare(odds.attackers, odds.defenders)
    table.roll(number, int(die), odds.attackers, odds.defenders)


def must_go(table: Table, chance: random.Random) -> Iterator[tuple[Odds, str, Retreats]]:
    """Battles whose roll makes the only defender retreat, without a choice."""
    for odds in battles(table, chance):
        if len(table.position.at(odds.target)) != 1 or len(odds.defenders) != 1:
            continue
        for die, answer in outcomes(table, odds):
            unit = answer.units[0] if answer.units else None
            if (
                unit is not None
                and unit.outcome == "retreat"
                and unit.options
                and all(o.path and not o.losses for o in unit.options)
                and not answer.extra.get("alternatives")
                and "hold" not in unit.extra
                and not answer.extra.get("ways")
            ):
                yield odds, die, answer


def no_retreat(table: Table, chance: random.Random) -> Planted | None:
    """A unit that must retreat stays."""
    for odds, die, _ in must_go(table, chance):
        rolled(table, odds, die)
        return Planted(("retreat",), (rule_of(table.game, "retreat"),))
    return None


def astray(table: Table, chance: random.Random) -> Planted | None:
    """A unit retreats to where no way of its retreat ends."""
    for odds, die, answer in must_go(table, chance):
        unit = answer.units[0]
        ends = {o.path[-1] for o in unit.options}
        position = table.position
        named = {no.hex for no in unit.refused} | {h for o in unit.options for h in o.path}
        wrong = [
            h
            for h in position.board.around
            if h not in ends | named and not position.at(h) and position.board.neighbours(h)
        ]
        if wrong:
            rolled(table, odds, die)
            table.move(unit.id, chance.choice(wrong))
            return Planted(("retreat",), (rule_of(table.game, "retreat"),))
    return None


def into_closed(table: Table, chance: random.Random) -> Planted | None:
    """A unit retreats into a hex that a rule closes to it."""
    for odds, die, answer in must_go(table, chance):
        unit = answer.units[0]
        ends = {o.path[-1] for o in unit.options}
        closed = [
            no for no in unit.refused
            if no.hex in table.position.board.grid and no.hex not in ends and not table.position.at(no.hex)
        ]  # fmt: skip
        if closed:
            no = chance.choice(closed)
            rolled(table, odds, die)
            table.move(unit.id, no.hex)
            return Planted(("retreat",), (no.rule,))
    return None


def not_removed(table: Table, chance: random.Random) -> Planted | None:
    """A unit that the result eliminates stays."""
    for odds in battles(table, chance):
        for die, answer in outcomes(table, odds):
            units = answer.units
            if (
                units
                and all(
                    u.outcome in GONE and not u.options and "hold" not in u.extra for u in units
                )
                and not answer.extra.get("alternatives")
                and not answer.extra.get("ways")
            ):
                rolled(table, odds, die)
                rules = {rule_of_result(table.game, odds.results[die])} | {
                    w.rule for u in units for w in u.because
                }
                return Planted(("loss",), tuple(sorted(rules)))
    return None


def struck_for_nothing(table: Table, chance: random.Random) -> Planted | None:
    """A defender is removed by a result that does nothing to it."""
    for odds in battles(table, chance):
        for die, answer in outcomes(table, odds):
            units = answer.units
            free = ("losses", "number", "ways", "strength_lost", "alternatives")
            if (
                units
                and all(
                    u.outcome == "stand"
                    and not u.options
                    and not any(u.extra.get(k) for k in ("losses", "hold"))
                    for u in units
                )
                and not any(answer.extra.get(key) for key in free)
                and not any("lose" in str(why.text) for why in answer.because)
            ):
                rolled(table, odds, die)
                table.lose(units[0].id, 99)
                return Planted(("loss",), (rule_of_result(table.game, odds.results[die]),))
    return None


def struck_too(table: Table, chance: random.Random) -> Planted | None:
    """A defender is removed by a result that costs the attackers alone."""
    for odds in battles(table, chance):
        for die, answer in outcomes(table, odds):
            due = due_of(table, odds, odds.results[die], answer)
            stays = all(u.outcome == "stand" and not u.options for u in answer.units)
            if due is None or not due.least or not stays or answer.losses_of("defender"):
                continue
            rolled(table, odds, die)
            Player(table, chance).pay(table.position, odds, odds.results[die])
            table.lose(odds.defenders[0], 99)
            return Planted(("loss",), (rule_of_result(table.game, odds.results[die]),))
    return None


def pays_twice(table: Table, chance: random.Random) -> Planted | None:
    """A unit that may lose a step in place of its retreat does both."""
    for odds in battles(table, chance):
        for die, answer in outcomes(table, odds):
            unit = answer.units[0] if len(answer.units) == 1 else None
            if unit is None or not unit.options or not either(table.game, answer, unit):
                continue
            if table.steps(table.position.by_id[unit.id]) > 1:
                rolled(table, odds, die)
                table.lose(unit.id, 1)
                table.move(unit.id, unit.options[0].path[-1])
                told = declared_result(table.game, answer.result)
                return Planted(("loss",), (told.rule if told else "11.19",))
    return None


def pays_and_stays(table: Table, chance: random.Random) -> Planted | None:
    """A unit that loses a step and must go as well stays."""
    for odds in battles(table, chance):
        for die, answer in outcomes(table, odds):
            unit = answer.units[0]
            whole = table.steps(table.position.by_id[unit.id])
            lost = int(answer.losses_of("defender") or 0)
            if goes_as_well(table.game, answer, unit) and whole > lost:
                rolled(table, odds, die)
                table.lose(unit.id, lost)
                return Planted(("retreat",), (rule_of(table.game, "retreat"),))
    return None


def outsider(table: Table, chance: random.Random) -> Planted | None:
    """A unit that did not fight goes into the hex that fell empty."""
    for odds, die, answer in must_go(table, chance):
        position = table.position
        side = position.by_id[odds.attackers[0]].side
        others = [
            u
            for h in position.board.neighbours(odds.target)
            for u in position.at(h)
            if u.side == side and u.id not in odds.attackers
        ]
        if not others and kind_of(table.game, position.phase) == "combat":
            others = [
                u
                for u in position.units
                if u.side == side and u.hex in position.board.grid and u.id not in odds.attackers
            ]
        if others and kind_of(table.game, position.phase) == "combat":
            rolled(table, odds, die)
            unit = answer.units[0]
            table.move(unit.id, unit.options[0].path[-1])
            table.move(chance.choice(others).id, odds.target)
            return Planted(
                ("move", "advance"),
                (rule_of(table.game, "sequence"), rule_of(table.game, "advance")),
            )
    return None


def advance_too_far(table: Table, chance: random.Random) -> Planted | None:
    """An attacker advances beyond what the rules allow."""
    for odds, die, answer in must_go(table, chance):
        if kind_of(table.game, table.position.phase) != "combat":
            continue
        if odds.results[die][:1] == "A":
            continue
        position = table.position
        gone = position.with_units(u for u in position.units if u.id not in odds.defenders)
        try:
            told = table.rules.advances(table.rules.visible(gone), odds.target, odds.attackers)
        except QuestionError:
            continue
        for unit in told.units:
            reach = {h for way in unit.options for h in way} | {no.hex for no in unit.refused}
            far = [h for h in position.board.around if h in position.board.grid and h not in reach and position.board.neighbours(h) and not position.at(h)
                   and position.board.grid.distance(h, odds.target) == 4]  # fmt: skip
            if far:
                rolled(table, odds, die)
                loser = answer.units[0]
                table.move(loser.id, loser.options[0].path[-1])
                table.move(unit.id, chance.choice(sorted(far)))
                rules = {rule_of(table.game, "advance")} | {w.rule for w in unit.because}
                return Planted(("advance",), tuple(sorted(rules)))
    return None


def out_of_contact(table: Table, chance: random.Random) -> Planted | None:
    """A battle between units that are far from each other."""
    if not phase_to(table, "combat"):
        return None
    position, side = table.position, side_of(table)
    mine = [u for u in own(table, chance) if u.hex in position.board.grid]
    theirs = [
        u
        for u in position.units
        if mine and u.side != mine[0].side and u.hex in position.board.around
    ]
    chance.shuffle(theirs)
    for unit in mine[:10]:
        for enemy in theirs[:10]:
            if position.board.grid.distance(unit.hex, enemy.hex) < 6 or (
                side and unit.side != side
            ):
                continue
            try:
                odds = table.rules.odds(table.rules.visible(position), [enemy.hex], [unit.id], {})
            except QuestionError:
                continue
            rules = {w.rule for w in odds.because} | {
                no.get("rule", "") for no in odds.refused or ()
            }
            number = table.declare([unit.id], [enemy.id])
            table.roll(number, 3, [unit.id], [enemy.id])
            return Planted(("battle",), (rule_of(table.game, "combat"), *sorted(rules)))
    return None


def twice(table: Table, chance: random.Random) -> Planted | None:
    """A unit attacks a second time in one phase."""
    for odds in battles(table, chance):
        if kind_of(table.game, table.position.phase) != "combat":
            return None
        for die, answer in outcomes(table, odds):
            if answer.units and all(u.outcome == "stand" and not u.options for u in answer.units):
                rolled(table, odds, die)
                rolled(table, odds, die)
                return Planted(("battle",), (rule_of(table.game, "twice"),))
    return None


def attacked_twice(table: Table, chance: random.Random) -> Planted | None:
    """Others attack again who has been attacked in the phase and stands."""
    once = play_of(table.game.id).attacked_once
    if once is None:
        return None
    for odds in battles(table, chance):
        for first in odds.attackers if len(odds.attackers) > 1 else ():
            seen = table.rules.visible(table.position)
            alone = table.rules.odds(seen, [odds.target], [first], {})
            for die, answer in outcomes(table, alone) if alone.possible else ():
                if all(u.outcome == "stand" and not u.options for u in answer.units):
                    rolled(table, alone, die)
                    others = [id_ for id_ in odds.attackers if id_ != first]
                    rolled(table, replace(odds, attackers=tuple(others)), die)
                    return Planted(("battle",), (once.rule,))
    return None


def forgotten(table: Table, chance: random.Random) -> Planted | None:
    """Who stands next to enemies must attack, and nobody does."""
    for _ in table.game.definition.phase:
        Player(table, chance).pass_phase()
        if bound(table.rules, table.position):
            return Planted(("battle",), (compulsory(table.game),))
    return None


def out_of_phase(table: Table, chance: random.Random) -> Planted | None:
    """A battle in a phase of movement alone."""
    found = battles(table, chance)
    if not found:
        return None
    odds = found[0]
    side = table.position.by_id[odds.attackers[0]].side
    for _ in range(2 * len(table.game.definition.phase)):
        if kind_of(table.game, table.position.phase) == "movement" and side_of(table) in ("", side):
            rolled(table, odds, next(iter(odds.results)))
            return Planted(("battle",), (rule_of(table.game, "sequence"),))
        if not Player(table, chance).next_phase():
            break
    return None


def other_side_attacks(table: Table, chance: random.Random) -> Planted | None:
    """A battle of the side whose phase it is not."""
    if not phase_to(table, "combat") or not side_of(table):
        return None
    found = battles(table, chance)
    if not found:
        return None
    odds = found[0]
    for _ in range(2 * len(table.game.definition.phase)):
        other = table.position.by_id[odds.attackers[0]].side
        if kind_of(table.game, table.position.phase) == "combat" and side_of(table) not in (
            "",
            other,
        ):
            rolled(table, odds, next(iter(odds.results)))
            rules = {rule_of(table.game, "sequence"), rule_of(table.game, "combat")}
            told = table.rules.odds(
                table.rules.visible(table.position), [odds.target], odds.attackers, {}
            )
            return Planted(("battle",), tuple(sorted(rules | {w.rule for w in told.because})))
        if not Player(table, chance).next_phase():
            break
    return None


def skips(table: Table, chance: random.Random) -> Planted | None:
    """The other side's movement is passed over."""
    if not phase_to(table, "movement", "both") or not side_of(table):
        return None
    turn, phase = table.position.turn, table.position.phase
    if turn >= table.game.definition.turns.last:
        return None
    table.turn_to(turn + 1, phase)
    return Planted(("sequence",), (rule_of(table.game, "sequence"),))


def leaps(table: Table, chance: random.Random) -> Planted | None:
    """Turns are left out."""
    position = table.position
    if position.turn + 2 > table.game.definition.turns.last:
        return None
    table.turn_to(position.turn + 2, position.phase)
    return Planted(("sequence",), (rule_of(table.game, "sequence"),))


def goes_back(table: Table, chance: random.Random) -> Planted | None:
    """The turn marker goes back."""
    position = table.position
    if position.turn <= table.game.definition.turns.first:
        first, *_, last = [phase.id for phase in table.game.definition.phase if not phase.turns]
        table.turn_to(position.turn + 1, first)
        table.turn_to(position.turn, first if position.phase == last else last)
    else:
        table.turn_to(position.turn - 1, position.phase)
    return Planted(("sequence",), (rule_of(table.game, "sequence"),))


def from_nowhere(table: Table, chance: random.Random) -> Planted | None:
    """A unit that was lost in a phase of battles is put on the map elsewhere."""
    board = table.position.board
    units = (
        u
        for u in own(table, chance)
        # who came in this log may have been put down wrong and come anew: that is doubted only
        if u.hex in board.grid and table.piece_of(u.id) not in table.brought
    )
    goals = [
        (u, near)
        for u in units
        for near in board.neighbours(u.hex)
        if near in board.grid and not table.position.at(near)
    ]
    if not goals:
        return None
    unit, goal = goals[0]
    piece = table.replay.now().pieces[table.piece_of(unit.id)]
    at = table.replay.now().place(piece.id)
    goes = replace(table.moving(unit.id, goal), id="1999999999999")
    table.roll("", 1, (), ())
    table.step(RemovePiece(piece.id))
    basic = piece.basic_state
    table.turn_to(table.position.turn, table.position.phase)
    state = join_nested([*piece.states, basic])
    end_phase(table)
    new = AddPiece("1999999999999", join_nested(list(piece.type.parts)), state)
    table.step(new, goes, said="* it is placed *")
    assert at
    return Planted(("entry",), (rule_of(table.game, "arrivals"),))


def comes_early(table: Table, chance: random.Random) -> Planted | None:
    """A unit comes from the space of a later turn."""
    if not phase_to(table, "movement", "both"):
        return None
    position = table.position
    goals = [
        h
        for u in position.units
        if u.hex in position.board.grid
        for h in position.board.neighbours(u.hex)
    ]
    goals = [h for h in goals if h in position.board.grid and not position.at(h)]
    for id_, zone in table.waiting():
        if goals and zone.startswith("turn ") and int(zone[5:]) > position.turn:
            table.bring(id_, chance.choice(goals))
            return Planted(("arrival",), (rule_of(table.game, "arrivals"),))
    return None


def enters_elsewhere(table: Table, chance: random.Random) -> Planted | None:
    """A reinforcement comes in by a hex that is none of its own."""
    game = table.game
    if game.rules is not None or game.id == "nr":
        return None
    player = Player(table, chance)
    for _ in range(3 * len(game.definition.phase)):
        position = table.position
        for id_, zone in table.waiting():
            own = own_property(table.replay.now().pieces[id_], COUNTER_PROPERTY)
            counter = game.counters[own or ""]
            comes = zone == f"turn {position.turn}" and counter.side in player.sides()
            if not comes or kind_of(game, position.phase) not in ("movement", "both", "neither"):
                continue
            unit = waiting_unit(counter, zone)
            told = entrances(table.rules, table.rules.visible(position), unit)
            if told is None or told.waits or not told.hexes:
                continue
            closed = {no.hex for no in told.refused}
            distance = position.board.grid.distance
            far = [
                h
                for h in position.board.around
                if h in position.board.grid and not position.at(h) and h not in closed
                and all(distance(h, e) > 25 for e in told.hexes if e in position.board.grid)
            ]  # fmt: skip
            if far:
                table.bring(id_, chance.choice(far))
                return Planted(("arrival",), (told.rule,))
        if not player.next_phase():
            return None
    return None


def mended(table: Table, chance: random.Random) -> Planted | None:
    """A unit regains a step in a phase of movement."""
    if not phase_to(table, "movement"):
        return None
    for unit in own(table, chance):
        if (
            steps_left(unit) > 1
            and unit.step == 1
            and table.position.board.grid
            and unit.hex in table.position.board.grid
        ):
            table.step(table.flipping(unit.id, 2))
            end_phase(table)
            if not phase_to(table, "movement"):
                return None
            if table.position.by_id[unit.id].step != 2:
                return None
            table.step(table.flipping(unit.id, 1), said="* mended *")
            return Planted(("recovery",), (rule_of(table.game, "recovery"),))
    return None


def bleeds(table: Table, chance: random.Random) -> Planted | None:
    """A unit loses a step in a phase of movement."""
    if not phase_to(table, "movement"):
        return None
    for unit in own(table, chance):
        if steps_left(unit) > 1 and unit.hex in table.position.board.grid:
            table.step(table.flipping(unit.id, unit.step + 1))
            return Planted(("loss",), (rule_of(table.game, "results"),))
    return None


def marked_wrongly(table: Table, chance: random.Random) -> Planted | None:
    """A unit in supply is marked as out of it."""
    marks = Player(table, chance).marks("supply")
    if not marks or not phase_to(table, "movement", "both"):
        return None
    seen = table.rules.visible(table.position)
    told = list(table.rules.supply(seen).units)
    chance.shuffle(told)
    for answer in told:
        unit = table.position.by_id.get(answer.id)
        if unit is None or unit.hex not in table.position.board or unit.markers & marks.keys():
            continue
        if not supply_marks(table.game, answer) and answer.state != "port":
            name = next(iter(marks))
            table.mark(unit.id, name)
            return Planted(("mark",), (marks[name].rule,))
    return None


def marked_without_battle(table: Table, chance: random.Random) -> Planted | None:
    """A unit that neither fought nor went is marked as if it had."""
    marks = Player(table, chance).marks("attacked", "defended", "moved", "phase")
    if not marks or not (phase_to(table, "movement") or phase_to(table, "both")):
        return None
    name = chance.choice(sorted(marks))
    for unit in [u for u in rested(table, chance) if name not in u.markers][:9]:
        table.mark(unit.id, name)
        if name in table.position.by_id[unit.id].markers:  # else its counter has no such mark
            return Planted(("mark",), (marks[name].rule,))
    return None


def due_of(table: Table, odds: Odds, result: str, answer: Retreats | None) -> Due | None:
    """What a result costs the attackers, if they have no choice."""
    rules = table.game.rules
    if rules is None:
        outcome = answer.outcome if answer is not None else ""
        return attackers_due(table.rules, table.position, Rolled(odds, result, outcome))
    told = rules.results.get(result)
    if told is None or answer is None or told.attacker.retreat:
        return None
    if answer.extra.get("attacker_strength_lost"):
        return Due(1, 99, told.rule or rule_of(table.game, "results"))
    number = answer.extra.get("attacker_losses", 0)
    return Due(number, number, told.rule or rule_of(table.game, "results"))


def attackers_spared(table: Table, chance: random.Random) -> Planted | None:
    """The attackers do not pay what the result takes of them."""
    for odds in battles(table, chance):
        for die, answer in every_outcome(table, odds):
            due = due_of(table, odds, odds.results[die], answer)
            if due is not None and due.least:
                rolled(table, odds, die)
                return Planted(("loss",), (due.rule,))
    return None


def attackers_bleed(table: Table, chance: random.Random) -> Planted | None:
    """An attacker loses more than the result takes."""
    for odds in battles(table, chance):
        for die, answer in outcomes(table, odds):
            due = due_of(table, odds, odds.results[die], answer)
            if due is None or answer.outcome != "retreat":
                continue
            whole = {id_: table.steps(table.position.by_id[id_]) for id_ in odds.attackers}
            if sum(whole.values()) <= due.most:
                continue
            rolled(table, odds, die)
            if table.game.id != "uis":
                for id_ in odds.attackers:
                    table.lose(id_, 99)
                return Planted(("loss",), (due.rule,))
            for id_, left in whole.items():
                if left > 1:
                    table.lose(id_, left - 1)
            if sum(left - 1 for left in whole.values()) > due.most:
                return Planted(("loss",), (due.rule,))
            return None
    return None


OUT_OF_ORDER = {
    "dagc": ("soviet-movement", "armor-used", "true", "12.6"),
    "mlb": ("movement", "mode", "movement-combat", "5.4"),
    "nr": ("axis-movement", "initiative", "soviet", "12.10"),
    "uis": ("wp-movement", "chemical-began", "2", "24.1"),
}
"""State variables that do not change so then: phase, variable, value, rule."""


def phase_named(table: Table, name: str) -> bool:
    """Go on to a phase, doing no more than drawing what is due; whether there is one."""
    player = Player(table, random.Random(0))
    for _ in range(len(table.game.definition.phase) + 1):
        if table.position.phase == name:
            return True
        player.draw_due()
        if not player.next_phase():
            return False
    return False


def state_out_of_order(table: Table, chance: random.Random) -> Planted | None:
    """A state variable changes when it does not, or back."""
    phase, name, value, rule = OUT_OF_ORDER.get(table.game.id, ("", "", "", ""))
    if not phase or not phase_named(table, phase):
        return None
    if table.game.id == "uis":
        table.state(name, "1")
        end_phase(table)  # because a value that is set right in the same phase is no breach
    table.state(name, value)
    return Planted(("state",), (rule,))


def control_under_units(table: Table, chance: random.Random) -> Planted | None:
    """A marker of control is laid where units of the other side stand."""
    pieces = table.replay.now().pieces.values()
    markers = [p for p in pieces if own_property(p, CONTROL_PROPERTY) in table.game.sides]
    if not markers:
        return None
    marker = chance.choice(markers)
    side = own_property(marker, CONTROL_PROPERTY)
    position = table.position
    held = [
        u.hex
        for u in position.units
        if u.hex in position.board.grid
        and u.side != side
        and position.control.get(u.hex, "") != side
    ]
    if not held:
        return None
    table.lay(marker.id, chance.choice(held))
    return Planted(("control",), (rule_of(table.game, "control"),))


def vanishes(table: Table, chance: random.Random) -> Planted | None:
    """A unit is taken off the map in a phase of movement."""
    rule = play_of(table.game.id).nobody_leaves or rule_of(table.game, "movement")
    if table.game.rules is None and not play_of(table.game.id).nobody_leaves:
        return None
    if not phase_to(table, "movement"):
        return None
    units = [u for u in own(table, chance) if u.hex in table.position.board.grid]
    if not units:
        return None
    table.lose(units[0].id, 99)
    return Planted(("departure",), (rule,))


def removed_in_supply(table: Table, chance: random.Random) -> Planted | None:
    """A unit that is not out of supply is removed as if it were."""
    if (removes := play_of(table.game.id).removes) is None:
        return None
    phases = [one.id for one in table.game.definition.phase if one.id.endswith(removes.phases)]
    if not phase_named(table, chance.choice(phases)):
        return None
    units = [u for u in own(table, chance) if "oos" not in u.markers]
    if not units:
        return None
    table.lose(units[0].id, 99)
    return Planted(("departure",), (removes.rule,))


def drawn_out_of_order(table: Table, chance: random.Random) -> Planted | None:
    """A marker is drawn from a cup or pool in a phase in which nothing is."""
    known = [(d, rule) for d, rule in play_of(table.game.id).draws.items() if rule.strict]
    if not known or not phase_named(table, "movement"):
        return None
    chance.shuffle(known)
    for id_, rule in known:
        names = {one["name"] for one in table.game.definition.module["deck"] if one["id"] == id_}
        decks = [g for g in table.replay.now().groups.values() if g.name in names and g.members]
        goals = [u.hex for u in own(table, chance) if u.hex in table.position.board.grid]
        if decks and goals:
            table.lay(decks[0].members[-1], goals[0])
            return Planted(("draw",), (rule.rule,))
    return None


def passed_undrawn(table: Table, chance: random.Random) -> Planted | None:
    """A phase that asks for cards is left, and none is drawn."""
    for rule in play_of(table.game.id).draws.values():
        phases = [one.id for one in table.game.definition.phase if one.id.endswith(rule.due)]
        if phase_named(table, chance.choice(phases)):
            return Planted(("draw",), (rule.rule,))
    return None


KINDS: dict[str, Plant] = {
    "passed undrawn": passed_undrawn,
    "state out of order": state_out_of_order,
    "control under units": control_under_units,
    "vanishes": vanishes,
    "removed in supply": removed_in_supply,
    "drawn out of order": drawn_out_of_order,
    "attackers spared": attackers_spared,
    "attackers bleed": attackers_bleed,
    "marked out of supply": marked_wrongly,
    "marked without a battle": marked_without_battle,
    "too far": too_far,
    "into the enemy": refused_for("enemy-units"),
    "closed terrain": refused_for("terrain", "hexside"),
    "zone of control": refused_for("enemy-zone"),
    "no room": refused_for("full"),
    "in hops": in_hops,
    "wrong side": wrong_side,
    "moved in combat": moved_in_combat,
    "no retreat": no_retreat,
    "retreat astray": astray,
    "retreat into a closed hex": into_closed,
    "not removed": not_removed,
    "removed for nothing": struck_for_nothing,
    "removed with the attackers": struck_too,
    "goes and pays": pays_twice,
    "pays and stays": pays_and_stays,
    "outsider advances": outsider,
    "advance too far": advance_too_far,
    "out of contact": out_of_contact,
    "attacks twice": twice,
    "attacked twice": attacked_twice,
    "attack forgotten": forgotten,
    "battle out of phase": out_of_phase,
    "battle of the other side": other_side_attacks,
    "phase skipped": skips,
    "turns left out": leaps,
    "turn goes back": goes_back,
    "from nowhere": from_nowhere,
    "arrives early": comes_early,
    "arrives elsewhere": enters_elsewhere,
    "mended": mended,
    "loss without a battle": bleeds,
}


def is_found(planted: Planted, verdicts: object) -> bool:
    """Whether one of the findings is the planted one, with the right rule."""
    return any(
        v.subject in planted.subjects and v.rule in planted.rules
        for v in verdicts  # type: ignore[attr-defined]
    )
