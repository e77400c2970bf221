"""Answers in the room's own chat: `?odds 3401` typed by a player gets a few short lines.

Everybody in the room reads them, so they are worked out from what every seat may see. Whoever asks
in Spanish is answered in Spanish, and then reads of battles in Spanish, too. Of several Kessels in
a room the first answers, and each tells of battles in a language in which no other does.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from assistant.live.battles import BattleNews, Battles, concerns
from assistant.live.table import LiveStep, LiveTable
from assistant.live.who import Company
from assistant.planning.outlook import GONE
from assistant.position import Position
from assistant.questions.answers import (
    Moves,
    Odds,
    Retreats,
    Supply,
    UnitRetreats,
    UnitSupply,
    is_supplied,
    is_wanting,
    judged_otherwise,
    unheard,
)
from assistant.questions.door import Door
from assistant.questions.names import NOT_IN_SIGHT
from assistant.questions.reasons import Saying
from assistant.referee.fresh import remark
from assistant.referee.openly import open_breaches, open_position, untold_breaches
from assistant.referee.verdicts import Verdict
from assistant.report.table_talk import UNHEARD, WHEN_JUDGED, by_rules, sums
from assistant.report.words import number, promise, result_word, way
from assistant.table import door_of
from assistant.words.voice import ENGLISH, Voice, general, voice
from builder.errors import KesselError
from builder.saying import signed
from builder.vassal.markup import unescaped

MOST_LINES = 10
LONGEST = 220
_BEGINNING = 150
"""Letters of a reason by which a line is known that says it."""
"""Characters of a line: what a chat window shows without becoming a wall."""

MOST_WAYS = 6
"""Ways of a retreat, or hexes in which those of one loss end."""

MOST_REMARKS = 3
"""Remarks on one step."""

BETWEEN = 1.0
"""Seconds between two answers."""

NOT_SEEN_BY_ALL = (
    "{unit} is not among the units that every seat sees, of which alone the chat tells: your own"
    " page with --side tells more."
)

SOME_LEFT_OUT = "Units that not everybody may see are left out."
LEFT_OUT = "Units that not everybody may see are left out: {hexes}."

_ASKED = re.compile(r"<([^<>]{1,60})> - \?([a-zA-Záéíóúñ]{1,12})(?:\s+(.{0,200}))?", re.DOTALL)
_SPANISH = {
    "combate": "odds",
    "suministro": "supply",
    "retirada": "retreat",
    "movimiento": "moves",
    "ayuda": "help",
}
_HELP = {
    ENGLISH: "?odds 3401 · ?supply · ?supply 3401 · ?retreat 3501 DR · ?moves UNIT · ?help",
    "es": "?combate 3401 · ?suministro · ?suministro 3401 · ?retirada 3501 DR · "
    "?movimiento UNIDAD · ?ayuda",
}


@dataclass(frozen=True)
class Question:
    """What a player asks, and in which language; `who` as the chat names the player."""

    what: str
    words: str
    language: str
    who: str = field(default="", compare=False)


def question_in(line: str) -> Question | None:
    """The question that a line of chat asks, if a player typed one."""
    found = _ASKED.fullmatch(unescaped(line).strip())
    if found is None:
        return None
    word = found[2].lower()
    if word in _SPANISH:
        return Question(_SPANISH[word], (found[3] or "").strip(), "es", found[1])
    if word in _SPANISH.values():
        return Question(word, (found[3] or "").strip(), ENGLISH, found[1])
    return None


@dataclass
class Chat:
    """Hears what is said and says the answers, one a second; who asks faster is not answered, and
    another player's question waits its turn.

    Declared battles and their dice are told unasked, in `language` and in those in which somebody
    has asked; they wait their turn. `company` are the other Kessels that tell in the room.
    """

    table: LiveTable
    say: Callable[[Sequence[str]], None]
    clock: Callable[[], float]
    language: str = ENGLISH
    pause: Callable[[float], None] = time.sleep
    company: Callable[[], Company] = Company
    _next: float = field(default=float("-inf"))
    _battles: Battles | None = None
    _asked: dict[str, float] = field(default_factory=dict)
    """When each player asked last, of those who asked just now."""
    _wanted: dict[str, None] = field(default_factory=dict)
    """The languages in which somebody has asked."""

    def wants(self, step: LiveStep) -> bool:
        """Whether a step is answered."""
        return concerns(step) or bool(step.breaches) or any(map(question_in, step.chat))

    def heard(self, step: LiveStep) -> None:
        """Answer what was asked in a step, tell of its battles, and remark on what it breaks: what
        is said of a step is said at once, because an undo of the players' takes it back first."""
        company = self.company()
        fought, broken = self._fought(step), self._open(step)
        told = [
            line
            for language in self._languages(company)
            for line in self._unasked(self._speaking(language), fought, broken)
        ]
        if told:
            self.say(told)
        for question in filter(None, map(question_in, step.chat)):
            self._wanted.setdefault(question.language)
            if company.before or self._asks_fast(question):
                continue
            self.pause(max(0.0, self._next - self.clock()))
            self._asked[question.who] = self.clock()
            self._next = self.clock() + BETWEEN
            self.say(self.answer(question))

    def _languages(self, company: Company) -> list[str]:
        """In which battles are told: its own unless another does so, and by the first Kessel of a
        room those in which somebody asked."""
        wanted = [self.language, *(() if company.before else self._wanted)]
        known = company.before | (company.after - {self.language})
        return [language for language in dict.fromkeys(wanted) if language not in known]

    def _unasked(
        self, say: Voice, fought: Sequence[BattleNews], broken: Sequence[Verdict]
    ) -> Iterator[str]:
        """What is told of battles, and of what a step breaks what they do not say already."""
        lines = [
            _short(line) for news in fought for line in islice(battle_lines(say, news), MOST_LINES)
        ]
        yield from lines

        def said(text: str) -> str:  # as a line behind a rule's number has it, cut off as it may be
            return signed(say(text))[:_BEGINNING]

        for verdict in untold_breaches(said, broken, lines)[:MOST_REMARKS]:
            yield _short(say(remark(verdict, self._place)))

    def _asks_fast(self, question: Question) -> bool:
        """Whether its player asked within the last second."""
        now = self.clock()
        self._asked = {who: at for who, at in self._asked.items() if now < at + BETWEEN}
        return question.who in self._asked

    def _place(self, name: str) -> str:
        """A box by the name that is printed on the map, a hex by its number."""
        source = self.table.source
        if source is None or name not in source.game.definition.drawn_boxes:
            return name
        return source.game.definition.box_name(name)

    def _fought(self, step: LiveStep) -> list[BattleNews]:
        """The battles that a step declares or rolls for; each waits its turn."""
        source = self.table.source
        if source is None:
            return []
        if self._battles is None:
            self._battles = Battles(source.rules, lambda number: seen_by_all(self.table, number))
        fought = []
        for news in self._battles.heard(step):
            self.pause(max(0.0, self._next - self.clock()))
            self._next = self.clock() + BETWEEN
            fought.append(news)
        return fought

    def _open(self, step: LiveStep) -> tuple[Verdict, ...]:
        """The breaches that may be remarked: with the eyes of one side none at all."""
        source = self.table.source
        if source is None or self.table.side or not step.breaches:
            return ()
        return open_breaches(source.rules, step.judged, [one for one in step.breaches if one.rule])

    def answer(self, question: Question) -> list[str]:
        """The lines of an answer."""
        lines: list[str] = []
        try:
            for line in self._lines(question):
                lines.append(_short(line))
                if len(lines) == MOST_LINES:
                    break
        except KesselError as error:
            lines = [_short(self._speaking(question.language)(_for_all(error)))]
        except Exception as error:  # an answer fails, not the evening
            # its class alone, because its text may hold what not everybody may see
            told = Saying("No answer can be given ({why}).", why=type(error).__name__)
            lines = [_short(general(question.language)(told))]
        return lines

    def _speaking(self, language: str) -> Voice:
        """The voice of the game at the table, whose rules refuse in sentences of their own."""
        source = self.table.record
        return general(language) if source is None else voice(source.game, language)

    def _lines(self, question: Question) -> Iterator[str]:
        if question.what == "help":
            yield _HELP[question.language]
            return
        if self.table.record is None:
            yield general(question.language)("Kessel has no rules for this game.")
            return
        say = voice(self.table.record.game, question.language)
        door = replace(door_of(seen_by_all(self.table)), named=say)
        match question.what:
            case "supply":
                where = question.words
                yield from self._left_out(say, door, door.hexes(where) if where else None)
                yield from _supply(say, door, door.supply(), where)
            case "odds":
                found = door.odds(question.words, anyway=True)
                fought = found.target.split(",")
                board = door.position.board
                near = (name for hex_ in fought for name in board.neighbours(hex_))
                yield from self._left_out(say, door, (*fought, *near))
                yield from _odds(say, door, found)
            case "retreat":
                where, result = _hex_and_result(question.words)
                yield from self._left_out(say, door, door.hexes(where))
                yield from _retreats(say, door, door.retreats(where, result, anyway=True))
            case "moves":
                yield from _moves(say, door, door.moves(question.words, anyway=True))

    def _left_out(self, say: Voice, door: Door, hexes: Iterable[str] | None) -> Iterator[str]:
        """That an answer about some hexes (None: the whole map) leaves out units that lie there
        open on the table, under others whose owner's foe may not look there: who watches sees that
        there are some."""
        assert self.table.record is not None
        lying = self.table.record.position(None, "").units
        under = {unit.hex for unit in lying if unit.id not in door.position.by_id}
        if hexes is None:
            if any(name in door.position.board for name in under):
                yield say(SOME_LEFT_OUT)
        elif found := [name for name in dict.fromkeys(hexes) if name in under]:
            yield say(Saying(LEFT_OUT, hexes=found))


def seen_by_all(table: LiveTable, step: int | None = None) -> Position:
    """The position after a step (the last if None) with nothing in it that any seat may not see."""
    assert table.record is not None
    assert table.source is not None
    return open_position(table.source.rules, table.record.position(step, ""))


def _hex_and_result(words: str) -> tuple[str, str | None]:
    """The last word is the result: a hex may be named in several, as Belaya Tserkov."""
    where, _, result = words.strip().rpartition(" ")
    return (where.strip(), result) if where else (result, None)


def _for_all(error: KesselError) -> str:
    """An error as the room reads it: a unit that only some seats see is none of this answer's, and
    whoever sees it would wonder why; the same is said of units that are not there at all."""
    text = str(error)
    if isinstance(text, Saying) and text.template == NOT_IN_SIGHT:
        return Saying(NOT_SEEN_BY_ALL, **text.values)
    return text


def _short(line: str) -> str:
    line = signed(line)
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def _name(say: Voice, door: Door, id_: str) -> str:
    unit = door.position.by_id.get(id_)
    return say(unit.shown) if unit is not None else id_


def _names(say: Voice, door: Door, ids: tuple[str, ...]) -> str:
    return ", ".join(_name(say, door, id_) for id_ in ids)


def _supply(say: Voice, door: Door, found: Supply, where: str) -> Iterator[str]:
    """The units of a hex, or of the whole map those that lack anything or will."""
    names = door.hexes(where) if where else ()
    if names and not any(unit.hex in names for unit in found.units):
        yield say(Saying("No unit stands in {hex}.", hex=where))
    for side in door.position.game.sides.values():
        units = [unit for unit in found.units if unit.side == side.id]
        if names:
            units = [unit for unit in units if unit.hex in names]
        if units:
            yield f"{say(side.name)}: {sums(say, units)}"
        for unit in units:
            if names and unit.path:
                yield f"{_name(say, door, unit.id)}: {_state(say, unit)}, {way(unit.path)}"
            elif names or is_wanting(unit):
                first = (unheard(unit) if is_supplied(unit) else None, *unit.because)
                why = next((say(reason.text) for reason in first if reason is not None), "")
                yield f"{_name(say, door, unit.id)} ({unit.hex}): {_state(say, unit)}. {why}"


def _state(say: Voice, unit: UnitSupply) -> str:
    """The state of a unit's supply, whether it is out of communication, and what its state becomes
    once supply is judged."""
    now = say.state(unit.state)
    if unheard(unit) is not None:
        now = f"{now}, {say(UNHEARD)}"
    if not judged_otherwise(unit):
        return now
    return f"{now} ({say(WHEN_JUDGED).lower()}: {say.state(str(unit.next))})"


def _odds(say: Voice, door: Door, found: Odds, ledger: bool = True) -> Iterator[str]:
    if found.timing is not None:
        yield say(found.timing.text)
    if not found.possible:
        yield f"{found.target}: " + say("no attack is possible.")
        for reason in found.because:
            yield f"{reason.rule} {say(reason.text)}"
        return
    yield f"{found.target}: {promise(say, door.position.game, found)}"
    yield f"{_names(say, door, found.attackers)} > {_names(say, door, found.defenders)}"
    for line in found.steps if ledger else ():
        yield f"{line.rule} {say(line.what)}: {say(line.effect)}"


def _retreats(say: Voice, door: Door, found: Retreats) -> Iterator[str]:
    asked, comes = f"{found.hex} {found.result}", say.state(found.outcome)
    yield asked if comes == found.result else f"{asked}: {comes}"
    for unit in found.units:
        told = "" if unit.outcome in GONE else _ways(say, unit)
        yield f"{_name(say, door, unit.id)}: {told or say.state(unit.outcome)}"


def _ways(say: Voice, unit: UnitRetreats) -> str:
    """Where a unit may go. Where its loss depends on the way, only the hexes in which ways of the
    same loss end, the least loss first: each way hex by hex would leave no room for them."""
    ways = [option for option in unit.options if option.preferred] or list(unit.options)
    losses = sorted({option.losses for option in ways})
    stays = say.state("stand")
    if len(losses) < 2:
        return " · ".join(way(option.path) or stays for option in ways[:MOST_WAYS])
    told = []
    for loss in losses:
        ends = [option.path[-1:] for option in ways if option.losses == loss]
        distinct = list(dict.fromkeys(way(end) or stays for end in ends))
        hexes = ", ".join(distinct[:MOST_WAYS]) + (" ..." if len(distinct) > MOST_WAYS else "")
        lost = Saying("{hexes} ({n:g} {n|step|steps} lost)", hexes=hexes, n=loss)
        told.append(say(lost) if loss else hexes)
    return " · ".join(told)


def battle_lines(say: Voice, news: BattleNews) -> Iterator[str]:
    """A declared battle and what it promises, or its die and what comes of it, in a few lines."""
    door, name = door_of(news.position), say(Saying("Battle {n}", n=news.battle.number))
    if news.odds is None:
        if not news.dice:  # the roll's lines would say again what the declaration's did
            yield f"{name}: {say(news.why)}"
    elif not news.dice:
        first, *others = _odds(say, door, replace(news.odds, timing=None), ledger=False)
        yield f"{name}, {first}"
        yield from others
        if news.odds.timing is not None:
            yield say(news.odds.timing.text)
        if news.partly:
            yield say(SOME_LEFT_OUT)
    if news.dice:
        rolled = ", ".join(map(str, news.dice))
        came = result_word(say, news.result) if news.result else ""
        yield f"{name}: {say('die')} {rolled}" + (f", {came}" if came else "")
    for retreats in filter(_concerns_anybody, news.retreats):
        yield from _retreats(say, door, retreats)


def _concerns_anybody(found: Retreats) -> bool:
    """Whether a result does something to a unit, or a unit has a reason to stay: the room need not
    read of each unit that a result such as No Retreat's CB leaves where it stands."""
    return any(u.outcome != "stand" or u.options or u.because for u in found.units)


def _moves(say: Voice, door: Door, found: Moves) -> Iterator[str]:
    if found.timing is not None:
        yield say(found.timing.text)
    reach = sorted(found.reach, key=lambda reached: (reached.cost, reached.hex))
    told = "  ".join(f"{reached.hex} ({number(say, reached.cost)})" for reached in reach)
    ids = (found.unit,) if found.unit in door.position.by_id else tuple(found.unit.split(","))
    named = f"{_names(say, door, ids)}, {number(say, found.allowance)}: "
    whole = named + (told or say("It can reach no hex."))
    while len(whole) > LONGEST and "  " in whole[:LONGEST]:
        cut = whole.rindex("  ", 0, LONGEST)
        yield whole[:cut]
        whole = whole[cut + 2 :]
    yield whole
    for why in by_rules(found.reach):
        yield f"{why.rule} {say(why.text)}"
