from __future__ import annotations

from tengen.engine.cancel_token import CancelToken


def test_what_is_watched_over_is_ended() -> None:
    halt, ended = CancelToken(), list[str]()
    with halt.watch(lambda: ended.append("first")):
        with halt.watch(lambda: ended.append("second")):
            assert not halt.is_set
            halt.set()
        assert ended == ["first", "second"]
    assert halt.is_set


def test_what_begins_after_the_wish_is_ended_at_once() -> None:
    halt, ended = CancelToken(), list[str]()
    halt.set()
    with halt.watch(lambda: ended.append("late")):
        assert ended == ["late"]


def test_what_is_over_is_left_alone() -> None:
    halt, ended = CancelToken(), list[str]()
    with halt.watch(lambda: ended.append("over")):
        pass
    halt.set()
    assert ended == []
