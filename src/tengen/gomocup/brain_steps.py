"""The steps of a brain's check, in order, with what the protocol wants."""

from __future__ import annotations

from functools import partial

from tengen.gomocup import brain_command_steps as of_commands
from tengen.gomocup import brain_game_steps as of_games
from tengen.gomocup.brain_check import CheckStep
from tengen.rules import WinRule

START_STEPS = (
    CheckStep(
        "start-15",
        "START 15 gets OK, or ERROR if the brain plays other sizes",
        of_commands.start_15,
    ),
    CheckStep("start-20", "START 20 gets OK: every brain plays 20x20", of_commands.start_20),
    CheckStep("odd-size", "START 5 gets OK or ERROR", of_commands.odd_size),
    CheckStep("about", "ABOUT gets name, version, author and country", of_commands.about),
    CheckStep("unknown-command", "an unknown command gets UNKNOWN", of_commands.unknown_command),
)
MOVE_STEPS = (
    CheckStep("begin", "BEGIN gets a legal move", of_games.begin),
    CheckStep("turn", "TURN gets a legal move", of_games.turn),
    CheckStep("turn-taken", "TURN on a taken point gets ERROR", of_commands.turn_taken, ("turn",)),
    CheckStep(
        "turn-off-board", "TURN off the board gets ERROR", of_commands.turn_off_board, ("turn",)
    ),
    CheckStep(
        "board-odd",
        "BOARD with one own stone and two others gets a legal move",
        partial(of_games.position, stones=3),
    ),
    CheckStep(
        "board-even",
        "BOARD with two own stones and two others gets a legal move",
        partial(of_games.position, stones=4),
        ("board-odd",),
    ),
    CheckStep(
        "board-empty",
        "BOARD without stones gets the first move",
        partial(of_games.position, stones=0),
        ("board-odd",),
    ),
    CheckStep(
        "board-in-game",
        "BOARD within a game replaces the position",
        of_games.position_in_game,
        ("begin", "turn", "board-odd"),
    ),
)
OPTIONAL_STEPS = (
    CheckStep(
        "restart",
        "RESTART gets OK and empties the board, or gets UNKNOWN",
        of_commands.restart,
        ("begin", "turn"),
    ),
    CheckStep(
        "takeback",
        "TAKEBACK gets OK and removes the stone, or gets UNKNOWN",
        of_commands.takeback,
        ("turn",),
    ),
    CheckStep(
        "rectstart",
        "RECTSTART 20,15 gets OK, or else ERROR or UNKNOWN",
        of_commands.rectstart,
        ("begin",),
    ),
    CheckStep(
        "swap2",
        "SWAP2BOARD gets stones or SWAP, or else UNKNOWN",
        of_commands.swap2,
        ("board-odd",),
    ),
)
INFO_STEPS = (
    CheckStep(
        "info",
        "INFO with a known key gets no answer",
        partial(of_commands.infos, lines=of_commands.KNOWN_INFOS),
        ("begin",),
    ),
    CheckStep(
        "info-unknown",
        "INFO with an unknown key, or with nonsense, gets no answer",
        partial(of_commands.infos, lines=of_commands.UNKNOWN_INFOS),
        ("begin",),
    ),
    CheckStep("info-first", "INFO before START gets no answer", of_commands.info_first, ("begin",)),
)
LIMIT_STEPS = (
    *(
        CheckStep(
            f"time-{limit}",
            f"INFO timeout_turn {limit}: {what}",
            partial(of_games.time_per_turn, limit=limit),
            ("turn",),
        )
        for limit, what in (
            (1000, "a move takes at most a second"),
            (100, "a move takes at most a tenth of a second"),
            (0, "a move comes as fast as possible"),
        )
    ),
    CheckStep(
        "time-left",
        f"INFO time_left {of_games.TIME_LEFT_MS}: the move comes before the time is up",
        of_games.time_left,
        ("turn",),
    ),
    CheckStep(
        "memory",
        f"INFO max_memory {of_games.MEMORY_LIMIT}: all processes together use no more",
        of_games.memory,
        ("turn",),
    ),
)
RULE_STEPS = (
    *(
        CheckStep(
            f"rule-{number}",
            f"INFO rule {number}: a game of {name} has legal moves, or gets ERROR",
            partial(of_games.rule, win=win),
            ("begin", "turn"),
        )
        for number, name, win in (
            (0, "freestyle", WinRule.FREESTYLE),
            (1, "exactly five", WinRule.STANDARD),
            (4, "renju", WinRule.RENJU),
            (8, "caro with overlines", WinRule.CARO_LONG),
            (9, "caro", WinRule.CARO_EXACT),
        )
    ),
    CheckStep(
        "near-full",
        "BOARD with three or four empty points gets a legal move, in time",
        of_games.near_full,
        ("board-odd",),
    ),
    CheckStep("win", "a four is made a five (strength)", of_games.win, ("board-odd",)),
    CheckStep("block", "a four is blocked (strength)", of_games.block, ("board-odd",)),
)
LINE_STEPS = (
    CheckStep("line-ends", "lines may end in LF", of_commands.line_ends, ("turn",)),
    CheckStep("blanks", "blanks and empty lines change nothing", of_commands.blanks, ("turn",)),
    CheckStep(
        "one-line",
        "every question gets one line, apart from MESSAGE and DEBUG",
        of_commands.one_line,
        ("begin", "turn"),
    ),
)
END_STEPS = (
    CheckStep(
        "end",
        "END ends the process within a second, and leaves no other process",
        of_commands.end,
        ("begin",),
    ),
    CheckStep(
        "end-of-input",
        "the end of its input ends the process, too",
        of_commands.end_of_input,
        ("begin",),
    ),
)
STEPS: tuple[CheckStep, ...] = (
    *START_STEPS,
    *MOVE_STEPS,
    *OPTIONAL_STEPS,
    *INFO_STEPS,
    *LIMIT_STEPS,
    *RULE_STEPS,
    *LINE_STEPS,
    *END_STEPS,
)
"""All steps; a step comes after those that it needs."""
