"""The deck that a module's draw pile puts on the table (build/module/map/DrawPile.makeDeck)."""

from __future__ import annotations

from builder.vassal.buildfile import components as c
from builder.vassal.sequence import join
from builder.vassal.traits import Deck


def deck_of(pile: c.DrawPile, map_: str, x: int, y: int) -> Deck:
    """The deck of a draw pile, empty, at a pixel of a map; face down as the pile begins."""
    return Deck(
        draw_outline=pile.draw,
        outline=pile.color,
        width=pile.width,
        height=pile.height,
        face_down_option=pile.face_down,
        shuffle_option=pile.shuffle,
        allow_multiple_draw=pile.allow_multiple,
        allow_select_draw=pile.allow_select,
        reversible=pile.reversible,
        reshuffle_command=pile.reshuffle_command if pile.reshufflable else "",
        reshuffle_target=pile.reshuffle_target,
        reshuffle_format=pile.reshuffle_message,
        name=pile.name or "",
        shuffle_format=pile.shuffle_format,
        reverse_format=pile.reverse_format,
        face_down_format=pile.face_down_format,
        draw_face_up=pile.draw_face_up,
        persistable=pile.can_save,
        shuffle_key=pile.shuffle_hotkey,
        reshuffle_key=pile.reshuffle_hotkey,
        max_stack=pile.max_stack,
        count_expressions=pile.count_expressions,
        expression_counting=pile.expression_counting,
        global_commands=tuple(
            _command(part) for part in pile.children if isinstance(part, c.DeckGlobalKeyCommand)
        ),
        hotkey_on_empty=pile.hotkey_on_empty,
        empty_key=pile.empty_hotkey,
        select_display=pile.select_display_property,
        select_sort=pile.select_sort_property,
        restrict=pile.restrict_option,
        restrict_expression=pile.restrict_expression,
        shuffle_command=pile.shuffle_command,
        reverse_command=pile.reverse_command,
        reverse_key=pile.reverse_hotkey,
        draw_multiple_message=pile.draw_multiple_message,
        draw_specific_message=pile.draw_specific_message,
        face_up_message=pile.face_up_message,
        face_down_message=pile.face_down_message,
        face_up_key=pile.face_up_hotkey,
        face_up_format=pile.face_up_report_format,
        face_flip_key=pile.face_flip_hotkey,
        face_down_key=pile.face_down_hotkey,
        save_message=pile.save_message,
        save_key=pile.save_hotkey,
        save_report=pile.save_report_format,
        load_message=pile.load_message,
        load_key=pile.load_hotkey,
        load_report=pile.load_report_format,
        restrict_access=pile.deck_restrict_access,
        owners=pile.deck_owners,
        map=map_,
        x=x,
        y=y,
        face_down=pile.face_down not in ("Never", "MenuDefaultUp"),
    )


def _command(command: c.DeckGlobalKeyCommand) -> str:
    """An entry of a deck's menu as the deck keeps it (map/DeckGlobalKeyCommand.encode)."""
    values = command.encoded()
    fields = ("name", "hotkey", "filter", "deckCount", "reportFormat", "name", "target")
    ends = ("reportSingle", "suppressSounds", "parameters")
    return join([values.get(field, "") for field in (*fields, *ends)], "|")
