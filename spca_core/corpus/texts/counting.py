"""Make a corpus of texts: count the words of each text, as the options say."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.matrices import drop_empty
from spca_core.corpus.texts.function_words import (
    without_own_function_words,
    without_usual_words,
)
from spca_core.corpus.texts.junk import Cleaning
from spca_core.corpus.texts.languages import (
    guess_languages,
    stop_words,
    without_article,
)
from spca_core.corpus.texts.merging import merged_names, other_forms
from spca_core.corpus.texts.phrases import join_phrases
from spca_core.corpus.texts.repair import repaired
from spca_core.corpus.texts.segmentation import is_long_enough
from spca_core.corpus.texts.texts import Texts, no_words, sampled_beginnings
from spca_core.corpus.texts.tokenisation import AUTO, DEFAULT_TOKENISATION, Tokenisation
from spca_core.corpus.texts.tokens import (
    Tokens,
    cut_words,
    unified,
    vocabulary_by_form,
)
from spca_core.errors import InputError

NOT_RECOGNISED = (
    "No language with known function words was recognised, so they are counted. Name "
    "the language to leave them out."
)


def count_words(
    texts: Texts,
    tokenisation: Tokenisation = DEFAULT_TOKENISATION,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Corpus:
    """Count the words of texts; those without a word are dropped and reported.

    Mojibake is repaired first.

    progress : called with the characters done and those in all; it may raise to stop
    """
    # The tokens are freed before a corpus with empty documents is copied.
    texts = repaired(texts)
    return drop_empty(_counted(texts, tokenise(texts.texts, tokenisation, progress)))


class Tokenised(NamedTuple):
    """The words to be counted, in their order, and what was found."""

    tokens: Tokens
    languages: tuple[str, ...]  # whose function words were left out
    forms: dict[str, tuple[str, ...]]  # that are counted as a word, by that word
    left_out: tuple[str, ...]  # sentences
    warnings: tuple[str, ...]  # sentences


def tokenise(
    texts: Sequence[str],
    tokenisation: Tokenisation = DEFAULT_TOKENISATION,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Tokenised:
    """Cut texts into words, and leave out, merge and join them as the options say."""
    tokens, left_out = cut_words(texts, tokenisation, progress)
    languages = tokenisation.languages
    warnings: tuple[str, ...] = ()
    if languages == (AUTO,):
        clean = Cleaning(tokenisation.junk)
        languages = guess_languages(list(map(clean, sampled_beginnings(texts))))
        if len(languages) > 1 and not tokenisation.vocabulary:
            tokens = without_own_function_words(tokens, languages)
        warnings = (NOT_RECOGNISED,) * (not languages)
    if tokenisation.vocabulary:
        tokens = _only_vocabulary(tokens, tokenisation, languages)
        return Tokenised(tokens, (), {}, left_out, ())
    tokens = _without_function_words(tokens, tokenisation, languages)
    if not tokenisation.token_pattern:
        tokens, sentences = without_usual_words(tokens, languages)
        left_out += sentences
    listed = _listed(tokenisation.stop_words)
    tokens, forms = _merge(tokens, tokenisation.merging, languages, listed)
    tokens = join_phrases(tokens, tokenisation.longest_phrase)
    tokens = _occurring(tokens, listed)
    return Tokenised(tokens, languages, forms, left_out, warnings)


def _only_vocabulary(
    tokens: Tokens, tokenisation: Tokenisation, languages: tuple[str, ...]
) -> Tokens:
    """Count just the words of the vocabulary, each in its column."""
    by_form = vocabulary_by_form(tokenisation)
    names = (
        by_form.get(word) or by_form.get(without_article(word, languages), "")
        for word in tokens.words
    )
    return tokens.renamed(names, tokenisation.vocabulary)


def _without_function_words(
    tokens: Tokens, tokenisation: Tokenisation, languages: tuple[str, ...]
) -> Tokens:
    # Of several languages that are found, each text loses its own, and no others.
    are_own = tokenisation.languages == (AUTO,) and len(languages) > 1
    of = () if are_own else languages
    left_out = frozenset().union(*map(stop_words, of))
    shortest = 1 if tokenisation.token_pattern else tokenisation.shortest

    def counted_as(word: str) -> str:
        bare = without_article(word, languages)
        is_kept = is_long_enough(bare, shortest) and bare.lower() not in left_out
        return bare if is_kept else ""

    return tokens.renamed(map(counted_as, tokens.words))


def _listed(stop_words: tuple[str, ...]) -> set[str]:
    """Return a user's stop words as they are compared, with blanks for _ as well."""
    words = {unified(word.lower()) for word in stop_words}
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
    names = [
        name if listed.isdisjoint((word.lower(), name.lower())) else ""
        for word, name in zip(words, names, strict=True)
    ]
    return tokens.renamed(names), other_forms(words, names)


def _occurring(tokens: Tokens, listed: set[str]) -> Tokens:
    """Leave out the words that occur only in phrases, and phrases that are listed."""
    return tokens.renamed(
        word if total and word.lower() not in listed else ""
        for word, total in zip(tokens.words, tokens.totals, strict=True)
    )


def _counted(texts: Texts, tokenised: Tokenised) -> Corpus:
    tokens, languages, forms, left_out, warnings = tokenised
    if not tokens.words:
        sentences = (f"{texts.name} {no_words(len(texts.texts))}.", *left_out)
        raise InputError(
            f"{' '.join(sentences)} Check the file and the column, or keep more words."
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
        warnings=(*texts.warnings, *warnings),
        report=replace(texts.report, languages=languages, left_out=left_out),
    )
