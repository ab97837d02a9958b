"""Texts that are tokens already, as gensim takes them: a list of strings for each."""

from collections.abc import Iterable, Sequence

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.assembly import Assembly
from spca_core.corpus.readers.counts.json_lines import BadRecordError, count_tokens
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError


def count_token_lists(texts: Iterable[Sequence[object] | None]) -> Corpus:
    """Return the tokens counted as they are; None has none.

    raises : InputError if a token is no text, or there is none
    """
    assembly = Assembly(Upload("texts", b""), "text", keeps_empty=True)
    for number, tokens in enumerate(texts, start=1):
        try:
            assembly.add(count_tokens(tokens or ()), line=number)
        except BadRecordError as error:
            raise InputError(
                f"Text {number} has {error}. Give each text as a list of words, and "
                "numbers as an array."
            ) from error
    return assembly.corpus()
