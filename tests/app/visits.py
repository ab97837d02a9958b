"""Pages opened, pressed and read, without a browser."""

import hashlib
import json
import re
import time
from concurrent.futures import wait
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.elements.widgets.button import ButtonMixin
from streamlit.testing.v1 import AppTest

from pages.shared.work.work import CHANCES, PROOFS, RUNS, TABLES, Lane, queue

APP = Path(__file__).resolve().parents[2] / "app.py"
LONGEST_RUN = 180  # seconds, kernels compiling included, by another worker too
LONGEST_LOOK = 2.0  # seconds between two, or work would think itself deserted
SMALL = "state_of_the_union_in_24_words"
DEFAULT_VALUES = "Tf-idf, halfway to unit length, centred"
QUICK = {"k": "2", "s": "3", "effort": "quick", "candidates": "200"}


def begin(page: str | None = None, **address: str) -> AppTest:
    """Open a page, and do not wait for what it shows."""
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in address.items():
        app.query_params[name] = value
    if page:
        app.switch_page(f"pages/{page}.py")
    return app.run()


def open_page(page: str | None = None, **address: str) -> AppTest:
    """Open a page, and draw it again only if it has begun to work."""
    before = works()
    app = begin(page, **address)
    return until_nothing_runs(app) if works() == before else run_to_the_end(app)


def run_to_the_end(app: AppTest) -> AppTest:
    """Run the page again and again, as its own polling would, until nothing runs."""
    return until_nothing_runs(app.run())


def until_nothing_runs(app: AppTest) -> AppTest:
    return run_while(run_while(app, "stop", RUNS), "stop_table", TABLES)


def works() -> list[int]:
    return [id(work) for lane in (RUNS, TABLES) for work in queue().all(lane)]


def prove_to_the_end(app: AppTest) -> AppTest:
    """Run the page again and again until no limit is being lowered any more."""
    return run_while(app, "stop_proof", PROOFS)


def compare_to_the_end(app: AppTest) -> AppTest:
    """Run the page again and again until its topics are compared with chance."""
    return run_while(app, "stop_chance", CHANCES)


def run_while(app: AppTest, key: str, *lanes: Lane) -> AppTest:
    """Run the page again for as long as it has the button that stops such work."""
    deadline = time.monotonic() + LONGEST_RUN
    while key in keys(app):
        assert time.monotonic() < deadline, "it did not end"
        works = [work for lane in lanes for work in queue().unfinished(lane)]
        wait([work.future for work in works], timeout=LONGEST_LOOK)
        app.run()
    assert not app.exception, app.exception
    return app


def keys(app: AppTest) -> set[str]:
    """Return the keys of the buttons."""
    return {one.key for one in app.button if one.key}


def button(app: AppTest, label: str):
    return next(one for one in app.button if one.label == label)


def pressed(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return run_to_the_end(app)


def choose(app: AppTest, key: str, value: str) -> AppTest:
    app.button_group(key=key).set_value(value)
    return run_to_the_end(app)


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.file_uploader(key="upload").set_value([(*file, "") for file in files])
    return run_to_the_end(app)


def place_of(content: bytes) -> str:
    """Return what a link to an upload has for it, without its name."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def use(app: AppTest) -> AppTest:
    app.button(key="use").click()
    app.run()
    # AppTest does not follow st.switch_page; the journeys in a browser do.
    app.switch_page("app.py")
    return run_to_the_end(app)


def ask_how(app: AppTest) -> AppTest:
    """Open what is proven and how."""
    app.session_state["how_we_know"] = True
    return run_to_the_end(app)


def share(app: AppTest) -> AppTest:
    """Open what can be downloaded."""
    app.session_state["share"] = True
    return run_to_the_end(app)


def noted_files(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return what pages offer to download from now on, by the files' names."""
    files: dict[str, Any] = {}
    draw = ButtonMixin._download_button

    def noted(self: Any, label: str, data: Any, file_name: str, *more: Any, **options):
        files[file_name] = data
        return draw(self, label, data, file_name, *more, **options)

    monkeypatch.setattr(ButtonMixin, "_download_button", noted)
    return files


def errors(app: AppTest) -> str:
    return " ".join(error.value.replace("\\", "") for error in app.error)


def said(app: AppTest) -> str:
    """Return what the page says, without the signs that keep it from being markup."""
    shown = (*app.markdown, *app.text, *app.caption)
    return re.sub("[\\\\\u2060]", "", " ".join(one.value for one in shown))


def title(app: AppTest) -> str:
    """Return the title, without the signs that keep it from being markup."""
    return re.sub("[\\\\\u2060]", "", app.title[0].value)


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


def markdown(app: AppTest) -> list[str]:
    return [text.value for text in app.markdown]


def lines_of_head(app: AppTest) -> str:
    """Return what the head says below the title, on one line."""
    lines = (
        r"[\d,]+ [\w, ]+ · |[^*]* than chance|Not compared|Comparing|Proven: .*[^.]$"
    )
    return " · ".join(text for text in markdown(app) if re.match(lines, text))


def metric(app: AppTest, label: str) -> str:
    return next(metric.value for metric in app.metric if metric.label == label)


def cards(app: AppTest) -> str:
    """Return the HTML of the topics' cards."""
    (drawn,) = app.get("bidi_component")
    return json.loads(drawn.proto.json)["html"]


def words(app: AppTest) -> list[str]:
    """Return the words on the topics' cards."""
    return [unescape(word) for word in re.findall('data-word="([^"]*)"', cards(app))]


def charts(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("vega_lite_chart")]


def marks(chart: dict) -> list[str]:
    """Return the kinds of mark of a chart, layer by layer."""
    return [layer["mark"]["type"] for layer in chart.get("layer", [chart])]
