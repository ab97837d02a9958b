"""Settings are valid from birth, and say which option is not."""

import json

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.problem.method import METHODS
from spca_core.problem.settings import ProofLimits, Settings
from tests.fuzz import in_one_test


def test_the_settings_that_nobody_chose_are_valid_for_every_method():
    for method in METHODS:
        assert Settings(method=method) == Settings.of(method=method)


@in_one_test("seconds", [None, 1, 0.001, float("inf"), np.int64(1), np.float32(0.5)])
def test_seconds_are_a_positive_number_or_none(seconds):
    for limited in (Settings(seconds=seconds), ProofLimits(seconds=seconds)):
        assert limited.seconds == seconds
        assert json.loads(json.dumps(limited.seconds)) == seconds


@in_one_test("seconds", [0, -1.5, float("nan"), "5", [1], True, np.True_])
def test_seconds_that_are_no_positive_number_are_refused(seconds):
    for limited in (Settings, ProofLimits):
        with pytest.raises(InputError) as refusal:
            limited(seconds=seconds)
        said = f"seconds must be a number above 0, got {seconds!r}."
        assert str(refusal.value) == said


def test_an_unknown_option_is_refused_with_the_options_there_are():
    with pytest.raises(
        InputError, match=r"^option must be one of n_components.*; got 'k'"
    ):
        Settings.of(k=8)


@in_one_test(
    "options, n_words, refusal",
    [
        ({"n_components": 8, "sparsity": 15}, 120, ""),
        ({"n_components": 100, "sparsity": 50}, 10**6, ""),
        (
            {"n_components": 8, "sparsity": 15},
            119,
            "8 components of 15 words need 120 words; this corpus has 119. "
            "Lower one of the two.",
        ),
        (
            {"n_components": 1_000, "sparsity": 6},
            10**6,
            "1,000 components of 6 words need 6,000 words in all; at most 5,000 can be "
            "searched. Lower one of the two.",
        ),
        ({"sparsity": 2, "n_components": 2, "pinned": ((3,), (9, 0))}, 10, ""),
        (
            {"sparsity": 2, "n_components": 2, "pinned": ((3,), (9, 0))},
            9,
            "Word 9 is pinned; this corpus has words 0 to 8. Unpin it, or load the "
            "corpus that it was pinned in.",
        ),
    ],
)
def test_settings_fit_a_corpus_of_enough_words(options, n_words, refusal):
    settings = Settings(**options)
    if not refusal:
        settings.check_fits(n_words)
        return
    with pytest.raises(InputError) as refused:
        settings.check_fits(n_words)
    assert str(refused.value) == refusal


@in_one_test(
    "pinned",
    [None, 3, "3", [[3]], ([3],), (3,), ((3.0,),), ((True,),), ((-1,),), ((),)],
)
def test_pinned_words_that_are_no_groups_of_columns_are_refused(pinned):
    with pytest.raises(InputError) as refusal:
        Settings.of(pinned=pinned)
    assert str(refusal.value) == (
        "pinned must be tuples of words, each a column's number counted from 0, "
        f"got {pinned!r}."
    )


@in_one_test(
    "options, refusal",
    [
        *(
            (
                {"method": name, "pinned": ((0,),)},
                f"pinned= works only with method='joint', got {name!r}. Choose it, or "
                "leave pinned out.",
            )
            for name in METHODS
            if name != "joint"
        ),
        (
            {"n_components": 2, "pinned": ((0,), (1,), (2,))},
            "3 groups of words are pinned, for 2 components. Unpin some, or ask for "
            "more components.",
        ),
        (
            {"sparsity": 2, "pinned": ((0,), (2, 1, 3))},
            "3 words are pinned together, in components of 2 words. Unpin some, or ask "
            "for more words in each.",
        ),
        *(
            (
                {"pinned": pinned},
                "Word 5 is pinned twice; a word has one component. Unpin one.",
            )
            for pinned in (((5, 5),), ((5,), (5,)))
        ),
    ],
)
def test_pinned_words_that_no_components_can_hold_are_refused(options, refusal):
    with pytest.raises(InputError) as refused:
        Settings(**options)
    assert str(refused.value) == refusal
