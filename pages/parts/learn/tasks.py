"""The tasks of a chapter, one at a time; what is answered is kept in the link."""

from collections.abc import Iterable

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.options import Lesson, keys_of
from pages.shared.state.widgets import write
from spca_core.lessons.tasks import REACHED, MultipleChoice, Number, Target, Task

ANSWER = "answer"  # the name by which a link hides whether an answer is right


def is_answered(task: Task) -> bool:
    """Return whether a task has an answer, right or wrong."""
    return bool(_answer_of(task))


def n_done(tasks: Iterable[Task], *, here: bool = True) -> int:
    """Return how many tasks are solved, or answered if the link hides what is right.

    here : of the chapter that is shown, whose targets what is set now may reach
    """
    hidden = choices.hidden(ANSWER)
    answers = ((task, _answer_of(task, here=here)) for task in tasks)
    return sum(
        bool(answer) and (hidden or task.is_right(answer)) for task, answer in answers
    )


def record(tasks: Iterable[Task]) -> None:
    """Keep which targets are reached now. Call it after a change, in its callback."""
    for task in tasks:
        if isinstance(task, Target) and is_answered(task):
            _keep(task, REACHED)


def show_tasks(tasks: tuple[Task, ...]) -> None:
    """Show a task with its check: at first that which is not done yet.

    A tick says that an answer is right, so there is none where that is hidden.
    """
    done = [bool(n_done([task])) for task in tasks]
    ticked = [is_done and not choices.hidden(ANSWER) for is_done in done]
    key = f"task_{choices.value('chapter')}"
    first = (*done, False).index(False) % len(tasks)
    # Written, as the marks in its names make it another widget.
    st.session_state[key] = st.session_state.get(key, first)
    st.segmented_control(
        "Tasks",
        range(len(tasks)),
        format_func=lambda place: f"Task {place + 1}{' ✓' * ticked[place]}",
        key=key,
        label_visibility="collapsed",
        required=True,
    )
    task = tasks[st.session_state[key]]
    st.markdown(task.question)
    if choices.hidden(ANSWER) or not n_done([task]):
        _ask(task)
    if not choices.hidden(ANSWER):
        _show_reply(task)


def _ask(task: Task) -> None:
    """Draw what takes the answer; a target is reached in the picture."""
    key, answer = f"answer_{task.name}", _answer_of(task)
    more = {"key": key, "on_change": _take, "args": (task, key)}
    if isinstance(task, MultipleChoice):
        write(key, int(answer) if answer else None)
        st.radio(
            task.question,
            range(len(task.hints)),
            format_func=list(task.hints).__getitem__,
            label_visibility="collapsed",
            **more,
        )
    elif isinstance(task, Number):
        write(key, float(answer) if answer else None)
        st.number_input("Your answer", format="%g", **more)


def _show_reply(task: Task) -> None:
    """Say why the answer is right, or what helps on."""
    if n_done([task]):
        st.success(task.why)
    elif isinstance(task, Target):
        st.info(task.help(_values()))
    elif is_answered(task):
        st.warning(task.hint(_answer_of(task)))


def _take(task: Task, key: str) -> None:
    answer = st.session_state[key]
    _keep(task, "" if answer is None else f"{answer:g}")


def _keep(task: Task, answer: str) -> None:
    answers = {**dict(choices.value("answers")), task.name: answer}
    choices.change(answers=tuple(one for one in answers.items() if one[1]))


def _answer_of(task: Task, *, here: bool = True) -> str:
    """Return the answer in the link, or nothing if the task does not take it.

    here : a target is also reached by what the link sets now
    """
    answer = dict(choices.value("answers")).get(task.name, "")
    if here and isinstance(task, Target) and not task.help(_values()):
        return REACHED
    return answer if task.takes(answer) else ""


def _values() -> dict[str, object]:
    return {name: choices.value(name) for name in keys_of(Lesson())}
