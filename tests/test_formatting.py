"""Numbers as people read them: one thing is not called by its plural."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spca_core.formatting import counted, noun

ROOT = Path(__file__).resolve().parents[1]
NOUNS = {
    *("documents", "words", "topics", "components", "runs", "seeds", "starts"),
    *("candidates", "files", "rows", "columns", "lines", "texts", "cells", "counts"),
    *("copies", "groups", "passages", "sentences", "entries", "characters", "bytes"),
    *("points", "pairs", "steps", "numbers", "times", "methods", "corpora", "places"),
    *("experiments", "titles", "articles", "records", "references", "eigenvalues"),
}


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


def written_by_hand(path: Path) -> Iterator[str]:
    """Yield numbers that stand right before a plural in an f-string of a module.

    A constant is never one, and what is sliced or formatted in words is no number.
    """
    for node in ast.walk(ast.parse(path.read_text())):
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        for number, blank, *rest in zip(
            parts, parts[1:], [*parts[2:], None], strict=False
        ):
            if not isinstance(number, ast.FormattedValue):
                continue
            value = ast.unparse(number.value)
            text = blank.value if isinstance(blank, ast.Constant) else ""
            first = re.match(r" (\w+)", text)
            named = first[1] if first else ""
            if text == " " and isinstance(rest[0], ast.FormattedValue):
                named = re.split(r"[.\[]", ast.unparse(rest[0].value))[-1]
            is_count = number.format_spec is None or "," in ast.unparse(number)
            if named in NOUNS and is_count and not value.split(".")[-1].isupper():
                yield f"{path.relative_to(ROOT)}:{number.lineno} {value} {named}"


# Not a number before what is counted: line 3 counts up from 1; a word with its number;
# and none or more than a limit.
OTHERS = ("layout.line counts", "row.name documents", "limits.NAME", "times(ratio)")


def test_no_number_is_put_before_a_plural_by_hand():
    modules = [*ROOT.glob("spca_core/**/*.py"), *ROOT.glob("pages/**/*.py")]
    found = [each for path in modules for each in written_by_hand(path)]
    assert [each for each in found if not any(one in each for one in OTHERS)] == []
