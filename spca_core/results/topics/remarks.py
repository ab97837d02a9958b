"""How sure a result is, and on what it rests."""

from dataclasses import replace

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.formatting import (
    counted,
    in_figures,
    mark_if_weighted,
    noun,
    percent,
    significant,
)
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.method import METHODS
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.results.corpus.scales import about_scales
from spca_core.topics import Topics


def remarks(topics: Topics) -> list[str]:
    """Return sentences on how sure the answer is, and on what it rests."""
    settings, known = topics.settings, topics.remarks
    sentences = []
    if known.net:
        sentences.append(_on_net(known.net, topics))
    elif known.exhaustive is not None:
        method = METHODS[settings.method]
        ended = method.when_exhaustive if known.exhaustive else method.when_not
        sentences.append(ended.format(settings))
    if known.sketch_error is not None:
        sentences.append(_on_sketch(settings, known.sketch_error))
    more = (empty_topics(topics), about_scales(topics.require_corpus(), settings))
    return [*sentences, *filter(None, more)]


def summary(topics: Topics) -> str:
    """Say in a line what was found, what is proven of it, and what to beware of."""
    about, settings = topics.about, topics.settings
    captured = mark_if_weighted(
        significant(topics.captured_variance), settings.weighting
    )
    size = counted(topics.supports.shape[1], about.kind.words)
    sentences = [
        f"{display_name(about.name)}: {counted(len(topics), 'topics')} of {size}, "
        f"{METHODS[settings.method].label}, captured variance {captured}"
    ]
    if proof := topics.certificate:
        saved = ", by a saved proof" * verdict.is_saved(proof)
        sentences.append(verdict.bound_line(topics, proof.upper_bound) + saved)
        sentences.append(verdict.ending_sentence(proof))
    if topics.chance:
        sentences.append(topics.chance.sentence(about.kind))
    sentences.append(empty_topics(topics))
    if topics.corpus is not None:
        sentences.append(about_scales(topics.corpus, settings))
    return ". ".join(each.removesuffix(".") for each in sentences if each)


def empty_topics(solution: Solution) -> str:
    """Say how many topics capture nothing; empty if all capture something."""
    captured = solution.variances > 0
    if captured.all():
        return ""
    return (
        f"Only {captured.sum()} of the {counted(len(captured), 'topics')} capture "
        "anything: the other words do not vary. Ask for fewer topics, or for fewer "
        "words in each."
    )


def too_small(corpus: Corpus, settings: Settings) -> str:
    """Say why a corpus is too small for so many topics; empty if it is not.

    As many topics as documents could be one for each, which says nothing.
    """
    n_documents, n_topics = corpus.n_documents, settings.n_components
    if n_documents <= n_topics:
        return (
            f"{counted(n_documents, corpus.kind.documents)} are too few for "
            f"{counted(n_topics, 'topics')}. Choose more of them, or fewer topics."
        )
    try:
        replace(settings, pinned=()).check_fits(corpus.n_words, "this part")
    except InputError as error:
        return str(error)
    return ""


def _on_net(net: NetSearch, solution: Solution) -> str:
    size = (
        f"The net for epsilon {net.epsilon:g} has {in_figures(net.n_points)} "
        f"{noun(net.n_points, 'points')} at rank {solution.settings.rank}, so "
        f"{in_figures(net.n_candidates)} {noun(net.n_candidates, 'candidates')}. "
    )
    if net.ratio is None or net.sharper_ratio is None:  # not exhausted
        tried = f"{solution.candidates:,} were tried"
        return f"{size}Only {tried}: no guarantee holds."
    return (
        f"{size}All were tried: on the sketch the topics capture at least "
        f"{percent(net.ratio)} of the best possible (by a sharper proof "
        f"{percent(net.sharper_ratio, 2)}). On the data no topics capture more than "
        f"{net.upper_bound:.5g} (by the sharper proof {net.sharper_upper_bound:.5g})."
    )


def _on_sketch(settings: Settings, error: float) -> str:
    """State the error, or a stream's bound on it."""
    most = "at most " if settings.sketch == "streaming" else ""
    return (
        f"The sketch ({SKETCH_LABELS[settings.sketch]}, rank {settings.rank}) is "
        f"{most}{error:.4g} away from the data's matrix A, in spectral norm."
    )
