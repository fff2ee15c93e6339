from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from kit.brains import at, mover
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat

from tengen import errors
from tengen.arena.game import EnginePlayer, GameConditions
from tengen.arena.opening_phase import OpeningPhase, play_opened_game, play_opening
from tengen.game.opening_rules import RENJU_OPENINGS, OpeningRule
from tengen.game.tasks import Seat
from tengen.gomocup.engine_process import EngineProcess
from tengen.gomocup.faults import EngineFault
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU, TIC_TAC_TOE, Player, Rules

CONDITIONS = GameConditions(turn_ms=20_000)
THREE = (at(7, 7), at(8, 8), at(6, 5))
TWO_MORE = (at(3, 3), at(4, 4))
SWAP2 = """if word == 'SWAP2BOARD':
        asked, stones = True, set()
    if word == 'DONE' and globals().pop('asked', False):
        say({answers}[len(stones)])
        continue"""


class SwapSeat(RandomSeat):
    """Knows swap2, and answers by the number of stones: stones, or an error that it raises."""

    def __init__(self, answers: dict[int, tuple[Point, ...] | BaseException]) -> None:
        super().__init__(1, "swapper")
        self.asked: list[int] = []
        self._answers = answers

    def choose_swap(
        self, rules: Rules, points: Sequence[Point], *, time_left: int | None = None
    ) -> tuple[Point, ...]:
        """Return the stones for this number of points."""
        del rules, time_left
        self.asked.append(len(points))
        answer = self._answers[len(points)]
        if isinstance(answer, BaseException):
            raise answer
        return answer


def swap2(one: EnginePlayer, two: EnginePlayer, seed: int = 0) -> OpeningPhase:
    engines = {Seat.ONE: one, Seat.TWO: two}
    return play_opening(engines, FIVE_IN_A_ROW, OpeningRule.SWAP2, CONDITIONS, seed)


def opener(after_five: tuple[Point, ...] = ()) -> SwapSeat:
    return SwapSeat({0: THREE, 5: after_five})


def test_an_engine_that_swaps_plays_the_first_colour() -> None:
    phase = swap2(opener(), SwapSeat({3: ()}))
    assert (phase.board.moves, phase.first) == (THREE, Seat.TWO)
    assert (phase.loss, phase.decided_for) == (None, frozenset())


def test_an_engine_that_stays_has_its_stone_on_the_board() -> None:
    phase = swap2(opener(), SwapSeat({3: (at(9, 9),)}))
    assert (phase.board.moves, phase.first) == ((*THREE, at(9, 9)), Seat.ONE)


@pytest.mark.parametrize("last, first", [((), Seat.ONE), ((at(1, 1),), Seat.TWO)])
def test_two_more_stones_let_the_opener_choose(last: tuple[Point, ...], first: Seat) -> None:
    phase = swap2(opener(last), SwapSeat({3: TWO_MORE}))
    assert (phase.board.moves, phase.first) == ((*THREE, *TWO_MORE, *last), first)
    assert not phase.decided_for


def test_tengen_decides_for_an_engine_without_swap2_and_says_so() -> None:
    phase = swap2(RandomSeat(1), SwapSeat({3: (), 5: ()}))
    assert len(phase.board.moves) == 3
    assert phase.decided_for == {Seat.ONE}
    refusing = SwapSeat({3: errors.EngineRefused("it", "answered UNKNOWN")})
    assert swap2(opener(), refusing).decided_for >= {Seat.TWO}


def test_the_same_seed_gives_the_same_decisions() -> None:
    boards = [swap2(RandomSeat(1), RandomSeat(2), seed).board for seed in (5, 5, 6, 7, 8)]
    assert boards[0] == boards[1]
    assert len({board.moves for board in boards}) > 1


@pytest.mark.parametrize("rule", OpeningRule)
def test_every_opening_rule_is_played_to_its_end(rule: OpeningRule) -> None:
    rules = RENJU if rule in RENJU_OPENINGS else FIVE_IN_A_ROW
    engines: dict[Seat, EnginePlayer] = {Seat.ONE: RandomSeat(1), Seat.TWO: RandomSeat(2)}
    phase = play_opening(engines, rules, rule, CONDITIONS)
    least = 0 if rule is OpeningRule.FREE else 3
    assert (phase.loss, phase.rule) == (None, rule)
    assert len(phase.board.moves) >= least
    assert bool(phase.decided_for) is (rule is not OpeningRule.FREE)


def test_the_second_stone_of_pro_is_the_engine_s_own() -> None:
    engines: dict[Seat, EnginePlayer] = {Seat.ONE: RandomSeat(1), Seat.TWO: RandomSeat(2)}
    phase = play_opening(engines, FIVE_IN_A_ROW, OpeningRule.PRO, CONDITIONS)
    assert (phase.decided_for, phase.first) == (frozenset({Seat.ONE}), Seat.ONE)


# Failures


@pytest.mark.parametrize(
    "error, fault, cause",
    [
        (errors.EngineTerminated("it", "ended"), EngineFault.CRASH, Termination.ENGINE_ERROR),
        (errors.EngineTimedOut("it", "is silent"), EngineFault.SILENCE, Termination.TIME),
        (errors.EngineBrokeProtocol("it", "said x"), EngineFault.GARBAGE, Termination.ENGINE_ERROR),
        (
            *(errors.EngineMovedIllegally("it", "7,7 is taken"), EngineFault.ILLEGAL_MOVE),
            Termination.ILLEGAL_MOVE,
        ),
    ],
)
def test_a_failure_in_the_opening_loses_the_game_by_its_name(
    error: errors.EngineError, fault: EngineFault, cause: Termination
) -> None:
    engines: dict[Seat, EnginePlayer] = {Seat.ONE: opener(), Seat.TWO: SwapSeat({3: error})}
    rule = OpeningRule.SWAP2
    game, phase = play_opened_game(engines, FIVE_IN_A_ROW, rule, CONDITIONS)
    assert phase.loss is not None
    assert (phase.loss.loser, game.fault, game.cause) == (Seat.TWO, fault, cause)
    assert (game.winner, game.opening_length) == (phase.player_of(Seat.ONE), 3)
    assert error.what in game.detail


def test_an_answer_that_is_late_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10**6, 30))
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    phase = swap2(opener(), opener())
    assert phase.loss is not None
    assert (phase.loss.loser, phase.loss.fault) == (Seat.ONE, EngineFault.LATE_MOVE)
    assert phase.milliseconds[Seat.ONE] == 30_000


@pytest.mark.parametrize(
    "seat", [FailingSeat(), ScriptedSeat([at(7, 7)])], ids=["fails", "moves illegally"]
)
def test_an_engine_that_fails_at_a_move_of_its_own_loses(seat: EnginePlayer) -> None:
    engines = {Seat.ONE: RandomSeat(1), Seat.TWO: seat}
    phase = play_opening(engines, FIVE_IN_A_ROW, OpeningRule.PRO, CONDITIONS)
    assert phase.loss is not None
    assert phase.loss.loser is Seat.TWO


def test_an_opening_that_the_rules_do_not_allow_is_refused() -> None:
    engines: dict[Seat, EnginePlayer] = {seat: RandomSeat(1) for seat in Seat}
    for rules, rule in ((FIVE_IN_A_ROW, OpeningRule.TARAGUCHI), (TIC_TAC_TOE, OpeningRule.SWAP)):
        with pytest.raises(errors.RuleError, match="opening"):
            play_opening(engines, rules, rule, CONDITIONS)


# Games


def process(before: str, name: str) -> EngineProcess:
    return EngineProcess(mover(before), name=name, limits=CONDITIONS.limits())


def knowing(**answers: str) -> str:
    return SWAP2.replace("{answers}", str({int(key[1:]): text for key, text in answers.items()}))


def test_two_processes_play_swap2_and_the_game_after_it() -> None:
    one = process(knowing(_0="7,7 8,8 6,5", _5="SWAP"), "one")
    two = process(knowing(_3="3,3 4,4"), "two")
    conditions = GameConditions(turn_ms=20_000, is_logged=True)
    with one, two:
        game, phase = play_opened_game(
            {Seat.ONE: one, Seat.TWO: two}, FIVE_IN_A_ROW, OpeningRule.SWAP2, conditions
        )
    assert game.board.moves[:5] == (*THREE, *TWO_MORE)
    assert (phase.first, game.opening_length, game.fault) == (Seat.ONE, 5, None)
    said = [line for line in game.dialogue if line.text == "SWAP2BOARD"]
    assert [line.player for line in said] == [Player.FIRST, Player.SECOND, Player.FIRST]
    times = [line.milliseconds for line in game.dialogue]
    assert times == sorted(times)
    assert [line.text for line in game.dialogue].count("START 15") == 2


def test_a_process_that_refuses_swap2_is_asked_once(tmp_path: Path) -> None:
    log = f"open({str(tmp_path / 'log')!r}, 'a').write(line)"
    ignorant = process(f"word == 'SWAP2BOARD' and ({log}, say('UNKNOWN'))", "ignorant")
    with ignorant:
        one, other = (swap2(ignorant, SwapSeat({3: ()})) for _ in range(2))
    assert one.board == other.board
    assert (tmp_path / "log").read_text().split() == ["SWAP2BOARD"]
