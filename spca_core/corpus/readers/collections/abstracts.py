"""Abstracts as PubMed writes them for readers: numbered, their parts between blanks."""

import re
from itertools import pairwise

from spca_core.corpus.readers.collections.units import Unit, Units

# The number of a reference, its journal, and when it appeared.
CITATION = re.compile(
    r"(?m)^(\d{1,6})\. ([^\n;]{2,150}?)\. (\d{4}(?: [A-Z][a-z]{2}\b)?(?: \d{1,2}\b)?)"
    r"(?=[-;:. ])"
)
NUMBER = re.compile(r"(?m)^PMID: \d+")
# Blocks that are not the abstract, and those that follow it.
ABOUT = re.compile(
    r"Author information|Collaborators|Comment (?:in|on)|Erratum|Update (?:in|of)"
    r"|\[Article in|Republished"
)
AFTER = re.compile(r"DOI: |PMID: |PMCID: |\u00a9|Copyright|Conflict of interest")
FEWEST, MIN_SHARE = 2, 0.8  # references; of them have a number


def find_abstracts(text: str) -> Units:
    """Return the abstracts of a list of references, with their titles and years."""
    text = text.replace("\r\n", "\n")
    if not NUMBER.search(text):
        return Units("records")
    starts = []
    for citation in CITATION.finditer(text):
        if int(citation[1]) == len(starts) + 1:
            starts.append(citation)
    ends = [*starts, None]
    parts = [
        (start, text[start.start() : after.start() if after else None])
        for start, after in pairwise(ends)
        if start
    ]
    n_numbered = sum(NUMBER.search(part) is not None for _, part in parts)
    if n_numbered < max(FEWEST, MIN_SHARE * len(parts)):
        return Units("records")
    units = [_reference(citation, part) for citation, part in parts]
    found = [unit for unit in units if unit.text]
    left_out = ("references without an abstract",) * (len(found) < len(units))
    return Units("records", found, ("authors and numbers of references", *left_out))


def _reference(citation: re.Match[str], part: str) -> Unit:
    blocks = [" ".join(block.split()) for block in re.split(r"\n[ \t]*\n", part)]
    _, title, _, *others = [it for it in blocks if not ABOUT.match(it)] + [""] * 3
    abstract = []
    for block in others:
        if AFTER.match(block):
            break
        abstract.append(block)
    groups = {"journal": " ".join(citation[2].split())}
    return Unit("\n\n".join(abstract).strip(), title, citation[3], groups)
