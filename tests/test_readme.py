"""The README states the limits that hold."""

import re
import tomllib
from pathlib import Path

from spca_core.corpus import planted, sheet, sources
from spca_core.corpus.readers import apart, files, gathering, lines
from spca_core.corpus.readers import limits as read
from spca_core.corpus.readers.counts import (
    assembly,
    matrices,
    matrix_market,
    uci,
    uci_store,
)
from spca_core.corpus.texts import pieces, texts, tokens
from spca_core.problem import settings
from spca_core.results import runs
from spca_core.results.files import pictures, reopen

ROOT = Path(__file__).parents[1]
SERVER = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
LIMITS = {
    "topics": {settings.WHOLE_NUMBER_LIMITS["n_components"][1]},
    "topics times words in each": {
        settings.MAX_SLOTS,
        settings.WHOLE_NUMBER_LIMITS["sparsity"][1],
    },
    "runs of a comparison": {runs.MAX_RUNS},
    "documents with texts": {
        gathering.MAX_DOCUMENTS,
        pieces.MAX_PIECES,
        read.ROWS,
    },
    "characters of all texts": {texts.MAX_TEXT},
    "letters of a word": {tokens.MAX_LETTERS},
    "different words, or columns of a matrix": {
        tokens.MAX_WORDS,
        assembly.MAX_WORDS,
        matrices.MAX_COLUMNS,
        lines.MAX_NAMES,
    },
    "rows of a matrix": {matrices.MAX_ROWS, lines.MAX_LINES},
    "counts above zero, or numbers, in memory": {
        matrices.MAX_CELLS,
        assembly.MAX_NONZEROS,
        uci.MAX_NONZEROS,
    },
    "counts above zero in a store": {sheet.MAX_CELLS},
    "megabytes of an upload (`maxUploadSize` in `.streamlit/config.toml`)": {
        SERVER["maxUploadSize"]
    },
    "bytes of a file of counts or a table, unzipped": {files.MAX_TEXT},
    "bytes of a Matrix Market file, unzipped": {matrix_market.MAX_TEXT},
    "bytes of a UCI file that is kept as a store, unzipped": {uci_store.MAX_TEXT},
    "bytes of an Excel, Parquet or Arrow file": {read.PACKED_BYTES, read.JSON_BYTES},
    "bytes of a line of JSON": {read.JSON_LINE},
    "columns of a table of texts": {read.COLUMNS},
    "files in a zip": {read.FILES},
    "bytes of all of them, unzipped": {read.TEXT_OF_FILES},
    "bytes of one of them": {read.FILE},
    "bytes of a document that comes alone": {read.DOCUMENT},
    "bytes of references or mail": {read.REFERENCE_BYTES},
    "bytes of a Word file, an .odt or an .epub, unzipped": {read.UNZIPPED},
    "pages of a PDF": {read.PAGES},
    "bytes of memory to unpack an Office, PDF, Parquet or Arrow file": {
        apart.MAX_MEMORY
    },
    "processor seconds to unpack it": {apart.MAX_SECONDS},
    "files in the data folder": {sources.MAX_FILES},
    "pixels of a PNG": {pictures.MAX_PIXELS},
    "topics of an artificial corpus": {planted.LIMITS["n_topics"][1]},
    "bytes of a result that is opened again": {reopen.MAX_BYTES},
}


def test_the_readme_states_the_limits_that_hold():
    _, _, rest = (ROOT / "README.md").read_text().partition("## How much it takes\n")
    section, _, _ = rest.partition("\n## ")
    stated = re.findall(r"^\| (.+) \| ([\d,]+) \|$", section, re.MULTILINE)
    assert {what: {int(most.replace(",", ""))} for what, most in stated} == LIMITS
