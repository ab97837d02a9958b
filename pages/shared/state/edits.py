"""What a user changes in the topics: names, words left out, words pinned together."""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.state import choices
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.colours import followed_places
from spca_core.results.topics import pairing
from spca_core.results.topics.edits import Edits
from spca_core.results.topics.words import WordLists, words_of_topics

BEFORE = "before"  # session state: what was before the last edit
UNDONE = ("stop_words", "removed", "pinned", "where")  # by `undo`


class Before(NamedTuple):
    """The topics before an edit, if it may have changed them, and what the edit was."""

    corpus: Corpus | None
    solution: Solution | None
    edit: str
    undone: dict[str, Any]  # the choices as they were


def are_words_counted(corpus: Corpus) -> bool:
    """Return whether the words of its texts are counted here, as its link says."""
    return bool(corpus.texts) and choices.value("corpus") not in bundled_titles()


def leave_out(corpus: Corpus, solution: Solution, word: str) -> None:
    """Leave a word out of the analysis, and unpin it.

    If words are counted here, it becomes a stop word.
    """
    remember(corpus, solution, f"{word} was left out")
    if are_words_counted(corpus):
        where, typed = "stop_words", word.replace(" ", "_")
    else:
        where, typed = "removed", word
    listed = choices.value(where)
    choices.change(**{where: (*listed, *{typed}.difference(listed))})
    _set_pins([without(group, word) for group in choices.value("pinned")])


def restore(word: str) -> None:
    """Take back a word that was left out; what the last edit did holds no more."""
    forget()
    for where in ("stop_words", "removed"):
        choices.change(**{where: without(choices.value(where), word)})


def pin(corpus: Corpus, solution: Solution, topic: int, word: str) -> None:
    """Pin a word to a topic: to its pinned words, or else to its heaviest word.

    topic : its place in the solution, from 0
    """
    remember(corpus, solution, f"{word} was pinned")
    members = [corpus.words[column] for column in solution.supports[topic]]
    others = [without(group, word) for group in choices.value("pinned")]
    pinned = next((group for group in others if set(group) & set(members)), members[:1])
    _set_pins(
        [
            *(group for group in others if group != pinned),
            (*without(pinned, word), word),
        ]
    )


def unpin(word: str) -> None:
    """Let a word be in any topic again; what the last edit did holds no more."""
    forget()
    _set_pins([without(group, word) for group in choices.value("pinned")])


def rename(leader: str, name: str) -> None:
    """Name the topic whose heaviest word is `leader`; an empty name clears it."""
    names = {**dict(choices.value("names")), leader: name.strip()}
    choices.change(names=tuple(pair for pair in names.items() if pair[1]))


def by_hand(n_topics: int) -> Edits:
    """Return the names, notes, hidden topics and colours that the choices hold."""
    return Edits(
        names=dict(choices.value("names")),
        notes=dict(choices.value("notes")),
        hidden=choices.value("set_aside"),
        colours=colour_places(n_topics) if choices.value("colours") else (),
    )


def as_choices(edits: Edits) -> dict[str, Any]:
    """Return the choices that hold these edits."""
    return {
        "names": tuple(edits.names.items()),
        "notes": tuple(edits.notes.items()),
        "set_aside": edits.hidden,
        "colours": ",".join(map(str, edits.colours)),
    }


def follow(corpus: Corpus, solution: Solution) -> bool:
    """Make names and the chosen topic follow the topics when these have changed.

    Return whether any of them changed: then what was drawn before is out of date.
    """
    now = words_of_topics(corpus, solution)
    shown = st.session_state.get(choices.SHOWN)
    st.session_state[choices.SHOWN] = now
    if shown is None or shown == now:
        return False
    successors = pairing.followed(shown, now)
    of_topics = ("topic", "names", "notes", "set_aside", "colours")
    before = {name: choices.value(name) for name in of_topics}
    chosen = successors.get(before["topic"] - 1)

    follow_words = partial(_with_new_leaders, shown, now, successors)
    hidden = follow_words(tuple((word, "") for word in before["set_aside"]))
    after = {
        "topic": before["topic"] if chosen is None else chosen + 1,
        "names": follow_words(before["names"]),
        "notes": follow_words(before["notes"]),
        "set_aside": tuple(word for word, _ in hidden),
        "colours": _write_places(
            followed_places(colour_places(len(shown)), successors, len(now))
        ),
    }
    choices.change(**after)
    return after != before


def _with_new_leaders(
    shown: WordLists,
    now: WordLists,
    successors: dict[int, int],
    pairs: tuple[tuple[str, str], ...],
) -> tuple[tuple[str, str], ...]:
    followed = [(_leader(word, shown, now, successors), text) for word, text in pairs]
    return tuple(dict(followed).items())


def colour_places(n_topics: int) -> tuple[int, ...]:
    """Return the place of each topic's colour: in the link if it is not the default."""
    chosen = [int(place) for place in choices.value("colours").split(",") if place]
    unused = iter(sorted({*range(len(chosen) + n_topics)} - {*chosen}))
    return tuple(
        chosen[i] if i < len(chosen) else next(unused) for i in range(n_topics)
    )


def _write_places(places: tuple[int, ...]) -> str:
    is_default = places == tuple(range(len(places)))
    return "" if is_default else ",".join(map(str, places))


def _leader(
    word: str, shown: WordLists, now: WordLists, successors: dict[int, int]
) -> str:
    """Return the heaviest word of the successor of the topic that this word led."""
    led = next((place for place, topic in enumerate(shown) if topic[0] == word), None)
    return now[successors[led]][0] if led in successors else word


def write_note(leader: str, note: str) -> None:
    """Keep a note on the topic whose heaviest word is `leader`; empty, it is gone."""
    notes = {**dict(choices.value("notes")), leader: note.strip()}
    choices.change(notes=tuple(pair for pair in notes.items() if pair[1]))


def hide_topic(leader: str, hidden: bool) -> None:
    """Leave a topic out of charts and files, or take it back."""
    others = without(choices.value("set_aside"), leader)
    choices.change(set_aside=(*others, leader) if hidden else others)


def undo() -> None:
    """Go back to the choices before the last edit."""
    if before := last_edit():
        if before.solution is None:
            _follow_anew()
        choices.change(**before.undone)
        forget()


def remember(corpus: Corpus | None, solution: Solution | None, edit: str) -> None:
    """Keep the topics as they are now, to show what an edit changes."""
    undone = {name: choices.value(name) for name in UNDONE}
    st.session_state[BEFORE] = Before(corpus, solution, edit, undone)


def choose_documents(where: Iterable[str], **more: Any) -> None:
    """Analyse the documents that meet these conditions; numbers of others are void."""
    remember(None, None, "Other documents were chosen")
    _follow_anew()
    choices.change(where=tuple(where), within="", document=0, **more)


def _follow_anew() -> None:
    """Let names and colours stay as they are: the topics of other documents are new.

    If they followed these topics, they would come back to others.
    """
    st.session_state.pop(choices.SHOWN, None)


def forget() -> None:
    """Hide what the last edit changed."""
    st.session_state.pop(BEFORE, None)


def last_edit() -> Before | None:
    """Return the topics before the last edit of this session, if there was one."""
    return st.session_state.get(BEFORE)


def without(words: tuple[str, ...] | list[str], word: str) -> tuple[str, ...]:
    """Return the words without one of them."""
    return tuple(other for other in words if other != word)


def _set_pins(groups: list[tuple[str, ...]]) -> None:
    choices.change(pinned=tuple(group for group in groups if group))
