"""The queue of requests."""

from __future__ import annotations

import asyncio

from tengen.server.middleware import RequestQueue


def test_many_requests_start_a_few_at_a_time() -> None:
    async def run() -> list[int]:
        turnstile = RequestQueue(per_round=2)
        entered: list[int] = []

        async def request(number: int) -> None:
            await turnstile.enter("crowd")
            entered.append(number)

        tasks = [asyncio.create_task(request(number)) for number in range(9)]
        most, seen = 0, 0
        while len(entered) < 9:
            await asyncio.sleep(0)
            most, seen = max(most, len(entered) - seen), len(entered)
        await asyncio.gather(*tasks)
        return [most, *entered]

    assert asyncio.run(run()) == [2, *range(9)]


def test_another_network_does_not_wait_for_all_requests_of_the_first() -> None:
    async def run() -> list[str]:
        turnstile = RequestQueue(per_round=1)
        entered: list[str] = []

        async def request(network: str) -> None:
            await turnstile.enter(network)
            entered.append(network)

        crowd = [asyncio.create_task(request("crowd")) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(asyncio.create_task(request("anna")), *crowd)
        return entered

    assert "anna" in asyncio.run(run())[:4]


def test_a_cancelled_request_takes_no_turn() -> None:
    async def run() -> None:
        turnstile = RequestQueue(per_round=1)
        first, gone, last = (asyncio.create_task(turnstile.enter("crowd")) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(first, last)

    asyncio.run(run())
