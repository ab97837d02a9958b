"""What a user changes in the topics: names, and what is decided on words."""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.state import choices
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.conditions import DOCUMENT, Condition
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.rewording import joined
from spca_core.results.topics import pairing
from spca_core.results.topics.words import WordLists
from spca_core.topics import Edits, Topics

MAX_NAME = 60  # characters, of a topic
BEFORE = "before"  # session state: what was before the last edit
UNDONE = ("stop_words", "same", "phrases", "pinned", "split", "piece", "where")


class Before(NamedTuple):
    """What was before an edit, and what the edit was.

    undone : the choices that edits change, as they were
    topics : before an edit of topics
    """

    edit: str
    undone: dict[str, Any]
    topics: Topics | None


def are_words_counted(corpus: Corpus) -> bool:
    """Return whether the words of its texts are counted here, as its link says."""
    return bool(corpus.texts) and choices.value("corpus") not in bundled_titles()


def leave_out(topics: Topics, word: str) -> None:
    """Leave a word out of the analysis, and unpin it."""
    remember(f"{word} was left out", topics)
    choices.change(stop_words=(*without(choices.value("stop_words"), word), word))
    _set_pins([without(group, word) for group in choices.value("pinned")])


def restore(word: str) -> None:
    """Take back a word that was left out; what the last edit did holds no more."""
    forget()
    choices.change(stop_words=without(choices.value("stop_words"), word))


def count_as_one(topics: Topics, word: str, other: str) -> None:
    """Count another word as a word, also where it is pinned."""
    remember(f"{other} is counted as {word}", topics)
    choices.change(same=joined([*choices.value("same"), (word, other)]))
    pinned = choices.value("pinned")
    renamed = [[word if one == other else one for one in group] for group in pinned]
    _set_pins(joined(renamed))


def separate(group: tuple[str, ...]) -> None:
    """Count words that are the same apart; what the last edit did holds no more."""
    forget()
    choices.change(same=without(choices.value("same"), group))


def count_phrase(topics: Topics, phrase: str) -> None:
    """Count a phrase as one word."""
    remember(f"{phrase} is counted as one word", topics)
    choices.change(phrases=(*without(choices.value("phrases"), phrase), phrase))


def take_apart(phrase: str) -> None:
    """Count a phrase no longer as one word, and unpin it.

    What the last edit did holds no more.
    """
    forget()
    choices.change(phrases=without(choices.value("phrases"), phrase))
    _set_pins([without(group, phrase) for group in choices.value("pinned")])


def keep_together(topics: Topics, word: str, other: str) -> None:
    """Keep two words in one topic, with what is kept together with either."""
    remember(f"{word} and {other} are kept together", topics)
    _set_pins(joined([*choices.value("pinned"), (other, word)]))


def unpin(group: tuple[str, ...]) -> None:
    """Let words be in any topics again; what the last edit did holds no more."""
    forget()
    _set_pins(without(choices.value("pinned"), group))


def rename(leader: str, name: str) -> None:
    """Name the topic whose heaviest word is `leader`; an empty name clears it."""
    names = {**dict(choices.value("names")), leader: name.strip()}
    choices.change(names=tuple(pair for pair in names.items() if pair[1]))


def by_hand() -> Edits:
    """Return the names and the hidden topics that the choices hold."""
    return Edits(names=dict(choices.value("names")), hidden=choices.value("set_aside"))


def as_choices(edits: Edits) -> dict[str, Any]:
    """Return the choices that hold these edits."""
    return {
        "names": tuple(edits.names.items()),
        "set_aside": edits.hidden,
    }


def follow(topics: Topics) -> bool:
    """Make names and the chosen topic follow the topics when these have changed.

    Return whether any of them changed: then what was drawn before is out of date.
    """
    now = topics.words()
    shown = st.session_state.get(choices.SHOWN)
    st.session_state[choices.SHOWN] = now
    if shown is None or shown == now:
        return False
    successors = pairing.followed(shown, now)
    of_topics = ("topic", "names", "set_aside")
    before = {name: choices.value(name) for name in of_topics}
    chosen = successors.get(before["topic"] - 1)

    follow_words = partial(_with_new_leaders, shown, now, successors)
    hidden = follow_words(tuple((word, "") for word in before["set_aside"]))
    after = {
        "topic": before["topic"] if chosen is None else chosen + 1,
        "names": follow_words(before["names"]),
        "set_aside": tuple(word for word, _ in hidden),
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


def _leader(
    word: str, shown: WordLists, now: WordLists, successors: dict[int, int]
) -> str:
    """Return the heaviest word of the successor of the topic that this word led."""
    led = next((place for place, topic in enumerate(shown) if topic[0] == word), None)
    return now[successors[led]][0] if led in successors else word


def hide_topic(leader: str, hidden: bool) -> None:
    """Leave a topic out of charts and files, or take it back."""
    others = without(choices.value("set_aside"), leader)
    choices.change(set_aside=(*others, leader) if hidden else others)


def undo() -> None:
    """Go back to the choices before the last edit."""
    if before := last_edit():
        if before.undone["where"] != choices.value("where"):
            _follow_anew()
        choices.change(**before.undone)
        forget()


def remember(edit: str, topics: Topics | None = None) -> None:
    """Keep what an edit changes, and topics whose changes are to be shown."""
    undone = {name: choices.value(name) for name in UNDONE}
    st.session_state[BEFORE] = Before(edit, undone, topics)


def choose_documents(where: Iterable[str], **more: Any) -> None:
    """Analyse the documents that meet these conditions; numbers of others are void."""
    remember("Other documents were chosen")
    _follow_anew()
    choices.change(where=tuple(where), within="", document=0, **more)


def without_numbers() -> dict[str, Any]:
    """Return the choices without numbers of documents: others have these now."""
    where = map(Condition.parse, choices.value("where"))
    others = tuple(str(each) for each in where if each.name != DOCUMENT)
    return {"where": others, "document": 0}


def _follow_anew() -> None:
    """Let names stay as they are: the topics of other documents are new.

    If they followed these topics, they would come back to others.
    """
    st.session_state.pop(choices.SHOWN, None)


def forget() -> None:
    """Hide what the last edit changed."""
    st.session_state.pop(BEFORE, None)


def last_edit() -> Before | None:
    """Return what was before the last edit of this session, if there was one."""
    return st.session_state.get(BEFORE)


def without(words: Iterable[Any], word: object) -> tuple[Any, ...]:
    """Return words, or groups of words, without one of them."""
    return tuple(other for other in words if other != word)


def _set_pins(groups: Iterable[tuple[str, ...]]) -> None:
    choices.change(pinned=tuple(group for group in groups if group))
