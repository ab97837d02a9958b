"""The one place that remembers what was read."""

import streamlit as st

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus


# A resource, not data: its arrays are read-only, and copies of them would be slow.
@st.cache_resource(show_spinner="Reading the corpus…", max_entries=8)
def corpus(name: str) -> Corpus:
    """Return a bundled corpus."""
    return read_bundled(name)
