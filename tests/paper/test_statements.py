"""The paper's statements are in its order, and the code beside them is what runs."""

import re
from math import factorial
from pathlib import Path

import pytest

from spca_core.methods.bipartite import search_net
from spca_core.paper.statements import PROBLEM, STATEMENTS, SUPPLEMENT, source_of
from spca_core.steps.matching import match

ROOT = Path(__file__).parents[2]
EVERY = (*STATEMENTS, *SUPPLEMENT)
BY_NAME = {statement.name: statement for statement in EVERY}


@pytest.mark.parametrize(
    ("size", "written"), [((12, 4, 3), "5,775"), ((6906, 15, 8), "over $10^{358}$")]
)
def test_the_choices_that_brute_force_tries_are_counted(size, written):
    d, s, k = size
    n_choices = factorial(d) // (factorial(s) ** k * factorial(d - s * k))
    n_choices //= factorial(k)
    assert written in BY_NAME["Brute force"].says
    number = n_choices if n_choices < 10**6 else len(str(n_choices)) - 1
    assert f"{number:,}" in written


def test_the_code_of_a_step_is_the_text_of_its_file_from_its_line_on():
    codes = {code for each in EVERY for step in each.steps for code in step.code}
    assert {match, search_net} <= codes, "kernels and functions"
    for code in codes:
        path, line, text = source_of(code)
        lines = (ROOT / path).read_text("utf-8").splitlines(keepends=True)
        assert "".join(lines[line - 1 :]).startswith(text)
        assert re.search(rf"^(def|class) {code.__name__}\b", text, re.M)


def test_every_formula_is_closed():
    texts = [PROBLEM, *(f"{each.says} {each.here}" for each in EVERY)]
    texts += [step.text for each in EVERY for step in each.steps]
    for text in texts:
        formulas = text.split("$")
        assert len(formulas) % 2, text
        assert all(one.count("{") == one.count("}") for one in formulas), text


def test_the_sketch_is_algorithm_3_and_the_graph_algorithm_4():
    assert "sketch" in BY_NAME["Algorithm 3"].title
    assert "graph" in BY_NAME["Algorithm 4"].title
    assert BY_NAME["Theorem 2"].says.startswith("Algorithm 3 returns")
    graph, *_ = BY_NAME["Algorithm 2"].steps
    assert "Algorithm 4" in graph.text


def test_theorem_3_is_stated_whole():
    says = BY_NAME["Theorem 3"].says
    for part in (
        "[-1, 1]",
        r"r = O(\varepsilon^{-2} \log d)",
        "k = O(1)",
        r"- \varepsilon\,s$$",
        r"1 - 1/\mathrm{poly}(d)",
        r"n^{O(\log(1/\varepsilon)/\varepsilon^2)}",
    ):
        assert part in says
