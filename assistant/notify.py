"""Posts the change report to a webhook: retried with back-off, never twice, never in the way."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

import requests

TRIES = 5
FIRST_WAIT = 1.0
TIMEOUT = (5, 20)
"""Seconds to connect and to answer."""


@dataclass(frozen=True)
class Notice:
    """One report: a text, and the picture of the position if there is one."""

    key: str
    text: str
    picture: bytes | None = None


class Notifier:
    """Sends notices from a thread of its own. `told` hears of those that could not be sent.

    The webhook gets a form with `payload_json` ({"content", "text"}, as chat channels take it) and
    the file; without a picture it gets the JSON itself. Every notice bears an Idempotency-Key.
    """

    def __init__(
        self,
        url: str,
        told: Callable[[str], None],
        wait: Callable[[float], None] | None = None,
    ) -> None:
        self._url = url
        self._told = told
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._queue: queue.Queue[Notice | None] = queue.Queue(maxsize=64)
        self._seen: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="notify", daemon=True)
        self._thread.start()

    def send(self, notice: Notice) -> None:
        """Send later; a notice of a key that was given before is passed over."""
        if notice.key in self._seen:
            return
        self._seen.add(notice.key)
        try:
            self._queue.put_nowait(notice)
        except queue.Full:
            self._told("The webhook does not keep up: a report was left out.")

    def close(self, patience: float = 3.0) -> None:
        """Send what is waiting, for at most `patience` seconds, and end."""
        self._queue.put(None)
        self._thread.join(patience)
        self._stop.set()

    def _run(self) -> None:
        while (notice := self._queue.get()) is not None:
            problem = self._deliver(notice)
            if problem:
                self._told(f"The webhook did not take the report: {problem}.")

    def _deliver(self, notice: Notice) -> str:
        """Post one notice. Only what surely did not arrive is tried again."""
        pause = FIRST_WAIT
        problem = ""
        for attempt in range(TRIES):
            if attempt:
                self._wait(pause)
                pause *= 2
            if self._stop.is_set():
                return "it was stopped"
            try:
                answer = self._post(notice)
            except requests.ConnectionError:
                problem = "it cannot be reached"
                continue
            except requests.Timeout:
                return "no answer came in time"
            except requests.RequestException:
                return "the address cannot be used"
            if answer.ok:
                return ""
            problem = f"it answered {answer.status_code}"
            if answer.status_code not in (429, 502, 503, 504):
                return problem
        return f"{problem}, {TRIES} times"

    def _post(self, notice: Notice) -> requests.Response:
        body = {"content": notice.text[:1900], "text": notice.text}
        headers = {"Idempotency-Key": notice.key}
        if notice.picture is None:
            return requests.post(
                self._url, json=body, headers=headers, timeout=TIMEOUT, allow_redirects=False
            )
        return requests.post(
            self._url,
            data={"payload_json": json.dumps(body)},
            files={"files[0]": ("board.png", notice.picture, "image/png")},
            headers=headers,
            timeout=TIMEOUT,
            allow_redirects=False,
        )
