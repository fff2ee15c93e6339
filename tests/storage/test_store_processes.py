"""Several processes that use one store; some are killed."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from kit.keeping import START, elsewhere, finish, note, read_line

from tengen.storage.store import Store

APPEND_FOR_EVER = """
game = store.keep(START)
print(game, flush=True)
number = 1
while True:
    store.append(game, number, [note(number), note(number + 1)])
    number += 2
    print(number, flush=True)
"""


def test_all_events_saved_before_a_kill_are_there(tmp_path: Path) -> None:
    for _ in range(3):
        with elsewhere(tmp_path, APPEND_FOR_EVER) as child:
            game = int(read_line(child))
            while int(read_line(child)) < 40:
                pass
            child.kill()
            rest = child.stdout.read().split() if child.stdout else []
            child.wait()
        done = max([41, *map(int, rest[:-1])])
        with Store(str(tmp_path)) as store:
            events = store.load(game)
        assert len(events) >= done
        assert events == [START, *map(note, range(1, len(events)))]
        assert len(events) % 2 == 1


APPEND_TO_MANY = """
sys.stdin.readline()
for number in range(25):
    game = store.keep(START)
    store.append(game, 1, [note(game)])
print("done", flush=True)
"""


def test_two_processes_store_games_at_the_same_time(tmp_path: Path) -> None:
    with ExitStack() as stack:
        children = [stack.enter_context(elsewhere(tmp_path, APPEND_TO_MANY)) for _ in range(2)]
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        assert [finish(child) for child in children] == ["done\n"] * 2
    with Store(str(tmp_path)) as store:
        games = [summary.game for summary in store.games()]
        assert sorted(games) == list(range(1, 51))
        assert all(store.load(game) == [START, note(game)] for game in games)


APPEND_TO_ONE = """
sys.stdin.readline()
refused = 0
for number in range(20):
    while True:
        first = len(store.load(1))
        try:
            store.append(1, first, [note(first)])
        except StoreError as error:
            assert "was continued elsewhere" in str(error), error
            refused += 1
        else:
            break
print("done", flush=True)
"""


def test_two_processes_cannot_append_the_same_event(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store, ExitStack() as stack:
        assert store.keep(START) == 1
        children = [stack.enter_context(elsewhere(tmp_path, APPEND_TO_ONE)) for _ in range(2)]
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        assert [finish(child) for child in children] == ["done\n"] * 2
        assert store.load(1) == [START, *map(note, range(1, 41))]


def test_many_processes_create_a_store_only_once(tmp_path: Path) -> None:
    program = "print(store.keep(START))"
    with ExitStack() as stack:
        children = [stack.enter_context(elsewhere(tmp_path / "new", program)) for _ in range(4)]
        games = sorted(int(finish(child)) for child in children)
    assert games == [1, 2, 3, 4]
