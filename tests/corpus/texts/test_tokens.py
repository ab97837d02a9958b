"""From text to words: what a word is, in any script, and what is left out."""

import unicodedata

import numpy as np

from spca_core.corpus.limits import LETTERS
from spca_core.corpus.texts.counting import tokenise
from spca_core.corpus.texts.tokenisation import Tokenisation
from tests.fuzz import fuzzed, in_one_test

EVERY_WORD = {"shortest": 1, "languages": (), "junk": ()}
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # "I want", of two parts
OF_MARKS = unicodedata.normalize("NFD", "\u1f82" * LETTERS)
ALPHABET = "aZé'\u2019ж\u0301 ा1½_.-\u200cשΣ\n"


def words_of(text: str, **options) -> list[str]:
    """Return the words that count, in the order of the text."""
    tokens, *_ = tokenise([text], Tokenisation(merging="off", **options))
    return [tokens.words[place] for place in tokens.places if place >= 0]


@in_one_test(
    "text, words",
    [
        ("War, peace; TAX!", ["war", "peace", "tax"]),
        ("tax tea tax", ["tax", "tea", "tax"]),
        ("a1b2c 3d½e_f", list("abcdef")),
        ("ⅣA B² ①c", ["a", "b", "c"]),
        ("O'Neil o\u2019clock", ["o'neil", "o'clock"]),
        ("'tis 'quoted' dogs'", ["tis", "quoted", "dogs"]),
        ("king's King\u2019s KING'S", ["king"] * 3),
        ("naïve nai\u0308ve", ["naïve"] * 2),
        (OF_MARKS, [OF_MARKS]),
        ("السلام عليكم", ["السلام", "عليكم"]),
        ("السَّلامُ שָׁלוֹם", ["السَّلامُ", "שָׁלוֹם"]),
        (PERSIAN, [PERSIAN]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ΣΊΣΥΦΟΣ", ["σίσυφος"]),
        ("<script>=A+B</script>", ["script", "a", "b", "script"]),
        (" \t\r\n\0 12 ½ -- ", []),
    ],
)
def test_words_are_runs_of_letters(text, words):
    expected = [unicodedata.normalize("NFC", word) for word in words]
    assert words_of(text, **EVERY_WORD) == expected


@fuzzed
def test_any_text_gives_the_same_words_however_its_accents_are_written(seed):
    rng = np.random.default_rng(seed)
    text = "".join(rng.choice(list(ALPHABET), size=60))
    words = words_of(text, **EVERY_WORD)
    for form in ("NFC", "NFD"):
        assert words_of(unicodedata.normalize(form, text), **EVERY_WORD) == words


@in_one_test("piece", ["'a", "\u0316\u0301", "ж\u0301", "x", "a\u0316\u0301'"])
def test_a_word_of_millions_of_letters_is_dropped_without_much_memory(
    piece, peak_bytes
):
    text = piece * (1_000_000 // len(piece))
    found: list[str] = []
    peak = peak_bytes(lambda: found.extend(words_of(text, languages=())))
    assert not found
    # The run itself, cut out of the text, at up to 2 bytes a letter; no way back in it.
    assert peak < 3_300_000
