"""A web page that lists articles: blocks of one class, each with a title of its own."""

import re
from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from spca_core.corpus.readers.collections.headed import Block
from spca_core.corpus.readers.collections.press import (
    CODED,
    ENDS,
    N_WORDS,
    NOT_TEXT,
    article_of,
    day_in,
)
from spca_core.corpus.readers.collections.rows import records_of_rows
from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.markup import BLOCKS_OF_HTML, HIDDEN_IN_HTML, xml_text

HOLDERS = ("div", "article", "section", "li", "table", "tr", "td", "blockquote")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# How classes of articles, and of their titles, are called. Where more follows, as in
# `article-paragraph`, it may be a part of one.
NAMES = (
    r"(?i)(?:article|post|entry|story|item|record|document|result|comment|message"
    r"|review|letter|speech|news)"
)
NAMED, ARTICLE = re.compile(NAMES), re.compile(rf"{NAMES}s?[\W\d_]*\Z")
HEADLINE = re.compile(r"(?i)headline|title|heading|subject")
AUTHOR, DATE = (
    re.compile(r"(?i)from_name|(?:doc)?authors?|sender|user-?name"),
    re.compile("date"),
)
SOURCE = re.compile(r"(?i)(?:doc)?publication-?name|newspaper|source")
PUBLISHED = (
    "//meta[@property='article:published_time' or @name='date']/@content"
    " | //time/@datetime"
)
ENDING = (".", "!", "?")  # of sentences, which are no dates
FEWEST, FEWEST_WORDS = 3, 20  # articles, and words of one on average
MIN_DATED, FEWEST_OF_DATED = 0.9, 3  # where so many of them have a date
LONGEST_AUTHOR = 60  # characters
MIN_SHARE = 0.5  # of the page's text is in the articles
MAX_SHARE = 0.6  # of their text is in one of them
TRIED = 5  # classes, those of most text first
MIN_ALIKE = 0.95  # of the text of one class is in another that may be better
MARK, MARKED = "\ue000", re.compile("\ue000[0-9]")  # before the level of a heading


def articles_of(root: Any) -> Units:
    """Return the articles of a page, by the class that most of its text repeats in."""
    sizes = _sizes(root)
    by_class: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    for element in root.iter(*HOLDERS):
        own = (element.get("class") or "").split()
        for name in own or ["article"] * (element.tag == "article"):
            by_class[element.tag, name].append(element)
    totals: dict[tuple[str, str], int] = {}
    for of, elements in by_class.items():
        lengths = [sizes[element] for element in _outermost(elements)]
        is_even = max(lengths) <= MAX_SHARE * sum(lengths)
        if len(lengths) >= FEWEST and is_even:
            totals[of] = sum(lengths)
    ways: list[tuple[float, Units]] = []
    least_size = MIN_SHARE * sizes[root]
    for of in sorted(totals, key=totals.__getitem__, reverse=True)[:TRIED]:
        if totals[of] < least_size:
            break
        elements = _outermost(by_class[of])
        if all(CODED.search(_text(element)) for element in elements):
            break  # Lines that begin with codes are read as records.
        articles = _with_authors(list(map(_article, elements)))
        n_dated = sum(bool(article.date) for article in articles)
        n_titled = sum(bool(article.title) for article in articles)
        n_words = sum(len(article.text.split()) for article in articles)
        named = NAMED if 2 * n_titled >= len(articles) else ARTICLE
        is_named = of[0] == "article" or named.search(of[1])
        # Messages are short, and each has its time.
        least = (
            FEWEST_OF_DATED if n_dated >= MIN_DATED * len(articles) else FEWEST_WORDS
        )
        are_long = n_words >= least * len(articles)
        if (is_named or 2 * n_dated >= len(articles)) and are_long:
            left_out = ("what is around them on the page",)
            articles = [article for article in articles if article.text]
            units = Units("articles", articles, left_out * (totals[of] < sizes[root]))
            ways.append((n_dated / len(elements), units))
            # Another class of the same text may leave out what has no date.
            least_size = MIN_ALIKE * totals[of]
    return max(ways, key=itemgetter(0))[1] if ways else Units("articles")


def _with_authors(articles: list[Unit]) -> list[Unit]:
    """Return articles with who wrote them, if that is what is above each text.

    These are a few short paragraphs, or titles, that return.
    """
    above = [it.title or it.text.partition("\n\n")[0] for it in articles]
    are_short = max(map(len, above)) <= LONGEST_AUTHOR
    has_authors = any(article.groups for article in articles)
    if has_authors or not are_short or FEWEST * len({*above}) > len(articles):
        return articles
    return [
        it._replace(
            text=it.text.removeprefix(name).strip(), title="", groups={"author": name}
        )
        for it, name in zip(articles, above, strict=True)
    ]


def about_page(root: Any) -> Unit:
    """Return the title of a page, which one heading alone may be, and its day."""
    headings = list(root.iter("h1"))
    named = headings if len(headings) == 1 else list(root.iter("title"))
    title = next((" ".join("".join(it.itertext()).split()) for it in named), "")
    return Unit("", title, next(filter(None, map(str, root.xpath(PUBLISHED))), ""))


def rows_of(root: Any) -> Units:
    """Return the rows of the table in which most of a page's text is, as records."""
    sizes = _sizes(root)
    tables = [it for it in root.iter("table") if not any(it.iterdescendants("table"))]
    table = max(tables, key=sizes.__getitem__, default=None)
    if table is None or sizes[table] < MIN_SHARE * sizes[root]:
        return Units("records")
    cells = [list(row.iterchildren("td", "th")) for row in table.iter("tr")]
    rows = [[_text(cell) for cell in row] for row in cells if row]
    records = records_of_rows(rows)
    left_out = ("what is around them on the page",)
    return Units("records", records, left_out * (sizes[table] < sizes[root]))


def _sizes(root: Any) -> dict[Any, int]:
    """Return how many characters are in each element, tags aside."""
    sizes: dict[Any, int] = {}
    for element in root.iter():
        is_seen = isinstance(element.tag, str) and element.tag not in HIDDEN_IN_HTML
        sizes[element] = _n(element.text) if is_seen else 0
    for element in reversed(list(sizes)):
        outer = element.getparent()
        if element is not root and outer is not None:
            hidden = outer.tag in HIDDEN_IN_HTML
            sizes[outer] += 0 if hidden else sizes[element] + _n(element.tail)
    return sizes


def _n(text: str | None) -> int:
    return len(text.strip()) if text else 0


def blocks_of(root: Any) -> list[Block]:
    """Return the paragraphs and headings of a page; its headings are changed."""
    mark_headings((heading, heading.tag[1]) for heading in root.iter(*HEADINGS))
    return marked_blocks(_text(root))


def mark_headings(headings: Iterable[tuple[Any, str]]) -> None:
    """Write their levels, a digit each, into the texts of elements."""
    for heading, level in headings:
        title = " ".join(_text(heading).split())
        for child in list(heading):
            heading.remove(child)
        heading.text = f"{MARK}{level}{title}" if title else ""


def marked_blocks(text: str) -> list[Block]:
    return [
        Block(block[2:], int(block[1])) if MARKED.match(block) else Block(block)
        for block in text.split("\n\n")
    ]


def _text(element: Any) -> str:
    return xml_text(element, BLOCKS_OF_HTML, HIDDEN_IN_HTML)


def _outermost(elements: list[Any]) -> list[Any]:
    among = set(elements)
    return [
        element for element in elements if among.isdisjoint(element.iterancestors())
    ]


def _article(element: Any) -> Unit:
    blocks = _text(element).split("\n\n")
    title = next(
        (
            _text(inner)
            for inner in element.iter()
            if inner.tag in HEADINGS or HEADLINE.search(inner.get("class") or "")
        ),
        "",
    ).replace("\n\n", " ")
    if any(map(N_WORDS.fullmatch, blocks)):
        article = article_of([block for block in blocks if not ENDS.fullmatch(block)])
        return article._replace(title=title or article.title)
    times = (time.get("datetime") for time in element.iter("time"))
    stated = (_said_of(element, DATE, "title"), next(filter(None, times), ""))
    author, source = _said_of(element, AUTHOR), _said_of(element, SOURCE)
    head = [*blocks[: 1 + len(blocks) // 2][:6], blocks[-1]]
    days = {block: day_in(block) for block in head if not block.endswith(ENDING)}
    day = next((block for block, day in days.items() if day), "")
    about = (title, author, source, day)
    kept = [it for it in blocks if it not in about and not NOT_TEXT.match(it)]
    return Unit(
        "\n\n".join(kept) or title,
        title,
        next(filter(None, stated), days.get(day, "")),
        {
            name: said
            for name, said in (("author", author), ("source", source))
            if said and said != day
        },
    )


def _said_of(element: Any, named: re.Pattern[str], attribute: str = "") -> str:
    """Return the text, or an attribute, of the first element within of such a class."""
    for inner in element.iter():
        classes = (inner.get("class") or "").split()
        said = inner.get(attribute) if attribute else _text(inner)
        if said and any(map(named.fullmatch, classes)):
            return said
    return ""
