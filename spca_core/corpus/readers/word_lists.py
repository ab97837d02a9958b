"""Which of two files holds the counts, and which their words."""

from collections.abc import Sequence

from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.recognition import recognise
from spca_core.errors import InputError

WORDS = "plain_text"  # as which a list of words, one a line, is recognised


def counts_and_words(sources: Sequence[Source]) -> tuple[int, int | None]:
    """Return the places of the file of counts and of the file of words, if one is.

    raises : InputError if there are more than two files, or not one of each
    """
    if len(sources) > 2:
        raise InputError(
            f"{len(sources)} files were given. Give one file with the corpus, and if "
            "it needs that one with its words; put texts in a zip."
        )
    if len(sources) == 1:
        return 0, None
    lists = [recognise(source) == WORDS for source in sources]
    if lists.count(True) != 1:
        names = " and ".join(source.name for source in sources)
        raise InputError(
            f"{names}: of two files one has to be a list of words, one a line. Give "
            "only the file with the corpus, or its words beside it."
        )
    return lists.index(False), lists.index(True)
