"""Files from the web: streamed to the disk, gone on with after a failure, capped."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from spca_core.errors import InputError

CHUNK = 1 << 16  # bytes
PATIENCE = 30  # seconds without a byte


class Useless(Exception):
    """What came is no good, so that there is nothing to go on with."""


def fetch(url: str, part: Path, most_bytes: int) -> Iterator[tuple[int, int | None]]:
    """Write what is at an address into a file, going on where the file ends.

    yields : bytes there so far, and in all if the server says so
    raises : InputError if the connection fails, and what came can be gone on with;
             Useless if it cannot
    """
    there = part.stat().st_size if part.exists() else 0
    with closing(_open(url, there)) as response:
        received = _first_byte(response, part, there)
        total = _total(response, received)
        _check_size(part, max(received, total or 0), most_bytes)
        with part.open("ab" if received else "wb") as file:
            for chunk in _chunks(response, part):
                file.write(chunk)
                received += len(chunk)
                _check_size(part, received, most_bytes)
                yield received, total
    if total is not None and received < total:
        raise _broken(part, f"it ended after {received:,} of {total:,} bytes")


def _open(url: str, there: int) -> http.client.HTTPResponse:
    """Ask for the file from byte `there` on; whole if the server has no such byte."""
    headers = {"Range": f"bytes={there}-"} if there else {}
    request = urllib.request.Request(url, headers=headers)
    opener = urllib.request.build_opener(_Redirects)
    try:
        return opener.open(request, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        error.close()
        if there and error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            return _open(url, 0)
        raise InputError(
            f"The server answers {error.code} {error.reason} to {url}. "
            "Try later, or put the file into the data folder yourself."
        ) from error
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise InputError(
            f"{url} cannot be reached: {reason}. Check the connection and start again: "
            "what came is kept."
        ) from error


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect from a secure address to one that is not."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        schemes = urlsplit(req.full_url).scheme, urlsplit(newurl).scheme
        if schemes[1] not in (schemes[0], "https"):
            fp.close()
            raise InputError(
                f"{req.full_url} leads on to {newurl}, which is not secure. "
                "Put the file into the data folder yourself."
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _first_byte(response: http.client.HTTPResponse, part: Path, there: int) -> int:
    """Return where the answer begins: a server need not heed what was asked for."""
    if response.status != http.HTTPStatus.PARTIAL_CONTENT:
        return 0
    if not response.headers.get("Content-Range", "").startswith(f"bytes {there}-"):
        raise Useless(
            f"The server sent another part of {part.stem} than was asked for. "
            "Start again from the beginning."
        )
    return there


def _total(response: http.client.HTTPResponse, received: int) -> int | None:
    length = response.headers.get("Content-Length", "")
    return received + int(length) if length.isdigit() else None


def _check_size(part: Path, n_bytes: int, most_bytes: int) -> None:
    if n_bytes > most_bytes:
        raise Useless(
            f"{part.stem} has over {most_bytes:,} bytes, the most that is fetched. "
            "It is not what it should be; put the file into the data folder yourself."
        )


def _chunks(response: http.client.HTTPResponse, part: Path) -> Iterator[bytes]:
    try:
        yield from iter(lambda: response.read1(CHUNK), b"")
    except (OSError, http.client.HTTPException) as error:
        raise _broken(part, str(error) or type(error).__name__) from error


def _broken(part: Path, how: str) -> InputError:
    return InputError(
        f"The connection broke while {part.stem} came: {how}. "
        "Start again: what came is kept, and the download goes on from there."
    )
