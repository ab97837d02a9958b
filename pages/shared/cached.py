"""The one place that remembers what was read."""

import streamlit as st

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.published.data_sets import data_folder, data_set, read


# A resource, not data: its arrays are read-only, and copies of them would be slow.
@st.cache_resource(show_spinner="Reading the corpus…", max_entries=8)
def corpus(name: str) -> Corpus:
    """Return a bundled corpus."""
    return read_bundled(name)


@st.cache_resource(show_spinner="Reading the data set…", max_entries=8)
def published(name: str) -> Corpus:
    """Return a data set of the paper that is in the data folder."""
    return read(data_set(name), data_folder())
