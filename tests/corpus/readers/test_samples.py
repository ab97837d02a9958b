"""A file is read as a careful person reads it, or a doubt is said and can be solved."""

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

import spca_core
from spca_core.corpus.corpus import Corpus
from tests.corpus.readers.samples import SAMPLES
from tests.corpus.readers.samples.sample import Sample, words
from tests.made_files import zipped

pytestmark = pytest.mark.usefixtures("at_hand")
OF_TEXTS = [name for name, it in SAMPLES.items() if it.documents or it.text]
LINES = re.compile(
    r"\.(txt|md|log|csv|tsv|json|jsonl|geojson|xml|html|ris|bib|vtt|srt)$"
)


def each(names: Iterable[str]) -> list:
    return [pytest.param(SAMPLES[it], id=it) for it in names]


@pytest.mark.parametrize("sample", each(SAMPLES))
def test_a_file_is_read_as_is_expected_or_the_preview_offers_it(
    sample: Sample, tmp_path: Path
):
    path = written(sample, tmp_path)
    if sample.refused:
        with pytest.raises(spca_core.InputError, match=sample.refused):
            load(path)
        with pytest.raises(spca_core.InputError, match=sample.refused):
            spca_core.preview(path)
        return
    corpus, preview = load(path), spca_core.preview(path)
    said = (*corpus.warnings, *preview.warnings, *preview.left_out)
    assert not sample.said or any(re.search(sample.said, it) for it in said), said
    if preview.n_documents is not None:
        # That a paragraph has function words alone is known when words are counted.
        most = n_found(corpus) if preview.kind == "text" else corpus.n_documents
        assert corpus.n_documents <= preview.n_documents <= most
    unlike = complaints(sample, corpus)
    if sample.choice and unlike:
        assert not unsaid_loss(sample, corpus, said)
        assert offered(sample, preview, path), (unlike, preview.suggestions)
    else:
        assert not unlike


def offered(sample: Sample, preview: spca_core.Preview, path: Path) -> bool:
    """Return whether a suggestion, where it is taken, reads what is expected."""
    for it in preview.suggestions:
        if f"{it.option}={it.value}".startswith(sample.choice):
            chosen = load(path, **{it.option: it.value})
            if n_found(chosen) == it.n_documents and not complaints(sample, chosen):
                return True
    return False


def n_found(corpus: Corpus) -> int:
    """Return how many documents were found, also those without a word to count."""
    return corpus.n_documents + corpus.report.empty_documents


def unsaid_loss(sample: Sample, corpus: Corpus, said: Iterable[str]) -> str:
    """Return words that no document has, if no sentence counts what was left out."""
    lost, _ = difference(corpus.texts, [sample.text or " ".join(sample.documents)])
    is_said = any(re.search(r"[Ll]eft out\D*\d", it) for it in said)
    return "" if is_said else " ".join(it for it in lost if not it.isdigit())


@pytest.mark.slow
@pytest.mark.parametrize("sample", each(OF_TEXTS))
def test_a_file_is_the_same_when_read_again_in_a_zip_or_with_other_line_ends(
    sample: Sample, tmp_path: Path
):
    path = written(sample, tmp_path)
    corpus = load(path)
    again = load(path)
    assert again.words == corpus.words
    assert np.array_equal(again.observations.toarray(), corpus.observations.toarray())
    files = sample.content
    if isinstance(files, bytes):
        files = {sample.file: files}
        # In UTF-16 a line feed is two bytes.
        is_of_bytes = LINES.search(sample.file) and b"\0" not in sample.content
        if is_of_bytes and b"\r\n" not in sample.content:
            path.write_bytes(sample.content.replace(b"\n", b"\r\n"))
            assert same(load(path)) == same(corpus)
    packed = tmp_path / "packed.zip"
    packed.write_bytes(zipped(dict(files)))
    assert same(load(packed)) == same(corpus)


def same(corpus: Corpus) -> list[list[str]]:
    return [words(text) for text in corpus.texts]


def written(sample: Sample, folder: Path) -> Path:
    """Write a sample's file, or its folder of files."""
    path = folder / sample.file
    if isinstance(sample.content, bytes):
        path.write_bytes(sample.content)
        return path
    for name, content in sample.content.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return path


def load(path: Path, **options: object) -> Corpus:
    with warnings.catch_warnings(action="ignore", category=spca_core.ReadingWarning):
        return spca_core.load(path, **options).with_copies


def complaints(sample: Sample, corpus: Corpus) -> list[str]:
    """Return how a reading differs from what is expected of a sample."""
    if sample.numbers:
        n_rows, names = sample.numbers
        right = corpus.n_documents == n_rows and {*names} <= {*corpus.words}
        is_all = not names or len(names) == len(corpus.words)
        return [] if right and is_all else [f"{corpus.n_documents} {corpus.words}"]
    return [*_of_texts(sample, corpus), *_of_metadata(sample, corpus)]


def _of_texts(sample: Sample, corpus: Corpus) -> Iterator[str]:
    besides = (sample.besides, *(sample.titles or ()))
    if uncounted := {*words(sample.counted)} - {*corpus.words}:
        yield f"not counted: {uncounted}"
    texts, expected = corpus.texts, sample.documents
    if expected is None:
        if len(texts) > sample.at_most:
            yield f"{len(texts)} documents, {sample.at_most} at most"
        texts, expected = [" ".join(texts)], [sample.text]
    elif sample.text and len(texts) == len(expected) + 1:
        texts = texts[1:]  # without what precedes the first
    if len(texts) != len(expected):
        yield f"{len(texts)} documents, not {len(expected)}"
        return
    for i, (text, document) in enumerate(zip(texts, expected, strict=True)):
        lost, more = difference([text], [document], besides)
        if lost or more:
            yield f"{i}: lost {lost[:9]}, more {more[:9]}"


def difference(
    texts: Iterable[str], expected: Iterable[str], besides: Iterable[str] = ()
) -> tuple[list[str], list[str]]:
    """Return the words that are missing from texts, and those that are too many."""
    there, meant = (Counter(words(" ".join(it))) for it in (texts, expected))
    besides = words(" ".join(besides))
    return [*(meant - there)], [it for it in there - meant if it not in besides]


def _of_metadata(sample: Sample, corpus: Corpus) -> Iterator[str]:
    if sample.titles is not None and [*corpus.titles] != [*sample.titles]:
        yield f"titles {corpus.titles[:2]}"
    if sample.dates is not None and [it[:10] for it in corpus.dates] != [*sample.dates]:
        yield f"dates {corpus.dates[:2]}"
    if sample.group is not None and tuple(sample.group) not in corpus.groups.values():
        yield f"groups { {name: it[:2] for name, it in corpus.groups.items()} }"
