"""The sentences of the rules page, in English and Spanish, by the entry of rules.toml."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_SENTENCES = {
    "zones": ("Zones of control", "Zonas de control"),
    "stacking": ("Stacking", "Apilamiento"),
    "movement": ("Movement", "Movimiento"),
    "supply": ("Supply", "Suministro"),
    "combat": ("Combat", "Combate"),
    "results": ("Results of combat", "Resultados del combate"),
    "retreat": ("Retreat", "Retirada"),
    "advance": ("Advance after combat", "Avance tras el combate"),
    "arrivals": ("Reinforcements", "Refuerzos"),
    "weather": ("Weather", "Tiempo atmosférico"),
    "victory": ("Victory", "Victoria"),
    "fog": ("Fog of war", "Niebla de guerra"),
    "default": ("not declared, the default", "no declarada, por omisión"),
    "rules": ("Rules", "Reglas"),
    "zones.none": ("No unit has a zone of control.", "Ninguna unidad tiene zona de control."),
    "zones.by": (
        "Units of these types control the six hexes around them: {names}.",
        "Controlan los seis hexágonos de alrededor las unidades de estos tipos: {names}.",
    ),
    "zones.by-all": (
        "Every unit controls the six hexes around it.",
        "Toda unidad controla los seis hexágonos de alrededor.",
    ),
    "zones.by-strong": (
        "Every unit that has a strength controls the six hexes around it.",
        "Toda unidad que tiene fuerza controla los seis hexágonos de alrededor.",
    ),
    "zones.not-by": ("These have no zone: {names}.", "No tienen zona: {names}."),
    "zones.not-across": (
        "Zones do not reach across: {names}.",
        "Las zonas no cruzan: {names}.",
    ),
    "zones.not-into": ("Zones do not reach into: {names}.", "Las zonas no entran en: {names}."),
    "zones.sum": (
        "These costs are added together, once for each step.",
        "Estos costes se suman, una vez por cada paso.",
    ),
    "entering.stop": (
        "A move ends in the first hex of an enemy zone.",
        "El movimiento acaba en el primer hexágono de una zona enemiga.",
    ),
    "entering.free": ("Entering an enemy zone is free.", "Entrar en una zona enemiga es libre."),
    "entering.cost": (
        "Entering an enemy zone costs {n} more.",
        "Entrar en una zona enemiga cuesta {n} más.",
    ),
    "leaving.free": ("Leaving an enemy zone is free.", "Salir de una zona enemiga es libre."),
    "leaving.never": (
        "A unit in an enemy zone does not leave it by moving.",
        "Una unidad en zona enemiga no sale de ella moviéndose.",
    ),
    "leaving.only at the start": (
        "An enemy zone is left only at the start of a move.",
        "De una zona enemiga solo se sale al empezar a mover.",
    ),
    "leaving.cost": (
        "Leaving an enemy zone costs {n} more.",
        "Salir de una zona enemiga cuesta {n} más.",
    ),
    "zone-to-zone.free": (
        "Units may go straight from one enemy zone to another.",
        "Se puede pasar directamente de una zona enemiga a otra.",
    ),
    "zone-to-zone.forbidden": (
        "No unit goes straight from one enemy zone to another.",
        "Ninguna unidad pasa directamente de una zona enemiga a otra.",
    ),
    "zone-to-zone.cost": (
        "Going straight from one enemy zone to another costs {n} more.",
        "Pasar directamente de una zona enemiga a otra cuesta {n} más.",
    ),
    "friend-negates": (
        "A friendly unit in a hex takes the enemy's zone from it for: {words}.",
        "Una unidad amiga en el hexágono quita de él la zona enemiga para: {words}.",
    ),
    "stacking.none": ("A hex holds any number of units.", "En un hexágono caben todas."),
    "stacking.units": (
        "A hex holds {n} {n|unit|units} of a side.",
        "En un hexágono {n|cabe|caben} {n} {n|unidad|unidades} de un bando.",
    ),
    "stacking.steps": (
        "A hex holds {n} {n|step|steps} of a side.",
        "En un hexágono {n|cabe|caben} {n} {n|paso|pasos} de un bando.",
    ),
    "stacking.points": (
        "A hex holds {n} stacking points of a side.",
        "En un hexágono {n|cabe|caben} {n} {n|punto|puntos} de apilamiento de un bando.",
    ),
    "stacking.in.units": (
        "A hex of {name} holds {n} {n|unit|units} of a side.",
        "En un hexágono de {name} {n|cabe|caben} {n} {n|unidad|unidades} de un bando.",
    ),
    "stacking.in.steps": (
        "A hex of {name} holds {n} {n|step|steps} of a side.",
        "En un hexágono de {name} {n|cabe|caben} {n} {n|paso|pasos} de un bando.",
    ),
    "stacking.in.points": (
        "A hex of {name} holds {n} stacking points of a side.",
        "En un hexágono de {name} {n|cabe|caben} {n} {n|punto|puntos} de apilamiento de un bando.",
    ),
    "stacking.of.units": (
        "A hex holds {n} {n|unit|units} of {name}.",
        "En un hexágono {n|cabe|caben} {n} {n|unidad|unidades} del bando ({name}).",
    ),
    "stacking.of.steps": (
        "A hex holds {n} {n|step|steps} of {name}.",
        "En un hexágono {n|cabe|caben} {n} {n|paso|pasos} del bando ({name}).",
    ),
    "stacking.of.points": (
        "A hex holds {n} stacking points of {name}.",
        "En un hexágono {n|cabe|caben} {n} {n|punto|puntos} de apilamiento del bando ({name}).",
    ),
    "stacking.rest": ("Elsewhere there is no limit.", "Fuera de eso no hay límite."),
    "stacking.ground-first": (
        "The limit of the ground goes before that of the side.",
        "El límite del terreno va antes que el del bando.",
    ),
    "stacking.least": (
        "Of several kinds of ground in a hex the least limit counts.",
        "De varios terrenos en un hexágono cuenta el límite menor.",
    ),
    "stacking.counts": ("Each unit counts its: {name}.", "Cada unidad cuenta lo que dice: {name}."),
    "stacking.free": ("These do not count: {names}.", "No cuentan: {names}."),
    "stacking.end": (
        "The limit counts at the end of a move.",
        "El límite cuenta al final del movimiento.",
    ),
    "stacking.always": (
        "The limit counts at every moment: full hexes are not passed.",
        "El límite cuenta siempre: por un hexágono lleno no se pasa.",
    ),
    "movement.allowance": (
        "A unit spends up to its movement allowance, hex by hex.",
        "Cada unidad gasta hasta su capacidad de movimiento, hexágono a hexágono.",
    ),
    "movement.one": (
        "A unit that can move at all may always move one hex that is not closed to it.",
        "Una unidad que se mueve puede mover siempre un hexágono que no le esté cerrado.",
    ),
    "movement.not-one": (
        "A unit that lacks the points for a hex stays.",
        "La unidad a la que le faltan puntos para un hexágono se queda.",
    ),
    "movement.class": ("Of the class {name} are: {names}.", "De la clase {name} son: {names}."),
    "movement.terrain": ("{name}: {cost} to enter.", "{name}: {cost} por entrar."),
    "movement.hexside": ("{name}: {cost} to cross.", "{name}: {cost} por cruzar."),
    "movement.hexside.directed": (
        "{name}: {cost} to cross into the hex to which it belongs, 0 out of it.",
        "{name}: {cost} por cruzar hacia el hexágono al que pertenece, 0 desde él.",
    ),
    "movement.clear": ("Clear ground costs {n}.", "El terreno despejado cuesta {n}."),
    "movement.closed": ("closed", "cerrado"),
    "movement.all": ("the whole allowance", "todo el movimiento"),
    "movement.road": (
        "Along {name} a hex costs {n}, whatever lies there, unless that costs less.",
        "Por {name} un hexágono cuesta {n}, haya lo que haya, salvo que cueste menos.",
    ),
    "movement.opens": ("It opens: {names}.", "Abre: {names}."),
    "movement.to-none": ("Closed to all: {names}.", "Cerrado a todos: {names}."),
    "crossing.free": ("free", "libre"),
    "crossing.forbidden": ("closed", "cerrado"),
    "crossing.stop": ("a move ends behind it", "al cruzar se acaba"),
    "crossing.all": ("the whole allowance", "todo el movimiento"),
    "attacked.across": ("across it: {words}", "a través: {words}"),
    "attacked.from": ("from it: {words}", "desde él: {words}"),
    "attacked.into": ("into it: {words}", "contra él: {words}"),
    "movement.road-for": ("It is open only to: {names}.", "Solo vale para: {names}."),
    "movement.no-bridge": (
        "It does not open closed hexsides.",
        "No abre lados cerrados.",
    ),
    "movement.crossing.free": ("{name}: nothing to cross.", "{name}: cruzar no cuesta."),
    "movement.crossing.forbidden": ("{name} is not crossed.", "{name} no se cruza."),
    "movement.crossing.stop": (
        "A move ends behind {name}.",
        "El movimiento acaba al cruzar {name}.",
    ),
    "movement.crossing.all": (
        "{name}: the whole allowance to cross.",
        "{name}: todo el movimiento por cruzar.",
    ),
    "movement.mixed": (
        "A hex of several terrains costs their sum.",
        "Un hexágono de varios terrenos cuesta su suma.",
    ),
    "movement.halves": (
        "A halved allowance, or one changed otherwise, is {words} after each change.",
        "La capacidad reducida a la mitad, o cambiada de otro modo, {words} tras cada cambio.",
    ),
    "halves.down": ("rounded down", "se redondea hacia abajo"),
    "halves.up": ("rounded up", "se redondea hacia arriba"),
    "halves.exact": ("not rounded", "no se redondea"),
    "movement.when": ("Units move in: {names}.", "Se mueve en: {names}."),
    "movement.only": (
        "In the phase {name} only these move: {names}.",
        "En la fase {name} solo mueven: {names}.",
    ),
    "movement.only-with": (
        "In the phase {name} only these move ({words}): {names}.",
        "En la fase {name} solo mueven ({words}): {names}.",
    ),
    "movement.only-all": ("In the phase {name} all move.", "En la fase {name} mueven todas."),
    "movement.only-all-with": (
        "In the phase {name} all move ({words}).",
        "En la fase {name} mueven todas ({words}).",
    ),
    "supply.none": ("All units are always in supply.", "Todas tienen siempre suministro."),
    "supply.sources": (
        "{side} traces supply to: {names}.",
        "{side}: línea de suministro hasta: {names}.",
    ),
    "supply.hexes": (
        "The line is at most {n} {n|hex|hexes} long.",
        "La línea mide como mucho {n} {n|hexágono|hexágonos}.",
    ),
    "supply.points": (
        "The line is at most {n} movement points long.",
        "La línea mide como mucho {n} {n|punto|puntos} de movimiento.",
    ),
    "supply.from-source": (
        "The points are counted from the source: each hex that is entered on the way to the unit, "
        "its own too, the source's not.",
        "Los puntos se cuentan desde la fuente: cada hexágono en que se entra hasta la unidad, el "
        "suyo también, el de la fuente no.",
    ),
    "supply.any": ("The line may have any length.", "La línea puede medir cualquier distancia."),
    "supply.along": (
        "It follows {names} at any length, and beyond it at most {n} {n|hex|hexes}.",
        "Sigue {names} sin límite, y fuera como mucho {n} {n|hexágono|hexágonos}.",
    ),
    "supply.along-any": (
        "It follows {names} at any length, and beyond it too.",
        "Sigue {names} sin límite, y fuera tampoco lo hay.",
    ),
    "supply.always": ("{side} is always in supply.", "{side}: siempre con suministro."),
    "supply.lost": (
        "A source in which an enemy unit stands is none.",
        "Una fuente en la que hay una unidad enemiga no lo es.",
    ),
    "supply.lost-in-zone": (
        "A source in which an enemy unit stands is none, nor one in an enemy zone without a "
        "friendly unit.",
        "Una fuente en la que hay una unidad enemiga no lo es, ni una en zona enemiga en la que no "
        "hay ninguna unidad amiga.",
    ),
    "supply.states": (
        "A unit without a line comes into the first of these states, one that is marked with one "
        "of them already into the next: {words}.",
        "Una unidad sin línea pasa al primero de estos estados, y la que ya lleva la marca de uno "
        "de ellos al siguiente: {words}.",
    ),
    "supply.class": (
        "Ground counts for it as for {name}.",
        "El terreno cuenta para ella como para {name}.",
    ),
    "supply.through": (
        "Only these trace it themselves, all others to one of them in supply: {names}, {n}.",
        "Solo la trazan estas, las demás hasta una de ellas con suministro: {names}, {n}.",
    ),
    "supply.closed": ("No line enters: {words}.", "Ninguna línea entra en: {words}."),
    "supply.when": ("Supply is judged in: {names}.", "El suministro se juzga en: {names}."),
    "supply.state": ("A unit that is {name}: {words}.", "Una unidad {name}: {words}."),
    "supply.dies-at-once": ("eliminated at once", "eliminada en el acto"),
    "supply.dies": (
        "eliminated after {n} {n|turn|turns}",
        "eliminada tras {n} {n|turno|turnos}",
    ),
    "combat.ratio": (
        "The column is the ratio of attack to defence, rounded {round}.",
        "La columna es la proporción de ataque y defensa, redondeada {round}.",
    ),
    "combat.difference": (
        "The column is the attack less the defence, rounded {round}.",
        "La columna es el ataque menos la defensa, redondeado {round}.",
    ),
    "combat.strength": (
        "The column is the strength of the attack, rounded {round}.",
        "La columna es la fuerza del ataque, redondeada {round}.",
    ),
    "round.for-defender": ("for the defender", "a favor del defensor"),
    "round.for-attacker": ("for the attacker", "a favor del atacante"),
    "round.nearest": ("to the nearest", "al más cercano"),
    "combat.die": ("The dice are {words}.", "Los dados son {words}."),
    "combat.mandatory": (
        "Units next to enemies must attack, and all of those must be attacked, where an attack is "
        "allowed.",
        "Las unidades junto a enemigas deben atacar, y todas esas deben ser atacadas, donde "
        "se permite un ataque.",
    ),
    "combat.when": ("Attacks are made in: {names}.", "Se ataca en: {names}."),
    "combat.free": ("Nobody has to attack.", "Nadie está obligado a atacar."),
    "combat.defended-by.best": (
        "Of the units in a hex only the best defends.",
        "De las unidades de un hexágono solo defiende la mejor.",
    ),
    "combat.defended-by.top": (
        "Of the units in a hex only the top one defends.",
        "De las unidades de un hexágono solo defiende la de arriba.",
    ),
    "combat.hexes": (
        "One battle may be on several hexes, to all of which every attacker is adjacent.",
        "Una batalla puede ser sobre varios hexágonos, todos junto a cada atacante.",
    ),
    "combat.halves": (
        "The strength of a unit that is halved, or changed otherwise, is {words}: each unit's by "
        "itself, once all changes are reckoned.",
        "La fuerza de una unidad reducida a la mitad, o cambiada de otro modo, {words}: la de cada "
        "una por separado, hechos todos los cambios.",
    ),
    "combat.mixed": (
        "Of several terrains in a hex all count.",
        "De varios terrenos en un hexágono cuentan todos.",
    ),
    "combat.mixed-times": (
        "Of several terrains in a hex all count, one after the other: twice doubled is four times.",
        "De varios terrenos en un hexágono cuentan todos, uno tras otro: doblar dos veces es por "
        "cuatro.",
    ),
    "combat.most-shift": (
        "All shifts together are at most {n} {n|column|columns}.",
        "Entre todos los desplazamientos son como mucho {n} {n|columna|columnas}.",
    ),
    "across.each": ("for each unit that comes so", "por cada unidad que venga así"),
    "across.all": ("if all attackers come so", "si todos los atacantes vienen así"),
    "across.any": ("if any attacker comes so", "si algún atacante viene así"),
    "across.types": ("only for: {names}", "solo para: {names}"),
    "across.bridged-by": ("not along {names}", "no por {names}"),
    "condition.if": ("with all of these attacking: {names}", "si atacan todos estos: {names}"),
    "condition.any": ("with one of these attacking: {names}", "si ataca alguno de estos: {names}"),
    "condition.only": (
        "only {names} attacking, units without a strength aside",
        "si solo atacan (aparte de unidades sin fuerza): {names}",
    ),
    "condition.if-defenders": (
        "with all of these defending: {names}",
        "si defienden todos estos: {names}",
    ),
    "condition.any-defenders": (
        "with one of these defending: {names}",
        "si defiende alguno de estos: {names}",
    ),
    "condition.only-defenders": (
        "only {names} defending, units without a strength aside",
        "si solo defienden (aparte de unidades sin fuerza): {names}",
    ),
    "condition.side": ("if {name} attacks", "si ataca {name}"),
    "condition.side-defenders": ("if {name} defends", "si defiende {name}"),
    "condition.in": ("against {names}", "contra {names}"),
    "condition.not-in": ("not against {names}", "no contra {names}"),
    "condition.phase": ("in the phase {names}", "en la fase {names}"),
    "combat.less": (
        "What is less than the table is {words}.",
        "Lo que es menos que la tabla: {words}.",
    ),
    "combat.more": ("What is more: {words}.", "Lo que es más: {words}."),
    "less.not allowed": ("not allowed", "no se permite"),
    "less.first column": ("resolved in the first column", "se resuelve en la primera columna"),
    "more.last column": ("resolved in the last column", "se resuelve en la última columna"),
    "more.not allowed": ("not allowed", "no se permite"),
    "terrain.shift": (
        "Terrain shifts the column to the left: {words}.",
        "El terreno desplaza la columna a la izquierda: {words}.",
    ),
    "terrain.add": ("Terrain adds to the defence: {words}.", "El terreno suma: {words}."),
    "terrain.multiply": (
        "Terrain multiplies the defence: {words}.",
        "El terreno multiplica la defensa: {words}.",
    ),
    "terrain.die": ("Terrain is added to the roll: {words}.", "El terreno suma al dado: {words}."),
    "terrain.low": (
        "By the table low rolls are good for the defender.",
        "Según la tabla, los resultados bajos del dado favorecen al defensor.",
    ),
    "terrain.high": (
        "By the table high rolls are good for the defender.",
        "Según la tabla, los resultados altos del dado favorecen al defensor.",
    ),
    "terrain.sides": (
        "These count, beside the terrain, where all attackers cross them: {words}.",
        "Estos cuentan, además del terreno, si los cruzan todos los atacantes: {words}.",
    ),
    "terrain.hexes-each": (
        "Of several hexes attacked each is defended by its own ground.",
        "De varios hexágonos atacados, a cada uno lo defiende su propio terreno.",
    ),
    "terrain.hexes-best": (
        "Of several hexes attacked the ground of the one counts that is best for the defender.",
        "De varios hexágonos atacados cuenta el terreno del que más favorece al defensor.",
    ),
    "terrain.none": ("Terrain does nothing in combat.", "El terreno no influye en el combate."),
    "combat.across": ("Across {name}: {words}.", "A través de {name}: {words}."),
    "combat.from": ("From {name}: {words}.", "Desde {name}: {words}."),
    "combat.into": ("Into {name}: {words}.", "Contra {name}: {words}."),
    "combat.attackers": (
        "each attacker {amount}",
        "cada atacante {amount}",
    ),
    "combat.defence": ("defence {amount}", "defensa {amount}"),
    "combat.columns": ("{n} {n|column|columns}", "{n} {n|columna|columnas}"),
    "combat.roll": ("{n} on the die", "{n} al dado"),
    "combat.modifier": ("{name}: {words}.", "{name}: {words}."),
    "combat.support": (
        "From a distance fight: {names}, {n}.",
        "Combaten a distancia: {names}, {n}.",
    ),
    "combat.adds": ("They add: {name}.", "Suman: {name}."),
    "combat.alone": ("They may attack alone.", "Pueden atacar solas."),
    "combat.defends": ("They support the defence too.", "Apoyan también la defensa."),
    "combat.immune": (
        "At a distance they suffer no result.",
        "A distancia no sufren ningún resultado.",
    ),
    "combat.not-immune": (
        "They suffer the results of the battle too.",
        "Sufren también los resultados de la batalla.",
    ),
    "combat.offer-of": (
        "An option of {side} in a battle, up to {n}: {name} ({words}).",
        "Opción de una batalla ({side}), hasta {n}: {name} ({words}).",
    ),
    "combat.offer": (
        "An option of a battle, up to {n}: {name} ({words}).",
        "Opción de una batalla, hasta {n}: {name} ({words}).",
    ),
    "combat.no-attack": ("These never attack: {names}.", "No atacan nunca: {names}."),
    "result.attacker": ("the attackers {words}", "los atacantes {words}"),
    "result.defender": ("the defenders {words}", "los defensores {words}"),
    "result.lose": ("lose {n} {n|step|steps}", "pierden {n} {n|paso|pasos}"),
    "result.all": ("are eliminated", "son eliminados"),
    "result.half": (
        "lose half of their steps, rounded up",
        "pierden la mitad de los pasos, redondeada hacia arriba",
    ),
    "result.as much": (
        "lose units of at least the other side's printed strength",
        "pierden unidades por al menos la fuerza impresa del otro bando",
    ),
    "result.as many steps": (
        "lose as many steps as the others have",
        "pierden tantos pasos como tienen los otros",
    ),
    "result.retreat": ("retreat {n} {n|hex|hexes}", "se retiran {n} {n|hexágono|hexágonos}"),
    "result.or-lose": (
        "or lose {n} {n|step|steps} instead",
        "o pierden {n} {n|paso|pasos} en su lugar",
    ),
    "result.or-lose-all": (
        "or lose all steps instead",
        "o pierden todos los pasos en su lugar",
    ),
    "result.no-advance": ("nobody advances", "nadie avanza"),
    "result.marker": ("are marked: {name}", "quedan marcados: {name}"),
    "retreat.owner": ("Their owner chooses the way.", "Su dueño elige el camino."),
    "retreat.enemy": ("The other side chooses the way.", "El otro bando elige el camino."),
    "retreat.not-into": ("Nobody retreats into: {words}.", "Nadie se retira a: {words}."),
    "retreat.prefer": ("Ways are preferred in this order: {words}.", "Se prefiere: {words}."),
    "retreat.away": (
        "A retreat ends as many hexes away as it is long.",
        "La retirada acaba a tantos hexágonos como mide.",
    ),
    "retreat.full.forbidden": (
        "It does not end in a full hex.",
        "No acaba en un hexágono lleno.",
    ),
    "retreat.full.go on one hex": (
        "From a full hex it goes on, hex by hex, to the first with room, three at most.",
        "Desde un hexágono lleno sigue, uno a uno, hasta el primero con sitio, tres como mucho.",
    ),
    "retreat.full.allowed": ("It may end in a full hex.", "Puede acabar en un hexágono lleno."),
    "retreat.none.eliminated": (
        "A unit without a way is eliminated.",
        "La unidad sin camino es eliminada.",
    ),
    "retreat.none.stands": ("A unit without a way stands.", "La unidad sin camino se queda."),
    "retreat.none.loses a step": (
        "A unit without a way loses a step and stands.",
        "La unidad sin camino pierde un paso y se queda.",
    ),
    "retreat.none.loses a step for each hex not gone": (
        "For each hex that it does not go a unit loses a step.",
        "Por cada hexágono que no recorre, una unidad pierde un paso.",
    ),
    "retreat.not-by.eliminated": (
        "These never retreat and are eliminated instead: {names}.",
        "No se retiran nunca, y son eliminadas: {names}.",
    ),
    "retreat.not-by.stands": (
        "These never retreat, and stand: {names}.",
        "No se retiran nunca, y se quedan: {names}.",
    ),
    "retreat.not-by.loses a step": (
        "These never retreat, lose a step and stand: {names}.",
        "No se retiran nunca, pierden un paso y se quedan: {names}.",
    ),
    "retreat.not-by.loses a step for each hex not gone": (
        "These never retreat, and lose a step for each hex of a retreat: {names}.",
        "No se retiran nunca, y pierden un paso por cada hexágono de una retirada: {names}.",
    ),
    "retreat.zone-loss": (
        "Each enemy zone entered costs {n} {n|step|steps}.",
        "Cada zona enemiga en que se entra cuesta {n} {n|paso|pasos}.",
    ),
    "advance.only": ("Only these advance: {names}.", "Solo avanzan: {names}."),
    "advance.not-by": ("These do not advance: {names}.", "No avanzan: {names}."),
    "advance.not-into": ("Nobody advances into: {words}.", "Nadie avanza a: {words}."),
    "advance.all": ("All adjacent attackers may advance.", "Avanzan los atacantes adyacentes."),
    "advance.none": ("Nobody advances.", "Nadie avanza."),
    "advance.some": (
        "{n} of the attackers may advance.",
        "{n|Avanza|Avanzan} {n} de los atacantes.",
    ),
    "advance.hexes": (
        "They advance {n} {n|hex|hexes}, the vacated one counted.",
        "Avanzan {n} {n|hexágono|hexágonos}, contado el que quedó vacío.",
    ),
    "advance.class": (
        "Of the class {name} {n} {n|hex|hexes}.",
        "De la clase {name} {n} {n|hexágono|hexágonos}.",
    ),
    "advance.free": ("Enemy zones do not stop them.", "Las zonas enemigas no los paran."),
    "advance.stop": (
        "An advance ends in an enemy zone.",
        "El avance acaba en una zona enemiga.",
    ),
    "arrivals.at": ("{side} comes in at: {names}.", "{side}: entrada por: {names}."),
    "arrivals.not-into": ("Not into: {words}.", "No en: {words}."),
    "arrivals.replacements": (
        "A turn brings it {n} {n|step|steps} of replacements.",
        "Cada turno le trae {n} {n|paso|pasos} de reemplazos.",
    ),
    "arrivals.group": (
        "In turn {n} come, at {places}: {names}.",
        "En el turno {n} llegan, por {places}: {names}.",
    ),
    "movement.rest": ("others {cost}", "las demás {cost}"),
    "weather.turn": ("Turn {n}: {name}.", "Turno {n}: {name}."),
    "weather.effect": ("{name}: {words}.", "{name}: {words}."),
    "weather.no-attack": ("no attacks", "sin ataques"),
    "victory.hexes": (
        "{n} {n|point|points} for each of: {names}.",
        "{n} {n|punto|puntos} por cada uno: {names}.",
    ),
    "victory.hexes-of": (
        "{n} {n|point|points} to {side} for each of: {names}.",
        "{n} {n|punto|puntos} para {side} por cada uno: {names}.",
    ),
    "victory.losses-of": (
        "{n} {n|point|points} for each {per} that {side} loses.",
        "{n} {n|punto|puntos} por cada {per} que pierda el bando ({side}).",
    ),
    "victory.losses-types": ("Only these count: {names}.", "Solo cuentan: {names}."),
    "victory.losses": (
        "{n} {n|point|points} for each enemy {per} lost.",
        "{n} {n|punto|puntos} por cada {per} que pierda el enemigo.",
    ),
    "victory.exits": (
        "{n} {n|point|points} for each unit of {side} in {name}.",
        "{n} {n|punto|puntos} por unidad de {side} en {name}.",
    ),
    "victory.level": (
        "{name}: a lead of {n} {n|point|points}.",
        "{name}: {n} {n|punto|puntos} de ventaja.",
    ),
    "victory.level-of": (
        "{name}: a lead of {n} {n|point|points} for {side}.",
        "{name}: {n} {n|punto|puntos} de ventaja para {side}.",
    ),
    "reach.hexes": ("{n} {n|hex|hexes}", "{n} {n|hexágono|hexágonos}"),
    "reach.field": ("as many hexes as its {name}", "tantos hexágonos como su {name}"),
    "victory.greatest": (
        "Of several leads that are reached the greatest counts.",
        "De varias ventajas alcanzadas cuenta la mayor.",
    ),
    "place.type": ("where its own {name} stand", "donde hay una unidad propia ({name})"),
    "place.any": ("{name}", "{name}"),
    "place.held": ("{name} that the side holds", "{name} en manos del bando"),
    "edge.north": ("the north edge", "el borde norte"),
    "edge.south": ("the south edge", "el borde sur"),
    "edge.east": ("the east edge", "el borde este"),
    "edge.west": ("the west edge", "el borde oeste"),
    "fog.top": (
        "A player sees only the top unit of enemy stacks that are not next to his own.",
        "De pilas enemigas no adyacentes a las suyas el jugador ve solo la unidad de arriba.",
    ),
    "fog.top-near": (
        "A player sees only the top unit of enemy stacks, next to his own too.",
        "De pilas enemigas, también adyacentes, el jugador ve solo la unidad de arriba.",
    ),
    "fog.open": ("All stacks are open to both.", "Todas las pilas están a la vista."),
    "amount.movement": ("movement {amount}", "movimiento {amount}"),
    "amount.attack": ("attack {amount}", "ataque {amount}"),
    "amount.supply": ("supply lines {amount}", "líneas de suministro {amount}"),
}
PHRASES: Mapping[str, tuple[str, str]] = MappingProxyType(_SENTENCES)

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "none": "nada",
        "quarter": "un cuarto",
        "third": "un tercio",
        "half": "la mitad",
        "same": "igual",
        "double": "el doble",
        "triple": "el triple",
        "enemy": "unidades enemigas",
        "enemy-zone": "zonas de control enemigas",
        "closed": "terreno cerrado",
        "friend": "unidades amigas",
        "supply": "suministro",
        "retreat": "retirada",
        "movement": "movimiento",
        "advance": "avance",
        "towards-supply": "hacia el suministro",
        "least-stacked": "donde menos haya",
        "fewest-losses": "con menos pérdidas",
        "away-from-enemy": "lejos del enemigo",
        "no-zones": "sin zonas enemigas",
        "unit": "unidad",
        "step": "paso",
        "strength": "punto de fuerza",
        "supplied": "con suministro",
        "out": "sin suministro",
        "unsupplied": "sin suministro",
        "isolated": "aislada",
    }
)
"""The words of rules.toml in Spanish."""
ENGLISH_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "enemy": "enemy units",
        "enemy-zone": "enemy zones of control",
        "closed": "closed ground",
        "friend": "friendly units",
        "towards-supply": "towards supply",
        "least-stacked": "where the fewest are",
        "fewest-losses": "with the fewest losses",
        "away-from-enemy": "away from the enemy",
        "no-zones": "through no enemy zone",
        "out": "out of supply",
        "supplied": "in supply",
    }
)
