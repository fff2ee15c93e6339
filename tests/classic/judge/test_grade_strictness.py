"""What each strictness accepts."""

from pathlib import Path

import pytest
from kit.judge import NEEDS_A_COMPILER, c_program, few_games, grade_program

PROMPT = '"Player %d, please input your coordinates: "'
READ = "        length = read_line(line, sizeof line);\n"
ECHO = '        if (length >= 0) printf("%.*s\\n", length, line);\n'
FIVE_WAYS: dict[str, tuple[str, str, set[str]]] = {
    "blanks at the ends of prompts": (PROMPT, PROMPT[:-2] + '   "', {"layout", "rules"}),
    "other words in prompts": (PROMPT, '"Player %d > "', {"layout", "rules"}),
    "prompts without a player": (PROMPT, '"Where? "', set()),
    "extra blank lines": (
        'printf("\\n");\n        draw',
        'printf("\\n\\n");\n  draw',
        {"layout", "rules"},
    ),
    "echo": (READ, READ + ECHO, {"layout", "rules"}),
    "CR LF": ('fprintf(out, "\\n");\n    }', 'fprintf(out, "\\r\\n");\n    }', {"layout", "rules"}),
    "other words for the end": ('"Player %d wins"', '"Player #%d has won!"', {"layout", "rules"}),
    "a board that nobody can read": ('"_%c_   "', '"%c?"', {"rules"}),
    "no result file": ('fopen("result.txt"', 'fopen("other.txt"', {"rules"}),
    "another exit status": (
        "    return 0;\n}\n\nint main",
        "    return 4;\n}\n\nint main",
        {"rules"},
    ),
    "the board again after a wrong input": (
        'printf("%s\\n", wrong);',
        'printf("%s\\n", wrong); draw(stdout);',
        {"layout", "rules"},
    ),
    "a warning that names the player": (
        'printf("%s\\n", wrong);',
        'printf("Player %d, that is wrong!\\n", player);',
        {"layout", "rules"},
    ),
    "a wrong input that is only repeated": (
        'printf("%s\\n", wrong);',
        'printf("%.*s\\n", length, line);',
        {"rules"},
    ),
    "no message for a wrong input": ('printf("%s\\n", wrong);', "", {"rules"}),
    "output that is flushed at the end alone": (
        "    int player = 1",
        "    setvbuf(stdout, malloc(1 << 20), _IOFBF, 1 << 20);\n    int player = 1",
        {"exact", "layout", "rules"},
    ),
}


@NEEDS_A_COMPILER
@pytest.mark.parametrize("way", FIVE_WAYS)
def test_a_strictness_accepts_exactly_what_it_should(way: str, tmp_path: Path) -> None:
    old, new, forgiving = FIVE_WAYS[way]
    command = c_program("five", tmp_path, old, new)
    games = [*few_games("five")[::8], *(one for one in few_games("five") if "refused" in one.name)]
    for strictness in ("exact", "layout", "rules"):
        grade = grade_program("five", command, strictness, games=games)
        unmet = [mark.requirement.name for mark in grade.marks if mark.failed]
        assert (unmet == []) == (strictness in forgiving), (strictness, unmet)
