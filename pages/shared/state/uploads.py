"""The files that users have uploaded, by their SHA-256; the oldest are forgotten first.

They belong to the process: a link to a file works for anyone who has it, as long as the
file is kept here, even after the page is reloaded. If the environment variable
SPCA_PRIVATE_UPLOADS is 1, they belong to the session that sent them.
"""

import hashlib
import os
import threading

import streamlit as st

from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError

PRIVATE = "private_uploads"  # session state
MAX_FILES = 32
MAX_BYTES = 1_500_000_000


class Shelf:
    """Uploads by `sha256:` and their digest, up to a number and a total size."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._uploads: dict[str, Upload] = {}

    def put(self, upload: Upload) -> str:
        """Keep a file; return the place that `get` finds it by.

        Streamlit copies its files for each run of a page: only the first is kept.
        """
        place = f"sha256:{hashlib.sha256(upload.content).hexdigest()}"
        with self._lock:
            kept = self._uploads.pop(place, upload)
            self._uploads[place] = kept if kept.name == upload.name else upload
            while self._too_much():
                del self._uploads[next(iter(self._uploads))]
        return place

    def get(self, place: str) -> Upload:
        """Return a file that was put here.

        raises : InputError that says which file to load again
        """
        with self._lock:
            if place in self._uploads:
                return self._uploads[place]
        raise InputError(
            "This link needs a file that is not here. Load the same file on the "
            f"page Corpus: its SHA-256 must be {place.removeprefix('sha256:')}."
        )

    def name(self, place: str) -> str:
        """Return a file's name, or just that it was uploaded if it is gone."""
        with self._lock:
            upload = self._uploads.get(place)
        return upload.name if upload else "Uploaded file"

    def _too_much(self) -> bool:
        n_bytes = sum(len(upload.content) for upload in self._uploads.values())
        too_many = len(self._uploads) > MAX_FILES or n_bytes > MAX_BYTES
        return too_many and len(self._uploads) > 1


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
