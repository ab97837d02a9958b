"""What documents are called and belong to."""

import re

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.dates import years_in
from spca_core.formatting import noun

FIRST_WORDS, MAX_START = 8, 400  # of a text without a title: words, characters
PART = re.compile(r",? (paragraph|piece|part|section) \d+$|#\d+$")


def titles(corpus: Corpus) -> tuple[str, ...]:
    """Return the titles as they came, or else the `title` of every document."""
    whole = corpus.with_copies
    numbers = range(1, whole.n_documents + 1)
    return whole.titles or tuple(title(corpus, number) for number in numbers)


def title(corpus: Corpus, document: int) -> str:
    """Return the title of one document, counted from 1.

    Without one it is the first words of its text, or "document 3".
    """
    whole = corpus.with_copies
    if whole.titles and (known := whole.titles[document - 1]):
        return known
    if whole.texts and (first := whole.texts[document - 1][:MAX_START].split()):
        return " ".join(first[:FIRST_WORDS])
    return f"{noun(1, corpus.kind.documents)} {document}"


def date_of(corpus: Corpus, document: int) -> str:
    """Return the date of one document, or else the year in its title, or nothing."""
    whole = corpus.with_copies
    if whole.dates:
        return whole.dates[document - 1]
    return years_in(whole.titles[document - 1 : document] or ("",))[0]


def details(corpus: Corpus, document: int) -> str:
    """Return the date and groups of one document in a line."""
    whole = corpus.with_copies
    groups = [
        f"{name}: {groups[document - 1]}" for name, groups in whole.groups.items()
    ]
    date = date_of(corpus, document)
    return " · ".join([date, *groups] if date else groups)


def neighbours_of(corpus: Corpus, document: int) -> tuple[int, ...]:
    """Return the documents before and after one, if these are parts of the same text.

    They are if their titles are the same before the last comma or number sign.
    """
    whole = corpus.with_copies
    if not whole.titles:
        return ()
    text_title = _of_text(whole.titles[document - 1])
    near = (document - 1, document + 1)
    return tuple(
        other
        for other in near
        if text_title
        and 1 <= other <= whole.n_documents
        and _of_text(whole.titles[other - 1]) == text_title
    )


def unit(corpus: Corpus) -> str:
    """Return what each document is a part of a text as, such as a paragraph, if one."""
    first, *_ = corpus.titles or ("",)
    return found[1] or "" if (found := PART.search(first)) else ""


def _of_text(title: str) -> str:
    return PART.split(title)[0] if PART.search(title) else ""
