"""Count forms of a word as one: English plurals, or forms with one Snowball stem.

M. F. Porter, "Snowball: A language for stemming algorithms", 2001, snowballstem.org.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from spca_core.corpus.texts.languages import LANGUAGES
from spca_core.errors import InputError

ENGLISH = "en"
PLURALS = (("ies", "y"), ("es", "e"), ("es", ""), ("s", ""))
NO_PLURALS = ("ss", "us", "is")
# Not those of last, new, good, mean, custom and arm.
OTHER_WORDS = {"lasts", "news", "goods", "means", "customs", "arms"}
MIN_STEM = 3  # letters: "as" and "gas" are not plurals


def merged_by_language(
    words: Sequence[str],
    totals: np.ndarray,
    merging: str,
    languages: Sequence[str],
    spoken: np.ndarray,
) -> list[str]:
    """Return the most frequent form of each word, by the rules of its own language.

    spoken : (n_words,), which of the languages has most of the texts' uses of a word
    """
    names = np.array(words, dtype=object)
    for place, code in enumerate(languages or ("",)):
        those = np.flatnonzero(spoken == place)
        if merging == "stems" or code == ENGLISH or ENGLISH not in languages:
            own = names[those].tolist()
            names[those] = merged_names(own, totals[those], merging, languages[place:])
    return names.tolist()


def merged_names(
    words: Sequence[str], totals: np.ndarray, merging: str, languages: Sequence[str]
) -> list[str]:
    """Return the most frequent form of each word.

    merging : "plurals" or "stems"
    """
    if merging == "plurals":
        known = set(words)
        keys = [singular(word, known) for word in words]
    else:
        keys = stems(words, languages)
    best: dict[str, str] = {}
    by_frequency = zip(-totals, words, keys, strict=True)
    for _, word, key in sorted(by_frequency):
        best.setdefault(key, word)
    return [best[key] for key in keys]


def known_names(
    words: Sequence[str],
    forms: Mapping[str, tuple[str, ...]],
    known: Collection[str],
    merging: str,
    languages: Sequence[str],
) -> list[str]:
    """Return the known word that each word is a form of, or else the word itself.

    Words that were not there when forms were merged are merged by the same rule, with
    known words alone: a plural with its singular, a stem with the word of this stem.

    forms   : the forms of a word that are counted as it
    known   : further words
    merging : "off", "plurals" or "stems"
    """
    owners = {form: name for name, others in forms.items() for form in others}
    familiar = {*known, *forms, *owners}
    nearest = {word: word for word in words}
    new = [word for word in words if word not in familiar]
    if merging == "plurals":
        nearest |= {word: singular(word, familiar) for word in new}
    elif merging == "stems" and new:
        names = sorted({*known, *forms} - owners.keys())
        of_stem = dict(zip(stems(names, languages), names, strict=True))
        named = zip(new, stems(new, languages), strict=True)
        nearest |= {word: of_stem.get(stem, word) for word, stem in named}
    return [owners.get(nearest[word], nearest[word]) for word in words]


def other_forms(
    words: Sequence[str], names: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return the words that are counted under another name, by that name.

    names : one for each word; "" for one that is left out
    """
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for word, name in zip(words, names, strict=True):
        if name and word != name:
            forms[name].append(word)
    return {name: tuple(others) for name, others in forms.items()}


def with_forms(words: Sequence[str], forms: Mapping[str, Sequence[str]]) -> list[str]:
    """Return words, each followed by its other forms."""
    return [form for word in words for form in (word, *forms.get(word, ()))]


def singular(word: str, known: Collection[str]) -> str:
    """Return a word's singular if that is a known word, else the word itself."""
    if word.endswith(NO_PLURALS) or word in OTHER_WORDS:
        return word
    for plural, singular in PLURALS:
        stem = word.removesuffix(plural)
        if stem != word and len(stem) >= MIN_STEM and stem + singular in known:
            return stem + singular
    return word


def stems(words: Sequence[str], languages: Sequence[str]) -> list[str]:
    import snowballstemmer  # late: it is slow to import, and seldom needed

    algorithms = set(snowballstemmer.algorithms())
    names = [LANGUAGES[language].lower() for language in languages]
    algorithm = next((name for name in names if name in algorithms), None)
    if algorithm is None:
        known = [name for name in LANGUAGES.values() if name.lower() in algorithms]
        raise InputError(
            "There are no stems for this language. Choose another way to merge forms, "
            f"or name the language: {', '.join(known)}."
        )
    return snowballstemmer.stemmer(algorithm).stemWords(list(words))
