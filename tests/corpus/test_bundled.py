"""The bundled corpora are what datasets/README.md says they are."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from spca_core.corpus.bundled import FOLDER, bundled_titles, read_bundled
from spca_core.errors import InputError
from tests.fuzz import in_one_test

DATASETS = Path(__file__).resolve().parents[2] / "datasets"


@in_one_test("name", ["nips", "../data/state_of_the_union"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name):
    expected = "The bundled corpus must be one of .*state_of_the_union.*; got "
    with pytest.raises(InputError, match=expected + re.escape(repr(name))):
        read_bundled(name)


def test_the_bundled_corpora_stay_as_they_were_to_the_last_bit():
    """However readers change: results were published with them."""
    bundled = {name: read_bundled(name) for name in bundled_titles()}
    assert not any(corpus.warnings for corpus in bundled.values())
    assert {name: corpus.content_id for name, corpus in bundled.items()} == {
        "docstrings": (
            "1d2d47e36bd7cec119b91acfaf7ee4d84557cf416c78883b9bb764d78d7f2857"
        ),
        "state_of_the_union": (
            "a2f98bff48aa5855b60ec2ca69cb24e01d4ab98efa2fa755b8677bc95180c3b8"
        ),
        "state_of_the_union_in_24_words": (
            "7e288734beb659bebf35650fdf476fb32f8029609ac6c02698840fa51065acc2"
        ),
    }


@pytest.mark.parametrize(
    "name", ["state_of_the_union", "state_of_the_union_in_24_words"]
)
def test_a_text_has_the_words_that_its_counts_say(name):
    bundled = read_bundled(name)
    assert len(bundled.texts) == bundled.n_documents
    for row in range(0, bundled.n_documents, bundled.n_documents // 5):
        text = bundled.texts[row].lower()
        letters = "".join(c if c.isalpha() or c == "'" else " " for c in text)
        said = Counter(word.strip("'").removesuffix("'s") for word in letters.split())
        counts = bundled.observations[[row]].toarray()[0]
        counted = {bundled.words[word]: counts[word] for word in np.flatnonzero(counts)}
        kept = said.keys() & set(bundled.words)
        assert counted == {word: said[word] for word in kept}


def test_the_files_have_the_checksums_that_are_stated():
    stated = (DATASETS / "SHA256SUMS").read_text("utf-8").split()
    folders = FOLDER / "state_of_the_union", FOLDER / "docstrings"
    assert dict(zip(stated[1::2], stated[::2], strict=True)) == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in folder.iterdir()
    }
