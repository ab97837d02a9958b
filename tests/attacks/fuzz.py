"""The fuzzer: a spoilt input becomes a corpus that can be used, or an InputError.

`python -m tests.attacks.fuzz --inputs 100000` tries so many. Each may take MAX_SECONDS
and MAX_MEMORY. What has another outcome is saved among the cases, which are tried again
for ever by test_attacks.py.
"""

import argparse
import gzip
import hashlib
import json
import logging
import multiprocessing
import resource
import sys
import time
import traceback
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from pages.shared.state import choices
from pages.shared.state.options import OPTIONS, parse, write_value
from spca_core.corpus.corpus import Corpus, arrays_of
from spca_core.corpus.options import Preparation, Reading
from spca_core.corpus.preparation import prepare
from spca_core.corpus.readers import guarded
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.formats import FORMATS, LISTED
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.errors import InputError
from spca_core.options import MAX_TEXT
from spca_core.problem.covariance import Covariance
from spca_core.results.files.saved import topics_of
from spca_core.results.files.saved_format import read_saved
from spca_core.results.files.verification import saved_line
from tests.attacks.inputs import WORDS, good_inputs, spoilt

CASES = Path(__file__).with_name("cases")
MAX_SECONDS, MAX_MEMORY = 10.0, 10**9
Attempt = Callable[[str, bytes], None]
NAMES = {"uci": "docword.made.txt", "zipped_texts": "made.zip", "npz": "made.npz"}
NAMES["npy"] = "made.npy"
NAMES |= {
    name: f"made{form.endings[0]}" for name, form in FORMATS.items() if form.endings
}


def try_input(kind: str, content: bytes) -> None:
    """Take in an input as the app does; raise what no bad input may raise."""
    if kind == "link":
        _try_link(content)
    elif kind == "result":
        _refused(lambda: saved_line(topics_of(read_saved(content))))
    else:
        _try_file(kind, content)


def _try_file(kind: str, content: bytes) -> None:
    file = Upload(NAMES.get(kind, "made.txt"), content)
    for form in (AUTO, kind):
        words = Upload("words.txt", WORDS) if kind in LISTED else None
        corpus = _refused(lambda: read_corpus(file, words, Reading(form)))  # noqa: B023
        if corpus is not None:
            check_invariant(corpus)
            _use(corpus)


def check_invariant(corpus: Corpus) -> None:
    """Check what holds of every corpus, by its definition and not as `Corpus` does."""
    matrix = corpus.observations
    if not isinstance(matrix, np.ndarray):
        assert matrix.data.all(), "a zero is stored"
        for start, end in pairwise(matrix.indptr):
            assert (np.diff(matrix.indices[start:end]) > 0).all(), "out of order"
    values = arrays_of(matrix)[0]
    assert matrix.shape == (corpus.n_documents, corpus.n_words)
    assert np.isfinite((values.astype(float) ** 2).sum()), "squares overflow"
    if not corpus.kind.has_documents:
        assert (matrix == matrix.T).all(), "a covariance matrix that is not symmetric"
    words = {unicodedata.normalize("NFC", word) for word in corpus.words}
    assert len(words) == len(corpus.words) == corpus.n_words, "words that are the same"
    for names in (corpus.titles, corpus.dates, corpus.texts, *corpus.groups.values()):
        assert len(names) in (0, corpus.n_documents)


def _use(corpus) -> None:
    """Do what is done next to a corpus: weight it, and form its covariance."""
    prepared = _refused(lambda: prepare(corpus, Preparation(min_df=2)))
    for one in (corpus, prepared):
        forms = product(WEIGHTINGS if one else (), (False, True), NORMS)
        for weighting, centred, norm in forms:
            options = {"weighting": weighting, "centred": centred, "norm": norm}
            of = partial(Covariance.of, one, **options)
            if covariance := _refused(of):
                assert np.isfinite(covariance.in_units(covariance.variances)).all()
    assert corpus.content_id


def _try_link(content: bytes) -> None:
    said = _parsed(content)
    known = choices.defaults(OPTIONS)
    for name, text in said.items():
        try:
            known[name] = parse(name, text)
        except ValueError:
            continue
        written = write_value(name, known[name])
        # Escaped, a text may become longer than a link can hold.
        if len(written) <= MAX_TEXT:
            assert parse(name, written) == known[name], (name, text)
    _refused(lambda: choices.requested(known))


def _parsed(content: bytes) -> dict[str, str]:
    """Read a spoilt link as far as it can be: a browser gives text by known names."""
    try:
        said = json.loads(content.decode(errors="replace"))
    except (ValueError, RecursionError):
        return {"corpus": content.decode(errors="replace")}
    pairs = said.items() if isinstance(said, dict) else ()
    return {name: str(text) for name, text in pairs if name in OPTIONS}


def _refused(action):
    """Return what an action gives, or None if it refuses its input as it should."""
    try:
        return action()
    except InputError:
        return None


def fuzz(worker: "Worker", n_inputs: int, seed: int) -> Iterator[str]:
    """Try spoilt inputs; save those with another outcome, and yield what that was."""
    good = good_inputs()
    for number in range(n_inputs):
        kind, content = spoilt(np.random.default_rng([seed, number]), good)
        if fault := worker.fault_of(kind, content):
            yield f"{save(kind, content)}, --seed {seed}, input {number}: {fault}"


class Worker:
    """A process of its own, within the limits, for one input after another.

    attempt : what is done with an input, a function of a module
    """

    def __init__(self, attempt: Attempt = try_input) -> None:
        self._attempt = attempt
        self._begin()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _begin(self) -> None:
        # Not forked: the threads of the one before would be missing.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        given = theirs, self._attempt
        self._process = context.Process(target=_serve, args=given, daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe ends with the process
        self._pipe.recv()  # it has loaded all that it needs

    def fault_of(self, kind: str, content: bytes) -> str:
        """Return what is wrong with the outcome, nothing if it is as it should be."""
        self._pipe.send((kind, content))
        try:
            if self._pipe.poll(MAX_SECONDS):
                return self._pipe.recv()
            fault = f"over {MAX_SECONDS:g} s"
        except EOFError:
            fault = "the process died"
        self._end()
        self._begin()
        return fault

    def _end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, attempt: Attempt) -> None:
    logging.disable()  # what libraries say of a spoilt file is no finding
    warnings.simplefilter("error")
    # NumPy tells the server's log of arrays that Python 2 has written.
    warnings.filterwarnings("ignore", "Reading `.npy`")
    guarded.read_apart = _read_here  # pyrefly: ignore[bad-assignment]
    for kind, (content, *_) in good_inputs().items():
        try_input(kind, content)
    in_use = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    most = in_use * resource.getpagesize() + MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    pipe.send("")
    while True:
        kind, content = pipe.recv()
        try:
            attempt(kind, content)
        except BaseException:  # noqa: BLE001  Whatever it is, it is a finding.
            pipe.send(traceback.format_exc(limit=-4))
        else:
            pipe.send("")


def _read_here(*file) -> tuple[bytes, Any]:
    """Read in this process, which is one apart already: to begin one takes long."""
    try:
        return guarded.read_here(*file)
    except MemoryError as error:
        raise InputError("as the process apart would say") from error


def save(kind: str, content: bytes) -> Path:
    """Keep an input as a case, packed: what is repeated in it takes no room."""
    path = CASES / f"{kind}-{hashlib.sha256(content).hexdigest()[:12]}.gz"
    path.write_bytes(gzip.compress(content, mtime=0))
    return path


def saved_cases() -> list[Path]:
    """Return the inputs that were found before."""
    return sorted(CASES.glob("*.gz"))


def opened(case: Path) -> tuple[str, bytes]:
    """Return the kind and the content of a case."""
    return case.name.rpartition("-")[0], gzip.decompress(case.read_bytes())


def main() -> int:
    """Try as many inputs as asked for; return 1 if any had another outcome."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzz")
    parser.add_argument("--inputs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    n_found, begun = 0, time.perf_counter()
    with Worker() as worker:
        for finding in fuzz(worker, options.inputs, options.seed):
            n_found += 1
            sys.stdout.write(f"{finding}\n")
    seconds = time.perf_counter() - begun
    sys.stdout.write(
        f"{options.inputs:,} inputs, {n_found:,} findings, {seconds:.1f} s\n"
    )
    return int(n_found > 0)


if __name__ == "__main__":
    sys.exit(main())
