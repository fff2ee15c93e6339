"""Reviews of games, and puzzles found in games."""

from tengen.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.insight.position_judge import usual_limits
    from tengen.insight.puzzle import (
        GRADES,
        Means,
        Puzzle,
        PuzzleCollection,
        format_puzzle,
        parse_collection,
        parse_puzzle,
        read_collection,
        starter,
    )
    from tengen.insight.puzzle_finder import PuzzleFinder, play_self_game
    from tengen.insight.puzzle_solving import Hint, MoveFeedback, MoveVerdict, Solving
    from tengen.insight.review import Certainty, Defeat, JudgedMove, Judgement, Review, Standing
    from tengen.insight.review_export import ReviewedLine, annotate, course_of, reviewed_line_of
    from tengen.insight.review_text import (
        describe_effect,
        describe_fault,
        describe_game,
        describe_judged,
        describe_move,
        describe_win,
    )
    from tengen.insight.reviewer import Reviewer, ReviewStep, review_game
    from tengen.insight.shapes import Effect, Shape
    from tengen.insight.unique_line import examine, find_flaw

__all__ = [
    "GRADES",
    "Certainty",
    "Defeat",
    "Effect",
    "Hint",
    "JudgedMove",
    "Judgement",
    "Means",
    "MoveFeedback",
    "MoveVerdict",
    "Puzzle",
    "PuzzleCollection",
    "PuzzleFinder",
    "Review",
    "ReviewStep",
    "ReviewedLine",
    "Reviewer",
    "Shape",
    "Solving",
    "Standing",
    "annotate",
    "course_of",
    "describe_effect",
    "describe_fault",
    "describe_game",
    "describe_judged",
    "describe_move",
    "describe_win",
    "examine",
    "find_flaw",
    "format_puzzle",
    "parse_collection",
    "parse_puzzle",
    "play_self_game",
    "read_collection",
    "review_game",
    "reviewed_line_of",
    "starter",
    "usual_limits",
]

__getattr__ = lazy_names(
    __name__,
    {
        "GRADES": "puzzle",
        "Certainty": "review",
        "Defeat": "review",
        "Effect": "shapes",
        "Hint": "puzzle_solving",
        "JudgedMove": "review",
        "Judgement": "review",
        "Means": "puzzle",
        "MoveFeedback": "puzzle_solving",
        "MoveVerdict": "puzzle_solving",
        "Puzzle": "puzzle",
        "PuzzleCollection": "puzzle",
        "PuzzleFinder": "puzzle_finder",
        "Review": "review",
        "ReviewStep": "reviewer",
        "ReviewedLine": "review_export",
        "Reviewer": "reviewer",
        "Shape": "shapes",
        "Solving": "puzzle_solving",
        "Standing": "review",
        "annotate": "review_export",
        "course_of": "review_export",
        "describe_effect": "review_text",
        "describe_fault": "review_text",
        "describe_game": "review_text",
        "describe_judged": "review_text",
        "describe_move": "review_text",
        "describe_win": "review_text",
        "examine": "unique_line",
        "find_flaw": "unique_line",
        "format_puzzle": "puzzle",
        "parse_collection": "puzzle",
        "parse_puzzle": "puzzle",
        "play_self_game": "puzzle_finder",
        "read_collection": "puzzle",
        "review_game": "reviewer",
        "reviewed_line_of": "review_export",
        "starter": "puzzle",
        "usual_limits": "position_judge",
    },
)
