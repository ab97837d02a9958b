"""Packing: a corpus that is kept comes back with the same content."""

import gzip
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.readers.counts.tokens import pack, read_json_lines
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.oracles import random_corpus

STRANGE = ["=HYPERLINK(1)", "<script>", "![x](http://y)", "שלום", "水", 'a"b\\', "text"]


def corpus_with(words: list[str]) -> Corpus:
    """Documents with titles and labels; every document and every word has a count."""
    counts = random_corpus(1, 12, len(words)).observations.tolil()
    counts[:, 0] = 2.0
    return Corpus(
        name="made up",
        observations=sparse.csr_array(counts),
        words=tuple(words),
        titles=tuple(f"=title {number}" for number in range(12)),
        groups={"party": tuple("ab" * 6)},
        dates=("1999",) * 12,
    )


def upload(corpus: Corpus) -> Upload:
    return Upload("kept.jsonl.gz", pack(corpus, {"corpus": corpus.name}))


@in_one_test("stop_words", [(), tuple(STRANGE[:1])])
def test_a_prepared_corpus_comes_back_with_the_same_content(
    stop_words: tuple[str, ...],
):
    kept = prepare(corpus_with(sorted(STRANGE)), Preparation(stop_words=stop_words))
    read = read_json_lines(upload(kept))
    assert read.content_id == kept.content_id == read_corpus(upload(kept)).content_id
    assert (read.groups, read.dates) == (kept.groups, kept.dates)
    assert read.report.n_refused_lines == read.report.empty_documents == 0


def test_negative_numbers_are_no_counts():
    corpus = replace(corpus_with(STRANGE), observations=-np.ones((12, 7)))
    with pytest.raises(InputError, match="made up has negative numbers"):
        pack(corpus, {})


@pytest.mark.slow
def test_memory_does_not_grow_with_the_text_of_the_lines(peak_bytes):
    corpus = random_corpus(1, 2_000, 200)
    size = len(gzip.decompress(pack(corpus, {})))
    assert peak_bytes(lambda: pack(corpus, {})) < size / 2
