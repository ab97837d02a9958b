"""Counting the words of texts: languages, forms, phrases, and as scikit-learn does."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from spca_core.corpus import limits
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts import tokens
from spca_core.corpus.texts.counting import count_words, tokenise
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError
from tests.fuzz import in_one_test


def counted(*texts: str, **options) -> Corpus:
    return count_words(Texts(name="made up", texts=texts), Tokenisation(**options))


@in_one_test(
    "text, options, words",
    [
        ("l'île et qu'elle", {"languages": ("fr",)}, ("île",)),
        ("o'clock l'homme", {"languages": ("en",)}, ("l'homme", "o'clock")),
        ("the tea und der tax", {"languages": ("en", "de")}, ("tax", "tea")),
        ("the tea", {"languages": ()}, ("tea", "the")),
    ],
)
def test_function_words_of_the_languages_are_left_out(text, options, words):
    assert counted(text, **options).words == words


def test_plurals_are_counted_as_the_most_frequent_form_in_english_alone():
    text = "The nations and the nation of nations: taxes, ladies, lady, bus, glass"
    corpus = counted(text)
    assert corpus.forms == {"nations": ("nation",), "ladies": ("lady",)}
    assert corpus.observations[:, corpus.columns_of(["nations"])].toarray() == [[3]]
    assert counted("gas, ga, cups, cup", shortest=2, merging="plurals").forms == {
        "cup": ("cups",)
    }
    assert "nation" in counted(text, merging="off").words
    assert "nation" in counted(text, languages=("de",)).words


def test_stems_merge_all_endings_in_the_languages_that_have_them():
    corpus = counted("taxes taxed taxing taxes", merging="stems", languages=("en",))
    assert corpus.words == ("taxes",)
    assert sorted(corpus.forms["taxes"]) == ["taxed", "taxing"]
    german = counted("Häuser Hauses Haus", merging="stems", languages=("de",))
    assert len(german.words) == 1
    with pytest.raises(InputError, match=r"no stems for this language.*English"):
        counted("tea", merging="stems", languages=("vi",))


def test_words_that_come_together_are_one_up_to_the_length_that_is_asked():
    rng = np.random.default_rng(0)
    fill = ("tea", "tax", "war", "sea", "law")
    texts = [
        f"{' '.join(rng.choice(fill, 9))} supreme court justice {rng.choice(fill)}"
        for _ in range(60)
    ]
    two = counted(*texts, longest_phrase=2)
    assert any(word in two.words for word in ("supreme court", "court justice"))
    three = counted(*texts, longest_phrase=3)
    assert "supreme court justice" in three.words
    assert not {"supreme", "court", "justice"} & set(three.words)
    assert three.observations.sum() == 60 * 11
    assert not any(" " in word for word in counted(*texts).words)


@in_one_test("n_others, joined", [(80, False), (81, True)])
def test_a_pair_is_joined_from_an_npmi_of_one_half_by_hand(n_others: int, joined: bool):
    texts = ["supreme court"] * 20 + ["supreme law"] * 10 + ["tennis court"] * 30
    n_tokens = 2 * (60 + n_others)
    joint, first, second = 20 / n_tokens, 30 / n_tokens, 50 / n_tokens
    npmi = np.log(joint / (first * second)) / -np.log(joint)
    assert (npmi >= 0.5, round(npmi, 2)) == (joined, 0.5)
    texts += ["salt pepper"] * n_others
    corpus = counted(*texts, languages=(), merging="off", longest_phrase=2)
    assert ("supreme court" in corpus.words) is joined


@in_one_test("first, n_pairs, joined", [("", 10, True), ("supreme", 9, False)])
def test_pairs_are_joined_from_ten_times_on_to_the_last_and_within_a_text(
    first: str, n_pairs: int, joined: bool
):
    pairs = ["court supreme court"] + ["supreme court"] * (n_pairs - 1)
    words = counted(first, *pairs, longest_phrase=2, languages=()).words
    assert ("supreme court" in words) is joined


def test_numbers_and_hyphens_are_counted_on_demand():
    text = "Covid-19 came in 2019, not on 9/11, to well-known people"
    kept = counted(text, numbers=True).words
    assert {"covid-19", "2019", "9/11", "well-known"} <= set(kept)
    assert {"covid", "well"} & set(counted(text, languages=()).words)


@in_one_test(
    "options",
    [
        {},
        {"token_pattern": r"[a-z]+(?:-[a-z]+)*", "lowercase": False},
        {"token_pattern": r"\b(\w\w)\w+"},
    ],
)
def test_the_counts_are_those_of_scikit_learn(options):
    texts = read_bundled("state_of_the_union_in_24_words").texts[:100]
    ours = {"token_pattern": r"(?u)\b\w\w+\b", **options}
    corpus = counted(*texts, languages=(), merging="off", junk=(), **ours)
    theirs = CountVectorizer(**ours)
    counts = theirs.fit_transform(texts)
    assert corpus.words == tuple(theirs.get_feature_names_out())
    assert (corpus.observations != counts).nnz == 0


@in_one_test(
    "options, within",
    [
        ({"longest_phrase": 4}, {"longest_phrase": 3}),
        ({"languages": ("en", "xx")}, {"languages": ("en", "de")}),
        ({"token_pattern": "x" * 201}, {"token_pattern": "x" * 200}),
        *(({"token_pattern": wrong}, {}) for wrong in ("(", "[a", "(a)(b)")),
    ],
)
def test_options_out_of_their_bounds_are_refused_and_those_within_taken(
    options: dict, within: dict
):
    with pytest.raises(InputError):
        Tokenisation(**options)
    assert Tokenisation(**within)


@in_one_test("at_once", [1, 2, 3, 100])
def test_words_are_counted_alike_however_many_at_once(at_once: int, monkeypatch):
    monkeypatch.setattr(tokens, "TOKENS_AT_ONCE", at_once)
    texts = ["tea", "", "tea tax tea law law", "law tax"]
    found = tokenise(texts, Tokenisation(languages=(), merging="off")).tokens
    assert found.words == ("law", "tax", "tea")
    expected = [[0, 0, 1], [0, 0, 0], [2, 1, 2], [1, 1, 0]]
    assert found.counts().toarray().tolist() == expected
    assert found.totals.tolist() == [3, 2, 3]


def test_a_pattern_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(limits, "PATTERN_SECONDS", 0.2)
    with pytest.raises(InputError, match=r"takes over 0\.2 seconds"):
        counted("a" * 5_000, token_pattern=r"(?:a|a|aa)+$b")


def test_progress_is_reported_and_may_stop():
    told = []
    count_words(
        Texts(name="x", texts=("tea",) * 5_000), progress=lambda *at: told.append(at)
    )
    assert [total for _, total in told] == [15_000] * 3
    assert [done for done, _ in told] == sorted(done for done, _ in told)

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        count_words(Texts(name="x", texts=("tea",)), progress=stop)


def test_documents_without_words_go_with_all_that_is_known_of_them():
    texts = Texts(
        name="x",
        texts=("tea", "the", "war"),
        titles=("One", "Two", "Three"),
        groups={"party": ("a", "b", "c")},
        dates=("1999", "2000", "2001"),
    )
    corpus = count_words(texts, Tokenisation(languages=("en",)))
    assert (corpus.titles, corpus.dates) == (("One", "Three"), ("1999", "2001"))
    assert (corpus.texts, corpus.groups) == (("tea", "war"), {"party": ("a", "c")})
    assert corpus.report.empty_documents == 1


@pytest.mark.slow
def test_to_count_words_takes_less_than_twice_the_memory_of_the_texts(peak_bytes):
    texts = read_bundled("state_of_the_union").texts[:3_000] * 3
    counted(*texts[:10])  # The lists of function words stay.
    size = sum(map(len, texts))
    assert peak_bytes(lambda: counted(*texts)) < 2 * size
