"""Passages that were coded in interviews, as NVivo writes them into one file."""

import re

from spca_core.corpus.readers.collections.units import Unit, Units

SOURCE = re.compile(r"(?m)^<([^<>\n]{1,200})> - \u00a7 \d+ references? coded\b.*$")
REFERENCE = re.compile(r"(?m)^References? [\d, -]{1,20} - [\d.,]{1,9}% Coverage\b.*$")


def find_coded(text: str) -> Units:
    """Return the passages, each with the file that it is from."""
    _, *parts = SOURCE.split(text.replace("\r\n", "\n").replace("\xa0", " "))
    found = [
        Unit(passage.strip(), groups={"file": re.split(r"[/\\]", name)[-1]})
        for name, part in zip(parts[::2], parts[1::2], strict=True)
        for passage in REFERENCE.split(part)
        if passage.strip()
    ]
    return Units("records", found, ("lines on coverage",) * bool(found))
