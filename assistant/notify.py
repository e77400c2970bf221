"""Posts the change report to a webhook: retried with back-off, never twice, never in the way."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import requests

from assistant.board.aside import Aside, AsideError
from builder.saying import Saying

TRIES = 6
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
TIMEOUT = (5, 20)
"""Seconds to connect and to answer."""

BUSY = (429, 500, 502, 503)
"""Answers of a webhook that has not taken the report and may take it later."""

MOST_WORDS = 1900
"""Characters that chat channels take in one message, with something to spare."""

Picture = tuple[Callable[..., bytes], tuple[Any, ...]]
"""What draws the picture, and what it is given; drawn in a process of its own."""


@dataclass(frozen=True)
class Notice:
    """One report: a text, and what draws the picture of the position if there is to be one."""

    key: str
    text: str
    picture: Picture | None = None


class Notifier:
    """Sends notices from a thread of its own. `told` hears of those that could not be sent.

    The webhook gets a form with `payload_json` ({"content", "text"}, as chat channels take it) and
    the file; without a picture it gets the JSON itself. Every notice bears an Idempotency-Key.
    `wait` sleeps between tries; it is given seconds.
    """

    def __init__(
        self,
        url: str,
        told: Callable[[str], None],
        wait: Callable[[float], object] | None = None,
        aside: Aside | None = None,
    ) -> None:
        self._url = url
        self._told = told
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._aside = aside or Aside()
        self._queue: queue.Queue[Notice | None] = queue.Queue(maxsize=64)
        self._last = ""
        self._thread = threading.Thread(target=self._run, name="notify", daemon=True)
        self._thread.start()

    def send(self, notice: Notice) -> None:
        """Send later; a notice with the key of the last one is passed over."""
        if notice.key == self._last:
            return
        self._last = notice.key
        try:
            self._queue.put_nowait(notice)
        except queue.Full:
            self._told("The webhook does not keep up: a report was left out.")

    def close(self, patience: float = 3.0) -> None:
        """Send what is waiting, for at most `patience` seconds, and end."""
        with contextlib.suppress(queue.Full):
            self._queue.put_nowait(None)
        self._thread.join(patience)
        self._stop.set()

    def _run(self) -> None:
        while (notice := self._queue.get()) is not None and not self._stop.is_set():
            problem = self._deliver(notice, self._drawn(notice))
            if problem:
                self._told(Saying("The webhook did not take the report: {why}.", why=problem))

    def _drawn(self, notice: Notice) -> bytes | None:
        if notice.picture is None:
            return None
        work, given = notice.picture
        try:
            return self._aside.run(work, *given)
        except AsideError as error:
            self._told(Saying("The report goes without its picture: {why}", why=error))
            return None

    def _deliver(self, notice: Notice, picture: bytes | None) -> str:
        """Post one notice; the reason if it was not taken.

        Only what surely did not arrive is tried again: no connection, or an answer that says so.
        """
        pause = FIRST_WAIT
        problem = ""
        for attempt in range(TRIES):
            if attempt:
                self._wait(pause)
                pause = min(LONGEST_WAIT, pause * 2)
            if self._stop.is_set():
                return "it was stopped"
            try:
                answer = self._post(notice, picture)
            except requests.ConnectionError as error:
                if not never_arrived(error):
                    return "the connection broke, and it may have arrived"
                problem = "it cannot be reached"
                continue
            except requests.Timeout:
                return "no answer came in time, and it may have arrived"
            except (requests.RequestException, ValueError):
                return "the address cannot be used"
            if 200 <= answer.status_code < 300:
                return ""
            problem = Saying("it answered {n}", n=answer.status_code)
            if answer.status_code not in BUSY:
                return problem
            pause = max(pause, _asked_to_wait(answer))
        return Saying("{why}, {n} times", why=problem, n=TRIES)

    def _post(self, notice: Notice, picture: bytes | None) -> requests.Response:
        body = {
            "content": notice.text.replace("](", "] (")[:MOST_WORDS],  # no link but what is seen
            "text": _escaped(notice.text),
            "allowed_mentions": {"parse": []},  # a unit's name calls nobody
        }
        given: dict[str, Any] = {"json": body}
        if picture is not None:
            files = {"files[0]": ("board.png", picture, "image/png")}
            given = {"data": {"payload_json": json.dumps(body)}, "files": files}
        headers = {"Idempotency-Key": notice.key}
        with requests.post(
            self._url, headers=headers, timeout=TIMEOUT, allow_redirects=False, stream=True, **given
        ) as answer:
            return answer  # its body, which may have no end, is not read


def _escaped(text: str) -> str:
    """The text as channels take it that read commands such as `<!channel>` in angle brackets."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def never_arrived(error: requests.ConnectionError) -> bool:
    """Whether no connection came about at all, so that nothing can have been sent."""
    from urllib3.exceptions import MaxRetryError, NewConnectionError

    if isinstance(error, requests.ConnectTimeout):
        return True
    cause = error.args[0] if error.args else None
    reason = cause.reason if isinstance(cause, MaxRetryError) else cause
    return isinstance(reason, NewConnectionError)


def _asked_to_wait(answer: requests.Response) -> float:
    """Seconds that a Retry-After asks for, within reason."""
    text = answer.headers.get("Retry-After", "")
    return min(LONGEST_WAIT, float(text)) if text.replace(".", "", 1).isdecimal() else 0.0
