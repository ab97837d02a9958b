"""Function words of many languages, and which language a text is written in."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import stopwordsiso

LANGUAGES = {
    "en": "English",
    "af": "Afrikaans",
    "ar": "Arabic",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "ca": "Catalan",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "eo": "Esperanto",
    "es": "Spanish",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "hy": "Armenian",
    "id": "Indonesian",
    "it": "Italian",
    "la": "Latin",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mr": "Marathi",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sv": "Swedish",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "vi": "Vietnamese",
}
# Languages that write an article or pronoun as one with the next word: l'homme.
ELIDING = {"ca", "fr", "it"}
WORD = re.compile(r"[^\W\d_]+")
MIN_FOUND = 5  # different function words, to guess a language other than English
MOST_FREQUENT = 5_000  # words by which the language is guessed


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the function words of a language, by its code, in lower case."""
    if language == "en":
        # Our own list: the package's 1,298 include topics of speeches, like "state".
        path = Path(__file__).with_name("english.txt")
        return frozenset(path.read_text(encoding="utf-8").split())
    words = stopwordsiso.stopwords(language)
    return frozenset(unicodedata.normalize("NFC", word.lower()) for word in words)


def guess_language(words: Sequence[str], totals: np.ndarray) -> tuple[str, ...]:
    """Return the code of the language whose function words occur most often.

    Only English is guessed from a few different ones: "war" alone is not German.

    words : distinct, in lower case
    totals : (n_words,) how often each occurs
    """
    first = np.argsort(-totals, kind="stable")[:MOST_FREQUENT]
    frequent = {words[word]: int(totals[word]) for word in first}
    found = {code: frequent.keys() & stop_words(code) for code in LANGUAGES}
    sure = [code for code in LANGUAGES if len(found[code]) >= MIN_FOUND]
    likely = sure or [code for code in ("en",) if found[code]]
    best = sorted(likely, key=lambda code: -sum(frequent[w] for w in found[code]))
    return tuple(best[:1])


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
