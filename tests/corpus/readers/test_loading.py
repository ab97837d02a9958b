"""A file is opened and parsed once, and its first lines are shown."""

import gzip

import pytest

from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.recognise import look


@pytest.mark.slow
def test_to_look_at_a_bomb_costs_little_memory(peak_bytes):
    bomb = Upload("data", gzip.compress(b"tea and tax " * 5_000_000))
    # What is looked at, and its words.
    assert peak_bytes(lambda: look(bomb)) < 50_000_000
