"""A method is one record: its function, its label and the settings it uses agree."""

import dataclasses
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from spca_core.methods.registry import SEARCHES
from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS, methods_using
from spca_core.problem.settings import Settings
from tests.oracles import random_corpus

CORPUS = random_corpus(3, 30, 12)
# Of every option that not all methods use, a value that is not the usual one.
OTHERS = {
    "effort": "quick",
    "sketch": "gaussian",
    "rank": 3,
    "candidates": 300,
    "epsilon": 0.4,
    "extra_starts": 6,
    "pinned": ((0,),),
}
# What every method has: the data, the size, the seed and the cap.
SHARED = {
    "n_components",
    "sparsity",
    "method",
    "weighting",
    "centred",
    "seed",
    "restarts",
    "seconds",
}
README = Path(__file__).parents[2] / "README.md"
UNUSED = [
    (name, option)
    for (name, method), option in product(METHODS.items(), OTHERS)
    if option not in method.uses and option != "pinned"  # refused at once
]
USED = [(name, option) for name, method in METHODS.items() for option in method.uses]


def settings_of(method: str, **options) -> Settings:
    few = {"n_components": 2, "sparsity": 3, "candidates": 200}
    return Settings(method=method, **few | options)


def test_every_record_has_its_function_and_every_function_its_record():
    assert tuple(SEARCHES) == tuple(METHODS)
    assert all(name == method.name for name, method in METHODS.items())


def test_every_option_that_not_all_methods_use_is_named_by_those_that_do():
    options = {field.name for field in dataclasses.fields(Settings)}
    named = {option for method in METHODS.values() for option in method.uses}
    assert named == options - SHARED == set(OTHERS)
    for option in named:
        users = [name for name, method in METHODS.items() if option in method.uses]
        assert methods_using(option) == tuple(users)


@pytest.mark.parametrize(("method", "option"), UNUSED)
def test_an_option_that_a_method_does_not_use_changes_neither_its_key_nor_its_answer(
    method: str, option: str
):
    usual = settings_of(method)
    other = settings_of(method, **{option: OTHERS[option]})
    assert usual != other
    assert usual.relevant == other.relevant
    *_, first = solutions(CORPUS, usual)
    *_, second = solutions(CORPUS, other)
    np.testing.assert_array_equal(first.supports, second.supports)
    np.testing.assert_array_equal(first.loadings, second.loadings)
    assert first.candidates == second.candidates
    assert first.remarks == second.remarks


@pytest.mark.parametrize(("method", "option"), USED)
def test_an_option_that_a_method_uses_changes_its_key(method: str, option: str):
    other = settings_of(method, **{option: OTHERS[option]})
    assert settings_of(method).relevant != other.relevant
    assert getattr(other.relevant, option) == OTHERS[option]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("n_components", 3),
        ("sparsity", 2),
        ("weighting", "log"),
        ("centred", True),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_the_size_and_the_data_are_in_every_key(method: str, option: str, value: int):
    other = settings_of(method, **{option: value})
    assert getattr(other.relevant, option) == value


@pytest.mark.parametrize("method", METHODS)
def test_the_seed_is_in_the_key_of_what_is_random(method: str):
    other = settings_of(method, seed=1)
    assert (other.relevant.seed == 1) == other.is_random


def test_the_table_of_the_readme_has_the_records():
    rows = [
        f"| `{method.name}` | {method.does} | {method.source} |"
        for method in METHODS.values()
    ]
    _, _, section = README.read_text().partition("## The methods\n")
    table = [line for line in section.splitlines() if line.startswith("| `")]
    assert table[: len(rows)] == rows


def test_baselines_are_those_whose_answers_are_rounded():
    for method in METHODS.values():
        assert method.is_baseline == ("rounded" in method.does), method.name
