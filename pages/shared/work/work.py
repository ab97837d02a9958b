"""Work in the background: a few tasks of a kind at a time, identical ones only once.

Work belongs to the process, not to a session: it goes on while its user changes pages,
and ends when every tab that watched it is gone. What one user stops stays stopped for
that user alone; anybody else gets a new start.
"""

import logging
import math
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.runtime import Runtime
from streamlit.runtime.runtime import RuntimeState
from streamlit.runtime.scriptrunner import get_script_run_ctx
from threadpoolctl import threadpool_limits

from pages.shared.work.memory import give_back
from spca_core.errors import InputError
from spca_core.running.stopping import Stopped, cancel_scope

GRACE = 10.0  # seconds without a tab; reloading a page takes less
MAX_STOP = 0.5  # seconds a click on Stop waits for work to end
GIVING_WAY = 0.02  # seconds between two looks of work that gives way to searches
LONGEST_PAUSE = 8.0  # seconds between two looks of a page that is open
STOPPED = "stopped_work"  # session state: what the user has stopped, by key


class Lane(NamedTuple):
    """A kind of work, which waits for no other kind.

    at_a_time : pieces of work; none that is short waits behind a long one, as that is
                in another lane
    niceness  : of its threads, on the scale of nice(1). With 10, pages take up to a
                quarter less time while two searches and a proof go on.
    max_ended : pieces of ended work that are remembered; the oldest are forgotten first
    turn      : seconds after which one that waits goes on
    grace     : seconds after which work ends at whose answer nobody looks; None where
                it goes on while a tab is open
    gives_way : it pauses while a search goes on, whoever has asked for that
    """

    name: str
    at_a_time: int
    niceness: int = 10
    max_ended: int = 300
    turn: float = math.inf
    grace: float | None = None
    gives_way: bool = False


RUNS, TABLES, TRANSFERS = Lane("runs", 2), Lane("tables", 1), Lane("downloads", 1)
# As nice as a page: a thread of lower priority may have to wait while it holds the GIL,
# and then all pages wait too.
PROOFS = Lane("proofs", 1, niceness=0, turn=2.0, grace=LONGEST_PAUSE + 2)
# As nice as a search, whose threads it lends and borrows: one of lower priority would
# still take a tenth of a search's time.
CHANCES = Lane("chances", 1, grace=LONGEST_PAUSE + 2, gives_way=True)


class Task(Protocol):
    """What to do; tasks with the same key are identical."""

    @property
    def key(self) -> Hashable: ...

    @property
    def lane(self) -> Lane: ...

    @property
    def known(self) -> Any:
        """What is known before it begins; None if nothing is."""

    def results(self) -> Iterator[Any]:
        """Yield better and better results; raise InputError if there can be none."""


SomeTask = TypeVar("SomeTask", bound=Task)


@dataclass(eq=False)
class Work(Generic[SomeTask]):
    """One task under way: its best result so far, and how to end it."""

    task: SomeTask
    then: Callable[[], None] = lambda: None  # called when it has ended by itself
    refusal: str = ""  # why the input cannot be run
    deserted: bool = False  # whether it ended because nobody watched
    future: Future = field(default_factory=Future)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _asked: dict[str, SomeTask] = field(default_factory=dict)  # by session id
    _last_seen: float = field(default_factory=time.monotonic)
    _results: Iterator[Any] | None = None  # what is left of them, between turns

    def __post_init__(self) -> None:
        self.latest: Any = self.task.known

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
    def failure(self) -> str:
        """Why it has failed, in a sentence: the input, or the app; else empty."""
        if isinstance(self.error, MemoryError):
            return "There is not enough memory for this. Ask for fewer words or topics."
        fault = f"The app failed at this: {self.error!r}." if self.error else ""
        return self.refusal or fault

    @property
    def asked(self) -> SomeTask:
        """The task as the present session has asked for it: with its own corpus.

        That of `task` may be another session's, with the same counts.
        """
        mine = self._asked.keys() & _present_session()
        return next((self._asked[session] for session in mine), self.task)

    @property
    def is_mine(self) -> bool:
        """Whether the present session has asked for this."""
        return bool(self._asked.keys() & _present_session())

    @property
    def is_mine_alone(self) -> bool:
        """Whether no other session has asked for this."""
        return self._asked.keys() <= _present_session()

    def watch(self, task: SomeTask) -> None:
        """Note that the present session looks at this now, as its own task."""
        self._asked |= dict.fromkeys(_present_session(), task)
        self._last_seen = time.monotonic()

    def stop(self) -> None:
        """End it soon; it keeps its best so far."""
        self._stopping.set()
        if self.future.cancel():
            self._results = None  # they may hold data

    def work(
        self,
        others_wait: Callable[[], bool] = lambda: False,
        gives_way: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Work until finished, stopped or deserted, which can be before it begins.

        Return True if there is more to do, but the turn is over and others wait.
        gives_way : whether to pause now
        """
        goes_on = not self._is_unwanted() and self._turn(others_wait, gives_way)
        if not goes_on:
            self._results = None  # they may hold data
        return goes_on

    def _turn(
        self, others_wait: Callable[[], bool], gives_way: Callable[[], bool]
    ) -> bool:
        turn_over = time.monotonic() + self.task.lane.turn
        try:
            with cancel_scope(partial(self._pauses_or_ends, gives_way)):
                self._results = self._results or self.task.results()
                for result in self._results:
                    self.latest = result
                    if self._is_unwanted():
                        return False
                    if time.monotonic() > turn_over and others_wait():
                        return True
        except Stopped:
            return False
        except InputError as error:
            self.refusal = str(error)
        return False

    def _pauses_or_ends(self, gives_way: Callable[[], bool]) -> bool:
        """Return whether nobody wants this any more, after a pause if there is one."""
        while not (ends := self._is_unwanted()) and gives_way():
            time.sleep(GIVING_WAY)
        return ends

    def _is_unwanted(self) -> bool:
        self.deserted = self._is_deserted()
        return self._stopping.is_set() or self.deserted

    def _is_deserted(self) -> bool:
        """Return whether nobody has looked, or no tab has been open, for too long."""
        grace = self.task.lane.grace
        if grace is None and self._is_watched():
            self._last_seen = time.monotonic()
        return time.monotonic() - self._last_seen > (GRACE if grace is None else grace)

    def _is_watched(self) -> bool:
        there = server()
        return not there or any(map(there.is_active_session, tuple(self._asked)))


class Queue:
    """All work in the process, in the order of its start."""

    def __init__(self) -> None:
        # For the whole process: workers use all processors already. Idle BLAS threads
        # would hold them, and pages of other sessions would take twice as long.
        threadpool_limits(1, user_api="blas")
        self._lock = threading.Lock()
        self._lanes: defaultdict[Lane, dict[Hashable, Work]] = defaultdict(dict)
        self._executors: dict[Lane, ThreadPoolExecutor] = {}

    def watched(self, task: SomeTask) -> Work[SomeTask]:
        """Return this user's work on a task, started if need be, and watch it."""
        work = self._stopped.get(task.key) or self.get(task)
        work.watch(task)
        return work

    def peek(self, task: SomeTask) -> Work[SomeTask] | None:
        """Return this user's work, or None; never start it."""
        return self._stopped.get(task.key) or self.find(task)

    def stop(self, works: Iterable[Work]) -> None:
        """Stop work for this user, who still sees what it has found."""
        works = list(works)
        running = [work.future for work in works if work.future.running()]
        for work in works:
            self.abandon(work)
            self.show_me(work)
        # So that the next drawing of the page finds them ended already.
        wait(running, timeout=MAX_STOP)

    def show_me(self, work: Work) -> None:
        """Take ended work, or work from elsewhere, as this user's own."""
        self._stopped[work.task.key] = work

    def begin_again(self, tasks: Iterable[Task]) -> None:
        """Forget that this user stopped the work on these tasks, or that it failed."""
        for task in tasks:
            self._stopped.pop(task.key, None)
            if (work := self.find(task)) and work.failure:
                self.abandon(work)

    def abandon(self, work: Work) -> None:
        """Stop and forget work: the next request for its task gets a new start."""
        work.stop()
        with self._lock:
            if self._lanes[work.task.lane].get(work.task.key) is work:
                del self._lanes[work.task.lane][work.task.key]

    def end_for_me(self, task: Task) -> None:
        """End work under way that nobody else has asked for."""
        work = self.find(task)
        if work and not work.done and work.is_mine_alone:
            self.abandon(work)

    @property
    def _stopped(self) -> dict[Hashable, Work]:
        """What this user has stopped, or has from elsewhere, by key."""
        return st.session_state.setdefault(STOPPED, {})

    def get(
        self, task: SomeTask, then: Callable[[], None] = lambda: None
    ) -> Work[SomeTask]:
        """Return the work on this task; start it if there is none.

        then : called by new work when it has ended by itself
        """
        with self._lock:
            lane = self._lanes[task.lane]
            work = lane.get(task.key)
            if work and not work.deserted:
                return work
            work = lane[task.key] = Work(task, then)
            future = self._submit(work)
            for key in list(lane)[: -task.lane.max_ended]:
                if lane[key].done:
                    del lane[key]
        # Without the lock: work that has ended already calls back at once.
        future.add_done_callback(lambda ended: _go_on(work, ended))
        return work

    def _submit(self, work: Work) -> Future:
        lane = work.task.lane
        if lane not in self._executors:
            self._executors[lane] = ThreadPoolExecutor(
                lane.at_a_time, initializer=_be_nice, initargs=(lane.niceness,)
            )
        work.future = self._executors[lane].submit(self._take_turn, work)
        return work.future

    def _take_turn(self, work: Work) -> None:
        """Let work go on; if there is more to do then, it waits for its next turn."""
        lane = work.task.lane
        goes_on = work.work(
            lambda: bool(self._waiting(lane)),
            lambda: lane.gives_way and bool(self.unfinished(RUNS)),
        )
        give_back()
        if not goes_on:
            return
        with self._lock:
            future = self._submit(work)
        future.add_done_callback(lambda ended: _go_on(work, ended))

    def _waiting(self, lane: Lane) -> list[Work]:
        return [work for work in self.all(lane) if work.waiting]

    def find(self, task: SomeTask) -> Work[SomeTask] | None:
        """Return the work that was started on this task, if any."""
        with self._lock:
            return self._lanes[task.lane].get(task.key)

    def wait(self, work: Work) -> str:
        """Say at what place among its kind work waits; empty if it begins at once."""
        waiting = self._waiting(work.task.lane)
        if len(self.unfinished(work.task.lane)) <= work.task.lane.at_a_time:
            return ""
        place = waiting.index(work) + 1 if work in waiting else 1
        return f"waiting for another job, place {place} in the queue"

    def all(self, lane: Lane) -> list[Work]:
        """Return all work of one kind, in the order of its start."""
        with self._lock:
            return list(self._lanes[lane].values())

    def unfinished(self, lane: Lane) -> list[Work]:
        """Return the work of one kind that goes on or waits."""
        return [work for work in self.all(lane) if not work.done]


@st.cache_resource(show_spinner=False)
def queue() -> Queue:
    """Return the one queue of the process."""
    return Queue()


def _be_nice(niceness: int) -> None:
    """Lower the priority of this thread, if the system has priorities of threads."""
    if sys.platform == "linux":
        os.nice(niceness)  # on Linux, for the calling thread only


def _go_on(ended: Work, turn: Future) -> None:
    """If work ended with this turn, log its error, and call `then` unless stopped."""
    if turn is not ended.future:
        return
    stopping = (RuntimeState.STOPPING, RuntimeState.STOPPED)
    if (there := server()) and there.state in stopping:
        return  # no thread can be started any more, and work under way breaks off
    if ended.error:
        logging.getLogger(__name__).error("Work has failed", exc_info=ended.error)
    if not (ended.stopped or ended.deserted):
        ended.then()


def server() -> Runtime | None:
    """Return Streamlit's server, or None: in tests it comes and goes."""
    try:
        return runtime.get_instance()
    except RuntimeError:
        return None


def _present_session() -> set[str]:
    context = get_script_run_ctx()
    return {context.session_id} if context else set()
