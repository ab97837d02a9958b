"""Settings are valid from birth, and say which option is not."""

import dataclasses
import json

import pytest

from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.method import METHODS
from spca_core.problem.settings import (
    EFFORTS,
    SKETCH_LABELS,
    WHOLE_NUMBER_LIMITS,
    Settings,
)

LIMITS = [(name, *limits) for name, limits in WHOLE_NUMBER_LIMITS.items()]


def test_the_settings_that_nobody_chose_are_valid_for_every_method():
    for method in METHODS:
        assert Settings(method=method) == Settings.of(method=method)


def test_settings_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().seed = 1


def test_every_whole_number_among_the_options_has_limits():
    options = dataclasses.asdict(Settings())
    whole = {name for name, value in options.items() if type(value) is int}
    assert whole == set(WHOLE_NUMBER_LIMITS)


@pytest.mark.parametrize(("name", "least", "most"), LIMITS)
def test_the_limits_themselves_are_allowed(name, least, most):
    for value in (least, most):
        assert getattr(Settings.of(**{name: value}), name) == value


@pytest.mark.parametrize(("name", "least", "most"), LIMITS)
def test_numbers_beyond_the_limits_are_refused_with_the_limits(name, least, most):
    for value in (least - 1, most + 1, -(10**30)):
        limits = f"{name} must be an integer from {least:,} to {most:,}, got {value}"
        with pytest.raises(InputError, match=f"^{limits}"):
            Settings.of(**{name: value})


@pytest.mark.parametrize("name", WHOLE_NUMBER_LIMITS)
@pytest.mark.parametrize("value", [1.0, 1.5, "1", None, True, float("nan")])
def test_what_is_no_whole_number_is_refused_as_it_was_given(name, value):
    with pytest.raises(
        InputError, match=f"^{name} must be an integer .*, got {value!r}"
    ):
        Settings.of(**{name: value})


def test_there_may_be_no_extra_starts_but_not_fewer():
    assert Settings(extra_starts=0).extra_starts == 0
    text = r"^extra_starts must be an integer from 0 to 10,000, got -1\.$"
    with pytest.raises(InputError, match=text):
        Settings(extra_starts=-1)


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("method", METHODS),
        ("effort", tuple(EFFORTS)),
        ("sketch", tuple(SKETCH_LABELS)),
        ("weighting", tuple(WEIGHTINGS)),
    ],
)
def test_only_the_named_choices_are_taken(name, choices):
    for choice in choices:
        assert getattr(Settings.of(**{name: choice}), name) == choice
    for value in ("fastest", "", "JOINT", None, 1, ["joint"]):
        with pytest.raises(InputError) as refusal:
            Settings.of(**{name: value})
        expected = f"{name} must be one of {', '.join(choices)}; got {value!r}."
        assert str(refusal.value) == expected


@pytest.mark.parametrize("seconds", [None, 1, 0.001, float("inf")])
def test_seconds_are_a_positive_number_or_none(seconds):
    assert Settings(seconds=seconds).seconds == seconds


@pytest.mark.parametrize("seconds", [0, -1.5, float("nan"), "5", [1]])
def test_seconds_that_are_no_positive_number_are_refused(seconds):
    with pytest.raises(InputError) as refusal:
        Settings.of(seconds=seconds)
    assert str(refusal.value) == f"seconds is {seconds!r}; give a number above 0."


@pytest.mark.parametrize("epsilon", [0.01, 0.2, 0.5, 0.99])
def test_epsilon_is_a_number_between_its_limits_or_one_of_them(epsilon):
    assert Settings(epsilon=epsilon).epsilon == epsilon


@pytest.mark.parametrize(
    "epsilon",
    [
        *(0, 1, 0.0, 1.0, -0.2, 0.0099, 0.9901, True, False),
        *(float("nan"), float("inf"), -float("inf"), 10**30),
        *("0.2", "", None, [0.2], 0.2j),
    ],
)
def test_epsilon_beyond_its_limits_is_refused_with_the_limits(epsilon):
    with pytest.raises(InputError) as refusal:
        Settings.of(epsilon=epsilon)
    expected = f"epsilon must be a number from 0.01 to 0.99, got {epsilon!r}."
    assert str(refusal.value) == expected


@pytest.mark.parametrize("centred", [0, 1, "no", None])
def test_centred_is_a_plain_yes_or_no(centred):
    with pytest.raises(InputError) as refusal:
        Settings.of(centred=centred)
    assert str(refusal.value) == f"centred is {centred!r}; give True or False."


def test_an_unknown_option_is_refused_with_the_options_there_are():
    with pytest.raises(
        InputError, match=r"^option must be one of n_components.*; got 'k'"
    ):
        Settings.of(k=8)


def test_supports_that_just_fill_the_corpus_fit():
    Settings(n_components=8, sparsity=15).check_fits(120)
    Settings(n_components=100, sparsity=50).check_fits(10**6)


def test_supports_that_need_more_words_than_there_are_do_not_fit():
    with pytest.raises(InputError) as refusal:
        Settings(n_components=8, sparsity=15).check_fits(119)
    assert str(refusal.value) == (
        "8 components of 15 words need 120 words; this corpus has 119. "
        "Lower one of the two."
    )


def test_supports_of_more_words_than_can_be_searched_do_not_fit():
    with pytest.raises(InputError) as refusal:
        Settings(n_components=1_000, sparsity=6).check_fits(10**6)
    assert str(refusal.value) == (
        "1000 components of 6 words need 6,000 words in all; at most 5,000 can be "
        "searched. Lower one of the two."
    )


def test_groups_of_pinned_words_are_kept_as_they_were_given():
    pinned = ((3, 1), (0,))
    settings = Settings(n_components=2, sparsity=2, pinned=pinned)
    assert settings.pinned == pinned
    assert json.loads(json.dumps(dataclasses.asdict(settings)))["pinned"] == [
        [3, 1],
        [0],
    ]


@pytest.mark.parametrize(
    "pinned",
    [None, 3, "3", [[3]], ([3],), (3,), ((3.0,),), ((True,),), ((-1,),), ((),)],
    ids=str,
)
def test_pinned_words_that_are_no_groups_of_columns_are_refused(pinned):
    with pytest.raises(InputError) as refusal:
        Settings.of(pinned=pinned)
    assert str(refusal.value) == (
        f"pinned is {pinned!r}; give tuples of words, each a column's number counted "
        "from 0."
    )


@pytest.mark.parametrize("method", [name for name in METHODS if name != "joint"])
def test_only_the_joint_search_can_hold_pinned_words(method: str):
    with pytest.raises(InputError) as refusal:
        Settings(method=method, pinned=((0,),))
    assert str(refusal.value) == (
        "Pinned words need the joint search; choose it, or unpin them."
    )


def test_there_are_no_more_groups_of_pinned_words_than_components():
    Settings(n_components=2, pinned=((0,), (1,)))
    with pytest.raises(InputError) as refusal:
        Settings(n_components=2, pinned=((0,), (1,), (2,)))
    assert str(refusal.value) == (
        "3 groups of words are pinned, for 2 components. Unpin some, or ask for more "
        "components."
    )


def test_a_group_of_pinned_words_fits_its_component():
    Settings(sparsity=2, pinned=((0,), (2, 1)))
    with pytest.raises(InputError) as refusal:
        Settings(sparsity=2, pinned=((0,), (2, 1, 3)))
    assert str(refusal.value) == (
        "3 words are pinned together, in components of 2 words. Unpin some, or ask for "
        "more words in each."
    )


@pytest.mark.parametrize("pinned", [((5, 5),), ((5,), (5,))], ids=str)
def test_a_word_is_pinned_once(pinned):
    with pytest.raises(InputError) as refusal:
        Settings(pinned=pinned)
    assert str(refusal.value) == (
        "Word 5 is pinned twice; a word has one component. Unpin one."
    )


def test_a_pinned_word_that_the_corpus_does_not_have_does_not_fit():
    settings = Settings(n_components=2, sparsity=2, pinned=((3,), (9, 0)))
    settings.check_fits(10)
    with pytest.raises(InputError) as refusal:
        settings.check_fits(9)
    assert str(refusal.value) == (
        "Word 9 is pinned; this corpus has words 0 to 8. Unpin it, or load the corpus "
        "that it was pinned in."
    )
