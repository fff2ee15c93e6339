import pytest

from tengen.errors import ParseError
from tengen.render.style import PictureFormat, picture_format


@pytest.mark.parametrize(
    "path, found",
    [
        ("a.svg", PictureFormat.SVG),
        ("some/where.d/GAME.PNG", PictureFormat.PNG),
        ("a.b.gif", PictureFormat.GIF),
    ],
)
def test_a_name_tells_the_format(path: str, found: PictureFormat) -> None:
    assert picture_format(path) is found


@pytest.mark.parametrize("path", ["", "svg", ".svg", "a.jpg", "a.svg/b", "a.svg ", "a."])
def test_any_other_name_is_told(path: str) -> None:
    with pytest.raises(ParseError, match=r"it must end in \.svg, \.png or \.gif"):
        picture_format(path)
