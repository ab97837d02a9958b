"""The cards of the topics: what they say, and that strangers' words are only text."""

from html.parser import HTMLParser

import pandas as pd
import pytest

from spca_core.results.colours import (
    N_COLOURS,
    TOPIC_COLOURS,
    css_colours,
)
from spca_core.results.files.templates import cards_html
from spca_core.results.topics.cards import cards
from spca_core.results.topics.words import MINUS, topic_words
from tests.made_runs import made_topics
from tests.oracles import luminance, planted_corpus

CORPUS = planted_corpus(0, 3, 4)
SOLUTION = made_topics(CORPUS, 3, 4)
WORDS = topic_words(SOLUTION.renamed({1: "a", 2: "b", 3: "c"}))
TOPICS = cards(SOLUTION).assign(sentence="in 60 documents", figures="0.50")
ACTIONS = [("open", "Open", "All of it"), ("hide", "Hide", "Leave it out")]
MARKUP = '</li><script>alert(1)</script><b title="x" onclick=alert(1)>&amp;{{ 7 * 7 }}'


class Parsed(HTMLParser):
    """The tags, attributes and texts of a page's HTML, without its style."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html.partition("</style>")[2])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def drawn(table: pd.DataFrame, words: pd.DataFrame, **look) -> Parsed:
    return Parsed(cards_html(table, words, **look))


def test_a_card_a_topic_has_its_name_words_bars_and_colour():
    page = drawn(TOPICS, WORDS)
    assert [one["style"] for one in page.of("section")] == [
        f"--colour: {colour}" for colour in css_colours(range(3))
    ]
    assert page.texts.count("in 60 documents") == 3
    assert [text for text in page.texts if text in CORPUS.words] == list(WORDS["word"])
    assert [bar["style"] for bar in page.of("i")] == [
        f"width: {0.9 * magnitude / WORDS['magnitude'].max():.1%}"
        for magnitude in WORDS["magnitude"]
    ]


def test_a_negative_loading_has_a_paler_bar_and_a_minus_sign():
    turned = WORDS.assign(
        loading=-WORDS["loading"].where(WORDS["rank"] == 2, -WORDS["loading"]),
        sign=MINUS,
    )
    page = drawn(TOPICS, turned)
    negative = [word.get("class") == "negative" for word in page.of("li")]
    assert negative == list(WORDS["rank"] == 2)
    assert page.texts.count(MINUS) == 3


@pytest.mark.parametrize(
    ("theme", "ground"), [("light", "#ffffff"), ("dark", "#11161c")]
)
def test_every_colour_stands_out_from_its_ground_and_is_no_others(theme, ground):
    colours = TOPIC_COLOURS[theme]
    assert len(set(colours)) == N_COLOURS == 27
    for colour in colours:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        assert max(red, green, blue) - min(red, green, blue) > 50, "it is no grey"
        low, high = sorted([luminance(colour), luminance(ground)])
        assert (high + 0.05) / (low + 0.05) >= 3


def test_words_and_names_of_strangers_are_text_and_never_markup():
    usual = drawn(TOPICS, WORDS, actions=ACTIONS)
    strange = WORDS.assign(word=MARKUP, name=MARKUP)
    page = drawn(TOPICS, strange, actions=ACTIONS)
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in usual.tags]
    assert {name for _, attributes in page.tags for name in attributes} == {
        name for _, attributes in usual.tags for name in attributes
    }
    assert page.texts.count(MARKUP) == len(WORDS) + len(TOPICS)
