"""Pieces, their traits and prototypes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from builder.lint.findings import Finding, listed, numbered
from builder.lint.subject import DefinedPiece, Subject
from builder.saying import Saying, quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.gpids import gpids, next_free
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import split
from builder.vassal.traits import actions, appearance, movement, secrecy
from builder.vassal.traits.core import BasicPiece, UnknownTrait
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import Prototype

# Traits with a menu entry and the key that does the same.
_MENU_KEYS: tuple[tuple[type[Trait], str, str], ...] = (
    (actions.Delete, "command", "delete_key"),
    (actions.Clone, "command", "clone_key"),
    (actions.SendTo, "command", "send_key"),
    (actions.PlaceMarker, "command", "place_key"),
    (actions.Replace, "command", "place_key"),
    (appearance.Layer, "activate_command", "activate_key"),
    (appearance.Layer, "up_command", "increase_key"),
    (appearance.Layer, "down_command", "decrease_key"),
    (appearance.Label, "change_command", "change_key"),
    (appearance.Rotation, "clockwise_command", "clockwise_key"),
    (appearance.Rotation, "anticlockwise_command", "anticlockwise_key"),
    (appearance.Trail, "command", "trail_key"),
    (movement.MarkMoved, "command", "toggle_key"),
    (secrecy.Mask, "command", "mask_key"),
    (secrecy.Hide, "command", "hide_key"),
)


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M201 to M214, and M007 of a piece."""
    names = {prototype.name for prototype in subject.prototypes}
    for piece in [*subject.pieces, *subject.prototypes]:
        yield from _definition(subject, piece)
        yield from _traits(piece)
    yield from _prototypes(subject, names)
    yield from _circles(subject)
    yield from _unused(subject)
    yield from _numbers(subject)
    yield from _manners(subject)
    yield from _keys(subject)


def _definition(subject: Subject, piece: DefinedPiece) -> Iterator[Finding]:
    where = str(piece.place)
    if piece.fault:
        code = "M007" if piece.beyond else "M201"
        yield Finding(code, where, Saying("{text}.", text=piece.fault))
        return
    basic = piece.traits[-1]
    if not isinstance(basic, BasicPiece):
        yield Finding("M201", where, "its innermost part is no basic piece (piece;).")
    elif len(split(basic.type_text, ";")) < 5:
        text = "its basic piece lacks fields; it is written piece;;;image;name."
        yield Finding("M201", where, text)
    elif isinstance(piece.slot, c.PieceSlot) and not _visible(subject.expanded(piece)):
        yield Finding("M214", where, "nothing of it can be seen.")


def _visible(traits: list[Trait]) -> bool:
    """Whether an image, a layer, a text or at least a name shows."""
    shown = (appearance.Layer, appearance.OldLayer, appearance.Label, appearance.AreaOfEffect)
    return any(
        isinstance(trait, shown) or (isinstance(trait, BasicPiece) and (trait.name or trait.image))
        for trait in traits
    )


def _traits(piece: DefinedPiece) -> Iterator[Finding]:
    where = str(piece.place)
    for trait in piece.traits:
        match trait:
            case UnknownTrait():
                yield Finding(
                    "M204", where, quoting("there is no trait {name}.", name=repr(trait.id))
                )
            case appearance.Layer() if len(trait.level_names) > trait.levels:
                text = quoting(
                    "{number} {number|name|names} for {other} {other|image|images}.",
                    number=len(trait.level_names),
                    other=trait.levels,
                )
                yield Finding("M212", f"{where} > layer '{trait.name}'", text)


def _prototypes(subject: Subject, known: set[str]) -> Iterator[Finding]:
    users: dict[str, list[DefinedPiece]] = defaultdict(list)
    for piece in [*subject.pieces, *subject.prototypes]:
        for name in sorted(_uses(piece)):
            if name not in known and not _computed(name):
                users[name].append(piece)
    for name, pieces in users.items():
        text = quoting("there is no prototype '{name}'.", name=name)
        if len(pieces) > 1:
            text = quoting(
                "there is no prototype '{name}'; {number} use it: {names}.",
                name=name,
                number=len(pieces),
                names=listed([piece.name for piece in pieces]),
            )
        yield Finding("M202", str(pieces[0].place), text)


def _computed(name: str) -> bool:
    return "$" in name or name.startswith("{")


def _uses(piece: DefinedPiece) -> set[str]:
    return {trait.name for trait in piece.traits if isinstance(trait, Prototype)}


def _circles(subject: Subject) -> Iterator[Finding]:
    uses = {prototype.name: _uses(prototype) for prototype in subject.prototypes}
    told: set[str] = set()
    for start in uses:
        way = [start]
        reached = {start}
        while way:
            for name in uses.get(way.pop(), ()):
                if name == start and start not in told:
                    told |= reached
                    text = quoting(
                        "'{word}' comes back to itself through its own prototypes.", word=start
                    )
                    yield Finding("M203", f"PrototypeDefinition '{start}'", text)
                if name not in reached:
                    reached.add(name)
                    way.append(name)


def _unused(subject: Subject) -> Iterator[Finding]:
    used: set[str] = set()
    for piece in [*subject.pieces, *subject.prototypes]:
        used |= _uses(piece)
    if any(map(_computed, used)):
        return  # any of them may be meant
    idle = [prototype.name for prototype in subject.prototypes if prototype.name not in used]
    if idle:
        yield Finding("M211", "PrototypesContainer", numbered(idle))


def _numbers(subject: Subject) -> Iterator[Finding]:
    by_number: dict[str, list[str]] = defaultdict(list)
    bare = []
    for slot, number in gpids(subject.module.root):
        if number.isdecimal():
            by_number[number].append(slot.entry_name)
        else:
            bare.append(slot.entry_name)
    if bare:
        yield Finding("M205", "the module", numbered(bare))
    for number, names in by_number.items():
        if len(names) > 1:
            yield Finding(
                "M206",
                "the module",
                quoting("gpid {number} belongs to {names}.", number=number, names=listed(names)),
            )
    highest, root = next_free(subject.module.root), subject.module.root
    if by_number and root.next_piece_slot_id < highest:
        text = quoting(
            "nextPieceSlotId is {number}, the highest gpid is {other}.",
            number=root.next_piece_slot_id,
            other=highest - 1,
        )
        yield Finding("M207", "the module", text)


def _manners(subject: Subject) -> Iterator[Finding]:
    without: Counter[str] = Counter()
    names: dict[str, list[str]] = defaultdict(list)
    wanted: tuple[tuple[str, type[Trait]], ...] = (
        ("M208", actions.ReportAction),
        ("M209", appearance.Trail),
        ("M210", movement.MarkMoved),
    )
    for piece in subject.pieces:
        traits = subject.expanded(piece)
        if piece.placed or not _moves(piece, traits):
            continue
        for code, kind in wanted:
            if not any(isinstance(trait, kind) for trait in traits):
                without[code] += 1
                names[code].append(piece.name)
    for code in without:
        yield Finding(code, "the module", numbered(names[code]))


def _moves(piece: DefinedPiece, traits: list[Trait]) -> bool:
    """Whether players move it about on a map: neither a card nor furniture of the map."""
    card = isinstance(piece.slot, c.CardSlot) or piece.place.inside(c.DrawPile) is not None
    card = card or any(isinstance(trait, actions.ReturnToDeck) for trait in traits)
    fixed = any(isinstance(trait, movement.Immobile) and trait.move == "V" for trait in traits)
    return not card and not fixed and not piece.fault


def _keys(subject: Subject) -> Iterator[Finding]:
    doubled: dict[tuple[KeyStroke, str], list[DefinedPiece]] = defaultdict(list)
    for piece in subject.pieces:
        commands: dict[KeyStroke, set[str]] = defaultdict(set)
        for trait in subject.expanded(piece):
            for kind, command, key in _MENU_KEYS:
                if type(trait) is kind and getattr(trait, command) and getattr(trait, key):
                    commands[getattr(trait, key)].add(getattr(trait, command))
        for stroke, menus in commands.items():
            if len(menus) > 1:
                doubled[stroke, listed(sorted(menus))].append(piece)
    for (stroke, words), pieces in doubled.items():
        text = quoting(
            "{key} is {words}; {number}: {names}.",
            key=str(stroke),
            words=words,
            number=len(pieces),
            names=listed([piece.name for piece in pieces]),
        )
        yield Finding("M213", str(pieces[0].place), text)
