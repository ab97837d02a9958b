"""The language of a text is guessed by its most frequent function words."""

import numpy as np
import pytest

from spca_core.corpus.texts.languages import LANGUAGES, guess_language, stop_words

GERMAN = sorted(
    stop_words("de").difference(*(stop_words(one) for one in LANGUAGES if one != "de"))
)


@pytest.mark.parametrize(
    ("n_found", "n_others", "told"),
    [(5, 0, ("de",)), (4, 0, ()), (5, 4_995, ("de",)), (5, 4_996, ())],
)
def test_five_function_words_tell_a_language_among_the_5000_most_frequent_words(
    n_found: int, n_others: int, told: tuple[str, ...]
):
    words = GERMAN[:n_found] + [f"x{i}" for i in range(n_others)]
    totals = np.repeat([1, 2], [n_found, n_others])
    assert guess_language(words, totals) == told
