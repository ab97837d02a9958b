"""Every benchmark runs to its end on the tiniest case, so that none rots unseen."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from inspect import iscoroutine
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.benchmarks import (
    certificate,
    lessons,
    methods,
    quality,
)
from tests.oracles import planted_corpus

PLANTED = {
    "tests.benchmarks.quality.CORPORA": {"kos": lambda: planted_corpus(0, 3, 4)},
    "tests.benchmarks.quality.SPARSITY": 2,
}
FOLDER = Path("of the test's own")  # stands for its temporary one
TINY_QUALITY = ("--corpora", "kos", "--sizes", "2", "--seeds", "0")
# What stands in for a module's constants (or others', by their full name), and the
# arguments of the command line, or of `main`.
TINY: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "certificate": (
        {
            "CASES": [
                certificate.Case("state_of_the_union_in_24_words", 2, 3, {}, {0.1: 0.9})
            ],
            "N_PROBLEMS": 2,
        },
        (),
    ),
    "chance": (
        PLANTED
        | {
            "SIZES": {"kos": (2, 3)},
            "SHUFFLES": 2,
            "N_TABLES": 1,
            "SEEDS": range(1),
            "N_INTERVIEWS": 4,
            "PARAGRAPHS": (3, 5),
        },
        ("--corpora", "kos"),
    ),
    "exports": ({"N_WORDS": 200}, ("--documents", "200")),
    "large": (
        {"SIZES": (400,), "NEWS_WORDS": 400},
        (FOLDER, ("news", "certificate")),
    ),
    "lessons": (
        {
            "LESSONS": {"component": lessons.LESSONS["component"]},
            "TURNS": 1,
        },
        (),
    ),
    "library": (
        {"N_WORDS": 60, "N_TEXTS": 300},
        (
            *("--corpora", "state_of_the_union", "--sizes", "2", "--seeds", "0"),
            *("--without", "DisjointSparsePCA proven,SparsePCA,MiniBatchSparsePCA"),
        ),
    ),
    "methods": (
        {
            "WANTED": dict(list(methods.WANTED.items())[2:3]),
            "SEARCHED": [one for one in methods.SEARCHED if one[1] == "counts"][:1],
            "default_methods": lambda n_words, n_slots: ["joint", "tpower"],
            "DEFAULTS": methods.DEFAULTS[:1],
            "EFFORTS": ["quick"],
            "EQUAL_TIME": 0.05,
            "EQUAL_SEEDS": range(1),
        },
        (range(1),),
    ),
    "quality": (
        PLANTED
        | {
            "BASELINES": {"nmf": quality.BASELINES["nmf"]},
            "OTHERS": quality.OTHERS[:1],
            "WEIGHTINGS": ["tf-idf", "counts"],
        },
        TINY_QUALITY,
    ),
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Return what runs a benchmark on its tiniest case."""

    def main(name: str) -> None:
        values, arguments = TINY[name]
        module = import_module(f"tests.benchmarks.{name}")
        for constant, value in values.items():
            place = constant if "." in constant else f"{module.__name__}.{constant}"
            monkeypatch.setattr(place, value)
        of_command = [one for one in arguments if isinstance(one, str)]
        monkeypatch.setattr("sys.argv", [name, *of_command])
        others = (one for one in arguments if not isinstance(one, str))
        places = [tmp_path if one is FOLDER else one for one in others]
        # Some set what a server is to read; some start a browser, which a thread can
        # have but once, and that of the tests may have the browser of other tests.
        with patch.dict(os.environ), ThreadPoolExecutor(1) as thread:
            thread.submit(_run, module.main, *places).result()

    return main


def _run(main: Callable[..., Any], *places: Any) -> None:
    if iscoroutine(ended := main(*places)):
        asyncio.run(ended)


@pytest.mark.slow
@pytest.mark.parametrize("name", TINY)
def test_a_benchmark_runs_to_its_end(name: str, run: Callable[[str], None], capsys):
    run(name)
    assert capsys.readouterr().out
