"""Build the API reference from the docstrings: python -m tests.reference FOLDER"""

import sys
from pathlib import Path

import pdoc

import spca_core


def build(folder: Path) -> Path:
    """Write the reference of all public names; return its page."""
    for name in spca_core.__all__:
        getattr(spca_core, name)  # pdoc sees only what has been imported
    pdoc.render.configure(docformat="numpy", search=False)
    pdoc.pdoc("spca_core", "!spca_core.", output_directory=folder)
    return folder / "spca_core.html"


if __name__ == "__main__":
    build(Path(sys.argv[1]))
