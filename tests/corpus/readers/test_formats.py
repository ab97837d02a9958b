"""A format is one row, which names its reader and what is recognised."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT

# Its reader takes lines of a word and its count, after the line TOY.
TOY = """
from spca_core.corpus.readers.counts.tokens import Assembly
from spca_core.corpus.readers.lines import numbered_lines

def is_toy(start):
    return start.lines[0] == b"TOY"

def read_toy(source):
    assembly = Assembly(source)
    for number, line in numbered_lines(source):
        word, _, count = line.decode().partition(" ")
        if count:
            assembly.add({word: float(count)}, line=number)
    return assembly.corpus()
"""
ROW = """
    "toy": Format(
        "toy lines", COUNTS, Gives.MATRIX, "counts.toy:read_toy", "counts.toy:is_toy"
    ),
"""
USE = """
import json, sys
import spca_core
from spca_core.corpus.options import Reading
from spca_core.options import options

corpus = spca_core.load(sys.argv[1])
offered = options(Reading())["format"].choices
print(json.dumps([corpus.words, corpus.observations.toarray().tolist(), offered]))
"""


@pytest.mark.slow
def test_a_new_format_is_its_file_and_one_row(tmp_path: Path):
    package = tmp_path / "spca_core"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "spca_core", package, ignore=ignored)
    readers = package / "corpus" / "readers"
    (readers / "counts" / "toy.py").write_text(TOY)
    table = readers / "formats.py"
    content = table.read_text("utf-8")
    table.write_text(content.replace('    "store": F', f'{ROW}    "store": F'))
    (tmp_path / "made").write_text("TOY\ntea 2\ntax 3\n")
    command = [sys.executable, "-c", USE, "made"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, check=True
    )
    words, counts, offered = json.loads(run.stdout)
    assert (words, counts) == (["tax", "tea"], [[0, 2], [3, 0]])
    assert offered["toy"] == "toy lines"
