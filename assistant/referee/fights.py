"""The battles of a phase, each judged with what followed it, and against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.games import play_of
from assistant.questions.protocol import Rules
from assistant.referee.aftermath import counter_attack, judge_battle
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.moments import Moment
from assistant.referee.phases import Segment
from assistant.referee.verdicts import Verdict, placed, unlawful
from assistant.referee.whose import not_active

TWICE = "{unit} attacks twice in this phase."
ATTACKED = "{hex} has been attacked in this phase."
WRONG_PHASE = "In the phase {phase} no battles are fought."
OTHER_SIDE = "In the phase {phase} {side} does not attack."


def judge_battles(
    rules: Rules,
    segment: Segment,
    battles: Sequence[LoggedBattle],
    fresh: Moment | None = None,
) -> Iterator[Verdict]:
    """The verdicts on the battles of a phase and on what followed each; of a `fresh` step at least
    those that are on it."""
    fought: dict[str, LoggedBattle] = {}
    struck: list[LoggedBattle] = []
    answering = _answering(battles)
    for at, battle in enumerate(battles):
        if at in answering:
            yield counter_attack(battle)
            continue
        if fresh is not None and not _concerns(battle, fresh):
            if battle.die is not None and battle.sure == "declared":
                fought |= dict.fromkeys(_attackers(battle), battle)
                struck.append(battle)
            continue
        if battle.die is not None and battle.sure == "declared":
            yield from _once(battle, fought)
            yield from _attacked_once(battle, struck)
            struck.append(battle)
            if out_of_phase := list(_in_phase(battle)):
                yield from out_of_phase
                if _is_for_the_phase(battle):
                    continue  # because it would be told twice
        over = segment.closing is not None
        segment.course.asked(battle.position)
        told = judge_battle(rules, battle, following(segment, battles, at), over=over)
        found = not_active(segment, battle.position, battle.side, "combat")
        if found is not None and battle.sure == "declared" and battle.die is not None:
            start = ",".join(battle.targets)
            yield placed(found, "battle", battle.moment, side=battle.side, start=start)
            told = [one for one in told if one.subject != "battle"]
        yield from told


def _concerns(battle: LoggedBattle, fresh: Moment) -> bool:
    """Whether a step is that of a battle, or does something to a unit that fought in it."""
    return battle.moment.number == fresh.number or any(
        shift.piece in battle.fighters
        or (shift.before is not None and shift.before.id in battle.known)
        or (shift.before is None and shift.unit.counter in battle.counters)
        for shift in fresh.shifts
    )


def _attackers(battle: LoggedBattle) -> list[str]:
    """The attackers by their pieces, or by their ids where these are not known."""
    return [battle.pieces.get(id_) or id_ for id_ in battle.attackers]


def _answering(battles: Sequence[LoggedBattle]) -> frozenset[int]:
    """Which battles, by their place, are counter-attacks that the result of an earlier one allows:
    their attackers are those who were attacked."""
    answered = play_of(battles[0].position.game.id).answered if battles else ()
    found: set[int] = set()
    called: list[set[str]] = []
    for at, battle in enumerate(battles if answered else ()):
        mine = {*_attackers(battle)}
        if mine and any(mine <= theirs for theirs in called):
            found.add(at)
        if battle.result in answered or at in found:
            called.append({battle.pieces.get(id_) or id_ for id_ in battle.defenders})
    return frozenset(found)


def _in_phase(battle: LoggedBattle) -> Iterator[Verdict]:
    position = battle.position
    game = position.game
    phase = game.definition.phase_of(position.phase)
    if phase is None:
        return
    named = phase.called
    kind = kind_of(game, phase.id)
    finding = None
    if kind in ("movement", "neither"):
        finding = unlawful(rule_of(game, "sequence"), WRONG_PHASE, phase=named)
    elif phase.side and battle.side and battle.side != phase.side and kind == "combat":
        side = game.sides[battle.side].name
        finding = unlawful(rule_of(game, "sequence"), OTHER_SIDE, phase=named, side=side)
    if finding is not None:
        start = ",".join(battle.targets)
        yield placed(finding, "battle", battle.moment, side=battle.side, start=start)


def _is_for_the_phase(battle: LoggedBattle) -> bool:
    """Whether the rules' own answer refuses a battle for its phase."""
    odds = battle.odds
    if odds is None or odds.possible or not odds.because:
        return False
    return odds.because[-1].code == "phase"


def _once(battle: LoggedBattle, fought: dict[str, LoggedBattle]) -> Iterator[Verdict]:
    """No unit attacks twice in a phase, where the game says so."""
    game = battle.position.game
    for id_, key in zip(battle.attackers, _attackers(battle), strict=True):
        if key in fought and kind_of(game, battle.position.phase) == "combat":
            unit = battle.position.by_id[id_]
            finding = unlawful(rule_of(game, "twice"), TWICE, unit=unit.shown)
            yield placed(
                finding, "battle", battle.moment, side=unit.side, unit=id_, name=unit.shown,
                start=unit.hex, end=",".join(battle.targets),
            )  # fmt: skip
        fought[key] = battle


def _attacked_once(battle: LoggedBattle, struck: Sequence[LoggedBattle]) -> Iterator[Verdict]:
    """No defender is attacked twice in a phase, or no hex, where the game says so."""
    game, odds = battle.position.game, battle.odds
    once = play_of(game.id).attacked_once
    told = odds is not None and any(why.code == "spent" for why in odds.because)
    if not once or told or kind_of(game, battle.position.phase) != "combat":
        return
    hexes = [name for name in battle.targets if _was_attacked(battle, name, struck, once.what)]
    if hexes:
        finding = unlawful(once.rule, ATTACKED, hex=", ".join(hexes))
        where = ",".join(battle.targets)
        yield placed(finding, "battle", battle.moment, side=battle.side, start=where)


def _was_attacked(
    battle: LoggedBattle, name: str, struck: Sequence[LoggedBattle], what: str
) -> bool:
    """Whether a hex, or one of its defenders, was attacked before. Who retreated into it since only
    shares the fate of those who stand there, if there are any."""
    if what == "hex":
        return any(name in other.targets for other in struck)
    here = [id_ for id_ in battle.defenders if battle.position.by_id[id_].hex == name]
    then = [hex_ for id_ in here if (hex_ := _defended_in(battle, id_, struck))]
    return name in then or len(here) == len(then) > 0


def _defended_in(battle: LoggedBattle, id_: str, struck: Sequence[LoggedBattle]) -> str:
    """Where a unit was attacked before, empty if it was not."""
    key = battle.pieces.get(id_) or id_
    for other in reversed(struck):
        for theirs in other.defenders:
            if (other.pieces.get(theirs) or theirs) == key:
                return other.position.by_id[theirs].hex
    return ""


def following(segment: Segment, battles: Sequence[LoggedBattle], at: int) -> list[Moment]:
    """The steps behind a battle's roll, up to the next roll in which one of its units fights."""
    battle = battles[at]
    end = None
    for other in battles[at + 1 :]:
        meets = not battle.fighters.isdisjoint(other.fighters)
        if other.die is not None and (meets or battle.sure != "declared"):
            end = other.moment.number
            break
    first = battle.moment.number + (0 if battle.sure == "likely" else 1)
    return segment.course.since(first, end)
