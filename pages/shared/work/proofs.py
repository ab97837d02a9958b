"""Certificates in the background: one at a time, while somebody looks at its answer."""

import time
from collections.abc import Iterator
from typing import NamedTuple

import streamlit as st

from pages.shared.work.background import Queue
from pages.shared.work.task import Work
from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof.certificate import Certificate, certificates

AT_A_TIME = 1
# As a page: a thread that yields more may have to wait while it holds the GIL, and all
# pages with it.
NICENESS = 0
LOOKED_AWAY = 5.0  # seconds without a look: the user has gone on to something else


class Proof(NamedTuple):
    """What to prove: how much any so many components of so many words can capture."""

    corpus: Corpus
    centred: bool
    n_components: int
    sparsity: int

    @staticmethod
    def about(corpus: Corpus, settings: Settings) -> "Proof":
        """Return the proof that judges any solution of this size."""
        return Proof(corpus, settings.centred, settings.n_components, settings.sparsity)

    @property
    def key(self) -> tuple[str, bool, int, int]:
        return (self.corpus.content_id, *self[1:])

    def results(self) -> Iterator[Certificate]:
        """Yield ever lower bounds."""
        covariance = Covariance.of(self.corpus, centred=self.centred)
        return certificates(covariance, self.n_components, self.sparsity)


class ProofJob(Work[Certificate]):
    """One proof under way."""

    task: Proof

    def watch(self) -> None:
        """Note that the present session looks at it now."""
        super().watch()
        self._last_seen = time.monotonic()

    def _is_deserted(self) -> bool:
        return time.monotonic() - self._last_seen > LOOKED_AWAY


@st.cache_resource(show_spinner=False)
def proof_queue() -> Queue[ProofJob]:
    """Return the one queue of proofs in the process."""
    return Queue(ProofJob, AT_A_TIME, NICENESS)
