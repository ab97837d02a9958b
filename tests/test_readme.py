"""The READMEs are short and true: `python -m tests.test_readme` writes their tables."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from spca_core.corpus import limits, sources, store_manifest
from spca_core.corpus.load import load
from spca_core.corpus.readers.documents.patterns import PATTERNS
from spca_core.corpus.readers.formats import COUNTS, FORMATS, NESTED, TABLE, TEXT
from spca_core.options import options
from spca_core.paper.certificates import SUITE_HEADINGS, suite_table
from spca_core.problem import settings
from spca_core.problem.method import METHODS
from spca_core.proof.verdict import bound_line
from spca_core.results.files.stored import stored_topics

ROOT = Path(__file__).parents[1]
SERVER = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))[
    "server"
]
LIMITS = {
    "topics": options(settings.Settings())["n_components"].limits[1],
    "topics times words in each": settings.MAX_SLOTS,
    "counts above zero in a store": store_manifest.MAX_CELLS,
    "megabytes of an upload (`maxUploadSize` in `.streamlit/config.toml`)": SERVER[
        "maxUploadSize"
    ],
    "files in the data folder": sources.MAX_FILES,
    **limits.TABLE,
}
METHOD_ROWS = [
    f"| `{method.name}` | {method.does} | {method.source} |"
    for method in METHODS.values()
]

# The question of each kind of file, and the keyword that answers it.
QUESTIONS = {
    TABLE: "table: which column is the text? `text`",
    NESTED: "nested: what is one document? `element`",
    TEXT: "text: where does a document begin? `split`, `pattern`",
    COUNTS: "counts: nothing is asked",
}
FORMAT_ROWS = [
    f"| {question} | "
    + "; ".join(
        " ".join([f"`{name}`", form.label, *form.endings])
        for name, form in FORMATS.items()
        if form.kind == kind
    )
    + " |"
    for kind, question in QUESTIONS.items()
]
PATTERN_ROWS = [
    f"| `{name}` | {pattern.label}{' (unasked)' * pattern.is_sure} |"
    for name, pattern in PATTERNS.items()
]


def tables() -> list[tuple[str, str, list[str]]]:
    """Return the folders whose README has a table, with its headings and its rows."""
    suite = suite_table().itertuples(index=False)
    return [
        (
            "datasets",
            "| what | at most |",
            [f"| {what} | {most:,} |" for what, most in LIMITS.items()],
        ),
        ("datasets", "| kind | `format` |", FORMAT_ROWS),
        ("datasets", "| `split` | where documents begin |", PATTERN_ROWS),
        ("spca_core", "| name | what it does | its source |", METHOD_ROWS),
        ("spca_core", row_of(SUITE_HEADINGS.values()), list(map(row_of, suite))),
    ]


def row_of(cells: Iterable[object]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def with_table(readme: str, heading: str, rows: list[str]) -> str:
    """Return the text of a README with the table of this heading as the code has it."""
    before, _, rest = readme.partition(f"{heading}\n")
    _, _, after = rest.partition("\n\n")
    rule = "|" + "---|" * (heading.count("|") - 1)
    return before + "\n".join([heading, rule, *rows]) + "\n\n" + after


@pytest.mark.parametrize(("place", "heading", "rows"), tables())
def test_the_tables_of_the_readmes_are_those_of_the_code(place, heading, rows):
    readme = (ROOT / place / "README.md").read_text("utf-8")
    assert with_table(readme, heading, rows) == readme


def test_the_readme_says_what_is_proven_of_the_first_screen():
    topics = stored_topics(load("state_of_the_union"))
    said = bound_line(topics, topics.upper_bound).removeprefix("Proven: ")
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert said in readme


def test_every_link_between_the_readmes_leads_somewhere():
    guides = ROOT.glob("tests/examples/*.md")
    for readme in [ROOT / "README.md", *ROOT.glob("*/README.md"), *guides]:
        for link in re.findall(r"\]\(([^)]+)\)", readme.read_text("utf-8")):
            path, _, heading = link.partition("#")
            if path.startswith("https://"):
                continue
            assert (readme.parent / path).exists(), f"{readme}: {link}"
            if heading:
                text = (readme.parent / path).read_text("utf-8")
                titles = re.findall(r"^#+ (.+)$", text, re.M)
                names = [title.lower().replace(" ", "-") for title in titles]
                assert heading in names, f"{readme}: {link}"


def write_tables() -> None:
    """Write the tables into the READMEs."""
    for place, *table in tables():
        path = ROOT / place / "README.md"
        path.write_text(with_table(path.read_text("utf-8"), *table), "utf-8")


if __name__ == "__main__":
    write_tables()
