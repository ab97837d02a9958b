"""Every option holds to its limits or choices, and comes with a label and help."""

import re
from dataclasses import dataclass

import numpy as np
import pytest

from spca_core.corpus.options import Preparation, Reading
from spca_core.errors import InputError
from spca_core.options import Option, check_options, option, options, with_values
from spca_core.problem.settings import Settings
from tests.fuzz import in_one_test

EVERY = [
    (made, one)
    for made in (Settings(), Reading(), Preparation())
    for one in options(made).values()
]


def refusal(made: object, name: str, value: object) -> str:
    with pytest.raises(InputError) as refused:
        with_values(made, {name: value})
    return str(refused.value)


def value_after(made: object, name: str, value: object) -> object:
    return options(with_values(made, {name: value}))[name].default


@in_one_test("made, one", [(made, one) for made, one in EVERY if one.limits])
def test_a_number_is_taken_within_its_limits_alone(made: object, one: Option):
    least, most = one.limits
    if one.type is str:
        assert f"give at most {most}." in refusal(made, one.name, "x" * (most + 1))
        return
    step = 1 if one.type is int else 0.001
    for value in (least, most):
        assert value_after(made, one.name, value) == value
    limits = f"from {least:,} to {most:,}" if one.type is int else f"from {least:g} to"
    beyond = (least - step, most + step, -(10**30), "1", None, True, [1], float("nan"))
    for value in (*beyond, *((1.5,) if one.type is int else (1e300, 1j))):
        message = refusal(made, one.name, value)
        assert message.startswith(f"{one.name} must be a")
        assert message.endswith(f", got {value!r}.")
        assert limits in message


@in_one_test("made, one", [(made, one) for made, one in EVERY if one.choices])
def test_only_what_can_be_chosen_is_taken(made: object, one: Option):
    for name in one.choices:
        value = (name,) if one.is_list else name
        assert value_after(made, one.name, value) == value
    for value in ("fastest", "JOINT", None, 1, ["joint"]):
        message = refusal(made, one.name, (value,) if one.is_list else value)
        chosen = f"must be one of {', '.join(filter(None, one.choices))}; got "
        assert chosen in message or "is not a tuple of words" in message


@in_one_test("made, one", [(made, one) for made, one in EVERY if one.type is bool])
def test_a_yes_or_no_is_nothing_else(made: object, one: Option):
    for value in (0, 1, "no", None):
        message = refusal(made, one.name, value)
        assert message == f"{one.name} must be True or False, got {value!r}."


@in_one_test("made, one", [(made, one) for made, one in EVERY if one.is_list])
def test_several_words_are_a_tuple_of_them(made: object, one: Option):
    for value in ("word", ["word"], ("word", 3)):
        assert "is not a tuple of words" in refusal(made, one.name, value)


@in_one_test("one", [one for _, one in EVERY])
def test_an_option_has_a_label_and_offers_what_it_takes(one: Option):
    assert one.label
    assert re.fullmatch(r"[A-Z].*\.", one.help, re.DOTALL)
    least, most = one.offered or (1, 1)
    if one.limits and one.offered:
        assert one.limits[0] <= least <= one.default <= most <= one.limits[1]
    assert not one.choices or {one.default} <= {*one.choices} or one.is_list


def test_a_numpy_number_becomes_a_python_number():
    assert type(Settings(seed=np.int64(3)).seed) is int


@dataclass(frozen=True)
class Inner:
    size: int = option(2, label="Size", help="Big.", limits=(1, 9), short="z")
    hidden: int = 0

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True)
class Outer:
    name: str = option("a", label="Name", help="It.")
    inner: Inner = Inner(size=3)


def test_options_are_listed_and_replaced_at_any_depth():
    listed = options(Outer(name="b"))
    assert {one.key: one.default for one in listed.values()} == {"name": "b", "z": 3}
    changed = with_values(Outer(), {"size": 5, "hidden": 7, "unknown": 1})
    assert changed == Outer(inner=Inner(size=5))
    with pytest.raises(InputError, match="size must be an integer from 1 to 9, got 0"):
        with_values(Outer(), {"size": 0})
