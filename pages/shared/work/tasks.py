"""The work of the pages in the background: runs of the methods, and proofs."""

import threading
import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import streamlit as st

from pages.shared.work.limits import known_limits
from pages.shared.work.queues import Queue
from pages.shared.work.work import Work, drawing
from spca_core.corpus.corpus import Corpus
from spca_core.methods.registry import warm
from spca_core.methods.solve import solutions
from spca_core.methods.timed import timed
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, certificates
from spca_core.results.files.verification import stored_solution
from spca_core.running.stopping import SECONDS_BETWEEN_LOOKS, stopping_point

RUNS_AT_A_TIME, PROOFS_AT_A_TIME = 2, 1
RUN_NICENESS = 10
# Like a page: a thread of lower priority may have to wait while it holds the GIL, and
# then all pages wait too.
PROOF_NICENESS = 0
LONGEST_PAUSE = 8.0  # seconds between two looks of a page that is open
LOOKED_AWAY = LONGEST_PAUSE + 2  # seconds: the user has gone on to something else
GIVING_WAY_SECONDS = 0.02  # between two checks whether a page is being drawn
SWEPT = "swept_run"  # session state: the run with the size chosen last


class Run(NamedTuple):
    """What to run; runs with the same key have the same answer.

    Changing a setting that the method does not use does not make a new run.
    """

    corpus: Corpus
    settings: Settings
    spend: float | None = None  # processor seconds for the search and its restarts

    @property
    def key(self) -> tuple[Hashable, ...]:
        return self.corpus.content_id, self.settings.relevant, self.spend

    def results(self) -> Iterator[Solution]:
        """Yield better and better solutions."""
        return solutions(self.corpus, self.settings.relevant, spend=self.spend)


class StoredRun(Run):
    """A run whose solution came with the corpus: no search, and no seconds to compare.

    So a comparison with the same settings makes a run of its own.
    """

    @property
    def key(self) -> tuple[Hashable, ...]:
        return "stored", *super().key

    def results(self) -> Iterator[Solution]:
        """Yield the solution that is stored, if there is one."""
        return filter(None, [stored_solution(self.corpus)])


class TimedRun(Run):
    """A run whose seconds are compared: it is made alone, and repeated if it is short.

    So it is made anew, even where another page has the same topics.
    """

    @property
    def key(self) -> tuple[Hashable, ...]:
        return "timed", *super().key

    def results(self) -> Iterator[Solution]:
        """Yield better and better solutions, once no other run is timed."""
        while not _TIMING.acquire(timeout=SECONDS_BETWEEN_LOOKS):
            stopping_point()
        try:
            once = super().results
            yield from timed(once) if self.spend is None else once()
        finally:
            _TIMING.release()


_TIMING = threading.Lock()


class Job(Work[Solution]):
    """One run under way."""

    task: Run

    @property
    def corpus(self) -> Corpus:
        return self.task.corpus

    @property
    def settings(self) -> Settings:
        """The settings that the method uses; the others have their defaults."""
        return self.task.settings.relevant


class Compilation(NamedTuple):
    """Compiling a method's kernels in the background, while stored topics are shown."""

    method: str = "joint"

    @property
    def key(self) -> tuple[str, str]:
        return "compilation", self.method

    def results(self) -> Iterator[None]:
        """Compile the kernels for texts."""
        yield warm(self.method, is_sparse=True, centred=True)


class Proof(NamedTuple):
    """What to prove: how much any topics of this number and size can capture."""

    corpus: Corpus
    centred: bool
    weighting: str
    n_components: int
    sparsity: int

    @staticmethod
    def about(corpus: Corpus, settings: Settings) -> "Proof":
        """Return the proof that judges any solution of this size."""
        weighted = settings.centred, settings.weighting
        return Proof(corpus, *weighted, settings.n_components, settings.sparsity)

    @property
    def key(self) -> tuple[str, bool, str, int, int]:
        return (self.corpus.content_id, *self[1:])

    def results(self) -> Iterator[Certificate]:
        """Yield lower and lower bounds, starting from the lowest that is known."""
        covariance = Covariance.of(
            self.corpus, centred=self.centred, weighting=self.weighting
        )
        for certificate in certificates(
            covariance, self.n_components, self.sparsity, after=self.proven
        ):
            known_limits().put(self.key, certificate)
            yield replace(certificate, pause=None)  # a pause takes megabytes

    @property
    def proven(self) -> Certificate | None:
        """What is proven so far, no matter who asked for it."""
        return known_limits().get(self.key)


@dataclass(eq=False)
class ProofJob(Work[Certificate]):
    """One proof under way. It pauses when nobody looks at its answer.

    While pages are drawn, it waits at every point where it could be stopped.
    """

    TURN = 2.0
    task: Proof

    def __post_init__(self) -> None:
        proven = known_limits().get(self.task.key)
        self.latest = proven and replace(proven, pause=None)

    def _is_unwanted(self) -> bool:
        while drawing().goes_on and not self.stopped:
            time.sleep(GIVING_WAY_SECONDS)
        return super()._is_unwanted()

    def _is_deserted(self) -> bool:
        return time.monotonic() - self._last_seen > LOOKED_AWAY


@st.cache_resource(show_spinner=False)
def run_queue() -> Queue[Job]:
    """Return the one queue of runs in the process."""
    return Queue(Job, RUNS_AT_A_TIME, RUN_NICENESS)


@st.cache_resource(show_spinner=False)
def proof_queue() -> Queue[ProofJob]:
    """Return the one queue of proofs in the process."""
    return Queue(ProofJob, PROOFS_AT_A_TIME, PROOF_NICENESS)


def compile_ahead() -> None:
    """Compile in the background what the next search needs, once."""
    run_queue().get(Compilation())


def cancel_superseded_run(run: Run) -> None:
    """End the last run and its proof if only the size differs and nobody needs them.

    Otherwise every size on the way would be searched to its end before this one, and
    the last one's limit would be lowered while this one's topics are drawn.
    """
    last: Run | None = st.session_state.get(SWEPT)
    st.session_state[SWEPT] = run
    if last is None or last.key == run.key or not _differ_in_size(last, run):
        return
    end_for_me(run_queue(), last.key)
    end_for_me(proof_queue(), Proof.about(last.corpus, last.settings).key)


def _differ_in_size(one: Run, other: Run) -> bool:
    size = other.settings
    resized = replace(
        one.settings, n_components=size.n_components, sparsity=size.sparsity
    )
    same_corpus = one.corpus.content_id == other.corpus.content_id
    return same_corpus and resized == other.settings


def end_for_me(queue: Queue, key: Hashable) -> None:
    """End work under way that nobody else has asked for."""
    work = queue.find(key)
    if work and not work.done and work.is_mine_alone:
        queue.abandon(work)
