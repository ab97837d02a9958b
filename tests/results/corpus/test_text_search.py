"""Names are found by what is typed, and a topic's words in a text."""

import unicodedata

import pandas as pd
import pytest

from spca_core.results.corpus.text_search import (
    densest_part,
    find_words,
    highlight,
)

NAMES = ("syntax", "Taxes", "tax", "income", "taxation", "TAX", "Straße")


def pieces(text: str, words: list[str]) -> str:
    """Write the text with brackets around what is marked."""
    return "".join(
        f"[{row.piece}]" if row.topic else row.piece
        for row in highlight(text, dict.fromkeys(words, 1)).itertuples()
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tax", ["tax", "TAX", "Taxes", "taxation", "syntax"]),
        ("  TaX ", ["tax", "TAX", "Taxes", "taxation", "syntax"]),
        ("taxes", ["Taxes"]),
        ("STRASSE", ["Straße"]),
        ("t.x", []),  # no pattern, a text
        ("(", []),
        ("", list(NAMES)),
    ],
)
def test_the_text_itself_comes_first_then_what_begins_so_then_what_holds_it(
    text, found
):
    table = pd.DataFrame({"word": NAMES})
    assert find_words(table, text)["word"].tolist() == found


def test_the_rows_of_the_words_found_come_whole():
    table = pd.DataFrame({"word": NAMES, "rank": range(1, len(NAMES) + 1)})
    found = find_words(table, "tax", most=3)
    assert found["word"].tolist() == ["tax", "TAX", "Taxes"]
    assert found["rank"].tolist() == [3, 6, 2]
    assert found.index.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("Tax the income tax!", ["tax", "the"], "[Tax] [the] income [tax]!"),
        ("taxes syntax tax_a", ["tax"], "taxes syntax [tax]_a"),
        ("the tax's end", ["tax"], "the [tax]'s end"),
        ("new york, new", ["new", "new york"], "[new york], [new]"),
        ("a.b axb", ["a.b"], "[a.b] axb"),
        ("in C++ and c", ["c++"], "in [C++] and c"),
        ("بدأت الحرب اليوم", ["الحرب"], "بدأت [الحرب] اليوم"),
        ("nothing here", ["tax"], "nothing here"),
        ("tea, and tax", [""], "tea, and tax"),
        (unicodedata.normalize("NFD", "un café noir"), ["café"], "un [café] noir"),
    ],
)
def test_whole_words_are_marked_whatever_their_case(text, words, marked):
    assert pieces(text, words) == marked


def test_a_passage_is_where_the_topics_words_are_densest_and_begins_with_a_word():
    text = (
        "war "
        + "of no account " * 40
        + "tax on tax and income tax "
        + "and so on " * 40
    )
    pieces = highlight(text, {"war": 2, "tax": 1, "income": 1})
    cut = densest_part(pieces, 1)
    said = "".join(cut["piece"])
    assert (cut["topic"] == 1).sum() == 4
    assert (said[0], said[-1]) == ("…", "…")
    assert len(said) <= 182
    assert said[1:].split()[0] in {"of", "no", "account"}
    short = highlight("a tax", {"tax": 1})
    assert densest_part(short, 1).equals(short)
