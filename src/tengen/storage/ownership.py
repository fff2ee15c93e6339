"""Which server process owns a room. Only the owner of a room may change its game.

A node takes a room with a new epoch, and every write carries the epoch of its room. A node that
was paused or cut off cannot write after another one has taken the room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

LEASE_SECONDS = 1.5
"""How long the rooms of a node that has died stay its own."""


@dataclass(frozen=True, slots=True)
class NodeListener:
    """What a node calls, in a thread of its own."""

    on_request: Callable[[str], None]
    """Another node asks for the room with this link."""
    on_renewed: Callable[[float], None]
    """The lease of all rooms was renewed; it began at this time of the monotonic clock."""


class RoomOwner(Protocol):
    """A node, which takes and releases rooms. All methods raise StoreError if they fail."""

    @property
    def is_alone(self) -> bool:
        """Whether no other node can use the same rooms."""

    def start(self, listener: NodeListener) -> None:
        """Renew the lease from now on, and listen to other nodes."""

    def take(self, links: Sequence[str], *, by_force: bool = False) -> dict[str, int]:
        """Take the rooms that no living node owns; return their epochs, by link.

        Rooms that do not exist are left out. With `by_force` all others are taken. A living node
        that owned one can then no longer write to it.
        """

    def request(self, links: Sequence[str]) -> None:
        """Ask the owners of rooms to release them."""

    def release(self, link: str, epoch: int, *, as_orphan: bool = False) -> None:
        """Release a room, unless another node has taken it.

        A room that is released `as_orphan` counts as one of a dead node.
        """

    def epoch_of(self, link: str) -> int | None:
        """Return the epoch of a room; None if this node does not own it."""

    def owned(self) -> dict[str, int]:
        """Return the epochs of all rooms of this node, by link."""

    def orphans(self, limit: int) -> list[str]:
        """Return rooms of dead nodes whose games go on, if nobody took them for a while."""

    def stop(self) -> None:
        """End the lease, so that other nodes can take all rooms at once."""


class SoleOwner:
    """The only node: it owns all rooms."""

    is_alone = True

    def start(self, listener: NodeListener) -> None:
        """Do nothing: there is no lease and nobody else."""

    def take(self, links: Sequence[str], *, by_force: bool = False) -> dict[str, int]:  # noqa: ARG002 - as others
        """Return the only epoch for all rooms."""
        return dict.fromkeys(links, 0)

    def request(self, links: Sequence[str]) -> None:
        """Do nothing: nobody else owns a room."""

    def release(self, link: str, epoch: int, *, as_orphan: bool = False) -> None:
        """Do nothing: nobody else takes a room."""

    def epoch_of(self, _link: str) -> int | None:
        """Return the only epoch."""
        return 0

    def owned(self) -> dict[str, int]:
        """Return no rooms: none can be lost."""
        return {}

    def orphans(self, _limit: int) -> list[str]:
        """Return no rooms."""
        return []

    def stop(self) -> None:
        """Do nothing."""
