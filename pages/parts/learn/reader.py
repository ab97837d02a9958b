"""The reader of Learn: the row of chapters, one chapter, and a link to share."""

import streamlit as st

from pages.parts.learn import plan
from pages.parts.learn.chapter import Chapter
from pages.parts.learn.tasks import ANSWER, n_done, show_tasks
from pages.shared.frame import PAGES
from pages.shared.state import choices
from pages.shared.state.options import DEFAULT, OPTIONS, keys_of, write_value
from pages.shared.state.widgets import choose_in_row
from pages.shared.text import plain

HIDE_HELP = (
    "The link opens this chapter as it is now, without what you choose here. Pupils "
    "answer first and see it later."
)
CHAPTER_LIST, NOTE = "chapters", "note"
SOLUTIONS = "solutions"  # the chapter that has them
OF_EVERY_CHAPTER = {
    ANSWER: "Whether an answer is right",
    CHAPTER_LIST: "The list of chapters",
    NOTE: "The teacher's note",
}


def show_chapters(chapters: dict[str, Chapter]) -> None:
    """Show the chosen chapter on one screen, below the row of all chapters."""
    _show_unknown(chapters)
    with st.container(key="lesson", gap="small"):
        _show_top(chapters)
        now = choices.value("chapter")
        if now not in chapters:
            show = plan.show_solutions if now == SOLUTIONS else plan.show_plan
            show(chapters)
            return
        # On a phone the task stands above the picture.
        words, picture = st.columns([2, 3], gap="medium")
        with words:
            _show_words(chapters[now])
        with picture:
            chapters[now].show()


def hideable(chapter: Chapter) -> dict[str, str]:
    """Return what a link to the chapter can hide: names, and what a teacher reads."""
    widgets = {name: OPTIONS[name].label for name in chapter.widgets}
    return {**widgets, **chapter.parts, **OF_EVERY_CHAPTER}


def _show_words(chapter: Chapter) -> None:
    st.markdown(chapter.about)
    show_tasks(chapter.tasks)
    if n_done(chapter.tasks) == len(chapter.tasks) and not choices.hidden(ANSWER):
        st.markdown(f"**{chapter.closing}**")
    with st.container(horizontal=True):
        with st.popover("All numbers"):
            chapter.numbers()
        if not choices.hidden(NOTE):
            with st.popover("For teachers"):
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
    names, now = [*chapters, "plan", SOLUTIONS], choices.value("chapter")
    shows_ticks = not choices.hidden(ANSWER)
    done = {
        name
        for name, chapter in chapters.items()
        if shows_ticks and n_done(chapter.tasks, here=name == now) == len(chapter.tasks)
    }
    place = names.index(now)
    title = _title(chapters, now)
    if choices.hidden(CHAPTER_LIST):
        st.subheader(title)
        _show_count(chapters)
        return
    with st.container(key="path", horizontal=True, vertical_alignment="center"):
        st.subheader(title)
        _show_count(chapters)
        _show_turn("Back", names[:place][-1:])
        _show_turn("Next", names[place + 1 :][:1])
        st.button("Restart", on_click=_restart, type="tertiary")
    labels = OPTIONS["chapter"].choices
    choose_in_row(
        "chapter",
        widget=st.pills,
        # The solutions are for teachers, who find them in the plan.
        options=[name for name in names if name != SOLUTIONS or name == now],
        format_func=lambda name: labels[name] + " ✓" * (name in done),
    )


def _title(chapters: dict[str, Chapter], now: str) -> str:
    if now not in chapters:
        return plan.SOLUTIONS_TITLE if now == SOLUTIONS else plan.TITLE
    chapter = chapters[now]
    if not chapter.minutes:
        return f"For students: {chapter.title}"
    return f"{[*chapters].index(now) + 1}. {chapter.title}"


def _restart() -> None:
    """Forget all answers, and all that was moved."""
    lesson = DEFAULT.lesson
    kept = ("chapter", "hide")
    values = {name: getattr(lesson, name) for name in keys_of(lesson)}
    choices.change(**{name: of for name, of in values.items() if name not in kept})


def _show_count(chapters: dict[str, Chapter]) -> None:
    """Say how many tasks of all chapters are done."""
    now = choices.value("chapter")
    n_tasks = sum(len(chapter.tasks) for chapter in chapters.values())
    n_of_all = sum(
        n_done(chapter.tasks, here=name == now) for name, chapter in chapters.items()
    )
    done = "answered" if choices.hidden(ANSWER) else "solved"
    st.markdown(f"{n_of_all} of {n_tasks} tasks {done}")


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
