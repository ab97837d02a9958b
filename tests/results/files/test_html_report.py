"""The report: one file that opens anywhere, in which a stranger's words are text."""

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from spca_core.results.files.html_report import Section, html_report, to_html
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.results.topics.words import topic_words, words_figure
from spca_core.topics import Edits, Topics
from tests.made_runs import made_topics
from tests.oracles import planted_corpus

CORPUS = planted_corpus(0, 3, 4)
SOLUTION = made_topics(CORPUS, 3, 4)
ORIGIN = Provenance.of(replace(SOLUTION, source="kos"))
WORDS = topic_words(SOLUTION)
BARS = words_figure(WORDS[WORDS["topic"] == 1])

STRANGE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title></svg><script>",
    "&lt;b&gt;",
    "שלום עולם",
    "x" * 1_000,
]
VOID = {"meta"}


class Page(HTMLParser):
    """Reads a page as a browser does: what elements it has, and what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.open += [tag] if tag not in VOID else []

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, given, value in self.attributes if given == name]


def page_of(text: str) -> Page:
    table = pd.DataFrame({text: [text, "tax"], "n": [1, 2]})
    bars = WORDS[WORDS["topic"] == 1].assign(word=[text, "a", "b", "c"])
    section = Section(
        text, [text], table, replace(words_figure(bars), title=text, text=text)
    )
    edits = Edits(names={CORPUS.words[SOLUTION.supports[0, 0]]: text})
    corpus = replace(CORPUS, name=text)
    origin = Provenance.of(Topics.of(corpus, SOLUTION, edits=edits))
    return Page(to_html(text, [section], origin))


@pytest.fixture(scope="module")
def plain() -> Page:
    return page_of("tea")


@pytest.mark.parametrize("text", STRANGE)
def test_a_strangers_words_are_text_wherever_they_stand(plain: Page, text: str):
    page = page_of(text)
    assert page.tags == plain.tags
    names = [(tag, name) for tag, name, _ in page.attributes]
    assert names == [(tag, name) for tag, name, _ in plain.attributes]
    for tag in ("title", "h1", "h2", "p", "th", "td", "figcaption"):
        assert text in page.texts[tag]
    assert page.values("aria-label").count(text) == 2  # of the chart and of the table


def test_nothing_in_it_runs_or_is_fetched(plain: Page):
    page = plain
    for tag in ("script", "link", "img", "image", "iframe", "object", "a", "base"):
        assert tag not in page.tags
    assert not {"src", "href", "xlink:href", "srcset", "action"} & {
        name for _, name, _ in page.attributes
    }
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    whole = to_html("Tea", [Section("Topics", figure=BARS)], ORIGIN)
    assert "http:" not in whole
    assert "https:" not in whole
    assert not re.search(r"@import|url\((?!#)", whole)
    assert "default-src 'none'; style-src 'unsafe-inline'" in page.values("content")


def test_sections_come_in_order_with_readable_tables_and_the_provenance():
    table = pd.DataFrame(
        {
            "word": ["tax", None],
            "share": [0.123456, np.nan],
            "count": [12345678, 0],
            "kept": [True, False],
        }
    )
    sections = [
        Section("First", ["one", "two"]),
        Section("Second", table=table),
        Section("Third", figure=replace(BARS, title="four bars")),
    ]
    page = Page(to_html("Tea", sections, ORIGIN))
    assert page.texts["h2"] == ["First", "Second", "Third", "Where this comes from"]
    assert page.texts["p"] == ["one", "two"]
    assert page.tags["table"] == page.tags["svg"] == page.tags["figure"] == 1
    assert page.texts["figcaption"] == ["four bars"]
    assert page.texts["li"] == ORIGIN.lines()
    assert page.texts["th"] == ["word", "share", "count", "kept"]
    assert page.texts["td"] == ["tax", "0.12346", "12345678", "yes", "0", "no"]
    assert page.tags["td"] == 8
    assert page.values("scope") == ["col"] * 4


def test_it_has_excerpts_and_groups_and_nothing_of_a_hidden_topic():
    n_documents = CORPUS.n_documents
    documents = documents_with_topics(SOLUTION)
    corpus = replace(
        CORPUS,
        groups={"party": tuple(f"party {has}" for has in documents[:, 0])},
        texts=tuple(f"so it began {i}" for i in range(n_documents)),
        dates=tuple(f"{1990 + i % 5}" for i in range(n_documents)),
    )
    hidden = Edits(hidden=(SOLUTION.leaders[1],))
    whole = html_report(Topics.of(corpus, SOLUTION, edits=hidden))
    page = Page(whole)
    for heading in ("By year", "By party", "Topics", "Result"):
        assert heading in page.texts["h2"]
    assert any("so it began" in cell for cell in page.texts["td"])
    gone, stays = (WORDS[WORDS["topic"] == topic]["word"] for topic in (2, 1))
    assert ", ".join(stays) in page.texts["p"]
    assert not any(word in whole for word in gone)
    first, *_ = page.texts["h2"]
    assert first == "Topics"
    assert page.texts["h3"] == [SOLUTION.names[0], SOLUTION.names[2]]
    assert any(
        text.startswith("Most common by party: party True (100 %")
        for text in page.texts["p"]
    )
    assert all("so it began" in text for text in page.texts["blockquote"])
