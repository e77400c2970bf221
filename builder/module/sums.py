"""What the module itself adds up of a declared battle: strengths and terrain, so that VASSAL's chat
tells the difference at once. Shifts of columns are left to the players and to the assistant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from builder.game.carriers import ATTACKS, DEFENDS, ROLE_PROPERTY, marker_layer
from builder.game.definition import Definition
from builder.game.model import Counter, Game
from builder.game.rulebook.worth import terrain_value
from builder.game.rules_file.chapters import Combat
from builder.module.fate_settings import BattleSettings
from builder.vassal.buildfile import components as c
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import PropertyCommand, SetGlobalProperty

_COUNT, _TOTAL, _TELL = "Count", "Total", "Tell"
COUNT, TOTAL, TELL = (KeyStroke.named(f"Battle{name}") for name in (_COUNT, _TOTAL, _TELL))

SUM = "BattleSum"
_ATTACK, _DEFENCE, _TARGET, _DRY = "BattleAttack", "BattleDefence", "BattleTarget", "BattleDry"
_STRENGTH, _RESISTANCE = "BattleStrength", "BattleResistance"
_GROUND, _ACROSS = "BattleGround", "BattleAcross"
_MINUS = "\u2212"


def sum_settings(game: Game) -> list[BattleSettings]:
    """How battles of the game are added up: as [module.battle] says, else as the declared rules
    do; empty if the game says neither."""
    told = game.definition.module.get("battle")
    if told:
        return [BattleSettings.model_validate(told)]
    return [*declared_sums(game)]


def passes(game: Game) -> tuple[str, ...]:
    """What the units of a battle are told one after the other: to add themselves and name the hex
    attacked, to look what lies between if that counts, to say the sum; nothing without a sum."""
    settings = sum_settings(game)
    if not settings:
        return ()
    between = (_TOTAL,) if any(one.across for one in settings) else ()
    return (_COUNT, *between, _TELL)


def strengths_told(game: Game, counter: Counter) -> dict[str, str]:
    """The strength of each face of a unit, as properties of its piece."""
    for settings in sum_settings(game):
        if counter.kind == "unit":
            attack = _faces(counter, settings.strength, _STRENGTH)
            other = settings.defence not in ("", settings.strength)
            return attack | (_faces(counter, settings.defence, _RESISTANCE) if other else {})
    return {}


def _faces(counter: Counter, field: str, name: str) -> dict[str, str]:
    found = counter.fields.get(field)
    if found is None:
        return {}
    faces = found if isinstance(found, list | tuple) else [found]
    return {f"{name}{step}": str(face) for step, face in enumerate(faces, 1)}


def sum_traits(game: Game, uncounted: str = "not counted") -> Iterator[Trait]:
    """How a unit adds itself to its battle; `uncounted` is what heads the list of what is left to
    the players."""
    for settings in sum_settings(game):
        role = f'{ROLE_PROPERTY}=="{{}}"'
        attacks, defends = role.format(ATTACKS), role.format(DEFENDS)
        strength = _strength(_STRENGTH)
        other = settings.defence not in ("", settings.strength)
        resistance = _strength(_RESISTANCE) if other else strength
        idle = "||".join(f'Kind=="{kind}"' for kind in settings.idle)
        counts = f"({idle})?0:{strength}" if idle else strength
        beaten = f'GetProperty("{marker_layer(settings.without)}_Active")=="true"'
        stands = f"({beaten})?0:{resistance}" if settings.without else resistance
        yield _setting(_ATTACK, COUNT, f"{attacks}?{_own(_ATTACK)}+({counts}):{_own(_ATTACK)}")
        yield _setting(_DEFENCE, COUNT, f"{defends}?{_own(_DEFENCE)}+({stands}):{_own(_DEFENCE)}")
        yield _setting(_TARGET, COUNT, f"{defends}?LocationName:{_own(_TARGET)}")
        if settings.across:
            yield _setting(_DRY, TOTAL, f"{attacks}&&!({_crosses()})?1:{_own(_DRY)}")
        ground = "+".join(_grounds(game, settings)) or "0"
        if settings.across:
            effects = game.definition.hexside[settings.across].values
            value = _whole(effects.get(settings.terrain))
            ground += f"+({_own(_DRY)}==1?0:{value})"
        text = _told(settings, ground, uncounted)
        yield _setting(SUM, TELL, f"{defends}?{text}:{_own(SUM)}")


def _strength(name: str) -> str:
    own = f'GetProperty("{name}"+(Step_Level==""?1:Step_Level))'
    return f'({own}==""?0:{own})'


def _told(settings: BattleSettings, ground: str, uncounted: str) -> str:
    """An expression of the sum in words: `26 : 4, +22`, `12 : 5, 2-1`."""
    attack, less = _own(_ATTACK), _own(_DEFENCE)
    if settings.use == "add":
        less = f"({less}+{ground})"
    elif settings.use == "multiply":
        less = f"({less}*(({ground})==0?1:({ground})))"
    text = f'{attack}+" : "+{less}'
    if settings.by == "difference":
        more, fewer = f"({attack}-{less})", f"({less}-{attack})"
        signed = f'{more}<0?"{_MINUS}"+{fewer}:({more}==0?"":"+")+{more}'
        text += f'+", "+({signed})'
    elif settings.by == "ratio":
        # BeanShell divides whole numbers as Java does, which is in the defender's favour.
        over, under = f'({attack}/{less})+"-1"', f'"1-"+(({less}+{attack}-1)/{attack})'
        text += f'+({attack}<1||{less}<1?"":", "+({attack}>={less}?{over}:{under}))'
    if settings.use == "shift" and ground != "0":
        text += f'+(({ground})==0?"":"; ← "+({ground}))'
    if settings.uncounted:
        text += f'+"; {uncounted}: {", ".join(settings.uncounted)}"'
    return text


def declared_sums(game: Game) -> Iterator[BattleSettings]:
    """How a game with declared rules adds up its battles; what depends on who fights where is named
    as left out."""
    if game.rules is None or game.rules.combat is None:
        return
    combat, fields = game.rules.combat, game.definition.units.fields
    attack = combat.attack or ("attack" if "attack" in fields else "strength")
    defence = combat.defence or ("defence" if "defence" in fields else attack)
    if attack not in fields or defence not in fields or combat.by == "strength":
        return
    use: Literal["add", "multiply", "shift"] | None = None
    if combat.terrain in ("add", "multiply", "shift"):
        use = combat.terrain
    key = _effect(game.definition, combat) if use else ""
    valued = _valued(game.definition, combat)
    sides = [name for name in game.definition.hexside if name in valued]
    grounds = {**game.definition.hexside, **game.definition.terrain}
    whole = {name for name in valued if key and _whole(grounds[name].values.get(key))}
    counted = sides[:1] if use == "add" and len(sides) == 1 and sides[0] in whole else []
    left = [
        *(name for name in sides if name not in counted),
        *combat.across,
        # What terrain adds to the die is no part of a sum of strengths.
        *(name for name in game.definition.terrain if name in valued and name not in whole),
        *combat.from_,
        *combat.into,
    ]
    named = {name: kind.name for name, kind in grounds.items()}
    words = [named.get(name, name) for name in dict.fromkeys(left)]
    offers = (*combat.shift.items(), *combat.roll.items())
    words += [one.name or id_.replace("-", " ") for id_, one in offers]
    yield BattleSettings(
        strength=attack,
        defence=defence,
        by=combat.by,
        use=use or "add",
        terrain=key,
        largest=key if combat.mixed == "best" else "",
        across="".join(counted),
        uncounted=tuple(word.replace('"', "'") for word in dict.fromkeys(words) if word),
    )


def _valued(definition: Definition, combat: Combat) -> set[str]:
    """Terrain and hexsides that are worth something in combat, to all units or to some."""
    if combat.terrain == "none":
        return set()
    sides = {n: side for n, side in definition.hexside.items() if n not in combat.across}
    found = set()
    for name, feature in {**sides, **definition.terrain}.items():
        told = feature.values.get(combat.value)
        some = isinstance(told, dict) and any(told.values())
        if some or terrain_value(combat, feature.values)[0]:
            found.add(name)
    return found


def _effect(definition: Definition, combat: Combat) -> str:
    """The effect under which game.toml has what the ground is worth: where all has it under
    another name than the rules say, that one."""
    features = (*definition.hexside.values(), *definition.terrain.values())
    keys = {terrain_value(combat, one.values)[1] for one in features} - {""}
    return keys.pop() if len(keys) == 1 else combat.value


def _whole(value: object) -> int:
    """A terrain's effect as a whole number; 0 for one that is none, or depends on the unit."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(value) if value == int(value) else 0


def sum_properties(game: Game) -> Iterator[c.GlobalProperty]:
    """Where the sums are kept, and what the hexes add."""
    for settings in sum_settings(game):
        for name in (_ATTACK, _DEFENCE, _DRY, _TARGET, SUM):
            start = "0" if name in (_ATTACK, _DEFENCE, _DRY) else ""
            empty = c.ChangePropertyButton(
                text="",
                tooltip="",
                hotkey=KeyStroke.named("BattleEmpty"),
                prop_changer=f"P,{start}",
            )
            yield c.GlobalProperty(name=name, initial_value=start).holding([empty])
        for name, places in _hexes(game, settings):
            yield c.GlobalProperty(name=name, initial_value=f"|{'|'.join(places)}|")
        if settings.across:
            pairs = sorted(
                "/".join(sorted(pair))
                for pair, kinds in game.board.hexsides.items()
                if settings.across in kinds
            )
            yield c.GlobalProperty(name=_ACROSS, initial_value=f"|{'|'.join(pairs)}|")


def _hexes(game: Game, settings: BattleSettings) -> Iterator[tuple[str, list[str]]]:
    """By property, the hexes whose terrain adds so much to the defence of a side."""
    if not settings.terrain:
        return
    for side in game.definition.side:
        found: dict[int, list[str]] = {}
        for name in sorted(game.board.terrain):
            if value := _added(game, settings, name, side.id):
                found.setdefault(value, []).append(name)
        for value, places in sorted(found.items()):
            yield f"{_GROUND}{value}{side.id}", places


def _added(game: Game, settings: BattleSettings, name: str, side: str) -> int:
    """What the terrain of a hex adds to the defence of a side."""
    alone, most = 0, 0
    for kind in game.board.of(name):
        effects = game.definition.terrain[kind].values
        value = _whole(effects.get(settings.terrain))
        if (serves := effects.get(settings.serves)) and serves != side:
            continue
        if settings.largest and effects.get(settings.largest):
            most = max(most, value)
        else:
            alone += value
    return alone + most


def _grounds(game: Game, settings: BattleSettings) -> Iterator[str]:
    """Expressions of a defender that give what its hex adds, each for one number and side."""
    names = {side.id: side.name for side in game.definition.side}
    for property_, _ in _hexes(game, settings):
        digits = property_.removeprefix(_GROUND)
        side = next(id_ for id_ in names if digits.endswith(id_))
        value = digits.removesuffix(side)
        inside = f'{_own(property_)}.contains("|"+LocationName+"|")'
        yield f'(Side=="{names[side]}"&&{inside}?{value}:0)'


def _crosses() -> str:
    """An attacker's expression: whether it attacks across the hexside that helps the defender."""
    pairs, target = _own(_ACROSS), _own(_TARGET)
    return (
        f'{pairs}.contains("|"+LocationName+"/"+{target}+"|")'
        f'||{pairs}.contains("|"+{target}+"/"+LocationName+"|")'
    )


def _own(name: str) -> str:
    return f'GetProperty("{name}")'


def _setting(name: str, key: KeyStroke, expression: str) -> SetGlobalProperty:
    value = join(("P", f"{{{expression}}}"), ",")
    return SetGlobalProperty(name=name, commands=(PropertyCommand("", key, value),), level="Module")
