"""The paper's statements are in its order, and the code beside them is what runs."""

import re
from pathlib import Path

from spca_core.methods.bipartite import search_net
from spca_core.paper.statements import PROBLEM, STATEMENTS, source_of
from spca_core.steps.matching import match

ROOT = Path(__file__).parents[2]


def test_four_algorithms_and_three_theorems_are_there_by_their_numbers():
    numbers = {"Algorithm": [], "Theorem": []}
    for statement in STATEMENTS:
        numbers[statement.kind].append(statement.number)
    assert numbers == {"Algorithm": [1, 2, 3, 4], "Theorem": [1, 2, 3]}


def test_the_code_of_a_step_is_the_text_of_its_file_from_its_line_on():
    codes = {code for each in STATEMENTS for step in each.steps for code in step.code}
    assert {match, search_net} <= codes, "kernels and functions"
    for code in codes:
        path, line, text = source_of(code)
        lines = (ROOT / path).read_text("utf-8").splitlines(keepends=True)
        assert "".join(lines[line - 1 :]).startswith(text)
        assert re.search(rf"^(def|class) {code.__name__}\b", text, re.M)


def test_every_formula_is_closed():
    texts = [PROBLEM, *(f"{each.says} {each.here}" for each in STATEMENTS)]
    texts += [step.text for each in STATEMENTS for step in each.steps]
    for text in texts:
        formulas = text.split("$")
        assert len(formulas) % 2, text
        assert all(one.count("{") == one.count("}") for one in formulas), text
