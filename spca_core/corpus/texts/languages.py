"""Function words of many languages, and which language a text is written in."""

import math
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import stopwordsiso

from spca_core.corpus.texts.texts import sampled_beginnings
from spca_core.corpus.texts.tokenisation import LANGUAGES

# Languages that write an article or pronoun as one with the next word: l'homme.
ELIDING = {"ca", "fr", "it"}
GUESSED_CHARACTERS = 250  # characters of each text by which the language is guessed
MIN_SHARE = 1 / 20  # of the texts are in a language
FEWEST_WORDS, MIN_FUNCTION_WORDS = 5, 0.2  # of a text; and the share of these in it
SIGNS = ".,;:!?()[]\"'\u00ab\u00bb\u201e\u201c\u201d\u00a1\u00bf\u060c\u061f"
MIN_SURE = 0.5  # probability of the language that is recognised
NO_LANGUAGE = "zxx"  # as the model calls codes, numbers and the like
# Confused with English, Chinese, Norwegian, Arabic and Croatian.
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


def guess_languages(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of the languages of texts whose function words are known.

    The first is that of most texts. Others are those of a twentieth of the texts or
    more, which have more of their function words than of the first one's.

    They are guessed from letters, not function words: A. Barbaresi, "py3langid", after
    M. Lui and T. Baldwin, "langid.py: An off-the-shelf language identification tool",
    ACL 2012.
    """
    beginnings = [text.lower() for text in sampled_beginnings(texts)]
    code = likeliest_language(" ".join(it[:GUESSED_CHARACTERS] for it in beginnings))
    first = (code,) if code in LANGUAGES else ()
    others = Counter(_other_language(text, first) for text in beginnings)
    del others[""]
    least = max(MIN_SHARE * len(beginnings), 1)
    common = [code for code, n in others.most_common() if n >= least]
    return (*first, *common)


def _other_language(text: str, first: tuple[str, ...]) -> str:
    """Return the language of a text if it is none of the first; else ""."""
    words = [word.strip(SIGNS) for word in text.split()]
    n_first = sum(_n_function_words(words, code) for code in first)
    if len(words) < FEWEST_WORDS or n_first >= MIN_FUNCTION_WORDS * len(words):
        return ""
    code = likeliest_language(text)
    if code not in LANGUAGES or code in first:
        return ""
    n_own = _n_function_words(words, code)
    return code if n_own > max(n_first, MIN_FUNCTION_WORDS * len(words)) else ""


def _n_function_words(words: Sequence[str], code: str) -> int:
    return sum(map(stop_words(code).__contains__, words))


def likeliest_language(text: str) -> str:
    """Return the code of a text's language, whether known here or not; "" if unsure."""
    codes, ranked = zip(*_identifier().rank(text), strict=True)
    # As py3langid does: features are not independent, so their sum is too sure.
    scale = math.sqrt(len(text.encode()) or 1)
    odds = sum(math.exp((score - ranked[0]) / scale) for score in ranked)
    return "" if codes[0] == NO_LANGUAGE or MIN_SURE * odds > 1 else codes[0]


@cache
def _identifier():
    from py3langid.langid import (
        MODEL_FILE,
        LanguageIdentifier,
    )  # late: it takes a second

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(set(identifier.labels) - VARIETIES)
    return identifier


def without_article(word: str, languages: Sequence[str]) -> str:
    """Return a word without an elided function word before it: homme of l'homme."""
    head, apostrophe, tail = word.partition("'")
    for language in ELIDING.intersection(languages):
        if apostrophe and {head, f"{head}'"} & stop_words(language):
            return tail
    return word
