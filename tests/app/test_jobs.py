"""Runs in the background: few at a time, each once, stopped when told or deserted."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from types import SimpleNamespace

import pytest
from streamlit.runtime.runtime import RuntimeState

from pages.shared.work import progress, tasks
from pages.shared.work import work as piece
from pages.shared.work.progress import Batch
from pages.shared.work.tasks import Run
from pages.shared.work.work import RUNS, Queue, Work
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from tests.app.conftest import end_work
from tests.made_runs import made_run
from tests.oracles import random_corpus

LONGEST_WAIT = 60  # seconds, kernels compiling included
CORPUS = random_corpus(0, 30, 12)
SETTINGS = Settings(n_components=2, sparsity=3, effort="quick")
SOLUTION = replace(made_run(n_components=2, sparsity=3, n_words=12), stopped_by="stop")


def seeded(seed: int) -> Settings:
    return replace(SETTINGS, seed=seed)


def eventually(condition: Callable[[], object]) -> bool:
    deadline = time.monotonic() + LONGEST_WAIT
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.002)
    return bool(condition())


class Search:
    """Stands in for the solver: it finds something better all the time, till let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.seeds: list[int] = []  # of the runs, in the order of their start
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def __call__(
        self, corpus: Corpus, settings: Settings, **_: object
    ) -> Iterator[Solution]:
        with self._lock:
            self.seeds.append(settings.seed)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            candidates = 1
            while not self.let_go.is_set():
                yield replace(SOLUTION, settings=settings, candidates=candidates)
                candidates += 1
                self.let_go.wait(0.001)
            yield replace(SOLUTION, settings=settings, stopped_by="finished")
        finally:
            with self._lock:
                self.at_once -= 1


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    searching = Search()
    monkeypatch.setattr(tasks, "solutions", searching)
    return searching


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    """The queue of a process that has just begun, and a user who is new."""
    fresh = Queue()
    for module in (progress, tasks):
        monkeypatch.setattr(module, "queue", lambda: fresh)
    monkeypatch.setattr(piece.st, "session_state", {})
    yield fresh
    end_work(fresh)


def mine_of(queue: Queue) -> list[Work]:
    return [job for job in queue.unfinished(RUNS) if job.is_mine]


def batch_of(n_runs: int, **options: int) -> Batch:
    return Batch([Run(CORPUS, seeded(seed)) for seed in range(n_runs)], **options)


class EndsMeanwhile(Work):
    """Goes on when it is looked at first, and has ended when it is looked at again."""

    @property
    def done(self) -> bool:
        self.is_seen, was_seen = True, getattr(self, "is_seen", False)
        return was_seen


def test_runs_have_not_ended_while_one_has_not_begun(monkeypatch: pytest.MonkeyPatch):
    works = {run.key: EndsMeanwhile(run) for run in batch_of(2).runs}
    queue = SimpleNamespace(
        watched=lambda run: works[run.key], peek=lambda run: None, find=works.get
    )
    monkeypatch.setattr(progress, "queue", lambda: queue)
    assert not batch_of(2, at_a_time=1).finished


class Tabs:
    """Stands in for Streamlit's runtime: it knows which tabs are open."""

    state = RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED

    def __init__(self, *open_tabs: str) -> None:
        self.open_tabs = set(open_tabs)

    def exists(self) -> bool:
        return True

    def get_instance(self) -> "Tabs":
        return self

    def is_active_session(self, session_id: str) -> bool:
        return session_id in self.open_tabs


def test_a_job_ends_with_what_the_solver_finds(queue: Queue):
    *_, found = solutions(CORPUS, SETTINGS)
    job = queue.get(Run(CORPUS, SETTINGS))
    job.future.result(LONGEST_WAIT)
    assert job.done
    assert not job.failure
    assert job.latest.stopped_by == "finished"
    assert job.latest.supports.tolist() == found.supports.tolist()


def test_at_most_two_run_at_a_time_and_the_rest_know_their_place(
    queue: Queue, search: Search
):
    started = [queue.get(Run(CORPUS, seeded(seed))) for seed in range(5)]
    assert eventually(lambda: search.at_once == RUNS.at_a_time == 2)
    assert [job.waiting for job in started] == [False, False, True, True, True]
    places = [f"waiting for another job, place {n} in the queue" for n in (1, 2, 3)]
    assert [queue.wait(job) for job in started[2:]] == places
    search.let_go.set()
    assert eventually(lambda: all(job.done for job in started))
    assert search.most_at_once == 2
    assert sorted(search.seeds) == [0, 1, 2, 3, 4]


def test_stop_keeps_the_best_so_far(queue: Queue, search: Search):
    job = queue.get(Run(CORPUS, SETTINGS))
    assert eventually(lambda: job.latest)
    job.stop()
    assert eventually(lambda: job.done)
    assert job.latest.stopped_by == "stop"
    assert not job.deserted
    assert job.latest.supports is SOLUTION.supports


def test_a_refused_run_says_why_and_the_queue_lives_on(queue: Queue):
    too_many = [replace(SETTINGS, sparsity=sparsity) for sparsity in (7, 8, 9)]
    refused = [queue.get(Run(CORPUS, settings)) for settings in too_many]
    good = queue.get(Run(CORPUS, SETTINGS))
    good.future.result(LONGEST_WAIT)
    assert good.latest
    for job in refused:
        job.future.result(LONGEST_WAIT)
        assert "Lower one of the two" in job.failure
        assert job.latest is None
    with pytest.raises(InputError, match="Lower one of the two"):
        too_many[0].check_fits(CORPUS.n_words)


def test_an_internal_fault_is_shown_and_logged_and_the_queue_lives_on(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
):
    def faulty(corpus: Corpus, settings: Settings, **_: object) -> Iterator[Solution]:
        yield SOLUTION
        if settings.seed < RUNS.at_a_time:
            raise ZeroDivisionError("a fault of ours")

    said = StringIO()
    log, handler = logging.getLogger(piece.__name__), logging.StreamHandler(said)
    log.addHandler(handler)
    monkeypatch.setattr(tasks, "solutions", faulty)
    *broken, good = [queue.get(Run(CORPUS, seeded(seed))) for seed in range(3)]
    good.future.result(LONGEST_WAIT)
    for job in broken:
        with pytest.raises(ZeroDivisionError, match="a fault of ours"):
            job.future.result(LONGEST_WAIT)
        assert job.done
        assert not job.refusal
        assert "ZeroDivisionError" in job.failure
        assert job.failure.count(".") == 1  # one sentence
    assert good.failure == ""
    # With the traceback.
    assert eventually(
        lambda: said.getvalue().count("Error: a fault of ours") == RUNS.at_a_time
    )
    log.removeHandler(handler)


def test_too_little_memory_is_reported_with_the_way_out(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
):
    def greedy(corpus: Corpus, settings: Settings, **_: object) -> Iterator[Solution]:
        yield SOLUTION
        raise MemoryError

    monkeypatch.setattr(tasks, "solutions", greedy)
    job = queue.get(Run(CORPUS, SETTINGS))
    assert eventually(lambda: job.done)
    assert "Ask for fewer words or topics" in job.failure


def swept_to(n_components: int, **options: object) -> Run:
    sized = replace(SETTINGS, n_components=n_components, **options)
    run = Run(CORPUS, sized)
    tasks.cancel_superseded_run(run)
    return run


def test_sweeping_on_ends_the_run_of_the_size_before_that_has_not_finished(
    queue: Queue, search: Search
):
    before = queue.watched(swept_to(1))
    assert eventually(lambda: before.latest)
    now = queue.watched(swept_to(2))
    assert eventually(lambda: before.done)
    assert not now.done
    swept_to(2)  # drawn again, the page does not end its own run
    assert not now.done


def test_sweeping_ends_no_run_of_other_settings_nor_one_that_another_watches(
    queue: Queue, search: Search
):
    long = queue.watched(swept_to(1))
    other = queue.watched(swept_to(1, seed=7))
    other._asked["another tab"] = other.task
    swept_to(2, seed=7)
    assert eventually(lambda: long.latest and other.latest)
    assert not long.done
    assert not other.done


def test_a_user_sees_their_own_unfinished_runs(
    queue: Queue, search: Search, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(piece, "_present_session", lambda: {"mine"})
    mine = queue.watched(Run(CORPUS, SETTINGS))
    monkeypatch.setattr(piece, "_present_session", lambda: {"theirs"})
    queue.watched(Run(CORPUS, seeded(5)))
    monkeypatch.setattr(piece, "_present_session", lambda: {"mine"})
    assert mine_of(queue) == [mine]
    search.let_go.set()
    assert eventually(lambda: mine_of(queue) == [])


def test_each_user_of_a_shared_run_sees_their_own_corpus(
    queue: Queue, search: Search, monkeypatch: pytest.MonkeyPatch
):
    runs = {name: Run(replace(CORPUS, name=name), SETTINGS) for name in ("a", "b")}
    for name in ("a", "b", "a"):
        monkeypatch.setattr(piece, "_present_session", lambda name=name: {name})
        job = queue.watched(runs[name])
        assert mine_of(queue) == [job]
        assert job.asked.corpus.name == name
    assert len(queue.unfinished(RUNS)) == 1


def test_a_deserted_job_ends_and_who_comes_back_gets_a_new_one(
    queue: Queue, search: Search, monkeypatch: pytest.MonkeyPatch
):
    tabs = Tabs("tab")
    monkeypatch.setattr(piece, "runtime", tabs)
    monkeypatch.setattr(piece, "GRACE", 0.05)
    job = queue.get(Run(CORPUS, SETTINGS))
    job._asked["tab"] = job.task
    # Several graces pass while the tab is open: the job goes on.
    assert eventually(lambda: job.latest and job.latest.candidates > 50)
    time.sleep(3 * piece.GRACE)
    assert not job.done
    tabs.open_tabs.clear()
    assert eventually(lambda: job.done)
    assert job.deserted
    again = queue.get(Run(CORPUS, SETTINGS))
    assert again is not job
    assert eventually(lambda: search.seeds == [0, 0])


def test_one_open_tab_of_several_is_enough_as_after_a_reload(
    queue: Queue, search: Search, monkeypatch: pytest.MonkeyPatch
):
    tabs = Tabs("before")
    monkeypatch.setattr(piece, "runtime", tabs)
    monkeypatch.setattr(piece, "GRACE", 0.05)
    job = queue.get(Run(CORPUS, SETTINGS))
    job._asked |= dict.fromkeys(("before", "after"), job.task)
    tabs.open_tabs = {"after"}
    time.sleep(3 * piece.GRACE)
    assert not job.done


def test_a_batch_starts_no_more_than_two_unfinished_and_then_the_next(
    queue: Queue, search: Search
):
    batch = batch_of(5)
    for _ in range(3):
        assert [job.task.settings.seed for job in batch.jobs()] == [0, 1]
    assert not batch.finished
    assert eventually(lambda: search.most_at_once == 2)
    batch.jobs()[0].stop()
    assert eventually(lambda: batch.jobs()[0].done)
    assert [job.task.settings.seed for job in batch.jobs()] == [0, 1, 2]
    search.let_go.set()
    assert eventually(lambda: batch.finished)
    assert [job.task.settings.seed for job in batch.jobs()] == [0, 1, 2, 3, 4]
    assert search.most_at_once == 2


def test_stopping_a_batch_ends_what_runs_and_starts_no_more(
    queue: Queue, search: Search
):
    batch = batch_of(5)
    running = batch.jobs()
    assert eventually(lambda: all(job.latest for job in running))
    batch.stop()
    assert batch.finished
    assert [job.latest is not None for job in batch.jobs()[:2]] == [True, True]
    # Those whose turn came while the first two ended have found one thing at most.
    assert eventually(lambda: search.at_once == 0)
    assert all(job.latest is None or job.latest.stopped_by == "stop" for job in running)
    assert batch_of(5).jobs() == batch.jobs()


def test_what_a_user_stopped_starts_again_only_when_asked(queue: Queue, search: Search):
    batch = batch_of(1)
    (stopped,) = batch.jobs()
    assert eventually(lambda: stopped.latest)
    batch.stop()
    assert batch_of(1).jobs() == [stopped]
    (again,) = batch_of(1, again=True).jobs()
    assert again is not stopped
    search.let_go.set()
    assert eventually(lambda: again.done)
    assert again.latest.stopped_by == "finished"


def test_what_one_user_stopped_starts_again_for_another(
    queue: Queue, search: Search, monkeypatch: pytest.MonkeyPatch
):
    batch = batch_of(1)
    (stopped,) = batch.jobs()
    batch.stop()
    monkeypatch.setattr(piece.st, "session_state", {})
    (others,) = batch_of(1).jobs()
    assert others is not stopped
    assert eventually(lambda: others.latest)


def test_only_the_oldest_that_are_done_are_forgotten(
    queue: Queue, search: Search, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Run, "lane", RUNS._replace(max_ended=2))
    first, second, third = (queue.get(Run(CORPUS, seeded(seed))) for seed in range(3))
    assert queue.get(Run(CORPUS, seeded(0))) is first
    search.let_go.set()
    assert eventually(lambda: all(job.done for job in (first, second, third)))
    queue.get(Run(CORPUS, seeded(3)))
    assert queue.get(Run(CORPUS, seeded(2))) is third
    assert queue.get(Run(CORPUS, seeded(0))) is not first


def test_a_stopped_run_that_was_still_waiting_never_starts(
    queue: Queue, search: Search
):
    *running, waiting = [queue.get(Run(CORPUS, seeded(seed))) for seed in range(3)]
    assert eventually(lambda: search.at_once == 2)
    waiting.stop()
    assert waiting.done
    search.let_go.set()
    assert eventually(lambda: all(job.done for job in running))
    assert (waiting.latest, sorted(search.seeds)) == (None, [0, 1])


def test_the_next_run_of_a_batch_begins_without_a_look_of_the_page(
    queue: Queue, search: Search
):
    batch = batch_of(5, at_a_time=1)
    batch.jobs()
    search.let_go.set()
    assert eventually(lambda: len(search.seeds) == 5 and search.at_once == 0)
    assert search.seeds == [0, 1, 2, 3, 4]
    assert search.most_at_once == 1


def test_no_run_follows_one_that_was_stopped(queue: Queue, search: Search):
    (job,) = batch_of(3, at_a_time=1).jobs()
    assert eventually(lambda: job.latest)
    job.stop()
    assert eventually(lambda: job.done)
    search.let_go.set()
    assert eventually(lambda: search.at_once == 0)
    assert search.seeds == [0]


def test_runs_that_may_spend_more_or_have_other_settings_are_others():
    run, more = Run(CORPUS, SETTINGS), Run(CORPUS, SETTINGS, 5.0)
    other = Run(CORPUS, replace(SETTINGS, n_components=SETTINGS.n_components + 1))
    assert len({run.key, more.key, other.key}) == 3
