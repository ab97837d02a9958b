"""Frames that play: each is shown, the last one ends it, and the page sets the pace.

AppTest runs whole pages. A browser asks for the fragment alone: so do these tests, by
naming it in the request.
"""

from functools import partial

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.testing.v1 import AppTest, local_script_runner

PLAY, PAUSE = "step_play_arrow", "step_pause"
SECONDS, LAST = 0.25, 3  # a number that the message to the browser holds exactly


def page() -> None:
    """Draw a page of a fragment of four frames."""
    import streamlit as st

    from pages.shared import player
    from pages.shared.state import choices

    def draw() -> None:
        st.text(player.frame("step", 3))

    choices.load_address()
    st.fragment(draw, run_every=player.pace("step", 0.25))()


class Browser:
    """A page with a fragment, and what the server last told it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.app = AppTest.from_function(page, default_timeout=30).run()

    def fragment(self, do=None) -> None:
        """Run the fragment alone: because of an action, or by itself."""
        storage = self.app._fragment_storage
        (fragment_id,) = storage._fragments
        with self.monkeypatch.context() as patch:
            request = partial(RerunData, fragment_id=fragment_id)
            patch.setattr(local_script_runner, "RerunData", request)
            (do or self.app.run)()
        assert not self.app.exception

    def click(self, button: str) -> None:
        self.fragment(self.app.button(key=button).click().run)

    @property
    def shown(self) -> int:
        return int(self.app.text[0].value)

    @property
    def address(self) -> int:
        return int(self.app.query_params.get("step", ["0"])[0])


@pytest.fixture
def paces(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the paces that browsers were told, as they are told."""
    told: list[float] = []
    read = local_script_runner.LocalScriptRunner.forward_msgs

    def listen(runner):
        messages = read(runner)
        told.extend(
            message.auto_rerun.interval
            for message in messages
            if message.WhichOneof("type") == "auto_rerun"
        )
        return messages

    monkeypatch.setattr(local_script_runner.LocalScriptRunner, "forward_msgs", listen)
    return told


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, paces: list[float]) -> Browser:
    return Browser(monkeypatch)


def test_play_shows_every_frame_and_stops_by_itself(browser: Browser, paces):
    assert paces == []
    browser.click(PLAY)
    assert paces == [SECONDS]
    shown = [browser.shown]
    while PAUSE in [button.key for button in browser.app.button]:
        browser.fragment()
        shown.append(browser.shown)
    assert shown == list(range(LAST + 1))
    assert paces == [SECONDS]  # the page was drawn again, and told none
    assert browser.address == LAST


def test_the_address_does_not_change_while_frames_play_by_themselves(browser: Browser):
    browser.click(PLAY)
    browser.fragment()
    assert (browser.shown, browser.address) == (1, 0)


def test_pause_stops_and_what_the_browser_still_asks_changes_nothing(
    browser: Browser, paces
):
    browser.click(PLAY)
    browser.fragment()
    browser.click(PAUSE)
    browser.fragment()
    assert (browser.shown, browser.address) == (1, 1)
    assert paces == [SECONDS]


def test_play_at_the_last_frame_begins_at_the_first(browser: Browser):
    browser.fragment(browser.app.slider[0].set_value(LAST).run)
    browser.click(PLAY)
    assert browser.shown == 0


def test_steps_and_the_slider_are_in_the_address_and_steps_pause(browser: Browser):
    browser.fragment(browser.app.slider[0].set_value(2).run)
    assert (browser.shown, browser.address) == (2, 2)
    browser.click(PLAY)
    browser.click("step_skip_previous")
    browser.fragment()
    assert (browser.shown, browser.address) == (1, 1)
    browser.click("step_skip_next")
    assert (browser.shown, browser.address) == (2, 2)


def test_an_earlier_frame_that_the_browser_tells_late_does_not_end_the_play(
    browser: Browser,
):
    browser.click(PLAY)
    browser.fragment()
    # AppTest refuses what no user can do: set_value on a slider that is disabled.
    browser.app.slider[0]._value = 0
    browser.fragment()
    assert (browser.shown, browser.address) == (2, 0)
