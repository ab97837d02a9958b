"""How far a run has come, and how many of several, in a line each."""

from pages.shared.text import plain
from pages.shared.work.jobs import Job, queue
from spca_core.corpus.bundled import display_name
from spca_core.problem.method import METHODS


def describe(job: Job) -> str:
    """Return the line as Markdown, the corpus's name escaped."""
    method, n_topics = METHODS[job.settings.method].label, job.settings.n_components
    corpus = plain(display_name(job.corpus.name))
    run = f"{corpus}, {method}, {n_topics} topic{'s' if n_topics > 1 else ''}"
    if job.waiting:
        return f"{run}: waiting, number {queue().place(job)} in the queue"
    if job.latest is None:
        return f"{run}: starting"
    return (
        f"{run}: best so far {job.latest.captured_variance:.5g} after "
        f"{job.latest.candidates:,} candidates, {job.latest.seconds:.1f} s"
    )


def count(jobs: list[Job], n_runs: int) -> str:
    """Return how many of several runs have ended by themselves; of one, nothing."""
    ended = sum(job.done and not job.stopped for job in jobs)
    return f"{ended:,} of {n_runs:,} runs have finished." if n_runs > 1 else ""
