"""Runs commands of Kessel as programs of their own and tells how they fare.

A page that does something by the very command that it shows cannot show another one.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any

from assistant.home.words_of import PRIVATE, PROGRESS, shown_command
from builder import limits
from builder.files import real

MOST_JOBS = 40
MOST_PAGES = 8
"""Board pages that are served at once; the oldest ends for a new one."""

MOST_WORKING = 3
MOST_LINES = 400
_TOLD = {PROGRESS: "1", PRIVATE: "1", "PYTHONUTF8": "1"}
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d{2,5}/\S*")


class BusyError(ValueError):
    """Too much is being done; one sentence."""


@dataclass
class Job:
    """One command. `files` are what it wrote and what the page may fetch, by number."""

    number: int
    what: str
    words: tuple[str, ...]
    serves: bool
    about: Mapping[str, str] = field(default_factory=dict)
    """The game, file or folder that it is about, by language."""

    started: float = field(default_factory=time.time)
    ended: float = 0.0
    status: int | None = None
    progress: tuple[int, int] | None = None
    address: str = ""
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    result: Any = None
    files: list[Path] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether the command has not ended."""
        return self.status is None

    def told(self) -> dict[str, Any]:
        """What the page knows of it."""
        return {
            "number": self.number,
            "what": self.what,
            "command": shown_command(self.words),
            "serves": self.serves,
            "about": dict(self.about),
            "status": self.status,
            "seconds": round((self.ended or time.time()) - self.started, 1),
            "progress": self.progress,
            "address": self.address if self.runs else "",
            "lines": list(self.lines),
            "result": self.result,
            "files": [path.name for path in self.files],
        }


@dataclass
class Jobs:
    """All commands of this page, in a folder, in a language."""

    folder: Path
    jobs: dict[int, Job] = field(default_factory=dict)
    version: int = 0
    _next: int = 1
    _lock: Lock = field(default_factory=Lock)

    def start(
        self,
        what: str,
        words: Sequence[str],
        language: str,
        *,
        serves: bool = False,
        about: Mapping[str, str] | None = None,
    ) -> Job:
        """Run a command; one that serves a page and is running already is told again."""
        with self._lock:
            for job in self.jobs.values():
                if job.serves and job.runs and job.words == tuple(words):
                    return job
            self._make_room(serves)
            job = Job(self._next, what, tuple(words), serves, about or {})
            self._next += 1
            self.folder.mkdir(parents=True, exist_ok=True)
            job.process = subprocess.Popen(
                [*this_program(), *words],
                cwd=self.folder,
                env=os.environ | _TOLD | {"KESSEL_LANGUAGE": language},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            self.jobs[job.number] = job
            self.version += 1
        Thread(target=self._follow, args=(job,), name=f"job {job.number}", daemon=True).start()
        return job

    def _make_room(self, serves: bool) -> None:
        running = [job for job in self.jobs.values() if job.runs]
        pages = [job for job in running if job.serves]
        if serves and len(pages) >= MOST_PAGES:
            _end(pages[0])
        if not serves and len(running) - len(pages) >= MOST_WORKING:
            raise BusyError("Enough is being done: wait until something is ready.")
        done = [job.number for job in self.jobs.values() if not job.runs]
        for number in done[: max(0, len(self.jobs) - MOST_JOBS)]:
            del self.jobs[number]

    def stop(self, number: int) -> None:
        """End a command."""
        job = self.jobs.get(number)
        if job is not None and job.runs:
            _end(job)

    def close(self) -> None:
        """End all commands."""
        for job in list(self.jobs.values()):
            if job.runs:
                _end(job)

    def _follow(self, job: Job) -> None:
        process = job.process
        assert process is not None
        assert process.stdout is not None
        assert process.stderr is not None
        text: list[str] = []
        aside = Thread(target=self._heed, args=(job, process.stderr), daemon=True)
        aside.start()
        told = 0
        for line in _lines(process.stdout):
            told += len(line)
            if "--json" in job.words:
                if told < limits.TOLD_PAGE:
                    text.append(line)
                continue
            self._say(job, line)
        aside.join()
        status = process.wait()
        with self._lock:
            with suppress(ValueError, RecursionError):
                job.result = json.loads("".join(text)) if text else None
            job.files = _written(job.result, self.folder)
            job.status, job.ended = status, time.time()
            self.version += 1

    def _heed(self, job: Job, stream: IO[bytes]) -> None:
        for line in _lines(stream):
            if line.startswith(PROGRESS):
                with suppress(ValueError):
                    done, of = map(int, line.split()[1:3])
                    job.progress = (done, of)
                    self.version += 1
            elif line.strip():
                self._say(job, line)

    def _say(self, job: Job, line: str) -> None:
        with self._lock:
            job.lines.append(line.rstrip()[: limits.LINE])
            if job.serves and not job.address and (found := _ADDRESS.search(line)):
                job.address = found.group()
            self.version += 1


def this_program() -> list[str]:
    """The words that start Kessel again: itself when packed, else its Python."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    # -P: modules are not looked for in the folder where the command runs, which is anybody's.
    return [sys.executable, "-P", "-c", "from assistant.cli import main; main()"]


def _lines(stream: IO[bytes]) -> Any:
    while line := stream.readline(1 << 16):
        yield line.decode("utf-8", "replace")


def _written(result: Any, folder: Path) -> list[Path]:
    """The files that a command says it wrote, as far as they lie where such files belong."""
    if not isinstance(result, dict):
        return []
    told = [result.get("path"), *(_paths(result.get("files")))]
    found = [real(folder / name) for name in told if isinstance(name, str)]
    inside = real(folder / "output")
    return [path for path in found if path.is_relative_to(inside) and path.is_file()]


def _paths(files: Any) -> list[Any]:
    if not isinstance(files, list):
        return []
    return [one.get("path") if isinstance(one, dict) else one for one in files]


def _end(job: Job) -> None:
    if job.process is not None:
        with suppress(OSError):
            job.process.terminate()
