"""Read files in the thread of a page, below a bar, and keep what comes of them.

A rerun of the page ends a reading: each step of the bar is a place where it can.
"""

import os
import threading
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from pages.shared.text import plain
from pages.shared.work.memory import give_back
from spca_core.corpus.readers.files import Source, Upload, how_far
from spca_core.errors import InputError
from spca_core.running.bars import Progress
from spca_core.running.stopping import cancel_scope

SECONDS_WITHOUT_BAR = 0.5  # most files have been read by then
SECONDS_BETWEEN_STEPS = 0.1
DEFAULT_SECONDS = 120.0  # for reading an upload, unless SPCA_UPLOAD_SECONDS is set
MAX_KEPT = 12  # results of a kind; the oldest is forgotten first
Result = TypeVar("Result")


def read_once(
    kind: str, source: Source, how: Hashable, read: Callable[[Progress], Result]
) -> Result:
    """Return what `read` makes of a file, once for all users.

    kind   : of results that are kept together
    how    : what decides the result; for an upload, its digest too
    read   : takes a function to call with the share that has been read
    raises : InputError as `read` does, each time without reading again, or if an upload
             takes too long
    """
    key = how, _version(source)
    kept = _kept(kind)
    result = kept.get(key)
    if result is None:
        bar = _Bar(source)
        try:
            with cancel_scope(bar.step):
                result = read(bar.tell)
        except InputError as error:
            result = InputError(str(error))
        bar.remove()
        kept.put(key, result)
        give_back()
    if isinstance(result, InputError):
        raise InputError(str(result))
    return result


def _version(source: Source) -> Hashable:
    """Return the size and the time of change of a file on the server."""
    if not isinstance(source, Path) or not source.is_file():
        return ()
    status = source.stat()
    return str(source), status.st_size, status.st_mtime_ns


class _Kept:
    """The latest results, by their keys."""

    def __init__(self) -> None:
        self._lock, self._results = threading.Lock(), {}

    def get(self, key: Hashable) -> Any:
        """Return one that is there, and keep it for longer; None if it is not."""
        with self._lock:
            if key in self._results:
                self._results[key] = self._results.pop(key)
            return self._results.get(key)

    def put(self, key: Hashable, result: object) -> None:
        with self._lock:
            self._results[key] = result
            for oldest in list(self._results)[:-MAX_KEPT]:
                del self._results[oldest]


@st.cache_resource(show_spinner=False)
def _kept(kind: str) -> _Kept:  # noqa: ARG001, the cache's key
    return _Kept()


class _Bar:
    """How far a file has been read, once that takes a while."""

    def __init__(self, source: Source) -> None:
        self._source, self._share, self._place = source, 0.0, st.empty()
        self._thread, self._begun = threading.get_ident(), time.monotonic()
        self._next = self._begun + SECONDS_WITHOUT_BAR

    def tell(self, share: float) -> None:
        self._share = share
        self.step()

    def step(self) -> bool:
        """Draw the bar, if it is time to; a rerun of the page ends the reading here.

        Return that it goes on otherwise.
        """
        now = time.monotonic()
        if now < self._next or threading.get_ident() != self._thread:
            return False
        seconds = now - self._begun
        _check_seconds(self._source, seconds)
        name = plain(self._source.name)
        self._place.progress(self._share, f"{name}: {how_far(self._share, seconds)}")
        self._next = now + SECONDS_BETWEEN_STEPS
        return False

    def remove(self) -> None:
        self._place.empty()


def _check_seconds(source: Source, seconds: float) -> None:
    limit = float(os.environ.get("SPCA_UPLOAD_SECONDS") or DEFAULT_SECONDS)
    if isinstance(source, Upload) and seconds > limit:
        raise InputError(
            f"{source.name} takes over {limit:g} seconds to read, the most that an "
            "upload may take here. Upload a part of it."
        )
