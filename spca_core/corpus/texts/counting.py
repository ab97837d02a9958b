"""Make a corpus of texts: count the words of each text, as the options say."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.analyser import Analyser
from spca_core.corpus.texts.function_words import (
    languages_of_texts,
    languages_of_words,
    usual_words,
    without_own_function_words,
)
from spca_core.corpus.texts.junk import Cleaning
from spca_core.corpus.texts.languages import (
    guess_languages,
    stop_words,
    without_article,
)
from spca_core.corpus.texts.merging import merged_by_language, other_forms
from spca_core.corpus.texts.phrases import join_phrases
from spca_core.corpus.texts.repair import repaired
from spca_core.corpus.texts.segmentation import is_long_enough, script_of
from spca_core.corpus.texts.texts import (
    Texts,
    known_of,
    no_words,
    sampled_beginnings,
)
from spca_core.corpus.texts.tokenisation import AUTO, DEFAULT_TOKENISATION, Tokenisation
from spca_core.corpus.texts.tokens import (
    Tokens,
    cut_words,
    vocabulary_by_form,
)
from spca_core.errors import InputError
from spca_core.formatting import counted

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

    A user's own rows all stay.

    Mojibake is repaired first.

    progress : called with the characters done and those in all; it may raise to stop
    """
    # The tokens are freed before a corpus with empty documents is copied.
    texts = repaired(texts)
    corpus = _counted(texts, tokenise(texts.texts, tokenisation, progress))
    stays = corpus.rows is not None and corpus.rows.any()
    return corpus if stays else drop_empty(corpus)


class Tokenised(NamedTuple):
    """The words to be counted, in their order, and what was found."""

    tokens: Tokens
    analyser: Analyser
    left_out: tuple[str, ...]  # sentences
    warnings: tuple[str, ...]  # sentences


def tokenise(
    texts: Sequence[str],
    tokenisation: Tokenisation = DEFAULT_TOKENISATION,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Tokenised:
    """Cut texts into words, and leave out, merge and join them as the options say."""
    script = script_of(texts)
    tokens, left_out = cut_words(texts, tokenisation, script, progress)
    languages = tokenisation.languages
    warnings: tuple[str, ...] = ()
    if languages == (AUTO,):
        languages = found_languages(texts, tokenisation)
        warnings = (NOT_RECOGNISED,) * (not languages)
    found = Analyser(tokenisation=tokenisation, languages=languages, script=script)
    several = len(languages) > 1
    spoken = languages_of_texts(tokens, languages) if several else None
    tokens = content_words(tokens, found)
    if tokenisation.vocabulary:
        return Tokenised(tokens, found, left_out, ())
    usual: tuple[str, ...] = ()
    if not tokenisation.token_pattern:
        usual, sentences = usual_words(tokens, languages)
        tokens, left_out = tokens.without(usual), left_out + sentences
    names: Sequence[str] = tokens.words
    if found.merging != "off":
        own = np.zeros(len(tokens.words), int)
        if spoken is not None:
            own = languages_of_words(tokens, spoken)
        names = merged_by_language(
            tokens.words, tokens.totals, found.merging, languages, own
        )
    tokens, forms = merged(tokens, names)
    tokens, phrases = join_phrases(tokens, tokenisation.longest_phrase)
    found = replace(found, usual=usual, forms=forms, phrases=phrases)
    return Tokenised(occurring(tokens), found, left_out, warnings)


def found_languages(
    texts: Sequence[str], tokenisation: Tokenisation
) -> tuple[str, ...]:
    """Return the languages that are recognised in texts, without what is no word."""
    clean = Cleaning(tokenisation.junk)
    return guess_languages(list(map(clean, sampled_beginnings(texts))))


def content_words(tokens: Tokens, found: Analyser) -> Tokens:
    """Leave out function words, or all but the words of a vocabulary.

    Of several languages that are found, each text loses its own function words.
    """
    tokenisation, languages = found.tokenisation, found.languages
    if tokenisation.vocabulary:
        return _only_vocabulary(tokens, tokenisation, languages)
    if tokenisation.languages == (AUTO,) and len(languages) > 1:
        tokens = without_own_function_words(tokens, languages)
    return tokens.renamed(bare_words(tokens.words, tokenisation, languages))


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


def bare_words(
    words: Iterable[str], tokenisation: Tokenisation, languages: tuple[str, ...]
) -> list[str]:
    """Return the words without articles; "" for function words and short ones."""
    # Of several languages that are found, each text loses its own, and no others.
    are_own = tokenisation.languages == (AUTO,) and len(languages) > 1
    of = () if are_own else languages
    left_out = frozenset().union(*map(stop_words, of))
    shortest = 1 if tokenisation.token_pattern else tokenisation.shortest

    def counted_as(word: str) -> str:
        bare = without_article(word, languages)
        is_kept = is_long_enough(bare, shortest) and bare.lower() not in left_out
        return bare if is_kept else ""

    return [*map(counted_as, words)]


def merged(
    tokens: Tokens, names: Sequence[str]
) -> tuple[Tokens, dict[str, tuple[str, ...]]]:
    """Count each word under its name; also return each name's other forms."""
    return tokens.renamed(names), other_forms(tokens.words, names)


def drop_empty(corpus: Corpus) -> Corpus:
    """Leave out the documents without words, and count them in the report."""
    counts: Any = corpus.observations
    kept = np.diff(counts.indptr) > 0
    if kept.all():
        return corpus
    if not kept.any():
        raise InputError(
            f"{corpus.name}: {counted(corpus.n_documents, 'documents')}, none with a "
            "word. Check that the file is complete and of the format that was "
            "chosen."
        )
    n_empty = corpus.report.empty_documents + int((~kept).sum())
    report = replace(corpus.report, empty_documents=n_empty)
    return replace(corpus.of_documents(kept), report=report)


def occurring(tokens: Tokens) -> Tokens:
    """Leave out the words that occur only in phrases."""
    return tokens.renamed(
        word if total else ""
        for word, total in zip(tokens.words, tokens.totals, strict=True)
    )


def _counted(texts: Texts, tokenised: Tokenised) -> Corpus:
    tokens, analyser, left_out, warnings = tokenised
    if not tokens.words:
        sentences = (f"{texts.name} {no_words(len(texts.texts))}.", *left_out)
        raise InputError(
            f"{' '.join(sentences)} Check the file and the column, or keep more words."
        )
    languages = () if analyser.tokenisation.vocabulary else analyser.languages
    return corpus_of(
        texts,
        tokens,
        analyser,
        forms=analyser.forms,
        warnings=(*texts.warnings, *warnings),
        report=replace(texts.report, languages=languages, left_out=left_out),
    )


def corpus_of(texts: Texts, tokens: Tokens, analyser: Analyser, **about: Any) -> Corpus:
    """Return the counts of the tokens of texts, with what is known of each text.

    about : fields of the corpus that depend on how the words were found
    """
    counts = tokens.counts()
    rows = None
    if texts.labels is not None:
        rows = pd.Series(np.diff(counts.indptr) > 0, index=texts.labels)
    return Corpus(
        name=texts.name,
        observations=counts,
        rows=rows,
        words=tokens.words,
        analyser=analyser,
        **known_of(texts),
        **about,
    )
