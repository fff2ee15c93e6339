"""Going through a game with the engine: where it was lost, in the language of the game."""

from tengen.review.annotation import annotate
from tengen.review.course import course_of
from tengen.review.examiner import usual_limits
from tengen.review.judgement import JudgedMove, Judgement
from tengen.review.review import Phase, Review
from tengen.review.reviewer import Judged, Reviewer, review_game
from tengen.review.shape_words import describe_effect
from tengen.review.shapes import Effect, Shape
from tengen.review.standing import Certainty, Defeat, Standing
from tengen.review.stretch import Stretch, stretch_of
from tengen.review.summary import describe_game
from tengen.review.words import describe_fault, describe_judged, describe_move, describe_win

__all__ = [
    "Certainty",
    "Defeat",
    "Effect",
    "Judged",
    "JudgedMove",
    "Judgement",
    "Phase",
    "Review",
    "Reviewer",
    "Shape",
    "Standing",
    "Stretch",
    "annotate",
    "course_of",
    "describe_effect",
    "describe_fault",
    "describe_game",
    "describe_judged",
    "describe_move",
    "describe_win",
    "review_game",
    "stretch_of",
    "usual_limits",
]
