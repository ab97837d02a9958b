"""Repeated text, copies and what is no word hide no topic, and are told."""

from dataclasses import replace

import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import about_repeated
from spca_core.corpus.preparation import DEFAULT_PREPARATION, prepare
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.results.corpus import reading
from spca_core.results.documents import scores
from spca_core.topics import solve
from tests.fuzz import slowly
from tests.made import N_TOPICS, SIZE, TOPICS, WORDS, planted_texts, sentences

N_TEXTS = 300
AS_THEY_ARE = Tokenisation(junk=(), without_repeated=False)


def retweets(texts: list[str]) -> list[str]:
    """Add three short texts, each sent a hundred times with another name and link."""
    for number, tweet in enumerate(sentences(7, 3, 14)):
        texts += [f"RT @user{i}: {tweet} https://t.co/{number}x{i}" for i in range(100)]
    return texts


def reprints(texts: list[str]) -> list[str]:
    """Add three long texts, each reprinted a hundred times under another title."""
    for number in range(3):
        article = " ".join(sentences(20 + number, 6))
        titles = sentences(30 + number, 100, 3)
        texts += [f"{title}\n{article}" for title in titles]
    return texts


def footers(texts: list[str]) -> list[str]:
    """Add one of four footers to a tenth of the texts each, one of frequent words."""
    rare = (" ".join(WORDS[1_300 + i : 1_480 : 3]) for i in range(3))
    ends = [f"\n{' '.join(sentences(40, 2))}", *(f"\n\n{one}" for one in rare)]
    return [f"{text}{(*ends, *[''] * 6)[i % 10]}" for i, text in enumerate(texts)]


def pages(texts: list[str]) -> list[str]:
    """Make pages of the texts, with links and addresses."""
    return [
        f"<div class='story'><p>{text.replace(' ', '&nbsp;', 3)}</p><br/>"
        f"<a href='http://www.example.com/{i}'>{WORDS[i]}</a> Q&amp;A "
        f"mail{i}@example.com</div>"
        for i, text in enumerate(texts)
    ]


def found_in(corpus: Corpus, n_topics: int = N_TOPICS) -> list[set[str]]:
    supports = solve(corpus, n_topics, SIZE, effort="quick").supports
    return [{corpus.words[word] for word in support} for support in supports]


def are_recovered(topics: list[set[str]]) -> bool:
    """Return whether each planted topic is found, all of its words but one."""
    return all(max(len(one & topic) for topic in topics) >= SIZE - 1 for one in TOPICS)


@pytest.mark.slow
@pytest.mark.parametrize("make", [pages, *map(slowly, (retweets, reprints, footers))])
def test_planted_topics_are_recovered_at_the_default_and_hidden_without(make):
    texts = Texts(name="made up", texts=tuple(make(planted_texts(0, N_TEXTS))))
    corpus = prepare(count_words(texts), DEFAULT_PREPARATION)
    assert are_recovered(found_in(corpus))
    assert corpus.with_copies.n_documents == len(texts.texts)
    raw = count_words(texts, AS_THEY_ARE)
    if make is not pages:
        assert not are_recovered(found_in(raw))
        plain = replace(raw, texts=())
        assert are_recovered(found_in(prepare(plain, DEFAULT_PREPARATION)))
    else:
        assert {"nbsp", "href", "div", "example"} <= set(raw.words)
        assert not {"nbsp", "href", "div", "example"} & set(corpus.words)


@pytest.mark.slow
def test_copies_are_reported_counted_once_and_stay_in_the_tables():
    texts = Texts(name="made up", texts=tuple(retweets(planted_texts(0, N_TEXTS))))
    loaded = count_words(texts)
    assert "297 documents are copies" in reading.what_was_read(loaded)
    corpus = prepare(loaded, DEFAULT_PREPARATION)
    assert corpus.n_documents == N_TEXTS + 3
    solution = solve(corpus, 3, 5, effort="quick")
    table = scores.document_scores(solution)
    assert len(table) == N_TEXTS + 300
    every = prepare(loaded, replace(DEFAULT_PREPARATION, without_copies=False))
    assert every.n_documents == N_TEXTS + 300
    assert every.whole is None
    originals = reading.copies(loaded)["original"]
    assert sorted(set(originals)) == [N_TEXTS + 1, N_TEXTS + 101, N_TEXTS + 201]


def test_repeated_text_is_reported_with_examples_and_its_documents():
    texts = Texts(name="made up", texts=tuple(footers(planted_texts(0, N_TEXTS))))
    loaded = count_words(texts, AS_THEY_ARE)
    told = about_repeated(loaded, left_out=True)
    assert prepare(loaded, DEFAULT_PREPARATION).report.left_out == (told,)
    table = reading.repeated_words(loaded)
    assert told.startswith(f"{len(table)} words left out")
    assert ", ".join(table["word"].head(3)) in told
    assert (table["repeated"] <= table["documents"]).all()
    assert "Also counted" in about_repeated(loaded, left_out=False)
    assert about_repeated(read_bundled("state_of_the_union"), left_out=True) == ""
