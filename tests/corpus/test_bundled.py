"""The bundled corpora are what datasets/README.md says they are."""

import gzip
import hashlib
import re

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.catalogue import FOLDER, bundled_names, display_name
from spca_core.errors import InputError

README = (FOLDER / "README.md").read_text()
MESSAGES = FOLDER / "state_of_the_union"


@pytest.fixture(scope="module")
def corpus():
    return read_bundled("state_of_the_union")


def test_an_unknown_name_is_refused_with_the_names_there_are():
    expected = "no bundled corpus 'nips'; choose one of .*state_of_the_union"
    with pytest.raises(InputError, match=expected):
        read_bundled("nips")


def test_no_name_leads_out_of_the_folder_of_data_sets():
    with pytest.raises(InputError, match="no bundled corpus"):
        read_bundled("../datasets/state_of_the_union")


def test_every_bundled_corpus_is_read_without_a_warning():
    for name in bundled_names():
        assert read_bundled(name).warnings == ()


def test_the_messages_are_as_large_as_their_readme_says(corpus):
    sizes = re.search(
        r"\*\*([\d,]+) paragraphs x ([\d,]+) words with ([\d,]+)\s+nonzero counts\*\* "
        r"\(([\d,]+) words in all\)",
        README,
    )
    stated = tuple(int(size.replace(",", "")) for size in sizes.groups())
    counts = corpus.observations
    assert (*counts.shape, counts.nnz, counts.sum()) == stated


def test_every_paragraph_has_a_title_and_no_two_have_the_same(corpus):
    assert len(corpus.titles) == corpus.n_documents
    assert len(set(corpus.titles)) == corpus.n_documents
    for title in corpus.titles:
        assert re.fullmatch(r"(1[789]|20)\d\d \w.*, paragraph [1-9]\d*", title)


def test_the_files_have_the_checksums_of_their_readme():
    stated = re.findall(r"^([0-9a-f]{64})  (\S+)( \(decompressed\))?$", README, re.M)
    assert {name for _, name, _ in stated} >= {path.name for path in MESSAGES.iterdir()}
    for checksum, name, decompressed in stated:
        path = MESSAGES / (f"{name}.gz" if decompressed else name)
        content = path.read_bytes()
        content = gzip.decompress(content) if decompressed else content
        assert hashlib.sha256(content).hexdigest() == checksum, name


def test_the_files_have_the_sizes_of_their_readme():
    stated = re.findall(r"^\| `(\S+)` \| ([\d,]+) \|", README, re.M)
    assert {name: int(size.replace(",", "")) for name, size in stated} == {
        path.name: path.stat().st_size for path in MESSAGES.iterdir()
    }


def test_every_word_is_in_at_least_ten_paragraphs(corpus):
    paragraphs = np.bincount(corpus.observations.indices, minlength=corpus.n_words)
    assert paragraphs.min() >= 10


def test_no_stop_word_is_among_the_words_and_none_is_short(corpus):
    lines = (FOLDER / "stop_words.txt").read_text().splitlines()
    stop_words = {word for line in lines for word in line.split("#")[0].split()}
    assert {"the", "and"} <= stop_words
    assert stop_words.isdisjoint(corpus.words)
    assert all(len(word) >= 3 and word == word.lower() for word in corpus.words)
    assert list(corpus.words) == sorted(corpus.words)


def test_a_bundled_corpus_is_called_by_its_title_on_screen():
    assert display_name("state_of_the_union") == "State of the Union"
