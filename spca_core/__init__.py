"""Topics that share no word: disjoint sparse principal components, and proofs.

    corpus = spca_core.load("state_of_the_union")
    topics = spca_core.solve(corpus, n_components=8, sparsity=10)

`load` takes files, folders, texts, tokens, data frames and matrices; `solve` takes what
it returns, or any of these, and returns `Topics`, a sequence of `Topic`; `preview`
shows what a file would be read as; `find` searches the texts; `certify` proves how much
any topics can capture; `DisjointSparsePCA` is the same as a scikit-learn transformer.
The names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spca_core.corpus.corpus import Corpus
    from spca_core.corpus.load import load, preview
    from spca_core.corpus.readers.preview import Preview
    from spca_core.errors import InputError, ReadingWarning
    from spca_core.estimator import DisjointSparsePCA
    from spca_core.problem.covariance import Covariance
    from spca_core.problem.settings import Settings
    from spca_core.problem.solution import Candidate
    from spca_core.proof.certificate import Certificate, certify
    from spca_core.results.documents.concordance import Concordance, find
    from spca_core.topics import Topic, Topics, solve

    __version__: str

_PLACES = {
    "load": "corpus.load",
    "preview": "corpus.load",
    "solve": "topics",
    "find": "results.documents.concordance",
    "certify": "proof.certificate",
    "Preview": "corpus.readers.preview",
    "Concordance": "results.documents.concordance",
    "Corpus": "corpus.corpus",
    "Topic": "topics",
    "Topics": "topics",
    "DisjointSparsePCA": "estimator",
    "InputError": "errors",
    "ReadingWarning": "errors",
    "Certificate": "proof.certificate",
    "Settings": "problem.settings",
    "Covariance": "problem.covariance",
    "Candidate": "problem.solution",
}
# In the order of the reference: what comes first for users, and then what is advanced.
__all__ = [  # noqa: RUF022
    "load",
    "preview",
    "solve",
    "find",
    "Topics",
    "DisjointSparsePCA",
    "Topic",
    "certify",
    "Certificate",
    "Corpus",
    "Preview",
    "Concordance",
    "Settings",
    "Covariance",
    "Candidate",
    "InputError",
    "ReadingWarning",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from spca_core.results.files.provenance import PROJECT, versions

        return versions()[PROJECT]
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"spca_core.{_PLACES[name]}"), name)
    globals()[name] = value  # not asked for again
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
