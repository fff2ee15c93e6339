"""`tengen brain` as a process: every pitfall of the Gomocup protocol."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from kit.program import play, started, weigh

MOVE = re.compile(rb"\d+,\d+\n")
ANSWER = re.compile(
    rb'OK|(ERROR|UNKNOWN|MESSAGE) [ -~]+|SWAP|\d+,\d+( \d+,\d+){0,2}|name="Tengen"[ -~]+', re.ASCII
)
MEGABYTE = 1 << 20


class Talk:
    """A conversation with a running brain."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        self._child = child

    def send(self, *lines: bytes) -> None:
        """Send lines without waiting for an answer."""
        assert self._child.stdin is not None
        self._child.stdin.write(b"".join(line + b"\r\n" for line in lines))

    def ask(self, *lines: bytes) -> bytes:
        """Send lines and return one answer, skipping messages for people."""
        self.send(*lines)
        assert self._child.stdout is not None
        while (line := self._child.stdout.readline()).startswith(b"MESSAGE"):
            pass
        return line

    def end(self, *lines: bytes) -> tuple[int, bytes]:
        """Send the last lines; return the exit status and the rest of the output."""
        self.send(*lines)
        assert self._child.stdout is not None
        return self._child.wait(), self._child.stdout.read()


@contextmanager
def talking(tmp_path: Path, *lines: bytes) -> Iterator[Talk]:
    """Yield a conversation with a brain on 15x15 that has little time."""
    with started(["brain"], tmp_path) as child:
        talk = Talk(child)
        talk.send(b"INFO timeout_turn 60", b"INFO hash_size 1024", *lines)
        assert talk.ask(b"START 15") == b"OK\n"
        yield talk


def test_a_tournament_manager_can_play_a_game(tmp_path: Path) -> None:
    with talking(tmp_path) as talk:
        for key in (b"timeout_match 180000", b"max_memory 367001600", b"game_type 1", b"rule 1"):
            talk.send(b"INFO " + key)
        talk.send(b"INFO folder /tmp", b"INFO evaluate 3,3", b"INFO unheard_of x")
        assert talk.ask(b"INFO time_left 180000", b"BOARD", b"DONE") == b"7,7\n"
        board = (b"BOARD", b"7,7,1", b"8,8,2", b"DONE")
        assert MOVE.fullmatch(talk.ask(b"INFO time_left 179000", *board))
        assert talk.end(b"END") == (0, b"")


def test_a_manager_with_a_user_interface_can_play_a_game(tmp_path: Path) -> None:
    with talking(tmp_path) as talk:
        assert talk.ask(b"begin") == b"7,7\n"
        assert MOVE.fullmatch(talk.ask(b"Turn 8,8"))
        assert talk.ask(b"TAKEBACK 8,8") == b"OK\n"
        assert talk.ask(b"TAKEBACK 7,7") == b"OK\n"
        assert talk.ask(b"RESTART") == b"OK\n"
        assert talk.ask(b"RECTSTART 20,15") == b"OK\n"
        assert talk.ask(b"BEGIN") == b"10,7\n"
        assert talk.ask(b"PLAY 0,0") == b"0,0\n"
        assert talk.ask(b"ABOUT").startswith(b'name="Tengen", version="')
        assert talk.ask(b"YXSHOWINFO").startswith(b"UNKNOWN ")
        assert talk.ask(b"TURN 0,0").startswith(b"ERROR ")
        assert talk.ask(b"START 4").startswith(b"ERROR ")
        assert talk.end(b"end") == (0, b"")


LEFT = (b"2147483647", b"-5000", b"0", b"1", b"999999999999999999")


@pytest.mark.parametrize("turn", [b"0", b"1", b"60"])
def test_any_time_left_leads_to_a_move(turn: bytes, tmp_path: Path) -> None:
    with talking(tmp_path, b"INFO timeout_turn " + turn) as talk:
        for left in LEFT:
            assert talk.ask(b"INFO time_left " + left, b"RESTART") == b"OK\n"
            assert MOVE.fullmatch(talk.ask(b"TURN 7,7"))
            assert MOVE.fullmatch(talk.ask(b"TURN 0,0"))


def test_thinking_without_a_time_limit_can_be_stopped(tmp_path: Path) -> None:
    huge = (b"INFO timeout_turn 999999999999999999", b"INFO time_left 999999999999999999")
    with talking(tmp_path, *huge) as talk:
        assert MOVE.fullmatch(talk.ask(b"TURN 7,7", b"STOP"))


@pytest.mark.parametrize("rule", [b"0", b"1", b"4", b"8", b"9"])
def test_every_rule_is_answered_with_one_line(rule: bytes, tmp_path: Path) -> None:
    with talking(tmp_path, b"INFO rule " + rule) as talk:
        answer = talk.ask(b"TURN 7,7")
        assert MOVE.fullmatch(answer) or answer.startswith(b"ERROR ")
        assert talk.ask(b"INFO rule 0", b"RESTART") == b"OK\n"
        assert MOVE.fullmatch(talk.ask(b"TURN 7,7"))


def test_swap2_is_played_completely(tmp_path: Path) -> None:
    with talking(tmp_path, b"INFO timeout_turn 200") as talk:
        three = talk.ask(b"SWAP2BOARD", b"DONE").split()
        assert len(set(three)) == 3
        choice = talk.ask(b"SWAP2BOARD", *three, b"DONE")
        assert re.fullmatch(rb"SWAP\n|\d+,\d+( \d+,\d+)?\n", choice)
        five = [b"7,7", b"8,8", b"6,5", b"0,0", b"14,14"]
        assert re.fullmatch(rb"SWAP\n|\d+,\d+\n", talk.ask(b"SWAP2BOARD", *five, b"DONE"))
        stones = [b"7,7,2", b"8,8,1", b"6,5,2"]
        assert MOVE.fullmatch(talk.ask(b"BOARD", *stones, b"DONE"))


def test_the_losing_side_is_not_chosen(tmp_path: Path) -> None:
    with talking(tmp_path, b"INFO timeout_turn 200") as talk:
        black = [b"7,7", b"0,0", b"8,8", b"14,0", b"9,9"]
        assert talk.ask(b"SWAP2BOARD", *black, b"DONE") == b"SWAP\n"
        white = [b"0,0", b"7,7", b"14,0", b"8,8", b"0,14"]
        assert MOVE.fullmatch(talk.ask(b"SWAP2BOARD", *white, b"DONE"))


@pytest.mark.parametrize("stones", [[], [b"7,7", b"8,8", b"6,5"]])
def test_the_choice_in_an_opening_can_be_stopped(stones: list[bytes], tmp_path: Path) -> None:
    slow = (b"INFO timeout_turn 50000",)
    with talking(tmp_path, *slow) as talk:
        assert talk.ask(b"RECTSTART 14,9") == b"OK\n"
        assert ANSWER.fullmatch(talk.ask(b"SWAP2BOARD", *stones, b"DONE", b"STOP").rstrip())
        assert talk.end(b"SWAP2BOARD", *stones, b"DONE", b"END") == (0, b"")


def test_a_late_stop_does_not_affect_the_next_move(tmp_path: Path) -> None:
    answers = []
    for late in ([], [b"STOP"]):
        with talking(tmp_path, b"INFO max_depth 4", b"INFO timeout_turn -1") as talk:
            assert MOVE.fullmatch(talk.ask(b"TURN 7,7"))
            answers.append(talk.ask(*late, b"BOARD", b"7,7,2", b"DONE"))
    assert answers[0] == answers[1]


def test_a_hash_table_larger_than_the_memory_is_an_error(tmp_path: Path) -> None:
    before = "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))"
    typed = b"START 15\nINFO hash_size 8000000\nTURN 7,7\n"
    ran = play(["brain"], typed, tmp_path, before=before)
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out == b"OK\nERROR 'not enough memory for the hash table'\n"


@pytest.mark.parametrize("megabytes", [50, 70, 350])
def test_the_memory_limit_is_respected(megabytes: int, tmp_path: Path) -> None:
    granted = megabytes * MEGABYTE
    tail = f"START 20\nINFO max_memory {granted}\nINFO thread_num 2\nINFO rule 1\n"
    tail += "INFO timeout_turn 1000\nTURN 9,9\n"
    ran, peak = weigh(["brain"], "", 0, tail, tmp_path)
    assert MOVE.search(ran.out)
    assert peak <= granted


WORDS = (
    *(b"START 15", b"START 6", b"RECTSTART 6,9", b"RESTART", b"BEGIN", b"TURN 7,7", b"TURN 3,3"),
    *(b"BOARD", b"DONE", b"SWAP2BOARD", b"1,1,1", b"2,2,2", b"0,0,2", b"1,1", b"2,3", b"3,5"),
    *(b"INFO rule 1", b"INFO rule 4", b"INFO rule 9", b"INFO time_left -3", b"INFO x", b"ABOUT"),
    *(
        b"INFO max_node 10",
        b"INFO hash_size 64",
        b"TAKEBACK 7,7",
        b"PLAY 1,4",
        b"STOP",
        b"\xff\x00",
    ),
    *(b"INFO thread_num 2", b"INFO max_memory 1", b"x" * 3000, b"turn", b"\t", b"END\0"),
)


@pytest.mark.parametrize("seed", range(4))
def test_random_input_gets_only_answers_of_the_protocol(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    ends = [b"\n", b"\r\n", b"\r"]
    lines = [random.choice(WORDS) + random.choice(ends) for _ in range(400)]
    noise = [bytes(random.choices(range(256), k=30)) + b"\n" for _ in range(40)]
    random.shuffle(typed := [*lines, *noise])
    quick = b"START 15\nINFO timeout_turn 1\nINFO timeout_match 1000\n"
    ran = play(["brain"], quick + b"".join(typed), tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert [line for line in ran.out.splitlines() if not ANSWER.fullmatch(line)] == []
