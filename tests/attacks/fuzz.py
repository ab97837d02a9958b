"""The fuzzer: a spoilt input becomes a corpus that can be used, or an InputError.

`python -m tests.attacks.fuzz --inputs 100000` tries so many. Each may take MAX_SECONDS
and MAX_MEMORY. What has another outcome is saved among the cases, which are tried again
for ever by test_attacks.py.
"""

import argparse
import hashlib
import json
import multiprocessing
import resource
import sys
import traceback
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import product
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from pages.shared.state import choices
from pages.shared.state.fields import FIELDS
from pages.shared.state.kinds import MAX_TEXT
from spca_core.corpus.preparation import Preparation, prepare
from spca_core.corpus.readers.apart import Apart
from spca_core.corpus.readers.encodings import AUTO
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import LISTED, load
from spca_core.corpus.readers.opening import Reading
from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.results.files.reopen import read_result
from tests.attacks.inputs import WORDS, good_inputs, spoilt

CASES = Path(__file__).with_name("cases")
MAX_SECONDS, MAX_MEMORY = 5.0, 10**9
MAX_CASE = 1_000_000  # bytes of an input that is saved
NAMES = {"uci": "docword.made.txt", "zipped_texts": "made.zip", "npz": "made.npz"}


def try_input(kind: str, content: bytes) -> None:
    """Take in an input as the app does; raise what no bad input may raise."""
    if kind == "link":
        _try_link(content)
    elif kind == "result":
        _refused(lambda: read_result(content))
    else:
        _try_file(kind, content)


def _try_file(kind: str, content: bytes) -> None:
    file = Upload(NAMES.get(kind, "made.txt"), content)
    for form in (AUTO, kind):
        words = Upload("words.txt", WORDS) if kind in LISTED else None
        corpus = _refused(lambda: load(file, words, Reading(form)))  # noqa: B023
        if corpus is not None:
            _use(corpus)


def _use(corpus) -> None:
    """Do what is done next to a corpus: weight it, and form its covariance."""
    prepared = _refused(lambda: prepare(corpus, Preparation(min_df=2)))
    for one in (corpus, prepared):
        for weighting, centred in product(WEIGHTINGS if one else (), (False, True)):
            of = partial(Covariance.of, one, centred=centred, weighting=weighting)
            if covariance := _refused(of):
                assert np.isfinite(covariance.in_units(covariance.variances)).all()
    assert corpus.content_id


def _try_link(content: bytes) -> None:
    said = _parsed(content)
    known = {name: field.default for name, field in FIELDS.items()}
    for name, text in said.items():
        try:
            known[name] = FIELDS[name].parse(text)
        except ValueError:
            continue
        written = FIELDS[name].write(known[name])
        # Escaped, a text may become longer than a link can hold.
        if len(written) <= MAX_TEXT:
            assert FIELDS[name].parse(written) == known[name], (name, text)
    _refused(lambda: choices._settings(known))
    options = [known[name] for name in ("least", "most", "removed", "features")]
    _refused(lambda: choices._preparation(*options))


def _parsed(content: bytes) -> dict[str, str]:
    """Read a spoilt link as far as it can be: a browser gives text by known names."""
    try:
        said = json.loads(content.decode(errors="replace"))
    except (ValueError, RecursionError):
        return {"corpus": content.decode(errors="replace")}
    pairs = said.items() if isinstance(said, dict) else ()
    return {name: str(text) for name, text in pairs if name in FIELDS}


def _refused(action):
    """Return what an action gives, or None if it refuses its input as it should."""
    try:
        return action()
    except InputError:
        return None


def fuzz(n_inputs: int, seed: int) -> Iterator[tuple[str, bytes, str]]:
    """Try spoilt inputs; yield those with another outcome, and what that was."""
    good, worker = good_inputs(), Worker()
    for number in range(n_inputs):
        rng = np.random.default_rng([seed, number])
        kind, content = spoilt(rng, good)
        if fault := worker.fault_of(kind, content):
            yield kind, content, f"--seed {seed}, input {number}: {fault}"
    worker.end()


class Worker:
    """A process of its own, within the limits, for one input after another."""

    def __init__(self) -> None:
        # Not forked: the threads of the one before would be missing.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
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
        self.end()
        self.__init__()
        return fault

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection) -> None:
    warnings.simplefilter("error")
    # NumPy tells the server's log of arrays that Python 2 has written.
    warnings.filterwarnings("ignore", "Reading `.npy`")
    Apart.read = _read_here
    for kind, (content, *_) in good_inputs().items():
        try_input(kind, content)
    in_use = int(Path("/proc/self/statm").read_text().split()[0])
    most = in_use * resource.getpagesize() + MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    pipe.send("")
    while True:
        kind, content = pipe.recv()
        try:
            try_input(kind, content)
        except BaseException:  # noqa: BLE001  Whatever it is, it is a finding.
            pipe.send(traceback.format_exc(limit=-4))
        else:
            pipe.send("")


def _read_here(apart: Apart, *file, **options) -> tuple[bytes, list[str]]:
    """Read in this process, which is one apart already: to begin one takes long."""
    try:
        return apart.function(*file, **options)
    except MemoryError as error:
        raise InputError("as the process apart would say") from error


def save(kind: str, content: bytes) -> Path | None:
    """Keep an input as a case; one that is too large is made again by its seed."""
    if len(content) > MAX_CASE:
        return None
    path = CASES / f"{kind}-{hashlib.sha256(content).hexdigest()[:12]}"
    path.write_bytes(content)
    return path


def main() -> int:
    """Try as many inputs as asked for; return 1 if any had another outcome."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzz")
    parser.add_argument("--inputs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    n_found = 0
    for kind, content, fault in fuzz(options.inputs, options.seed):
        n_found += 1
        where = save(kind, content)
        sys.stdout.write(f"{kind}, {len(content):,} bytes, {where}: {fault}\n")
    sys.stdout.write(f"{options.inputs:,} inputs, {n_found:,} findings\n")
    return int(n_found > 0)


if __name__ == "__main__":
    sys.exit(main())
