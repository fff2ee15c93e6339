"""Few requests in each round of the loop, so that moves never wait for a crowd of requests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

EACH_ROUND = 1
"""Requests that are begun before sockets are looked at again."""


class Turnstile:
    """Lets requests in one by one; if many come at once, networks take turns."""

    def __init__(self, each_round: int = EACH_ROUND) -> None:
        self._each_round = each_round
        self._begun = 0
        self._is_turning = False
        self._networks: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, network: str) -> None:
        """Go in, at once or in a later round."""
        if self._begun < self._each_round and not self._networks:
            self._begun += 1
            self._turn()
            return
        turn = asyncio.get_running_loop().create_future()
        self._networks.setdefault(network, deque()).append(turn)
        self._turn()
        await turn

    def _turn(self) -> None:
        if not self._is_turning:
            self._is_turning = True
            asyncio.get_running_loop().call_soon(self._begin_round)

    def _begin_round(self) -> None:
        self._is_turning = False
        self._begun = 0
        while self._networks and self._begun < self._each_round:
            turn = self._next()
            if not turn.done():
                turn.set_result(None)
                self._begun += 1
        if self._begun:
            self._turn()

    def _next(self) -> asyncio.Future[None]:
        network, turns = self._networks.popitem(last=False)
        turn = turns.popleft()
        if turns:
            self._networks[network] = turns
        return turn
