"""Letters that a wrong encoding spoilt are restored; others stay as they are."""

from spca_core.corpus.texts.repair import repaired
from spca_core.corpus.texts.texts import Texts
from tests.fuzz import in_one_test

WHOLE = (
    "Große Häuser und schöne Straßen",
    "Don\u2019t \u201cquote\u201d the naïve café",
    "Żółta łódź płynie po rzece",
)


def spoilt(text: str, encoding: str) -> str:
    # As programs do that take bytes without a letter for control characters.
    return "".join(
        bytes([byte]).decode(encoding, errors="ignore") or chr(byte)
        for byte in text.encode()
    )


@in_one_test("encoding", ["cp1250", "cp1252", "latin-1"])
def test_texts_titles_and_groups_are_repaired_and_an_example_reported(encoding):
    names = tuple(spoilt(text, encoding) for text in WHOLE)
    texts = Texts(name="x", texts=names, titles=names, groups={names[0]: names})
    whole = repaired(texts)
    assert whole.texts == whole.titles == whole.groups[WHOLE[0]] == WHOLE
    (told,) = whole.warnings
    assert "letters of 3 texts were restored" in told
    assert told.endswith(f"Große was {names[0].split()[0]}.")
