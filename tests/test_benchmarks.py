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
    explore,
    forms,
    lessons,
    methods,
    quality,
)
from tests.oracles import planted_corpus

PLANTED = {
    "tests.benchmarks.quality.CORPORA": {"kos": lambda: planted_corpus(0, 3, 4)},
    "tests.benchmarks.quality.SPARSITY": 2,
}
SMALL = "corpus=state_of_the_union_in_24_words&k=2&s=3"
FOLDER = Path("of the test's own")  # stands for its temporary one
TINY_QUALITY = ("--corpora", "kos", "--sizes", "2", "--seeds", "0")
# What stands in for a module's constants (or others', by their full name), and the
# arguments of the command line, or of `main`. Only `app` and `tricks` are not here:
# both need searches that last while others wait.
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
    "comparison": ({"KOS": SMALL, "WARM_UP": f"{SMALL}&seed=9"}, ()),
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
    "explore": (
        {"MOVES": 1, "WALK": explore.WALK[:2], "PROVEN": 0, "N_LARGE": 1_000},
        (),
    ),
    "findings": ({}, ("--corpora", "docstrings", "--documents", "100")),
    "forms": (PLANTED | {"FORMS": forms.FORMS[:1]}, TINY_QUALITY),
    "large": (
        {"SIZES": (400,), "NEWS_WORDS": 400},
        (FOLDER, ("news", "certificate")),
    ),
    "large_pages": (
        {
            "tests.benchmarks.large.SIZES": (400,),
            "tests.benchmarks.large.NEWS_WORDS": 400,
            "PAUSE": 0,
            "SETTLED": 0,
        },
        (FOLDER,),
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
    "load": (
        {"SETTLED": 0, "ARRIVALS": 0, "PAUSES": (0, 0)},
        ("--sessions", "2", "--minutes", "0"),
    ),
    "matching": ({"N_POINTS": 2}, (20,)),
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
    "numbers": (PLANTED, ("--corpora", "kos", "--numbers", "1", "2")),
    "quality": (
        PLANTED
        | {
            "BASELINES": {"nmf": quality.BASELINES["nmf"]},
            "OTHERS": quality.OTHERS[:1],
            "WEIGHTINGS": ["tf-idf", "counts"],
        },
        TINY_QUALITY,
    ),
    "reading": ({"N_TRIPLES": 1_000, "N_WORDS": 80}, ()),
    "texts": ({"N_DOCUMENTS": 400, "N_BYTES": 200_000}, ()),
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
