"""Entries with fields: lists of references, and mailboxes."""

import email
import email.errors
import email.policy
import mailbox
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from spca_core.corpus import limits
from spca_core.corpus.readers.guarded import (
    DAMAGES,
    as_damaged_file_error,
)
from spca_core.corpus.readers.html import html_text
from spca_core.corpus.readers.start import Start
from spca_core.corpus.readers.tables.nested import Entries
from spca_core.errors import InputError
from spca_core.extras import check_installed
from spca_core.formatting import counted

# How the formats call what is wanted most; their other fields keep their names.
FIELDS = {
    "title": ("title", "primary_title", "document_title", "TI"),
    "abstract": ("abstract", "notes_abstract", "AB"),
    "date": ("year", "publication_year", "date", "DP"),
    "journal": (
        *("journal", "journal_name", "publication_name", "secondary_title"),
        *(
            "booktitle",
            "journaltitle",
            "alternate_title3",
            "alternate_title2",
            "JT",
            "TA",
        ),
    ),
    "type": ("type_of_reference", "document_type", "publication_type", "PT"),
    "keywords": ("keywords", "author_keywords", "OT", "MH"),
    "authors": ("authors", "author", "first_authors", "FAU", "AU"),
    "language": ("language", "LA"),
    "doi": ("doi", "LID"),
}
YEAR = re.compile(r"\b[12]\d{3}\b")
REFERENCES = re.compile(
    rb"(?:[^\n]*\n){0,5}?\s*(TY  ?- ?[A-Z]|PMID- ?\d|FN [^\n]+\n(VR|PT) |PT [A-Z]\r?\n"
    rb"|@\w+\s*[{(]\s*[^\s,{}()]+\s*,\s*[\w-]+\s*=)"
)
MAIL = re.compile(rb"From [^\n]*\d{4}[^\n]*\n[A-Za-z][\w-]*: ")
# A message alone begins with what mail programs add, and nobody writes.
MESSAGE = re.compile(
    rb"(?i)(?:return-path|received|message-id|delivered-to|mime-version|x-[\w-]+): ?"
    rb"[^\n]*\n(?:[\w-]+:|[ \t])"
)
BEGINS_WOK, BEGINS_RIS = re.compile(r"(?m)^(?=PT )"), re.compile(r"(?m)^(?=TY  ?-)")
BIBTEX = re.compile(rb"(?m)^[ \t]*+@[ \t]*+\w++\s*+[{(]")


def is_references(start: Start) -> bool:
    return start.matches(REFERENCES)


def is_mailbox(start: Start) -> bool:
    return start.matches(MAIL) or start.matches(MESSAGE)


def read_references(content: bytes, name: str, _: str = "") -> Entries:
    """Read references in RIS, Web of Science's or PubMed's tags, or BibTeX."""
    text = content.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    limits.check(name, len(content), limits.REFERENCE_BYTES, "bytes of references")
    start = text.lstrip()[:2]
    is_bibtex = start[:1] in "@%" and BIBTEX.search(content)
    check_installed("bibtexparser" if is_bibtex else "rispy", name)
    if is_bibtex:
        damaged = f"{name}: its references are damaged. Export them again."
        with as_damaged_file_error(damaged):
            entries, n_damaged = _bibtex(text)
    else:
        entries, n_damaged = _tagged(text, start)
    if not entries:
        raise InputError(f"{name} has no reference that is complete. Export it again.")
    warning = f"{name}: Left out as damaged: {counted(n_damaged, 'entries')}."
    return Entries(list(map(_named, entries)), [warning] * (n_damaged > 0))


def _tagged(text: str, start: str) -> tuple[list[dict[str, Any]], int]:
    """Return the entries, and how many are damaged; one spoils no other."""
    import rispy
    from rispy.parser import NextLine, ParseError

    if start == "PM":
        return list(_medline(text)), 0
    is_wok = start in ("FN", "PT", "VR")
    parser = rispy.WokParser if is_wok else rispy.RisParser
    entries, n_damaged = [], 0
    for one in (BEGINS_WOK if is_wok else BEGINS_RIS).split(text):
        try:
            entries += rispy.loads(one, implementation=parser, skip_unknown_tags=True)
        except (NextLine, ParseError, *DAMAGES):
            n_damaged += 1
    return entries, n_damaged


def _medline(text: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of PubMed's .nbib: a tag a line, which blanks continue."""
    for block in re.split(r"\n\s*\n", text):
        entry: dict[str, Any] = {}
        for line in re.sub(r"\n {6}", " ", block).split("\n"):
            tag, dash, value = line.partition("- ")
            if dash:
                entry.setdefault(tag.strip(), []).append(value.strip())
        if entry:
            yield entry


def _bibtex(text: str) -> tuple[list[dict[str, Any]], int]:
    """Return the entries, and how many are damaged.

    An entry whose key or field occurs twice is whole: of fields, the first counts.
    """
    import bibtexparser
    from bibtexparser.library import Library
    from bibtexparser.middlewares import LatexDecodingMiddleware
    from bibtexparser.middlewares.parsestack import default_parse_stack
    from bibtexparser.model import Block, Entry

    stack = [*default_parse_stack(), LatexDecodingMiddleware()]
    library = bibtexparser.parse_string(text, parse_stack=stack)
    irregular: list[Block] = []
    for number, block in enumerate(library.failed_blocks):
        if isinstance(entry := block.ignore_error_block, Entry):
            fields = {field.key.lower(): field for field in reversed(entry.fields)}
            entry.fields = list(fields.values())
            entry.key = f"{entry.key} {number}"
            irregular.append(entry)
    mended = Library(irregular)
    for step in stack:
        mended = step.transform(mended)
    blocks = sorted(
        (*library.entries, *mended.entries), key=lambda entry: entry.start_line or 0
    )
    entries = [
        {
            "type_of_reference": entry.entry_type,
            **{field.key.lower(): field.value for field in entry.fields},
        }
        for entry in blocks
    ]
    return entries, len(library.failed_blocks) - len(mended.entries)


def _named(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with common names for what is wanted most."""
    named: dict[str, Any] = {}
    for name, known in FIELDS.items():
        value = next((entry[field] for field in known if entry.get(field)), "")
        named[name] = (
            "; ".join(map(str, value)) if isinstance(value, list) else str(value)
        )
    if year := YEAR.search(named["date"]):
        named["date"] = year[0]
    return named


def read_mailbox(content: bytes, name: str, _: str = "") -> Entries:
    """Read a mailbox: the plain text of each message, or its HTML without markup."""
    limits.check(name, len(content), limits.REFERENCE_BYTES, "bytes of mail")
    if not MAIL.match(content):
        return Entries([_message(content)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mail")
        path.write_bytes(content)
        box = mailbox.mbox(path, create=False)
        messages = [box.get_bytes(key) for key in box.keys()]  # noqa: SIM118
        box.close()
    return Entries([_message(content) for content in messages])


def _message(content: bytes) -> dict[str, str]:
    message = email.message_from_bytes(content, policy=email.policy.default)
    text = ""
    # What strangers send breaks the rules for parts, character sets and headers.
    with suppress(*DAMAGES, email.errors.MessageError):
        if body := message.get_body(("plain", "html")):
            is_html = body.get_content_subtype() == "html"
            text = html_text(body.get_content()) if is_html else body.get_content()
    return {
        "subject": _header(message, "subject"),
        "from": _header(message, "from"),
        "date": _header(message, "date"),
        "text": text,
    }


def _header(message: email.message.EmailMessage, name: str) -> str:
    with suppress(*DAMAGES, email.errors.MessageError):
        value = message[name]
        moment = getattr(value, "datetime", None)
        return moment.isoformat() if moment else str(value or "")
    return ""
