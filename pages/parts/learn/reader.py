"""The reader of Learn: the list of chapters, one chapter, and a link to share."""

import streamlit as st

from pages.parts.learn.chapter import Chapter
from pages.shared.state import choices
from pages.shared.state.choices import key
from pages.shared.state.kinds import write_words
from pages.shared.text import plain

CHAPTERS_HELP = "Each chapter is one screen; read them in any order."
HIDE_HELP = (
    "The link opens this chapter as it is now, without what you choose here. Pupils "
    "answer first and see it later."
)
CHAPTER_LIST, ANSWER, NOTE = "chapters", "answer", "note"
HIDEABLE = {
    "angle": "Direction",
    "best_direction": "Show the best direction",
    "kept_words": "Number of words",
    "eps": "Epsilon",
    "delta": "Delta",
    "pairings": "The table of all pairings",
    "step": "Steps",
    "weights": "Weights",
    "net_epsilon": "Epsilon of the net",
    "first_angle": "First angle",
    "second_angle": "Second angle",
    **{f"price{word}": f"Price of word {word}" for word in range(1, 5)},
    "best_prices": "Set the best prices",
    "every_choice": "The table of all choices",
    "first_words": "Words of the first topic",
    "second_words": "Words of the second topic",
    "hint": "The hint",
    "variances": "All words and their variances",
    "best_topics": "Show the best topics",
    CHAPTER_LIST: "The list of chapters",
    ANSWER: "The answer",
    NOTE: "The teacher's note",
}


def read(chapters: tuple[Chapter, ...]) -> None:
    """Show the chosen chapter, with the list of all chapters."""
    _show_unknown()
    if not choices.hidden(CHAPTER_LIST):
        _show_list(chapters)
    number = choices.value("chapter")
    chapter = chapters[number - 1]
    st.subheader(f"{number}. {chapter.title}")
    st.markdown(chapter.about)
    chapter.show()
    st.markdown(f"**Question.** {chapter.question}")
    if not choices.hidden(ANSWER):
        with st.expander("The answer"):
            st.markdown(chapter.answer)
    if not choices.hidden(NOTE):
        with st.expander("For teachers"):
            st.markdown(chapter.for_teachers)
            _show_link(chapter)


def _show_unknown() -> None:
    """Warn of hidden names that no chapter has: a teacher may have mistyped one."""
    unknown = ", ".join(name for name in choices.value("hide") if name not in HIDEABLE)
    if unknown:
        st.warning(plain(f"The link hides something that no chapter has: {unknown}."))


def _show_list(chapters: tuple[Chapter, ...]) -> None:
    st.pills(
        "Chapters",
        range(1, len(chapters) + 1),
        key=key("chapter"),
        format_func=lambda number: f"{number}. {chapters[number - 1].title}",
        help=CHAPTERS_HELP,
        required=True,
    )


@st.fragment
def _show_link(chapter: Chapter) -> None:
    """Offer a link to this chapter as it is now, without what the teacher hides."""
    hide = st.multiselect(
        "Hide in the link",
        [*chapter.widgets, *chapter.parts, ANSWER, CHAPTER_LIST, NOTE],
        [ANSWER, NOTE],
        format_func=lambda name: HIDEABLE[name],
        key="to_hide",
        help=HIDE_HELP,
    )
    here = (*chapter.widgets, "chapter")
    said = {name: text for name, text in choices.parameters().items() if name in here}
    st.markdown("Copy this link to the lesson:")
    link = choices.link({**said, "hide": write_words(tuple(hide))})
    st.code(link, language=None, wrap_lines=True)
