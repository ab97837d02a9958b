"""How far a run has come, in one line."""

from pages.shared.text import plain
from pages.shared.work.jobs import Job, queue
from spca_core.corpus.catalogue import display_name
from spca_core.settings import METHOD_LABELS


def describe(job: Job) -> str:
    """Return the line as Markdown, the corpus's name escaped."""
    method, n_topics = METHOD_LABELS[job.settings.method], job.settings.n_components
    corpus = plain(display_name(job.corpus.name))
    run = f"{corpus}, {method}, {n_topics} topics"
    if job.waiting:
        return f"{run}: waiting, number {queue().place(job)} in the queue"
    if job.latest is None:
        return f"{run}: starting"
    return (
        f"{run}: best so far {job.latest.captured_variance:.5g} after "
        f"{job.latest.candidates:,} candidates, {job.latest.seconds:.1f} s"
    )
