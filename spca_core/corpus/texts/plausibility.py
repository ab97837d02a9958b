"""How plausible a text is: whether it was decoded by the right encoding."""

import re
import unicodedata
from functools import cache
from math import log2

from spca_core.corpus.texts.languages import language_gain, likeliest_language

TYPOGRAPHIC = {
    *"‘‚‹›“”„«»–—…•†‡‰£€§°¿¡®©™ªº±×÷²³½¼¾\N{MICRO SIGN}",
    *"\N{NO-BREAK SPACE}\N{ZERO WIDTH NO-BREAK SPACE}\N{ZERO WIDTH NON-JOINER}",
    *"\N{ZERO WIDTH JOINER}\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}",
}
LOW_QUOTES = {*"‚„"}  # as which other encodings' letters may be read
WITHIN_WORDS = {*"’·\N{SOFT HYPHEN}"}
ONLY_AT_ENDS = {*"ךםןףץς"}  # forms of letters
# How much each place counts against a text where something is out of place. Characters
# are of these kinds: x and X ASCII letters, a and A other Latin ones, b and B those of
# other alphabets, e those only at ends of words, h of Chinese, Japanese and Korean, 0
# digits, m marks of a letter, s typographic signs, r rare signs, u what cannot be read.
FAULTS = {
    re.compile(pattern): weight
    for pattern, weight in (
        ("[xab][AB]|[ab]X", 6.0),  # a capital after a small letter
        ("[XAB][AB]|[AB]X", 1.5),  # several capitals
        ("[xXaA][bBe]|[bBe][xXaA]", 10.0),  # two alphabets in a word
        ("xhx", 10.0),  # a Chinese letter in a word
        ("e(?=[xXaAbBe])", 6.0),
        ("[xXaAbBe][sr](?=[xXaAbBe])", 6.0),  # a sign within a word
        ("0[aA]|[aA]0", 4.0),  # a letter beside a digit
        ("(?<![xXaAbBe])[AB](?![xXaAbBe])", 5.0),  # a capital alone
        ("(?<![xXaAbBem])m|mmm", 25.0),  # a mark of no letter, or too many
        ("(?<![xXaAbBe])a(?![xXaAbBe])", 6.0),  # a small letter with an accent alone
        ("r", 5.0),
        ("u", 25.0),
    )
}
MAX_STRANGE = 3.0  # in a text of one sign that is not ASCII; other encodings pass 4


def plausibility(text: str) -> float:
    """Return how much likelier a text is than one that was decoded at random, in nats.

    Its letters make words of some language, and its signs are where they belong.
    """
    return language_gain(text) - strangeness(text)


def has_only_signs(text: str) -> bool:
    """Return whether all that is not ASCII are signs of typography in their places."""
    signs = {sign for sign in text if not sign.isascii()}
    in_place = signs <= (TYPOGRAPHIC | WITHIN_WORDS) - LOW_QUOTES
    return in_place and not strangeness(text)


def is_language(text: str) -> bool:
    """Return whether a language is recognised, and little is out of place."""
    n_signs = sum(not sign.isascii() for sign in text)
    return bool(likeliest_language(text)) and (
        strangeness(text) <= MAX_STRANGE * log2(1 + n_signs)
    )


def strangeness(text: str) -> float:
    """Return how much is out of place; what is so often counts less each time.

    The evidence of the language grows as slowly.
    """
    kinds = "".join(map(_kind, text))
    return sum(
        weight * log2(1 + len(fault.findall(kinds))) for fault, weight in FAULTS.items()
    )


@cache
def _kind(sign: str) -> str:
    if sign.isascii():
        if sign.isalpha():
            return "x" if sign.islower() else "X"
        return "0" if sign.isdigit() else "."
    if sign in ONLY_AT_ENDS:
        return "e"
    if sign in WITHIN_WORDS:
        return "."
    if unicodedata.category(sign).startswith("M"):
        return "m"
    if sign in TYPOGRAPHIC:
        return "s"
    name = unicodedata.name(sign, "")
    if not name or sign == "\N{REPLACEMENT CHARACTER}":
        return "u"
    if name.startswith("HALFWIDTH KATAKANA"):
        return "r"
    if sign >= "\N{CJK RADICAL REPEAT}":
        return "h"
    if not sign.isalpha():
        return "r"
    kind = "a" if name.startswith("LATIN") else "b"
    return kind.upper() if sign.isupper() else kind
