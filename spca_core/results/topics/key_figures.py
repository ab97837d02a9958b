"""The figures on a result."""

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.formatting import mark_if_weighted, significant
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import KeyFigure

STOPPED_BY = {"finished": "finished", "seconds": "time limit", "stop": "not finished"}


def key_figures(corpus: Corpus, solution: Solution) -> list[KeyFigure]:
    """Return the figures on a result.

    A stored solution was not searched for here: it has no seconds and no candidates.
    """
    kind, settings = corpus.kind, solution.settings
    variance = mark_if_weighted("Captured variance", settings.weighting)
    run = [KeyFigure("ended", "Run", "stored with the corpus")]
    if solution.candidates:
        run = [
            KeyFigure("time", "Seconds", f"{solution.seconds:.2f}"),
            KeyFigure("candidates_tried", "Candidates", f"{solution.candidates:,}"),
            KeyFigure("ended", "Run", STOPPED_BY[solution.stopped_by]),
        ]
    return [
        KeyFigure("variance", variance, significant(solution.captured_variance)),
        *run,
        KeyFigure("documents", kind.documents.capitalize(), f"{corpus.n_documents:,}"),
        KeyFigure("words", kind.words.capitalize(), f"{corpus.n_words:,}"),
        KeyFigure("values", "Values", values_analysed(settings)),
    ]


def values_analysed(settings: Settings) -> str:
    """Say which values were analysed: raw, weighted, by their lengths, centred."""
    weighting, norm = WEIGHTINGS[settings.weighting].label, NORMS[settings.norm]
    parts = (
        weighting if settings.weighting != "counts" else "",
        norm.label.lower() if norm.power else "",
        "centred" if settings.centred else "",
    )
    return ", ".join(filter(None, parts)) or "raw"
