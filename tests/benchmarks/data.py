"""The data sets of the paper, which the benchmarks share."""

from spca_core.corpus.corpus import Corpus
from spca_core.paper import data_sets


def read_published(name: str) -> Corpus:
    """Read a data set of the paper from the folder that SPCA_DATA names."""
    return data_sets.read(data_sets.data_set(name), data_sets.data_folder())
