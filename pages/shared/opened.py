"""Tell the browser where the server is, for pages that are opened directly."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit.file_util import get_static_dir

PAGES = Path(__file__).parents[1]
# Streamlit would look for its server at /corpus/_stcore before /_stcore, and the
# console would show two errors: github.com/streamlit/streamlit/issues/7074. Answering
# there does not help: the browser would take /corpus for the app and show its first
# page. The server is where the page's scripts are, which is beside the page.
SERVER_HERE = (
    '<script>window.__streamlit = {BACKEND_BASE_URL: new URL(".", location).href}'
    "</script>"
)


def routes() -> list[Route]:
    """Return a route for each page except the first, which is where its server is."""
    return [Route(f"/{page.stem}", _opened) for page in sorted(PAGES.glob("*.py"))]


def _opened(_: Request) -> HTMLResponse:
    frame = Path(get_static_dir(), "index.html").read_text(encoding="utf-8")
    with_server = frame.replace("<head>", f"<head>{SERVER_HERE}", 1)
    return HTMLResponse(with_server, headers={"Cache-Control": "no-cache"})
