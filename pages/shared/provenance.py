"""What every export carries: the source of the corpus, the settings, the versions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from pages.shared.state import choices
from pages.shared.state.options import ORIGIN
from spca_core.corpus.corpus import Corpus
from spca_core.problem.settings import Settings
from spca_core.results.comparison import result_table
from spca_core.results.files.provenance import Provenance


def comparison_provenance(
    corpus: Corpus,
    runs: Sequence[Settings],
    limits: Sequence[dict[str, Any]] = (),
    **made: Any,
) -> Provenance:
    """Return what exports of a comparison carry: what all of its runs share.

    limits : what is proven, as `verdict.records` has it
    made   : equal_time and machine, as for `provenance_of_comparison`
    """
    made_of = result_table.provenance_of_comparison(corpus, runs, source(), **made)
    return replace(made_of, limits=list(limits))


def corpus_provenance(prepared: Corpus) -> Provenance:
    """Return what exports of the corpus carry."""
    return Provenance.of_corpus(prepared, source())


def source() -> str:
    """Return where the corpus comes from and how it is read, as in a link."""
    query = {"corpus": choices.value("corpus"), **choices.parameters()}
    return urlencode({name: text for name, text in query.items() if name in ORIGIN})
