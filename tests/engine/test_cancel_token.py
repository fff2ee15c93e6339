from __future__ import annotations

import threading
import time

from tengen.engine.cancel_token import CancelToken, cancel_after

LONG = 60.0


def test_a_callback_is_called_once() -> None:
    token, called = CancelToken(), list[str]()
    with token.on_cancel(lambda: called.append("first")):
        with token.on_cancel(lambda: called.append("second")):
            assert not token.is_cancelled
            token.cancel()
            token.cancel()
        assert called == ["first", "second"]
    assert token.is_cancelled


def test_a_callback_on_a_cancelled_token_is_called_at_once() -> None:
    token, called = CancelToken(), list[str]()
    token.cancel()
    with token.on_cancel(lambda: called.append("late")):
        assert called == ["late"]


def test_a_callback_is_not_called_after_its_block() -> None:
    token, called = CancelToken(), list[str]()
    with token.on_cancel(lambda: called.append("over")):
        pass
    token.cancel()
    assert called == []


def test_leaving_the_block_waits_for_a_running_callback() -> None:
    token, has_begun, called = CancelToken(), threading.Event(), list[str]()

    def call_back() -> None:
        has_begun.set()
        time.sleep(0.05)
        called.append("done")

    with token.on_cancel(call_back):
        threading.Thread(target=token.cancel, daemon=True).start()
        assert has_begun.wait(LONG)
    assert called == ["done"]


def test_a_deadline_cancels_the_token() -> None:
    is_over = threading.Event()
    with cancel_after(0.01) as token, token.on_cancel(is_over.set):
        assert is_over.wait(LONG)
    assert token.is_cancelled


def test_a_deadline_does_not_cancel_the_parent() -> None:
    parent, is_over = CancelToken(), threading.Event()
    with cancel_after(0.0, parent) as token, token.on_cancel(is_over.set):
        assert is_over.wait(LONG)
    assert not parent.is_cancelled


def test_a_deadline_that_is_not_reached_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    with cancel_after(LONG) as token:
        assert not token.is_cancelled
    for _ in range(1000):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_a_child_token_is_cancelled_with_its_parent() -> None:
    parent = CancelToken()
    with cancel_after(None, parent) as token:
        assert not token.is_cancelled
        parent.cancel()
        assert token.is_cancelled
    with cancel_after(LONG, parent) as token:
        assert token.is_cancelled
