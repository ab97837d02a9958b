"""The reader of Learn: the row of chapters, one chapter, and a link to share."""

import streamlit as st

from pages.parts.learn.chapter import Chapter
from pages.shared.frame import PAGES
from pages.shared.state import choices
from pages.shared.state.options import OPTIONS, write_value
from pages.shared.state.widgets import choose
from pages.shared.text import plain

HIDE_HELP = (
    "The link opens this chapter as it is now, without what you choose here. Pupils "
    "answer first and see it later."
)
CHAPTER_LIST, ANSWER, NOTE = "chapters", "answer", "note"
OF_EVERY_CHAPTER = {
    ANSWER: "The answer",
    CHAPTER_LIST: "The list of chapters",
    NOTE: "The teacher's note",
}


def show_chapters(chapters: dict[str, Chapter]) -> None:
    """Show the chosen chapter on one screen, below the row of all chapters."""
    _show_unknown(chapters)
    chapter = chapters[choices.value("chapter")]
    with st.container(key="lesson", gap="small"):
        _show_top(chapters)
        picture, words = st.columns([3, 2], gap="medium")
        with picture:
            chapter.show()
        with words:
            _show_words(chapter)


def hideable(chapter: Chapter) -> dict[str, str]:
    """Return what a link to the chapter can hide: names, and what a teacher reads."""
    widgets = {name: OPTIONS[name].label for name in chapter.widgets}
    return {**widgets, **chapter.parts, **OF_EVERY_CHAPTER}


def _show_words(chapter: Chapter) -> None:
    st.markdown(chapter.about)
    st.markdown(f"**Question.** {chapter.question}")
    if not choices.hidden(ANSWER):
        with st.expander("The answer"):
            st.markdown(chapter.answer)
    with st.expander("All numbers"):
        chapter.numbers()
    if not choices.hidden(NOTE):
        with st.expander("For teachers"):
            st.markdown(chapter.for_teachers)
            _show_link(chapter)
    page, sign = chapter.there
    st.page_link(
        PAGES[page][0],
        label=f"See this on your corpus: {page}, {sign}",
        icon=PAGES[page][1],
        query_params=choices.parameters(),
    )


def _show_unknown(chapters: dict[str, Chapter]) -> None:
    """Warn of hidden names that no chapter has: a teacher may have mistyped one."""
    known = set().union(*map(hideable, chapters.values()))
    unknown = ", ".join(name for name in choices.value("hide") if name not in known)
    if unknown:
        st.warning(plain(f"The link hides something that no chapter has: {unknown}."))


def _show_top(chapters: dict[str, Chapter]) -> None:
    """Show the title, and all chapters in a row between Back and Next."""
    names, now = list(chapters), choices.value("chapter")
    place = names.index(now)
    title = f"{place + 1}. {chapters[now].title}"
    if choices.hidden(CHAPTER_LIST):
        st.subheader(title)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(title)
        _show_turn("Back", names[:place][-1:])
        _show_turn("Next", names[place + 1 :][:1])
    choose("chapter", widget=st.pills, label_visibility="collapsed", required=True)


def _show_turn(label: str, to: list[str]) -> None:
    st.button(
        label,
        on_click=choices.change,
        kwargs=dict(zip(["chapter"], to, strict=False)),
        disabled=not to,
    )


@st.fragment
def _show_link(chapter: Chapter) -> None:
    """Offer a link to this chapter as it is now, without what the teacher hides."""
    hide = st.multiselect(
        OPTIONS["hide"].label,
        hideable(chapter),
        [ANSWER, NOTE],
        format_func=hideable(chapter).__getitem__,
        key="to_hide",
        help=HIDE_HELP,
    )
    here = (*chapter.widgets, "chapter")
    parameters = choices.parameters().items()
    shared = {name: text for name, text in parameters if name in here}
    st.markdown("Copy this link to the lesson:")
    link = choices.link({**shared, "hide": write_value("hide", tuple(hide))})
    st.code(link, language=None, wrap_lines=True)
