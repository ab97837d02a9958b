"""One task and the work on it: its best result so far, and how it ends.

Work whose tabs are all gone is deserted, and ends.
"""

import threading
import time
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from spca_core.errors import InputError

GRACE = 10.0  # seconds without a tab: a reload is back within them
FOLLOWED = 2.0  # seconds after a page has looked, which it does twice a second

Result = TypeVar("Result", covariant=True)
Kept = TypeVar("Kept")


class Task(Protocol[Result]):
    """What to do: any two of one key are identical."""

    @property
    def key(self) -> Hashable: ...

    def results(self) -> Iterator[Result]:
        """Yield ever better results; raise InputError if there can be none."""
        ...


@dataclass(eq=False)
class Work(Generic[Kept]):
    """One task under way: the best result so far, and how to end it."""

    task: Task[Kept]
    latest: Kept | None = None
    refusal: str = ""  # why the input cannot be run
    deserted: bool = False
    future: Future = field(default_factory=Future)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _watchers: set[str] = field(default_factory=set)  # session ids
    _last_seen: float = field(default_factory=time.monotonic)
    _followers: tuple[Task[Kept], ...] = ()
    _followed_until: float = 0.0

    @property
    def done(self) -> bool:
        return self.future.done()

    @property
    def waiting(self) -> bool:
        return not self.future.running() and not self.done

    @property
    def stopped(self) -> bool:
        """Whether somebody ended it early."""
        return self.done and self._stopping.is_set()

    def watch(self) -> None:
        """Note that the present session wants this."""
        self._watchers |= _present_session()

    @property
    def is_mine(self) -> bool:
        """Whether the present session has wanted this."""
        return bool(self._watchers & _present_session())

    @property
    def is_mine_alone(self) -> bool:
        """Whether no other session has wanted this."""
        return self._watchers <= _present_session()

    def stop(self) -> None:
        """End it soon; it keeps its best so far."""
        self._stopping.set()
        self.future.cancel()

    def have_follow(self, tasks: Iterable[Task[Kept]]) -> None:
        """Note what a page wants next: it has to say so again and again."""
        self._followers = tuple(tasks)
        self._followed_until = time.monotonic() + FOLLOWED

    def take_followers(self, other: "Work[Kept]") -> None:
        """Be followed by what was to follow another, for as long."""
        self._followers = other._followers
        self._followed_until = other._followed_until

    @property
    def followers(self) -> tuple[Task[Kept], ...]:
        """What is to begin when this ends by itself: the first not yet begun."""
        wanted = time.monotonic() < self._followed_until and not self.deserted
        return self._followers if wanted and not self._stopping.is_set() else ()

    def work(self) -> None:
        """Work until finished, stopped or deserted: maybe in the queue already."""
        self.deserted = self._is_deserted()
        if self.deserted:
            return
        try:
            for result in self.task.results():
                self.latest = result
                self.deserted = self._is_deserted()
                if self._stopping.is_set() or self.deserted:
                    break
        except InputError as error:
            self.refusal = str(error)

    @property
    def fault(self) -> str:
        """What went wrong that no input is to blame for, in one sentence, if it did."""
        error = None
        if self.done and not self.future.cancelled():
            error = self.future.exception()
        if isinstance(error, MemoryError):
            return "There is not enough memory for this. Ask for fewer words or topics."
        return f"This failed by a fault of the app: {error!r}." if error else ""

    def _is_deserted(self) -> bool:
        """Tell whether no tab has watched for longer than the grace."""
        now = time.monotonic()
        if not runtime.exists() or any(
            runtime.get_instance().is_active_session(watcher)
            for watcher in tuple(self._watchers)
        ):
            self._last_seen = now
        return now - self._last_seen > GRACE


def _present_session() -> set[str]:
    context = get_script_run_ctx()
    return {context.session_id} if context else set()
