"""What a method says of its answer, in sentences for people."""

from collections.abc import Iterator

import pandas as pd

from spca_core.problem.guarantee import NetSearch
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Solution
from spca_core.steps.counting import in_figures


def remarks(solution: Solution) -> pd.DataFrame:
    """One row a remark on how sure the answer is: topic of the remark, sentence."""
    return pd.DataFrame(list(_remarks(solution)), columns=["about", "sentence"])


def _remarks(solution: Solution) -> Iterator[tuple[str, str]]:
    settings, known = solution.settings, solution.remarks
    if known.net:
        yield "net", _on_net(known.net, solution)
    elif known.exhaustive is not None:
        yield "search", _SEARCHES[settings.method, known.exhaustive].format(settings)
    if known.sketch_error is not None:
        yield "sketch", _on_sketch(settings, known.sketch_error)


_SEARCHES = {
    ("exact", True): (
        "This is the optimum: every other choice of words was weighed or excluded."
    ),
    ("exact", False): "The search was not finished: there may be better topics.",
    ("span", True): (
        "Exact up to rank 2: each topic is the best of all on the sketch of the words "
        "that the earlier topics left."
    ),
    ("span", False): (
        "Sampled: {0.candidates:,} random directions for each topic. Exact is only a "
        "sketch of rank 1 or 2."
    ),
}


def _on_net(net: NetSearch, solution: Solution) -> str:
    size = (
        f"The net for epsilon {net.epsilon:g} has {in_figures(net.n_points)} points at "
        f"rank {solution.settings.rank}, so {in_figures(net.n_candidates)} candidates. "
    )
    if not net.exhausted:
        tried = f"{solution.candidates:,} were tried"
        return f"{size}Only {tried}: no guarantee holds."
    return (
        f"{size}All were tried: on the sketch the topics capture at least "
        f"{net.ratio:.0%} of the best possible (by a sharper proof "
        f"{net.sharper_ratio:.2%}). On the data no topics capture more than "
        f"{net.upper_bound:.5g} (by the sharper proof {net.sharper_upper_bound:.5g})."
    )


def _on_sketch(settings: Settings, error: float) -> str:
    """State the error, or the bound on it that a stream can give."""
    most = "at most " if settings.sketch == "streaming" else ""
    return (
        f"The sketch ({SKETCH_LABELS[settings.sketch]}, rank {settings.rank}) is "
        f"{most}{error:.4g} away from the data's matrix A, in spectral norm."
    )
