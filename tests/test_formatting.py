"""Numbers as people read them: one thing is not called by its plural."""

import pytest

from spca_core.formatting import counted, noun


@pytest.mark.parametrize(
    ("number", "plural", "said"),
    [
        (1, "documents", "1 document"),
        (0, "documents", "0 documents"),
        (12_345, "rows", "12,345 rows"),
        (1, "copies", "1 copy"),
        (1, "corpora", "1 corpus"),
        (2, "corpora", "2 corpora"),
        (1, "entries", "1 entry"),
    ],
)
def test_the_noun_for_one_thing_is_singular(number: int, plural: str, said: str):
    assert counted(number, plural) == said
    assert said.endswith(noun(number, plural))
