"""Build the bag of words of the docstrings of NumPy, SciPy and pandas: run
`pip install numpy==2.4.6 scipy==1.17.1 pandas==3.1.1 && \
python datasets/build_docstrings.py`."""

import importlib
import inspect
import re
import warnings
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import NamedTuple

from corpus_files import DATA, frequent_words, list_entries, write_corpus

from spca_core.corpus.texts.counting import tokenise
from spca_core.corpus.texts.tokenisation import Tokenisation

FOLDER = DATA / "docstrings"
# The modules that each library documents as public.
MODULES = {
    "numpy": """char exceptions fft lib lib.array_utils lib.format lib.introspect
    lib.mixins lib.npyio lib.scimath lib.stride_tricks linalg ma polynomial
    polynomial.chebyshev polynomial.hermite polynomial.hermite_e polynomial.laguerre
    polynomial.legendre polynomial.polynomial random rec strings testing""",
    "scipy": """cluster.hierarchy cluster.vq constants datasets differentiate fft
    fftpack integrate interpolate io io.arff io.matlab io.wavfile linalg linalg.blas
    linalg.interpolative linalg.lapack ndimage odr optimize signal signal.windows sparse
    sparse.csgraph sparse.linalg spatial spatial.distance spatial.transform special
    stats stats.contingency stats.mstats stats.qmc stats.sampling""",
    "pandas": """api.extensions api.indexers api.types api.typing errors
    io.formats.style plotting testing tseries.frequencies tseries.offsets""",
}
# An example with what it prints, a heading with its line, a role or directive.
NOT_PROSE = re.compile(
    r"^[ \t]*>>>.*?(?=^[ \t]*$|\Z)"
    r"|^[^\n]*\n[ \t]*[-=]{3,}[ \t]*$"
    r"|:[a-z]+:(?=`)|\.\. [a-z]+::",
    re.MULTILINE | re.DOTALL,
)
SHORTEST_DOCSTRING = 10  # words; shorter only say what a thing is another name of
MIN_FREQUENCY = 5  # docstrings
TOKENISATION = Tokenisation(languages=("en",), merging="off")


class Thing(NamedTuple):
    """A function or class by a public name, its docstring, if it comes from a base."""

    title: str
    docstring: str
    inherited: bool


def main() -> None:
    titles, texts = zip(*sorted(titles_and_texts()), strict=True)
    documents = {
        title: counts
        for title, counts in zip(titles, count(map(prose, texts)), strict=True)
        if sum(counts.values()) >= SHORTEST_DOCSTRING
    }
    vocabulary = frequent_words(documents.values(), MIN_FREQUENCY)
    entries = list_entries(documents.values(), vocabulary)
    write_corpus(FOLDER, vocabulary, list(documents), entries)


def count(texts: Iterable[str]) -> Iterator[dict[str, int]]:
    """Count the words of each text; all together show which lines are repeated."""
    tokens, *_ = tokenise(list(texts), TOKENISATION)
    for row in tokens.counts():
        words = map(tokens.words.__getitem__, row.indices)
        yield dict(zip(words, map(int, row.data), strict=True))


def titles_and_texts() -> Iterator[tuple[str, str]]:
    """Yield each docstring once, under the best of the names that have it."""
    known: set[str] = set()
    for thing in sorted(public_things(), key=how_far_fetched):
        if thing.docstring not in known:
            known.add(thing.docstring)
            yield thing.title, thing.docstring


def how_far_fetched(thing: Thing) -> tuple[bool, int, int, str]:
    title = thing.title
    return thing.inherited, title.count("."), len(title), title


def public_things() -> Iterator[Thing]:
    for package, parts in MODULES.items():
        for module in [package, *(f"{package}.{part}" for part in parts.split())]:
            yield from members(module, importlib.import_module(module))


def members(owner_name: str, owner: ModuleType | type) -> Iterator[Thing]:
    """Yield what a module or class has, and what its classes have."""
    for name in public_names(owner):
        thing = getattr(owner, name, None)
        if not callable(thing) or not is_own(thing):
            continue
        title, inherited = f"{owner_name}.{name}", name not in vars(owner)
        if text := inspect.getdoc(thing):
            yield Thing(title, text, inherited and isinstance(owner, type))
        if isinstance(thing, type):
            yield from members(title, thing)


def public_names(owner: ModuleType | type) -> list[str]:
    names = getattr(owner, "__all__", None) or dir(owner)
    return sorted(name for name in names if not name.startswith("_"))


def is_own(thing: object) -> bool:
    """Leave out what the libraries have from elsewhere, as the methods of `str`."""
    home = getattr(thing, "__objclass__", type(thing)).__module__
    module = getattr(thing, "__module__", None) or home
    return module.split(".")[0] in MODULES


def prose(text: str) -> str:
    return NOT_PROSE.sub(" ", text)


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        main()
