"""What a look at a comparison is given."""

from typing import NamedTuple

import pandas as pd

from pages.shared.state.workspace import Workspace
from spca_core.problem.solution import Solution
from spca_core.results.files.provenance import Provenance
from spca_core.results.runs import full_size


class Found(NamedTuple):
    """The best of each run so far, and what is proven of any."""

    workspace: Workspace
    solutions: list[Solution]
    limits: pd.DataFrame  # as verdict.limits gives them
    provenance: Provenance
    running: bool  # whether more is to come

    @property
    def largest(self) -> list[Solution]:
        """Those with as many topics as asked for: the comparison proper."""
        return full_size(self.solutions)
