"""Files in memory, as libraries write them: arrays, tables, and zips of anything."""

import io
import zipfile
from collections.abc import Callable
from typing import Any


def saved(save: Callable[..., object], *arguments: Any, **options: Any) -> bytes:
    """Return what a function writes to the file that is its first argument."""
    file = io.BytesIO()
    save(file, *arguments, **options)
    return file.getvalue()


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of files by name: the same at any time of day."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, method)
    return content.getvalue()
