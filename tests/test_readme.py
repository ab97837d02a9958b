"""The README's tables are the code's: `python -m tests.test_readme` writes them."""

import tomllib
from pathlib import Path

from spca_core.corpus import planted, sheet, sources
from spca_core.corpus.readers import limits
from spca_core.options import options
from spca_core.problem import settings
from spca_core.problem.method import METHODS
from spca_core.results import runs
from spca_core.results.files import pictures, reopen

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SERVER = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))[
    "server"
]
LIMITS = {
    "topics": options(settings.Settings())["n_components"].limits[1],
    "topics times words in each": settings.MAX_SLOTS,
    "runs of a comparison": runs.MAX_RUNS,
    "counts above zero in a store": sheet.MAX_CELLS,
    "megabytes of an upload (`maxUploadSize` in `.streamlit/config.toml`)": SERVER[
        "maxUploadSize"
    ],
    "files in the data folder": sources.MAX_FILES,
    "topics of an artificial corpus": planted.LIMITS["n_topics"][1],
    "pixels of a PNG": pictures.MAX_PIXELS,
    "bytes of a result that is opened again": reopen.MAX_BYTES,
    **limits.TABLE,
}
# The rows of each table, by its headings.
TABLES = {
    "| what | at most |": [f"| {what} | {most:,} |" for what, most in LIMITS.items()],
    "| name | what it does | its source |": [
        f"| `{method.name}` | {method.does} | {method.source} |"
        for method in METHODS.values()
    ],
}


def with_tables(readme: str) -> str:
    """Return the text of the README with its tables as the code has them."""
    for heading, rows in TABLES.items():
        before, _, rest = readme.partition(f"{heading}\n")
        _, _, after = rest.partition("\n\n")
        rule = "|" + "---|" * (heading.count("|") - 1)
        readme = before + "\n".join([heading, rule, *rows]) + "\n\n" + after
    return readme


def test_the_tables_of_the_readme_are_those_of_the_code():
    readme = README.read_text("utf-8")
    assert with_tables(readme) == readme


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text("utf-8")), "utf-8")
