"""The bundled corpora are what datasets/README.md says they are."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from spca_core.corpus.bundled import FOLDER, bundled_titles, display_name, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.languages import stop_words
from spca_core.errors import InputError
from tests.fuzz import in_one_test

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
README = (DATASETS / "README.md").read_text("utf-8")
LARGE = ("state_of_the_union", "docstrings")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_bundled("state_of_the_union")


@pytest.fixture(scope="module")
def docstrings() -> Corpus:
    return read_bundled("docstrings")


@in_one_test("name", ["nips", "../data/state_of_the_union"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name):
    expected = "The bundled corpus must be one of .*state_of_the_union.*; got "
    with pytest.raises(InputError, match=expected + re.escape(repr(name))):
        read_bundled(name)


def test_every_bundled_corpus_is_read_without_a_warning():
    for name in bundled_titles():
        assert read_bundled(name).warnings == ()
    assert display_name("state_of_the_union") == "State of the Union"


def test_the_bundled_corpora_stay_as_they_were_to_the_last_bit():
    """However readers change: results were published with them."""
    ids = {name: read_bundled(name).content_id for name in bundled_titles()}
    assert ids == {
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


def test_the_large_corpora_are_of_the_sizes_in_the_readme():
    stated = re.findall(
        r"\*\*([\d,]+) \w+ x ([\d,]+) words with ([\d,]+)\s+nonzero\s+counts\*\* "
        r"\(([\d,]+) words in all\)",
        README,
    )
    expected = [tuple(int(size.replace(",", "")) for size in row) for row in stated]
    counts = [read_bundled(name).observations for name in LARGE]
    assert expected == [(*each.shape, each.nnz, each.sum()) for each in counts]


def test_every_paragraph_has_a_title_and_no_two_have_the_same(corpus):
    assert len(corpus.titles) == corpus.n_documents
    assert len(set(corpus.titles)) == corpus.n_documents
    for title in corpus.titles:
        assert re.fullmatch(r"(1[789]|20)\d\d \w.*, paragraph [1-9]\d*", title)
    texts = dict(zip(corpus.titles, corpus.texts, strict=True))
    assert "called Project Bio-Shield" in texts["2003 George W. Bush, paragraph 44"]


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


def test_every_paragraph_has_its_president_and_party(corpus):
    said = zip(
        corpus.titles, corpus.groups["president"], corpus.groups["party"], strict=True
    )
    parties = {president: party for _, president, party in said}
    assert len(parties) == 43
    assert parties["Abraham Lincoln"] == parties["Donald J. Trump"] == "Republican"
    assert parties["Barack Obama"] == "Democratic"
    named = zip(corpus.titles, corpus.groups["president"], strict=True)
    assert all(title[5:].startswith(president) for title, president in named)


def files() -> dict[str, Path]:
    """Return the files of the large corpora by their names."""
    return {path.name: path for name in LARGE for path in (FOLDER / name).iterdir()}


def test_the_files_have_the_checksums_that_are_stated():
    stated = (DATASETS / "SHA256SUMS").read_text("utf-8").split()
    assert dict(zip(stated[1::2], stated[::2], strict=True)) == {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in files().items()
    }


@in_one_test("name, least", [("state_of_the_union", 10), ("docstrings", 5)])
def test_words_are_in_enough_documents_and_neither_short_nor_stop_words(name, least):
    read = read_bundled(name)
    lines = (DATASETS / "stop_words.txt").read_text("utf-8").splitlines()
    own = {word for line in lines for word in line.split("#")[0].split()}
    left_out = own if name == "state_of_the_union" else stop_words("en")
    assert {"the", "and"} <= left_out
    assert left_out.isdisjoint(read.words)
    assert all(len(word) >= 3 and word == word.lower() for word in read.words)
    assert list(read.words) == sorted(read.words)
    assert np.bincount(read.observations.indices, minlength=read.n_words).min() >= least


def test_docstrings_have_no_links_and_no_sentence_that_is_repeated_in_many(docstrings):
    of_links = {"https", "www", "org", "wiki"}
    of_check_finite = {"disabling", "crashes"}  # in one sentence of 46 docstrings
    assert (of_links | of_check_finite).isdisjoint(docstrings.words)


def test_every_docstring_has_the_name_of_what_it_is_of_and_no_two_the_same(docstrings):
    titles = docstrings.titles
    assert {"numpy.linalg.eigh", "scipy.stats.norm", "pandas.DataFrame"} <= set(titles)
    assert list(titles) == sorted(set(titles))
    assert all(re.fullmatch(r"(numpy|scipy|pandas)(\.\w+)+", title) for title in titles)
    assert not any("._" in title for title in titles)
    assert (np.diff(docstrings.observations.indptr) > 0).all()
    # That of numpy.linalg.eigvalsh is short, and has hardly changed in ten years.
    counts = docstrings.observations[[titles.index("numpy.linalg.eigvalsh")]]
    words = {docstrings.words[word] for word in counts.indices}
    assert {"eigenvalues", "hermitian", "symmetric", "lower", "lapack"} <= words
    # The first is in its examples only, the second in its headings.
    assert words.isdisjoint({"import", "raises"})
