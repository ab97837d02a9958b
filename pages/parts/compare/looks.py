"""The looks at one comparison, each at what has been found so far."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from pages.parts.compare import curves, grids, race, ranking, words
from pages.parts.compare.found import Found
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY
from pages.shared.views.keep import comparison_provenance
from pages.shared.views.verdicts import show_proof, show_refining
from pages.shared.work.jobs import Job
from pages.shared.work.proofs import Proof
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate
from spca_core.results.runs import full_size

LOOKS: dict[str, Callable[[Found], None]] = {
    "curves": curves.show,
    "words": words.show,
    "table": ranking.show,
    "race": race.show,
    "sweep": grids.show,
}
JUDGED = ("curves", "table")  # the looks that show what is proven


@dataclass(frozen=True)
class View:
    """A comparison as the user has chosen to look at it."""

    workspace: Workspace
    request: Request

    def show(self, jobs: list[Job]) -> None:
        """Show what the methods have found; limits get lower as one looks."""
        solutions = [job.latest for job in jobs if job.latest]
        if not solutions:
            if all(job.done and not job.refusal for job in jobs):
                st.info(STOPPED_TOO_EARLY)
        elif choices.value("look") in JUDGED:
            show_refining(self._proofs(solutions), partial(self._judged, solutions))
        else:
            self._draw(solutions, [], running=False)

    def preview(self, jobs: list[Job]) -> None:
        """Show what the methods have found so far."""
        solutions = [job.latest for job in jobs if job.latest]
        if solutions:
            self._draw(solutions, [], running=True)

    def _judged(
        self, solutions: list[Solution], certificates: list[Certificate]
    ) -> None:
        self._draw(solutions, certificates, running=False)
        show_proof(certificates[-1:])

    def _draw(
        self,
        solutions: list[Solution],
        certificates: list[Certificate],
        *,
        running: bool,
    ) -> None:
        found = Found(
            self.workspace,
            solutions,
            verdict.limits(certificates, solutions),
            comparison_provenance(self.workspace, self.request, solutions),
            running,
        )
        LOOKS[choices.value("look")](found)

    def _proofs(self, solutions: list[Solution]) -> list[Proof]:
        """Return the proofs for the full size, or for each size where all are shown."""
        corpus, settings = self.workspace.corpus, full_size(solutions)[0].settings
        sizes = [settings.n_components]
        if curves.shows_every_gap():
            sizes = list(range(1, settings.n_components + 1))
        proof = Proof.about(corpus, settings)
        return [proof._replace(n_components=size) for size in sizes]
