from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.gomocup.evaluations import EngineEvaluation, last_evaluation, parse_evaluation


@pytest.mark.parametrize(
    "text, shown",
    [
        ("depth 12-20 ev 123 n 1M n/ms 500 tm 200 pv h8 i9", "123"),
        ("depth 9-9 ev -M7 n 12K n/ms 3 tm 4 pv h8", "-M7"),
        ("multipv 1 ev +M12 w 100.00 d 0.00 stdev 0.00 v 12", "+M12"),
        ("Depth 12-20 | Eval -35 | Time 120ms | h8 i9", "-35"),
        ("Speed 1234K | Depth 12-20 | Eval +M3 | Node 3M | Time 1s", "+M3"),
        ("EVAL 12", "12"),
        ("eval=-4", "-4"),
        ("Evaluation: 250", "250"),
        ("score mate 3", "+M3"),
        ("score mate -3 nodes 7", "-M3"),
        ("score cp 25", "25"),
        ("mate: value = - mate in 4", "-M4"),
        ("won in at most 13 more moves", "+M13"),
        ("won with the next move", "+M1"),
    ],
)
def test_an_evaluation_is_found_in_what_engines_say(text: str, shown: str) -> None:
    assert str(parse_evaluation(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "",
        "[Pondering] Depth 12-20 | Eval -35 | Time 120ms | h8 i9",
        "eval 53.2%",
        "eval 53 %",
        "ev 0.53",
        "evening 5",
        "WINRATE 0.5",
        "value none",
        "best move 7,8",
    ],
)
def test_other_texts_have_no_evaluation(text: str) -> None:
    assert parse_evaluation(text) is None


@given(st.text() | st.text("evalM+-0123456789 =:%.score", max_size=30))
def test_no_text_is_an_error(text: str) -> None:
    found = parse_evaluation(text)
    assert found is None or parse_evaluation(f"ev {found}") == found


def test_the_last_evaluation_of_a_search_counts() -> None:
    messages = ["ev 1", "ev 2", "Bestline h8"]
    assert last_evaluation(messages) == EngineEvaluation(2)
    assert last_evaluation(messages[2:]) is None


@pytest.mark.parametrize(
    "evaluation, sign",
    [
        (EngineEvaluation(100), 1),
        (EngineEvaluation(99), 0),
        (EngineEvaluation(-99), 0),
        (EngineEvaluation(-100), -1),
        (EngineEvaluation(mate=30), 1),
        (EngineEvaluation(mate=-30), -1),
    ],
)
def test_a_found_win_is_more_than_any_score(evaluation: EngineEvaluation, sign: int) -> None:
    assert evaluation.favours(100) == sign
