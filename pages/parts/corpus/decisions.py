"""Decisions on words, typed or from a file: stop words, same words, phrases, pins."""

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.files import offer_file
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.options import OPTIONS, write_value
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.decisions import (
    Decisions,
    read_decisions,
    read_synonyms,
    write_decisions,
)
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.rewording import check_words_are_here, joined, reworded
from spca_core.errors import InputError
from spca_core.options import MAX_TEXT

REFUSED = "refused_decisions"  # session state: where, and why
MISSING = "missing_words"  # session state: what of a file the corpus does not have
FILE = "decisions_file"  # the key of the widget
TOGETHER = " + "


class Area(NamedTuple):
    """A text area of decisions.

    write, read : from the choice to its text, and back
    check : raises InputError if the loaded corpus does not have a word
    """

    name: str
    height: int
    placeholder: str
    help: str
    write: Callable[[Any], str]
    read: Callable[[str, Corpus], Any]
    check: Callable[[Any, Corpus, Request], None]


def show_decisions(loaded: Corpus, request: Request) -> None:
    """Draw an area for each kind of decision, and read and write them as a file."""
    possible = {"same": loaded.kind.has_documents, "phrases": bool(loaded.texts)}
    for area in AREAS:
        if possible.get(area.name, True):
            _show_area(area, loaded, request)
    _show_file(loaded, request)
    show_undo()


def show_undo() -> None:
    """Offer a way back from the last edit of words, if there was one."""
    if before := edits.last_edit():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(plain(f"{before.edit}."), width="content")
            st.button("Undo", key="undo_words", on_click=edits.undo)


def _show_area(area: Area, loaded: Corpus, request: Request) -> None:
    text = area.write(choices.value(area.name))
    key = f"{area.name}_{hash(text)}"
    st.text_area(
        OPTIONS[area.name].label,
        text,
        height=area.height,
        key=key,
        help=area.help,
        placeholder=area.placeholder,
        on_change=_take,
        args=(area, key, loaded, request),
    )
    _show_refusal(area.name)


def _take(area: Area, key: str, loaded: Corpus, request: Request) -> None:
    st.session_state.pop(REFUSED, None)
    try:
        value = area.read(st.session_state[key], loaded)
        _check_fit({area.name: value})
        area.check(value, loaded, request)
    except InputError as error:
        st.session_state[REFUSED] = area.name, str(error)
        return
    edits.remember(f"{OPTIONS[area.name].label} changed")
    choices.change(**{area.name: value})


def _show_refusal(where: str) -> None:
    place, why = st.session_state.get(REFUSED, ("", ""))
    if place == where:
        st.error(plain(why))


def _show_file(loaded: Corpus, request: Request) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        offer_file(
            "words.toml",
            "words.toml",
            "application/toml",
            write_decisions(_decisions(request)),
            icon=":material/download:",
            help=DOWNLOAD_HELP,
        )
        with st.popover("Open a list", icon=":material/upload:", key="open_decisions"):
            st.file_uploader(
                "words.toml, or a list of words",
                key=FILE,
                help=UPLOAD_HELP,
                on_change=_take_file,
                args=(loaded, request),
            )
            st.caption(UPLOAD_HELP)
    _show_refusal(FILE)
    if missing := st.session_state.get(MISSING):
        st.caption(plain(missing))


def _decisions(request: Request) -> Decisions:
    preparation = request.preparation
    return Decisions(
        same=preparation.same,
        phrases=preparation.phrases,
        stop_words=preparation.stop_words,
        pinned=request.pinned,
    )


def _take_file(loaded: Corpus, request: Request) -> None:
    st.session_state.pop(REFUSED, None)
    st.session_state.pop(MISSING, None)
    file = st.session_state[FILE]
    if file is None:
        return
    try:
        read = read_decisions(Upload(file.name, file.getvalue()))
        found, missing = read.of_words_in(loaded)
        added = found.added_to(request.preparation)
        values = {
            "stop_words": added.stop_words,
            "same": added.same,
            "phrases": added.phrases,
            "pinned": joined((*request.pinned, *found.pinned)),
        }
        _check_fit(values)
        reworded(loaded, added.phrases, added.same)  # refused of a store
    except InputError as error:
        st.session_state[REFUSED] = FILE, str(error)
        return
    st.session_state[MISSING] = " ".join(missing)
    edits.remember(f"{file.name} was read")
    choices.change(**values)


def _check_fit(values: dict[str, Any]) -> None:
    """Refuse more than a link can hold."""
    for name, value in values.items():
        if len(write_value(name, value)) > MAX_TEXT:
            raise InputError(
                f"{OPTIONS[name].label}: the words have over {MAX_TEXT:,} characters, "
                "the most in a link. Shorten the list, or use it on the command line: "
                "--decisions."
            )


def _write_words(words: tuple[str, ...]) -> str:
    """Write words with blanks between them, and a phrase as one: supreme_court."""
    return " ".join(word.replace(" ", "_") for word in words)


def _read_words(text: str, loaded: Corpus) -> tuple[str, ...]:
    typed = (
        word if word in loaded.columns else word.replace("_", " ")
        for word in text.split()
    )
    return tuple(dict.fromkeys(typed))


def _write_same(groups: tuple[tuple[str, ...], ...]) -> str:
    return "\n".join(map(" = ".join, groups))


def _read_same(text: str, _: Corpus) -> Any:
    return joined(read_synonyms(text))


def _read_lines(text: str, _: Corpus) -> tuple[str, ...]:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(dict.fromkeys(filter(None, lines)))


def _write_pinned(groups: tuple[tuple[str, ...], ...]) -> str:
    return "\n".join(map(TOGETHER.join, groups))


def _read_pinned(text: str, loaded: Corpus) -> Any:
    return joined(line.split(TOGETHER) for line in _read_lines(text, loaded))


def _check_nothing(*_: object) -> None:
    """Accept words that are not here: a list of words to leave out may be long."""


def _check_phrases(phrases: Any, loaded: Corpus, _: Request) -> None:
    check_words_are_here(loaded, phrases, ())


def _check_same(groups: Any, loaded: Corpus, request: Request) -> None:
    """Check the words that are new: the name of a group from a file may be."""
    before = {word for group in request.preparation.same for word in group}
    new = tuple((word,) for group in groups for word in group if word not in before)
    check_words_are_here(loaded, request.preparation.phrases, new)
    reworded(loaded, request.preparation.phrases, groups)  # refused of a store


def _check_pinned(groups: Any, _: Corpus, request: Request) -> None:
    prepared = cached.prepared(request.origin, request.preparation)
    prepared.columns_of(word for group in groups for word in group)


AREAS = (
    Area(
        "stop_words",
        100,
        "for example: shall upon",
        "Words to leave out, with spaces or line breaks between them. You can also "
        "leave words out one by one in the list of words.",
        _write_words,
        _read_words,
        _check_nothing,
    ),
    Area(
        "same",
        100,
        "for example: railroad = railway",
        "Words that are the same, a group on each line: all are counted as the first.",
        _write_same,
        _read_same,
        _check_same,
    ),
    Area(
        "phrases",
        80,
        "for example: civil war",
        "Phrases to count as one word, one on each line. Their words count only "
        "elsewhere.",
        "\n".join,
        _read_lines,
        _check_phrases,
    ),
    Area(
        "pinned",
        80,
        "for example: gold + silver",
        "Words to keep in one topic, a group on each line. A word alone on its line is "
        "sure to be in a topic. This needs the joint search.",
        _write_pinned,
        _read_pinned,
        _check_pinned,
    ),
)
DOWNLOAD_HELP = (
    "These decisions as a small file to read, change and share: it is opened here, by "
    "load(..., decisions=) and by --decisions."
)
UPLOAD_HELP = (
    "words.toml, or a list with a stop word on each line, or such as prioritisation = "
    "prioritization. It is added to what is decided already."
)
