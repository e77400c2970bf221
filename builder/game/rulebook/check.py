"""Contradictions of rules.toml: words that the game does not know, tables it cannot read, entries
that rule each other out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from builder import limits
from builder.game.owned import FEATURES, SOURCE, own_folder
from builder.game.problems import Problem, close_to, nearest
from builder.game.rulebook.closed import never_entered
from builder.game.rulebook.columns import is_read, span_of
from builder.game.rulebook.idle import idle_entries
from builder.game.rulebook.leaning import favouring, favouring_everywhere
from builder.game.rulebook.load import NAME
from builder.game.rulebook.places import EDGES, fault_of
from builder.game.rulebook.results import parts_of
from builder.game.rulebook.tables import box_names, combat_table
from builder.game.rulebook.worth import values_of
from builder.game.rules_file.chapters import (
    Across,
    Combat,
    Effects,
    Entry,
    Fate,
    Lines,
    Loss,
    Road,
    RulesFile,
    State,
    Support,
)
from builder.game.rules_file.parts import Modifier
from builder.game.spreadsheet import changed, day_of, days_among, odds_again
from builder.game.table_sheet import sheet_of
from builder.game.toml_file import TomlFile, read_toml
from builder.saying import Saying, in_a_row, quoting

if TYPE_CHECKING:
    from builder.game.model import Game, Table

Keys = tuple[str | int, ...]
CLOSED = ("enemy", "enemy-zone", "closed", "friend")
PREFERENCES = ("towards-supply", "least-stacked", "fewest-losses", "away-from-enemy", "no-zones")
SPECIAL_MOVES = ("all",)


def rule_problems(game: Game) -> list[Problem]:
    """Everything wrong with the declared rules of a game; nothing if it declares none."""
    return _checked(game).found if game.rules is not None else []


def rule_doubts(game: Game) -> list[Problem]:
    """What is likely a slip of the declared rules, though they can be used."""
    return _checked(game).doubts if game.rules is not None else []


def _checked(game: Game) -> _Check:
    assert game.rules is not None
    check = _Check(game, game.rules)
    for part in (
        check.zones,
        check.stacking,
        check.movement,
        check.supply,
        check.combat,
        check.results,
        check.retreat,
        check.arrivals,
        check.weather,
        check.victory,
        check.idle,
    ):
        part()
    return check


@dataclass
class _Check:
    """A look at all chapters of rules.toml: `found` are mistakes, `doubts` likely slips."""

    game: Game
    rules: RulesFile
    found: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)

    @cached_property
    def file(self) -> TomlFile:
        return read_toml(self.game.folder / NAME)

    def say(self, keys: Keys, text: str, remedy: str = "") -> None:
        """A mistake at an entry of rules.toml."""
        self.found.append(Problem(str(self.file.path), self.file.line(*keys), text, remedy))

    def doubt(self, keys: Keys, text: str, remedy: str = "") -> None:
        """What is likely a slip there."""
        self.doubts.append(Problem(str(self.file.path), self.file.line(*keys), text, remedy))

    def say_of_game(self, keys: Keys, text: str, remedy: str = "") -> None:
        """A mistake that stands in game.toml, or in the owner's where the value is his."""
        folder = self.game.folder
        if len(keys) > 2 and keys[0] in FEATURES:
            feature = getattr(self.game.definition, str(keys[0]))[keys[1]]
            folder = own_folder(self.game.id) if feature.provenance(keys[2]) == SOURCE else folder
        toml = read_toml(folder / "game.toml")
        self.found.append(Problem(str(toml.path), toml.line(*keys), text, remedy))

    def known(self, keys: Keys, words: Iterable[str], known: Iterable[str], kind: str) -> None:
        """Names that the game must have."""
        names = list(known)
        for word in words:
            if word not in names:
                self.say(
                    keys,
                    quoting(
                        "'{word}': unknown {kind} '{other}'.",
                        word=self._name(keys),
                        kind=kind,
                        other=word,
                    ),
                    nearest(word, names),
                )

    def places(self, keys: Keys, texts: Iterable[str]) -> None:
        """Places that the game must have: hexes, sets, edges, terrain."""
        for text in texts:
            if wrong := fault_of(text, self.game):
                word, known = wrong
                hexes = sorted(self.game.grid.places)
                remedy = nearest(word, known)
                if word.isdecimal() and hexes:
                    number = "Write a printed hex number, as '{word}', or terrain, or an edge."
                    remedy = quoting(number, word=hexes[0])
                if text.startswith("set:") and not known:
                    remedy = quoting(
                        "Add [sets.{name}] with hexes = [...] to game.toml.", name=word
                    )
                at, unknown = self._name(keys), "'{word}': unknown place '{other}'."
                self.say(keys, quoting(unknown, word=at, other=word), remedy)

    @staticmethod
    def _name(keys: Keys) -> str:
        return ".".join(str(key) for key in keys if isinstance(key, str))

    # What the game has

    @cached_property
    def types(self) -> tuple[str, ...]:
        return tuple(self.game.definition.units.types)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.game.sides)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        return tuple(self.game.definition.units.fields)

    @cached_property
    def phases(self) -> tuple[str, ...]:
        return tuple(phase.id for phase in self.game.definition.phase)

    @cached_property
    def ground(self) -> tuple[str, ...]:
        """Names of terrain and of hexsides."""
        return (*self.game.definition.terrain, *self.game.definition.hexside, "clear")

    # Chapter by chapter

    def zones(self) -> None:
        """Types and ground that [zones] names."""
        zones = self.rules.zones
        if zones is None:
            return
        self.known(("zones", "by"), (n for n in zones.by if n != "all"), self.types, "type")
        self.known(("zones", "not-by"), zones.not_by, self.types, "type")
        for key, names in (("not-across", zones.not_across), ("not-into", zones.not_into)):
            self.known(("zones", key), names, self.ground, "terrain or hexside")

    def stacking(self) -> None:
        """What [stacking] counts, and whether it sets any limit."""
        stacking = self.rules.stacking
        self.known(("stacking", "free"), stacking.free, self.types, "type")
        if isinstance(stacking.limit, dict):
            known = ("default", *self.sides, *self.game.definition.terrain)
            self.known(("stacking", "limit"), stacking.limit, known, "side or terrain")
        if stacking.points:
            self.known(("stacking", "points"), [stacking.points], self.fields, "field")
        if stacking.count == "points" and not stacking.points:
            text = "'stacking.count' is \"points\", and nothing says which field holds them."
            self.say(("stacking", "count"), text, 'Add points = "NAME" of a field of units.')
        if self.rules.said("stacking") and stacking.limit is None:
            self.doubt(("stacking",), "'stacking.limit' is missing.", "Add limit = 2, or another.")

    def movement(self) -> None:
        """Classes, phases and costs that [movement] names."""
        movement = self.rules.movement
        self.known(("movement", "allowance"), [movement.allowance], self.fields, "field")
        owner: dict[str, str] = {}
        for name, types in movement.class_.items():
            self.known(("movement", "class", name), types, self.types, "type")
            for kind in types:
                if owner.setdefault(kind, name) != name:
                    self.say(
                        ("movement", "class", name),
                        quoting(
                            "The type '{word}' is of two classes, '{first}' and '{second}'.",
                            word=kind,
                            first=owner[kind],
                            second=name,
                        ),
                        "Leave it in one of them.",
                    )
        for phase, move in movement.only.items():
            self.known(("movement", "only", phase), [phase], self.phases, "phase")
            self.known(("movement", "only", phase), move.classes, movement.class_, "class")
            self.known(("movement", "only", phase), move.types, self.types, "type")
        self.known(("movement", "when"), movement.when, self.phases, "phase")
        for name, road in movement.named(Road).items():
            self.known(("movement", name), road.classes, movement.class_, "class")
            self.known(("movement", name), road.opens, self.game.definition.terrain, "terrain")
        self._costs()

    def _costs(self) -> None:
        """The values `move` of terrain and hexsides, which stand in game.toml."""
        definition = self.game.definition
        for kind, features in (("terrain", definition.terrain), ("hexside", definition.hexside)):
            for name, feature in features.items():
                move = feature.values.get("move")
                costs = move if isinstance(move, dict) else {"default": move}
                for class_, cost in costs.items():
                    self._cost(kind, name, class_, cost)

    def _cost(self, kind: str, name: str, class_: str, cost: object) -> None:
        """What a terrain or hexside costs a class."""
        movement, place = self.rules.movement, (kind, name, "move")
        if class_ != "default" and class_ not in movement.class_:
            remedy = nearest(class_, ("default", *movement.class_))
            text = "'{word}.{other}.move': unknown class '{third}'."
            self.say_of_game(place, quoting(text, word=kind, other=name, third=class_), remedy)
        if isinstance(cost, int | float) and cost < 0:
            text = "'{word}.{other}.move' is {number:g}."
            told = quoting(text, word=kind, other=name, number=cost)
            self.say_of_game(place, told, "Write a number: 0 or more.")
        if isinstance(cost, str) and cost in (movement.forbidden, *SPECIAL_MOVES):
            return
        if cost is not None and (isinstance(cost, bool) or not isinstance(cost, int | float)):
            text = "'{word}.{other}.move' is \"{text}\"."
            told = quoting(text, word=kind, other=name, text=str(cost))
            remedy = quoting('Write a number, "{word}" or "all".', word=movement.forbidden)
            self.say_of_game(place, told, remedy)

    def supply(self) -> None:
        """Sources, lines and states of [supply]."""
        supply = self.rules.supply
        if supply is None:
            return
        self.known(("supply", "when"), supply.when, self.phases, "phase")
        known = (*CLOSED, *self.ground)
        self.known(("supply", "closed"), supply.closed, known, "word")
        lines = supply.named(Lines)
        for side, line in lines.items():
            self._lines(side, line)
        if not lines:
            self._no_lines()
        first = supply.states[0]
        if first in supply.named(State):
            text = quoting(
                "'supply.{word}' is the state of units in supply, which lack nothing.", word=first
            )
            self.say(
                ("supply", first), text, quoting("Write it under {word}.", word=supply.states[1])
            )

    def _lines(self, side: str, line: Lines) -> None:
        """A side's lines of supply: whence they come, what they run along and through."""
        self.places(("supply", side, "sources"), line.sources)
        # What lines run along leads anywhere.
        sources = () if line.along else line.sources
        for source in never_entered(self.game, self.rules.movement, sources):
            text = quoting("'supply.{word}': no line enters {other}.", word=side, other=source)
            remedy = "Name open ground, or give its terrain a move in game.toml."
            self.doubt(("supply", side, "sources"), text, remedy)
        self.known(("supply", side, "along"), line.along, self.game.definition.line, "line")
        if line.class_:
            classes = self.rules.movement.class_
            self.known(("supply", side, "class"), [line.class_], classes, "class")
        if line.through:
            place = ("supply", side, "through")
            self.known(place, line.through.type, self.types, "type")
            if isinstance(line.through.length, str):
                self.known(place, [line.through.length], self.fields, "field")
        if line.by == "points" and line.along:
            text = quoting(
                "'supply.{word}': lines along {names} are counted in hexes.",
                word=side,
                names=", ".join(line.along),
            )
            self.say(("supply", side), text, 'Remove by = "points", or along.')

    def _no_lines(self) -> None:
        text = Saying("'supply' gives no side lines of supply.")
        places = self.game.board.first_places
        remedy = quoting(
            'Add {word} = { sources = ["{place}"] }, and the other side\'s.',
            word=self.sides[0],
            place="edge:west" if self.game.grid.places or not places else places[0],
        )
        self.doubt(("supply",), text, remedy)

    def combat(self) -> None:
        """Fields, modifiers, support, offers and the table of [combat]."""
        combat = self.rules.combat
        if not self.rules.said("combat"):
            return
        self._strengths(combat)
        self._across()
        for key, modifiers in (("shift", combat.shift), ("roll", combat.roll)):
            for name, modifier in modifiers.items():
                self._condition(("combat", key, name), modifier)
        self._support(combat)
        for name, offer in combat.offers.items():
            if offer.side:
                self.known(("combat", "offers", name), [offer.side], self.sides, "side")
        self.known(("combat", "no-attack"), combat.no_attack, self.types, "type")
        self.known(("combat", "when"), combat.when, self.phases, "phase")
        if (table := combat_table(self.game)) is not None:
            self._table(table)
            self._on_the_die(table)
        else:
            tables = self.game.tables
            text = quoting("There is no table '{name}'.", name=combat.table or "crt")
            remedy = nearest(combat.table, tables) if tables else "Write combat.csv."
            self.say(("combat", "table"), text, remedy)

    def _support(self, combat: Combat) -> None:
        """Who fights from a distance, each type once, and by what fields."""
        found: set[str] = set()
        for support in supports(combat.support):
            self.known(("combat", "support"), support.type, self.types, "type")
            for word in (support.range, support.strength):
                if isinstance(word, str) and word:
                    self.known(("combat", "support"), [word], self.fields, "field")
            for kind in dict.fromkeys(name for name in support.type if name in found):
                text = quoting("The type '{word}' stands in two entries of support.", word=kind)
                self.say(("combat", "support"), text, "Leave it in one of them.")
            found |= {*support.type}

    def _strengths(self, combat: Combat) -> None:
        """The fields that are summed: those named, or those that are usual."""
        for key, name in (("attack", combat.attack), ("defence", combat.defence)):
            if name:
                self.known(("combat", key), [name], self.fields, "field")
        usual = {"attack", "defence", "strength"} & {*self.fields}
        if not usual and not (combat.attack and combat.defence):
            text = "No field of units is their strength."
            remedy = "Name them: attack = and defence =, fields of [units.fields]."
            self.say(("combat",), text, remedy)

    def _across(self) -> None:
        combat = self.rules.combat
        terrain = (*self.game.definition.terrain, "clear")
        tables: tuple[tuple[str, Mapping[str, Across], tuple[str, ...]], ...] = (
            ("across", combat.across, self.ground),
            ("from", combat.from_, terrain),
            ("into", combat.into, terrain),
        )
        for key, entries, known in tables:
            for name, across in entries.items():
                kind = "hexside" if key == "across" else "terrain"
                self.known(("combat", key, name), [name], known, kind)
                lines = self.game.definition.line
                self.known(("combat", key, name), across.bridged_by, lines, "line")
                self.known(("combat", key, name), across.types, self.types, "type")
                whole = across.shift or across.die or across.defence != "same"
                if across.when == "each" and whole:
                    text = quoting(
                        "'combat.{word}.{other}': a shift, or the defence, is one for the battle, "
                        "not for each unit.",
                        word=key,
                        other=name,
                    )
                    self.say(("combat", key, name), text, 'Write when = "all" or "any".')
                if not any(
                    (across.attackers != "same", across.defence != "same", across.shift, across.die)
                ):
                    text = quoting("'combat.{word}.{other}' changes nothing.", word=key, other=name)
                    self.say(
                        ("combat", key, name), text, 'Write attackers = "half", or shift = -1.'
                    )

    def _condition(self, keys: Keys, condition: Modifier) -> None:
        for key, types in (("if", condition.if_), ("any", condition.any), ("only", condition.only)):
            self.known((*keys, key), types, self.types, "type")
        terrain = (*self.game.definition.terrain, "clear")
        self.known((*keys, "in"), (*condition.in_, *condition.not_in), terrain, "terrain")
        self.known((*keys, "state"), condition.state, self.game.definition.state, "state variable")
        for name, value in condition.state.items():
            variable = self.game.definition.state.get(name)
            if variable and variable.choices:
                self.known((*keys, "state"), [str(value)], variable.choices, "value")
        self.known((*keys, "phase"), condition.phase, self.phases, "phase")
        if condition.side:
            self.known((*keys, "side"), [condition.side], self.sides, "side")

    def _table(self, table: Table) -> None:
        """Headings that combat can read, and a row for every roll."""
        self._headings(table)
        self._rolls(table)

    def _headings(self, table: Table) -> None:
        combat = self.rules.combat
        days = days_among(table.columns)
        for heading in table.columns:
            if is_read(combat.by, heading) or (heading in days and self._is_of_combat(table)):
                continue  # a day among the headings of combat.csv is told when that is read
            example = "3-1" if combat.by == "ratio" else "+2"
            text = quoting(
                "The table '{name}' has a heading '{word}', and combat goes by {other}.",
                name=table.name,
                word=heading,
                other=combat.by,
            )
            told = quoting("Write headings such as {word}.", word=example)
            self._say_of_table(table, None, text, odds_again(heading) if heading in days else told)
        if not table.columns:
            text = quoting("The table '{word}' has no headings.", word=table.name)
            self.say(("combat", "table"), text, "Write a column for each, as 1-1,2-1,3-1.")

    def _on_the_die(self, table: Table) -> None:
        """Values on the die that help the attackers, or of both signs where no table says whom."""
        combat = self.rules.combat
        values = tuple(values_of(combat, self.game.definition))
        if combat.terrain != "die" or not any(values):
            return
        rolls = favouring_everywhere(self.rules, table)
        if rolls and all(value >= 0 if rolls == "low" else value <= 0 for value in values):
            texts = {
                "low": "Terrain is added to the die, and by the table '{word}' low rolls are good "
                "for the defender: all of it helps the attackers.",
                "high": "Terrain is taken from the die, and by the table '{word}' high rolls are "
                "good for the defender: all of it helps the attackers.",
            }
            remedy = "Turn the signs of its values round, unless that is meant."
            self.doubt(("combat", "terrain"), quoting(texts[rolls], word=table.name), remedy)
        compared = combat.mixed == "best" or combat.hexes == "several"
        if not compared or not min(values) < 0 < max(values):
            return
        if not all(favouring(self.rules, table, heading) for heading in table.columns):
            text = quoting(
                "Terrain adds to the die and takes from it, and the table '{word}' does not say "
                "which rolls favour the defender: the greatest value counts as the best for him.",
                word=table.name,
            )
            remedy = "Write values of one sign, or results that grow better or worse with the roll."
            self.doubt(("combat", "terrain"), text, remedy)

    def _rolls(self, table: Table) -> None:
        combat = self.rules.combat
        for row in table.rows:
            try:
                span_of(row)
            except ValueError:
                if day_of(row) is not None and self._is_of_combat(table):
                    return
                text = quoting(
                    "The table '{word}' has a row '{row}', which no roll reaches.",
                    word=table.name,
                    row=row,
                )
                remedy = changed(row) or "Write rolls, as 1, 2..3 or >=7."
                self._say_of_table(table, row, text, remedy)
                return
        dice, faces = map(int, combat.die.split("d"))
        spans = [span_of(row) for row in table.rows]
        missing = [
            roll
            for roll in range(dice, dice * faces + 1)
            if not any(span.low <= roll <= span.high for span in spans)
        ]
        if missing:
            text = quoting(
                "The table '{word}' has no row for a roll of {roll} with {dice}.",
                word=table.name,
                roll=missing[0],
                dice=combat.die,
            )
            self.say(("combat", "die"), text, "Add the row, or write the dice that are rolled.")

    def results(self) -> None:
        """Whether every cell of the table is a declared result, and each of these can be."""
        table = combat_table(self.game)
        if table is None or not self.rules.said("combat"):
            return
        cells = sorted(set(table.cells.values()))
        used: set[str] = set()
        for cell in cells:
            parts = parts_of(self.rules, cell)
            if parts is None:
                self._undeclared(table, cell)
            used |= set(parts or ())
        for name, result in self.rules.results.items():
            if name not in used:
                text = quoting(
                    "The table '{word}' never says '{result}'.", word=table.name, result=name
                )
                self.doubt(("results", name), text, nearest(name, cells))
            for key, fate in (("attacker", result.attacker), ("defender", result.defender)):
                self._fate(name, key, fate)
            if _matches(result.attacker.lose) and _matches(result.defender.lose):
                text = quoting(
                    "In the result '{word}' each side loses as much as the other.", word=name
                )
                self.say(("results", name), text, 'Write lose = "all" for one of them.')

    def _undeclared(self, table: Table, cell: str) -> None:
        """A cell that no result stands behind: told where the owner of the game wrote it, if it is
        his. In the game's own table the first is told."""
        text = quoting(
            "The table '{word}' says '{result}', and nothing what it does.",
            word=table.name,
            result=cell,
        )
        mine = [at for place, at in table.own.items() if table.cells[place] == cell]
        for file, line in dict.fromkeys(mine):
            self.found.append(Problem(file, line, text, nearest(cell, self.rules.results)))
        for (row, column), told in table.cells.items():
            if told == cell and (row, column) not in table.own:
                text = quoting(
                    "The table '{word}' says '{result}' in column '{column}', and nothing what it "
                    "does.",
                    word=table.name,
                    result=cell,
                    column=column,
                )
                self._say_of_table(table, row, text, changed(cell) or self._result_wanted(cell))
                return

    def _is_of_combat(self, table: Table) -> bool:
        """Whether a table stands in combat.csv."""
        sheet = sheet_of(self.game.folder, table)
        return sheet is not None and sheet.combat

    def _result_wanted(self, cell: str) -> Saying:
        """What to write for a cell that no result stands behind: the one that was meant, or what it
        does."""
        add = quoting(
            "Add [results.{word}] with attacker = or defender = to rules.toml.",
            word=_toml_key(cell),
        )
        meant = close_to(cell, self.rules.results)
        return in_a_row([meant, add]) if meant else add

    def _say_of_table(self, table: Table, row: str | None, text: str, remedy: str) -> None:
        """A mistake in a row of a table, or in its headings, told where it stands."""
        sheet = sheet_of(self.game.folder, table)
        if sheet is None:
            self.say(("combat", "table"), text, remedy)
            return
        line = sheet.header if row is None else sheet.lines.get(row, 0)
        self.found.append(Problem(str(sheet.path), line, text, remedy))

    def _fate(self, name: str, key: str, fate: Fate) -> None:
        """What a result orders one side."""
        if fate.retreat and not self.rules.said("retreat"):
            text = quoting(
                "The result '{word}' is a retreat, and there is no [retreat].", word=name
            )
            self.say(("results", name, key), text, "Add [retreat] with its rules.")
        if fate.retreat and fate.lose == "all":
            text = quoting(
                "The result '{word}' takes all of the {side}s and has them retreat.",
                word=name,
                side=key,
            )
            self.say(("results", name, key), text, "Leave one of the two.")
        if fate.marker:
            known = self.game.definition.units.markers
            self.known(("results", name, key), [fate.marker], known, "marker")

    def retreat(self) -> None:
        """What [retreat] and [advance] name, and how far a retreat may go."""
        retreat, advance = self.rules.retreat, self.rules.advance
        words = (*CLOSED, *self.ground)
        self.known(("retreat", "not-into"), retreat.not_into, words, "word")
        edges = tuple(f"edge:{edge}" for edge in EDGES if self.game.grid.places)
        self.known(("retreat", "prefer"), retreat.prefer, (*PREFERENCES, *edges), "preference")
        if "towards-supply" in retreat.prefer and self.rules.supply is None:
            text = "'retreat.prefer' leads towards supply, and there is no [supply]."
            self.doubt(("retreat", "prefer"), text, "Add [supply], or remove it from the list.")
        self.known(("retreat", "not-by"), retreat.not_by, self.types, "type")
        for name, result in self.rules.results.items():
            for key, fate in (("attacker", result.attacker), ("defender", result.defender)):
                if fate.retreat > limits.RETREAT:
                    text = quoting(
                        "The result '{word}' is a retreat of {number} hexes.",
                        word=name,
                        number=fate.retreat,
                    )
                    remedy = quoting("Write at most {number}.", number=limits.RETREAT)
                    self.say(("results", name, key), text, remedy)
        for key, names in (("only", advance.only), ("not-by", advance.not_by)):
            self.known(("advance", key), names, self.types, "type")
        self.known(("advance", "not-into"), advance.not_into, words, "word")
        if isinstance(advance.hexes, dict):
            known = ("default", *self.rules.movement.class_)
            self.known(("advance", "hexes"), advance.hexes, known, "class")

    def arrivals(self) -> None:
        """Where and when [arrivals] has units come."""
        for side, entry in self.rules.arrivals.named(Entry).items():
            self.places(("arrivals", side, "at"), entry.at)
            self.known(
                ("arrivals", side, "not-into"), entry.not_into, (*CLOSED, *self.ground), "word"
            )
        turns = self.game.definition.turns
        owner: dict[str, str] = {}
        for name, group in self.rules.arrivals.group.items():
            keys = ("arrivals", "group", name)
            for unit in group.units:
                if (first := owner.setdefault(unit, name)) != name:
                    text = quoting(
                        "'{word}' comes in two groups, '{first}' and '{second}'.",
                        word=unit,
                        first=first,
                        second=name,
                    )
                    self.say(keys, text, "Leave it in one of them.")
            self.known(keys, group.units, self.game.counters, "counter")
            self.places((*keys, "at"), group.at)
            if not turns.has(group.turn):
                text = quoting(
                    "'arrivals.group.{word}' comes in turn {number}.", word=name, number=group.turn
                )
                self.say(keys, text, self._turns_there_are())

    def _turns_there_are(self) -> str:
        turns = self.game.definition.turns
        return quoting("Turns run from {number} to {other}.", number=turns.first, other=turns.last)

    def weather(self) -> None:
        """The variable of [weather], its turns and effects."""
        weather, turns = self.rules.weather, self.game.definition.turns
        if not self.rules.said("weather"):
            return
        if weather.state not in self.game.definition.state:
            text = quoting(
                "'weather.state': there is no state variable '{word}'.", word=weather.state
            )
            self.say(
                ("weather",), text, quoting("Add [state.{word}] to game.toml.", word=weather.state)
            )
        for turn, name in weather.turns.items():
            number = int(turn) if turn.isdecimal() and len(turn) < 5 else None
            if number is None or not turns.has(number):
                text = quoting("'weather.turns' names the turn '{word}'.", word=turn)
                self.say(("weather", "turns"), text, self._turns_there_are())
            variable = self.game.definition.state.get(weather.state)
            if variable and variable.choices:
                self.known(("weather", "turns"), [name], variable.choices, "weather")
        if not weather.named(Effects):
            text = Saying("'weather' gives no weather an effect.")
            self.doubt(("weather",), text, 'Add mud = { movement = "half" }, or another.')

    def idle(self) -> None:
        """Entries that have no effect together with the others."""
        for keys, word, why in idle_entries(self.game, self.rules):
            self.doubt(keys, quoting("'{word}' has no effect: {why}", word=word, why=why))

    def victory(self) -> None:
        """Places, boxes, sides and types of [victory]."""
        victory = self.rules.victory
        boxes = box_names(self.game)
        for number, held in enumerate(victory.hexes):
            self.places(("victory", "hexes", number), held.at)
            if held.side:
                self.known(("victory", "hexes", number), [held.side], self.sides, "side")
        for number, loss in enumerate(victory.losses):
            keys = ("victory", "losses", number)
            if loss.box:
                self.known(keys, [loss.box], boxes, "box")
            if loss.of:
                self.known(keys, [loss.of], self.sides, "side")
            self.known(keys, loss.types, self.types, "type")
        for number, out in enumerate(victory.exits):
            self.known(("victory", "exits", number), [out.box], boxes, "box")
            self.known(("victory", "exits", number), [out.side], self.sides, "side")
        for number, level in enumerate(victory.level):
            if level.side:
                self.known(("victory", "level", number), [level.side], self.sides, "side")


def supports(given: Support | tuple[Support, ...] | None) -> tuple[Support, ...]:
    """The kinds of support, however many were written."""
    if given is None:
        return ()
    return (given,) if isinstance(given, Support) else given


def _matches(loss: Loss) -> bool:
    return loss in ("as much", "as many steps")


def _toml_key(text: str) -> str:
    plain = all(letter.isalnum() or letter in "-_" for letter in text) and text.isascii()
    return text if plain and text else f'"{text}"'
