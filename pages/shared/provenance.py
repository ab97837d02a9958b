"""What every export carries: the source of the corpus, the settings, the versions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from pages.shared.state import choices, edits
from pages.shared.state.options import ORIGIN
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Proof
from spca_core.corpus.corpus import Corpus
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.results.comparison import result_table
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.chance import AgainstChance


def provenance_of(
    workspace: Workspace, solution: Solution, chance: AgainstChance | None
) -> Provenance:
    """Return what every export carries: the corpus, the settings, the versions."""
    by_hand = edits.by_hand()
    provenance = Provenance.of(workspace.corpus, solution, _source(), by_hand, chance)
    return with_limit(provenance, workspace, solution)


def with_limit(
    provenance: Provenance, workspace: Workspace, solution: Solution
) -> Provenance:
    """Add what has been proven about the solution so far."""
    proven = Proof.about(workspace.corpus, solution.settings).known
    limits = verdict.limits([proven] if proven else [], [solution])
    return replace(provenance, limits=verdict.records(limits))


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
    made_of = result_table.provenance_of_comparison(corpus, runs, _source(), **made)
    return replace(made_of, limits=list(limits))


def corpus_provenance(prepared: Corpus) -> Provenance:
    """Return what exports of the corpus carry."""
    return Provenance.of_corpus(prepared, _source())


def _source() -> str:
    """Return where the corpus comes from and how it is read, as in a link."""
    query = {"corpus": choices.value("corpus"), **choices.parameters()}
    return urlencode({name: text for name, text in query.items() if name in ORIGIN})
