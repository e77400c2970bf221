"""The tree of components: order, nesting, attributes, names, the files it refers to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from builder.lint.findings import Finding, listed
from builder.lint.subject import Place, Subject
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component, Unknown

# Where two of one name hide each other: the kind, the field, and what they must be unique in.
_UNIQUE: tuple[tuple[type[Component], str, type[Component]], ...] = (
    (c.MapWindow, "map_name", c.GameModule),
    (c.PrototypeDefinition, "name", c.GameModule),
    (c.DrawPile, "name", c.GameModule),
    (c.Board, "name", c.BoardPicker),
    (c.Zone, "name", c.ZonedGrid),
    (c.Region, "name", c.RegionGrid),
    (c.GlobalProperty, "name", c.GlobalProperties),
    (c.TurnTracker, "name", c.GameModule),
    (c.PredefinedSetup, "name", c.GameModule),
)
_DEFINES_PIECES = (c.PieceSlot, c.PrototypeDefinition)


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M101 to M115."""
    yield from _encoder_first(subject)
    for place in subject.places:
        yield from _component(subject, place)
        yield from _attributes(place)
    yield from _same_names(subject)
    yield from _files(subject)
    yield from _sides(subject)
    yield from _toolbar(subject)


def _encoder_first(subject: Subject) -> Iterator[Finding]:
    for place in subject.places:
        if isinstance(place.component, c.BasicCommandEncoder):
            return
        if isinstance(place.component, _DEFINES_PIECES):
            yield Finding(
                "M101",
                "the module",
                quoting("{place} comes before any BasicCommandEncoder.", place=place),
            )
            return


def _component(subject: Subject, place: Place) -> Iterator[Finding]:
    part = place.component
    parent = place.around[-1] if place.around else None
    if isinstance(part, Unknown):
        own = f"{part.tag.replace('.', '/')}.class"
        if own in subject.module.files:
            yield Finding("M103", str(place), quoting("{name} comes with the module.", name=own))
        elif "." in part.tag:
            yield Finding("M102", str(place), quoting("there is no class {name}.", name=part.tag))
    elif parent is not None and not _takes(parent, part):
        yield Finding("M104", str(place), "this is not where VASSAL looks for it.")
    if isinstance(part, c.SpecialDieFace) and part.icon is None:
        yield Finding("M107", str(place), "the attribute icon is missing.")
    boards = [p for p in part.walk() if isinstance(p, c.Board)] if _is_map(part) else [part]
    if not boards:
        yield Finding("M108", str(place), "it has no Board.")
    levels = (c.CounterTurnLevel, c.ListTurnLevel)
    if isinstance(part, c.TurnTracker) and not any(isinstance(p, levels) for p in part.children):
        yield Finding("M113", str(place), "it has neither counter nor list.")
    if isinstance(part, c.ListTurnLevel) and not part.list_:
        yield Finding("M113", str(place), "its list is empty.")
    if isinstance(part, c.Zoomer) and not 1 <= part.zoom_start <= len(part.zoom_levels):
        text = quoting(
            "zoomStart is {number}, and there {other|is|are} {other} {other|level|levels}.",
            number=part.zoom_start,
            other=len(part.zoom_levels),
        )
        yield Finding("M114", str(place), text)


def _takes(parent: Component, part: Component) -> bool:
    return isinstance(parent, Unknown) or type(part).__name__ in parent.HOLDS


def _is_map(part: Component) -> bool:
    return isinstance(part, c.MapWindow)


def _attributes(place: Place) -> Iterator[Finding]:
    part = place.component
    if isinstance(part, Unknown):
        return
    declared = {attribute.xml: attribute.kind for attribute in part.attributes()}
    for name, written in part.verbatim:
        if name in declared:
            kind = declared[name]
            wanted = quoting("one of {names}", names=list(kind.allowed))
            if not kind.allowed:
                wanted = quoting("a {name}", name=kind.name)
            text = "{name} is {value}, not {text}."
            told = quoting(text, name=name, value=repr(written), text=wanted)
            yield Finding("M106", str(place), told)
    ignored = [name for name, _ in part.verbatim if name not in declared]
    if ignored:
        near = {name.lower(): name for name in declared}
        spelled = "{name} (it is spelled {other})"
        hints = [
            quoting(spelled, name=name, other=near[name.lower()]) if name.lower() in near else name
            for name in ignored
        ]
        yield Finding("M105", str(place), quoting("{names}.", names=listed(hints)))


def _same_names(subject: Subject) -> Iterator[Finding]:
    for kind, field, scope in _UNIQUE:
        groups: dict[tuple[int, str], list[Place]] = defaultdict(list)
        for place, part in subject.all_of(kind):
            if getattr(part, field):
                groups[id(place.inside(scope)), getattr(part, field)].append(place)
        for (_, name), same in groups.items():
            if len(same) > 1:
                what = same[0].component.tag.rpartition(".")[2]
                text = quoting(
                    "{number} times {what} '{name}'.", number=len(same), what=what, name=name
                )
                yield Finding("M109", str(same[1]), text)


def _files(subject: Subject) -> Iterator[Finding]:
    for place, part in subject.all_of(
        c.PredefinedSetup, c.HelpFile, c.HtmlChart, c.BrowserPDFFile, c.Tutorial
    ):
        name = _file_of(part)
        if name and name not in subject.module.files:
            yield Finding("M110", str(place), quoting("there is no {name}.", name=name))


def _file_of(part: Component) -> str | None:
    match part:
        case c.PredefinedSetup():
            return part.file if part.use_file and not part.is_menu else None
        case c.HelpFile():
            return part.file_name if part.file_type == "archive" else None
        case c.HtmlChart():
            return part.file_name
        case c.BrowserPDFFile():
            return part.pdf_file
        case c.Tutorial():
            return part.logfile
    return None


def _sides(subject: Subject) -> Iterator[Finding]:
    sides = subject.sides
    if not sides:
        yield Finding("M111", "the module", "the roster is empty or not there.")
        return
    for place, part in subject.all_of(c.PrivateMap):
        unknown = [side for side in part.side if side and side not in sides]
        if unknown:
            yield Finding(
                "M112",
                str(place),
                quoting("{names} is no side of the roster.", names=listed(unknown)),
            )
    for name, count in Counter(sides).items():
        if count > 1:
            yield Finding(
                "M109",
                "PlayerRoster",
                quoting("{number} times the side '{name}'.", number=count, name=name),
            )


def _toolbar(subject: Subject) -> Iterator[Finding]:
    known: set[str] = set()
    for place in subject.places:
        part = place.component
        for field in ("name", "text", "button_text", "button_name", "label", "map_name"):
            known.add(str(getattr(part, field, "") or ""))
    menus: list[tuple[Place, c.ToolbarMenu | c.MultiActionButton]] = [
        *subject.all_of(c.ToolbarMenu),
        *subject.all_of(c.MultiActionButton),
    ]
    for place, menu in menus:
        missing = [item for item in menu.menu_items if item not in known and "$" not in item]
        if missing:
            yield Finding(
                "M115", str(place), quoting("there is no button {names}.", names=listed(missing))
            )
