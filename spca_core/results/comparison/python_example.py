"""A comparison as a Python program, with a method of one's own beside the others."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.problem.settings import Settings

# Settings whose defaults depend on the data, or that a reader wants to see.
ALWAYS = ("n_components", "sparsity", "weighting", "centred", "norm", "seed")
PROGRAM = '''import spca_core

corpus = spca_core.load({source})


def strongest_words(covariance, settings, executor):
    """A method of your own yields supports whenever it has found better ones."""
    k, s = settings.n_components, settings.sparsity
    words = covariance.words_by_variance[: k * s]
    yield spca_core.Candidate(supports=words.reshape(k, s), candidates=1)


options = {options}
for method in [{methods}, strongest_words]:
    print(spca_core.solve(corpus, method=method, **options))
'''


def python_example(
    source: str,
    preparation: Preparation,
    settings: Settings,
    methods: Sequence[str],
) -> str:
    """Return a program that makes the same runs from Python.

    source  : a bundled name, or the name of a file; only ever written as a text
    methods : the names of those that are compared
    """
    prepared = _changed(preparation, DEFAULT_PREPARATION).items()
    named = "".join(f", {name}={value!r}" for name, value in prepared)
    options = {name: getattr(settings, name) for name in ALWAYS}
    options |= _changed(settings, Settings())
    options.pop("method", None)
    return PROGRAM.format(
        source=f"{source!r}{named}",
        options=options,
        methods=", ".join(map(repr, methods)),
    )


def _changed(chosen: Any, default: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in asdict(chosen).items()
        if value != getattr(default, name)
    }
