"""Function words of many languages, and which language a text is written in."""

import unicodedata
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
    "et": "Estonian",
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
# Where an article or pronoun is written as one with the next word: l'homme.
ELIDING = {"ca", "fr", "it"}
MOST_FREQUENT = 5_000  # words that tell the language


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the function words of a language, by its code, in small letters."""
    if language == "en":
        # Ours: the package's 1,298 include what speeches are about, as "state".
        path = Path(__file__).with_name("english.txt")
        return frozenset(path.read_text(encoding="utf-8").split())
    words = stopwordsiso.stopwords(language)
    return frozenset(unicodedata.normalize("NFC", word.lower()) for word in words)


def guess_language(words: Sequence[str], totals: np.ndarray) -> tuple[str, ...]:
    """Return the code of the language whose function words are most of a text.

    None if there are no function words at all.

    words : distinct, as small letters
    totals : (n_words,) how often each occurs
    """
    first = np.argsort(-totals, kind="stable")[:MOST_FREQUENT]
    frequent = {words[word]: int(totals[word]) for word in first}
    covered = {
        language: sum(frequent[word] for word in frequent.keys() & stop_words(language))
        for language in LANGUAGES
    }
    best = max(covered, key=covered.__getitem__)
    return (best,) if covered[best] else ()


def without_article(word: str, languages: Sequence[str]) -> str:
    """Return a word without an elided function word before it: homme of l'homme."""
    head, apostrophe, tail = word.partition("'")
    for language in ELIDING.intersection(languages):
        if apostrophe and {head, f"{head}'"} & stop_words(language):
            return tail
    return word
