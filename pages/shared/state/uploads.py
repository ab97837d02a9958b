"""The files that users have uploaded, by their SHA-256; the oldest are forgotten first.

They belong to the process: a link to a file works for anyone who has it, as long as the
file is kept here, even after the page is reloaded. If the environment variable
SPCA_PRIVATE_UPLOADS is 1, they belong to the session that sent them. What a file is
called is in the link alone: others may have sent the same under another name.
"""

import hashlib
import os
import threading

import streamlit as st

from pages.shared.state.origins import UPLOAD, upload_name
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError

PRIVATE = "private_uploads"  # session state
MAX_FILES = 32
MAX_BYTES = 1_500_000_000


class Shelf:
    """The bytes of uploads by their digest, up to a number and a total size."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._contents: dict[str, bytes] = {}

    def put(self, upload: Upload) -> str:
        """Keep a file; return the place that `get` finds it by.

        Streamlit copies its files for each run of a page: only the first is kept.
        """
        digest = hashlib.sha256(upload.content).hexdigest()
        with self._lock:
            self._contents[digest] = self._contents.pop(digest, upload.content)
            while self._too_much():
                del self._contents[next(iter(self._contents))]
        return f"{UPLOAD}{digest}:{upload.name}"

    def get(self, place: str) -> Upload:
        """Return a file that was put here, by the name that its place has.

        raises : InputError that says which file to load again
        """
        digest = place.removeprefix(UPLOAD).partition(":")[0]
        with self._lock:
            if digest in self._contents:
                return Upload(upload_name(place), self._contents[digest])
        raise InputError(
            "This link needs a file that is not here. Load the same file on the "
            f"page Corpus: its SHA-256 must be {digest}."
        )

    def _too_much(self) -> bool:
        n_bytes = sum(map(len, self._contents.values()))
        too_many = len(self._contents) > MAX_FILES or n_bytes > MAX_BYTES
        return too_many and len(self._contents) > 1


def are_private() -> bool:
    """Return whether only the session that sent an upload can use it."""
    return os.environ.get("SPCA_PRIVATE_UPLOADS") == "1"


def shelf() -> Shelf:
    """Return the shelf of the process, or of the session where uploads are private."""
    if are_private():
        return st.session_state.setdefault(PRIVATE, Shelf())
    return _shared_shelf()


@st.cache_resource(show_spinner=False)
def _shared_shelf() -> Shelf:
    return Shelf()
