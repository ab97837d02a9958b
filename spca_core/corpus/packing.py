"""A prepared corpus as a file to keep: gzipped JSON lines, a document a line."""

import gzip
import io
import json
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError


def pack(corpus: Corpus, about: dict[str, Any]) -> bytes:
    """Return what `read_json_lines` reads: titles, labels and counts, not the texts.

    about  : what is known of the corpus, on a line of its own
    raises : InputError if there are negative numbers, which are no counts
    """
    counts = sparse.csr_array(corpus.observations)
    if counts.data.min(initial=0) < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and a packed corpus holds counts. "
            "Keep the file that it was read from."
        )
    packed = io.BytesIO()
    # No time of day in it: the same corpus gives the same bytes.
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        for line in chain([{"about": about}], _documents(corpus, counts)):
            file.write(json.dumps(line).encode() + b"\n")
    return packed.getvalue()


def _documents(corpus: Corpus, counts: sparse.csr_array) -> Iterator[dict[str, Any]]:
    for document, (start, end) in enumerate(pairwise(counts.indptr)):
        words = (corpus.words[word] for word in counts.indices[start:end])
        numbers = counts.data[start:end].tolist()
        yield {
            **({"title": corpus.titles[document]} if corpus.titles else {}),
            **({"label": corpus.labels[document]} if corpus.labels else {}),
            "counts": dict(zip(words, numbers, strict=True)),
        }
