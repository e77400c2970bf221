"""Which language a reader wants: asked for, set for Kessel, that of the system or the browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping

from assistant.words.voice import ENGLISH, LANGUAGES

VARIABLE = "KESSEL_LANGUAGE"


def readers_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of KESSEL_LANGUAGE, else the system's; English for one that Kessel lacks."""
    for name in _wanted(environment):
        language = name[:2].lower()
        if language in LANGUAGES:
            return language
        if name.split(".")[0] in ("C", "POSIX"):
            break
    return ENGLISH


def unknown_language(environment: Mapping[str, str] = os.environ) -> str:
    """What KESSEL_LANGUAGE says, if that is no language of Kessel's; else empty."""
    told = environment.get(VARIABLE, "")
    known = told[:2].lower() in LANGUAGES or told.split(".")[0] in ("C", "POSIX")
    return "" if known else told


def browsers_language(accepted: str) -> str:
    """The first language of a browser's Accept-Language that Kessel has, else English."""
    names = (name.partition(";")[0].strip()[:2].lower() for name in accepted.split(","))
    return next((name for name in names if name in LANGUAGES), ENGLISH)


def _wanted(environment: Mapping[str, str]) -> Iterator[str]:
    """Names of languages as systems write them (es, es_ES.UTF-8), the first choice first."""
    if environment.get(VARIABLE):
        yield environment[VARIABLE]
        return
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if locale and locale.split(".")[0] not in ("C", "POSIX"):
        yield from filter(None, environment.get("LANGUAGE", "").split(":"))
    yield locale or _of_windows()


def _of_windows() -> str:
    """The language in which Windows shows itself; empty elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
