"""A piece of work in the background: how far it is, who watches it, how it ends.

Work belongs to the process, not to a session: it goes on while its user changes pages,
and ends when every tab that watched it is gone.
"""

import math
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from streamlit import runtime
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from spca_core.errors import InputError
from spca_core.running.stopping import Stopped, cancel_scope

GRACE = 10.0  # seconds without a tab; reloading a page takes less
MAX_DRAWING = 1.0  # seconds; most pages are drawn by then
MAX_IN_A_ROW = 4  # pages

Result = TypeVar("Result")


class Drawing:
    """Whether a page of this process is being drawn; if so, proofs pause.

    Half of the time is left to the proofs, however many pages are drawn. A few pages
    may follow one another, and the proofs get that time back later.
    """

    def __init__(self) -> None:
        self._until = self._noted = self._credit = 0.0

    def begin(self) -> None:
        """Note that a page begins to be drawn."""
        now = time.monotonic()
        drawn = max(0.0, min(now, self._until) - self._noted)
        left = now - self._noted - 2 * drawn
        self._credit = min(self._credit + left, MAX_IN_A_ROW * MAX_DRAWING)
        self._noted = now
        if self._credit > 0:
            self._until = now + MAX_DRAWING

    @property
    def goes_on(self) -> bool:
        """Whether a page may still be drawn."""
        return time.monotonic() < self._until


@cache
def drawing() -> Drawing:
    """Return the one `Drawing` of the process."""
    return Drawing()


class Task(Protocol):
    """What to do; tasks with the same key are identical."""

    @property
    def key(self) -> Hashable: ...

    def results(self) -> Iterator[Any]:
        """Yield better and better results; raise InputError if there can be none."""


@dataclass(eq=False)
class Work(Generic[Result]):
    """One task under way: its best result so far, and how to end it.

    Tasks that can continue where they paused may take turns, each of TURN seconds from
    its first result on.
    """

    TURN: ClassVar[float] = math.inf
    task: Task
    then: Callable[[], None] = lambda: None  # called when it has ended by itself
    latest: Result | None = None
    refusal: str = ""  # why the input cannot be run
    deserted: bool = False  # whether it ended because nobody watched
    future: Future = field(default_factory=Future)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _watchers: set[str] = field(default_factory=set)  # session ids
    _last_seen: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> bool:
        """Whether it has ended or is told to: nobody waits for its current step."""
        return self.future.done() or self._stopping.is_set()

    @property
    def waiting(self) -> bool:
        return not self.future.running() and not self.done

    @property
    def stopped(self) -> bool:
        """Whether somebody ended it early."""
        return self._stopping.is_set()

    @property
    def error(self) -> BaseException | None:
        """The error that ended it, if any; refused input is not one."""
        ended = self.future.done() and not self.future.cancelled()
        return self.future.exception() if ended else None

    @property
    def fault(self) -> str:
        """The error in one sentence, empty if there is none."""
        if isinstance(self.error, MemoryError):
            return "There is not enough memory for this. Ask for fewer words or topics."
        return f"The app failed at this: {self.error!r}." if self.error else ""

    @property
    def is_mine(self) -> bool:
        """Whether the present session has asked for this."""
        return bool(self._watchers & _present_session())

    @property
    def is_mine_alone(self) -> bool:
        """Whether no other session has asked for this."""
        return self._watchers <= _present_session()

    def watch(self) -> None:
        """Note that the present session looks at this now."""
        self._watchers |= _present_session()
        self._last_seen = time.monotonic()

    def stop(self) -> None:
        """End it soon; it keeps its best so far."""
        self._stopping.set()
        self.future.cancel()

    def work(self, others_wait: Callable[[], bool] = lambda: False) -> bool:
        """Work until finished, stopped or deserted, which can be before it begins.

        Return True if there is more to do, but the turn is over and others wait.
        """
        if self._is_unwanted():
            return False
        turn_over = math.inf
        try:
            with cancel_scope(self._is_unwanted):
                for result in self.task.results():
                    self.latest = result
                    # The first may take longer than a turn: each turn must get further.
                    turn_over = min(turn_over, time.monotonic() + self.TURN)
                    if self._is_unwanted():
                        return False
                    if time.monotonic() > turn_over and others_wait():
                        return True
        except Stopped:
            return False
        except InputError as error:
            self.refusal = str(error)
        return False

    def _is_unwanted(self) -> bool:
        self.deserted = self._is_deserted()
        return self._stopping.is_set() or self.deserted

    def _is_deserted(self) -> bool:
        """Return whether no tab has watched for longer than the grace."""
        if self._is_watched():
            self._last_seen = time.monotonic()
        return time.monotonic() - self._last_seen > GRACE

    def _is_watched(self) -> bool:
        there = server()
        return not there or any(map(there.is_active_session, tuple(self._watchers)))


def server() -> Runtime | None:
    """Return Streamlit's server, or None: in tests it comes and goes."""
    try:
        return runtime.get_instance()
    except RuntimeError:
        return None


def _present_session() -> set[str]:
    context = get_script_run_ctx()
    return {context.session_id} if context else set()
