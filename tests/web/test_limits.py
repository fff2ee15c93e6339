"""How much one may ask for."""

from __future__ import annotations

from tengen.web.limits import KEYS, Bucket, Buckets, Rate


def test_a_bucket_gives_its_burst_and_then_what_time_brings() -> None:
    bucket = Bucket(Rate(3, 2), 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(Rate(2, 1), 0.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]


def test_every_key_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(Rate(1, 0.001), lambda: 0.0)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]


def test_keys_not_heard_of_for_longest_are_forgotten() -> None:
    buckets = Buckets(Rate(1, 0.001), lambda: 0.0)
    for key in range(KEYS + 1):
        buckets.take(key)
    assert buckets.take(0)
    assert not buckets.take(KEYS)
