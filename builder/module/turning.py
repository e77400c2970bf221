"""What the turn does by itself: its marker follows, phases of other turns are passed over, marks of
a phase come off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.drawing.map.words import readable
from builder.game.carriers import MAIN_MAP, STATE_HEX_PROPERTY, marker_layer
from builder.game.definition import Definition, Phase, Turns
from builder.game.mark_words import mark_words
from builder.game.model import Counter, Game
from builder.module import keys
from builder.module.battles import FOUGHT_END, battle_commands
from builder.module.counters import FOLLOWS
from builder.module.deck_settings import DeckSettings
from builder.module.decks import RETURN, RETURNS
from builder.module.fate_settings import TakeOffSettings
from builder.module.phrases import say
from builder.module.settings import ModuleSettings
from builder.module.state_choices import is_told, state_choice
from builder.module.table import TURN, Table, is_turn_marker
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes import play
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import SendTo, Trigger
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import Marker

_FOLLOW_TURN = KeyStroke.named("FollowTurn")
_MOVED = "Moved"


def follows_turn(table: Table, counter: Counter) -> bool:
    """Whether a counter is the marker of the turn, and lies on a track of the sheet."""
    return is_turn_marker(counter) and table.has(counter.setup)


def following(table: Table, turns: Turns) -> Iterator[Trait]:
    """What sends the marker to its seat in the turn's space on the track, without the moved mark
    and the trail that VASSAL gives to what it sends."""
    sent = KeyStroke.named("SentToTurn")
    yield Trigger(
        name="Follow",
        command="",
        trigger_key=keys.FOLLOW,
        action_keys=(sent, keys.UNMARK_MOVED, keys.CLEAR_TRAIL),
    )
    x, y = _off_centre(table, turns)
    yield SendTo(
        send_key=sent,
        map=MAIN_MAP,
        destination="Z",
        zone="turn $Turn$",
        x_index=str(x),
        y_index=str(y),
    )
    yield Marker.of(**{FOLLOWS: TURN})


def _off_centre(table: Table, turns: Turns) -> tuple[int, int]:
    """How far from the middle of its space, where VASSAL sends it, the marker's seat is; nothing
    where the spaces differ."""
    found = set()
    for turn in range(turns.first, turns.last + 1):
        if (seat := table.turn_seat(f"{TURN} {turn}")) is None:
            return 0, 0
        middle = table.region(f"{TURN} {turn}").centre
        found.add((round(seat[0] - middle[0]), round(seat[1] - middle[1])))
    xs, ys = zip(*found, strict=True)
    alike = max(xs) - min(xs) <= 1 and max(ys) - min(ys) <= 1  # where pixels are rounded
    return (min(xs), min(ys)) if alike else (0, 0)


def turn_keys(
    game: Game, settings: ModuleSettings, language: str = "en"
) -> Iterator[c.TurnGlobalHotkey]:
    """The keys that the turn tracker sends by itself. A phase does not begin by going back to it:
    nothing comes off then."""
    # VASSAL calls the property by the tracker's own name, which is in the module's language.
    onward = f'GetProperty("{say(language, play.TURN)}_command")!="Prev"'
    phases = {phase.id: phase for phase in game.definition.phase}
    if any(counter.type == TURN for counter in game.counters.values()):
        yield c.TurnGlobalHotkey(name="The turn's marker follows", hotkey=_FOLLOW_TURN)
    if phases and settings.dice:
        told = "Battles that were fought end"
        yield c.TurnGlobalHotkey(name=told, hotkey=FOUGHT_END, match=f"{{{onward}}}")
    of_phases = [(entry_name(one), _key(one), one.phases) for one in settings.takeoff]
    of_phases += [(f"Back into {one.id}", _back_into(one), one.returns) for one in settings.deck]
    for told, key, ids in of_phases:
        for name in (phases[id_].name for id_ in ids):
            match = f'{{Phase=="{name}"&&{onward}}}'
            yield c.TurnGlobalHotkey(name=f"{told}: {name}", hotkey=key, match=match)


def tracker(game: Game, settings: ModuleSettings, language: str = "en") -> Iterator[Component]:
    """The turn on the toolbar between the two buttons that turn it. Each presses all that a step
    sets off, so that one undo takes back all of it. VASSAL's tracker would go round: back from the
    first turn into the last."""
    definition = game.definition
    passed = [phase for phase in definition.phase if phase.turns]
    unit = "phase" if definition.phase else "turn"
    begins, ends = say(language, "The game begins here"), say(language, "The game ends here")
    first, last = _at(definition, definition.turns.first), _at(definition, definition.turns.last)
    yield from _stepping(
        ("Back", f"Back a {unit}", "Ctrl+Shift+N"), play.BACK, passed[::-1], first, begins
    )
    yield play.turn_tracker(
        first=definition.turns.first,
        last=definition.turns.last,
        phases=[phase.name for phase in definition.phase],
        silent="||".join(f"({_not_now(phase)})" for phase in passed),
        parts=turn_keys(game, settings, language),
    )
    yield from _stepping(("Next", f"Next {unit}", "Ctrl+N"), play.NEXT, passed, last, ends)
    for step in (play.NEXT, play.BACK):
        for phase in passed:
            yield c.DoActionButton(
                name=f"Not in this turn: {phase.name}",
                text="",
                tooltip="",
                hotkey=_passing(step, phase),
                do_hotkey=True,
                hotkeys=(step,),
                do_loop=True,
                loop_type="counted",
                loop_count=f"{{({_not_now(phase)})?1:0}}",
            )


def _stepping(
    shown: tuple[str, str, str], step: KeyStroke, passed: Sequence[Phase], end: str, told: str
) -> Iterator[c.DoActionButton]:
    """A button with its text, tooltip and key. At the `end`, a condition, it says so instead."""
    text, tooltip, key = shown
    stays, goes = (KeyStroke.named(f"{step.name}{way}") for way in ("Stays", "Goes"))
    yield c.DoActionButton(
        name=text,
        text=text,
        tooltip=tooltip,
        hotkey=KeyStroke.of(key),
        do_hotkey=True,
        hotkeys=(stays, goes),
    )
    yield c.DoActionButton(
        name=f"{text}: no further",
        text="",
        tooltip="",
        hotkey=stays,
        do_report=True,
        report_format=f'{{({end})?"{told}":""}}',
    )
    yield c.DoActionButton(
        name=f"{text}: a step",
        text="",
        tooltip="",
        hotkey=goes,
        do_hotkey=True,
        hotkeys=(step, *(_passing(step, phase) for phase in passed)),
        do_loop=True,  # no times or once: VASSAL's only condition on a button's keys
        loop_type="counted",
        loop_count=f"{{({end})?0:1}}",
    )


def _at(definition: Definition, turn: int) -> str:
    """The condition that the game is at the first phase of its first turn, or the last of its last:
    on one that the turn has, or beyond it on one that it has not."""
    phases = definition.phase[:: 1 if turn == definition.turns.first else -1]
    reached = 1 + next((n for n, one in enumerate(phases) if turn in (one.turns or [turn])), 0)
    names = "||".join(f'Phase=="{phase.name}"' for phase in phases[:reached])
    return f"Turn=={turn}&&({names})" if names else f"Turn=={turn}"


def _passing(step: KeyStroke, phase: Phase) -> KeyStroke:
    return KeyStroke.named(f"{step.name}Past-{phase.id}")


def _not_now(phase: Phase) -> str:
    """The condition that the phase is on in a turn that has it not."""
    return "&&".join([f'Phase=="{phase.name}"', *(f"Turn!={turn}" for turn in phase.turns)])


def keeping(game: Game, settings: ModuleSettings) -> Iterator[Component]:
    """The commands on the map that the turn's keys and the buttons set off."""
    if any(counter.type == TURN for counter in game.counters.values()):
        yield _command("The turn's marker", _FOLLOW_TURN, keys.FOLLOW, f'{{{FOLLOWS}=="{TURN}"}}')
    for deck in settings.deck:
        if deck.returns:  # each is told by its own report
            back = _command(f"Back into {deck.id}", _back_into(deck), RETURN, _of_deck(deck))
            yield back.replace(report_single=False, single_map=False)
    yield from battle_commands(game)
    order = list(game.definition.units.markers)
    for takeoff in settings.takeoff:
        for mark in takeoff.marks:
            key = keys.mark_key(order.index(mark))
            yield _command(f"{takeoff.id}: {mark}", _part(takeoff, mark), key, _borne(mark))
        if takeoff.moved:
            yield _command(
                f"{takeoff.id}: moved", _part(takeoff, _MOVED), keys.UNMARK_MOVED, _borne(_MOVED)
            )
    for name in emptied(settings):
        yield _command(f"{name}: empty", emptying(name), keys.DELETED, f"{{{_keeps(name)}}}")


def buttons(game: Game, settings: ModuleSettings, language: str = "en") -> Iterator[Component]:
    """A menu of the marks that come off together; the chat tells those that a unit bears. Who asks
    for it is told that there are none; a phase that begins tells nothing then."""
    for takeoff in settings.takeoff:
        parts = [*takeoff.marks, *([_MOVED] if takeoff.moved else [])]
        lists = tuple(map(emptying, takeoff.lists))
        for text, key, else_ in (
            (entry_name(takeoff), None, say(language, "Taken off: nothing")),
            ("", _key(takeoff), ""),
        ):
            yield c.DoActionButton(
                name=takeoff.id,
                text=text,
                tooltip=text,
                hotkey=key,
                do_report=True,
                report_format=_taken_off(game, takeoff, language, else_),
                do_hotkey=True,
                hotkeys=(*(_part(takeoff, part) for part in parts), *lists),
            )
    if settings.takeoff:
        texts = [entry_name(takeoff) for takeoff in settings.takeoff]
        yield play.menu("Marks off", texts, tooltip="Take the marks of a phase off all units")


def taken_off(game: Game, takeoff: TakeOffSettings, language: str) -> str:
    """The marks that an entry takes off, and the phases in which they come off by themselves."""
    parts = [*takeoff.marks, *([_MOVED] if takeoff.moved else [])]
    words = [_words(game, part, language) for part in parts]
    marks = ", ".join([*words, *(_title(game, name, language) for name in takeoff.lists)])
    called = {phase.id: phase.name for phase in game.definition.phase}
    phases = ", ".join(called[id_] for id_ in takeoff.phases)
    return f"{marks} ({say(language, 'by itself:')} {phases})" if phases else marks


def _back_into(deck: DeckSettings) -> KeyStroke:
    return KeyStroke.named(f"BackInto-{deck.id}")


def _of_deck(deck: DeckSettings) -> str:
    return f'{{{RETURNS}=="{deck.id}"&&DeckName==""}}'


def _borne(mark: str) -> str:
    """The filter of the pieces that bear a mark. A hyphen would be a minus in an expression, so its
    property is asked for by its name."""
    name = _MOVED if mark == _MOVED else f"{marker_layer(mark)}_Active"
    return f'{{GetProperty("{name}")=="true"}}'


def emptied(settings: ModuleSettings) -> list[str]:
    """The state variables that become empty with marks that come off."""
    return list(dict.fromkeys(name for takeoff in settings.takeoff for name in takeoff.lists))


def emptying(name: str) -> KeyStroke:
    """The key by which a state variable becomes empty, and its markers go."""
    return KeyStroke.named(f"Empty-{name}")


def _keeps(name: str) -> str:
    return f'{STATE_HEX_PROPERTY}=="{name}"'


def _taken_off(game: Game, takeoff: TakeOffSettings, language: str, else_: str) -> str:
    """An expression of the marks that come off units and of what becomes empty; without any it is
    `else_`: of an empty one nothing is told."""
    told = ""
    for name in takeoff.lists:
        filter_ = f"{{{_keeps(name)}}}".replace('"', '\\"')
        some = f'CountMap("{MAIN_MAP}","{filter_}")>0||{is_told(name)}'
        told += f'+({some}?"{_title(game, name, language)}, ":"")'
    for part in (*takeoff.marks, *([_MOVED] if takeoff.moved else [])):
        # The turn's own marker counts as moved whenever the turn has gone on.
        filter_ = _borne(part).replace("{", '{Side!=""&&').replace('"', '\\"')
        words = _words(game, part, language)
        told += f'+(CountMap("{MAIN_MAP}","{filter_}")>0?"{words}, ":"")'
    begins = say(language, "Taken off:")
    return f'{{("{begins} "{told}+".").replace("{begins} .","{else_}").replace(", .","")}}'


def _command(name: str, button: KeyStroke, key: KeyStroke, filter_: str) -> c.MassKeyCommand:
    return c.MassKeyCommand(
        name=name,
        button_text="",
        tooltip=name,
        button_hotkey=button,
        hotkey=key,
        filter=filter_,
        report_single=True,
        deck_count="0",
    )


def _key(takeoff: TakeOffSettings) -> KeyStroke:
    return KeyStroke.named(f"TakeOff-{takeoff.id}")


def _part(takeoff: TakeOffSettings, part: str) -> KeyStroke:
    return KeyStroke.named(f"TakeOff-{takeoff.id}-{part}")


def entry_name(takeoff: TakeOffSettings) -> str:
    """What an entry of the menu Marks off is called."""
    return takeoff.name or readable(takeoff.id)


def _words(game: Game, part: str, language: str) -> str:
    text = game.definition.units.markers.get(part)
    return (mark_words(text) if text else say(language, "moved mark")).replace('"', "'")


def _title(game: Game, name: str, language: str) -> str:
    title = state_choice(game, language, name).title.replace('"', "'")
    return title[:1].lower() + title[1:]
