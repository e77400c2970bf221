"""The record of a game as one HTML file: breaches, luck, and each turn with its map."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from io import BytesIO

from assistant.position import Position
from assistant.referee.luck import Luck
from assistant.referee.refereed import Refereed
from assistant.referee.verdicts import Verdict
from assistant.report.picture import Layers, position_picture
from assistant.report.refereed import faces_told, turn_called, turn_lines, unsaid, what, where
from assistant.report.terminal import plain
from assistant.report.words import gain
from assistant.words.columns import column_word
from assistant.words.voice import Voice
from builder.saying import signed
from builder.vassal.markup import without_colour

WIDEST = 1400
"""Pixels to which a map is made smaller, so that a whole game stays a file that can be mailed."""
MOST_MAPS = 60

_STYLE = """
:root{color-scheme:light dark;--ink:#222;--quiet:#555;--ground:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#ece6d8;--quiet:#b8b4a8;--ground:#15181c}}
@media print{:root{color-scheme:light;--ink:#000;--quiet:#333;--ground:#fff}}
body{font:16px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;
color:var(--ink);background:var(--ground);overflow-wrap:break-word}
h1,h2{line-height:1.2}.wide{overflow-x:auto}table{border-collapse:collapse}
td,th{padding:.2rem .7rem;text-align:right;overflow-wrap:normal}
@media(max-width:26rem){td,th{padding:.2rem .12rem;font-size:.74rem}}
th{border-bottom:1px solid #888}td:first-child,th:first-child{text-align:left}
.bad{border-left:4px solid #b00020;padding-left:.8rem;margin:.8rem 0}
.open{border-left:4px solid #c58a00;padding-left:.8rem;margin:.4rem 0}
.said{color:var(--quiet);white-space:pre-wrap;margin:0}img{max-width:100%;height:auto;display:block}
#replay input{width:100%}#replay p{margin:.3rem 0}
#replay img{max-height:calc(100vh - 6rem);margin:0 auto}h1{font-size:1.6rem;margin:.5rem 0}
summary{cursor:pointer;font-weight:600;margin:.6rem 0}li{margin:.1rem 0}
"""
_SCRIPT = """
const slider=document.querySelector('#replay input');
if(slider){const shown=document.querySelector('#replay img');
const told=document.querySelector('#replay p');
const show=()=>{const it=document.querySelectorAll('details img')[slider.value];
shown.src=it.src;shown.alt=it.alt;told.textContent=it.alt};
slider.addEventListener('input',show);show()}
"""


def page(say: Voice, found: Refereed) -> str:
    """The whole page, which needs no other file and no network."""
    title = f"{say(found.game.definition.title)}: {say('record of the game')}"
    body = "\n".join(
        [
            f"<h1>{_shown(title)}</h1>",
            f"<p>{escape(', '.join(found.logs))}</p>",
            *_notes(say, found),
            *_breaches(say, found),
            *_replay(say, found),
            *_luck(say, found, found.luck),
            *_turns(say, found),
        ]
    )
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'"
    )
    return plain(
        f'<!doctype html>\n<html lang="{say.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="generator" content="Kessel">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{_shown(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def _shown(text: str) -> str:
    return escape(signed(text))


def _notes(say: Voice, found: Refereed) -> Iterator[str]:
    for note in found.judgement.history.notes:
        yield f'<p class="open">{_shown(say(note))}</p>'


def _replay(say: Voice, found: Refereed) -> Iterator[str]:
    if found.turns:
        most = len(found.turns[:MOST_MAPS]) - 1
        yield (
            f'<div id="replay"><label>{_shown(say("Turn by turn"))}'
            f'<input type="range" min="0" max="{most}" value="0"></label><p></p>'
            '<img alt=""></div>'
        )


def _breaches(say: Voice, found: Refereed) -> Iterator[str]:
    yield f"<h2>{_shown(say('Breaches of the rules'))}</h2>"
    if not found.findings:
        yield f"<p>{_shown(say('None was found.'))}</p>"
    for verdict in found.findings:
        yield _verdict(say, found, verdict, "bad")
    if found.unjudged:
        heading = f"{_shown(say('Cannot be judged'))} ({len(found.unjudged)})"
        yield f"<details><summary>{heading}</summary>"
        for verdict in found.unjudged:
            yield _verdict(say, found, verdict, "open")
        yield "</details>"
    if said := unsaid(say, found):
        yield f"<p>{_shown(said)}</p>"
    counts = found.counts
    told = (
        f"{say('lawful')} {counts['lawful']}, {say('unlawful')} {counts['unlawful']}, "
        f"{say('cannot be judged')} {counts['unknown']}"
    )
    yield f"<p>{_shown(told)}</p>"


def _verdict(say: Voice, found: Refereed, verdict: Verdict, kind: str) -> str:
    lines = [
        f"<b>{_shown(where(say, found.game, verdict))}</b><br>"
        f"{_shown(what(say, found.game, verdict))}",
    ]
    if verdict.instead:
        told = f"{say('Lawful would be')}: {', '.join(verdict.instead)}"
        lines.append(f"<br><small>{_shown(told)}</small>")
    lines += [f'<p class="said">| {escape(without_colour(line))}</p>' for line in verdict.chat[:4]]
    return f'<div class="{kind}">{"".join(lines)}</div>'


def _luck(say: Voice, found: Refereed, luck: Luck) -> Iterator[str]:
    if not luck.rolls:
        return
    sides = found.game.sides
    yield f"<h2>{_shown(say('Luck'))}</h2>"
    rows = [
        (
            say(sides[side.side].name) if side.side in sides else side.side,
            str(side.rolls),
            gain(say, side.expected),
            gain(say, side.came),
            gain(say, side.came - side.expected),
        )
        for side in luck.sides
    ]
    yield _table(map(say, ("Side", "Rolls", "Steps promised", "Steps that came", "Luck")), rows)
    for dice in luck.dice:
        name = say(sides[dice.side].name) if dice.side in sides else say("All")
        honest = f"{say(dice.text)} p = {say.figure(f'{dice.p:.3g}')} ({say(dice.method)})"
        told = f"{name}: {faces_told(say, dice)}. {honest}"
        yield f"<p>{_shown(told)}</p>"
    yield f"<h3>{_shown(say('The rolls that mattered most'))}</h3>"
    rows = [
        (
            f"{turn_called(say, found.game, roll.turn)}, {roll.target}",
            say(sides[roll.side].name) if roll.side in sides else roll.side,
            column_word(roll.column),
            f"{roll.die}: {roll.result}",
            gain(say, roll.swing),
        )
        for roll in luck.mattered
    ]
    yield _table(map(say, ("Battle", "Side", "Column", "Roll", "Luck")), rows)


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    def cells(kind: str, texts: Iterable[str]) -> str:
        return "".join(f"<{kind}>{_shown(text)}</{kind}>" for text in texts)

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{cells("th", headings)}</tr>{body}</table></div>'


def _turns(say: Voice, found: Refereed) -> Iterator[str]:
    for at, turn in enumerate(found.turns):
        name = turn_called(say, found.game, turn.turn)
        yield f"<details><summary>{_shown(name)}</summary>"
        if turn.position is not None and at < MOST_MAPS:
            yield f'<img alt="{_shown(name)}" src="{_map(turn.position, say.language)}">'
        lines = "".join(f"<li>{_shown(line)}</li>" for line in turn_lines(say, found.game, turn))
        yield f"<ul>{lines}</ul></details>"


def _map(position: Position, language: str) -> str:
    """The map as a picture within the page."""
    drawn = position_picture(position, Layers(), False, language).convert("RGB")
    drawn.thumbnail((WIDEST, WIDEST))
    stream = BytesIO()
    drawn.save(stream, "WEBP", quality=70, method=4)
    return f"data:image/webp;base64,{b64encode(stream.getvalue()).decode()}"
