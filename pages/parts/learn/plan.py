"""The lesson plan: 45 minutes by the minute, exercises, and sheets to print."""

from collections.abc import Mapping
from itertools import accumulate

import streamlit as st

from pages.parts.learn.chapter import Chapter
from pages.shared.frame import PAGES
from pages.shared.state import choices
from spca_core.lessons import noise
from spca_core.lessons.tasks import MultipleChoice, Number

TITLE, SOLUTIONS_TITLE = "Lesson plan: 35 minutes", "Solutions"
ABOUT = """
**For** pupils from about 16 on, alone or in pairs at a screen. **They know** the mean
and the variance of numbers, coordinates, and Pythagoras. Five chapters take 35 minutes;
three more are for students, who know eigenvalues.

**How it goes.** In each chapter: read out the question, let everyone write down a
guess, then change the picture. A task turns green once it is solved, and a wrong answer
gets a hint. The answers are kept in the link: pupils send it, or show their screen.
Nothing is graded or sent anywhere. The links below hide the list of chapters and these
notes. To print this plan with its sheet, print the page.
"""
HIDDEN = "chapters,note"
AFTERWARDS = """
1. *Beat the algorithm.* Choose two topics of five of these 24 words by hand, by the
   variance that they capture. How near do you come to the best?
2. *Is it more than chance?* Find eight topics of two centuries of State of the Union
   messages. Which of them are held to be more than chance, and how close to the best
   possible are all of them proven to be?
3. *A small file.* Save the file below, follow the link and open it: the documents of
   the chapter on noise. Which topic of three words is found? Then write a file of your
   own, with a column `text` and about thirty sentences on two subjects: does the app
   find both?
"""
EXERCISES: dict[str, tuple[str, dict[str, str]]] = {
    "Exercise 1: 24 words": (
        "Topics",
        {
            "corpus": "state_of_the_union_in_24_words",
            "k": "2",
            "s": "5",
            "method": "exact",
        },
    ),
    "Exercise 2: State of the Union": ("Topics", {}),
    "Exercise 3: a file": (
        "Corpus",
        {
            "view": "choose",
            "k": "1",
            "s": "3",
            "weighting": "counts",
            "centred": "1",
            "norm": "none",
        },
    ),
}


def show_plan(chapters: Mapping[str, Chapter]) -> None:
    """Show the plan, the exercises and the pupils' sheet."""
    st.markdown(ABOUT)
    lesson = {name: one for name, one in chapters.items() if one.minutes}
    st.markdown(_table(lesson))
    others = [
        f"[{one.title}]({choices.link({'chapter': name})})"
        for name, one in chapters.items()
        if not one.minutes
    ]
    st.markdown(f"For students: {', '.join(others)}.")
    solutions = choices.link({"chapter": "solutions"})
    st.markdown(f"The [solutions]({solutions}) are on a page of their own.")
    st.markdown("#### Afterwards, or at home")
    st.markdown(AFTERWARDS)
    with st.container(horizontal=True):
        for label, (page, parameters) in EXERCISES.items():
            st.page_link(
                PAGES[page][0],
                label=label,
                icon=PAGES[page][1],
                query_params=parameters,
            )
        st.download_button(
            "Documents (CSV)", noise.as_csv(), "documents.csv", "text/csv"
        )
    with st.container(key="sheet"):
        st.markdown("#### Sheet for pupils")
        st.markdown(_sheet(lesson))


def show_solutions(chapters: Mapping[str, Chapter]) -> None:
    """Show the right answers of all tasks, and why."""
    st.markdown(_answers(chapters))


def _table(chapters: Mapping[str, Chapter]) -> str:
    """Return a row of Markdown a chapter: minutes, link, goal, question."""
    ends = list(accumulate(chapter.minutes for chapter in chapters.values()))
    rows = ["| Minutes | Chapter | Pupils can | For the board |", "|---|---|---|---|"]
    for end, (name, chapter) in zip(ends, chapters.items(), strict=True):
        link = choices.link({"chapter": name, "hide": HIDDEN})
        rows.append(
            f"| {end - chapter.minutes} to {end} | [{chapter.title}]({link}) "
            f"| {chapter.goal} | {chapter.board} |"
        )
    return "\n".join(rows)


def _sheet(chapters: Mapping[str, Chapter]) -> str:
    """Return the questions of all tasks, with room for answers."""
    lines = ["Name: " + "\\_" * 30]
    for number, chapter in enumerate(chapters.values(), start=1):
        lines.append(f"**{number}. {chapter.title}**")
        for task in chapter.tasks:
            is_choice = isinstance(task, MultipleChoice)
            room = f" ({' / '.join(task.hints)})" if is_choice else ""
            lines.append(f"{task.question}{room} " + "\\_" * 20)
    return "\n\n".join(lines)


def _answers(chapters: Mapping[str, Chapter]) -> str:
    """Return the right answers of all tasks, and why."""
    lines = []
    for number, chapter in enumerate(chapters.values(), start=1):
        lines.append(f"\n**{number}. {chapter.title}.** {chapter.for_teachers}\n")
        for task in chapter.tasks:
            right = ""
            if isinstance(task, MultipleChoice):
                right = next(text for text, hint in task.hints.items() if not hint)
            elif isinstance(task, Number):
                right = f"{task.right:g}"
            lines.append(f"- {f'*{right}.* ' * bool(right)}{task.why}")
    return "\n".join(lines)
