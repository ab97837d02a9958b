"""The cards of the topics: what they say, and that strangers' words are only text."""

from html.parser import HTMLParser

import pandas as pd
import pytest

from pages.parts.topics import cards
from pages.shared import topic_names
from pages.shared.style import STYLE
from spca_core.results import topics
from spca_core.results.colours import TOPIC_COLOURS, colour_of
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

CORPUS = planted_corpus(0, 3, 4)
SOLUTION = solve(CORPUS, 3, 4, effort="quick")
WORDS = topics.topic_words(CORPUS, SOLUTION)
TOPICS = topics.topics(SOLUTION).assign(said="coherence 0.50")
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


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch):
    """Return what draws cards, and gives back what the browser gets."""
    bodies: list[str] = []
    monkeypatch.setattr(cards.st, "html", bodies.append)

    def draw(table: pd.DataFrame, words: pd.DataFrame) -> Parsed:
        cards.show(table, words)
        return Parsed(bodies.pop())

    return draw


def test_a_card_a_topic_has_its_name_words_bars_and_colour(drawn):
    page = drawn(TOPICS, WORDS)
    assert [one["style"] for one in page.of("section")] == [
        f"--colour: {colour}" for colour in TOPIC_COLOURS[:3]
    ]
    assert page.texts.count("coherence 0.50") == 3
    assert [text for text in page.texts if text in CORPUS.words] == list(WORDS["word"])
    assert [bar["style"] for bar in page.of("i")] == [
        f"width: {magnitude:.1%}" for magnitude in WORDS["magnitude"]
    ]


def test_a_negative_loading_has_a_paler_bar_and_a_minus_sign(drawn):
    turned = WORDS.assign(
        loading=-WORDS["loading"].where(WORDS["rank"] == 2, -WORDS["loading"]),
        sign=topics.MINUS,
    )
    page = drawn(TOPICS, turned)
    negative = [word.get("class") == "negative" for word in page.of("li")]
    assert negative == list(WORDS["rank"] == 2)
    assert page.texts.count(topics.MINUS) == 3


def test_each_pill_has_the_colour_of_its_topic_in_every_round_of_colours():
    for topic in range(1, 3 * len(TOPIC_COLOURS)):
        place = (topic - 1) % len(TOPIC_COLOURS) + 1
        rule = f":nth-child({len(TOPIC_COLOURS)}n + {place}) {{--colour: "
        assert STYLE.partition(rule)[2].startswith(colour_of(topic)), topic


def test_names_of_topics_stand_behind_dots_in_their_colours_and_are_text(monkeypatch):
    bodies: list[str] = []
    monkeypatch.setattr(topic_names.st, "html", bodies.append)
    topics = pd.DataFrame(
        {"topic": [2, 1, 32], "name": [MARKUP, "a", "b"], "words": ["c, d", MARKUP, ""]}
    )
    topic_names.show_names(topics)
    (body,) = bodies
    page = Parsed("</style>" + body)
    assert {tag for tag, _ in page.tags} == {"p", "b"}
    assert [one["style"] for one in page.of("p")] == [
        f"--colour: {colour_of(topic)}" for topic in (2, 1, 32)
    ]
    assert page.texts == [MARKUP, ": c, d", "a", f": {MARKUP}", "b"]


def test_a_table_of_topics_has_a_dot_in_each_ones_colour():
    table = pd.DataFrame({"topic": [3, 1], "name": ["a", "b"]})
    dotted = topic_names.with_dots(table)
    dotted._compute()
    styles = {place: dict(style) for place, style in dotted.ctx.items()}
    column = list(dotted.columns).index("dot")
    assert styles == {
        (row, column): {"color": colour_of(topic)} for row, topic in enumerate([3, 1])
    }


def test_words_and_names_of_strangers_are_text_and_never_markup(drawn):
    usual = drawn(TOPICS, WORDS)
    page = drawn(TOPICS, WORDS.assign(word=MARKUP, name=MARKUP))
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in usual.tags]
    assert {name for _, attributes in page.tags for name in attributes} == {
        name for _, attributes in usual.tags for name in attributes
    }
    assert page.texts.count(MARKUP) == len(WORDS) + len(TOPICS)
