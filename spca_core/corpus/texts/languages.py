"""Function words of many languages, and which language a text is written in."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import stopwordsiso

from spca_core.corpus.texts.texts import beginnings
from spca_core.corpus.texts.tokenisation import LANGUAGES

# Languages that write an article or pronoun as one with the next word: l'homme.
ELIDING = {"ca", "fr", "it"}
WORD = re.compile(r"[^\W\d_]+")
OF_EACH = 250  # characters of each text by which the language is guessed
MIN_SURE = 0.5  # probability of the language that is recognised
# Not told apart from English, Chinese, Norwegian, Arabic and Croatian.
VARIETIES = {"pcm", "wuu", "yue", "nn", "arz", "ary", "bs"}


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the function words of a language, by its code, in lower case."""
    if language == "en":
        # Our own list: the package's 1,298 include topics of speeches, like "state".
        path = Path(__file__).with_name("english.txt")
        return frozenset(path.read_text(encoding="utf-8").split())
    words = stopwordsiso.stopwords(language)
    return frozenset(unicodedata.normalize("NFC", word.lower()) for word in words)


def guess_language(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the code of the language of most texts, if its function words are known.

    The letters tell it, not the function words: A. Barbaresi, "py3langid", after
    M. Lui and T. Baldwin, "langid.py: An off-the-shelf language identification tool",
    ACL 2012.
    """
    text = " ".join(text[:OF_EACH] for text in beginnings(texts)).lower()
    code, probability = _identifier().classify(text)
    return (code,) if code in LANGUAGES and probability >= MIN_SURE else ()


@cache
def _identifier():
    from py3langid.langid import (
        MODEL_FILE,
        LanguageIdentifier,
    )  # late: it takes a second

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(set(identifier.labels) - VARIETIES)
    return identifier


def n_function_words(text: str) -> int:
    """Count the running words that are function words of the likeliest language."""
    counts = Counter(WORD.findall(text.lower()))
    return max(
        sum(counts[word] for word in counts.keys() & stop_words(code))
        for code in LANGUAGES
    )


def without_article(word: str, languages: Sequence[str]) -> str:
    """Return a word without an elided function word before it: homme of l'homme."""
    head, apostrophe, tail = word.partition("'")
    for language in ELIDING.intersection(languages):
        if apostrophe and {head, f"{head}'"} & stop_words(language):
            return tail
    return word
