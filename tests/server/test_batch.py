"""What is handed on together."""

from __future__ import annotations

import asyncio

from tengen.server.send_queue import Batch


def test_what_comes_in_during_a_round_is_handed_on_at_its_end() -> None:
    async def story() -> list[list[int]]:
        handed: list[list[int]] = []
        batch = Batch(handed.append)
        for number in (1, 2):
            batch.add(number)
        assert handed == []
        await asyncio.sleep(0)
        batch.add(3)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return handed

    assert asyncio.run(story()) == [[1, 2], [3]]


def test_what_is_added_while_handing_on_comes_with_the_next_round() -> None:
    async def story() -> list[list[int]]:
        handed: list[list[int]] = []

        def hand_on(items: list[int]) -> None:
            handed.append(items)
            if items == [1]:
                batch.add(2)

        batch = Batch(hand_on)
        batch.add(1)
        for _ in range(3):
            await asyncio.sleep(0)
        return handed

    assert asyncio.run(story()) == [[1], [2]]
