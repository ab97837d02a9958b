"""What new documents are scored by comes back from a file, each field checked."""

import json
from typing import Any

import pytest

import spca_core
from spca_core import InputError
from spca_core.results.documents.new_documents import scoring_of
from spca_core.results.files.export import to_json
from spca_core.results.files.reopen import read_result
from tests.fuzz import in_one_test

TEXTS = ["Ships of the navy", "A tax on land", "The navy and its ship", "Land taxes"]
CORPUS = spca_core.load([*TEXTS, *(f"{text} again" for text in TEXTS)], languages="en")
TOPICS = spca_core.solve(CORPUS, 2, 2, method="tpower")
SCORING = scoring_of(TOPICS)
SAVED: dict[str, Any] = json.loads(to_json(TOPICS))
WORDS: list[str] = SAVED["scoring"]["words"]


def reopened(**changes: Any) -> Any:
    """Return what a file with other fields says, those within `analyser` by dots."""
    scoring = json.loads(json.dumps(SAVED["scoring"]))
    for name, value in changes.items():
        *within, last = name.split("__")
        place = scoring[within[0]] if within else scoring
        place[last] = value
    return read_result(json.dumps({**SAVED, "scoring": scoring}).encode()).scoring


def test_what_was_saved_comes_back():
    found = reopened()
    assert found.words == SCORING.words
    assert found.weights.rarity.tolist() == SCORING.weights.rarity.tolist()
    assert found.preparation == SCORING.preparation
    for name in ("tokenisation", "languages", "script", "usual", "forms", "phrases"):
        assert getattr(found.analyser, name) == getattr(SCORING.analyser, name)


@in_one_test(
    "changes",
    [
        {"version": 2},
        {"words": WORDS[:-1]},
        {"words": [*WORDS[:-1], WORDS[0]]},
        {"words": ["x", *WORDS[1:]]},
        {"words": [7, *WORDS[1:]]},
        {"rarity": SAVED["scoring"]["rarity"][:-1]},
        {"rarity": [-1.0] * len(WORDS)},
        {"centre": ["0"] * len(WORDS)},
        {"are_counts": 1},
        {"is_dense": None},
        {"analyser": "english"},
        {"analyser__languages": ["xx"]},
        {"analyser__script": [True]},
        {"analyser__usual": "the"},
        {"analyser__forms": {"ship": "ships"}},
        {"analyser__phrases": [[["supreme"]]]},
        {"analyser__phrases": [[], [], []]},
        {"analyser__tokenisation": {"merging": "lemmas"}},
        {"analyser__tokenisation": {"token_pattern": "("}},
        {"analyser__tokenisation": {"shortest": "three"}},
        {"analyser__tokenisation": {"vocabulary": ["tax", ""]}},
    ],
)
def test_a_field_that_is_not_as_written_is_refused(changes):
    with pytest.raises(InputError, match=r'"scoring" must be|saved options of words'):
        reopened(**changes)
