"""Counting the words of texts: languages, forms, phrases, and as scikit-learn does."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.texts import tokens
from spca_core.corpus.texts.counting import count_words, tokenise
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

N_DOCUMENTS = 200
# What every sentence says of something, and what: written for these tests.
SENTENCES = {
    "de": (
        "Wir haben gesehen, dass {} nicht mit der Zeit vergeht, wenn es {} gibt",
        "Regen Wolken Häuser Straßen Brücken Wälder Flüsse Berge Schiffe Gärten",
    ),
    "fr": (
        "Nous avons vu que {} ne sont pas comme l'{} dans les villes, et c'est tout",
        "oiseaux arbres îles étoiles écoles usines orages opéras bateaux églises",
    ),
    "ru": (
        "Мы уже видели, что {} не было там, где теперь есть {}, и это всё",
        "дождь облако пшеница железо мост лес река озеро корабль сад",
    ),
}
OF_SENTENCES = {
    "de": {"wir", "haben", "dass", "nicht", "mit", "der", "wenn", "es", "gibt"},
    "fr": {"nous", "avons", "que", "sont", "pas", "comme", "dans", "les", "et"},
    "ru": {"уже", "что", "не", "было", "там", "где", "теперь", "есть", "это"},
}


def counted(*texts: str, **options) -> Corpus:
    return count_words(Texts(name="made up", texts=texts), Tokenisation(**options))


def documents(language: str) -> list[str]:
    """Return short documents of function words and two of the ten others."""
    sentence, words = SENTENCES[language]
    rng = np.random.default_rng(0)
    pairs = (rng.choice(words.split(), 2, replace=False) for _ in range(N_DOCUMENTS))
    return [sentence.format(*pair) for pair in pairs]


@pytest.mark.parametrize("language", SENTENCES)
def test_texts_lose_the_function_words_of_their_language_without_a_word(language):
    corpus = counted(*documents(language))
    assert corpus.report.languages == (language,)
    assert not OF_SENTENCES[language] & set(corpus.words)
    assert {word.lower() for word in SENTENCES[language][1].split()} <= set(
        corpus.words
    )


def test_an_elided_article_is_no_part_of_a_french_word():
    corpus = counted("l'île et qu'elle", languages=("fr",))
    assert corpus.words == ("île",)
    assert counted("o'clock l'homme", languages=("en",)).words == (
        *("l'homme", "o'clock"),
    )


def test_several_languages_and_words_of_ones_own_are_left_out_together():
    options = {"languages": ("en", "de"), "stop_words": ("TEA",)}
    assert counted("the tea und der tax", **options).words == ("tax",)


def test_no_language_leaves_every_word():
    assert counted("the tea", languages=()).words == ("tea", "the")


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


def test_stems_merge_all_endings_and_show_the_most_frequent_form():
    corpus = counted("taxes taxed taxing taxes", merging="stems", languages=("en",))
    assert corpus.words == ("taxes",)
    assert sorted(corpus.forms["taxes"]) == ["taxed", "taxing"]
    german = counted("Häuser Hauses Haus", merging="stems", languages=("de",))
    assert len(german.words) == 1


def test_stems_of_a_language_without_any_are_refused_with_those_there_are():
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


def test_a_stop_word_takes_what_is_counted_as_it_along():
    text = "The nations and the nation of nations: taxes, taxes, tax"
    corpus = counted(text, stop_words=("nations", "tax"))
    assert (corpus.words, corpus.forms) == (("taxes",), {})
    court = ("supreme court law", "sea court tea", "supreme tax") * 20
    phrases = counted(*court, longest_phrase=2, min_npmi=0.1)
    assert "supreme court" in phrases.words
    fewer = counted(
        *court, longest_phrase=2, min_npmi=0.1, stop_words=("Supreme_court",)
    )
    assert set(phrases.words) - set(fewer.words) == {"supreme court"}


def test_a_pair_is_joined_from_the_npmi_that_is_asked_by_hand():
    texts = ["supreme court"] * 20 + ["supreme law"] * 10 + ["tennis court"] * 30
    joint, first, second = 20 / 120, 30 / 120, 50 / 120
    npmi = np.log(joint / (first * second)) / -np.log(joint)
    for share, joined in ((0.99, True), (1.01, False)):
        asked = {"longest_phrase": 2, "min_npmi": share * npmi}
        corpus = counted(*texts, languages=(), merging="off", **asked)
        assert ("supreme court" in corpus.words) is joined


@pytest.mark.parametrize(("n_pairs", "joined"), [(9, False), (10, True)])
def test_a_pair_is_joined_from_ten_times_on(n_pairs: int, joined: bool):
    texts = ["supreme court"] * n_pairs + ["a law of the sea"] * 30
    words = counted(*texts, languages=(), longest_phrase=2).words
    assert ("supreme court" in words) is joined


@pytest.mark.parametrize(
    ("first", "joined"),
    [("", True), ("supreme", False)],
    ids=["a text without words", "across two texts"],
)
def test_pairs_are_counted_to_the_last_and_never_across_two_texts(
    first: str, joined: bool
):
    pairs = ["court supreme court"] + ["supreme court"] * (9 if joined else 8)
    words = counted(first, *pairs, longest_phrase=2, min_npmi=0, languages=()).words
    assert ("supreme court" in words) is joined


def test_a_phrase_may_begin_or_repeat_the_first_word_of_all():
    texts = ["aha aha"] * 10 + ["aha zone"] * 10 + ["of the law"] * 30
    words = counted(*texts, languages=(), longest_phrase=2, min_npmi=0).words
    assert {"aha aha", "aha zone"} <= set(words)


def test_two_pairs_that_come_together_are_no_phrase_of_three():
    texts = ["chief justice supreme court"] * 20 + ["of the law"] * 9
    words = counted(*texts, languages=(), longest_phrase=3).words
    assert {"chief justice", "supreme court"} <= set(words)
    assert max(word.count(" ") for word in words) < 3


def test_no_phrase_runs_from_one_text_into_the_next():
    texts = ["court", "supreme"] * 40
    assert not any(
        " " in w
        for w in counted(*texts, longest_phrase=2).words
        if "supr" in w and "court" in w
    )


def test_numbers_and_hyphens_are_kept_on_demand():
    text = "Covid-19 came in 2019, not on 9/11, to well-known people"
    kept = counted(text, numbers=True).words
    assert {"covid-19", "2019", "9/11", "well-known"} <= set(kept)
    assert {"covid", "well"} & set(counted(text, languages=()).words)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"lowercase": False},
        {"token_pattern": r"[a-z]+(?:-[a-z]+)*"},
        {"token_pattern": r"\b(\w\w)\w+"},
        {"token_pattern": r"\w+"},
        {"stop_words": ("the", "and", "of")},
    ],
    ids=str,
)
def test_the_counts_are_those_of_scikit_learn(options):
    texts = read_bundled("state_of_the_union_in_24_words").texts[:200]
    ours = {"token_pattern": r"(?u)\b\w\w+\b", "stop_words": (), **options}
    corpus = counted(*texts, languages=(), merging="off", **ours)
    theirs = CountVectorizer(**{**ours, "stop_words": list(ours["stop_words"]) or None})
    counts = theirs.fit_transform(texts)
    assert corpus.words == tuple(theirs.get_feature_names_out())
    assert (corpus.observations != counts).nnz == 0


@pytest.mark.parametrize(
    ("options", "within"),
    [
        ({"longest_phrase": 4}, {"longest_phrase": 3}),
        ({"longest_phrase": 0}, {"longest_phrase": 1}),
        ({"min_npmi": -0.01}, {"min_npmi": 0}),
        ({"min_npmi": 1.01}, {"min_npmi": 1}),
        ({"languages": ("en", "xx")}, {"languages": ("en", "de")}),
        ({"merging": "all"}, {"merging": "stems"}),
        ({"token_pattern": "x" * 201}, {"token_pattern": "x" * 200}),
    ],
    ids=str,
)
def test_options_out_of_their_bounds_are_refused_and_those_within_taken(
    options: dict, within: dict
):
    with pytest.raises(InputError):
        Tokenisation(**options)
    assert Tokenisation(**within)


def test_different_words_have_a_cap_that_may_be_reached(monkeypatch):
    monkeypatch.setattr(limits, "WORDS", 2)
    assert counted("tea tax tea").words == ("tax", "tea")
    with pytest.raises(InputError, match="over 2 different words, the most"):
        counted("tea tax law")


@pytest.mark.parametrize("at_once", [1, 2, 3, 100])
def test_words_are_counted_alike_however_many_at_once(at_once: int, monkeypatch):
    monkeypatch.setattr(tokens, "TOKENS_AT_ONCE", at_once)
    texts = ["tea", "", "tea tax tea law law", "law tax"]
    found = tokenise(texts, Tokenisation(languages=(), merging="off")).tokens
    assert found.words == ("law", "tax", "tea")
    expected = [[0, 0, 1], [0, 0, 0], [2, 1, 2], [1, 1, 0]]
    assert found.counts().toarray().tolist() == expected
    assert found.totals.tolist() == [3, 2, 3]


@pytest.mark.parametrize("pattern", ["(", "[a", "(a)(b)", "x" * 201])
def test_a_pattern_that_is_none_is_refused(pattern):
    with pytest.raises(InputError, match="pattern"):
        Tokenisation(token_pattern=pattern)


def test_a_pattern_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(limits, "PATTERN_SECONDS", 0.2)
    with pytest.raises(InputError, match=r"takes over 0\.2 seconds"):
        counted("a" * 5_000, token_pattern=r"(?:a|a|aa)+$b")


def test_progress_is_told_and_may_stop():
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
