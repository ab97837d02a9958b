"""The work of the pages in the background: runs of the methods, chance, and proofs."""

import threading
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import streamlit as st

from pages.shared.state import cached
from pages.shared.work.work import CHANCES, PROOFS, RUNS, Work, queue
from spca_core.corpus.corpus import Corpus
from spca_core.methods.registry import warm
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, certificates
from spca_core.results.files.stored import stored_topics
from spca_core.results.topics.chance import AgainstChance, against_chance
from spca_core.running.stopping import SECONDS_BETWEEN_CHECKS, stopping_point
from spca_core.topics import SHUFFLES, Topics

SWEPT = "swept_run"  # session state: the run with the size chosen last
MAX_LIMITS = 2_000  # that are known; the oldest are forgotten first


class Run(NamedTuple):
    """What to run; runs with the same key have the same answer.

    Changing a setting that the method does not use does not make a new run. Nor do
    another name, other groups, dates or texts of the corpus: see `Work.asked`.
    """

    corpus: Corpus
    settings: Settings
    spend: float | None = None  # processor seconds for the search and its restarts
    lane = RUNS
    known = None

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
        return filter(None, [stored_topics(self.corpus)])

    @property
    def chance(self) -> AgainstChance | None:
        """What came with the corpus of these topics against chance."""
        stored = cached.stored(self.corpus)
        return stored.chance if stored else None


def run_of(corpus: Corpus, settings: Settings) -> Run:
    """Return the run of these settings: stored, if its topics came with the corpus."""
    stored = cached.stored(corpus)
    is_stored = stored is not None and stored.settings.relevant == settings.relevant
    return (StoredRun if is_stored else Run)(corpus, settings)


class TimedRun(Run):
    """A run whose seconds are compared: it is made alone.

    So it is made anew, even where another page has the same topics.
    """

    @property
    def key(self) -> tuple[Hashable, ...]:
        return "timed", *super().key

    def results(self) -> Iterator[Solution]:
        """Yield better and better solutions, once no other run is timed."""
        while not _TIMING.acquire(timeout=SECONDS_BETWEEN_CHECKS):
            stopping_point()
        try:
            yield from super().results()
        finally:
            _TIMING.release()


_TIMING = threading.Lock()
Job = Work[Run]  # one run under way


class Compilation(NamedTuple):
    """Compiling a method's kernels in the background, while stored topics are shown."""

    method: str = "joint"
    lane = RUNS
    known = None

    @property
    def key(self) -> tuple[str, str]:
        return "compilation", self.method

    def results(self) -> Iterator[None]:
        """Compile the kernels for texts."""
        yield warm(self.method, is_sparse=True, centred=True)


class Chance(NamedTuple):
    """What to hold against chance: the topics that a run has found."""

    run: Run
    solution: Solution
    lane = CHANCES
    known = None

    @property
    def key(self) -> tuple[Hashable, ...]:
        return "chance", self.run.key, self.solution.supports.tobytes()

    @property
    def found(self) -> AgainstChance | None:
        """The answer, once all shuffled tables are searched.

        Before, there is none: with fewer tables, more topics would be beyond chance.
        """
        if isinstance(self.run, StoredRun):
            return self.run.chance
        work = queue().find(self)
        if work and (latest := work.latest) and latest.n_shuffles == SHUFFLES:
            return latest
        return None

    def results(self) -> Iterator[AgainstChance]:
        """Yield the topics against chance, after each shuffled table."""
        return against_chance(Topics.of(self.run.corpus, self.solution))


class Proof(NamedTuple):
    """What to prove: how much any topics of a number and size can capture.

    settings : they decide the matrix, the number and the size
    solution : whose words the proof may know; it judges any other too
    """

    corpus: Corpus
    settings: Settings
    solution: Solution | None = None
    lane = PROOFS

    @property
    def key(self) -> tuple[Hashable, ...]:
        return self.corpus.content_id, self.settings.question

    @property
    def known(self) -> Certificate | None:
        """What is proven so far, by anybody's work, or came with the corpus."""
        latest = known_limits().get(self.key)
        return latest or cached.stored_certificate(self.corpus, self.settings)

    def results(self) -> Iterator[Certificate]:
        """Yield lower and lower bounds, starting from the lowest that is known."""
        for certificate in certificates(
            covariance_of(self.corpus, self.settings),
            self.settings.n_components,
            self.settings.sparsity,
            supports=None if self.solution is None else self.solution.supports,
            after=self.known,
        ):
            known_limits().put(self.key, certificate)
            yield certificate


class Limits:
    """The latest certificates, by what they prove."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Hashable, Certificate] = {}

    def get(self, key: Hashable) -> Certificate | None:
        """Return what is proven so far, if anything is."""
        with self._lock:
            return self._known.get(key)

    def put(self, key: Hashable, certificate: Certificate) -> None:
        """Keep a certificate, which is no higher than the one before."""
        with self._lock:
            self._known.pop(key, None)
            self._known[key] = certificate
            for oldest in list(self._known)[:-MAX_LIMITS]:
                del self._known[oldest]


@cache
def known_limits() -> Limits:
    """Return the lowest limits proven, kept while the server runs."""
    return Limits()


def compile_ahead() -> None:
    """Compile in the background what the next search needs, once."""
    queue().get(Compilation())


def cancel_superseded_run(run: Run) -> None:
    """End the work on the last run if only the size differs and nobody needs it.

    Otherwise every size on the way would be searched to its end before this one, and
    the last one's limit would be lowered while this one's topics are drawn.
    """
    last: Run | None = st.session_state.get(SWEPT)
    st.session_state[SWEPT] = run
    if last is None or last.key == run.key or not _differ_in_size(last, run):
        return
    queue().end_for_me(last)
    queue().end_for_me(Proof(last.corpus, last.settings))
    for work in queue().unfinished(CHANCES):
        if work.task.run.key == last.key:
            queue().end_for_me(work.task)


def _differ_in_size(last: Run, run: Run) -> bool:
    size = run.settings
    resized = replace(
        last.settings, n_components=size.n_components, sparsity=size.sparsity
    )
    same_corpus = last.corpus.content_id == run.corpus.content_id
    return same_corpus and resized == size
