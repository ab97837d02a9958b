"""Where a corpus comes from, as one word of a link, and how it is read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.options import Reading
from spca_core.corpus.planted import PLAN_OPTIONS, Plan
from spca_core.errors import InputError
from spca_core.options import option, options, text_form, with_values

DEFAULT_CORPUS = "state_of_the_union"
UPLOAD = "sha256:"  # an uploaded file, by its digest and its name
IN_FOLDER = "file:"  # of the server's data folder, by its place there
PLANTED = "planted:"
PLACES = ("sha256:...", "file:...", "planted:...")  # as a sentence says them
MAX_PLACE = 500  # characters
DEFAULT_READING = Reading()


def is_place(text: str) -> bool:
    """Return whether a link may name this place, without opening anything."""
    if text.startswith(PLANTED):
        return is_plan(text)
    known = text in bundled_titles() or is_upload(text)
    return known or (text.startswith(IN_FOLDER) and len(text) <= MAX_PLACE)


def is_upload(text: str) -> bool:
    """Return whether this names an uploaded file; a link typed by hand has no name."""
    fits = re.fullmatch(f"{UPLOAD}[0-9a-f]{{64}}(:.*)?", text, re.DOTALL)
    return bool(fits) and len(text) <= MAX_PLACE


def upload_name(place: str) -> str:
    """Return what an uploaded file is called, or just that it was uploaded."""
    return place.removeprefix(UPLOAD).partition(":")[2] or "Uploaded file"


def is_plan(text: str) -> bool:
    """Return whether this is a plan of a planted corpus, as links hold it."""
    try:
        read_plan(text)
    except (InputError, ValueError, TypeError):
        return False
    return True


def read_plan(place: str) -> Plan:
    """Return the plan that a link holds: its numbers in the order of Plan's fields."""
    numbers = zip(PLAN_OPTIONS, place.removeprefix(PLANTED).split(","), strict=True)
    return Plan(**{name: PLAN_OPTIONS[name].type(text) for name, text in numbers})


def write_plan(plan: Plan) -> str:
    """Return a plan as the place of its corpus."""
    return PLANTED + ",".join(str(getattr(plan, name)) for name in PLAN_OPTIONS)


@dataclass(frozen=True)
class Origin:
    """A corpus before it is read: where it is, and how it is read.

    corpus : a bundled name, `file:` in the data folder, `planted:` by a plan, or
             `sha256:` of an upload, with its name
    words  : an uploaded list of words, if the counts need one
    """

    corpus: str = option(
        DEFAULT_CORPUS,
        label="Corpus",
        form=text_form("one of " + ", ".join((*bundled_titles(), *PLACES)), is_place),
    )
    words: str = option(
        "", label="Words", form=text_form("an uploaded file", is_upload)
    )
    reading: Reading = DEFAULT_READING

    @property
    def is_file(self) -> bool:
        """Whether it is a file, which can be read in several ways."""
        return self.corpus.startswith((IN_FOLDER, UPLOAD))

    def is_of_file(self, other: "Origin") -> bool:
        """Return whether both are of one file, in whatever way it is read."""
        return (self.corpus, self.words) == (other.corpus, other.words)

    @property
    def choices(self) -> dict[str, Any]:
        """The choices that make it."""
        return {name: option.default for name, option in options(self).items()}

    def read_with(self, values: Mapping[str, Any]) -> "Origin":
        """Return the same corpus, read with other values of some options."""
        return with_values(self, values)
