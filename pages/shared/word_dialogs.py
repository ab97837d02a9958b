"""What a word is the same as, goes into a phrase with, or is kept together with."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from pages.shared.shown import Shown
from pages.shared.state import edits
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.rewording import check_words_are_here, reworded
from spca_core.errors import InputError
from spca_core.results.topics.suggestions import phrases_with, spelled_alike

MAX_OFFERED = 6
ASKED = "asked_of_word"  # session state: the question, the topic and the word


class Question(NamedTuple):
    """A question about a word, whose answer is a word or a phrase.

    offered : returns answers to choose from
    take : does what was answered; raises InputError if it cannot be done
    """

    title: str
    about: str
    label: str
    offered: Callable[[Shown, int, str], list[str]]
    take: Callable[[Shown, str, str], None]


def ask(what: str, topic: int, word: str) -> None:
    """Ask a question about a word of a topic, which is counted from 1.

    Its dialog is open until it is answered or closed: pages are drawn again meanwhile.
    """
    st.session_state[ASKED] = what, topic, word


def show_question(shown: Shown) -> None:
    """Show the dialog of a question that was asked, if its word is here."""
    what, topic, word = st.session_state.get(ASKED, ("", 1, ""))
    if what and word in shown.corpus.columns:
        question = QUESTIONS[what]
        title = question.title.format(word=plain(word))
        st.dialog(title, on_dismiss=_forget)(_show)(shown, question, topic, word)


def _forget() -> None:
    st.session_state.pop(ASKED, None)


def _show(shown: Shown, question: Question, topic: int, word: str) -> None:
    st.caption(question.about.format(word=plain(word)))
    answer = ""
    with st.container(horizontal=True, gap="small"):
        for other in question.offered(shown, topic, word):
            if st.button(plain(other), key=f"answer_{other}"):
                answer = other
    typed = st.text_input(question.label, key="answer_typed")
    if answer := answer or typed.strip():
        try:
            question.take(shown, word, answer)
        except InputError as error:
            st.error(plain(str(error)))
        else:
            _forget()
            st.rerun()


def _alike(shown: Shown, topic: int, word: str) -> list[str]:
    corpus = shown.corpus
    alike = spelled_alike(corpus.words, word, MAX_OFFERED)
    return [*dict.fromkeys([*alike, *_of_topic(shown, topic, word)])]


def _of_topic(shown: Shown, topic: int, word: str) -> list[str]:
    words = shown.topics.words()[topic - 1]
    return [other for other in words if other != word][:MAX_OFFERED]


def _phrases(shown: Shown, _: int, word: str) -> list[str]:
    return phrases_with(shown.corpus, word, MAX_OFFERED)


def _known(corpus: Corpus, typed: str) -> str:
    (column,) = corpus.columns_of([typed])
    return corpus.words[column]


def _count_as_one(shown: Shown, word: str, answer: str) -> None:
    other = _known(shown.corpus, answer)
    reworded(shown.workspace.loaded, (), ((word, other),))  # refused of a store
    edits.count_as_one(shown.topics, word, other)


def _keep_together(shown: Shown, word: str, answer: str) -> None:
    other = _known(shown.corpus, answer)
    edits.keep_together(shown.topics, word, other)


def _count_phrase(shown: Shown, _: str, phrase: str) -> None:
    loaded = shown.workspace.loaded
    check_words_are_here(loaded, (*shown.request.preparation.phrases, phrase), ())
    edits.count_phrase(shown.topics, phrase)


QUESTIONS = {
    "same": Question(
        "“{word}” is the same as ...",
        "Both are counted as “{word}”, and the topics are found again.",
        "Another word",
        _alike,
        _count_as_one,
    ),
    "phrase": Question(
        "A phrase with “{word}”",
        "It is counted as one word, and its words count only elsewhere.",
        "Another phrase",
        _phrases,
        _count_phrase,
    ),
    "together": Question(
        "Keep “{word}” together with ...",
        "Topics are found again with both in one topic, even if that captures less.",
        "Another word",
        _of_topic,
        _keep_together,
    ),
}
