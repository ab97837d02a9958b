"""Topics applied to new documents: scored as those that the topics were found in."""

import json
import math
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import spca_core
from spca_core import InputError, Topics
from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.store_writer import keep
from spca_core.corpus.weightings import NORMS, WEIGHTINGS

pytestmark = pytest.mark.usefixtures("known_methods")
SUBJECTS = (
    ["ship", "navy", "Port", "sailor", "cannon", "admiral", "fleet", "harbour"],
    ["nation", "tax", "tariff", "Senate", "budget", "income", "treasury", "vote"],
    ["wheat", "farm", "harvest", "plough", "barn", "cattle", "meadow"],
)
LOOSE = [
    *("old", "new", "great", "covid-19", "ships", "nations", "taxes"),
    *("farming", "farmed", "voted", "1945"),
]


def sentences(seed: int, n_texts: int) -> list[str]:
    """Texts of two subjects each, with phrases, junk, and words that are too rare."""
    rng = np.random.default_rng(seed)
    texts: list[str] = []
    for number in range(n_texts):
        first, second = rng.permutation(3)[:2]
        words = [
            *rng.choice(SUBJECTS[first], 7),
            *rng.choice(SUBJECTS[second], 3),
            *rng.choice(LOOSE, 3),
            *rng.choice(["the supreme court", "a civil war", "of course"], 2),
            f"seldom{chr(97 + number % 26)}",
            "see https://example.org/ships",
            "@admiral",
        ]
        texts.append(" ".join(map(str, rng.permutation(words))))
    return texts


TEXTS = sentences(0, 60)
OPTIONS: dict[str, dict[str, Any]] = {
    "as usual": {},
    "stems": {"merging": "stems"},
    "nothing merged": {"merging": "off"},
    "phrases found": {"longest_phrase": 3},
    "phrases chosen": {"phrases": ("supreme court", "civil war")},
    "words that are the same": {"same": (("fleet", "ship", "port"), ("tax", "vote"))},
    "all of these": {
        "longest_phrase": 2,
        "merging": "stems",
        "same": (("fleet", "ship"),),
        "stop_words": ("wheat",),
    },
    "words left out": {"stop_words": ("wheat", "navy"), "min_df": 5, "max_df": 0.6},
    "few words": {"max_features": 12},
    "stop words": {"stop_words": ("taxes",), "shortest": 4},
    "junk": {"junk": ("markup",)},
    "numbers": {"numbers": True},
    "capitals": {"lowercase": False},
    "a pattern": {"token_pattern": r"(?u)\b\w\w+\b"},
    "every word": {"languages": ()},
    "a list of words": {"words": ["covid-19", *SUBJECTS[0], *SUBJECTS[1]]},
    "copies": {},
}


def assert_same(found: pd.DataFrame, known: pd.DataFrame) -> None:
    """Assert that main topics, shares and scores are the same in their order."""
    columns = [*known.columns.drop(["document", "title"], errors="ignore")]
    pairs = [table[columns].reset_index(drop=True) for table in (found, known)]
    pd.testing.assert_frame_equal(*pairs, rtol=1e-10, atol=1e-12)


def scores_of(topics: Topics) -> list[str]:
    return [f"score: {name}" for name in topics.names]


def topics_of(data: Any, **options: Any) -> Topics:
    """Topics of the words in most documents, without a search."""
    corpus = spca_core.load(data) if not isinstance(data, Corpus) else data
    frequencies = document_frequencies(corpus.observations)
    words = [corpus.words[column] for column in np.argsort(-frequencies)[:6]]
    return Topics.from_words(corpus, [words[::2], words[1::2]], **options)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_texts_that_the_topics_were_found_in_have_their_own_scores(options, tmp_path):
    texts = [*TEXTS, *TEXTS[:9]] if options is OPTIONS["copies"] else TEXTS
    topics = topics_of(spca_core.load(texts, **options))
    assert_same(topics.transform(texts), topics.to_frame("documents"))
    # And in the same way by the file alone, one by one.
    topics.save(tmp_path / "topics.json")
    alone = Topics.open(tmp_path / "topics.json")
    rows = [alone.transform([text]) for text in texts[:4]]
    assert_same(pd.concat(rows), topics.to_frame("documents")[:4])


NUMBERS = np.random.default_rng(1).poisson(1.5, (30, 9)).astype(float)
COUNTED = pd.DataFrame(NUMBERS, columns=[*"abcdefghi"])


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("format", ["count_table", "table"])
def test_numbers_have_their_own_scores_for_every_weighting(format, weighting, norm):
    corpus = spca_core.load(COUNTED, format=format)
    topics = topics_of(corpus, weighting=weighting, norm=norm)
    shuffled = COUNTED[[*"ihgfedcba"]]
    assert_same(topics.transform(shuffled, format=format), topics.to_frame("documents"))
    assert_same(topics.transform(corpus), topics.to_frame("documents"))
    part = topics.transform(COUNTED[3:5], format=format)
    assert_same(part, topics.to_frame("documents")[3:5])


@pytest.mark.parametrize("centred", [False, True])
def test_measurements_have_their_own_scores_dense_or_sparse(centred, tmp_path):
    for numbers in (NUMBERS + 1000.0, sparse.csr_array(NUMBERS - 0.5)):
        corpus = spca_core.load(numbers)
        topics = topics_of(corpus, centred=centred)
        known = topics.to_frame("documents")
        assert_same(topics.transform(numbers), known)
        topics.save(tmp_path / "topics.json")
        alone = Topics.open(tmp_path / "topics.json")
        assert_same(alone.transform(numbers), known)


def test_the_documents_of_a_store_and_of_a_part_have_their_own_scores(tmp_path):
    corpus = spca_core.load(COUNTED, format="count_table")
    keep(corpus, tmp_path / "kept")
    stored = topics_of(spca_core.load(tmp_path / "kept"))
    assert_same(stored.transform(tmp_path / "kept"), stored.to_frame("documents"))
    part = corpus.part("document<=20")
    of_part = topics_of(part)
    found = of_part.transform(COUNTED[:20], format="count_table")
    assert_same(found, of_part.to_frame("documents"))


def test_documents_that_were_held_out_are_scored_as_counted_by_hand():
    topics = topics_of(spca_core.load(TEXTS, merging="off"))
    corpus, n = topics.corpus, len(TEXTS)
    counts = corpus.observations.toarray()
    text = "The navy, the navy! A ship of Senate votes; submarine navy, vote, admiral"
    row = topics.transform([text]).iloc[0]
    by_hand = Counter(["navy", "navy", "ship", "senate", "navy", "vote", "admiral"])
    worth = {}
    for word, count in by_hand.items():
        df = np.count_nonzero(counts[:, corpus.columns[word]])
        rarity = math.log((n + 100) / (df + 100)) ** 1.5
        worth[word] = count / (count + 0.5) * rarity
    length = math.sqrt(sum(value**2 for value in worth.values()))
    assert row["unknown"] == len(["votes", "submarine"])
    for name, words, loadings in zip(
        topics.names, topics.words(), topics.loadings, strict=True
    ):
        score = sum(
            worth.get(word, 0.0) * loading
            for word, loading in zip(words, loadings, strict=True)
        )
        assert row[f"score: {name}"] == pytest.approx(
            score / math.sqrt(length), rel=1e-12
        )
        share = sum(worth.get(word, 0.0) for word in words) / sum(worth.values())
        if row["main_topic"] == name:
            assert row["share"] == pytest.approx(share, rel=1e-12)


def test_each_row_of_new_documents_has_one_also_without_text_or_a_known_word(tmp_path):
    topics = topics_of(spca_core.load(TEXTS), centred=False)
    texts = ["Zebras graze.", "", TEXTS[0], None, "Of the and, https://a.org/b", " "]
    frame = pd.DataFrame({"body": texts, "day": [f"2024-01-0{n}" for n in range(1, 7)]})
    frame.to_csv(tmp_path / "new.csv", index=False)
    columns = {"text": "body", "date": "day"}
    for table in (
        topics.transform(texts),
        topics.transform(frame, **columns),
        topics.transform(tmp_path / "new.csv", **columns),
        topics.transform([(text or "").lower().split() for text in texts]),
    ):
        assert table["document"].tolist() == [1, 2, 3, 4, 5, 6]
        assert (table["main_topic"] == "none").tolist() == [True] * 2 + [False] + [
            True
        ] * 3
        strangers = table.drop(index=2)
        assert (strangers[["share", "words", *scores_of(topics)]] == 0).all(axis=None)
        if "date" in table:
            assert table["date"].tolist() == frame["day"].tolist()
    assert topics.transform([["zebra"]])["unknown"].tolist() == [1]
    for empty in (["", None], [[], []]):
        assert topics.transform(empty)["main_topic"].tolist() == ["none", "none"]


def test_files_and_frames_keep_titles_and_groups_and_may_name_a_column(tmp_path):
    topics = topics_of(spca_core.load(TEXTS))
    frame = pd.DataFrame(
        {
            "body": TEXTS[:6],
            "unknown": [*"ababab"],
            "more": ["much longer than the text " * 20 + str(n) for n in range(6)],
        }
    )
    frame.to_csv(tmp_path / "new.csv", index=False)
    asked = {"text": "body", "groups": "unknown"}
    of_frame, of_file = (
        topics.transform(source, **asked) for source in (frame, tmp_path / "new.csv")
    )
    scores = topics.to_frame("documents")[scores_of(topics)][:6]
    for table in (of_frame, of_file):
        pd.testing.assert_frame_equal(table[scores_of(topics)], scores)
        assert table["group unknown"].tolist() == [*"ababab"]
    with pytest.raises(TypeError, match="merging"):
        topics.transform(frame, merging="off")


def refusal(topics: Topics, documents: Any, **layout: Any) -> str:
    with pytest.raises(InputError) as error:
        topics.transform(documents, **layout)
    return str(error.value)


def test_what_cannot_be_scored_is_refused_with_a_way_out(tmp_path):
    texts = topics_of(spca_core.load(TEXTS))
    measured = topics_of(pd.DataFrame(NUMBERS - 0.5, columns=[*"abcdefghi"]))
    assert "Give the option words" in refusal(texts, NUMBERS)
    assert "lacks 2 columns" in refusal(measured, COUNTED[[*"abcdefg"]], format="table")
    assert "a table of numbers with the columns a, b" in refusal(measured, TEXTS)
    of_counts = topics_of(spca_core.load(COUNTED, format="count_table"))
    assert "negative numbers" in refusal(of_counts, -COUNTED - 1, format="table")
    covariance = spca_core.solve(np.cov(NUMBERS.T), 2, 3)
    assert "no documents to list, score" in refusal(covariance, NUMBERS)
    texts.save(tmp_path / "topics.json")
    saved = json.loads((tmp_path / "topics.json").read_text())
    del saved["runs"][0]["scoring"]
    (tmp_path / "old.json").write_text(json.dumps(saved))
    alone = Topics.open(tmp_path / "old.json")
    assert "Open it with its corpus" in refusal(alone, TEXTS)
    again = Topics.open(tmp_path / "old.json", texts.corpus)
    assert_same(again.transform(TEXTS), texts.to_frame("documents"))


DANISH = [
    "fisk",
    "havn",
    "skib",
    "storm",
    "mark",
    "korn",
    "plov",
    "lade",
    "hest",
    "vogn",
]
COMPOUNDS = [first + last for first in DANISH for last in DANISH]


def danish(seed: int, n_texts: int) -> list[str]:
    """Texts in which each sentence has the word `altid`, as function words are."""
    rng = np.random.default_rng(seed)
    return [
        " ".join(
            f"Jeg har altid set {first} og {second} ved det gamle hus i byen, {third}."
            for first, second, third in rng.choice(COMPOUNDS, (3, 3))
        )
        for _ in range(n_texts)
    ]


@pytest.mark.slow
def test_texts_of_other_languages_and_scripts_have_their_own_scores():
    of_danish = danish(0, 40)
    mixed = [*of_danish, *TEXTS]
    old = ["東京大学 歴史", "昨日は歴史の本を読みました", "東京の大学で歴史を学ぶ"]
    old += ["歴史の本は大学にあります", "東京で本を読みました"] * 2
    for texts in (of_danish, mixed, old):
        topics = topics_of(spca_core.load(texts, without_copies=False))
        found, known = topics.transform(texts), topics.to_frame("documents")
        assert_same(found, known)
        if texts is of_danish:
            assert topics.corpus.analyser.usual
            assert not found["unknown"].any()
        if texts is mixed:
            assert {*topics.corpus.analyser.languages} == {"da", "en"}
        rows = [topics.transform([text]) for text in texts[:5]]
        assert_same(pd.concat(rows), known[:5])
