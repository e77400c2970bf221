"""Where supply comes from, and where lines of communication lead (12.2, 12.3, 40)."""

from __future__ import annotations

from assistant.games.uis.calendar import phasing_side
from assistant.games.uis.ground import cities, country, edges, neutral_countries, rim
from assistant.games.uis.sides import NATO, WP, WP_COUNTRIES, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.zones import zone
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

NATO_PORTS = frozenset(
    {"Amsterdam", "Bremen", "Bremerhaven", "Emden", "Hamburg", "København", "Odense",
     "Wilhelmshaven"}
)  # fmt: skip
DANISH_PORTS = frozenset({"Odense", "København"})


@rule("12.2.5")
def autobahn_sources(situation: Situation) -> frozenset[str]:
    """Autobahn hexes on the West or South edge."""
    ends = edges(situation)["west"] | edges(situation)["south"]
    return situation.board.on_line("autobahn") & ends


@rule("12.2.6")
def nato_ports(situation: Situation) -> frozenset[str]:
    """The eight NATO ports; a port that a position lays down without a name counts too."""
    names = situation.board.names
    return frozenset(
        name
        for name in situation.board.hexes_with("port")
        if names.get(name, "") in NATO_PORTS or not names.get(name)
    )


@rule("12.2.8", "38.2", "12.2.6", "6.2.3")
def port_shut(situation: Situation, name: str) -> Reason | None:
    """Why a port is no source: damage, enemy air superiority, or the enemy on its way to sea."""
    if name in situation.damaged:
        return Reason("38.2", "The port {hex} is damaged.", hex=name)
    if name in situation.table("air-superiority").get(WP, ()):
        return Reason("12.2.8", "The enemy has air superiority over the port {hex}.", hex=name)
    shut = zone(situation, WP, phasing_side(situation.position)) - situation.held[NATO]
    for inlet in inlets(situation, name):
        if inlet in shut or inlet in situation.held[WP]:
            return Reason(
                "12.2.8", "The enemy controls {hex} between the port and the sea.", hex=inlet
            )
    return None


@rule("12.2.8")
def inlets(situation: Situation, name: str) -> tuple[str, ...]:
    """The hexes between a port and the sea: those that the position tells, else the map's own."""
    if situation.position.value("inlets") is not None or situation.board.blank:
        return tuple(situation.table("inlets").get(name, ()))
    port = situation.board.names.get(name, "").lower()
    known = situation.position.game.definition.sets.get(f"inlets-{port}")
    return tuple(known.hexes) if known else ()


@kept
def open_ports(situation: Situation) -> frozenset[str]:
    """The ports that are sources now."""
    return frozenset(name for name in nato_ports(situation) if port_shut(situation, name) is None)


@rule("12.2.7")
def austrian_cities(situation: Situation) -> frozenset[str]:
    """Cities in Austria, sources for Austrian units."""
    return frozenset(n for n in cities(situation) if country(situation, n) == "austria")


@rule("12.2.5", "12.2.6")
@kept
def nato_sources(situation: Situation) -> frozenset[str]:
    """Autobahns on the West and South edges, and open ports."""
    return autobahn_sources(situation) | open_ports(situation)


@rule("12.3.7", "12.3.8")
@kept
def wp_sources(situation: Situation) -> frozenset[str]:
    """Rail and autobahn hexes on any edge of the map in Warsaw Pact countries and Austria, and one
    more once Austria is violated."""
    board = situation.board
    on_net = board.on_line("railroad") | board.on_line("autobahn")
    allowed = WP_COUNTRIES | {"austria"}
    found = {name for name in on_net & rim(situation) if country(situation, name) in allowed}
    if "austria" not in neutral_countries(situation):
        found |= situation.position.game.hexset("austrian-source")
    return frozenset(found)


@rule("40.3", "40.4")
def wp_goals(situation: Situation) -> frozenset[str]:
    """The East and South-East edges, and the two Danish ports if conquered and undamaged."""
    ports = {
        name
        for name in situation.board.hexes_with("port") - situation.damaged
        if situation.board.names.get(name) in DANISH_PORTS and _held_by(situation, name, WP)
    }
    return edges(situation)["east"] | ports


def _held_by(situation: Situation, name: str, side: str) -> bool:
    holder = situation.side_at(name) or situation.position.control.get(name, "")
    return holder == side


@rule("40.5")
def nato_goals(situation: Situation) -> frozenset[str]:
    """The West edge, the South edge in Italy, and ports that are sources."""
    italian = {n for n in edges(situation)["south"] if country(situation, n) == "italy"}
    return edges(situation)["west"] | italian | open_ports(situation)


def goals(situation: Situation, side: str) -> frozenset[str]:
    """Where a side's lines of communication lead."""
    return wp_goals(situation) if side == WP else nato_goals(situation)


@rule("12.5.3", "27.6")
def under_enemy_air(situation: Situation, side: str, name: str) -> bool:
    """Whether a hex lies in an Air Superiority Area that the enemy controls."""
    return name in situation.table("air-superiority").get(enemy_of(side), ())
