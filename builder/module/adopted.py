"""An adopted game as a module again: its kept components, with what its tables changed.

Names of counters, pictures in `art/`, new counters and changed scenarios come from the tables;
everything else stands as the module had it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.game.kept import Kept, Known
from builder.game.model import Counter, Game, Scenario
from builder.module.counters import plain, unit_name
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.metadata import NEVER, Metadata
from builder.vassal.buildfile.module import ENGINE, Module
from builder.vassal.buildfile.piece_text import parse_piece, write_piece
from builder.vassal.commands import BoardPlace
from builder.vassal.extensions import entry_of
from builder.vassal.locations import LaidMap, ModuleShape
from builder.vassal.module_shape import root_shape
from builder.vassal.traits import BasicPiece, Deck, Layer, Marker, Trait
from builder.vassal.traits.actions import Clone, Delete
from builder.vassal.traits.movement import MarkMoved
from builder.vassal.write import NewPiece, SaveBuilder

NEW_TAB = "New counters"
START = "start"
"""What a scenario keeps that stands for the module's at-start stacks."""


@dataclass(frozen=True)
class AdoptedModule:
    """The module of an adopted game."""

    game: Game
    kept: Kept

    @cached_property
    def names(self) -> dict[str, str]:
        """By the slot's number, the new name of each counter that was renamed."""
        found = {}
        for row in self.kept.known:
            counter = self.game.counters.get(row.counter)
            if counter is not None and counter.full_name != counter.name:
                found[row.slot] = plain(counter.name)
        return found

    @cached_property
    def dropped(self) -> frozenset[str]:
        """The numbers of slots whose counters or cards were taken out of the tables."""
        there = {*self.game.counters, *(card.number for card in self.game.cards)}
        return frozenset(row.slot for row in self.kept.known if row.counter not in there)

    @cached_property
    def metadata(self) -> Metadata:
        """Name and version by which saves of the original know the module."""
        adopted = self.game.definition.adopted
        assert adopted is not None
        root = self.kept.root
        return Metadata(adopted.module, adopted.version or "", ENGINE, root.description, NEVER)

    @cached_property
    def root(self) -> c.GameModule:
        """The components with the changes of the tables."""
        children = [new for part in self.kept.root.children for new in self._changed(part)]
        new = [counter for counter in self.game.counters.values() if self._is_new(counter)]
        if new:
            children.append(self._palette(new))
        root = self.kept.root.replace(children=tuple(children))
        menu = self._menu(root)
        return c.GameModule(
            name=self.metadata.name,
            version=self.metadata.version,
            vassal_version=ENGINE,
            description=root.description,
            next_piece_slot_id=root.next_piece_slot_id,
            children=(*root.children, *menu),
        )

    def module(self, images: Mapping[str, bytes]) -> Module:
        """The module; `images` are the faces of new counters."""
        pictures = {name: path.read_bytes() for name, path in self.kept.pictures.items()}
        files = {name: path.read_bytes() for name, path in self.kept.files.items()}
        for scenario in self.game.scenarios.values():
            if not scenario.kept:
                files[self.file_of(scenario)] = self.save(scenario)
        adopted = self.game.definition.adopted
        if adopted is not None and adopted.extensions:
            files |= [entry_of(adopted.extensions)]
        return Module(self.root, {**pictures, **images}, files)

    @staticmethod
    def file_of(scenario: Scenario) -> str:
        """Where a scenario's save lies in the module."""
        if scenario.kept and scenario.kept != START:
            return scenario.kept
        return f"scenarios/{scenario.id}.vsav"

    def _changed(self, part: Component) -> Iterator[Component]:
        if isinstance(part, c.PieceSlot):
            if part.gpid in self.dropped:
                return
            name = self.names.get(part.gpid)
            yield part if name is None else self._renamed(part, name)
            return
        if not part.children:
            yield part
            return
        children = tuple(new for child in part.children for new in self._changed(child))
        same = len(children) == len(part.children) and all(
            a is b for a, b in zip(children, part.children, strict=True)
        )
        yield part if same else part.replace(children=children)

    @staticmethod
    def _renamed(slot: c.PieceSlot, name: str) -> c.PieceSlot:
        *outer, basic = parse_piece(slot.content)
        assert isinstance(basic, BasicPiece)
        content = write_piece([*outer, basic.replace(name=name)])
        return slot.replace(entry_name=name, content=content)

    def _menu(self, root: c.GameModule) -> Iterator[Component]:
        """Entries for scenarios that the module's own menu does not have."""
        told = {p.file for p in root.walk() if isinstance(p, c.PredefinedSetup) and p.file}
        for scenario in self.game.scenarios.values():
            if scenario.kept != START and self.file_of(scenario) not in told:
                yield c.PredefinedSetup(
                    name=scenario.name,
                    file=self.file_of(scenario),
                    description=scenario.description,
                )

    # Counters that the module did not have

    def _is_new(self, counter: Counter) -> bool:
        return counter.id not in self._adopted

    @cached_property
    def _adopted(self) -> frozenset[str]:
        return frozenset(row.counter for row in self.kept.known)

    def new_counters(self) -> list[Counter]:
        """The counters that the module did not have."""
        return [counter for counter in self.game.counters.values() if self._is_new(counter)]

    def _palette(self, counters: list[Counter]) -> c.PieceWindow:
        from builder.module.counters import face_image
        from builder.vassal.buildfile.recipes import windows

        slots = []
        for counter in counters:
            traits = self.piece_traits(counter)
            basic = BasicPiece(name=plain(unit_name(self.game, counter)))
            if not any(isinstance(trait, Layer) for trait in traits):
                basic = basic.replace(image=face_image(counter.id, 1))
            slot = c.PieceSlot(
                entry_name=basic.name,
                gpid=self._gpids[counter.id],
                content=write_piece([*traits, basic]),
            )
            slots.append(slot)
        return windows.palette({NEW_TAB: {NEW_TAB: slots}})

    @cached_property
    def _gpids(self) -> dict[str, str]:
        from builder.vassal.buildfile.gpids import next_free

        first = next_free(self.kept.root)
        return {counter.id: str(first + at) for at, counter in enumerate(self.new_counters())}

    def piece_traits(self, counter: Counter) -> tuple[Trait, ...]:
        """The traits of a new counter without its basic piece."""
        from builder.drawing.mix import face_counts
        from builder.module import keys
        from builder.module.counters import counter_piece, step_layer

        steps = face_counts(self.game)[counter.id]
        layer = (step_layer(counter.id, steps),) if steps > 1 else ()
        traits = counter_piece(self.game, counter).traits
        own = [trait for trait in traits if isinstance(trait, Marker)][:1]
        return (
            *own,
            *layer,
            MarkMoved(),
            Clone(command="Copy", clone_key=keys.CLONE),
            Delete(command="Delete", delete_key=keys.DELETE),
        )

    # Saves of scenarios

    @cached_property
    def shape(self) -> ModuleShape:
        """The maps of the module."""
        from builder.vassal.module_shape import Size, image_size

        sizes: dict[str, Size | None] = {}

        def size(name: str) -> Size | None:
            if name not in sizes:
                path = self.kept.picture(name)
                sizes[name] = image_size(path.read_bytes()) if path.is_file() else None
            return sizes[name]

        return root_shape(self.kept.root, size)

    def save(self, scenario: Scenario) -> bytes:
        """The save of a scenario: of an unchanged one the module's own, else made of what its file
        says; at-start stacks as they stand are placed from the file as well."""
        path = self.kept.files.get(scenario.kept)
        if path is not None:
            return path.read_bytes()
        save = SaveBuilder(self.metadata, scenario.name)
        stacks: dict[tuple[str, int, int], list[NewPiece]] = {}
        started = self._started() if scenario.kept == START else {}
        for placement in scenario.placements:
            spot = self._spot(placement.hex)
            own = started.get((placement.counter, placement.hex))
            if own:
                spot = own.pop(0)
            piece = self._piece(placement.counter, placement.step)
            if spot is not None and piece is not None:
                stacks.setdefault(spot, []).append(piece)
        for (map_, x, y), pieces in stacks.items():
            save.add_stack(map_, x, y, pieces)
        # In a save VASSAL lays out no decks of its own: those that it lacks would be gone.
        for deck, cards in self._start_decks():
            save.add_deck(deck, [NewPiece(card) for card in cards])
        for map_, laid in self._laid.items():
            chosen = [BoardPlace(board.board.name) for board in laid.boards[:1]]
            save.set_boards(map_, laid.shape.default or chosen)
        return archive_bytes(save.entries(date_saved=NEVER))

    def _start_decks(self) -> Iterator[tuple[Deck, list[tuple[Trait, ...]]]]:
        from builder.adopt.start import start_decks
        from builder.adopt.stock import Stock
        from builder.adopt.told import Told

        return start_decks(Stock(self.root, Told(), {}), self._laid)

    def _started(self) -> dict[tuple[str, str], list[tuple[str, int, int]]]:
        """Where the at-start stacks have the pieces that lie in no hex, by counter and place."""
        from builder.adopt.setups import place_finder
        from builder.adopt.start import start_state
        from builder.adopt.stock import Stock
        from builder.adopt.told import Told

        state = start_state(Stock(self.root, Told(), {}), self.shape)
        adopted = self.game.definition.adopted
        main = "" if adopted is None else adopted.map
        places = {name: place.map or main for name, place in self.game.places.items()}
        place_of = place_finder(self.shape, state, main, places, frozenset(self.game.grid.places))
        found: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
        for piece in state.pieces.values():
            at, known = state.place(piece.id), self.kept.find(piece)
            if known is None or at.map is None:
                continue
            place = place_of(*at)
            if place in self.game.places:
                found.setdefault((known.counter, place), []).append((at.map, at.x, at.y))
        return found

    @cached_property
    def _laid(self) -> dict[str, LaidMap]:
        from builder.adopt.places import laid_at_start

        return {
            map_.name: laid_at_start(map_, lambda name: True)
            for map_ in self.shape.maps
            if map_.boards
        }

    def _spot(self, place: str) -> tuple[str, int, int] | None:
        adopted = self.game.definition.adopted
        assert adopted is not None
        main = self._laid.get(adopted.map)
        at = main.centre(place) if main is not None else None
        if at is not None:
            return adopted.map, *at
        found = self.game.places.get(place)
        if found is None:
            return None
        return found.map or adopted.map, round(found.x), round(found.y)

    @cached_property
    def _slots(self) -> dict[str, tuple[Known, c.PieceSlot]]:
        """Of each counter the first slot that holds it."""
        slots = {part.gpid: part for part in self.root.walk() if isinstance(part, c.PieceSlot)}
        found: dict[str, tuple[Known, c.PieceSlot]] = {}
        for row in self.kept.known:
            if row.slot in slots:
                found.setdefault(row.counter, (row, slots[row.slot]))
        return found

    @cached_property
    def _prototypes(self) -> dict[str, tuple[Trait, ...]]:
        parts = (part for part in self.root.walk() if isinstance(part, c.PrototypeDefinition))
        return {part.name: parse_piece(part.content) for part in parts}

    def _piece(self, counter: str, step: int) -> NewPiece | None:
        from builder.vassal.write import expanded

        if counter not in self._slots:
            return None
        row, slot = self._slots[counter]
        traits = [*expanded(parse_piece(slot.content), self._prototypes)]
        basic = traits[-1]
        if isinstance(basic, BasicPiece):
            traits[-1] = basic.replace(gpid=slot.gpid)
        layers = [at for at, trait in enumerate(traits) if isinstance(trait, Layer)][::-1]
        if 0 <= row.layer < len(layers):
            layer = traits[layers[row.layer]]
            level = step - 1 if row.off else step
            traits[layers[row.layer]] = layer.replace(level=level or -1)
        return NewPiece(tuple(traits))


def adopted_module(game: Game) -> AdoptedModule | None:
    """The module of an adopted game; None for a game of one's own."""
    kept = game.kept
    return None if kept is None else AdoptedModule(game, kept)
