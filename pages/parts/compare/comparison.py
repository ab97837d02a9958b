"""What a comparison has found so far, as it is given to each look."""

from typing import NamedTuple

import pandas as pd

from pages.shared.provenance import comparison_provenance
from pages.shared.state.workspace import Workspace
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.results.comparison.runs import RunsProgress, full_size, max_seeds
from spca_core.results.files.provenance import Provenance, machine_figures


class Comparison(NamedTuple):
    """The best solution of each run so far, and the limits proven for all of them."""

    workspace: Workspace
    solutions: list[Solution]
    limits: pd.DataFrame  # as verdict.limits gives them
    provenance: Provenance
    progress: RunsProgress
    equal_time: float | None  # processor seconds of each run with its restarts
    machine: dict[str, str]  # hardware and software of the runs

    @staticmethod
    def of(
        workspace: Workspace,
        solutions: list[Solution],
        limits: pd.DataFrame,
        progress: RunsProgress,
        equal_time: float | None,
        machine: dict[str, str] | None = None,
    ) -> "Comparison":
        """Return what to look at, with what is proven.

        machine : if the runs were not made here
        """
        provenance = comparison_provenance(
            workspace.corpus,
            [solution.settings for solution in solutions],
            verdict.records(limits),
            equal_time=equal_time,
            machine=machine,
        )
        return Comparison(
            workspace,
            solutions,
            limits,
            provenance,
            progress,
            equal_time,
            machine or machine_figures(),
        )

    @property
    def settings(self) -> Settings:
        """The settings of the first run: all runs share its weighting."""
        return self.solutions[0].settings

    @property
    def n_seeds(self) -> int:
        """The greatest number of seeds that a method was run with."""
        return max_seeds(self.largest)

    @property
    def largest(self) -> list[Solution]:
        """The solutions of runs for the most topics: the comparison proper."""
        return full_size(self.solutions)
