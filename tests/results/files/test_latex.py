"""LaTeX: a table whatever the words, and no word a command."""

import re
import shutil
import subprocess
from dataclasses import replace

import pandas as pd
import pytest

from spca_core.results.comparison.overlap import topics_side_by_side
from spca_core.results.comparison.result_table import printed_summary
from spca_core.results.files.latex import to_latex
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.words import topic_lists
from spca_core.topics import Edits, Topics
from tests.made_runs import made_runs, made_topics
from tests.oracles import random_corpus

CORPUS = random_corpus(1, 40, 20)
SOLUTION = made_topics(CORPUS, 3, 4)
ORIGIN = Provenance.of(replace(SOLUTION, source="kos"))
NUMBER = re.compile(r"\d+\.\d+")
DOCUMENT = r"""\documentclass{article}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{%%
  \let\toprule\hline \let\midrule\hline \let\bottomrule\hline}  %% a TeX without it
\usepackage{graphicx}
\begin{document}
%s
\end{document}
"""
SHOWN = {
    "textbackslash": "\\",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
}


def body(text: str) -> list[str]:
    """The rows of the table, its heading first."""
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    return [line for line in lines if line.endswith(r"\\")]


def cells(row: str) -> list[str]:
    """Read a row as TeX would set it."""
    parts = re.split(r"(?<!\\)&", row.removesuffix(r"\\"))
    return [shown(part.strip()) for part in parts]


def shown(text: str) -> str:
    """What TeX prints; an error for what is neither a letter nor a known escape."""
    known = re.compile(r"\\([A-Za-z]+)\{\}|\\([{}$&#%_])|([^\\{}$&#%_^~])", re.DOTALL)
    assert "".join(match[0] for match in known.finditer(text)) == text
    return known.sub(lambda match: SHOWN.get(match[1]) or match[2] or match[3], text)


def table_of(word: str) -> pd.DataFrame:
    words = pd.DataFrame({"Topic 1": [word, "tax"], word: ["war", word]})
    return words.rename_axis(index="Rank").reset_index()


@pytest.mark.parametrize(
    "word",
    [
        r"\input{/etc/passwd}",
        r"a & b \\ c",
        "100% $x^2$ #1 ~ _ {",
        "<script>|</script>",
        "^^5cinput",
        "水",
    ],
)
def test_every_word_is_set_as_it_is_in_a_cell_as_in_a_heading(word: str):
    rows = [cells(row) for row in body(to_latex(table_of(word), ORIGIN))]
    assert rows[0] == ["Rank", "Topic 1", word]
    assert [row[1:] for row in rows[1:]] == [[word, "war"], ["tax", word]]


@pytest.mark.parametrize("sign", ["\n", "\r\n", "\u2028", "\x00", "\x0c"])
def test_no_sign_within_a_word_ends_its_row(sign: str):
    text = to_latex(table_of(f"a{sign}b"), ORIGIN)
    plain = to_latex(table_of("a" + " " * len(sign) + "b"), ORIGIN)
    assert text == plain
    assert len(text.splitlines()) == len(to_latex(table_of("ab"), ORIGIN).splitlines())


def test_the_provenance_is_on_top_in_comments_that_no_name_ends():
    corpus = replace(CORPUS, name="a\n\\input{b}\u2028c")
    leader = corpus.words[SOLUTION.supports[0, 0]]
    edits = Edits(names={leader: "\r\\input{d}"})
    origin = Provenance.of(Topics.of(corpus, SOLUTION, edits=edits))
    lines = to_latex(topic_lists(Topics.of(corpus, SOLUTION)), origin).splitlines()
    comments = [f"% {line}" for line in origin.lines()]
    assert lines[: len(comments)] == comments
    assert not [line for line in lines[len(comments) :] if "input" in line]


RUNS = made_runs(("joint", "em", "tpower"), 3)


def test_the_printed_summary_has_equal_decimals_and_the_best_in_bold():
    table, bold, caption = printed_summary(CORPUS, RUNS)
    text = to_latex(table, ORIGIN, caption=caption, bold=bold)
    rows = [row for row in body(text) if "[" in row]
    assert len(rows) == 3
    decimals = {len(number.split(".")[1]) for number in NUMBER.findall(rows[0])[:3]}
    assert len(decimals) == 1
    medians = [float(NUMBER.findall(row)[0]) for row in rows]
    (best,) = [place for place, row in enumerate(rows) if r"\textbf" in row]
    assert medians[best] == max(medians)
    for row in rows:
        middle, least, greatest = map(float, NUMBER.findall(row)[:3])
        assert least <= middle <= greatest
    for part in (CORPUS.name, "k = 3", "s = 4", "raw"):
        assert part in text.partition("caption")[2]
    large = [replace(run, variances=run.variances * 1e6) for run in RUNS]
    column = printed_summary(CORPUS, large)[0]["Captured variance, in 1e6"]
    assert not column.str.contains("e").any()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX is installed")
def test_tex_sets_the_summary_and_the_words_of_several_methods(tmp_path):
    table, bold, caption = printed_summary(CORPUS, RUNS)
    words = topics_side_by_side([SOLUTION, SOLUTION])
    parts = (
        to_latex(table, ORIGIN, caption=caption, bold=bold),
        to_latex(words, ORIGIN, caption="Topics"),
    )
    document = DOCUMENT % "\n".join(parts)
    (tmp_path / "a.tex").write_text(document, "ascii")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2_000:]
