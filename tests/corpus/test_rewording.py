"""Words that are the same, and phrases: counted as if the texts were written so."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import spca_core
from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.store_writer import keep
from spca_core.errors import InputError
from spca_core.results.documents.passages import highlighted
from tests.fuzz import in_one_test
from tests.oracles import random_corpus

SOME = ("harbour", "harbor", "market", "railway", "railroad", "ship")


def written(seed: int, rewrite: dict[str, str]) -> list[str]:
    """Return random texts, in which some words or phrases are written otherwise."""
    rng = np.random.default_rng(seed)
    words = np.array([*SOME, "gold", "silver", "coin", "tea", "cup", "milk", "sugar"])
    texts = (" ".join(rng.choice(words, rng.integers(4, 12))) for _ in range(60))
    either = re.compile(rf"\b({'|'.join(rewrite) or '(?!)'})\b")
    return [either.sub(lambda hit: rewrite[hit[0]], text) for text in texts]


def counted(seed: int, rewrite: dict[str, str], **options: object) -> Corpus:
    return spca_core.load(
        written(seed, rewrite), languages="none", merging="off", **options
    )


def by_word(corpus: Corpus) -> dict[str, list[float]]:
    columns = dense(corpus.observations).T.tolist()
    return dict(zip(corpus.words, columns, strict=True))


@in_one_test("seed", range(4))
def test_merged_words_have_the_counts_of_texts_that_are_written_with_one_of_them(seed):
    spelling = {"harbor": "harbour", "railroad": "railway"}
    same = [["harbour", "harbor"], ["railway", "railroad"]]
    merged = counted(seed, {}, same=same)
    assert merged.content_id == counted(seed, spelling).content_id
    assert merged.forms == {"harbour": ("harbor",), "railway": ("railroad",)}


@in_one_test("seed", range(4))
def test_phrases_have_the_counts_of_texts_that_write_them_as_one_word(seed):
    one_word = {"tea cup": "teacup", "gold coin": "goldcoin"}
    phrases = [phrase for phrase in one_word if phrase in " ".join(written(seed, {}))]
    ours = by_word(counted(seed, {}, phrases=phrases))
    expected = {one_word.get(word, word): column for word, column in ours.items()}
    assert by_word(counted(seed, one_word)) == expected


def test_a_phrase_is_a_word_that_can_be_merged_and_its_words_count_only_elsewhere():
    texts = ["The civil  war ended. A war", "Civil\nwars, rebellion", "civil rights"]
    corpus = spca_core.load(
        texts, phrases="civil war", same=[["rebellion", "civil war"]], merging="plurals"
    )
    assert by_word(corpus) == {
        "civil": [0, 0, 1],
        "ended": [1, 0, 0],
        "rebellion": [1, 2, 0],
        "rights": [0, 0, 1],
        "war": [1, 0, 0],
    }
    assert set(corpus.forms["rebellion"]) == {"civil war", "civil wars"}


@in_one_test("form", [sparse.csr_array, np.asarray])
def test_merged_columns_are_sums_and_documents_are_counted_again(form):
    plain = random_corpus(3, 30, 12)
    corpus = replace(plain, observations=form(dense(plain.observations)))
    a, b, c = corpus.words[4], corpus.words[1], corpus.words[9]
    merged = prepare(corpus, Preparation(same=((a, b, c),)))
    assert merged.words == tuple(word for word in corpus.words if word not in (b, c))
    column = merged.columns[a]
    summed = dense(corpus.observations)[:, [4, 1, 9]].sum(axis=1)
    np.testing.assert_array_equal(dense(merged.observations)[:, column], summed)
    frequencies = document_frequencies(merged.observations)
    assert frequencies[column] == np.count_nonzero(summed)
    assert merged.column_if_any(c) == column


def test_texts_mark_all_forms_of_a_merged_word_and_phrases_across_lines():
    texts = ["gold and silver", "silver coin", "the coin of\nthe realm", "gold coin"]
    corpus = spca_core.load(
        texts, same=[["gold", "silver"]], phrases="coin of the realm", languages="en"
    )
    topics = spca_core.solve(corpus, 1, 3)
    lit = [
        [piece for piece, topic in rows.itertuples(index=False) if topic]
        for rows in (highlighted(topics, n) for n in (1, 2, 3))
    ]
    assert lit == [["gold", "silver"], ["silver", "coin"], ["coin of\nthe realm"]]


@in_one_test(
    "options, expected",
    [
        ({"same": [["gold", "silvr"]]}, "no word 'silvr' .did you mean silver"),
        ({"phrases": "gold tea"}, "no texts with the phrase 'gold tea'"),
        ({"same": [["gold", "tea"], ["tea", "cup"]]}, "same has 'tea' twice"),
    ],
)
def test_words_that_are_typed_and_unknown_are_refused_with_what_is_like_them(
    options, expected
):
    with pytest.raises(InputError, match=expected):
        spca_core.load(["gold silver", "tea cup", "silver"], languages="en", **options)


def test_counts_without_texts_stores_and_covariances_say_what_they_lack(tmp_path):
    counts = random_corpus(0, 20, 8)
    keep(counts, tmp_path / "store")
    with pytest.raises(InputError, match=r"is a store, in which .* keep SOURCE FOLDER"):
        spca_core.load(tmp_path / "store", same=[counts.words[:2]])
    with pytest.raises(InputError, match="has no texts, in which phrases"):
        spca_core.load(counts, phrases="civil war")
    matrix = spca_core.load(np.eye(4) + 0.5, format="covariance")
    with pytest.raises(InputError, match="is a covariance matrix: its words"):
        spca_core.load(matrix, same=[matrix.words[:2]])
