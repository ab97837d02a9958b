"""A comparison as a Python program that makes the same runs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.problem.settings import Settings

# Settings whose defaults depend on the data, or that a reader wants to see.
ALWAYS = ("n_components", "sparsity", "weighting", "centred", "norm")
OF_A_RUN = ("method", "seed", "restarts", "pinned", "seconds")
PROGRAM = """import spca_core

corpus = spca_core.load({source})
options = {options}
runs = [  # method, seed, restarts
{runs}
]
for method, seed, restarts in runs:
    topics = spca_core.solve(
        corpus, method=method, seed=seed, restarts=restarts, **options
    )
    print(method, seed, topics.captured_variance, topics.processor_seconds)
"""


def python_example(
    source: str, preparation: Preparation, runs: Sequence[Settings]
) -> str:
    """Return a program that makes the same runs from Python.

    source : a bundled name, or the name of a file; only ever written as a text
    runs   : with the restarts that each had time for
    """
    prepared = _changed(preparation, DEFAULT_PREPARATION).items()
    named = "".join(f", {name}={value!r}" for name, value in prepared)
    options: dict[str, Any] = {name: getattr(runs[0], name) for name in ALWAYS}
    for run in runs:
        options |= _changed(run.relevant, Settings())
    for name in OF_A_RUN:
        options.pop(name, None)
    lines = [f"    {(run.method, run.seed, run.restarts)!r}," for run in runs]
    return PROGRAM.format(
        source=f"{source!r}{named}", options=options, runs="\n".join(lines)
    )


def _changed(chosen: Any, default: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in asdict(chosen).items()
        if value != getattr(default, name)
    }
