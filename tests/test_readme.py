"""The README states the limits that hold."""

import tomllib
from pathlib import Path

from spca_core.corpus import planted, sources, store_manifest
from spca_core.corpus.readers import limits
from spca_core.options import options
from spca_core.problem import settings
from spca_core.results import runs
from spca_core.results.files import pictures, reopen

ROOT = Path(__file__).parents[1]
SERVER = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))[
    "server"
]
LIMITS = {
    "topics": options(settings.Settings())["n_components"].limits[1],
    "topics times words in each": settings.MAX_SLOTS,
    "runs of a comparison": runs.MAX_RUNS,
    "counts above zero in a store": store_manifest.MAX_CELLS,
    "megabytes of an upload (`maxUploadSize` in `.streamlit/config.toml`)": SERVER[
        "maxUploadSize"
    ],
    "files in the data folder": sources.MAX_FILES,
    "topics of an artificial corpus": planted.LIMITS["n_topics"][1],
    "pixels of a PNG": pictures.MAX_PIXELS,
    "bytes of a result that is opened again": reopen.MAX_BYTES,
    **limits.TABLE,
}


def test_the_readme_states_the_limits_that_hold():
    """The table in the README is what this prints where they differ."""
    _, _, rest = (
        (ROOT / "README.md").read_text("utf-8").partition("| what | at most |\n")
    )
    table, _, _ = rest.partition("\n\n")
    rows = [f"| {what} | {most:,} |" for what, most in LIMITS.items()]
    assert table == "\n".join(["|---|---|", *rows])
