"""Inputs for the attacks: small good files of every kind, and ways to spoil them.

They hold no time of day, so that a seed names the same inputs for ever.
"""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import sparse

from pages.shared.state.options import OPTIONS, write_value
from spca_core.problem.solution import TracePoint
from spca_core.results.files.saved import to_json
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import Edits, solve
from tests.corpus.readers.samples import SAMPLES
from tests.corpus.readers.test_office import pdf, word_document
from tests.made_files import EPUB, ODT, saved, zipped
from tests.oracles import random_corpus

MAX_SPOILT = 4  # changes to an input
MAX_REPEATED = 200_000  # bytes of what is repeated again
WORDS = b"war\npeace\ntax\nlaw\n"
MATRIX = np.array([[1, 0, 2, 0], [0, 3, 0, 1], [4, 0, 0, 2.0]])
# What readers, checks and arithmetic trip over.
TOKENS = (
    *(b"nan inf -inf 1e308 -1e308 1e-320 1e400 0 -0 -1 0.5 00 1_0 \xd9\xa3".split()),
    *(b"9007199254740993 99999999999999999999 2147483648 4294967296 1e16".split()),
    *(b"\0 \r \n \t \x0b \x85 \xff \xef\xbb\xbf \xe2\x80\xa8 cafe\xcc\x81".split(b" ")),
    *(b'" "" \' , ; : | # % %%MatrixMarket { } [ ] null true \\ \\ud800 =1+1'.split()),
    *(b"\n" * 3000, b" " * 3000, b"# c\n" * 3000, b"9" * 5000, b"[" * 3000),
)
TEXTS = pd.DataFrame(
    {
        "title": ["first", "second", "third"],
        "date": ["1790-01-08", "1801-12-08", "1862-12-01"],
        "text": [
            "War and peace and tax",
            "The law of war; tax law",
            "Café, law\n\nwar",
        ],
    }
)
TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
EXTREMES = np.array([np.nan, np.inf, -np.inf, 1e308, 1e200, 1e-320, -1.0, 2.0**63])


FILES = Path(__file__).parents[1] / "files"
TABLES = ("qualtrics.csv", "surveymonkey.csv", "unpaired_quotes.tsv")
REFERENCES = ("references.ris", "savedrecs.txt", "library.bib", "pubmed.nbib")


def _file(name: str) -> bytes:
    return (FILES / name).read_bytes()


def _samples(*endings: str) -> list[bytes]:
    """Return the samples whose names end so."""
    files = [it for it in SAMPLES.values() if it.file.endswith(endings)]
    return [it.content for it in files if isinstance(it.content, bytes)]


def good_inputs() -> dict[str, list[bytes]]:
    """Return good inputs by their kind: a format's name, "result" or "link"."""
    cells = [f"{i + 1} {j + 1} {MATRIX[i, j]:g}" for i, j in np.argwhere(MATRIX)]
    market = "%%MatrixMarket matrix coordinate integer general\n3 4 6\n"
    header = "name,war,peace,tax,law\n"
    rows = [",".join(f"{x:g}" for x in row) for row in MATRIX]
    named = "\n".join(f"d{i},{row}" for i, row in enumerate(rows))
    return {
        "uci": [("3\n4\n6\n" + "\n".join(cells) + "\n").encode()],
        "matrix_market": [(market + "\n".join(cells) + "\n").encode()],
        "lda_c": [b"2 0:1 2:2\n2 1:3 3:1\n2 0:4 3:2\n"],
        "svmlight": [b"+1 1:1 3:2\n-1 2:3 4:1 # why\n+1 qid:3 1:4 4:2\n"],
        "triples": [b"document,word,count\na,war,1\na,tax,2\nb,peace,3\nb,law,1\n"],
        "count_table": [(header + named + "\n").encode()],
        "covariance": [
            b",war,tax,law\nwar,1,.5,-.25\ntax,.5,1,0\nlaw,-.25,0,1\n",
            b"%%MatrixMarket matrix array real symmetric\n2 2\n2\n-.5\n1\n",
        ],
        "table": [b"1.5,-2,3e2\n0,.5,6\n-1,2.25,0\n", b"a\tb\n1.5\t2\n-3\t4\n"],
        "plain_text": [
            b"war and peace and tax\nthe law of war\ntax law caf\xc3\xa9\n",
            *map(_file, ("nexis.txt", "debate.txt")),
            *_samples(".txt", ".md"),
        ],
        "json_lines": [
            b'{"title": "one", "text": "war and peace"}\n{"tokens": ["tax", "law"]}\n',
            b'{"counts": {"war": 1, "tax": 2}, "label": "x"}\n{"war": 3, "law": 1}\n',
        ],
        "zipped_texts": [
            zipped({"a.txt": b"war and peace", "b/c.txt": b"tax law"}),
            zipped({"a.txt": b"war", "b.txt": b"tax", "c.csv": b"file,x\na,1\nb,2\n"}),
            zipped({name: _file("posts.csv") for name in ("a.csv", "b.csv")}),
        ],
        "text_table": [
            TEXTS.to_csv(index=False).encode(),
            TEXTS.to_csv(sep="\t").encode(),
            *map(_file, TABLES),
        ],
        "json": [
            TEXTS.to_json(orient="records").encode(),
            TEXTS.to_json(orient="records", lines=True).encode(),
            *map(_file, ("reddit.json", "twitter_v2.json")),
            *_samples("json"),
        ],
        "excel": [workbook(), *_samples(".xls", ".ods")],
        "stata": [saved(TEXTS.astype(str).to_stata)],
        "parquet": [saved(TEXTS.to_parquet)],
        "arrow": [saved(TEXTS.to_feather)],
        "word": [document(), *_samples(".docx")],
        "odt": [zipped(ODT), *_samples(".odt")],
        "epub": [zipped(EPUB), *_samples(".epub")],
        "pdf": [pdf("War and peace")],
        "rtf": [_file("letter.rtf"), *_samples(".rtf")],
        "web_page": [_file("page.html"), *_samples(".html")],
        "subtitles": [*map(_file, ("film.srt", "talk.vtt")), *_samples(".vtt", ".srt")],
        "references": list(map(_file, REFERENCES)),
        "mailbox": [_file("letters.mbox")],
        "xml": [
            *_samples(".xml"),
            _file("tei.xml"),
            b"<teiCorpus>%b</teiCorpus>" % _file("tei.xml").partition(b"?>")[2],
        ],
        "npy": [
            saved(np.save, MATRIX),
            saved(np.save, MATRIX.astype(np.int16, order="F")),
        ],
        "npz": [_saved_sparse(form) for form in ("csr", "csc", "coo")],
        "result": [_result()],
        "link": [_link()],
    }


def spoilt(rng: np.random.Generator, good: dict[str, list[bytes]]) -> tuple[str, bytes]:
    """Return a kind, and an input of it after some random changes."""
    kind = str(rng.choice(list(good)))
    content = good[kind][rng.integers(len(good[kind]))]
    if kind in STRUCTURED and rng.random() < 0.5:
        content = STRUCTURED[kind](rng)
    for _ in range(rng.integers(1, MAX_SPOILT + 1)):
        change = CHANGES[rng.integers(len(CHANGES))]
        content = change(rng, content)
    if kind not in ("link", "result") and rng.random() < 0.15:
        content = gzip.compress(content, mtime=0)
        content = _flip(rng, content) if rng.random() < 0.3 else content
    return kind, content


def _flip(rng: np.random.Generator, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.integers(1, 4)):
        if changed:
            changed[rng.integers(len(changed))] = rng.integers(256)
    return bytes(changed)


def _cut(rng: np.random.Generator, content: bytes) -> bytes:
    start, end = np.sort(rng.integers(len(content) + 1, size=2))
    return content[:start] + content[end:]


def _repeat(rng: np.random.Generator, content: bytes) -> bytes:
    start, end = np.sort(rng.integers(len(content) + 1, size=2))
    times = int(rng.choice([2, 3, 50])) if len(content) < MAX_REPEATED else 1
    return content[:start] + content[start:end] * times + content[end:]


def _insert(rng: np.random.Generator, content: bytes) -> bytes:
    at, token = rng.integers(len(content) + 1), TOKENS[rng.integers(len(TOKENS))]
    return content[:at] + token + content[at:]


def _replace_word(rng: np.random.Generator, content: bytes) -> bytes:
    """Put a token where a number or a word stands."""
    separator = bytes([rng.choice(np.frombuffer(b' ,:\n\t"&=', np.uint8))])
    parts = content.split(separator)
    parts[rng.integers(len(parts))] = TOKENS[rng.integers(len(TOKENS))]
    return separator.join(parts)


def _shuffle_lines(rng: np.random.Generator, content: bytes) -> bytes:
    lines = content.split(b"\n")
    return b"\n".join(lines[i] for i in rng.integers(len(lines), size=len(lines)))


CHANGES: tuple[Callable[[np.random.Generator, bytes], bytes], ...] = (
    _flip,
    _cut,
    _repeat,
    _insert,
    _replace_word,
    _shuffle_lines,
)


def _odd_array(rng: np.random.Generator) -> np.ndarray:
    """Return an array of any shape and type, with extreme numbers here and there."""
    shape = tuple(rng.integers(0, 6, size=rng.integers(0, 4)))
    array = np.asarray(rng.standard_normal(shape))
    places = rng.random(shape) < rng.choice([0.0, 0.2])
    array = np.where(places, rng.choice(EXTREMES, shape), array)
    kinds = ["<f8", ">f8", "<f4", "<f2", "<i8", "u1", "?", "<c16", "<U3", "S2", "O"]
    with np.errstate(all="ignore"):
        return array.astype(str(rng.choice(kinds)))


def _odd_npy(rng: np.random.Generator) -> bytes:
    return saved(np.save, _odd_array(rng))


def _odd_npz(rng: np.random.Generator) -> bytes:
    """Return a sparse matrix as scipy saves it, one of its parts exchanged."""
    form = str(rng.choice(["csr", "csc", "coo", "bsr", "dia"]))
    with np.load(io.BytesIO(_saved_sparse(form))) as file:
        parts = dict(file)
    for name in rng.choice(list(parts), size=rng.integers(1, 3)):
        part = parts[str(name)]
        odd = rng.random() < 0.3 or not np.issubdtype(part.dtype, np.number)
        changed = rng.permutation(part.ravel()).reshape(part.shape)
        extreme = np.resize(rng.choice([-1, 0, 2, 99, 2**31]), part.shape)
        choices = [changed, extreme, part[:-1] if part.ndim else part]
        parts[str(name)] = _odd_array(rng) if odd else choices[rng.integers(3)]
    return saved(np.savez, **parts)


def _odd_parts(package: bytes, rng: np.random.Generator) -> bytes:
    """Return a document of Office, one of its parts spoilt, or in another's place."""
    parts = parts_of(package)
    name, other = rng.choice(list(parts), size=2)
    change = CHANGES[rng.integers(len(CHANGES))]
    spoilt = change(rng, parts[name])
    return zipped({**parts, name: parts[other] if rng.random() < 0.1 else spoilt})


def _odd_workbook(rng: np.random.Generator) -> bytes:
    return _odd_parts(workbook(), rng)


def _odd_document(kind: str, rng: np.random.Generator) -> bytes:
    package, *_ = good_inputs()[kind]
    return _odd_parts(package, rng)


STRUCTURED: dict[str, Callable[[np.random.Generator], bytes]] = {
    "npy": _odd_npy,
    "npz": _odd_npz,
    "excel": _odd_workbook,
    **{kind: partial(_odd_document, kind) for kind in ("word", "odt", "epub")},
}


def _saved_sparse(form: str) -> bytes:
    return saved(sparse.save_npz, sparse.coo_array(MATRIX).asformat(form))


@cache
def workbook() -> bytes:
    return _timeless(saved(TEXTS.to_excel, index=False))


@cache
def document() -> bytes:
    return _timeless(word_document(*TEXTS["text"]))


def _timeless(package: bytes) -> bytes:
    """Return a document of Office that does not tell when it was written."""
    parts = parts_of(package).items()
    return zipped({name: TIME.sub(b"2000-01-01T00:00:00Z", it) for name, it in parts})


def parts_of(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _result() -> bytes:
    corpus = random_corpus(0, 20, 9)
    solution = solve(corpus, 2, 3, method="tpower")
    point = TracePoint(0.5, 0.5, 1, 2, solution.captured_variance)
    known = replace(
        solution,
        seconds=0.5,
        processor_seconds=0.5,
        trace=(point,),
        chance=AgainstChance(tuple(solution.variances), (1.0, 2.0), 20),
        edits=Edits(names={solution.leaders[0]: "taxes"}, hidden=solution.leaders[1:]),
    )
    return to_json(known).encode()


def _link() -> bytes:
    """Return all choices of an address, a name and its text a line."""
    said = {name: write_value(name, one.default) for name, one in OPTIONS.items()}
    said |= {"stop_words": "war,a%2Cb", "pinned": "a=b,c", "names": "war=My topic"}
    said |= {"corpus": "planted:100,40,3,5,1.0,0", "weights": ",".join(["3"] * 16)}
    return json.dumps(said, indent=0).encode()
