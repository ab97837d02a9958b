"""A task of a chapter checks its answer, and has the hint that fits a wrong one.

An answer is text, as a link holds it: the place of a choice, a number, or REACHED for a
target. A hint is empty if the answer is right.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

REACHED = "reached"
MOST = 1e6  # of a number

Values = Mapping[str, Any]  # of a chapter's controls, by their names in links


@dataclass(frozen=True, kw_only=True)
class Task(ABC):
    """A question with a name in links, and why its answer is right."""

    name: str
    question: str
    why: str

    @abstractmethod
    def takes(self, answer: str) -> bool:
        """Return whether this is an answer at all."""

    @abstractmethod
    def is_right(self, answer: str) -> bool:
        """Return whether an answer that the task takes is right."""

    @abstractmethod
    def hint(self, answer: str) -> str:
        """Return what helps with an answer that the task takes."""


@dataclass(frozen=True, kw_only=True)
class MultipleChoice(Task):
    """A choice of texts, each with its hint."""

    hints: Mapping[str, str]

    def takes(self, answer: str) -> bool:
        return answer in map(str, range(len(self.hints)))

    def is_right(self, answer: str) -> bool:
        return not self.hint(answer)

    def hint(self, answer: str) -> str:
        return list(self.hints.values())[int(answer)]


@dataclass(frozen=True, kw_only=True)
class Number(Task):
    """A number to guess or to compute.

    within : how far from the right number an answer may be
    help   : returns the hint for a wrong number
    """

    right: float
    within: float
    help: Callable[[float], str]

    def takes(self, answer: str) -> bool:
        try:
            return abs(float(answer)) <= MOST
        except ValueError:
            return False

    def is_right(self, answer: str) -> bool:
        return abs(float(answer) - self.right) <= self.within

    def hint(self, answer: str) -> str:
        return "" if self.is_right(answer) else self.help(float(answer))


@dataclass(frozen=True, kw_only=True)
class Target(Task):
    """A state of the chapter's controls to reach.

    help : returns the hint for their values, which is empty once they reach it
    """

    help: Callable[[Values], str]

    def takes(self, answer: str) -> bool:
        return answer == REACHED

    def is_right(self, answer: str) -> bool:  # noqa: ARG002, it is reached
        return True

    def hint(self, answer: str) -> str:  # noqa: ARG002, it is reached
        return ""
