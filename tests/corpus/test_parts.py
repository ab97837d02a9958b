"""Parts of a corpus: the documents that meet conditions, as a corpus of their own."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import rows
from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import groupings
from spca_core.corpus.load import load
from spca_core.corpus.matrix import in_memory
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.topics import solve
from tests.fuzz import in_one_test
from tests.made import planted_texts
from tests.oracles import random_corpus

PARTIES = ("Whig", "No | party", "Free=Soil")
Scan = Callable[[Corpus, int], bool]


def corpus_of(seed: int) -> Corpus:
    """Return counts with dates that are more or less precise, groups, and texts."""
    rng = np.random.default_rng(seed)
    corpus = random_corpus(seed, 60, 20)
    counts = rng.poisson(0.5, (60, 20)) * 1.0
    days = np.array([1950, 0, 0]) + rng.integers(1, 6, (60, 3))
    dates = [f"{y}-{m:02}-{d:02}" for y, m, d in days]
    ends = rng.choice([0, 4, 7], 60)
    return replace(
        corpus,
        observations=sparse.csr_array(counts),
        titles=tuple(f"Number {n} of {date[:4]}" for n, date in enumerate(dates)),
        dates=tuple(date[:end] for date, end in zip(dates, ends, strict=True)),
        groups={
            "party": tuple(map(str, rng.choice(PARTIES, 60))),
            "stars": tuple(map(str, rng.integers(1, 12, 60))),
        },
        texts=tuple(f"The civil\n{('war', 'law')[n % 2]} {n}" for n in range(60)),
        forms={corpus.words[3]: ("forms",)},
    )


def in_store(corpus: Corpus, folder: Path) -> Corpus:
    """Return the same in a store, with what stores do not hold."""
    keep(corpus, folder)
    lists = {"dates": corpus.dates, "groups": corpus.groups, "texts": corpus.texts}
    return replace(open_store(folder), **lists, forms=corpus.forms)


@pytest.fixture(params=["in memory", "in a store"])
def corpus(request, tmp_path, monkeypatch) -> Corpus:
    monkeypatch.setattr(rows, "BLOCK_CELLS", 100)
    whole = corpus_of(0)
    is_stored = request.param == "in a store"
    return in_store(whole, tmp_path / "kept") if is_stored else whole


def alone(corpus: Corpus, documents: list[int]) -> Corpus:
    """Return a corpus that is made of some documents, with the words that they have."""
    counts = in_memory(corpus.observations).toarray()[documents].astype(float)
    words = np.flatnonzero(counts.any(axis=0))
    return Corpus(
        name="alone",
        observations=sparse.csr_array(counts[:, words]),
        words=tuple(corpus.words[word] for word in words),
        titles=tuple(corpus.titles[n] for n in documents),
    )


def has(corpus: Corpus, n: int, word: int) -> bool:
    return bool(in_memory(corpus.observations)[[n], [word]])


# What each condition asks of document n, by a plain scan.
SCANS: dict[str, Scan] = {
    "date>=1952": lambda c, n: c.dates[n][:4] >= "1952",
    "date<=1953": lambda c, n: "" < c.dates[n][:4] <= "1953",
    "date=1952|1954": lambda c, n: c.dates[n][:4] in ("1952", "1954"),
    "date!=1952": lambda c, n: c.dates[n][:4] != "1952",
    "date>=1953-03": lambda c, n: len(c.dates[n]) == 7 and c.dates[n] >= "1953-03",
    "party=Whig": lambda c, n: c.groups["party"][n] == "Whig",
    r"party=Whig|No \| party": lambda c, n: c.groups["party"][n] != "Free=Soil",
    "party!=Free=Soil": lambda c, n: c.groups["party"][n] != "Free=Soil",
    "stars>=10": lambda c, n: int(c.groups["stars"][n]) >= 10,
    "stars<=9": lambda c, n: int(c.groups["stars"][n]) <= 9,
    "word=word_1|word_4": lambda c, n: has(c, n, 1) or has(c, n, 4),
    "word=forms": lambda c, n: has(c, n, 3),
    "word!=word_1": lambda c, n: not has(c, n, 1),
    "word=Civil war": lambda c, n: n % 2 == 0,
    "topic!=word_1|word_2|word_4": lambda c, n: (
        sum(has(c, n, w) for w in (1, 2, 4)) < 2
    ),
    "topic=word_2": lambda c, n: has(c, n, 2),
    "document=3|60": lambda c, n: n in (2, 59),
    "document>=30": lambda c, n: n >= 29,
}


@in_one_test("where", SCANS)
def test_a_part_is_the_corpus_of_what_a_plain_scan_finds(where: str, corpus: Corpus):
    found = [n for n in range(corpus.n_documents) if SCANS[where](corpus, n)]
    part = corpus.part(where)
    assert 0 < len(found) < corpus.n_documents
    assert part.content_id == alone(corpus, found).content_id
    frequencies = document_frequencies(part.observations)
    expected = document_frequencies(alone(corpus, found).observations)
    assert frequencies.tolist() == expected.tolist()
    weights, same = (
        Covariance.of(each, centred=True, weighting="tf-idf").variances
        for each in (part, alone(corpus, found))
    )
    np.testing.assert_allclose(weights, same, rtol=1e-12)
    for name in ("titles", "dates", "texts"):
        every = getattr(corpus, name)
        assert getattr(part, name) == tuple(every[n] for n in found)
    for name, every in corpus.groups.items():
        assert part.groups[name] == tuple(every[n] for n in found)
    assert part.name == f"{corpus.name}, where {part.where[0]}"
    assert part.where == (Condition.parse(where),)


def test_parts_of_parts_meet_all_conditions_in_any_order(corpus: Corpus):
    where = ("party!=Whig", "word=word_1|word_2", "date>=1952")
    at_once = corpus.part(*where)
    for one, other, last in permutations(where):
        part = corpus.part(one).part(last, other)
        assert part.content_id == at_once.content_id
        assert (part.name, part.where) == (at_once.name, at_once.where)
    asked = Preparation(stop_words=("word_1",))
    prepared, narrower = prepare(at_once, asked), at_once.part("stars>=3")
    assert prepared.part(*where) is prepared
    again = prepared.part("stars>=3")
    assert again.name == narrower.name
    assert again.content_id == prepare(narrower, asked).content_id
    assert load(corpus, where=where).name == at_once.name


def test_documents_are_numbered_as_in_the_tables_of_the_part(corpus: Corpus):
    part = corpus.part("word=word_1")
    assert part.part(documents=[2, 5]).titles == (part.titles[1], part.titles[4])
    assert part.part("document>=3").titles == part.titles[2:]


def test_every_grouping_is_a_condition_also_of_a_store_with_titles_alone(tmp_path):
    titles = tuple(f"{('numpy', 'scipy')[n % 2]}.{1800 + n}" for n in range(60))
    keep(replace(corpus_of(0), titles=titles, dates=(), groups={}), tmp_path / "kept")
    stored = open_store(tmp_path / "kept")
    for name, of in groupings(stored).items():
        assert stored.part(f"{name}={of[7]}").n_documents == of.count(of[7])
    assert {*groupings(stored)} == {"decade", "year", "part of the title"}


def test_keywords_are_conditions(corpus: Corpus):
    topical = replace(corpus, groups={**corpus.groups, "topic": corpus.groups["party"]})
    part = topical.part(
        since=1951, groups={"topic": ["Whig", "No | party"]}, words=["word_1", "word_2"]
    )
    where = "date>=1951", r"group:topic=Whig|No \| party", "word=word_1|word_2"
    same = topical.part(*where)
    assert (part.where, part.content_id) == (same.where, same.content_id)
    with pytest.raises(InputError, match="group:topic=Whig"):
        topical.part("topic=Whig")


def test_a_topics_documents_are_its_part(corpus: Corpus):
    topics = solve(corpus, 2, 3, effort="quick", centred=False)
    carried = documents_with_topics(topics).sum(axis=0)
    for words, n_documents in zip(topics.words(), carried, strict=True):
        assert corpus.part(f"topic={'|'.join(words)}").n_documents == n_documents


def test_copies_are_those_within_the_part():
    texts = planted_texts(0, 40)
    loaded = load([*texts, *texts[:10]], without_copies=False, languages="none")
    parties = ("Whig",) * 35 + ("Free",) * 15
    whole = replace(loaded, groups={"party": parties})
    corpus = prepare(whole, Preparation(without_copies=True))
    assert corpus.n_documents == 40
    part = corpus.part("party=Free")
    assert part.n_documents == part.with_copies.n_documents == 15
    twice = corpus.part("document=1|2|41")
    assert (twice.n_documents, twice.with_copies.n_documents) == (2, 3)
    assert "1 document is a copy: topics count each once." in twice.report.left_out[-1]


def test_a_condition_is_read_from_what_it_writes():
    for values in (("A | B", "c\\d", ""), ("=|!", "civil war", "don't")):
        condition = Condition("a=b>c\\", ">=", values)
        assert Condition.parse(str(condition)) == condition


@in_one_test(
    "where, said",
    [
        ("party=Wig", r"did you mean Whig\?\); by party: .*Whig \(\d+\)"),
        ("partei=Whig", "did you mean party .*date, word, topic.*by party: "),
        ("word=word_111", "has no word 'word_111' .did you mean word_1"),
        ("date>=May", "Write it as 1950"),
        ("party<=Whig", "one date or number.*by party: "),
        ("document=61", "60 documents"),
        ("document=-1", "numbered from 1 to 60"),
        ("word>=word_1", "one date or number"),
        ("party", "is not a name, =, !=, >= or <="),
        ("date>=1960", "the dates of made up are from 1951 to 1955-0.. Choose"),
        ("stars<=1", r"no documents .* is met by: stars<=1 \d+, stars>=2 \d+"),
    ],
)
def test_a_refusal_names_what_there_is(where: str, said: str, corpus: Corpus):
    with pytest.raises(InputError, match=said):
        corpus.part(where, "stars>=2")
