"""The library's `load`: the same corpus from a file, a folder, texts, or a table."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.io import mmwrite
from sklearn.feature_extraction.text import CountVectorizer

from spca_core.corpus.corpus import COVARIANCES
from spca_core.corpus.load import load
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.store_writer import keep
from spca_core.errors import InputError, ReadingWarning
from tests.fuzz import in_one_test
from tests.made_files import saved
from tests.oracles import corpus_of

TEXTS = [
    "Tea and milk, and more tea with milk",
    "Dogs chase cats all day",
    "Milk for the cats",
    "The dogs drink no tea",
]
FRAME = pd.DataFrame(
    {
        "review": TEXTS,
        "day": pd.to_datetime(["2021-03-04", "2021-03-05", "2022-01-01", "2023-07-08"]),
        "shop": ["north", "south", "north", "south"],
        "stars": [5, 1, 3, np.nan],
    }
)
CHOSEN = {"text": "review", "date": "day", "groups": "shop", "title": None}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.csv"
    FRAME.to_csv(path, index=False)
    return path


def test_a_frame_a_file_and_a_list_of_the_same_texts_have_the_same_counts(table):
    by_file = load(table, text="review")
    for source, options in (
        (str(table), CHOSEN),
        (FRAME, {}),
        (FRAME["review"], {}),
        (iter(TEXTS), {}),
        (np.array(TEXTS, dtype=object), {}),
    ):
        corpus = load(source, **options)
        assert corpus.words == by_file.words
        np.testing.assert_array_equal(
            corpus.observations.toarray(), by_file.observations.toarray()
        )
        assert corpus.texts == tuple(TEXTS)


def test_columns_become_dates_groups_and_titles(table):
    for source in (FRAME, table):
        corpus = load(source, **CHOSEN)
        assert corpus.dates == ("2021-03-04", "2021-03-05", "2022-01-01", "2023-07-08")
        assert corpus.groups == {"shop": ("north", "south", "north", "south")}
        assert corpus.titles == ()
        titled = load(source, text="review", title="shop", groups=None, date="none")
        assert (titled.titles[0], titled.groups, titled.dates) == ("north", {}, ())


@pytest.mark.parametrize("source", ["state_of_the_union_in_24_words", np.eye(4, 3)])
def test_any_corpus_can_be_named(source):
    assert load(source, name="Our NATO letters").name == "Our NATO letters"


def test_a_folder_of_texts_is_a_corpus_with_its_subfolders_as_groups(tmp_path):
    folder = tmp_path / "letters"
    for place, text in {"a/1.txt": 0, "a/2.md": 1, "b/1.txt": 2, "b/x.png": 3}.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(TEXTS[text])
    corpus = load(folder)
    assert (corpus.name, corpus.titles) == ("letters", ("a/1.txt", "a/2.md", "b/1.txt"))
    assert corpus.groups == {"folder": ("a", "a", "b")}


def test_a_matrix_of_another_library_keeps_its_words(tmp_path):
    vectorizer = CountVectorizer()
    counts = vectorizer.fit_transform(TEXTS)
    words = vectorizer.get_feature_names_out()
    for matrix in (counts, sparse.csc_array(counts), counts.toarray()):
        corpus = load(matrix, words=iter(words))
        assert corpus.words == tuple(words)
        assert corpus.kind.weighting == "tf-idf"  # they are counts
        np.testing.assert_array_equal(corpus.observations.toarray(), counts.toarray())
    listed = tmp_path / "words.txt"
    listed.write_text("\n".join(words))
    assert load(counts, words=listed).words == tuple(words)
    frame = pd.DataFrame(counts.toarray(), columns=words)
    assert load(frame).words == tuple(words)
    assert load(frame).kind.weighting == "tf-idf"


def test_numbers_that_are_not_counts_are_measurements_by_default():
    numbers = np.random.default_rng(0).normal(size=(6, 4))
    assert load(numbers).kind.centred
    assert load(np.ones((3, 2))).kind.centred  # no half of them is 0
    assert not load(np.ones((3, 2)), format="count_table").kind.centred
    assert load(np.eye(3), format="table").kind.centred


def test_words_are_counted_and_left_out_as_the_options_say():
    assert "tea" not in load(TEXTS, stop_words="tea").words
    assert "the" in load(TEXTS, languages="none").words
    assert set(load(TEXTS, min_df=2, merging="off").words) == {
        *("tea", "milk", "dogs", "cats")
    }
    assert load(TEXTS, max_features=1).n_words == 1
    assert "Tea" in load(TEXTS, lowercase=False).words
    assert load(TEXTS, shortest=5).words == ("chase", "drink")
    assert load([" ".join(TEXTS)], split="pieces", piece=10).n_documents == 3


def test_a_stop_word_takes_its_forms_along_and_one_that_is_misspelt_is_answered():
    texts = ["The nations and the nation of nations: Taxes, tax", "Tea of taxes"]
    assert load(texts, stop_words=["nation", "TAX"]).words == ("tea",)
    with pytest.warns(ReadingWarning, match=r"'taxs' .did you mean taxes"):
        assert "taxes" in load(texts, stop_words=["the", "taxs"]).words
    with pytest.raises(InputError, match="a list of words, got 'english'"):
        load(texts, stop_words="english")


def test_only_the_vocabulary_is_counted_each_word_in_its_column(tmp_path):
    # A function word, a short one, a phrase, one with a digit, one that is nowhere,
    # and plurals beside their singulars: as scikit-learn has them.
    words = ["the", "milk", "ab", "tea and", "covid-19", "nowhere", "cats", "Dog"]
    texts = [*TEXTS, "A dog, AB; Covid-19, and dogs. The cat had covid"]
    listed, named = tmp_path / "words.txt", tmp_path / "texts.csv"
    listed.write_text("\n".join(words))
    pd.DataFrame({"review": texts, "n": range(5)}).to_csv(named, index=False)
    (tmp_path / "folder").mkdir()
    for number, text in enumerate(texts):
        (tmp_path / "folder" / f"{number}.txt").write_text(text)
    expected = CountVectorizer(
        vocabulary=[word.lower() for word in words],
        ngram_range=(1, 2),
        token_pattern=r"covid-19|\b\w+\b",
    ).transform(texts)
    for source, given in (
        (texts, iter(words)),
        (pd.DataFrame({"review": texts}), np.array(words)),
        (str(named), str(listed)),
        (tmp_path / "folder", listed),
    ):
        corpus = load(source, words=given)
        assert corpus.words == tuple(words)
        counts = corpus.observations.toarray()
        np.testing.assert_array_equal(counts, expected.toarray())
    assert load(texts, words=["tea", "cats"], stop_words="tea").words == ("cats",)
    assert load(texts, words=["Tea"], lowercase=False).n_documents == 1
    pattern = load(texts, words=["ea"], token_pattern=r"t(\w+)")
    assert pattern.observations.sum() == 3


@pytest.fixture
def places(tmp_path: Path) -> Path:
    FRAME.to_csv(tmp_path / "reviews.csv", index=False)
    keep(load(TEXTS), tmp_path / "store")
    sparse.save_npz(tmp_path / "counts.npz", SPARSE)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXTS[0])
    return tmp_path


SPARSE, COUNTED = sparse.csr_array(np.eye(3)), corpus_of(np.eye(3))
UNUSED = [
    (TEXTS, {"text": "review"}, "text: this does not apply to a list of texts"),
    (
        TEXTS,
        {"encoding": "cp1252", "label": "1"},
        "label, encoding: .* a list of texts",
    ),
    (np.eye(3), {"date": "day"}, "date: .* a matrix"),
    (SPARSE, {"format": "uci"}, "format: a matrix is a 'table', a 'count_table' or"),
    (pd.DataFrame(np.eye(3)), {"words": ["a", "b", "c"]}, "words: .* a data frame of"),
    (COUNTED, {"words": ["tea"]}, "words: .* a corpus, which has its own"),
    ("docstrings", {"words": ["tea"]}, "a bundled corpus with words of its own"),
    (Path("reviews.csv"), {"sheet": "2"}, "sheet: .* reviews.csv, .* table of"),
    (Path("store"), {"words": ["a"]}, "words of its own. Leave words out"),
    (Path("store"), {"longest_phrase": 2}, "longest_phrase: .* read as store"),
    (Path("counts.npz"), {"split": "pieces"}, "split: .* read as sparse matrix"),
    (Path("texts"), {"title": "2", "order": "day"}, "title, order: .* plain text"),
    (TEXTS, {"words": ["tea"], "merging": "stems"}, "merging: .* a list of words"),
    (TEXTS, {"words": ["tea", "Tea"]}, "'tea' and 'Tea' .* are the same in a text"),
    (TEXTS, {"words": []}, "words lists no word to count"),
    (TEXTS, {"words": [1]}, "words must be texts, got int"),
    ([["tea"], "milk"], {}, "got list with list, str"),
    (TEXTS, {"words": ["nowhere"]}, "4 documents, none with a word"),
    (TEXTS, {"words": "nowhere.txt"}, "nowhere.txt cannot be opened"),
]


WRONG = [
    (3, {}, "Expected a path, texts, lists of tokens, .* got int"),
    ([["tea"], [1, 2]], {}, "Text 2 has a token that is not text: '1'"),
    ([], {}, "has no documents"),
    (["", " "], {}, "no words"),
    (np.eye(3), {"words": ["a", "b"]}, "2 words for 3 columns"),
    (np.diag([1, 1e300]), {}, "row 2, column 2: .* is not a finite number"),
    (FRAME, {"text": "body"}, "body"),
    ("nowhere", {}, "neither a file nor"),
    (Path(__file__).parent / "texts", {}, "a folder without text files"),
    (TEXTS, {"merging": "all"}, "merging must be one of .* got 'all'"),
    (TEXTS, {"min_df": 9}, "None of the"),
]


@in_one_test("source, options, said", [*UNUSED, *WRONG])
def test_what_cannot_be_loaded_or_does_not_apply_is_refused_with_the_reason(
    source, options, said, places
):
    with pytest.raises(InputError, match=said):
        load(places / source if isinstance(source, Path) else source, **options)


def test_tokens_are_counted_as_they_are():
    lists = [["The", "new_york", "The", "a"], [], None, ("2024", "new_york")]
    missing = [pd.NA if tokens is None else tokens for tokens in lists]
    for source in (lists, iter(lists), pd.Series(lists), missing):
        corpus = load(source)
        assert corpus.words == ("2024", "The", "a", "new_york")
        counts = [[0, 2, 1, 1], [0] * 4, [0] * 4, [1, 0, 0, 1]]
        assert corpus.with_copies.observations.toarray().tolist() == counts
    in_two_ways = [["caf\u00e9", "cafe\u0301"], ["tea"]]
    assert load(in_two_ways).observations.toarray().tolist() == [[2, 0], [0, 1]]
    assert load([["tea", "cup"], ["tea"]], min_df=2).words == ("tea",)


def covariances() -> np.ndarray:
    return np.cov(np.random.default_rng(0).standard_normal((30, 6)), rowvar=False)


LETTERS = list("abcdef")


def as_files(matrix: np.ndarray) -> Iterator[Upload]:
    """Write a matrix in every form that has names, and in others."""
    table = pd.DataFrame(matrix, LETTERS, LETTERS)
    yield Upload("table.csv", table.to_csv(index=False).encode())
    yield Upload("table.csv", table.to_csv().encode())
    yield Upload("table.csv", table.to_csv(header=False).encode())
    yield Upload("table.xlsx", saved(table.to_excel))
    yield Upload("table.npy", saved(np.save, matrix))
    yield Upload("table.npz", saved(sparse.save_npz, sparse.csr_array(matrix)))
    for form in (np.asarray, sparse.coo_array):
        write = partial(mmwrite, symmetry="symmetric", precision=17)
        yield Upload("table.mtx", saved(write, form(matrix)))


def test_a_covariance_matrix_is_recognised_and_keeps_its_names():
    matrix = covariances()
    for source in (matrix, sparse.csr_array(matrix), *as_files(matrix)):
        corpus = load(source)
        assert corpus.kind is COVARIANCES
        np.testing.assert_allclose(corpus.observations, matrix, rtol=1e-14)
        np.testing.assert_array_equal(corpus.observations, corpus.observations.T)
        if getattr(source, "name", "").endswith((".csv", ".xlsx")):
            assert corpus.words == tuple(LETTERS)
        assert load(source, format="covariance").content_id == corpus.content_id


def changed(row: int, column: int, value: float) -> np.ndarray:
    matrix = np.corrcoef(covariances())
    matrix[row, column] = value
    return matrix


@in_one_test(
    "matrix, fault",
    [
        (covariances()[:5], "5 rows and 6 columns"),
        (changed(1, 3, 0.9), "0.9 in row 2, column 4, and"),
        (changed(2, 2, -1.0), "feature_3.*in row 3 and column 3, is -1"),
        (np.zeros((3, 3)), "only zeros"),
        (np.array([[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]]), "is -0.8, and"),
        (np.array([[0, 1.0], [1, 1]]), "eigenvalue of its correlations is -0.6"),
    ],
)
def test_what_is_said_to_be_a_covariance_matrix_and_is_none_is_refused(matrix, fault):
    with pytest.raises(InputError, match=fault):
        load(matrix, format="covariance")


def test_words_are_left_out_of_a_covariance_matrix_with_their_rows():
    matrix, options = covariances(), {"words": LETTERS}
    left = load(matrix, stop_words="c", **options)
    kept = [0, 1, 3, 4, 5]
    assert left.words == tuple("abdef")
    np.testing.assert_array_equal(left.observations, matrix[np.ix_(kept, kept)])
    with pytest.raises(InputError, match="min_df"):
        load(matrix, min_df=2, **options)
