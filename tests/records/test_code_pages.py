"""Guessing the code page of texts."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import read_again
from kit.strategies import modest

from tengen.records.code_pages import PAGES, guess_code_page
from tengen.records.formats import FORMATS, read_records
from tengen.records.reading import Problems, Reading
from tengen.records.record import Record

SAMPLES = [
    ("gbk", "黑棋胜 五子棋"),
    ("gbk", "王伟 李强"),
    ("gbk", "这步棋很好 白棋必须防守 否则黑棋有四三胜"),
    ("big5", "林書玄 張育維"),
    ("big5", "這一手很好 白棋必須防守 否則黑棋就贏了"),
    ("shift_jis", "中村茂 九段"),
    ("shift_jis", "これは良い手です。黒は四三で勝ち"),
    ("shift_jis", "五目クエスト"),
    ("euc_kr", "김철수 이영희"),
    ("euc_kr", "흑이 이겼습니다. 백은 여기서 막아야 합니다"),
    ("euc_kr", "한국 오목 선수권 대회"),
    ("cp1251", "Иванов Пётр"),
    ("cp1251", "Чёрные выигрывают, белым надо было закрыть четвёрку"),
    ("cp1252", "Café à la Réti"),
    ("cp1252", "Jürgen Müller"),
    ("cp1250", "Příliš žluťoučký kůň"),
    ("cp1250", "Łukasz Świątek"),
]


def sgf(text: str) -> str:
    return f"(;GM[4]SZ[15]PB[{text}];B[hh];W[ii]C[{text}])"


def read_sgf(data: bytes, reading: Reading) -> Record:
    (record,) = read_again(data, FORMATS["sgf"], reading)
    return record


@pytest.mark.parametrize("page, text", SAMPLES)
def test_the_code_page_of_a_text_is_guessed(page: str, text: str) -> None:
    reading = Reading()
    record = read_sgf(sgf(text).encode(page), reading)
    assert (record.first, record.line()[1].comment) == (text, text)
    assert reading.problems == Problems()


@pytest.mark.parametrize("page, text", [("gbk", "张"), ("euc_kr", "최"), ("cp1250", "kůň")])
def test_an_uncertain_guess_is_reported(page: str, text: str) -> None:
    reading = Reading()
    read_sgf(f"(;GM[4]PB[{text}])".encode(page), reading)
    (problem,) = map(str, reading.problems.kept)
    assert problem.startswith("the file does not name its code page: ")
    assert "--encoding" in problem


def test_a_given_code_page_is_used_without_a_warning() -> None:
    reading = Reading(encoding="gbk")
    assert read_sgf("(;GM[4]PB[张])".encode("gbk"), reading).first == "张"
    assert reading.problems == Problems()


def test_utf_8_is_not_guessed() -> None:
    reading = Reading()
    assert read_sgf("(;GM[4]PB[é])".encode(), reading).first == "é"
    assert reading.problems == Problems()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize(
    "name, text",
    [
        ("a.sgf", "(;GM[4]SZ[15]CA[UTF-16]PB[五子棋];B[hh];W[ii])"),
        ("a.psq", "Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n9,9,0\r\n五子棋\r\nhomo-2\r\n-1\r\n"),
        ("a.txt", "1\t五子棋\t\t*\tunknown\t15x15/5 freestyle h8 i7\n"),
    ],
)
def test_files_with_a_byte_order_mark_are_read(
    name: str, text: str, encoding: str, tmp_path: Path
) -> None:
    mark = "" if encoding in {"utf-16", "utf-32", "utf-8-sig"} else "\ufeff"
    path = tmp_path / name
    path.write_bytes((mark + text).encode(encoding))
    reading = Reading()
    (record,) = read_records(str(path), reading)
    assert (record.first, len(record.moves())) == ("五子棋", 2)
    assert reading.problems == Problems()


def test_the_code_page_of_a_piskvork_game_is_guessed() -> None:
    first, second = "Иванов Пётр", "Сидоров"
    text = f"Piskvorky 15x15, 0:0, 0\n8,8,0\n{first}\n{second}\n-1\n"
    (record,) = FORMATS["psq"].read(io.BytesIO(text.encode("cp1251")), Reading())
    assert (record.first, record.second) == (first, second)


@modest
@given(st.binary(max_size=200))
def test_any_bytes_get_a_known_code_page(data: bytes) -> None:
    guess = guess_code_page(data)
    assert guess.name in PAGES
    data.decode(guess.name, "replace")


def test_only_the_first_bytes_are_examined() -> None:
    chinese, russian = "黑棋胜负先手五连珠".encode("gbk"), " Привет мир".encode("cp1251")
    assert guess_code_page(chinese * 1000 + russian * 10_000) == guess_code_page(chinese * 1000)
    assert guess_code_page(russian * 3000 + chinese * 10_000).name == "cp1251"
