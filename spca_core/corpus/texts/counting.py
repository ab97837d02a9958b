"""Make a corpus of texts: count the words of each text, as the options say."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.matrices import drop_empty
from spca_core.corpus.texts.languages import (
    guess_language,
    stop_words,
    without_article,
)
from spca_core.corpus.texts.merging import merged_names, other_forms
from spca_core.corpus.texts.phrases import join_phrases
from spca_core.corpus.texts.texts import Texts, no_words
from spca_core.corpus.texts.tokenisation import AUTO, USUAL, Tokenisation
from spca_core.corpus.texts.tokens import Tokens, cut_words, normalise
from spca_core.errors import InputError


def count_words(
    texts: Texts,
    tokenisation: Tokenisation = USUAL,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Corpus:
    """Count the words of texts; those without a word are dropped and reported.

    progress : called with the characters done and those in all; it may raise to stop
    """
    # The tokens are freed before a corpus with empty documents is copied.
    return drop_empty(_counted(texts, tokenise(texts.texts, tokenisation, progress)))


class Tokenised(NamedTuple):
    """The words to be counted, in alphabetical order, and what was found."""

    tokens: Tokens
    languages: tuple[str, ...]  # whose function words were left out
    forms: dict[str, tuple[str, ...]]  # that are counted as a word, by that word
    left_out: tuple[str, ...]  # sentences


def tokenise(
    texts: Sequence[str],
    tokenisation: Tokenisation = USUAL,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Tokenised:
    """Cut texts into words, and leave out, merge and join them as the options say."""
    tokens, left_out = cut_words(texts, tokenisation, progress)
    languages = _languages(tokens, tokenisation)
    tokens = _without_function_words(tokens, tokenisation, languages)
    listed = _listed(tokenisation.stop_words)
    tokens, forms = _merge(tokens, tokenisation.merging, languages, listed)
    tokens = join_phrases(tokens, tokenisation.longest_phrase, tokenisation.min_npmi)
    return Tokenised(_occurring(tokens, listed), languages, forms, left_out)


def _languages(tokens: Tokens, tokenisation: Tokenisation) -> tuple[str, ...]:
    if tokenisation.languages != (AUTO,):
        return tokenisation.languages
    small = tokens.renamed(word.lower() for word in tokens.words)
    return guess_language(small.words, small.totals)


def _without_function_words(
    tokens: Tokens, tokenisation: Tokenisation, languages: tuple[str, ...]
) -> Tokens:
    left_out = frozenset().union(*map(stop_words, languages))
    shortest = 1 if tokenisation.token_pattern else tokenisation.shortest

    def kept(word: str) -> str:
        bare = without_article(word, languages)
        return bare if len(bare) >= shortest and bare.lower() not in left_out else ""

    return tokens.renamed(map(kept, tokens.words))


def _listed(stop_words: tuple[str, ...]) -> set[str]:
    """Return a user's stop words as they are compared, with blanks for _ as well."""
    words = {normalise(word.lower()) for word in stop_words}
    return words | {word.replace("_", " ") for word in words}


def _merge(
    tokens: Tokens, merging: str, languages: tuple[str, ...], listed: set[str]
) -> tuple[Tokens, dict[str, tuple[str, ...]]]:
    """Count forms of a word as one; also return each word's other forms.

    A listed word is left out, and so are the forms that would be counted as it.
    """
    if merging == AUTO:
        merging = "plurals" if languages == ("en",) else "off"
    words = tokens.words
    names: Sequence[str] = words
    if merging != "off":
        names = merged_names(words, tokens.totals, merging, languages)
    kept = [
        name if listed.isdisjoint((word.lower(), name.lower())) else ""
        for word, name in zip(words, names, strict=True)
    ]
    return tokens.renamed(kept), other_forms(words, kept)


def _occurring(tokens: Tokens, listed: set[str]) -> Tokens:
    """Leave out the words that occur only in phrases, and phrases that are listed."""
    return tokens.renamed(
        word if total and word.lower() not in listed else ""
        for word, total in zip(tokens.words, tokens.totals, strict=True)
    )


def _counted(texts: Texts, tokenised: Tokenised) -> Corpus:
    tokens, languages, forms, left_out = tokenised
    if not tokens.words:
        raise InputError(
            f"{texts.name} {no_words(len(texts.texts))}. Check the file and the "
            "column, or keep more words."
        )
    return Corpus(
        name=texts.name,
        observations=tokens.counts(),
        words=tokens.words,
        titles=texts.titles,
        groups=texts.groups,
        dates=texts.dates,
        texts=texts.texts,
        forms=forms,
        warnings=texts.warnings,
        report=replace(texts.report, languages=languages, left_out=left_out),
    )
