"""All workers, hired when they are needed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial

from tengen.workers.jobs import Rank
from tengen.workers.post import Hire, Post
from tengen.workers.task import Task
from tengen.workers.wire import Report


class Crew:
    """At most so many workers. Who is lost is one of them no more before that is told."""

    def __init__(
        self,
        most: int,
        hire: Hire,
        hear: Callable[[Post, Report], None],
        lose: Callable[[Post], None],
    ) -> None:
        self.posts: list[Post] = []
        self._most = most
        self._hire = hire
        self._hear = hear
        self._lose = lose

    def find_for(self, task: Task) -> Post | None:
        """Who can begin a task: best somebody who remembers something of it.

        One of several workers is always there for what does not take long.
        """
        if task.rank is Rank.STUDY and self._count_studies() >= max(1, self._most - 1):
            return None
        free = [post for post in self.posts if post.task is None]
        free.sort(key=lambda post: not post.remembers(task))
        return free[0] if free else self._enlarge()

    def _count_studies(self) -> int:
        return sum(post.task is not None and post.task.rank is Rank.STUDY for post in self.posts)

    def _enlarge(self) -> Post | None:
        if len(self.posts) >= self._most:
            return None
        post = Post()
        self.posts.append(post)
        post.hand = self._hire(partial(self._hear, post), partial(self._remove, post))
        return post

    def _remove(self, post: Post) -> None:
        if post in self.posts:
            self.posts.remove(post)
            self._lose(post)

    def stop(self, task: Task) -> None:
        """Have whoever works on a task end that."""
        for post in self.posts:
            if post.task is task:
                post.stop()

    def studying(self) -> list[Task]:
        """What is worked on and could be set aside."""
        return [task for post in self.posts if (task := post.studying) is not None]

    def count_leaving(self) -> int:
        """How many will be free at any moment."""
        return sum(post.is_stopping for post in self.posts)

    def lanes(self) -> set[tuple[str, type]]:
        """The lanes of all tasks that are worked on."""
        return {post.task.lane for post in self.posts if post.task is not None}

    def networks(self) -> Counter[str]:
        """How many workers are busy for each network."""
        return Counter(post.task.owner.network for post in self.posts if post.task is not None)

    @property
    def share(self) -> int:
        """How many workers one network may have while others have work."""
        return max(1, self._most - 1)

    def forget(self, task: Task) -> None:
        """Have nobody keep anything of a task that was set aside."""
        for post in self.posts:
            post.hand.forget(task.number)

    async def close(self) -> None:
        """Send everybody home."""
        posts, self.posts = self.posts, []
        for post in posts:
            post.release()
        await asyncio.gather(*(post.hand.close() for post in posts))
