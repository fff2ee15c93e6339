"""The result file of a game, and failures to write it."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from kit.editions import (
    EDITIONS,
    KEEPERS,
    NEEDS_A_FULL_DEVICE,
    OLD,
    WINS,
    WON,
    result_of,
    why,
)
from kit.program import play

UNWRITABLE = {
    "missing/result.txt": errno.ENOENT,
    "folder": errno.EISDIR,
    "plain/result.txt": errno.ENOTDIR,
    "missing/" + "deep/" * 20 + "result.txt": errno.ENOENT,
}
NO_OVERRIDE = "assert ctypes.CDLL(None).prctl(24, 1, 0, 0, 0) == 0"  # PR_CAPBSET_DROP, DAC_OVERRIDE


@KEEPERS
@pytest.mark.parametrize("name", UNWRITABLE)
def test_a_result_that_cannot_be_written_is_refused_before_the_game(
    edition: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_bytes(OLD)
    ran = play([edition, "--result", name], WON, tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.complained_once
    assert name[:20].encode() in ran.err
    assert why(UNWRITABLE[name]) in ran.err
    assert sorted(os.listdir(tmp_path)) == ["folder", "plain"]


@KEEPERS
def test_a_result_that_cannot_be_written_after_the_game_is_still_shown(
    edition: str, tmp_path: Path
) -> None:
    (tmp_path / "result.txt").mkdir()
    plain = play([edition, "--no-result"], WON, tmp_path)
    ran = play([edition], WON, tmp_path)
    assert (ran.status, ran.out) == (1, plain.out)
    assert ran.complained_once
    assert b"'result.txt': " + why(errno.EISDIR) in ran.err


def test_a_file_name_of_any_bytes_is_reported_in_one_line(tmp_path: Path) -> None:
    ran = play(["five", "--result", "no\nsuch\r/\x1b[31m\udcff\u0663"], WON, tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.complained_once
    assert not set(ran.err) & {0x0D, 0x1B}
    assert list(tmp_path.iterdir()) == []


def test_a_deleted_working_directory(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    ran = play(["five"], WON, gone, before="os.rmdir(os.getcwd())")
    assert ran.out.endswith(b"\nPlayer 1 wins\n")
    assert ran.complained_once
    assert b"result.txt" in ran.err
    assert ran.status == 1


@KEEPERS
def test_a_folder_in_place_of_the_result_file(edition: str, tmp_path: Path) -> None:
    (tmp_path / "result.txt").mkdir()
    ran = play([edition], WON, tmp_path)
    assert ran.out.endswith(b"\nPlayer 1 wins\n")
    assert ran.complained_once
    assert b"result.txt" in ran.err
    assert ran.status == 1
    assert list(tmp_path.rglob("*")) == [tmp_path / "result.txt"]


@KEEPERS
@pytest.mark.parametrize("old", [None, OLD], ids=["new", "old"])
@pytest.mark.parametrize("limit", [0, 100])
def test_a_full_disk_leaves_the_old_result_unchanged(
    edition: str, old: bytes | None, limit: int, tmp_path: Path
) -> None:
    if old is not None:
        (tmp_path / "result.txt").write_bytes(old)
    full = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))"
    ran = play([edition], WON, tmp_path, before=full)
    assert ran.out.endswith(b"\nPlayer 1 wins\n")
    assert ran.complained_once
    assert b"result.txt" in ran.err
    assert why(errno.EFBIG) in ran.err
    assert ran.status == 1
    assert [left.read_bytes() for left in tmp_path.iterdir()] == ([] if old is None else [old])


@contextmanager
def write_protected(folder: Path) -> Iterator[str]:
    """Yield code to run before the program, which makes the folder read-only even for root."""
    if os.geteuid() == 0 and sys.platform != "linux":
        pytest.skip("root may write anywhere here, and there is no way to give that up")
    folder.chmod(0o555)
    try:
        yield NO_OVERRIDE if os.geteuid() == 0 else ""
    finally:
        folder.chmod(0o755)


@KEEPERS
def test_a_folder_without_permission_to_write(edition: str, tmp_path: Path) -> None:
    with write_protected(tmp_path) as before:
        ran = play([edition], WON, tmp_path, before=before)
    assert ran.out.endswith(b"\nPlayer 1 wins\n")
    assert ran.complained_once
    assert b"result.txt" in ran.err
    assert why(errno.EACCES) in ran.err
    assert ran.status == 1
    assert list(tmp_path.iterdir()) == []


def full_device(folder: Path) -> Path:
    """Return a device that is always full; root gets a new one, so that none is damaged."""
    if os.geteuid() != 0:
        return Path("/dev/full")
    device = folder / "full"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 7))
        device.write_bytes(b"")
    except OSError as problem:
        pytest.skip(f"no device of our own to try it on: {problem}")
    return device


@KEEPERS
@NEEDS_A_FULL_DEVICE
def test_a_full_device_stays_a_device(edition: str, tmp_path: Path) -> None:
    device = full_device(tmp_path)
    name = os.path.relpath(device, tmp_path) if device.parent == tmp_path else str(device)
    ran = play([edition, "--result", name], WON, tmp_path)
    assert ran.out.endswith(b"\nPlayer 1 wins\n")
    assert ran.complained_once
    assert name.encode() in ran.err
    assert why(errno.ENOSPC) in ran.err
    assert ran.status == 1
    assert stat.S_ISCHR(device.stat().st_mode)
    assert os.listdir(tmp_path) in (["full"], [])


@KEEPERS
def test_a_named_pipe_stays_a_pipe_and_gets_the_result(edition: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    ran = play([edition, "--result", "pipe"], WON, tmp_path)
    received = os.read(reader, 65536)
    os.close(reader)
    assert (ran.status, ran.err) == (0, b"")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert received == result_of(edition, WON)


@KEEPERS
def test_a_result_sent_to_standard_output_appears_there(edition: str, tmp_path: Path) -> None:
    ran = play([edition, "--result", "/dev/stdout"], WON, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out.count(result_of(edition, WON).rstrip(b"\n")) >= 1
    assert len(ran.out) == len(play([edition], WON, tmp_path).out) + len(result_of(edition, WON))


@KEEPERS
def test_an_old_result_is_replaced_completely(edition: str, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_bytes(OLD * 1000)
    ran = play([edition], WON, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert os.listdir(tmp_path) == ["result.txt"]
    assert (tmp_path / "result.txt").read_bytes() == result_of(edition, WON)


def test_the_permissions_of_a_new_result_follow_the_umask(tmp_path: Path) -> None:
    play(["five"], WON, tmp_path, before="os.umask(0o022)")
    assert stat.S_IMODE((tmp_path / "result.txt").stat().st_mode) == 0o644


@KEEPERS
@pytest.mark.parametrize("old", [None, OLD], ids=["dangling", "old"])
def test_a_link_stays_a_link_and_its_target_is_replaced(
    edition: str, old: bytes | None, tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    if old is not None:
        (tmp_path / "kept" / "final.txt").write_bytes(old)
    (tmp_path / "result.txt").symlink_to(Path("kept") / "final.txt")
    ran = play([edition], WON, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert os.readlink(tmp_path / "result.txt") == "kept/final.txt"
    assert (tmp_path / "kept" / "final.txt").read_bytes() == result_of(edition, WON)
    assert len(list(tmp_path.rglob("*"))) == 3


@KEEPERS
def test_the_result_is_written_to_the_given_file(edition: str, tmp_path: Path) -> None:
    plain = play([edition], WON, tmp_path)
    (tmp_path / "result.txt").unlink()
    (tmp_path / "folder").mkdir()
    assert play([edition, "--result", "folder/my result"], WON, tmp_path) == plain
    assert os.listdir(tmp_path) == ["folder"]
    assert (tmp_path / "folder" / "my result").read_bytes() == result_of(edition, WON)


def test_options_without_a_command_are_those_of_five(tmp_path: Path) -> None:
    ran = play(["--result", "kept"], WON, tmp_path)
    assert os.listdir(tmp_path) == ["kept"]
    assert (tmp_path / "kept").read_bytes() == result_of("five", WON)
    assert play(["five", "--no-result"], WON, tmp_path) == ran
    assert play(["--no-result"], WON, tmp_path) == ran


@EDITIONS
def test_no_result_writes_no_file(edition: str, tmp_path: Path) -> None:
    ran = play([edition, "--no-result"], WINS[edition], tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert list(tmp_path.iterdir()) == []
    assert ran == play([edition], WINS[edition], tmp_path)
    assert os.listdir(tmp_path) == (["result.txt"] if edition in {"five", "outline"} else [])
