"""The corpus that the benchmarks share."""

import os
from pathlib import Path

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.uci import read_uci

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
FOLDER = Path(os.environ.get("SPCA_DATA", SHARED_DATA))


def read_kos() -> Corpus:
    return read_uci(FOLDER / "kos" / "docword.kos.txt.gz")
